import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { ReactNode } from "react"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { useApi } from "../../web/client.ts"
import { count, totalsOf, type Plan } from "../../web/labels.ts"

const runMarks = { running: ["in_progress", "Running"], finished: ["completed", "Finished"], abandoned: ["cancelled", "Stopped"] } as const

/** The billing status of a month, and the runs that posted it. */
export const MonthStanding = ({ month, onRun }: { readonly month: string; readonly onRun: (id: number) => void }) => {
  const standing = useApi("GET /api/billing/status", { query: { month } })
  const lines = (totals: Plan["totals"], none: string): ReactNode => {
    const said = totalsOf(totals)
    return said.length > 0 ? said.map((line) => <div key={line}>{line}</div>) : <span className="muted">{none}</span>
  }
  return (
    <Panel title={`${formatMonth(month)} status`}>
      <Answer of={standing} rows={3}>
        {({ issued, drafts, unbilled, runs }) => (
          <>
            <div className="panel-body">
              <KeyValues
                of={[
                  ["Still to bill", lines(unbilled, "Nothing left to bill")],
                  ["Drafts", lines(drafts, "None")],
                  ["Issued", lines(issued, "None")],
                ]}
              />
            </div>
            {runs.length > 0 && (
              <Rows>
                {runs.map((run) => {
                  const [mark, word] = runMarks[run.status]
                  return (
                    <Row
                      key={run.id}
                      act={
                        <button type="button" className="act" aria-label={`Show run ${run.id}`} onClick={() => onRun(run.id)}>
                          Show
                        </button>
                      }
                    >
                      <span className="line">
                        Run {run.id} <StatusMark status={mark} label={word} />
                        <span className="muted">
                          {run.posted} of {count(run.bills, "bill")} · <When at={run.createdAt} />
                        </span>
                      </span>
                    </Row>
                  )
                })}
              </Rows>
            )}
          </>
        )}
      </Answer>
    </Panel>
  )
}
