/** The operations dashboard: its figures with notes, its lists with actions, and its texts for empty lists. */
import { expect, type Locator, type Page } from "@playwright/test"
import { formatDaysIn } from "@ops/platform/ui/date.tsx"
import { ask, openWithin, readsAlone, settled, signedIn, test } from "../signed-in.ts"

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const metric = (page: Page, label: string) => page.locator(".metric", { has: page.getByText(label, { exact: true }) })
/** Replaces a list of the server. */
const answered = async (page: Page, path: string, change: (rows: Record<string, unknown>[]) => unknown) => {
  await readsAlone(page)
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>[]) })
    },
  )
}

/** Whether it is visible on screen, not only to screen readers. */
const isOnScreen = (part: Locator) =>
  part.evaluate((element) => {
    element.scrollIntoView({ block: "center" })
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

interface Metrics {
  readonly staffFedToday: number
  readonly staffFed: { readonly before: number | null }
  readonly activeWorkOrders: number
  readonly urgentWorkOrders: number
  readonly stockAlerts: number
  readonly criticalStock: number
}
interface Money {
  readonly money: Readonly<Record<"earned" | "earnedNotBilled", string>>
  readonly before: Pick<Money, "money">
}
const earnedIn = ({ money }: Pick<Money, "money">) => Number(money.earned) + Number(money.earnedNotBilled)

// proves S-DASH-01, S-DASH-02, S-DASH-03, S-DASH-04, S-DASH-05, S-DASH-06
test("today's figures and comparisons equal those of the server", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  for (const path of ["**/api/dashboard/metrics*", "**/api/money*", "**/api/reads*"])
    await page.route(path, async (route) => {
      await held
      await route.continue()
    })
  await page.goto("/")
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
  await expect(page.getByText("Monitor and manage all operations")).toBeVisible()
  const labels = ["Staff Fed Today", "Active Work Orders", "Stock Alerts", "Monthly Revenue"]
  for (const label of labels) await expect(metric(page, label).locator(".metric-value")).toHaveText("...")
  const answer = page.waitForResponse((response) => response.url().includes("/api/dashboard/metrics"))
  go()
  const of = (await (await answer).json()) as Metrics
  // before the first meal of the day there is nothing to compare
  const fed = of.staffFed.before === null ? undefined : of.staffFedToday - of.staffFed.before
  const since = fed === undefined ? "–" : fed === 0 ? "as many as yesterday" : `${fed < 0 ? "−" : "+"}${Math.abs(fed)} from yesterday`
  const money = await ask<Money>(page, "GET", "/api/money")
  const [earned, before] = [earnedIn(money), earnedIn(money.before)]
  const revenue = ((earned - before) / before) * 100
  for (const [label, value, note] of [
    ["Staff Fed Today", String(of.staffFedToday), since],
    ["Active Work Orders", String(of.activeWorkOrders), `${of.urgentWorkOrders} urgent`],
    ["Stock Alerts", String(of.stockAlerts), `${of.criticalStock} critical`],
    [
      "Monthly Revenue",
      `$${(earned / 1000).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })}K`,
      `${revenue < 0 ? "−" : "+"}${Math.abs(revenue).toFixed(1)}% vs last month`,
    ],
  ] as const) {
    await expect(metric(page, label).locator(".metric-value")).toContainText(`${label}: ${value}`)
    await expect(metric(page, label).locator(".metric-note")).toHaveText(note)
  }
  await expect(metric(page, "Active Work Orders").locator(".metric-note")).toHaveClass(/neutral/)
  await expect(metric(page, "Staff Fed Today").locator(".metric-note")).toHaveClass(!fed ? /neutral/ : fed < 0 ? /negative/ : /positive/)
  await expect(metric(page, "Stock Alerts").locator(".metric-note")).toHaveClass(of.criticalStock > 0 ? /negative/ : /neutral/)
})

// proves S-DASH-08, S-DASH-10, S-DASH-11, S-DASH-13, S-DASH-14
test("alerts, requests, stock and the week show the right number of rows, with colours and actions", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const alerts = await ask<{ priority: string; title: string; message: string; site: { name: string } | null }[]>(page, "GET", "/api/alerts")
  const steps = ["pending", "approved", "completed", "rejected", "pending"]
  const site = { id: 2, code: "PA", name: "Paloj-Adar" }
  await answered(page, "/api/alerts", (rows) => rows.map((row) => ({ ...row, site })))
  await answered(page, "/api/purchase-requests", (rows) =>
    rows.map((row, n) => ({
      ...row,
      site,
      status: steps[n % 5],
      priority: ["high", "medium", "low", "urgent", "low"][n % 5],
      notes: n === 0 ? "" : row["notes"],
    })),
  )
  await answered(page, "/api/stock/alerts", (rows) => rows.map((row, n) => ({ ...row, site, daysRemaining: [2, 5, 6, 1][n] })))
  await page.goto("/")
  await page.getByRole("button", { name: /^Site: / }).click()
  await page.getByRole("menuitemradio", { name: "All Sites" }).click()

  const urgent = panel(page, "Urgent Alerts")
  await expect(urgent.getByRole("listitem")).toHaveCount(3)
  await expect(urgent.getByText(`${alerts.filter(({ priority }) => priority === "critical").length} critical`)).toBeVisible()
  // by its name: a code cannot be hovered over on a phone
  await expect(urgent.getByRole("listitem")).toContainText([site.name, site.name, site.name])
  const first = urgent.getByRole("listitem").first()
  await expect(first).toContainText(alerts[0]!.title)
  // who was notified is in the alert
  await expect(first).toContainText(formatDaysIn(alerts[0]!.message).split(". Notified: ")[0]!)
  await expect(first).toContainText("Critical priority")
  await expect(first.getByRole("button", { name: `${alerts[0]!.title}, Action` })).toHaveText(/^(Assign|Open)$/)

  const requests = panel(page, "Recent Purchase Requests").getByRole("listitem")
  await expect(requests).toHaveCount(5)
  for (const [n, word, step] of [
    [0, "Pending", "Review"],
    [1, "Approved", "Track"],
    [2, "Completed", "Delivered"],
    [3, "Rejected", undefined],
  ] as const) {
    await expect(requests.nth(n)).toContainText(/PR-\d{4}-\d{4}/)
    await expect(requests.nth(n)).toContainText(word)
    await expect(requests.nth(n).getByRole("link")).toHaveText(step ? [step] : [])
  }
  await expect(requests.first()).toContainText(`${site.name} · Various items`)
  await expect(requests.first()).toContainText("High priority")

  const stock = panel(page, "Stock Levels").getByRole("listitem")
  await expect(stock).toContainText(Array.from({ length: 4 }, () => `${site.name} · `))
  await expect(stock.locator("b.num")).toHaveText([/2 days/, /5 days/, /6 days/, /1 day/])
  for (const [n, tone] of [/negative/, /warning/, /positive/, /negative/].entries()) await expect(stock.locator("b.num").nth(n)).toHaveClass(tone)

  const week = await ask<{ count: number }[]>(page, "GET", "/api/staff-feeding/weekly-stats")
  const counted = week.filter(({ count }) => count > 0)
  const chart = panel(page, "Weekly Staff Count")
  await expect(chart).toContainText(`Week Average ${Math.round(counted.reduce((sum, { count }) => sum + count, 0) / counted.length)}`)
  await expect(chart.getByText("today", { exact: true })).toHaveCount(1)
  if (week.length > 1) await expect(chart.getByText("staff fed", { exact: true })).toHaveCount(week.length - 1)
  for (const words of await chart.getByText(/^(today|staff fed)$/).all()) expect(await isOnScreen(words)).toBe(true)
})

// proves S-DASH-09, S-DASH-12, S-DASH-15, S-DASH-16, S-DASH-17
test("every element leads somewhere: an alert to its subject, a request to its decision, quick actions to their screens", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const [alert] = await ask<{ title: string; relatedEntity: string }[]>(page, "GET", "/api/alerts")
  await page.goto("/")
  const action = panel(page, "Urgent Alerts").getByRole("button", { name: /, Action$/ })
  await action.first().click()
  await expect(page.getByRole("dialog")).toContainText(alert!.title)
  for (const name of ["Acknowledge", "Resolve"]) await expect(page.getByRole("dialog").getByRole("button", { name })).toBeVisible()
  if (alert!.relatedEntity === "work_order") {
    await page.getByRole("dialog").getByRole("link", { name: "Open the work order" }).click()
    await expect(page).toHaveURL(/\/facilities\/orders\?open=\d+/)
  }
  const actions = panel(page, "Quick Actions")
  for (const [label, path, shown] of [
    ["New Purchase Request", /\/catering\?/, "Create Purchase Request"],
    ["Generate Monthly Invoice", /\/financial\?/, "Preview"],
    ["View Full Reports", /\/reports$/, "Reports & Analytics"],
  ] as const) {
    await openWithin(page, "/")
    await actions.getByRole("link", { name: label }).click()
    await expect(page).toHaveURL(path)
    await expect(
      page
        .getByRole("heading", { name: shown })
        .or(page.getByRole("button", { name: shown }))
        .first(),
    ).toBeVisible()
  }
  await openWithin(page, "/")
  await panel(page, "Recent Purchase Requests").getByRole("link", { name: "View All" }).click()
  await expect(page).toHaveURL(/\/procurement$/)

  // nothing to show
  for (const path of ["/api/alerts", "/api/purchase-requests", "/api/stock/alerts", "/api/staff-feeding/weekly-stats"]) await answered(page, path, () => [])
  await page.goto("/")
  for (const sentence of ["No urgent alerts at this time", "No purchase requests found", "All stock levels are adequate", "No data available for this week"]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await settled(page)
})

test("days, months and amounts in a sentence of the server are written as people read them, and numbers of documents stay", () => {
  const said = {
    "due 2026-11-26 08:30": "due 26 Nov 2026 08:30",
    "Income posted in 2026-11, net of reversals": "Income posted in November 2026, net of reversals",
    "invoice CON-0002/2026-10/PA, INV-2026-00014, PR-2026-0012": "invoice CON-0002/2026-10/PA, INV-2026-00014, PR-2026-0012",
    "SLB: USD 522420.00 not billed, SSP -1000.50, USD 12.00": "SLB: USD 522,420.00 not billed, SSP −1,000.50, USD 12.00",
  }
  for (const [from, to] of Object.entries(said)) expect(formatDaysIn(from)).toBe(to)
})
