/** What the person has asked for: goods, leave and money, newest first, with the ways to ask for more. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { count } from "@ops/platform/text.ts"
import { Link } from "react-router-dom"
import { useApi } from "./client.ts"

const most = 4
const mine = { query: { mine: "true", limit: most } }

const asks = [
  { label: "Request leave", to: "/hr?tab=leaves&dialog=request-leave" },
  { label: "Claim expense", to: "/expenses?dialog=new-expense" },
  { label: "Report issue", to: "?dialog=report-issue" },
]

export default function OwnRequests() {
  const goods = useApi("GET /api/purchase-requests", mine)
  const leave = useApi("GET /api/hr/leave-requests", mine)
  const money = useApi("GET /api/expense-requests", mine)
  return (
    <Panel title="My requests">
      <Answer of={goods} rows={most}>
        {(goods) => (
          <Answer of={leave} rows={most}>
            {(leave) => (
              <Answer of={money} rows={most}>
                {(money) => {
                  const all = [
                    ...goods.map(({ id, createdAt, status, notes, estimatedTotal }) => ({
                      to: `/procurement?open=${id}`,
                      createdAt,
                      status,
                      title: notes || "Various items",
                      facts: ["Purchase", ...(estimatedTotal === null ? [] : [formatMoney(estimatedTotal, "USD")])],
                    })),
                    ...leave.map(({ id, createdAt, status, type, startDate, totalDays }) => ({
                      to: `/hr?tab=leaves&open=${id}`,
                      createdAt,
                      status,
                      title: `${type} from ${formatDay(startDate)}`,
                      facts: ["Leave", count(totalDays, "day")],
                    })),
                    ...money.map(({ id, createdAt, status, description, amount, currency }) => ({
                      to: `/expenses?open=${id}`,
                      createdAt,
                      status,
                      title: description,
                      facts: ["Expense", formatMoney(amount, currency)],
                    })),
                  ].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
                  return all.length === 0 ? (
                    <EmptyState title="You have no requests yet" small />
                  ) : (
                    <Rows>
                      {all.slice(0, most).map(({ to, status, title, facts }) => (
                        <Row key={to} to={to} act={<StatusMark status={status} />}>
                          <div>{title}</div>
                          <div className="muted">{facts.join(" · ")}</div>
                        </Row>
                      ))}
                    </Rows>
                  )
                }}
              </Answer>
            )}
          </Answer>
        )}
      </Answer>
      {!inThePast && (
        <div className="own-asks">
          {asks.map(({ label, to }) => (
            <Button asChild key={to}>
              <Link to={to}>{label}</Link>
            </Button>
          ))}
        </div>
      )}
    </Panel>
  )
}
