/** Catering, facilities, construction and meals: the contents of each screen and form, with the server's figures. */
import { expect, type Locator, type Page } from "@playwright/test"
import { actsOf, ask, inJuba, notice, openWithin, readsAlone, settled, signedIn, test } from "../signed-in.ts"

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const metric = (page: Page, label: string) => page.locator(".metric", { has: page.getByText(label, { exact: true }) })
/** A tile shows the figure, and the note below it. */
const says = async (page: Page, label: string, value: string | number, note?: string) => {
  await expect(metric(page, label).locator(".metric-value")).toContainText(`${label}: ${value}`)
  if (note) await expect(metric(page, label).locator(".metric-note")).toContainText(note)
}
/** The fields of a form with their initial values. */
const holds = async (form: Locator, fields: Readonly<Record<string, string | RegExp>>) => {
  for (const [label, value] of Object.entries(fields)) await expect(form.getByLabel(label).first(), label).toHaveValue(value)
}
const choices = (form: Locator, label: string) => form.getByLabel(label).locator("option")
/** All sites, for people with access to every site. */
/** Shows all sites, whatever an earlier test selected for this person. */
const everywhere = (page: Page) => ask(page, "PUT", "/api/auth/working-site", { siteId: null })
/** Replaces a list by an empty one. */
const empty = async (page: Page, path: string) => {
  await readsAlone(page)
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json: [] }),
  )
}
const day = /^\d{1,2} [A-Z][a-z]{2} 20\d\d$/

// proves S-CAT-01, S-CAT-02, S-CAT-03, S-CAT-04, S-CAT-05, S-CAT-12, S-CAT-17, DLG-01, DLG-02
test("catering: the figures, and two dialogs that show progress and close when done", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  await page.goto("/catering")
  await expect(page.getByText("Manage food services, staff counts, and inventory")).toBeVisible()
  const tiles = await ask<{ mealsServedToday: number; activeStaff: number }>(page, "GET", "/api/meal-tiles")
  const { stockAlerts } = await ask<{ stockAlerts: number }>(page, "GET", "/api/dashboard/metrics")
  await says(page, "Today's Meals Served", tiles.mealsServedToday, "across all sites")
  await says(page, "Active Staff Count", tiles.activeStaff)
  await says(page, "Low Stock Items", stockAlerts)
  const sites = ["Choose a site", ...(await ask<{ name: string }[]>(page, "GET", "/api/sites?status=active")).map(({ name }) => name)]

  await region(page, "Staff Feeding Management").getByRole("button", { name: "Record Today's Meals" }).click()
  const meals = page.getByRole("dialog", { name: "Record Today's Meals" })
  await expect(choices(meals, "Site")).toHaveText(sites)
  await expect(choices(meals, "Meal type")).toHaveText(["Breakfast", "Lunch", "Dinner"])
  await holds(meals, { "Meal type": "lunch", "Staff count": "0", Notes: "" })
  await meals.getByLabel("Site").selectOption({ label: "Juba office" })
  await meals.getByLabel("Meal type").selectOption("Dinner")
  await meals.getByLabel("Staff count").fill("42")
  const finish = await held(page, "**/api/staff-feeding")
  await meals.getByRole("button", { name: "Record meals" }).click()
  await expect(meals.getByRole("button", { name: "Recording..." })).toBeDisabled()
  finish()
  await expect(notice(page, "Meals recorded successfully")).toBeVisible()
  await expect(meals).toHaveCount(0)
  await page.getByRole("button", { name: "Record Today's Meals" }).click()
  await holds(meals, { "Staff count": "0", "Meal type": "lunch" })
  await page.keyboard.press("Escape")

  await region(page, "Stock & Inventory").getByRole("button", { name: "Create Purchase Request" }).click()
  await expect(page.getByRole("heading", { name: "Create Purchase Request" })).toBeVisible()
  const request = page.getByRole("main").locator("form")
  await expect(choices(request, "Site")).toHaveText(sites)
  await expect(choices(request, "Priority")).toHaveText(["Low", "Medium", "High", "Urgent"])
  await holds(request, { Priority: "medium", Justification: "" })
  await request.getByLabel("Site").selectOption({ label: "Unity State" })
  const raise = await held(page, "**/api/purchase-requests")
  await page.getByRole("button", { name: "Submit for approval" }).click()
  await expect(page.getByRole("button", { name: "Creating..." })).toBeDisabled()
  raise()
  await expect(notice(page, "Purchase request created successfully")).toBeVisible()
  await expect(page.getByRole("dialog", { name: /^PR-/ })).toBeVisible()
})

/** Holds back the request of a call until the returned function is called. */
const held = async (page: Page, path: string) => {
  let finish = () => {}
  const go = new Promise<void>((resolve) => (finish = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() !== "GET") await go
    await route.continue()
  })
  return () => finish()
}

// proves ENT-25
test("stock: an item is added, and its usual cost is changed", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/catering/stock?tab=items")
  await page.getByRole("button", { name: "New Item" }).click()
  const dialog = page.getByRole("dialog", { name: "New Item" })
  await dialog.getByLabel("Name").fill("Hibiscus flowers")
  await dialog.getByLabel("Category").selectOption("other")
  await dialog.getByLabel("Unit").fill("kg")
  await dialog.getByLabel("Description").fill("Dried, for karkadeh")
  await dialog.getByRole("button", { name: "Add item" }).click()
  const row = page.getByRole("row").filter({ hasText: "Hibiscus flowers" })
  await expect(row).toContainText("Dried, for karkadeh")
  await (await actsOf(row)).getByRole("button", { name: "Change the cost of Hibiscus flowers" }).click()
  const cost = page.getByRole("dialog", { name: "Usual cost of Hibiscus flowers" })
  await cost.getByLabel("Usual cost of one kg").fill("6.405")
  await cost.getByRole("button", { name: "Save cost" }).click()
  await expect(cost.getByText("Usual cost must be a number with at most two decimals")).toBeVisible()
  await cost.getByLabel("Usual cost of one kg").fill("6.4")
  await cost.getByRole("button", { name: "Save cost" }).click()
  await expect(notice(page, "Usual cost of Hibiscus flowers changed")).toBeVisible()
  await expect(row).toContainText("6.40")
})

// proves S-CAT-06, S-CAT-07, S-CAT-08, S-CAT-09, S-CAT-10, S-CAT-11, S-CAT-13, S-CAT-14, S-CAT-15, S-CAT-16
test("catering: every link leads to its screen", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/catering")
  for (const [section, link, address, heading] of [
    ["Staff Feeding Management", "View Feeding History", /\/catering\/feeding-history/, "Feeding History"],
    ["Menu Planning", "Weekly Menu Planner", /\/catering\/menus/, "Weekly Menu Planner"],
    ["Menu Planning", "View Current Menus", /\/catering\/menus\/current/, "Current Menus"],
    ["Menu Planning", "Client Menu Recommendations", /\/catering\/recommendations/, "Client Menu Recommendations"],
    ["Stock & Inventory", "View Stock Levels", /\/catering\/stock$/, "Stock"],
    ["Stock & Inventory", "Stock Alerts", /\/catering\/stock\?view=alerts/, "Stock"],
    ["Billing & Invoicing", "Generate Monthly Invoice", /\/invoices\?view=month-end/, "Month-end"],
    ["Billing & Invoicing", "View Previous Invoices", /\/invoices\?view=all&kind=meal/, "Invoice Generator"],
    ["Billing & Invoicing", "Billing Reports", /\/catering\/billing-reports/, "Billing Reports"],
  ] as const) {
    await region(page, section).getByRole("link", { name: link }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole("heading", { name: heading, exact: true }).first()).toBeVisible()
    await page.goBack()
  }
  await page.getByRole("button", { name: "Update Staff Count" }).click()
  const count = page.getByRole("dialog", { name: "Update Staff Count" })
  for (const label of ["Site", "Client", "Reason"]) await expect(count.getByLabel(label).first()).toBeVisible()
})

interface Overview {
  readonly activeOrders: number
  readonly urgentRequests: number
  readonly availableStaff: number
  readonly completedToday: number
  readonly recent: readonly { readonly orderNumber: string; readonly priority: string; readonly status: string }[]
  readonly services: readonly { readonly serviceType: string; readonly open: number }[]
  readonly equipment: Readonly<Record<string, number>>
}

// proves S-FAC-01, S-FAC-02, S-FAC-03, S-FAC-04, S-FAC-05, S-FAC-06, S-FAC-07, S-FAC-08, S-FAC-09, S-FAC-10, S-FAC-11, S-FAC-12, S-FAC-13
test("facilities: the figures, the latest orders, staff and equipment, and four quick actions", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  await ask(page, "POST", "/api/work-orders", { siteId: 1, serviceType: "waste", priority: "urgent", description: "Skip is on fire" })
  await page.goto("/facilities")
  await expect(page.getByText("Handle cleaning, maintenance, and facility requests")).toBeVisible()
  const of = await ask<Overview>(page, "GET", "/api/work-orders/overview")
  await says(page, "Active Work Orders", of.activeOrders)
  await says(page, "Urgent Requests", of.urgentRequests)
  await says(page, "Available Staff", of.availableStaff)
  await says(page, "Completed Today", of.completedToday)
  const recent = region(page, "Recent Work Orders").getByRole("listitem")
  await expect(recent).toHaveCount(3)
  for (const [n, { orderNumber }] of of.recent.entries()) await expect(recent.nth(n)).toContainText(orderNumber)
  await expect(recent.first()).toContainText("Urgent")
  const services = region(page, "Service Categories").locator("tbody").getByRole("row")
  for (const [n, label] of ["Cleaning", "Fumigation", "Sewage", "Waste", "Equipment maintenance"].entries()) {
    await expect(services.nth(n)).toContainText(label)
    await expect(services.nth(n).getByRole("cell").nth(1)).toHaveText(String(of.services[n]!.open))
  }
  await expect(region(page, "Staff Availability").locator("tbody").getByRole("row")).toHaveText([/^Cleaning team/, /^Maintenance team/, /^Supervisors/])
  for (const [status, label] of [
    ["operational", "Operational"],
    ["standby", "Standby"],
    ["inspection", "Inspection"],
    ["down", "Down"],
  ] as const) {
    await expect(region(page, "Equipment Status").getByRole("row", { name: `${label} ${of.equipment[status]}` })).toBeVisible()
  }

  await page.getByRole("button", { name: "Create Work Order" }).click()
  const order = page.getByRole("dialog", { name: "Create Work Order" })
  await holds(order, { "Service type": "cleaning", Priority: "medium", Description: "", Location: "", "Due date": "" })
  await order.getByLabel("Description").fill("Sweep the yard")
  await order.getByRole("button", { name: "Create work order" }).click()
  await expect(notice(page, /^Work order WO-\d{4}-\d{5} created$/)).toBeVisible()
  await expect(page).toHaveURL(/\/facilities\/orders\?open=\d+/)
  for (const action of ["Report Emergency", "Assign Staff", "Schedule Maintenance"]) {
    await openWithin(page, "/facilities")
    await page.getByRole("button", { name: action }).click()
    await expect(page.getByRole("dialog", { name: action })).toBeVisible()
  }
})

interface Project {
  readonly name: string
  readonly description: string | null
  readonly projectNumber: string
  readonly status: string
  readonly budget: string | null
}

// proves S-CON-01, S-CON-02, S-CON-03, S-CON-04, S-CON-05, S-CON-06, S-CON-07, S-CON-08, S-CON-09, S-CON-10, S-CON-11, DLG-03
test("construction: counts, active projects, the table, the budget, and four links into a project", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  await ask(page, "POST", "/api/construction-projects", { projectName: `Without money ${Date.now()}`, siteId: 2 })
  const dropped = await ask<{ id: number }>(page, "POST", "/api/construction-projects", { projectName: `Dropped ${Date.now()}`, siteId: 2 })
  await ask(page, "PATCH", `/api/construction-projects/${dropped.id}/cancel`, { reason: "No longer wanted" })
  await page.goto("/construction")
  await expect(page.getByText("Track renovation and construction activities")).toBeVisible()
  const projects = await ask<Project[]>(page, "GET", "/api/construction-projects?limit=200")
  const counted = (status: string) => projects.filter((project) => project.status === status).length
  for (const [label, status] of [
    ["Active", "in_progress"],
    ["Planned", "planning"],
    ["On Hold", "on_hold"],
    ["Completed", "completed"],
  ] as const) {
    await says(page, label, counted(status))
  }
  const active = region(page, "Active Projects").getByRole("listitem")
  await expect(active).toHaveCount(counted("in_progress"))
  for (const project of projects.filter(({ status }) => status === "in_progress")) {
    const item = active.filter({ hasText: project.projectNumber })
    await expect(item).toContainText("In progress")
    await expect(item).toContainText(project.description ?? "No description available")
    await expect(item).toContainText(project.budget === null ? "N/A" : `$${Number(project.budget).toLocaleString("en-US", { minimumFractionDigits: 2 })}`)
    await expect(item.getByRole("progressbar")).toBeVisible()
    for (const term of ["Site", "Manager", "Expected completion"]) await expect(item.getByText(term, { exact: true })).toBeVisible()
  }
  const all = page.getByRole("region", { name: "All Projects" })
  // a cancelled project has a row and is counted separately, as in the figures
  const cancelled = counted("cancelled")
  await expect(all.locator(".panel-head")).toHaveText(`All Projects${projects.length - cancelled}and ${cancelled} cancelled`)
  const table = all.getByRole("table")
  await expect(table.locator("tbody").getByRole("row")).toHaveCount(projects.length)
  await expect(table.getByRole("row", { name: /^Without money/ }).first()).toContainText("N/A")
  const types = region(page, "Projects by Type")
  for (const type of ["New construction", "Renovation", "Maintenance"]) await expect(types.getByText(type, { exact: true })).toBeVisible()
  const figures = await ask<{ totalBudget: string; spent: string; activeBudget: string }>(page, "GET", "/api/construction-projects/figures")
  const budget = region(page, "Budget Overview")
  for (const [label, amount] of [
    ["Total budget", figures.totalBudget],
    ["Spent", figures.spent],
    ["Active projects", figures.activeBudget],
  ] as const) {
    await expect(budget.getByRole("button", { name: new RegExp(`^${label}: `) })).toContainText(
      `$${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
    )
  }

  await page.getByRole("button", { name: "New Project" }).click()
  const form = page.getByRole("dialog", { name: "New Project" })
  await holds(form, { "Project name": "", Description: "", Site: "", Budget: "", "Project manager": "" })
  await expect(form.getByLabel("Budget")).toHaveAttribute("step", "0.01")
  await page.keyboard.press("Escape")
  for (const [action, part] of [
    ["Schedule Planning", "tasks"],
    ["Assign Resources", "resources"],
    ["Project Timeline", "timeline"],
    ["Budget Reports", "budget"],
  ] as const) {
    await page.getByRole("button", { name: action }).click()
    await page.getByRole("menuitem", { name: /Dining hall extension/ }).click()
    await expect(page).toHaveURL(new RegExp(`/construction/\\d+\\?tab=${part}`))
    await page.goBack()
  }
  await empty(page, "/api/construction-projects")
  await page.goto("/construction")
  await expect(page.getByText("No active projects at this time")).toBeVisible()
  await expect(page.getByText("No projects found")).toBeVisible()
})

/** A session today, at any hour. */
const opened = async (page: Page) => {
  const [client] = await ask<{ id: number }[]>(page, "GET", "/api/clients?siteId=2")
  const project = { projectName: `Night shift ${Date.now()}`, clientId: client!.id, siteId: 2 }
  const { id } = await ask<{ id: number }>(page, "POST", "/api/projects", project)
  const sessionDate = inJuba()
  await ask(page, "POST", "/api/meal-sessions", { sessionDate, mealType: "lunch", siteId: 2, clientId: client!.id, projectId: id })
}

interface Tiles {
  readonly todaysSessions: number
  readonly totalAttendees: number
  readonly activeStaff: number
  readonly todaysRevenue: string
  readonly activeSites: number
  readonly capacityUtilisation: string
}
const usd = (amount: string) => `$${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 })}`

// proves S-MEAL-01, S-MEAL-02, S-MEAL-03, S-MEAL-04, S-MEAL-05, DLG-11, DLG-12
test("meal tracking: the figures, today's sessions, their people, and two dialogs", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  await opened(page)
  await page.goto("/meal-tracking")
  await settled(page)
  const tiles = await ask<Tiles>(page, "GET", "/api/meal-tiles")
  await says(page, "Today's Sessions", tiles.todaysSessions)
  await says(page, "Total Attendees", tiles.totalAttendees)
  await says(page, "Active Staff", tiles.activeStaff)
  await says(page, "Today's Revenue", usd(tiles.todaysRevenue))
  await expect(region(page, "Meal Sessions").getByRole("listitem").first()).toContainText(/served/)
  const list = page.getByRole("region", { name: "Active staff", exact: true })
  await expect(list).toHaveCSS("overflow-y", "auto")
  // the tile counts everyone; the list shows the people of the selected session's client, and states that beside its number
  const panel = region(page, "Active Staff")
  await expect(list.getByRole("listitem")).not.toHaveCount(0)
  const shown = await list.getByRole("listitem").count()
  const client = (await page.locator("[data-chosen] .row-body > div").first().innerText()).split(" · ")[0]!.replace(/^[A-Z]{2}\s+/, "")
  expect(client).not.toBe("")
  await expect(panel.locator(".panel-head")).toHaveText(`Active Staff${shown}of ${client}`)
  await expect(list.getByRole("listitem").first()).toBeVisible()
  expect(await list.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(384)

  await page.getByRole("button", { name: "New Session" }).click()
  const session = page.getByRole("dialog", { name: "New Session" })
  await holds(session, { "Session date": day, Time: /^\d\d:\d\d$/, Site: /^\d+$/, Project: "" })
  await expect(choices(session, "Meal type")).toHaveText(["Breakfast", "Lunch", "Dinner"])
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Record Attendance" }).click()
  const attendance = page.getByRole("dialog", { name: "Record Attendance" })
  await expect(attendance.getByLabel("Meal session")).not.toHaveValue("")
  await expect(attendance.getByLabel("Attended")).toBeChecked()
  await expect(attendance.getByLabel("Staff member")).toHaveValue("")
  await page.keyboard.press("Escape")
  await empty(page, "/api/meal-sessions")
  await page.goto("/meal-tracking")
  await expect(page.getByText("No meal sessions for today")).toBeVisible()
  await expect(page.getByRole("button", { name: "Record Attendance" })).toBeDisabled()
})

// proves S-EMEAL-01, S-EMEAL-02, S-EMEAL-03, S-EMEAL-04, S-EMEAL-05, S-EMEAL-06, S-EMEAL-07, S-EMEAL-08, S-EMEAL-09, S-EMEAL-10, S-EMEAL-11, DLG-13, DLG-14, DLG-15, DLG-16
test("enhanced meal tracking: the figures, six tabs, and four quick actions", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  await opened(page)
  await page.goto("/meal-tracking-enhanced")
  const tiles = await ask<Tiles>(page, "GET", "/api/meal-tiles")
  const bills = await ask<{ weeklyRevenue: { USD: string }; pendingBills: number }>(page, "GET", "/api/invoice-tiles")
  await says(page, "Active Sites", tiles.activeSites)
  await says(page, "Capacity Utilisation", `${tiles.capacityUtilisation}%`)
  await says(page, "Weekly Revenue", usd(bills.weeklyRevenue.USD))
  await says(page, "Pending Bills", bills.pendingBills)
  await expect(page.getByRole("tab")).toHaveText(["Site Capacities", "Daily Summaries", "Billing & Invoices", "Meal Sessions", "Attendance", "Analytics"])

  // a site's capacity and meals served, over the three meals
  const row = page.getByRole("row", { name: /Nile Basin Drilling/ })
  const meals = await Promise.all(["Breakfast", "Lunch", "Dinner"].map((meal) => row.getByRole("button", { name: new RegExp(`^${meal}: `) }).textContent()))
  const [now, most] = meals
    .map((said) => /(\d+) \/ (\d+)/.exec(said!)!.slice(1).map(Number) as [number, number])
    .reduce(([a, b], [c, d]) => [a + c, b + d] as [number, number], [0, 0])
  await expect(row.getByRole("button", { name: /^Utilisation: / })).toContainText(`${Math.round((now / most) * 100)}%`)

  await page.getByRole("tab", { name: "Daily Summaries" }).click()
  const year = new Intl.DateTimeFormat("en", { timeZone: "Africa/Juba", year: "numeric" }).format(new Date())
  await expect(page.getByRole("button", { name: year, exact: true })).toBeVisible()
  const summary = page.locator("tbody tr").first()
  const number = async (label: string) => Number(/: (\d+)/.exec((await summary.getByRole("button", { name: new RegExp(`^${label}: `) }).textContent())!)![1])
  const [planned, served] = [await number("Planned"), await number("Served")]
  await expect(summary.getByRole("button", { name: /^Efficiency: / })).toContainText(`${Math.round((served / planned) * 100)}%`)
  await page.getByRole("tab", { name: "Billing & Invoices" }).click()
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible()
  await page.getByRole("tab", { name: "Meal Sessions" }).click()
  await expect(page.getByRole("columnheader", { name: "Meal" }).first()).toBeVisible()
  await page.getByRole("tab", { name: "Attendance" }).click()
  await expect(page.locator("tbody tr").first()).toContainText(/Breakfast|Lunch|Dinner/)
  await page.getByRole("tab", { name: "Analytics" }).click()
  for (const heading of ["Meals served", "No-shows by client"]) await expect(page.getByRole("heading", { name: heading })).toBeVisible()

  for (const [action, fields] of [
    [
      "Set Capacity",
      { Site: /^\d*$/, Client: "", Project: "", Breakfast: "0", Lunch: "0", Dinner: "0", "Meal rate": "60.00", "Start date": day, "End date": "" },
    ],
    ["Generate Billing", { Site: /^\d*$/, Client: "", "Start date": day, "End date": day }],
    ["Create Session", { "Session date": day, Site: /^\d*$/, Project: "", Client: "" }],
    ["Record Attendance", {}],
  ] as const) {
    await page.getByRole("button", { name: action }).click()
    const dialog = page.getByRole("dialog", { name: action })
    await expect(dialog).toBeVisible()
    await holds(dialog, fields)
    if (action === "Generate Billing") await expect(choices(dialog, "Billing type")).toHaveText(["Daily", "Weekly", "Monthly"])
    if (action === "Record Attendance") {
      await dialog.getByLabel("Meal session").selectOption({ index: 1 })
      await expect(dialog.getByLabel("Attended")).toBeChecked()
      await expect(dialog.getByLabel("Everyone")).toBeVisible()
      break
    }
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
  }
})
