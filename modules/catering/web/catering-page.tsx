/** Catering at a glance: the figures of today and what a canteen does with them. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { type Metric, MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Suspense } from "react"
import { Link, Navigate } from "react-router-dom"
import { useApi, useTotal } from "./client.ts"
import "./catering.css"

const UpdateStaffCountDialog = lazyWithRetry(() => import("@ops/clients/staff-members/web/update-staff-count-dialog.tsx"))
const RecordMealsDialog = lazyWithRetry(() => import("../feeding/web/record-meals-dialog.tsx"))

export const Component = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const serves = can("operations.basic", "operations.supervise", "department.manage")
  const plans = can("operations.supervise", "department.manage", "finance.full")
  const record = () => dialog.open("record-meals")
  useKeys("Catering", serves ? { c: ["Record today's meals", record] } : {})
  return (
    <Page>
      <Figures />
      <div className="catering-sections">
        <Panel title="Staff Feeding Management" padded>
          <p className="muted">How many people ate at each meal, whose they are, and how many are expected.</p>
          <div className="line catering-acts">
            {serves && (
              <Button kind="primary" onClick={record}>
                Record Today's Meals
              </Button>
            )}
            {plans && <Button onClick={() => dialog.open("staff-count")}>Update Staff Count</Button>}
            <Button asChild>
              <Link to="/catering/feeding-history">View Feeding History</Link>
            </Button>
            <Button asChild>
              <Link to="/meal-tracking">Meal Tracking</Link>
            </Button>
          </div>
        </Panel>
        <Panel title="Menu Planning" padded>
          <p className="muted">Plan meals, check ingredients and see suggestions.</p>
          <div className="line catering-acts">
            <Button asChild>
              <Link to="/catering/menus">Weekly Menu Planner</Link>
            </Button>
            <Button asChild>
              <Link to="/catering/menus/current">View Current Menus</Link>
            </Button>
            {sees("operations.supervise", "department.manage", "finance.full") && (
              <Button asChild>
                <Link to="/catering/recommendations">Client Menu Recommendations</Link>
              </Button>
            )}
          </div>
        </Panel>
        <Panel title="Stock & Inventory" padded>
          <p className="muted">What the stores hold, and what runs low. What is needed is requested here; another person approves it.</p>
          <div className="line catering-acts">
            <Button asChild>
              <Link to="/catering/stock">View Stock Levels</Link>
            </Button>
            {serves && (
              <Button asChild>
                <Link to="/procurement/new?from=catering">Create Purchase Request</Link>
              </Button>
            )}
            <Button asChild>
              <Link to="/catering/stock?view=alerts">Stock Alerts</Link>
            </Button>
          </div>
        </Panel>
        {sees("finance.departmental", "finance.full") && (
          <Panel title="Billing & Invoicing" padded>
            <p className="muted">Preview the month's meals per client and site before you post.</p>
            <div className="line catering-acts">
              {can("invoices.manage") && (
                <Button asChild>
                  <Link to="/invoices?view=month-end">Generate Monthly Invoice</Link>
                </Button>
              )}
              <Button asChild>
                <Link to="/invoices?view=all&kind=meal">View Previous Invoices</Link>
              </Button>
              <Button asChild>
                <Link to="/catering/billing-reports">Billing Reports</Link>
              </Button>
            </div>
          </Panel>
        )}
      </div>
      <Suspense>
        {dialog.name === "record-meals" && <RecordMealsDialog onClose={dialog.close} />}
        {dialog.name === "create-request" && serves && <Navigate to="/procurement/new?from=catering" replace />}
        {dialog.name === "staff-count" && <UpdateStaffCountDialog onClose={dialog.close} />}
      </Suspense>
    </Page>
  )
}

const Figures = () => {
  const { siteId, site } = useWorkingSite()
  const query = siteId === undefined ? undefined : { siteId }
  const meals = useApi("GET /api/meal-tiles", { query })
  const low = useTotal("GET /api/stock/levels", { query: { ...query, status: "low" } })
  const where = site ? `at ${site.name}` : "across all sites"
  const cell = <Of extends object>(
    label: string,
    from: { readonly data: Of | undefined; readonly isPending: boolean },
    value: (of: Of) => number,
    name: string,
  ): Metric => ({
    label,
    value: from.data ? String(value(from.data)) : "–",
    loading: from.isPending,
    note: { tone: "neutral", text: where },
    figure: from.data && { name, parameters: { siteId } },
  })
  return (
    <div className="catering-figures">
      <MetricStrip
        label="Catering today"
        cells={[
          cell("Today's Meals Served", meals, ({ mealsServedToday }) => mealsServedToday, "meals.served"),
          cell("Active Staff Count", meals, ({ activeStaff }) => activeStaff, "client.activeStaff"),
          cell("Low Stock Items", { data: low === undefined ? undefined : { low }, isPending: low === undefined }, ({ low }) => low, "stock.alerts"),
        ]}
      />
    </div>
  )
}
