/** What the screens show while the server works, when it fails, and when lists are empty. The server's answers are replaced. */
import { expect, type Locator, type Page, type Route } from "@playwright/test"
import { ask, inJuba, notice, openWithin, readsAlone, signedIn, test, visitor } from "../signed-in.ts"

interface Form {
  /** the URL that opens it */
  readonly path: string
  /** its dialog; if missing, it is a page */
  readonly dialog?: string | RegExp
  /** the values to choose or type, by label; a number chooses by index */
  readonly fields?: Readonly<Record<string, string | number>>
  readonly submit: string
  /** it asks for confirmation with a button of the same label */
  readonly confirms?: true
  readonly call: string | RegExp
  /** the button's text while the server works */
  readonly pending: string
  readonly failed: string
}

const forms: Readonly<Record<string, Form>> = {
  "the meals of a day": {
    path: "/catering?dialog=record-meals",
    dialog: "Record Today's Meals",
    fields: { Site: "Juba office", "Staff count": "4" },
    submit: "Record meals",
    call: "**/api/staff-feeding",
    pending: "Recording...",
    failed: "Failed to record meals",
  },
  "a purchase request": {
    path: "/procurement/new",
    fields: { Site: "Juba office" },
    submit: "Submit for approval",
    call: "**/api/purchase-requests",
    pending: "Creating...",
    failed: "Failed to create purchase request",
  },
  "a construction project": {
    path: "/construction?dialog=new-project",
    dialog: "New Project",
    fields: { "Project name": "Gate", Site: "Juba office" },
    submit: "Create Project",
    call: "**/api/construction-projects",
    pending: "Creating...",
    failed: "Failed to create project",
  },
  "an expense request": {
    path: "/financial?tab=expenses&dialog=new-expense",
    dialog: "New Expense Request",
    fields: { Amount: "5", Category: 1, Site: "Juba office", Description: "Tea", "Business purpose": "Visitors", "Payment method": 1 },
    submit: "Submit Request",
    call: "**/api/expense-requests",
    pending: "Submitting...",
    failed: "Failed to create expense request",
  },
  "a transaction": {
    path: "/financial?tab=transactions&dialog=record-transaction",
    dialog: "Record Transaction",
    fields: { Description: "Tea", Amount: "5", Category: "office", Site: "Juba office" },
    submit: "Record Transaction",
    call: "**/api/transactions",
    pending: "Recording...",
    failed: "Failed to record transaction",
  },
  "a vendor": {
    path: "/financial?tab=vendors&dialog=add-vendor",
    dialog: "Add Vendor",
    fields: { Name: "Nile Ice" },
    submit: "Add Vendor",
    call: "**/api/vendors",
    pending: "Creating...",
    failed: "Failed to create vendor",
  },
  "an invoice": {
    path: "/invoices/new",
    fields: { Site: "Juba office", "Billing period": "July 2026", "Staff count": "5", "Total amount": "118", "Client name": "Pure Water Ltd" },
    submit: "Issue invoice",
    confirms: true,
    call: "**/api/invoices/generate",
    pending: "Generating...",
    failed: "Failed to generate invoice",
  },
  "a meal session": {
    path: "/meal-tracking?dialog=new-session",
    dialog: "New Session",
    fields: { Site: "Juba office" },
    submit: "Create session",
    call: "**/api/meal-sessions",
    pending: "Creating...",
    failed: "Failed to create meal session",
  },
  "a capacity": {
    path: "/meal-tracking-enhanced?dialog=set-capacity",
    dialog: "Set Capacity",
    fields: { Site: "Juba office", Client: 1 },
    submit: "Set capacity",
    call: "**/api/site-meal-capacities",
    pending: "Creating...",
    failed: "Failed to create site meal capacity",
  },
  "a meal bill": {
    path: "/meal-tracking-enhanced?dialog=generate-billing",
    dialog: "Generate Billing",
    fields: { Site: "Juba office", Client: 1 },
    submit: "Generate billing",
    call: "**/api/meal-billing-periods/generate",
    pending: "Generating...",
    failed: "Failed to generate meal billing",
  },
  "petty cash": {
    path: "/marketing?tab=petty-cash&dialog=petty-cash-request",
    dialog: "Submit Petty Cash Request",
    fields: { Amount: "5", Category: 1, Purpose: "Ice" },
    submit: "Submit Request",
    call: "**/api/crm/petty-cash-requests",
    pending: "Submitting...",
    failed: "Failed to submit petty cash request",
  },
  "a prospect": {
    path: "/marketing?tab=prospects&dialog=new-prospect",
    dialog: "Add New Prospect",
    fields: { "Company name": "Nile Ice" },
    submit: "Create Prospect",
    call: "**/api/crm/prospects",
    pending: "Creating...",
    failed: "Failed to create prospect",
  },
  "a target": {
    path: "/marketing?tab=targets&dialog=new-target",
    dialog: "New Target",
    fields: { "Team member": 1, Target: "5000" },
    submit: "Create Target",
    call: "**/api/crm/marketing-targets",
    pending: "Creating...",
    failed: "Failed to create target",
  },
  "a budget of marketing": {
    path: "/marketing?tab=budgets&dialog=new-budget",
    dialog: "New Budget",
    fields: { Category: 1, "Allocated amount": "5000" },
    submit: "Create Budget",
    call: "**/api/crm/marketing-budgets",
    pending: "Creating...",
    failed: "Failed to create budget",
  },
  "a campaign": {
    path: "/marketing?tab=campaigns&dialog=new-campaign",
    dialog: "New Campaign",
    fields: { Name: "Rains", Budget: "500", "Start date": inJuba(30), "End date": inJuba(60) },
    submit: "Create Campaign",
    call: "**/api/crm/marketing-campaigns",
    pending: "Creating...",
    failed: "Failed to create campaign",
  },
  "own staff": {
    path: "/hr?dialog=add-staff",
    dialog: "Add Staff Member",
    fields: { "First name": "Fatna", "Last name": "Musa", "Staff number": "FO-950", Department: 1, Position: 1, "Hire date": inJuba(-300), Salary: "900" },
    submit: "Add Staff Member",
    call: "**/api/hr/staff",
    pending: "Creating...",
    failed: "Failed to create staff member",
  },
  "a day of attendance": {
    path: "/hr?tab=attendance&dialog=record-attendance",
    dialog: "Record Attendance",
    fields: { "Staff member": 1 },
    submit: "Record Attendance",
    call: "**/api/hr/attendance",
    pending: "Recording...",
    failed: "Failed to record attendance",
  },
  "an invoice by mail": {
    path: "/invoices?dialog=send:1",
    dialog: /^Send INV-/,
    submit: "Send",
    call: "**/api/invoices/1/send",
    pending: "Sending...",
    failed: "Failed to send invoice",
  },
}

/** The areas with the fields and the button of a form; the button of a page is in the header. */
const partsOf = (page: Page, title: Form["dialog"]) => {
  if (title === undefined) return { dialog: page.locator("body"), form: page.getByRole("main").locator("form") }
  const dialog = page.getByRole("dialog", { name: title })
  return { dialog, form: dialog }
}

const fill = async (dialog: Locator, fields: Form["fields"] = {}) => {
  for (const [label, value] of Object.entries(fields)) {
    const whole = dialog.getByLabel(label, { exact: true })
    const field = (await whole.count()) > 0 ? whole.first() : dialog.getByLabel(label).first()
    const isSelect = (await field.evaluate(({ tagName }) => tagName)) === "SELECT"
    if (typeof value === "number") {
      await expect.poll(() => field.locator("option").count()).toBeGreaterThan(value)
      await field.selectOption({ index: value })
    } else if (isSelect) await field.selectOption(value)
    else await field.fill(value)
  }
}
/** An answer without a message, as from a proxy. */
const nothingSaid = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }

/** Holds a request back: no answer until released, and then the given one. */
const held = async (page: Page, call: string | RegExp, methods = /POST|PUT|PATCH/) => {
  let answer = (_: object) => {}
  const told = new Promise<object>((resolve) => {
    answer = resolve
  })
  await page.route(call, async (route: Route) => (methods.test(route.request().method()) ? route.fulfill(await told) : route.fallback()))
  return (of: object = nothingSaid) => answer(of)
}

// proves MSG-05, MSG-06, MSG-07, MSG-08, MSG-09, MSG-10, MSG-15, MSG-16, MSG-17, MSG-18, MSG-19, MSG-20, MSG-21, MSG-22, MSG-23, MSG-24, MSG-26, MSG-28
// proves MSG-80, MSG-81, MSG-82, MSG-83
test("each form shows its progress, and its own error message if the server gives none", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/account")
  for (const [name, { path, dialog: title, fields, submit, confirms, call, pending, failed }] of Object.entries(forms)) {
    await test.step(name, async () => {
      const answer = await held(page, call)
      await openWithin(page, path)
      const { dialog, form } = partsOf(page, title)
      await fill(form, fields)
      await dialog.getByRole("button", { name: submit, exact: title !== undefined }).click()
      if (confirms) await page.getByRole("dialog").getByRole("button", { name: submit }).click()
      await expect(dialog.getByRole("button", { name: pending })).toBeDisabled()
      answer()
      await expect(notice(page, failed)).toBeVisible()
      await expect(page.locator(".notice-title")).toHaveText("Error")
      await expect(dialog).toBeVisible()
      await page.unrouteAll({ behavior: "ignoreErrors" })
    })
  }
})

// proves MSG-11, MSG-12, MSG-13, MSG-14, MSG-18, MSG-25, MSG-38
test("decisions, items and attendance show what failed, in the server's words if there are any", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const worker = await signedIn(browser, "FO-OPS-001")
  const { id, requestNumber } = await ask<{ id: number; requestNumber: string }>(worker, "POST", "/api/purchase-requests", {
    siteId: 1,
    priority: "low",
    justification: "",
  })
  await ask(worker, "POST", "/api/purchase-requests/items", { purchaseRequestId: id, stockItemId: 4, quantity: 1, estimatedCost: "1.00", notes: "" })
  const fails = (call: string | RegExp, answer: object = nothingSaid) =>
    page.route(call, (route) => (route.request().method() === "GET" ? route.fallback() : route.fulfill(answer)))
  const drawer = page.getByRole("dialog").first()
  const within = (title: RegExp) => page.getByRole("dialog", { name: title })

  await fails("**/api/purchase-requests/**")
  await page.goto(`/procurement?open=${id}`)
  await drawer.getByRole("button", { name: "Add Item" }).click()
  await fill(within(/^Add item/i), { "Stock item": 1, Quantity: "2", "Estimated cost": "3" })
  await within(/^Add item/i)
    .getByRole("button", { name: "Add item" })
    .click()
  await expect(notice(page, "Failed to add item")).toBeVisible()
  await page.goto(`/procurement?open=${id}`)
  await drawer.getByRole("button", { name: "Approve", exact: true }).click()
  await within(/^Approve PR-/)
    .getByRole("button", { name: "Approve", exact: true })
    .click()
  await expect(notice(page, "Failed to approve request")).toBeVisible()
  await page.goto(`/procurement?open=${id}`)
  await drawer.getByRole("button", { name: "Reject" }).click()
  await within(/^Reject PR-/)
    .getByRole("button", { name: "Reject" })
    .click()
  await expect(notice(page, "Failed to reject request")).toBeVisible()

  // the server's message takes precedence over ours, and a document it names is a link in a new tab, beside the unsent input
  await page.unrouteAll()
  await fails("**/api/purchase-requests/**", { status: 409, contentType: "text/plain", body: `Another person was faster: see ${requestNumber}` })
  await within(/^Reject PR-/)
    .getByRole("button", { name: "Reject" })
    .click()
  await expect(notice(page, "Another person was faster").locator("a", { hasText: requestNumber })).toHaveAttribute("href", `/find/${requestNumber}`)
  const opened = page.waitForEvent("popup")
  await within(/^Reject PR-/)
    .getByRole("link", { name: requestNumber })
    .click()
  await expect((await opened).getByRole("dialog", { name: requestNumber })).toContainText("Pending")
  await page.unrouteAll()
  await within(/^Reject PR-/)
    .getByRole("button", { name: "Reject" })
    .click()
  await expect(notice(page, "Purchase request rejected")).toBeVisible()

  const pending = async (list: string) =>
    (await ask<ReadonlyArray<{ id: number; canApprove: boolean }>>(page, "GET", `${list}?status=pending`)).find(({ canApprove }) => canApprove)!.id
  await fails("**/api/expense-requests/**")
  await page.goto(`/financial?tab=expenses&open=${await pending("/api/expense-requests")}`)
  await drawer.getByRole("button", { name: "Approve", exact: true }).click()
  await expect(notice(page, "Failed to update expense request")).toBeVisible()
  await fails("**/api/crm/petty-cash-requests/**")
  const cash = await ask<{ id: number }>(worker, "POST", "/api/crm/petty-cash-requests", {
    amount: "5",
    currency: "USD",
    category: "meals",
    purpose: "Ice",
    notes: "",
  })
  await page.goto(`/marketing?tab=petty-cash&open=${cash.id}`)
  await drawer.getByRole("button", { name: "Approve", exact: true }).click()
  await expect(notice(page, "Failed to approve request")).toBeVisible()

  await fails("**/api/meal-attendance**")
  await fails("**/api/meal-attendance/bulk")
  await page.goto("/meal-tracking?dialog=record-attendance")
  await fill(within(/^Record Attendance/), { "Staff member": 1 })
  await within(/^Record Attendance/)
    .getByRole("button", { name: "Record attendance" })
    .click()
  await expect(notice(page, "Failed to record attendance")).toBeVisible()
  await page.goto("/meal-tracking-enhanced?dialog=record-attendance")
  await within(/^Record Attendance/)
    .getByLabel("Everyone")
    .check()
  await within(/^Record Attendance/)
    .getByRole("button", { name: "Record attendance" })
    .click()
  await expect(notice(page, "Failed to record meal attendance")).toBeVisible()
})

/** What empty lists say, by the URL of their screen and the path of their rows. */
const empty: Readonly<Record<string, ReadonlyArray<readonly [call: RegExp | undefined, sentence: string]>>> = {
  "/": [
    [/\/api\/alerts(\?|$)/, "No urgent alerts at this time"],
    [/\/api\/purchase-requests(\?|$)/, "No purchase requests found"],
    [/\/api\/stock\/alerts(\?|$)/, "All stock levels are adequate"],
    [/\/api\/staff-feeding\/weekly-stats/, "No data available for this week"],
  ],
  "/construction": [
    [/\/api\/construction-projects(\?|$)/, "No active projects at this time"],
    [undefined, "No projects found"],
  ],
  "/invoices": [[/\/api\/invoices(\?|$)/, "No invoices generated yet"]],
  "/meal-tracking": [[/\/api\/meal-sessions(\?|$)/, "No meal sessions for today"]],
  "/reports?period=custom&from=2001-01-01&to=2001-01-31": [[undefined, "No data available for this period"]],
}

// proves MSG-60, MSG-61, MSG-62, MSG-63, MSG-64, MSG-65, MSG-67, MSG-68, MSG-69
test("an empty screen shows its sentence", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  for (const [path, lists] of Object.entries(empty)) {
    await readsAlone(page)
    for (const [call] of lists) if (call) await page.route(call, (route) => route.fulfill({ json: [], headers: { "x-total-count": "0" } }))
    await page.goto(path)
    for (const [, sentence] of lists) await expect(page.getByText(sentence).first()).toBeVisible()
    await page.unrouteAll({ behavior: "ignoreErrors" })
  }
})

test("an empty list shows that it is empty, and one without matches offers to clear the filters", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const clear = page.getByRole("button", { name: "Clear filters" })
  // both open with a view that filters them
  for (const [path, call, narrowed, nothing, noMatch] of [
    ["/alerts", "/api/alerts", "status", "No alerts here", "No alerts match"],
    ["/hr", "/api/hr/staff", "status", "No staff found", "No people match"],
  ] as const) {
    let isEmpty = true
    await readsAlone(page)
    await page.route(
      ({ pathname }) => pathname === call,
      async (route) => {
        const asked = new URL(route.request().url()).searchParams
        if (!isEmpty && !asked.has(narrowed)) return route.fallback()
        await route.fulfill({ json: [], headers: { "x-total-count": "0" } })
      },
    )
    await page.goto(path)
    await expect(page.getByText(nothing)).toBeVisible()
    await expect(clear).toHaveCount(0)
    isEmpty = false
    await page.reload()
    await expect(page.getByText(noMatch)).toBeVisible()
    await clear.click()
    await expect(page.getByText(noMatch)).toHaveCount(0)
    await page.unrouteAll({ behavior: "ignoreErrors" })
  }
})

// proves MSG-66, MSG-76, MSG-77
test("a missing field of a record shows a placeholder text", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const without = (fields: object) => async (route: Route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: (await answer.json()).map((row: object) => ({ ...row, ...fields })) })
  }
  await page.route(/\/api\/purchase-requests(\?|$)/, without({ notes: "", justification: "" }))
  await page.goto("/")
  await expect(page.getByText("Various items").first()).toBeVisible()
  await page.route(/\/api\/construction-projects(\?|$)/, without({ description: "", budget: null, status: "in_progress" }))
  await page.goto("/construction")
  await expect(page.getByText("No description available").first()).toBeVisible()
  await expect(page.getByText("N/A").first()).toBeVisible()
})

// proves MSG-70, MSG-71, MSG-72, MSG-73, MSG-78
test("a list being loaded shows a loading text", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  for (const [path, call, sentence] of [
    ["/procurement", /\/api\/purchase-requests(\?|$)/, "Loading requests..."],
    ["/invoices", /\/api\/invoices(\?|$)/, "Loading invoices..."],
    ["/marketing?tab=prospects", /\/api\/crm\/prospects(\?|$)/, "Loading prospects..."],
    ["/marketing?tab=petty-cash", /\/api\/crm\/petty-cash-requests(\?|$)/, "Loading petty cash requests..."],
    ["/", /\/api\/dashboard\/metrics/, "..."],
  ] as const) {
    await test.step(sentence, async () => {
      const answer = await held(page, call, /GET/)
      await page.goto(path)
      // visible, or for screen readers
      await expect(page.getByText(sentence, { exact: true }).first()).toBeAttached()
      answer({ json: [], headers: { "x-total-count": "0" } })
      await page.unrouteAll({ behavior: "ignoreErrors" })
    })
  }
})

// proves MSG-04, MSG-79, MSG-85
test("sign-in ignores unreadable storage, shows that a scan is running, and reports the end of a session", async ({ browser }) => {
  const page = await visitor(browser)
  const broken: Array<string> = []
  page.on("pageerror", ({ message }) => broken.push(message))
  await page.goto("/biometric-login")
  await page.evaluate(() => localStorage.setItem("biometric-user", "{no JSON"))
  await page.reload()
  await expect(page.getByRole("button", { name: "Continue to Biometric" })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem("biometric-user"))).toBeNull()
  expect(broken).toEqual([])

  await page.getByLabel("Employee ID").fill("FO-MGT-001")
  await page.getByRole("button", { name: "Continue to Biometric" }).click()
  await page.getByRole("button", { name: "Fingerprint" }).click()
  await expect(page.getByText("Scanning...").first()).toBeVisible()
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()

  await page.route(/\/api\/purchase-requests(\?|$)/, (route) =>
    route.fulfill({ status: 401, contentType: "text/plain", body: "Your session has ended. Please sign in again." }),
  )
  // by URL: the dashboard may read requests too, and end the session before a link is pressed
  await page.goto("/procurement")
  await expect(page.getByText("Your session has ended. Please sign in again.").first()).toBeVisible()
})

test("a missing site shows an error", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  for (const { path, dialog: title, submit } of [forms["the meals of a day"]!, forms["a purchase request"]!]) {
    await page.goto(path)
    const { dialog, form } = partsOf(page, title)
    await form.getByLabel("Site").selectOption({ label: "Choose a site" })
    await dialog.getByRole("button", { name: submit, exact: title !== undefined }).click()
    await expect(form.getByText("Site is required")).toBeVisible()
  }
})

// proves MSG-58, MSG-59, MSG-82
test("loading the demo data shows progress, a failure, and the result", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.route("**/api/demo-data/status", (route) => route.fulfill({ json: { loaded: false } }))
  // nothing has happened in an installation without data
  await page.route("**/api/dashboard/metrics*", async (route) => {
    const response = await route.fetch()
    const nothing = { staffFedToday: 0, activeWorkOrders: 0, monthlyRevenue: 0 }
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...nothing } })
  })
  for (const [answer, said] of [
    [nothingSaid, "Failed to generate demo data. Please try again."],
    [
      { json: { loaded: true, already: false, events: 1 } },
      "Demo Data Generated: Real client data has been successfully loaded. Check HR, Catering, and other modules.",
    ],
  ] as const) {
    await page.goto("/")
    const tell = await held(page, "**/api/demo-data/load")
    await page.getByRole("button", { name: "Load Demo Data" }).click()
    await expect(page.getByRole("button", { name: "Generating..." })).toBeDisabled()
    tell(answer)
    await expect(notice(page, said)).toBeVisible()
    await page.unroute("**/api/demo-data/load")
  }
})
