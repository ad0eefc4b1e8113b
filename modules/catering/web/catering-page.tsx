/** Catering today: the figures, the meals of each site, and links to the other screens. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { type Metric, MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { monthOf } from "@ops/platform/calendar.ts"
import { sameDayBy } from "@ops/platform/ui/forms/same-day.ts"
import { count } from "@ops/platform/text.ts"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useLowStock } from "@ops/stock/web/low-stock.ts"
import { Link } from "react-router-dom"
import { RunningShort, ServedLately, TodaysMeals, Tomorrow, useLatelyByDay, whole } from "./catering-today.tsx"
import { useApi } from "./client.ts"
import "./catering.css"

const UpdateStaffCountDialog = lazyPart(() => import("@ops/clients/staff-members/web/update-staff-count-dialog.tsx"))
const NewRequestForm = lazyPart(async () => ({ default: (await import("@ops/procurement/purchase-requests/web/new-request-form.tsx")).Component }))
const RecordMealsDialog = lazyPart(() => import("../feeding/web/record-meals-dialog.tsx"))

export const Component = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const serves = can("operations.basic", "operations.supervise", "department.manage")
  const plans = can("operations.supervise", "department.manage", "finance.full")
  const record = () => dialog.open("record-meals")
  const isRequesting = dialog.name === "create-request" && serves
  useKeys("Catering", serves && !isRequesting ? { c: ["Record today's meals", record] } : {})
  if (isRequesting) return <NewRequestForm />
  return (
    <Page
      actions={
        <>
          {can("operations.basic", "inventory.manage", "department.manage") && (
            <Button asChild>
              <Link to="/catering/stock?dialog=issue">Issue stock</Link>
            </Button>
          )}
          {serves && (
            <Button kind="primary" onClick={record}>
              Record a meal <kbd aria-hidden>C</kbd>
            </Button>
          )}
        </>
      }
    >
      <Figures />
      <TodaysMeals serves={serves} />
      <div className="catering-halves">
        <Tomorrow />
        <RunningShort serves={serves} />
      </div>
      <ServedLately />
      <div className="catering-sections">
        <Panel title="Staff Feeding Management">
          <ul className="catering-links">
            {serves && <Act onClick={record}>Record Today's Meals</Act>}
            {plans && <Act onClick={() => dialog.open("staff-count")}>Update Staff Count</Act>}
            <Way to="/catering/feeding-history">View Feeding History</Way>
            <Way to="/meal-tracking">Meal Tracking</Way>
          </ul>
        </Panel>
        <Panel title="Menu Planning">
          <ul className="catering-links">
            <Way to="/catering/menus">Weekly Menu Planner</Way>
            <Way to="/catering/menus/current">View Current Menus</Way>
            {sees("operations.supervise", "department.manage", "finance.full") && <Way to="/catering/recommendations">Client Menu Recommendations</Way>}
          </ul>
        </Panel>
        <Panel title="Stock & Inventory">
          <ul className="catering-links">
            <Way to="/catering/stock">View Stock Levels</Way>
            {serves && <Act onClick={() => dialog.open("create-request")}>Create Purchase Request</Act>}
            <Way to="/catering/stock?view=alerts">Stock Alerts</Way>
          </ul>
        </Panel>
        {sees("finance.departmental", "finance.full") && (
          <Panel title="Billing & Invoicing">
            <ul className="catering-links">
              {can("invoices.manage") && <Way to="/invoices?view=month-end">Generate Monthly Invoice</Way>}
              <Way to="/invoices?view=all&kind=meal">View Previous Invoices</Way>
              <Way to="/catering/billing-reports">Billing Reports</Way>
            </ul>
          </Panel>
        )}
      </div>
      {dialog.name === "record-meals" && <RecordMealsDialog onClose={dialog.close} />}
      {dialog.name === "staff-count" && <UpdateStaffCountDialog onClose={dialog.close} />}
    </Page>
  )
}

const Way = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <li>
    <Link className="link" to={to}>
      {children}
    </Link>
  </li>
)
const Act = ({ onClick, children }: { readonly onClick: () => void; readonly children: string }) => (
  <li>
    <button type="button" className="link" onClick={onClick}>
      {children}
    </button>
  </li>
)

interface FoodCost {
  readonly costPerMeal: string | null
  readonly costed: number
  readonly meals: number
  readonly days: readonly number[]
}
const foodCosts = "/api/reports/margin/totals"

const difference = (now: string, before: string) => {
  const amount = sumMoney([now, `-${before}`])
  return `${amount.startsWith("-") ? "" : "+"}${formatMoney(amount, "USD")}`
}

const Figures = () => {
  const { siteId, site } = useWorkingSite()
  const query = siteId === undefined ? undefined : { siteId }
  const meals = useApi("GET /api/meal-tiles", { query })
  const low = useLowStock(query ?? {})
  const { sees } = useSession()
  const seesCosts = sees("finance.departmental", "finance.full")
  const food = useApiQuery<FoodCost>(seesCosts ? foodCosts : null, query).data
  // the same days of the month before
  const to = sameDayBy(today(), -1)
  const before = useApiQuery<FoodCost>(seesCosts ? foodCosts : null, { ...query, from: `${monthOf(to)}-01`, to }).data
  const lately = useLatelyByDay()
  const planned = lately?.at(-1)
  const where = site ? `at ${site.name}` : "across all sites"
  const cell = <Of extends object>(
    label: string,
    from: { readonly data: Of | undefined; readonly isPending: boolean },
    value: (of: Of) => number,
    name: string,
    more: Partial<Metric> | undefined,
  ): Metric => ({
    label,
    value: from.data ? String(value(from.data)) : "–",
    loading: from.isPending,
    note: { tone: "neutral", text: where },
    ...more,
    figure: from.data && { name, parameters: { siteId } },
  })
  return (
    <div className="catering-figures">
      <MetricStrip
        label="Catering today"
        cells={[
          cell("Today's Meals Served", meals, ({ mealsServedToday }) => mealsServedToday, "meals.served", {
            trend: lately?.map(({ served }) => served),
            ...(planned && planned.planned > 0 && { note: { tone: "neutral", text: `of ${whole.format(planned.planned)} planned ${where}` } }),
          }),
          cell("Active Staff Count", meals, ({ activeStaff }) => activeStaff, "client.activeStaff", {
            trend: lately?.map(({ people }) => people),
            ...(planned && planned.planned > 0 && { note: { tone: "neutral", text: `${whole.format(planned.planned)} meals planned today ${where}` } }),
          }),
          cell("Low Stock Items", low, ({ stockAlerts }) => stockAlerts, "stock.alerts", {
            trend: low.data?.trends.stock,
            ...(low.data && low.data.criticalStock > 0 && { note: { tone: "negative", text: `${low.data.criticalStock} critical ${where}` } }),
          }),
          ...(food
            ? [
                {
                  label: "Food cost per meal",
                  qualifier: "this month",
                  value: food.costPerMeal === null ? "–" : formatMoney(food.costPerMeal, "USD"),
                  trend: food.days,
                  note: {
                    tone: "neutral",
                    text:
                      food.costPerMeal !== null && before?.costPerMeal
                        ? `${difference(food.costPerMeal, before.costPerMeal)} vs last month`
                        : `${food.costed} of ${count(food.meals, "session")} with issued goods`,
                  } as const,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
