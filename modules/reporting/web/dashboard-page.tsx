/** The operations dashboard: the figures of today, and what needs attention. */
import { withUnit } from "@ops/platform/text.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDaysIn, formatTime } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { inThePast, shownAt } from "@ops/platform/ui/instant.ts"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import type { alerts } from "@ops/alerts/resource.ts"
import { placeOf } from "@ops/alerts/web/place.ts"
import type { StockLevelAnswer } from "@ops/stock/contract.ts"
import { Suspense, useState } from "react"
import { Link } from "react-router-dom"
import type { MoneyAnswer } from "../money/contract.ts"
import { type Against, ComparedWith, useAgainst, useMoney } from "./compared-with.tsx"
import "./dashboard.css"
import { useApi, useTotal } from "./client.ts"

const Awaiting = lazyWithRetry(() => import("./awaiting.tsx"))
const OwnRequests = lazyWithRetry(() => import("./own-requests.tsx"))
const MoneyPanel = lazyWithRetry(() => import("../money/web/money-panel.tsx"))
const MonthEndLine = lazyWithRetry(async () => ({ default: (await import("../month-end/web/month-end-line.tsx")).MonthEndLine }))
const NextMealCard = lazyWithRetry(() => import("./next-meal-card.tsx"))
const DemoBanner = lazyWithRetry(() => import("./demo-banner.tsx"))
const FirstHints = lazyWithRetry(() => import("./first-hints.tsx"))
const AlertDrawer = lazyWithRetry(async () => ({ default: (await import("@ops/alerts/web/alert-drawer.tsx")).AlertDrawer }))

type Level = typeof StockLevelAnswer.Type
type Money = (typeof MoneyAnswer.Type)["money"]
type AlertRow = (typeof alerts)["Row"]

const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "Africa/Juba" })
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" })

/** The change in words: "+12 from yesterday"; a dash if there is nothing to compare with. */
const difference = (now: number, before: number | null) => {
  if (before === null) return { tone: "neutral" as const, text: "–" }
  if (now === before) return { tone: "neutral" as const, text: "as many as yesterday" }
  const by = now - before
  return {
    tone: by < 0 ? ("negative" as const) : ("positive" as const),
    text: `${by < 0 ? "−" : "+"}${Math.abs(by)} from yesterday`,
    direction: by < 0 ? ("down" as const) : ("up" as const),
  }
}
const oneDecimal = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const thousands = (amount: number) => `$${oneDecimal.format(amount / 1000)}K`
/** Coloured only if it is earned: what is posted in an open month depends on the days of its invoices. */
const percent = (now: number, before: number | null, against: Against, isEarned: boolean) => {
  if (before === null || before < 5) return { tone: "neutral" as const, text: "–" }
  const by = ((now - before) / before) * 100
  const direction = by < 0 ? ("down" as const) : ("up" as const)
  // a change of more than tenfold says less than what it was
  if (by >= 1000) return { tone: "neutral" as const, text: `${thousands(before)} last ${against}`, direction }
  const tone = isEarned && by !== 0 ? (by < 0 ? ("negative" as const) : ("positive" as const)) : ("neutral" as const)
  return { tone, text: `${by < 0 ? "−" : "+"}${Math.abs(by).toFixed(1)}% vs last ${against}`, direction }
}
const earnedIn = ({ earned, earnedNotBilled }: Money) => Number(earned) + Number(earnedNotBilled)

export const Component = () => {
  const { siteId } = useWorkingSite()
  const site = siteId === undefined ? undefined : { siteId }
  const [alertId, setAlert] = useAddress("alert")
  const { can, sees } = useSession()
  const { accessLevel, id } = useUser()
  const hinted = `hinted:${id}`
  const [isNew, setNew] = useState(() => localStorage.getItem(hinted) === null)
  const [against] = useAgainst()
  const closes = sees("finance.full") && accessLevel < 10
  const isInCamp = siteId !== undefined && can("operations.basic", "operations.supervise")
  const isStaff = sees("operations.basic", "security.manage")
  const decides = can("approval.team", "approval.departmental", "approval.override", "finance.full")
  return (
    <Page>
      <div className="today stack" data-camp={isInCamp || undefined}>
        {isInCamp && (
          <Suspense>
            <NextMealCard siteId={siteId} />
          </Suspense>
        )}
        {closes && (
          <Suspense>
            <MonthEndLine />
          </Suspense>
        )}
        <p className="today-line">
          <b>
            {day.format(shownAt() ?? new Date())}, {formatTime(shownAt() ?? new Date())}
          </b>
          <span className="muted">Every figure opens its calculation. Changes compare the same days and hours.</span>
          <ComparedWith />
        </p>
        <Metrics />
        {isNew && !inThePast && (
          <Suspense>
            <FirstHints
              onClose={() => {
                localStorage.setItem(hinted, "yes")
                setNew(false)
              }}
            />
          </Suspense>
        )}
        <div className="columns">
          <div className="stack">
            <div data-part="alerts">
              <Alerts query={site} open={setAlert} />
            </div>
            {sees("finance.departmental", "finance.full") && (
              <div data-part="money">
                <Suspense
                  fallback={
                    <Panel title="Money this month">
                      <Loading rows={7} />
                    </Panel>
                  }
                >
                  <MoneyPanel against={against} />
                </Suspense>
              </div>
            )}
            <div data-part="requests">
              <Requests query={site} />
            </div>
          </div>
          <div className="stack">
            {decides && (
              <div data-part="awaiting">
                <Suspense>
                  <Awaiting />
                </Suspense>
              </div>
            )}
            {isStaff && !decides && (
              <div data-part="awaiting">
                <Suspense>
                  <OwnRequests />
                </Suspense>
              </div>
            )}
            <div data-part="stock">
              <Stock query={site} />
            </div>
            <div data-part="week">
              <Week query={site} />
            </div>
            <div data-part="quick">
              <QuickActions />
            </div>
          </div>
        </div>
      </div>
      {alertId && (
        <Suspense>
          <AlertDrawer id={alertId} onClose={() => setAlert(null)} />
        </Suspense>
      )}
    </Page>
  )
}

const Metrics = () => {
  const { siteId } = useWorkingSite()
  const metrics = useApi("GET /api/dashboard/metrics", { query: siteId === undefined ? undefined : { siteId } })
  const of = metrics.data
  const loading = metrics.isPending
  const parameters = { siteId }
  const [against] = useAgainst()
  const money = useMoney(against)
  // who may see the money of the company sees here what the ledger below begins with; for all others it is what is posted
  const revenue = money.isEnabled
    ? money.data && {
        now: earnedIn(money.data.money),
        before: earnedIn(money.data.before.money),
        trend: money.data.trend.earned.map(Number),
        figure: "money.earned",
      }
    : of && {
        now: of.monthlyRevenue,
        before: against === "year" ? of.revenue.yearBefore : of.revenue.before,
        trend: of.trends.revenue,
        figure: "dashboard.monthlyRevenue",
      }
  return (
    <>
      <MetricStrip
        label="Today"
        cells={[
          {
            label: "Staff Fed Today",
            value: of ? String(of.staffFedToday) : "...",
            loading,
            ...(of && {
              note: difference(of.staffFedToday, of.staffFed.before),
              figure: { name: "meals.staffFed", parameters },
              trend: of.trends.staffFed,
            }),
          },
          {
            label: "Active Work Orders",
            value: of ? String(of.activeWorkOrders) : "...",
            loading,
            ...(of && {
              note: { tone: "neutral" as const, text: `${of.urgentWorkOrders} urgent` },
              figure: { name: "dashboard.activeWorkOrders", parameters },
              trend: of.trends.workOrders,
            }),
          },
          {
            label: "Stock Alerts",
            value: of ? String(of.stockAlerts) : "...",
            loading,
            ...(of && {
              note: { tone: of.criticalStock > 0 ? ("negative" as const) : ("neutral" as const), text: `${of.criticalStock} critical` },
              figure: { name: "stock.alerts", parameters },
              trend: of.trends.stock,
            }),
          },
          {
            label: "Monthly Revenue",
            qualifier: money.isEnabled ? "earned so far" : "posted so far",
            value: revenue ? thousands(revenue.now) : "...",
            loading: money.isEnabled ? money.isPending : loading,
            ...(revenue && {
              note: percent(revenue.now, revenue.before, against, money.isEnabled),
              figure: { name: revenue.figure, parameters },
              trend: revenue.trend,
            }),
          },
        ]}
      />
      {of && of.staffFedToday + of.activeWorkOrders + of.monthlyRevenue === 0 && (
        <Suspense>
          <DemoBanner />
        </Suspense>
      )}
    </>
  )
}

interface Scoped {
  readonly query: { readonly siteId: number } | undefined
}

/** The first alert of each record: one that is late in two ways is shown once. */
const oneOfEach = (alerts: readonly AlertRow[]) =>
  [...Map.groupBy(alerts, ({ id, relatedEntity, relatedEntityId }) => (relatedEntityId ? `${relatedEntity} ${relatedEntityId}` : id)).values()].map(
    ([first]) => first!,
  )

/** What is done about an alert: its button. */
const Act = ({ of, open }: { readonly of: AlertRow; readonly open: (id: string) => void }) => {
  const { can } = useSession()
  const place = placeOf(of)
  const name = (verb: string) => `${verb}: ${of.title}, Action`
  if (!inThePast && place?.text === "Request stock" && can("operations.basic", "operations.supervise", "department.manage"))
    return (
      <Link className="act" aria-label={name(place.text)} to={place.to}>
        {place.text}
      </Link>
    )
  const verb = inThePast ? "Show" : of.canAssign && of.assignedTo === null ? "Assign" : "Open"
  return (
    <button type="button" className="act" aria-label={name(verb)} onClick={() => open(String(of.id))}>
      {verb}
    </button>
  )
}

/** Without the person who was notified, who is in the alert. */
const briefly = (message: string) => formatDaysIn(message.replace(/\. Notified: .*$/, ""))

const Alerts = ({ query, open }: Scoped & { readonly open: (id: string) => void }) => {
  const alerts = useApi("GET /api/alerts", { query: { ...query, limit: 12 } })
  const critical = useTotal("GET /api/alerts", { query: { ...query, priority: "critical" } }) ?? 0
  return (
    <Panel
      title="Urgent Alerts"
      badge={critical > 0 ? `${critical} critical` : undefined}
      actions={
        <Link className="link" to="/alerts">
          All alerts
        </Link>
      }
    >
      <Answer of={alerts} rows={3} empty={{ title: "No urgent alerts at this time" }}>
        {(rows) => (
          <Rows>
            {oneOfEach(rows)
              .slice(0, 3)
              .map((alert) => (
                <Row key={alert.id} priority={alert.priority} act={<Act of={alert} open={open} />}>
                  <div className="alert-title">{alert.title}</div>
                  <div className="muted alert-words">
                    {alert.site && (
                      <>
                        <SiteCode code={alert.site.code} name={alert.site.name} /> {alert.site.name} ·{" "}
                      </>
                    )}
                    {briefly(alert.message)}
                  </div>
                </Row>
              ))}
          </Rows>
        )}
      </Answer>
    </Panel>
  )
}

const steps = { pending: "Review", approved: "Track", completed: "Delivered", rejected: undefined } as const

const Requests = ({ query }: Scoped) => {
  const { can, sees } = useSession()
  const mayOpen = sees("operations.basic", "operations.supervise", "inventory.manage", "department.manage", "finance.departmental", "finance.full")
  const decides = can("approval.team", "approval.departmental", "approval.override")
  const requests = useApi("GET /api/purchase-requests", { query: { ...query, limit: 5 } })
  return (
    <Panel
      title="Recent Purchase Requests"
      actions={
        mayOpen && (
          <Link className="link" to="/procurement">
            View All
          </Link>
        )
      }
    >
      <Answer of={requests} rows={5} empty={{ title: "No purchase requests found" }}>
        {(rows) => (
          <Rows>
            {rows.slice(0, 5).map((request) => {
              const step = inThePast ? "Show" : request.status === "pending" && !decides ? "View" : steps[request.status]
              return (
                <Row
                  key={request.id}
                  priority={request.priority === "urgent" ? "critical" : request.priority}
                  act={
                    mayOpen &&
                    step && (
                      <Link className="act" aria-label={`${step} ${request.requestNumber}`} to={`/procurement?open=${request.id}`}>
                        {step}
                      </Link>
                    )
                  }
                >
                  <div className="request-line">
                    <b className="num">{request.requestNumber}</b>
                    <span>
                      <SiteCode code={request.site.code} name={request.site.name} /> {request.site.name} · {request.notes || "Various items"}
                    </span>
                    <StatusMark status={request.status} />
                  </div>
                </Row>
              )
            })}
          </Rows>
        )}
      </Answer>
    </Panel>
  )
}

const daysOf = ({ daysRemaining }: Level) => (daysRemaining === 1 ? "1 day" : `${daysRemaining} days`)
const tone = (days: number) => (days <= 2 ? "negative" : days <= 5 ? "warning" : "positive")

const Stock = ({ query }: Scoped) => {
  const { sees } = useSession()
  const maySee = sees("inventory.view", "inventory.manage", "department.manage", "finance.full")
  const levels = useApi("GET /api/stock/alerts", { query: { ...query, limit: 4 } })
  return (
    <Panel
      title="Stock Levels"
      actions={
        maySee && (
          <Link className="link" to="/catering/stock">
            Stock
          </Link>
        )
      }
    >
      <Answer of={levels} rows={4} empty={{ title: "All stock levels are adequate" }}>
        {(rows) => (
          <Rows>
            {rows.slice(0, 4).map((level) => (
              <Row
                key={level.id}
                act={
                  <>
                    <span className="muted num">{withUnit(level.currentQuantity, level.stockItem.unit)}</span>
                    <b className={`num stock-days ${tone(level.daysRemaining ?? 0)}`}>
                      {maySee ? (
                        <Figure
                          value={daysOf(level)}
                          of={{ name: "stock.daysRemaining", parameters: { id: level.id } }}
                          label={`${level.stockItem.name} at ${level.site.name} lasts`}
                        />
                      ) : (
                        daysOf(level)
                      )}
                    </b>
                  </>
                }
              >
                <SiteCode code={level.site.code} name={level.site.name} /> {level.site.name} · {level.stockItem.name}
              </Row>
            ))}
          </Rows>
        )}
      </Answer>
    </Panel>
  )
}

const Week = ({ query }: Scoped) => {
  const week = useApi("GET /api/staff-feeding/weekly-stats", { query })
  const counted = week.data?.filter(({ count }) => count > 0) ?? []
  const most = Math.max(1, ...counted.map(({ count }) => count))
  const average = counted.length === 0 ? undefined : Math.round(counted.reduce((sum, { count }) => sum + count, 0) / counted.length)
  return (
    <Panel
      title="Weekly Staff Count"
      padded
      actions={
        average !== undefined && (
          <span>
            Week Average <b className="num">{average}</b>
          </span>
        )
      }
    >
      <Answer of={week} rows={4} empty={{ title: "No data available for this week" }}>
        {(days) =>
          counted.length === 0 ? (
            <p className="muted">No data available for this week</p>
          ) : (
            <ol className="week">
              {days.map(({ date, count }, n) => {
                const isToday = n === days.length - 1
                return (
                  <li key={date} data-current={isToday || undefined}>
                    <span className="num">{count}</span>
                    <span className="week-bar" aria-hidden>
                      <i style={{ height: `${(100 * count) / most}%` }} />
                    </span>
                    <span>{weekday.format(new Date(`${date}T00:00:00Z`))}</span>
                    <small>{isToday ? "today" : "staff fed"}</small>
                  </li>
                )
              })}
            </ol>
          )
        }
      </Answer>
    </Panel>
  )
}

const QuickActions = () => {
  const { can, sees } = useSession()
  const reports = sees("reports.basic", "reports.team", "reports.departmental", "reports.all", "reports.financial", "reports.security")
  const raises = can("operations.basic", "operations.supervise", "department.manage")
  const bills = can("invoices.manage")
  if (!raises && !bills && !reports) return null
  return (
    <Panel title="Quick Actions" padded>
      <div className="line">
        {raises && (
          <Button asChild>
            <Link to="/catering?dialog=create-request">New Purchase Request</Link>
          </Button>
        )}
        {bills && (
          <Button asChild>
            <Link to="/financial?view=month-end">Generate Monthly Invoice</Link>
          </Button>
        )}
        {reports && (
          <Button asChild>
            <Link to="/reports">View Full Reports</Link>
          </Button>
        )}
      </div>
    </Panel>
  )
}
