/** Every screen, rendered without errors or accessibility faults: light, dark and on a phone. */
import { type Browser, expect, type Page } from "@playwright/test"
import { areRecorded, countRequests, lookDifferences, onlyFingerprints } from "../fingerprint.ts"
import { ask, found, lastMonth, lookAs, looks, openWithin, settled, signedIn, test, visitor } from "../signed-in.ts"

interface Screen {
  readonly path: string
  /** the title of the page, or of the dialog above it */
  readonly heading: string | RegExp
  /** a screen that was designed: it keeps its look */
  readonly designed?: string
}

const areas: Readonly<Record<string, ReadonlyArray<Screen>>> = {
  "the dashboard, purchases and clients": [
    { path: "/", heading: "Operations Dashboard", designed: "today" },
    { path: "/procurement", heading: "Procurement Management" },
    { path: "/procurement?open=1", heading: /^PR-\d{4}-0001$/ },
    { path: "/procurement/new", heading: "New Request", designed: "request" },
    { path: "/clients", heading: "Clients" },
    { path: "/approvals", heading: "Approvals", designed: "approvals" },
    { path: `/month-end/${lastMonth.name}`, heading: "Month-end", designed: "month-end" },
    { path: "/alerts", heading: "Alerts" },
    { path: "/alerts?dialog=choices", heading: "Notifications" },
    { path: "/catering?dialog=create-request", heading: "Create Purchase Request" },
    { path: "/financial?view=month-end", heading: "Month-end" },
  ],
  "marketing and sales": [
    { path: "/marketing?tab=dashboard", heading: "Marketing CRM" },
    { path: "/marketing?tab=prospects", heading: "Marketing CRM" },
    { path: "/marketing?tab=prospects&view=board", heading: "Marketing CRM" },
    { path: "/marketing?tab=prospects&dialog=new-prospect", heading: "Add New Prospect" },
    { path: "/marketing?tab=targets", heading: "Marketing CRM" },
    { path: "/marketing?tab=targets&dialog=new-target", heading: "New Target" },
    { path: "/marketing?tab=budgets", heading: "Marketing CRM" },
    { path: "/marketing?tab=campaigns&dialog=new-campaign", heading: "New Campaign" },
  ],
  settings: ["company", "sites", "users", "departments", "leave", "limits", "rates", "taxes", "categories", "codes", "mail"].map((tab) => ({
    path: `/settings?tab=${tab}`,
    heading: "Settings",
  })),
  "the account, and what the settings ask for": [
    { path: "/account", heading: "My Account" },
    { path: "/account?dialog=new-token", heading: "New API token" },
    { path: "/settings?tab=categories&dialog=expense-category", heading: "New category" },
    { path: "/settings?tab=codes&dialog=cost-code", heading: "New cost code" },
    { path: "/procurement?dialog=set-budget", heading: "Set procurement budget" },
  ],
  "catering and meal tracking": [
    { path: "/catering", heading: "Catering Services", designed: "catering" },
    { path: "/catering?dialog=record-meals", heading: "Record Today's Meals" },
    { path: "/catering/feeding-history", heading: "Feeding History" },
    { path: "/catering/billing-reports", heading: "Billing Reports" },
    { path: "/catering/margin", heading: "Meal margin" },
    { path: "/catering/stock", heading: "Stock" },
    { path: "/catering/stock?open=1", heading: /^Fresh tomatoes/ },
    { path: "/catering/stock?tab=movements", heading: "Stock" },
    { path: "/catering/stock?tab=lots", heading: "Stock" },
    { path: "/catering/stock?tab=items", heading: "Stock" },
    { path: "/catering/stock?dialog=count", heading: "Count Stock" },
    { path: "/catering/menus", heading: "Weekly Menu Planner" },
    { path: "/catering/menus?dialog=new-menu", heading: "New menu" },
    { path: "/catering/menus/current", heading: "Current Menus" },
    { path: "/catering/recipes?open=1", heading: "Maize porridge" },
    { path: "/catering/recipes?dialog=new-recipe", heading: "New recipe" },
    { path: "/catering/recommendations", heading: "Client Menu Recommendations" },
    { path: "/catering/recommendations?dialog=log-wish", heading: "Add request" },
    { path: "/meal-tracking", heading: "Meal Tracking System", designed: "meals" },
    { path: "/meal-tracking?dialog=new-session", heading: "New Session" },
    { path: "/meal-tracking?dialog=record-attendance", heading: "Record Attendance" },
    { path: "/meal-tracking/kiosk/1", heading: /Breakfast|Lunch|Dinner/, designed: "kiosk" },
  ],
  "meal tracking with its plans": [
    { path: "/meal-tracking-enhanced", heading: "Enhanced Meal Tracking" },
    { path: "/meal-tracking-enhanced?dialog=set-capacity", heading: "Set Capacity" },
    { path: "/meal-tracking-enhanced?dialog=record-attendance", heading: "Record Attendance" },
    { path: "/meal-tracking-enhanced?tab=summaries", heading: "Enhanced Meal Tracking" },
    { path: "/meal-tracking-enhanced?tab=sessions&open=1", heading: /Breakfast|Lunch|Dinner/ },
    { path: "/meal-tracking-enhanced?tab=attendance", heading: "Enhanced Meal Tracking" },
    { path: "/meal-tracking-enhanced?tab=analytics", heading: "Meals served" },
    { path: "/meal-tracking-enhanced?tab=billing", heading: "Enhanced Meal Tracking" },
    { path: "/meal-tracking-enhanced?dialog=generate-billing", heading: "Generate Billing" },
  ],
  facilities: [
    { path: "/facilities", heading: "Facilities Services", designed: "facilities" },
    { path: "/facilities?dialog=create-order", heading: "Create Work Order" },
    { path: "/facilities?dialog=report-emergency", heading: "Report Emergency" },
    { path: "/facilities?dialog=assign-staff", heading: "Assign Staff" },
    { path: "/?dialog=report-issue", heading: "Report Issue" },
    { path: "/facilities/orders", heading: "Work Orders" },
    { path: "/facilities/orders?view=list&open=1", heading: /^WO-\d{4}-00001/ },
    { path: "/facilities/billing", heading: "Work Orders to Bill" },
    { path: "/facilities/plans?open=1", heading: /^PM-\d{4}/ },
    { path: "/facilities/plans?tab=levels", heading: "Maintenance" },
    { path: "/facilities/plans?dialog=new-plan", heading: "Schedule Maintenance" },
    { path: "/facilities/assets?open=1", heading: /^AST-\d{4}/ },
    { path: "/facilities/assets?dialog=new-asset", heading: "Register Asset" },
  ],
  construction: [
    { path: "/construction", heading: "Construction Projects", designed: "construction" },
    { path: "/construction?dialog=new-project", heading: "New Project" },
    { path: "/construction/{Dining hall extension}", heading: "Dining hall extension" },
    { path: "/construction/{Dining hall extension}?tab=timeline", heading: "Dining hall extension" },
    { path: "/construction/{Dining hall extension}?tab=resources", heading: "Dining hall extension" },
    { path: "/construction/{Dining hall extension}?tab=snags", heading: "Dining hall extension" },
    { path: "/construction/{Dining hall extension}?tab=budget", heading: "Dining hall extension" },
    { path: "/construction/{Dining hall extension}?tab=billing", heading: "Dining hall extension" },
    { path: "/construction/{Dining hall extension}?tab=history", heading: "Dining hall extension" },
    { path: "/construction/{Dining hall extension}?tab=budget&dialog=budget-cost", heading: "Charge a cost" },
  ],
  invoices: [
    { path: "/invoices", heading: "Recent Invoices" },
    { path: "/invoices?view=all&open=1", heading: /^INV-\d{4}-\d{5}/ },
    { path: "/invoices?view=month-end", heading: "Month-end" },
    { path: "/invoices/new", heading: "Generate Invoice", designed: "invoice" },
    { path: "/invoices?dialog=preview:1", heading: /^Preview of INV-/ },
    { path: "/invoices?dialog=send:1", heading: /^Send INV-/ },
    { path: "/invoices?dialog=credit:1", heading: /^Credit INV-/ },
    { path: "/invoices?view=all&asOf=@2000", heading: "Invoice Generator", designed: "past" },
  ],
  reports: [
    { path: "/reports", heading: "Reports & Analytics", designed: "reports" },
    { path: "/reports?tab=financial&period=last_month", heading: "Reports & Analytics" },
    { path: "/reports?dialog=schedule-report", heading: "Schedule Report" },
    { path: "/reports?schedule=1", heading: "Monthly finance report" },
  ],
  finance: [
    { path: "/financial", heading: "Financial Management" },
    { path: "/financial?tab=expenses&open=1", heading: /^EXP-\d{4}-\d+/ },
    { path: "/financial?tab=expenses&dialog=new-expense", heading: "New Expense Request" },
    { path: "/financial?tab=expenses&view=daily", heading: "Financial Management" },
    { path: "/financial?tab=expenses&view=daily&dialog=daily-expense", heading: "Record Daily Expenses" },
    { path: "/financial?tab=transactions&open=1", heading: /^TXN-/ },
    { path: "/financial?tab=transactions&dialog=record-transaction", heading: "Record Transaction" },
    { path: "/financial?tab=vendors", heading: "Financial Management" },
    { path: "/financial?tab=vendors&open=1", heading: /^VEN-/ },
    { path: "/financial?tab=vendors&open=1&dialog=erase", heading: /^Erase the contact of VEN-/ },
    { path: "/financial?tab=vendors&dialog=add-vendor", heading: "Add Vendor" },
    { path: "/financial?tab=vendors&view=bills&open=1", heading: /^AP-\d{4}-\d{5}/ },
    { path: "/financial?tab=vendors&view=bills&dialog=enter-bill", heading: "Enter Bill" },
    { path: "/financial?tab=vendors&view=payments&propose=1", heading: "New payment run" },
    { path: "/financial?tab=vendors&view=payments&open=1", heading: /^PAY-\d{4}-\d{4}/ },
    { path: "/financial?tab=reports&report=expense&groupBy=person", heading: "Expense Report" },
  ],
  bank: [
    { path: "/bank", heading: "Bank" },
    { path: "/bank?tab=lines&open=1", heading: /^\d{4}-\d\d-\d\d|\d{4}/ },
    { path: "/bank?dialog=import-statement", heading: "Import Statement" },
    { path: "/bank/1", heading: "Equity Bank USD" },
    { path: "/bank/1?dialog=draft-line:1", heading: "Draft a Transaction" },
  ],
  people: [
    { path: "/hr", heading: "HR Management" },
    { path: "/hr?open=4", heading: /^FO-\d{3}$/ },
    { path: "/hr?open=10&part=pay", heading: /^FO-\d{3}$/ },
    { path: "/hr?open=4&part=time", heading: /^FO-\d{3}$/ },
    { path: "/hr/kiosk", heading: /^Attendance/ },
    { path: "/hr?dialog=add-staff", heading: "Add Staff Member" },
    { path: "/hr?tab=attendance", heading: "Today's Attendance" },
    { path: "/hr?tab=attendance&dialog=record-attendance", heading: "Record Attendance" },
  ],
  "payroll, leave and assignments": [
    { path: "/financial?tab=payroll", heading: "Financial Management" },
    { path: "/hr?tab=leaves", heading: "Your leave" },
    { path: "/hr?tab=leaves&open=1", heading: /Leave$/ },
    { path: "/hr?tab=leaves&dialog=request-leave", heading: "Request Leave" },
    { path: "/hr?tab=assignments", heading: "Rotations" },
    { path: "/hr?tab=assignments&open=1", heading: "Maintenance technician" },
    { path: "/hr?tab=assignments&dialog=new-assignment", heading: "New Assignment" },
    { path: "/hr?tab=payroll", heading: "HR Management" },
    { path: "/hr?tab=payroll&open=1", heading: /\d{4}$/ },
    { path: "/hr?tab=payroll&open=3", heading: /\d{4}$/ },
    { path: "/hr?tab=payroll&dialog=payroll-period", heading: "Create Payroll Period" },
    { path: "/hr?tab=payroll&part=components", heading: "HR Management" },
  ],
  "expenses and petty cash": [
    { path: "/expenses", heading: "My Expenses" },
    { path: "/expenses?view=all&open=1", heading: /^EXP-\d{4}-\d+/ },
    { path: "/marketing", heading: "Marketing CRM" },
    { path: "/marketing?tab=petty-cash&open=1", heading: /^PC-\d{4}-\d{4}/ },
    { path: "/marketing?tab=petty-cash&dialog=petty-cash-request", heading: "Submit Petty Cash Request" },
    { path: "/marketing?tab=petty-cash&view=floats&open=1", heading: "Unity camp dollars" },
    { path: "/marketing?tab=petty-cash&view=floats&dialog=open-float", heading: "Open Float" },
  ],
  mails: [
    { path: "/mails", heading: "Mails" },
    { path: "/mails?open={newest mail}", heading: /\w/ },
  ],
  contractors: [
    { path: "/contractors", heading: "Contractors" },
    { path: "/contractors?open=1", heading: "CON-0001" },
    { path: "/contractors?open=1&part=assignments", heading: "CON-0001" },
    { path: "/contractors?open=1&part=hours", heading: "CON-0001" },
    { path: "/contractors?open=1&part=bills", heading: "CON-0001" },
    { path: "/contractors?dialog=register-contractor", heading: "Register Contractor" },
  ],
  audit: [
    { path: "/audit", heading: "Audit", designed: "audit" },
    { path: "/audit?open=1", heading: "Event 1" },
    { path: "/audit?tab=duties", heading: "Who did what" },
    { path: "/audit?tab=policy&from=2026-01-01&rule=expense&level=7&upTo=100", heading: "Policy replay" },
    { path: "/audit?tab=permissions&person=FO-FIN-001", heading: "Why" },
    { path: "/audit?tab=reads", heading: "Audit" },
    { path: "/audit?tab=seals", heading: "Log integrity" },
    { path: "/audit?tab=changed", heading: "Audit" },
  ],
}
const books = (query: string, heading: string | RegExp): Screen => ({ path: `/financial?tab=reports${query}`, heading })
const expenses: ReadonlyArray<Screen> = [
  { path: "/expenses", heading: "My Expenses" },
  { path: "/expenses?dialog=new-expense", heading: "New Expense Request" },
  { path: "/expenses?dialog=daily-expense", heading: "Record Daily Expenses" },
]
/** Screens that differ, or have different parts, for people of another level. */
const others: Readonly<Record<string, ReadonlyArray<Screen>>> = {
  "FO-OPS-001": [...expenses, { path: "/hr?tab=leaves", heading: "Your leave" }, { path: "/hr?tab=assignments", heading: "Rotations" }],
  "FO-SUP-001": [
    { path: "/", heading: "Operations Dashboard", designed: "today of a supervisor" },
    ...expenses,
    { path: "/marketing", heading: "Marketing CRM" },
    { path: "/marketing?tab=prospects", heading: "Marketing CRM" },
    { path: "/marketing?tab=prospects&view=board", heading: "Marketing CRM" },
    { path: "/marketing?tab=prospects&open=4", heading: /./ },
  ],
  "FO-FIN-001": [
    { ...books(`&period=${lastMonth.name}&compare=previous`, /^Profit & Loss Statement/), designed: "statement" },
    books("&report=balance-sheet&currency=both", /^Balance Sheet/),
    books(`&report=expense&groupBy=site&period=${lastMonth.name}`, /^Expense Report/),
    books(`&report=general-ledger&period=${lastMonth.name}`, /^General Ledger/),
    books(`&report=general-ledger&account=1100&period=${lastMonth.name}`, /^1100 /),
    books("&report=aged-receivables", /^Aged Receivables/),
    books("&view=accounts&open=1", /^\d{4} /),
    books("&view=journal&open=1", /^JE-/),
    books("&view=journal&dialog=new-entry", "New Journal Entry"),
    books(`&view=periods&open=${lastMonth.name}`, /\d{4}$/),
    books("&view=rates", "Financial Management"),
    books("&view=rates&dialog=new-rate", "New Exchange Rate"),
  ],
}

/** The URL with the id of its record: clients' projects share one sequence of ids, whichever test comes first. */
const addressOf = async (page: Page, written: string) => {
  const [, name] = /\{(.+)\}/.exec(written) ?? []
  if (name === undefined) return written
  if (name === "newest mail") {
    const [mail] = await ask<[{ readonly id: number }]>(page, "GET", "/api/mails?limit=1")
    return written.replace(/\{.+\}/, String(mail.id))
  }
  const projects = await ask<ReadonlyArray<{ readonly id: number; readonly name: string }>>(page, "GET", "/api/construction-projects")
  return written.replace(/\{.+\}/, String(projects.find((project) => project.name === name)!.id))
}

/** The words of the page's title that wrap; runs in the page. */
const brokenWords = () => {
  const title = document.querySelector(".header h1")?.firstChild
  return [...(title?.textContent ?? "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(title!, index)
    range.setEnd(title!, index + word.length)
    return range.getClientRects().length > 1 ? [word] : []
  })
}

/** Opens a screen by its URL. */
const open = async (page: Page, path: string, heading: string | RegExp) => {
  // another moment requires a reload of the app
  await (path.includes("asOf=") ? page.goto(path) : openWithin(page, path))
  await page.getByRole("heading", { name: heading }).first().waitFor()
  await settled(page)
}

/** Of the designed screens those whose look every run compares; all others with OPS_FINGERPRINTS=only. */
const inEveryRun: ReadonlySet<string> = new Set(["today", "today of a supervisor"])
const everyLook = ["light", "dark", "phone"] as const
/** The faults of the current page on a laptop in light and dark mode, and on a phone. */
const faultsOf = async (page: Page, order: ReadonlyArray<keyof typeof looks>, designed?: string) => {
  const wrong: Array<string> = []
  for (const look of order) {
    await lookAs(page, look)
    await settled(page)
    const faults = onlyFingerprints ? [] : [...(await found(page, looks[look].options))]
    if (look !== "dark") {
      if (!(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))) faults.push("something hangs over the edge")
      faults.push(...(await page.evaluate(brokenWords)).map((word) => `the title breaks within ${word}`))
    }
    if (designed !== undefined && (onlyFingerprints || inEveryRun.has(designed))) faults.push(...(await lookDifferences(page, `${designed}, ${look}`)))
    wrong.push(...faults.map((fault) => `${look}: ${fault}`))
  }
  return wrong
}

/** Visits screens as a user sees them. */
const look = async (browser: Browser, employeeId: string, screens: ReadonlyArray<Screen>) => {
  const page = await signedIn(browser, employeeId)
  countRequests(page)
  const broken: Array<string> = []
  page.on("pageerror", ({ message }) => broken.push(message))
  await page.goto("/account")
  await expect(page.getByRole("heading", { name: "My Account" })).toBeVisible()
  for (const [n, { path: written, heading, designed }] of screens.filter((screen) => !onlyFingerprints || screen.designed !== undefined).entries()) {
    const path = await addressOf(page, written)
    await open(page, path, heading)
    // the next screen starts in the theme in which the last one ended
    expect(await faultsOf(page, n % 2 === 0 ? everyLook : everyLook.toReversed(), designed), path).toEqual([])
    // no screen announces unfinished features
    await expect(page.getByText(/coming soon/i), path).toHaveCount(0)
  }
  expect(broken).toEqual([])
}

// nothing is written here, so the order of users does not matter
test.describe.configure({ mode: "parallel" })

// proves R-14, MSG-75
test("landing and sign-in: light, dark and on a phone", async ({ browser }) => {
  const page = await visitor(browser)
  for (const [n, path] of ["/", "/biometric-login", "/no-such-page"].entries()) {
    await page.goto(path)
    await expect(page.getByRole("heading").first()).toBeVisible()
    expect(await faultsOf(page, n % 2 === 0 ? everyLook : everyLook.toReversed(), path === "/" ? "landing" : undefined), path).toEqual([])
  }
  await expect(page.getByText("Page Not Found")).toBeVisible()
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible()
})

test("the fingerprint of a screen tells what was planted in it: a colour, a size, a place", async ({ browser }) => {
  test.skip(areRecorded, "what is planted is not recorded")
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/")
  await page.getByRole("region", { name: "Urgent Alerts" }).getByRole("listitem").first().waitFor()
  await settled(page)
  // whatever the tests before it have written here
  const before = new Set(await lookDifferences(page, "today, light"))
  for (const [planted, said] of [
    [".metric dt { color: rgb(200, 0, 0) }", /> dt.*looks different/],
    [".panel-head h2 { font-size: 18px }", /> h2.*looks different/],
    [".columns { grid-template-columns: 1fr 1fr !important }", /was at \d+, \d+ wide/],
  ] as const) {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
    }, planted)
    expect((await lookDifferences(page, "today, light")).filter((each) => !before.has(each)).join("\n"), planted).toMatch(said)
    await page.evaluate(() => void document.adoptedStyleSheets.pop())
  }
})

// proves MSG-57, MSG-74
for (const [area, screens] of Object.entries(areas)) {
  test(`${area}: light, dark and on a phone`, ({ browser }) => look(browser, "FO-CEO-001", screens))
}
for (const [employeeId, screens] of Object.entries(others)) {
  test(`the screens of ${employeeId}: light, dark and on a phone`, ({ browser }) => look(browser, employeeId, screens))
}
