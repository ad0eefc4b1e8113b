import type { ReactNode } from "react"
import type { HistoryAnswer } from "../../http/history-contract.ts"
import { useApiQuery } from "../data/data.ts"
import { Timeline } from "./timeline.tsx"

/** The history of a record, latest first; of changes, only the status is shown. Actions are below it. */
export const Activity = ({ path, children }: { readonly path: string; readonly children?: ReactNode }) => {
  const history = useApiQuery<typeof HistoryAnswer.Type>(`${path}/history`)
  if (!history.data) return null
  return (
    <section className="part">
      <h3>Activity</h3>
      <Timeline events={[...history.data].reverse().map((event) => ({ ...event, changes: event.changes.filter(({ field }) => field === "status") }))} />
      {children}
    </section>
  )
}
