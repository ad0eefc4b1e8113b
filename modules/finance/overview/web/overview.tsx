/** The state of finance: the year in the books, decisions waiting for this person, and the latest transactions. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { readPage } from "@ops/platform/ui/data/api.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { Analytics } from "./analytics.tsx"
import { useApi } from "../../web/client.ts"
import { ExpenseStatus } from "../../expense-requests/web/expense-status.tsx"
import "../../web/finance.css"
import { askerOf, wordOf } from "../../shared/web/labels.ts"

export const Overview = () => (
  <>
    <Tiles />
    <div className="columns">
      <div className="stack">
        <LatestTransactions />
        <LatestExpenses />
      </div>
      <Analytics />
    </div>
  </>
)

const Tiles = () => {
  const { siteId } = useWorkingSite()
  const overview = useApi("GET /api/finance/overview", { query: siteId === undefined ? undefined : { siteId } })
  const asked = { limit: 1, siteId }
  const waiting = useQuery({ queryKey: [inboxPath, asked, "page"], queryFn: ({ signal }) => readPage(inboxPath, asked, signal) })
  const of = overview.data
  const loading = overview.isPending
  const total = (label: string, name: "totalRevenue" | "totalExpenses") => ({
    label,
    value: of ? formatMoney(of[name].USD, "USD") : "–",
    loading,
    figure: of && { name: `finance.${name}`, parameters: { siteId, currency: "USD" } },
    note: of && {
      tone: "neutral" as const,
      text: (
        <span>
          this year, including{" "}
          <Figure value={formatMoney(of[name].SSP, "SSP")} of={{ name: `finance.${name}`, parameters: { siteId, currency: "SSP" } }} label={label} />
        </span>
      ),
    },
  })
  return (
    <MetricStrip
      label="Finance"
      cells={[
        total("Total Revenue", "totalRevenue"),
        total("Total Expenses", "totalExpenses"),
        {
          label: "Pending Approvals",
          value: waiting.data ? (
            <Link className="figure" to="/approvals" aria-label={`Pending Approvals: ${waiting.data.total}`}>
              {waiting.data.total}
            </Link>
          ) : (
            "–"
          ),
          loading: waiting.isPending,
          note: { tone: "neutral", text: "All awaiting you" },
        },
        {
          label: "Active Employees",
          value: of ? String(of.activeEmployees) : "–",
          loading,
          figure: of && { name: "finance.activeEmployees", parameters: { siteId } },
        },
      ]}
    />
  )
}

const LatestTransactions = () => {
  const { siteId } = useWorkingSite()
  const latest = useApi("GET /api/transactions", { query: { limit: 5, siteId, sort: "-createdAt" } })
  return (
    <Panel
      title="Recent Transactions"
      actions={
        <Link className="link" to="/financial?tab=transactions">
          All transactions
        </Link>
      }
    >
      <Answer of={latest} rows={5} loading="Loading transactions..." empty={{ title: "No transactions found" }}>
        {(rows) => (
          <Rows>
            {rows.map((row) => (
              <Row key={row.id}>
                <span className="finance-latest">
                  <Link className="number" to={`/financial?tab=transactions&open=${row.id}`}>
                    {row.description}
                    <span className="sr">, {row.transactionNumber}</span>
                  </Link>
                  <span className="muted">
                    {wordOf(row.transactionType)} · {wordOf(row.category)} · <Day date={row.transactionDate} />
                  </span>
                  <StatusMark status={row.status} />
                  <Money amount={row.amount} currency={row.currency} />
                </span>
              </Row>
            ))}
          </Rows>
        )}
      </Answer>
    </Panel>
  )
}

const LatestExpenses = () => {
  const { siteId } = useWorkingSite()
  const latest = useApi("GET /api/expense-requests", { query: { limit: 5, siteId, sort: "-createdAt" } })
  return (
    <Panel
      title="Recent Expense Requests"
      actions={
        <Link className="link" to="/financial?tab=expenses">
          All expense requests
        </Link>
      }
    >
      <Answer of={latest} rows={5} loading="Loading expense requests..." empty={{ title: "No expense requests found" }}>
        {(rows) => (
          <Rows>
            {rows.map((row) => (
              <Row key={row.id}>
                <span className="finance-latest">
                  <Link className="number" to={`/financial?tab=expenses&open=${row.id}`}>
                    {row.description}
                    <span className="sr">, {row.requestNumber}</span>
                  </Link>
                  <span className="muted">
                    {askerOf(row)} · {wordOf(row.category)} · <Day date={row.requestDate} />
                  </span>
                  <ExpenseStatus of={row} />
                  <Money amount={row.amount} currency={row.currency} />
                </span>
              </Row>
            ))}
          </Rows>
        )}
      </Answer>
    </Panel>
  )
}
