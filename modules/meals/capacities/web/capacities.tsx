import { Badge } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import type { SiteMealCapacityAnswer } from "../../contract.ts"
import { pathOf } from "../../web/client.ts"
import { ShareBar } from "../../web/share-bar.tsx"

type Capacity = typeof SiteMealCapacityAnswer.Type

/** Meals served today against the capacity. */
const Of = ({ current, maximum }: { readonly current: number; readonly maximum: number }) => (
  <span className={current > maximum ? "meals-warn" : undefined}>
    {current} / {maximum}
  </span>
)

const current =
  (meal: string) =>
  ({ id }: Capacity) => ({ name: "mealCapacity.current", parameters: { id, meal } })
const utilisation = ({ id, utilisation }: Capacity) => (utilisation === null ? undefined : { name: "mealCapacity.utilisation", parameters: { id } })

/** What each site can feed for each client, and how much of it is used today. */
export const Capacities = () => (
  <ListPage
    path={pathOf("GET /api/site-meal-capacities")}
    noun={["capacity", "capacities"]}
    rowId={({ id }) => String(id)}
    siteFilter
    columns={[
      {
        id: "site",
        header: "Site",
        cell: ({ site, isActive }) => (
          <span className="line-tight">
            <SiteCode code={site.code} name={site.name} /> {site.name} {!isActive && <Badge>Not today</Badge>}
          </span>
        ),
        sort: true,
      },
      { id: "client", header: "Client", cell: ({ client }) => client.companyName },
      { id: "project", header: "Project", cell: ({ project }) => project?.projectName ?? <span className="muted">–</span>, hidden: true },
      {
        id: "breakfast",
        header: "Breakfast",
        figure: (c) => <Of current={c.currentBreakfastCount} maximum={c.maxBreakfastCapacity} />,
        explain: current("breakfast"),
      },
      { id: "lunch", header: "Lunch", figure: (c) => <Of current={c.currentLunchCount} maximum={c.maxLunchCapacity} />, explain: current("lunch") },
      { id: "dinner", header: "Dinner", figure: (c) => <Of current={c.currentDinnerCount} maximum={c.maxDinnerCapacity} />, explain: current("dinner") },
      { id: "utilisation", header: "Utilisation", cell: ({ utilisation }) => <ShareBar percent={utilisation} limit />, explain: utilisation },
      { id: "startDate", header: "From", cell: ({ startDate }) => <Day date={startDate} />, sort: true },
      { id: "endDate", header: "To", cell: ({ endDate }) => (endDate ? <Day date={endDate} /> : <span className="muted">open</span>) },
      { id: "mealRate", header: "Meal rate", money: ({ mealRate, currency }) => ({ amount: mealRate, currency }), noTotal: true },
    ]}
    card={(c) => ({
      title: `${c.site.name}, ${c.client.companyName}`,
      text: `${c.currentBreakfastCount} / ${c.maxBreakfastCapacity} · ${c.currentLunchCount} / ${c.maxLunchCapacity} · ${c.currentDinnerCount} / ${c.maxDinnerCapacity}`,
      figure: <ShareBar percent={c.utilisation} limit />,
    })}
    empty={{ title: "No site capacities found", text: "Set Capacity defines how many meals a site can serve for a client at each meal." }}
  />
)
