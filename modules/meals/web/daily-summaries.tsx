import { today, Day } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import type { DailyMealSummaryAnswer } from "../contract.ts"
import { pathOf } from "./client.ts"
import { useMeals } from "../meal-sessions/web/session-commands.tsx"
import { ShareBar } from "./share-bar.tsx"
import { counted } from "./labels.ts"

type Summary = typeof DailyMealSummaryAnswer.Type

/** What remains to be checked before the day is billed. */
const attention = ({ discrepancies, openSessions, exceptions }: Summary) =>
  [
    discrepancies > 0 && counted(discrepancies, "difference to the head count", "differences to the head counts"),
    openSessions > 0 && counted(openSessions, "open session", "open sessions"),
    exceptions > 0 && counted(exceptions, "exception", "exceptions"),
  ]
    .filter(Boolean)
    .join(" · ")

const Served = ({ planned, served }: { readonly planned: number; readonly served: number }) => (
  <>
    {served} <span className="muted">/ {planned}</span>
  </>
)

const figure =
  (name: string, meal?: string) =>
  ({ siteId, clientId, projectId, currency, summaryDate }: Summary) => ({
    name: `mealSummary.${name}`,
    parameters: { siteId, clientId, projectId, currency, day: summaryDate, meal },
  })

/** Planned and served by day, site and client; this year by default. */
export const DailySummaries = () => {
  const { seesRevenue } = useMeals()
  const year = Number(today().slice(0, 4))
  const whole = (of: number) => ({ id: String(of), label: String(of), query: { startDate: `${of}-01-01`, endDate: `${of}-12-31` } })
  return (
    <ListPage
      above={seesRevenue && <p className="muted">Revenue before tax on each contract's billing basis: meals served, planned, or a guaranteed share.</p>}
      path={pathOf("GET /api/daily-meal-summaries")}
      noun={["day", "days"]}
      rowId={({ id }) => id}
      siteFilter
      views={[whole(year), whole(year - 1), { id: "all", label: "All years" }]}
      filters={[
        { field: "startDate", label: "From", date: true },
        { field: "endDate", label: "To", date: true },
      ]}
      columns={[
        { id: "summaryDate", header: "Date", cell: ({ summaryDate }) => <Day date={summaryDate} />, sort: true },
        { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
        { id: "client", header: "Client", cell: ({ client }) => client.companyName },
        {
          id: "breakfast",
          header: "Breakfast",
          figure: (s) => <Served planned={s.breakfastPlanned} served={s.breakfastServed} />,
          explain: figure("served", "breakfast"),
          hidden: true,
        },
        {
          id: "lunch",
          header: "Lunch",
          figure: (s) => <Served planned={s.lunchPlanned} served={s.lunchServed} />,
          explain: figure("served", "lunch"),
          hidden: true,
        },
        {
          id: "dinner",
          header: "Dinner",
          figure: (s) => <Served planned={s.dinnerPlanned} served={s.dinnerServed} />,
          explain: figure("served", "dinner"),
          hidden: true,
        },
        { id: "totalPlanned", header: "Planned", figure: ({ totalPlanned }) => totalPlanned, explain: figure("planned") },
        { id: "totalServed", header: "Served", figure: ({ totalServed }) => totalServed, explain: figure("served"), sort: true },
        { id: "totalMissed", header: "Missed", figure: ({ totalMissed }) => totalMissed, explain: figure("missed"), sort: true },
        {
          id: "efficiency",
          header: "Efficiency",
          cell: ({ efficiency }) => <ShareBar percent={efficiency} />,
          explain: (s) => (s.efficiency === null ? undefined : figure("efficiency")(s)),
        },
        { id: "attention", header: "To look at", cell: (s) => <span className="meals-warn">{attention(s)}</span> },
        {
          id: "totalRevenue",
          header: "Revenue",
          money: ({ totalRevenue, currency }) => ({ amount: totalRevenue, currency }),
          explain: (s) => s.totalRevenue && figure("revenue")(s),
        },
      ]}
      card={(s) => ({
        title: <Day date={s.summaryDate} />,
        mark: <ShareBar percent={s.efficiency} />,
        text: `${s.site.name}, ${s.client.companyName}`,
        figure: (
          <span className="num">
            {s.totalServed} / {s.totalPlanned}
          </span>
        ),
      })}
      empty={{ title: "No daily summaries found" }}
    />
  )
}
