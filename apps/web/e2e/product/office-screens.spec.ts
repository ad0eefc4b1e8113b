/** Finance, purchases, invoices and people: the contents of each screen and form, with the server's figures. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { expect, type Locator, type Page } from "@playwright/test"
import { actsOf, ask, inJuba, notice, openWithin, signedIn, test } from "../signed-in.ts"

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const metric = (page: Page, label: string) => page.locator(".metric", { has: page.getByText(label, { exact: true }) })
const says = (page: Page, label: string, value: string | number) => expect(metric(page, label).locator(".metric-value")).toContainText(String(value))
const usd = (amount: string) => `$${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 })}`
/** The fields of a form with their initial values. */
const holds = async (form: Locator, fields: Readonly<Record<string, string | RegExp>>) => {
  for (const [label, value] of Object.entries(fields)) await expect(form.getByLabel(label).first(), label).toHaveValue(value)
}
/** Shows all sites, whatever an earlier test selected for this person. */
const everywhere = (page: Page) => ask(page, "PUT", "/api/auth/working-site", { siteId: null })
const day = /^\d{1,2} [A-Z][a-z]{2} 20\d\d$/

interface Overview {
  readonly totalRevenue: { readonly USD: string }
  readonly totalExpenses: { readonly USD: string }
  readonly activeEmployees: number
  readonly payables: string
  readonly costPerMeal: string
}

// proves S-FIN-01, S-FIN-02, S-FIN-03, S-FIN-04, S-FIN-14, S-FIN-15
test("finance: six tabs, the figures of the books, and the latest transactions and expenses", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  // the parts of the screen: each of these must be requested
  const read = new Set<string>()
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // small reads are made together
    for (const path of pathname === "/api/reads" ? searchParams.getAll("of") : [pathname]) read.add(path.split("?")[0]!)
  })
  await page.goto("/financial")
  await expect(page.getByText("Comprehensive accounting and financial operations")).toBeVisible()
  await expect(page.getByRole("tab")).toHaveText(["Overview", "Expenses", "Transactions", "Payroll", "Vendors", "Reports"])
  const of = await ask<Overview>(page, "GET", "/api/finance/overview")
  await says(page, "Total Revenue", usd(of.totalRevenue.USD))
  await says(page, "Total Expenses", usd(of.totalExpenses.USD))
  const approvals = await ask<unknown[]>(page, "GET", "/api/approvals?limit=500")
  await says(page, "Pending Approvals", approvals.length)
  await says(page, "Active Employees", of.activeEmployees)
  for (const [name, path, words] of [
    ["Recent Transactions", "/api/transactions", "transactionNumber"],
    ["Recent Expense Requests", "/api/expense-requests", "requestNumber"],
  ] as const) {
    const rows = region(page, name).getByRole("listitem")
    await expect(rows).toHaveCount(5)
    const [first] = await ask<Record<string, string>[]>(page, "GET", `${path}?limit=5`)
    await expect(region(page, name)).toContainText(first![words]!)
  }
  await page.getByRole("tab", { name: "Payroll" }).click()
  await expect(page.getByRole("columnheader", { name: "Employee #" })).toBeVisible()
  await page.getByRole("tab", { name: "Reports" }).click()
  const analytics = region(page, "Analytics")
  await expect(analytics.getByRole("button", { name: /^Accounts payable: / })).toContainText(usd(of.payables))
  await expect(analytics.getByRole("button", { name: /^Cost per meal: / })).toContainText(usd(of.costPerMeal))
  await expect(analytics.getByRole("button", { name: /^Growth, last month: / })).toContainText(/%|–/)
  const shares = await Promise.all(
    ["Catering", "Facilities", "Construction"].map((line) => analytics.getByRole("button", { name: new RegExp(`^${line}: `) }).textContent()),
  )
  const total = shares.reduce((sum, said) => sum + Number(/([\d.]+)%/.exec(said!)![1]), 0)
  expect(Math.abs(total - 100)).toBeLessThan(0.3)
  await page.getByRole("button", { name: "Books" }).click()
  await page.getByRole("menuitem", { name: "Chart of Accounts" }).click()
  await expect.poll(() => [...read]).toContain("/api/accounts")
  await page.goto("/financial?tab=expenses&view=daily")
  for (const path of ["/api/sites", "/api/employees", "/api/daily-expenses"]) await expect.poll(() => [...read]).toContain(path)
})

// proves S-FIN-05, S-FIN-07, S-FIN-08, S-FIN-09, DLG-04, DLG-06, DLG-07
test("finance: the tables with their columns, and three forms", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  await page.goto("/account")
  for (const [tab, heads, action, fields] of [
    [
      "expenses",
      ["Date", "Requested By", "Description", "Amount", "Payment Method", "Status", "Actions"],
      "New Expense Request",
      { Amount: "", Currency: "USD", Category: "", Description: "", "Business purpose": "", Site: "", "Payment method": "", Priority: "medium" },
    ],
    [
      "transactions",
      ["Date", "Number", "Description", "Type", "Category", "Amount", "Method", "Status"],
      "Record Transaction",
      {
        Description: "",
        Amount: "",
        Type: "expense",
        Category: "",
        "Payment method": "cash",
        Site: "",
        "Transaction date": day,
        "Reference number": "",
      },
    ],
    [
      "vendors",
      ["Vendor #", "Name", "Contact", "E-mail", "Phone", "Terms", "Currency", "Status"],
      "Add Vendor",
      { Name: "", "Contact person": "", "E-mail": "", Phone: "", Address: "", "Payment terms": "net_30", Currency: "USD" },
    ],
  ] as const) {
    await openWithin(page, `/financial?tab=${tab}`)
    await expect(page.getByRole("columnheader")).toHaveText([...heads])
    await page.getByRole("button", { name: action }).click()
    const form = page.getByRole("dialog", { name: action })
    await holds(form, fields)
    await page.keyboard.press("Escape")
    await expect(form).toHaveCount(0)
  }
  await openWithin(page, "/financial?tab=payroll")
  for (const label of ["Total Payroll", "Active Employees", "Payroll Runs"]) await expect(metric(page, label).locator(".metric-value")).toHaveText(/\d/)
  await expect(page.getByRole("columnheader")).toHaveText(["Employee #", "Name", "Position", "Department", "Base Salary", "Status"])
  await expect(page.getByRole("button", { name: "Process Payroll" })).toBeEnabled()
})

interface Figures {
  readonly pendingRequests: number
  readonly approvedThisMonth: number
  readonly totalEstimatedValue: string
  readonly monthlyBudget: string
  readonly budgetUsed: string
}

// proves S-PRO-01, S-PRO-02, S-PRO-03, S-PRO-04, S-PRO-05, S-PRO-06, DLG-08, DLG-09
test("purchases: the figures, the table with its actions, two dialogs, and the sent order", async ({ browser }) => {
  const clerk = await signedIn(browser, "FO-OPS-001")
  const page = await signedIn(browser, "FO-MGT-001")
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route("**/api/purchase-requests?*", async (route) => {
    await held
    await route.continue()
  })
  await page.goto("/procurement")
  await expect(page.getByText("Loading requests...").first()).toBeAttached()
  go()
  const of = await ask<Figures>(page, "GET", "/api/purchase-requests/figures")
  await says(page, "Pending Requests", of.pendingRequests)
  await says(page, "Approved This Month", of.approvedThisMonth)
  await says(page, "Total Estimated Value", usd(of.totalEstimatedValue))
  await says(page, "Monthly Budget", usd(of.monthlyBudget))
  await expect(metric(page, "Monthly Budget").locator(".metric-note")).toContainText(`${usd(of.budgetUsed)} used`)
  await expect(page.getByRole("columnheader").first()).toBeVisible()
  const heads = (await page.getByRole("columnheader").allInnerTexts()).map((head) => head.trim().replace(", USD", ""))
  expect(heads).toEqual(["Request #", "Site", "Requested By", "Items", "Priority", "Estimated Total", "Status", "Actions"])
  const all = await ask<unknown[]>(page, "GET", "/api/purchase-requests?limit=1000")
  expect(all.length).toBeGreaterThan(25)
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(25)
  await expect(page.getByText(`1–25 of ${all.length} requests`).first()).toBeVisible()

  await clerk.goto("/procurement")
  await clerk.getByRole("button", { name: "New Request" }).click()
  await expect(clerk.getByRole("heading", { name: "New Request" })).toBeVisible()
  const request = clerk.getByRole("main")
  await holds(request, { Site: "1", Priority: "medium", Justification: "", "Needed by": "" })
  const why = `Bread flour ${Date.now().toString(36)}`
  await request.getByLabel("Justification").fill(why)
  await clerk.getByRole("button", { name: "Submit for approval" }).click()
  await expect(notice(clerk, "Purchase request created successfully")).toBeVisible()
  await clerk.getByRole("dialog").getByRole("button", { name: "Add Item" }).click()
  const item = clerk.getByRole("dialog", { name: /^Add / }).last()
  await holds(item, { "Stock item": "", "Estimated cost": "", Notes: "" })
  // the item's name and its category
  await expect(item.getByLabel("Stock item").locator("option").nth(1)).toHaveText(/.+ \(.+\)$/)
  await item.getByLabel("Stock item").selectOption({ index: 1 })
  await item.getByLabel("Quantity").fill("3")
  await item.getByLabel("Estimated cost").fill("12.00")
  await item.getByRole("button", { name: "Add item" }).click()
  await expect(notice(clerk, "Item added to purchase request")).toBeVisible()

  const row = page.getByRole("row").filter({ hasText: why })
  const acts = await actsOf(row)
  for (const act of ["Approve", "Reject"]) await expect(acts.getByRole("button", { name: new RegExp(`^${act} PR-`) })).toBeVisible()
  await acts.getByRole("button", { name: /^Approve PR-/ }).click()
  await page
    .getByRole("dialog", { name: /^Approve PR-/ })
    .getByRole("button", { name: "Approve", exact: true })
    .click()
  await expect(notice(page, "Purchase request approved and email sent")).toBeVisible()
  await expect(row).toContainText("Approved")
  await expect(row.getByText("Sent", { exact: true })).toBeVisible()
  await expect(row.getByRole("button", { name: /^(Approve|Reject) PR-/, includeHidden: true })).toHaveCount(0)
  await expect((await actsOf(row)).getByRole("button", { name: /^Receive PR-/ })).toBeVisible()
  // the completed ones are older than those raised by other tests
  await page.goto("/procurement?status=completed")
  const done = page.getByRole("row").filter({ hasText: "Completed" }).first()
  await (await actsOf(done)).getByRole("button", { name: /^View PR-/ }).click()
  await expect(page.getByRole("dialog", { name: /^PR-/ })).toContainText("Completed")
})

interface Tiles {
  readonly totalInvoices: number
  readonly invoicedThisMonth: { readonly USD: string }
  readonly outstanding: { readonly USD: string }
  readonly overdue: { readonly USD: string }
}

// proves S-INV-01, S-INV-02, S-INV-03, S-INV-04, DLG-10
test("invoices: the figures, the latest five, the form, and the client's invoice", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/invoices")
  const of = await ask<Tiles>(page, "GET", "/api/invoice-tiles")
  await says(page, "Total Invoices", of.totalInvoices)
  await says(page, "Invoiced This Month", usd(of.invoicedThisMonth.USD))
  await says(page, "Outstanding", usd(of.outstanding.USD))
  await says(page, "Overdue", usd(of.overdue.USD))
  const rows = region(page, "Recent Invoices").getByRole("listitem")
  await expect(rows).toHaveCount(5)
  for (const row of await rows.all()) await expect(row.getByRole("link", { name: /^Download INV-/ })).toHaveAttribute("href", /\/download/)
  await expect(rows.getByRole("button", { name: /^Send INV-/ }).first()).toBeVisible()

  await page.getByRole("button", { name: "Generate Invoice" }).click()
  await expect(page).toHaveURL(/\/invoices\/new/)
  const form = page.getByRole("main")
  await holds(form, { "Client name": "", "Billing period": /\w+ 20\d\d/, "Staff count": "0", "Due date": day, Template: "standard" })
  const what = `Ladders ${Date.now().toString(36)}`
  await form.getByLabel("Site").selectOption({ label: "Juba office" })
  await form.getByLabel("Client name").fill("SLB")
  await form.getByLabel("Client address").fill("Airport Road, Juba")
  await form.getByLabel("Billing period").fill(what)
  await form.getByLabel("Total amount").fill("118")
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/invoices/generate"))
  await page.getByRole("button", { name: "Issue invoice" }).click()
  await expect(page.getByRole("dialog")).toContainText("To correct it later, issue a credit note")
  await page.getByRole("dialog").getByRole("button", { name: "Issue invoice" }).click()
  expect(((await (await answer).json()) as { html: string }).html).toContain(what)
  await expect(notice(page, "Invoice generated successfully")).toBeVisible()
  const preview = page.getByRole("dialog", { name: /^Preview of INV-/ }).frameLocator("iframe")
  for (const words of [what, "Airport Road, Juba"]) await expect(preview.getByText(words).first()).toBeVisible()

  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(
    ({ pathname }) => pathname === "/api/invoices",
    async (route) => {
      await held
      await route.fulfill({ json: [] })
    },
  )
  await page.goto("/invoices")
  await expect(page.getByText("Loading invoices...").first()).toBeAttached()
  go()
  await expect(page.getByText("No invoices generated yet")).toBeVisible()
})

// proves S-HR-01, S-HR-02, S-HR-03, S-HR-04, S-HR-05, S-HR-06, S-HR-07, S-HR-08, S-HR-09, S-HR-10, DLG-20, DLG-21, DLG-22, DLG-23
test("people: five tabs, the figures, and the table and form of each tab", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await everywhere(page)
  await page.goto("/hr")
  await expect(page.getByText("Manage employees, attendance, payroll, and leave requests")).toBeVisible()
  await expect(page.getByRole("tab")).toHaveText(["Staff", "Attendance", "Leaves", "Payroll", "Assignments"])
  const counted = await ask<{ present: number; absent: number }>(page, "GET", "/api/hr/attendance/stats")
  const staff = await ask<{ status: string }[]>(page, "GET", "/api/hr/staff?limit=1000")
  const leaves = await ask<unknown[]>(page, "GET", "/api/hr/leave-requests?status=pending&limit=1000")
  await says(page, "Total Staff", staff.filter(({ status }) => status !== "terminated").length)
  await says(page, "Present Today", counted.present)
  await says(page, "Absent Today", counted.absent)
  await says(page, "Pending Leaves", leaves.length)
  const today = inJuba()
  for (const [tab, action, heads, fields] of [
    [
      "Staff",
      "Add Staff Member",
      ["Staff", "Department", "Position", "Status", "Hire Date", "Salary", "Actions"],
      {
        "Staff number": /^FO-\d+$/,
        "First name": "",
        "Last name": "",
        Department: "",
        Position: "",
        Site: "",
        Supervisor: "",
        "Employment type": "full_time",
        "Hire date": formatDay(today),
        Salary: "",
        Currency: "USD",
        "E-mail": "",
        Phone: "",
        "National ID": "",
        "Date of birth": "",
        Gender: "",
        Address: "",
        "Emergency contact": "",
        "Emergency phone": "",
        Bank: "",
        "Bank account": "",
      },
    ],
    [
      "Attendance",
      "Record Attendance",
      ["Staff", "Status", "Check-in", "Check-out"],
      {
        "Staff member": "",
        Date: formatDay(today),
        "Check-in time": "",
        "Check-out time": "",
        "Work hours": "",
        "Overtime hours": "",
        Status: "present",
        Location: "",
        Notes: "",
      },
    ],
    [
      "Leaves",
      "Request Leave",
      ["Staff", "Leave Type", "Dates", "Days", "Status", "Actions"],
      { "Leave type": "", "Start date": "", "End date": "", Reason: "", "Emergency contact": "", "Emergency phone": "", "Handover notes": "" },
    ],
    [
      "Payroll",
      "Create Payroll Period",
      ["Period", "Duration", "Pay Date", "Status", "Total", "Actions"],
      { "Period name": /\w+ 20\d\d/, "Start date": day, "End date": day, "Pay date": day },
    ],
    [
      "Assignments",
      "New Assignment",
      ["Staff", "Project / Site", "Role", "Type", "From", "To", "Status", "Actions"],
      { "Staff member": "", Site: "", Role: "", "Start date": /^$|20\d\d$/, "End date": "" },
    ],
  ] as const) {
    await page.getByRole("tab", { name: tab, exact: true }).click()
    for (const head of heads) await expect(page.getByRole("columnheader", { name: head, exact: true }).first()).toBeVisible()
    await page.getByRole("button", { name: action }).click()
    const form = page.getByRole("dialog", { name: action })
    for (const more of await form.getByText(/^More about/).all()) await more.click()
    await holds(form, fields)
    if (tab === "Leaves") await expect(form.getByLabel("Leave type").locator("option").nth(1)).toHaveText(/\(\d+ days a year\)$/)
    await page.keyboard.press("Escape")
    await expect(form).toHaveCount(0)
  }

  // rows offer only the pending actions
  await page.getByRole("tab", { name: "Staff", exact: true }).click()
  const active = page.getByRole("row", { name: /Deng Akol Majok/ })
  const ofActive = await actsOf(active)
  await expect(ofActive.getByRole("button", { name: /^Suspend / })).toBeVisible()
  await ofActive.getByRole("button", { name: /^View / }).click()
  await expect(page.getByRole("dialog").getByRole("tab", { name: "Profile" })).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("tab", { name: "Attendance", exact: true }).click()
  await expect(page.getByRole("heading", { name: "Today's Attendance" })).toBeVisible()
  await page.getByRole("tab", { name: "Leaves", exact: true }).click()
  const rows = page.locator("tr[data-row]")
  const ofPending = await actsOf(rows.filter({ hasText: "Pending" }).first())
  await expect(ofPending.getByRole("button", { name: /^Approve the leave of / })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(rows.filter({ hasText: "Approved" }).getByRole("button", { name: /^(Approve|Reject) /, includeHidden: true })).toHaveCount(0)
  await page.getByRole("tab", { name: "Payroll", exact: true }).click()
  await expect((await actsOf(rows.first())).getByRole("button", { name: /^View details of / })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(rows.filter({ hasText: "Draft" }).getByRole("button", { name: /^Process /, includeHidden: true })).toHaveCount(
    await rows.filter({ hasText: "Draft" }).count(),
  )
  await expect(rows.filter({ hasText: "Paid" }).getByRole("button", { name: /^Process /, includeHidden: true })).toHaveCount(0)
})
