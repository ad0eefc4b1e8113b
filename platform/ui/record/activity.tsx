import type { ReactNode } from "react"
import type { HistoryAnswer } from "../../http/history-contract.ts"
import { useApiQuery } from "../data/data.ts"
import { Timeline } from "./timeline.tsx"

/** What happened to a record, the latest first; of what changed, only the status. What is done with it stands below. */
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
