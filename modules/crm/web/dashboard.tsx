/** The sales dashboard: the pipeline, remaining marketing budget, and recent activities. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useQuery } from "@tanstack/react-query"
import { readPage } from "@ops/platform/ui/data/api.ts"
import { Link } from "react-router-dom"
import { pathOf, useApi } from "./client.ts"
import { BarOf, StageBadge } from "./marks.tsx"
import { activityName, isClosed } from "./labels.ts"

const usd = (value: number) => formatMoney(value.toFixed(2), "USD")
const pendingQuery = { status: "pending", limit: "1" }

export const Dashboard = () => {
  const overview = useApi("GET /api/crm/overview")
  const recent = useApi("GET /api/crm/prospects", { query: { sort: "-lastActivity", limit: 5 } })
  const pending = useQuery({
    queryKey: [pathOf("GET /api/crm/petty-cash-requests"), pendingQuery, "page"],
    queryFn: ({ signal }) => readPage<unknown>(pathOf("GET /api/crm/petty-cash-requests"), pendingQuery, signal),
  })
  const of = overview.data
  const loading = overview.isPending
  return (
    <>
      <MetricStrip
        label="Sales"
        cells={[
          {
            label: "Total Prospects",
            value: of ? String(of.prospects) : "...",
            loading,
            figure: { name: "crm.prospects" },
            note: of && { tone: "neutral", text: `${of.active} active` },
          },
          {
            label: "Closed Won",
            value: of ? String(of.closedWon) : "...",
            loading,
            figure: { name: "crm.conversion" },
            note: of && { tone: "neutral", text: `${of.conversionRate}% conversion rate${of.winRate === null ? "" : `, ${of.winRate}% win rate`}` },
          },
          {
            label: "Pipeline Value",
            value: of ? usd(of.pipelineValue) : "...",
            loading,
            figure: { name: "crm.pipeline" },
            note: of && { tone: "neutral", text: "Estimated total value" },
          },
          {
            label: "Pending Approvals",
            value: pending.data?.total === undefined ? "..." : String(pending.data.total),
            loading: pending.isPending,
            note: {
              tone: "neutral",
              text: (
                <Link className="link" to="/marketing?tab=petty-cash&status=pending">
                  Petty cash requests
                </Link>
              ),
            },
          },
        ]}
      />
      <div className="columns">
        <div className="stack">
          <Panel
            title="Pipeline"
            actions={
              of &&
              of.followUpsDue > 0 && (
                <Link className="link" to="/marketing?tab=prospects&view=due">
                  {of.followUpsDue === 1 ? "1 follow-up is due" : `${of.followUpsDue} follow-ups are due`}
                </Link>
              )
            }
          >
            <Answer of={overview} rows={6}>
              {({ stages, openValue, weightedValue }) => (
                <table className="table stage-table">
                  <caption className="sr">Prospects by stage</caption>
                  <thead>
                    <tr>
                      <th scope="col">Stage</th>
                      <th scope="col">Prospects</th>
                      <th scope="col">Value</th>
                      <th scope="col" className="wide">
                        Win rate
                      </th>
                      <th scope="col">Weighted</th>
                    </tr>
                  </thead>
                  <tbody>
                    {stages.map(({ stage, count, value, winRate, winCases, weightedValue: weighted }) => (
                      <tr key={stage}>
                        <td>
                          <Link className="link" to={`/marketing?tab=prospects&stage=${stage}`}>
                            {statusWord(stage)}
                          </Link>
                        </td>
                        <td className="num">{count}</td>
                        <td className="num">{usd(value)}</td>
                        <td className="wide num">
                          {isClosed(stage) ? "" : winRate === null ? <span className="muted">too few deals ({winCases})</span> : `${winRate}%`}
                        </td>
                        <td className="num">{isClosed(stage) ? "" : usd(weighted)}</td>
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      <td>Open</td>
                      <td />
                      <td className="num">{usd(openValue)}</td>
                      <td className="wide" />
                      <td className="num">
                        <Figure value={usd(weightedValue)} of={{ name: "crm.weighted" }} label="Weighted pipeline" />
                      </td>
                    </tr>
                  </tfoot>
                </table>
              )}
            </Answer>
          </Panel>
          <Panel
            title="Recent Activities"
            actions={
              <Link className="link" to="/marketing?tab=prospects">
                View All
              </Link>
            }
          >
            <Answer of={recent} rows={5} empty={{ title: "No prospects yet" }}>
              {(rows) => (
                <Rows>
                  {rows.map(({ id, companyName, contactPerson, stage, lastActivity, createdAt }) => (
                    <Row key={id} act={<StageBadge stage={stage} />} to={`/marketing?tab=prospects&open=${id}`}>
                      <b>{companyName}</b>
                      {contactPerson && <span className="muted"> · {contactPerson}</span>}
                      <div className="muted">
                        {lastActivity ? (
                          <>
                            {activityName(lastActivity.activityType)}: {lastActivity.subject}, <When at={lastActivity.activityDate} />
                          </>
                        ) : (
                          <>
                            Added <When at={createdAt} />
                          </>
                        )}
                      </div>
                    </Row>
                  ))}
                </Rows>
              )}
            </Answer>
          </Panel>
        </div>
        <Panel
          title="Budget Overview"
          actions={
            <Link className="link" to="/marketing?tab=budgets">
              Budgets
            </Link>
          }
        >
          <Answer of={overview} rows={3}>
            {({ budget: { totalAllocated, totalSpent, remaining, budgets } }) => (
              <div className="budget-lines">
                <div>
                  <span>Total Allocated</span>
                  <b className="num">{usd(totalAllocated)}</b>
                </div>
                <div>
                  <span>Total Spent</span>
                  <b className="num">
                    <Figure value={usd(totalSpent)} of={{ name: "crm.budgetSpent" }} label="Total Spent" />
                  </b>
                </div>
                <div>
                  <span>Remaining</span>
                  <b className={remaining < 0 ? "num negative" : "num"}>{usd(remaining)}</b>
                </div>
                <BarOf label="Spent of allocated" part={totalSpent} whole={totalAllocated} limit />
                <span className="muted">{budgets === 0 ? "No budget is in force today" : `${budgets} budgets in force today`}</span>
              </div>
            )}
          </Answer>
        </Panel>
      </div>
    </>
  )
}
