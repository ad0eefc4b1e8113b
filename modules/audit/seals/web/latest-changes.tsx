/** The latest changes to invoices by people, in words: what became of each field, who did it and when. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { Link } from "react-router-dom"
import { useApi } from "../../web/client.ts"

const shown = 4

export const LatestChanges = () => {
  const events = useApi("GET /api/audit/events", { query: { entity: "invoice", limit: "30", changes: "true" } })
  return (
    <Panel
      title="Latest changes to invoices"
      padded
      actions={
        <Link className="link" to="/audit?tab=events&entity=invoice">
          All
        </Link>
      }
    >
      <Answer of={events} rows={6}>
        {(rows) => {
          const changes = rows.filter(({ actor }) => !actor.startsWith("system:")).slice(0, shown)
          return changes.length === 0 ? (
            <EmptyState title="No invoice has been changed yet" small />
          ) : (
            <Timeline events={changes.map(({ record, text, ...event }) => ({ ...event, text: `${record.replace(/^Invoice /, "")}: ${text}` }))} />
          )
        }}
      </Answer>
    </Panel>
  )
}
