/** Shows the posting date of a transaction if the month of its day is closed. Shared by every form and dialog that posts. */
import { ApiError } from "@ops/platform/ui/data/api.ts"
import { useWatch } from "react-hook-form"
import { useApi } from "../../web/client.ts"

/** For a given day: "2026-09 is closed: posted on 2026-10-01". */
export const PostingDayOf = ({ date }: { readonly date: string }) => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date)
  const posting = useApi("GET /api/posting-day", isDay ? { query: { date } } : null)
  const note = posting.data?.note ?? (posting.error instanceof ApiError && posting.error.status > 0 ? posting.error.sentence : null)
  return note === null ? null : (
    <p className="hint" role="status">
      {note}
    </p>
  )
}

/** For the day in a field of the surrounding form. */
export const PostingDay = ({ name }: { readonly name: string }) => <PostingDayOf date={String(useWatch({ name }) ?? "")} />
