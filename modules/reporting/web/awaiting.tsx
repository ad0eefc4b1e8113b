/** The decisions that wait for the person, oldest first, how many others have delegated, and a link to the inbox. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { delegatedFirst, inboxFirst, inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { usePage } from "@ops/platform/ui/data/data.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { formatDaysIn } from "@ops/platform/ui/date.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { Link } from "react-router-dom"
import type { Approval } from "../approvals/contract.ts"
import { idOf } from "../approvals/web/approval-labels.ts"
import { ageOf } from "../approvals/web/approval-words.ts"

export default function Awaiting() {
  const page = usePage<Approval>(inboxPath, inboxFirst)
  const delegated = usePage<Approval>(inboxPath, delegatedFirst).data?.total ?? 0
  const total = page.data?.total
  const shown = page.data?.rows.length ?? 0
  const now = Date.now()
  return (
    <Panel
      title="Awaiting your decision"
      besides={total !== undefined && total > shown && `${shown} of ${total}`}
      actions={
        <Link className="link" to="/approvals">
          Open inbox
        </Link>
      }
    >
      <Answer of={page} rows={3}>
        {({ rows: approvals }) =>
          approvals.length + delegated === 0 ? (
            <EmptyState title="Nothing awaits your decision" small />
          ) : (
            <Rows>
              {approvals.map((row) => (
                <Row
                  key={idOf(row)}
                  to={`/approvals?open=${encodeURIComponent(idOf(row))}`}
                  act={
                    <span className="awaiting-amount">
                      {row.amount && <Money amount={row.amount} currency={row.currency ?? "USD"} />}
                      {row.unusual[0] && (
                        <span className="badge" data-accent-color="amber">
                          {row.unusual[0].tag}
                        </span>
                      )}
                    </span>
                  }
                >
                  <div>{formatDaysIn(row.title)}</div>
                  <div className="muted">
                    {row.requestedByName || "Field Office"} · {ageOf(row.since, now)}
                  </div>
                </Row>
              ))}
              {delegated > 0 && (
                <Row to="/approvals?tab=delegated">
                  <div>{delegated} delegated to you</div>
                  <div className="muted">To decide in the place of another person</div>
                </Row>
              )}
            </Rows>
          )
        }
      </Answer>
    </Panel>
  )
}
