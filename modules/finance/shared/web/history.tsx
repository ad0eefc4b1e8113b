import type { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"

/** What happened to a record, the latest first. */
export const History = ({ path }: { readonly path: string }) => {
  const history = useApiQuery<typeof HistoryAnswer.Type>(`${path}/history`)
  if (!history.data) return null
  return (
    <section className="part">
      <h3>Activity</h3>
      <Timeline events={[...history.data].reverse().map((event) => ({ ...event, changes: event.changes.filter(({ field }) => field === "status") }))} />
    </section>
  )
}
