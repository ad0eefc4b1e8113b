/** A working day of each level: what a person of that level does from morning to evening, and what they cannot see. */
import { expect, type Browser, type Page } from "@playwright/test"
import { formatDay } from "@ops/platform/dates/sentence.ts"
import { ask, inJuba, laptop, notice, openWithin, password, phone, settled, signedIn, test, visitor } from "../signed-in.ts"

interface Named {
  readonly id: number
}
/** A name that no other test uses. */
const named = (what: string) => `${what} ${Date.now().toString(36)}`
/** A figure on a tile, as a number. */
const tile = async (page: Page, label: string) => {
  const value = page.locator(".metric", { has: page.getByText(label, { exact: true }) }).locator(".metric-value")
  await expect(value).toContainText(/\d/)
  return Number(/[\d,.]*\d/.exec(((await value.textContent()) ?? "").replace(`${label}: `, ""))![0].replaceAll(",", ""))
}
const screens = (page: Page) => page.getByRole("navigation", { name: "Screens" })
/** Opens a screen this person has no access to: it reports that, and names the missing permission. */
const refused = async (page: Page, path: string, permission: string) => {
  await openWithin(page, path)
  await expect(page.getByText("You do not have access to this page")).toBeVisible()
  await expect(page.getByText(permission, { exact: true })).toBeVisible()
}
/** Signs in like users do, with ID and password. */
const begin = async (browser: Browser, employeeId: string, options: typeof laptop | typeof phone) => {
  const page = await visitor(browser, options)
  await page.goto("/")
  await page.getByRole("link", { name: "Access System" }).click()
  await page.getByRole("button", { name: "Password", exact: true }).click()
  await page.getByLabel("Employee ID").fill(employeeId)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Login with Password" }).click()
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
  return page
}
/** A session today without attendance, for a new project, and the people allowed to eat there. */
const served = async (siteId: number, boss: Page) => {
  const clients = await ask<(Named & { activeStaff: number })[]>(boss, "GET", `/api/clients?siteId=${siteId}`)
  const client = clients.reduce((most, each) => (each.activeStaff > most.activeStaff ? each : most))
  const projectName = named("Day shift")
  const project = await ask<Named>(boss, "POST", "/api/projects", { projectName, clientId: client.id, siteId })
  const diners = await ask<{ staffNumber: string; firstName: string; lastName: string }[]>(
    boss,
    "GET",
    `/api/staff-members?siteId=${siteId}&clientId=${client.id}&status=active&limit=3`,
  )
  return { projectName, diners, session: { sessionDate: inJuba(), mealType: "lunch", siteId, clientId: client.id, projectId: project.id } }
}
const signOut = async (page: Page) => {
  await openWithin(page, "/")
  await page.getByRole("button", { name: /^Account: / }).click()
  await page.getByRole("menuitem", { name: "Log out" }).click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
  await expect(ask(page, "GET", "/api/auth/user")).rejects.toThrow(/^401/)
}

test("a guest sees the dashboard of the visited site and nothing else", async ({ browser }) => {
  const page = await begin(browser, "FO-GST-001", laptop)
  const metrics = await ask<{ staffFedToday: number }>(page, "GET", "/api/dashboard/metrics?siteId=3")
  expect(await tile(page, "Staff Fed Today")).toBe(metrics.staffFedToday)
  await expect(page.getByRole("button", { name: "Site: Juba Office" })).toBeVisible()
  await page.getByRole("button", { name: /^Account: Poni Keji Lomoro, Read Only$/ }).click()
  await expect(page.getByRole("menuitem", { name: "Change password" })).toBeVisible()
  await expect(page.getByRole("menuitem", { name: "My Expenses" })).toHaveCount(0)
  await page.keyboard.press("Escape")

  for (const label of ["Catering Services", "Meal Tracking", "Facilities Services", "Procurement", "Invoice Generator", "Financial", "Audit"]) {
    await expect(screens(page).getByRole("link", { name: label, exact: true })).toHaveCount(0)
  }
  await expect(page.getByRole("navigation", { name: "Quick Actions" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Load Demo Data" })).toHaveCount(0)
  await openWithin(page, "/hr")
  await expect(page.getByText("There is nothing here for guests")).toBeVisible()
  await refused(page, "/financial", "finance.departmental")
  await refused(page, "/meal-tracking", "operations.basic")
  await refused(page, "/procurement", "inventory.manage")
  await expect(ask(page, "POST", "/api/work-orders", { siteId: 3, serviceType: "cleaning", priority: "low", description: "Dust" })).rejects.toThrow(
    /^403: You do not have access to this/,
  )
  await expect(ask(page, "GET", "/api/hr/staff")).rejects.toThrow(/^403/)
  await signOut(page)
})

test("a field operative with a phone serves a meal, reports a fault offline, requests leave and money, and reads the payslip", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { projectName, diners, session } = await served(1, boss)
  const { id: sessionId } = await ask<Named>(boss, "POST", "/api/meal-sessions", session)
  const page = await begin(browser, "FO-OPS-001", phone)

  // what is cooked today
  await page.goto("/catering/menus/current")
  const today = page.getByRole("region", { name: "Today at Unity State" })
  await expect(today.getByRole("heading", { name: "Lunch" })).toBeVisible()
  await expect(today).toContainText(/[A-Z][a-z]+ .*[a-z]/)
  await expect(page.getByRole("region", { name: "Today at Juba office" })).toHaveCount(0)

  // at the canteen entrance
  await openWithin(page, "/meal-tracking")
  const row = page.getByRole("listitem").filter({ hasText: projectName })
  await expect(row.getByText(/^0 (of \d+ )?served$/)).toBeVisible()
  await openWithin(page, `/meal-tracking/kiosk/${sessionId}`)
  await expect(page.getByRole("combobox")).toBeFocused()
  const [first, second] = diners as [(typeof diners)[0], (typeof diners)[0]]
  for (const [person, said] of [
    [first, "served"],
    [second, "served"],
    [first, "already recorded"],
  ] as const) {
    await page.keyboard.type(person.staffNumber)
    await page.keyboard.press("Enter")
    await expect(page.getByTestId("kiosk-result")).toHaveText(`${person.firstName} ${person.lastName} · ${said}`)
  }
  await expect(page.getByRole("status", { name: "Served" })).toHaveText("2")
  await page.getByRole("button", { name: "Leave the kiosk" }).tap()
  await expect(row.getByText(/^2 (of \d+ )?served$/)).toBeVisible()

  // something is broken, and the connection is down
  await openWithin(page, "/")
  await settled(page)
  await page.getByRole("button", { name: "More" }).tap()
  await page.getByRole("navigation", { name: "Quick Actions" }).getByRole("link", { name: "Report Issue" }).tap()
  const issue = page.getByRole("dialog", { name: "Report Issue" })
  const broken = named("The tap of the dish sink drips")
  await issue.getByLabel("Description").fill(broken)
  await expect(issue.getByLabel("Site")).toHaveValue("1")
  await page.context().setOffline(true)
  await issue.getByRole("button", { name: "Report Issue" }).tap()
  await expect(notice(page, "Saved on this device. It will be sent when you are online.")).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => ask<object[]>(page, "GET", `/api/work-orders?q=${encodeURIComponent(broken)}`)).toMatchObject([{ status: "pending" }])

  // leave, with its days counted before the request
  await openWithin(page, "/hr?tab=leaves&dialog=request-leave")
  const leave = page.getByRole("dialog", { name: "Request Leave" })
  await leave.getByLabel("Leave type").selectOption({ label: "Annual Leave (21 days a year)" })
  await leave.getByLabel("Start date").fill(inJuba(150))
  await leave.getByLabel("End date").fill(inJuba(150))
  await leave.getByLabel("Reason").fill("My sister marries")
  await expect(leave.getByTestId("leave-counted")).toContainText(/day/)
  await leave.getByRole("button", { name: "Cancel" }).tap()
  await page.getByRole("button", { name: "Discard" }).last().tap()

  // one's own pay, and no one else's
  await openWithin(page, "/hr?tab=payroll")
  const slips = await ask<{ staffId: number; periodName: string; netPay: string }[]>(page, "GET", "/api/payslips?mine=true")
  expect(new Set(slips.map(({ staffId }) => staffId)).size).toBe(1)
  const { periodName, netPay } = slips[0]!
  await expect(page.locator(".cards .card", { hasText: periodName })).toContainText(`$${netPay}`)
  await expect(page.locator(".cards .card")).toHaveCount(slips.length)
  expect((await ask<unknown[]>(page, "GET", "/api/hr/staff")).length).toBe(1)

  // money for the kitchen
  await openWithin(page, "/expenses?dialog=new-expense")
  const expense = page.getByRole("dialog", { name: "New Expense Request" })
  const wish = named("Sieves for flour")
  await expense.getByLabel("Amount").fill("24.00")
  await expense.getByLabel("Category").selectOption("Supplies")
  await expense.getByLabel("Description").fill(wish)
  await expense.getByLabel("Business purpose").fill("Weevils in the last sack")
  await expense.getByLabel("Payment method").selectOption("Cash")
  await expense.getByRole("button", { name: "Submit Request" }).tap()
  await expect(notice(page, "Expense request created successfully")).toBeVisible()
  await expect(page.locator(".cards .card", { hasText: wish })).toContainText("$24.00")
  await expect(page.locator(".cards .card", { hasText: wish })).toContainText("Pending")

  await refused(page, "/financial", "finance.departmental")
  await refused(page, "/invoices", "invoices.manage")
  await refused(page, "/approvals", "approval.team")
  await refused(page, "/audit", "system.admin")
  await openWithin(page, "/construction")
  await expect(page.getByText("Active Projects")).toBeVisible()
  await expect(page.getByText("Budget Overview")).toHaveCount(0)
  await expect(ask(page, "POST", "/api/meal-sessions", { ...session, siteId: 2, mealType: "dinner" })).rejects.toThrow(/^40[34]|^422/)
})

test("security sees who is in the camp, reports an emergency, follows its alert, and has no access to stores or books", async ({ browser }) => {
  const page = await signedIn(browser, "FO-SEC-001")
  await page.goto("/")
  await expect(screens(page).getByRole("link", { name: "Facilities Services" })).toBeVisible()
  for (const label of ["Catering Services", "Meal Tracking", "Construction", "Procurement", "Financial"]) {
    await expect(screens(page).getByRole("link", { name: label, exact: true })).toHaveCount(0)
  }

  // attendance today, at every site; supervisors manage the kiosk
  await openWithin(page, "/hr?tab=attendance&days=all")
  await expect(page.getByRole("row", { name: /Juba office|JU/ }).first()).toBeVisible()
  await expect(page.getByRole("button", { name: "Record Attendance" })).toHaveCount(0)
  await expect(page.getByLabel("Staff number", { exact: true })).toHaveCount(0)

  await openWithin(page, "/facilities")
  const before = await tile(page, "Urgent Requests")
  await page.getByRole("button", { name: "Report Emergency" }).click()
  const emergency = page.getByRole("dialog", { name: "Report Emergency" })
  const where = named("Perimeter fence")
  await emergency.getByText("Add details first").click()
  await emergency.getByLabel("Where").fill(where)
  await emergency.getByLabel("What has happened").fill("A hole beside the gate")
  await emergency.getByRole("button", { name: "Other" }).click()
  const order = page.getByRole("dialog", { name: /^WO-/ })
  await expect(order).toContainText("A hole beside the gate")
  await expect(order.getByRole("button", { name: /^Assign|^Verify|^Complete/ })).toHaveCount(0)
  await openWithin(page, "/facilities")
  await expect.poll(() => tile(page, "Urgent Requests")).toBe(before + 1)
  await expect(page.getByRole("button", { name: "Assign Staff" })).toHaveCount(0)

  // its alert
  const alerts = await ask<{ id: number; message: string }[]>(page, "GET", "/api/alerts")
  const alert = alerts.find(({ message }) => message.includes(where))!
  await openWithin(page, `/?alert=${alert.id}`)
  const drawer = page.getByRole("dialog", { name: "Emergency: A hole beside the gate" })
  await expect(drawer).toContainText("A hole beside the gate")
  await drawer.getByRole("button", { name: "Acknowledge" }).click()
  await expect(notice(page, "Alert acknowledged")).toBeVisible()
  await drawer.getByRole("button", { name: "Resolve" }).click()
  await page.getByRole("dialog", { name: "Resolve alert" }).getByLabel("Note").fill("The gap is closed with wire, two men stand there")
  await page.getByRole("dialog", { name: "Resolve alert" }).getByRole("button", { name: "Resolve" }).click()
  await expect(notice(page, "Alert resolved")).toBeVisible()

  await refused(page, "/catering", "operations.basic")
  await refused(page, "/catering/stock", "inventory.view")
  await refused(page, "/financial", "finance.full")
  await refused(page, "/approvals", "approval.team")
  // they may see what is bought for the site, but not its cost
  const [request] = await ask<Record<string, unknown>[]>(page, "GET", "/api/purchase-requests?limit=1")
  expect(request).toMatchObject({ siteId: 1, items: null, estimatedTotal: null })
  await expect(ask(page, "PATCH", `/api/purchase-requests/${String(request!["id"])}/approve`, {})).rejects.toThrow(/^403/)
})

test("a supervisor opens the meal and the door, assigns work, decides on leave and goods, and records the day's spending", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const cook = await signedIn(browser, "FO-OPS-001")
  const page = await signedIn(browser, "FO-SUP-001")
  const { projectName, diners } = await served(1, boss)
  const fault = named("Grease trap is full")
  const order = await ask<Named & { orderNumber: string }>(cook, "POST", "/api/work-orders", {
    siteId: 1,
    serviceType: "sewage",
    priority: "high",
    description: fault,
  })

  // the meal
  await page.goto("/meal-tracking")
  const fed = await tile(page, "Total Attendees")
  await page.getByRole("button", { name: "New Session" }).click()
  const opening = page.getByRole("dialog", { name: "New Session" })
  await opening.getByLabel("Meal type").selectOption("Dinner")
  await opening.getByLabel("Project").selectOption({ label: projectName })
  await opening.getByRole("button", { name: "Create session" }).click()
  await expect(notice(page, "Meal session created successfully")).toBeVisible()
  const row = page.getByRole("listitem").filter({ hasText: projectName })
  await row.getByRole("link", { name: "Kiosk for dinner" }).click()
  await expect(page.getByRole("combobox")).toBeFocused()
  await page.keyboard.type(diners[0]!.staffNumber)
  await page.keyboard.press("Enter")
  await expect(page.getByTestId("kiosk-result")).toContainText("served")
  await page.keyboard.press("Escape")
  await expect.poll(() => tile(page, "Total Attendees")).toBe(fed + 1)
  await row.getByRole("button", { name: "Close dinner" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Close session" }).click()
  await expect(notice(page, "Meal closed, 1 served")).toBeVisible()

  // attendance
  const [department] = await ask<Named[]>(boss, "GET", "/api/hr/departments?q=Catering")
  const [position] = await ask<Named[]>(boss, "GET", "/api/hr/positions?q=Cook")
  const lastName = named("Day")
  const { staffNumber } = await ask<{ staffNumber: string }>(boss, "POST", "/api/hr/staff", {
    firstName: "Achan",
    lastName,
    positionId: position!.id,
    departmentId: department!.id,
    siteId: 1,
    hireDate: inJuba(-10),
    employmentType: "full_time",
    salary: "300.00",
    currency: "USD",
  })
  await openWithin(page, "/hr?tab=attendance")
  const door = page.getByLabel("Staff number", { exact: true })
  await door.fill(staffNumber)
  await door.press("Enter")
  await expect(page.getByTestId("door-result")).toContainText(`Achan ${lastName} · in`)

  // the work
  await openWithin(page, `/facilities/orders?open=${order.id}`)
  await page.getByRole("button", { name: "Assign", exact: true }).click()
  const assigning = page.getByRole("dialog", { name: `Assign ${order.orderNumber}` })
  await assigning.getByRole("radio", { name: /^Maintenance team/ }).check()
  await assigning.getByRole("button", { name: "Assign", exact: true }).click()
  await expect(notice(page, `${order.orderNumber} assigned to Maintenance team`)).toBeVisible()

  // pending decisions: a person's leave, and goods for the kitchen
  const [annual] = await ask<Named[]>(cook, "GET", "/api/hr/leave-types?q=Annual")
  const [own] = await ask<Named[]>(cook, "GET", "/api/hr/staff")
  const day = await freeDay(cook)
  const leave = { staffId: own!.id, leaveTypeId: annual!.id, startDate: day, endDate: day, reason: "My sister marries" }
  await ask(cook, "POST", "/api/hr/leave-requests", leave)
  const why = named("Onions for the week")
  const request = await ask<Named & { requestNumber: string }>(cook, "POST", "/api/purchase-requests", { siteId: 1, priority: "medium", justification: why })
  await ask(cook, "POST", "/api/purchase-requests/items", { purchaseRequestId: request.id, stockItemId: 1, quantity: 20, estimatedCost: "30.00" })
  await openWithin(page, "/approvals")
  for (const each of [request.requestNumber, `Annual Leave, ${formatDay(day)}`]) {
    const waiting = page.locator("[data-row]", { hasText: each })
    await waiting.locator(".number").click()
    await page
      .getByRole("article")
      .getByRole("button", { name: /^Approve / })
      .click()
    await expect(waiting).toHaveCount(0)
  }

  // what the day cost
  await openWithin(page, "/expenses?dialog=daily-expense")
  const cost = page.getByRole("dialog", { name: "Record Daily Expenses" })
  await cost.getByLabel("Currency").selectOption("SSP")
  await cost.getByLabel("Date").fill(await unrecordedDay(boss))
  await cost.getByLabel("Fuel").fill("40000")
  await cost.getByLabel("Transport").fill("2500.5")
  await expect(cost.locator("output")).toContainText("SSP 42,500.50")
  await cost.getByRole("button", { name: "Record expenses" }).click()
  await expect(notice(page, "Daily expenses recorded successfully")).toBeVisible()

  // not visible: other sites, pay, invoices
  await openWithin(page, "/hr?open=5")
  await expect(page.getByRole("dialog").getByText("Nyakuoth Gai Bol").first()).toBeVisible()
  await expect(page.getByRole("tab", { name: "Pay", exact: true })).toHaveCount(0)
  await refused(page, "/invoices", "invoices.manage")
  await refused(page, "/financial", "finance.departmental")
  const elsewhere = await ask<Named>(boss, "POST", "/api/purchase-requests", { siteId: 2, priority: "low", justification: "Not for Unity" })
  await expect(ask(page, "PATCH", `/api/purchase-requests/${elsewhere.id}/approve`, {})).rejects.toThrow(/^40[34]/)
})

/** A past day on which the first site's expenses in pounds are not recorded yet. */
const unrecordedDay = async (page: Page) => {
  const recorded = await ask<{ expenseDate: string; currency: string; siteId: number }[]>(page, "GET", "/api/daily-expenses?limit=1000")
  for (let days = -1; ; days--) {
    if (!recorded.some(({ expenseDate, currency, siteId }) => expenseDate === inJuba(days) && currency === "SSP" && siteId === 1)) return inJuba(days)
  }
}

/** A working day next year on which the person has requested no leave. */
const freeDay = async (page: Page) => {
  const asked = await ask<{ startDate: string; endDate: string }[]>(page, "GET", "/api/hr/leave-requests?limit=1000")
  for (let days = 160; ; days++) {
    const day = inJuba(days)
    const isFree = !asked.some(({ startDate, endDate }) => startDate <= day && day <= endDate)
    if (isFree && ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())) return day
  }
}

test("finance issues an invoice, records its payment, approves and pays an expense, and reads both in the books", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  const cook = await signedIn(browser, "FO-OPS-001")
  await page.goto("/invoices")
  const issued = await tile(page, "Total Invoices")
  const outstanding = await tile(page, "Outstanding")
  await page.getByRole("button", { name: "Generate Invoice" }).click()
  const dialog = page.getByRole("main")
  const what = named("Tent hire")
  await dialog.getByLabel("Site").selectOption({ label: "Juba office" })
  await dialog.getByLabel("Client name").fill("SLB")
  await dialog.getByLabel("Billing period").fill(what)
  await dialog.getByLabel("Total amount").fill("590")
  await expect(dialog.getByLabel("Totals")).toContainText("$500.00")
  await page.getByRole("button", { name: "Issue invoice" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Issue invoice" }).click()
  await expect(notice(page, "Invoice generated successfully")).toBeVisible()
  await page
    .getByRole("dialog", { name: /^Preview of INV-/ })
    .getByRole("button", { name: "Close" })
    .first()
    .click()
  await expect.poll(() => tile(page, "Total Invoices")).toBe(issued + 1)
  await expect.poll(() => tile(page, "Outstanding")).toBeCloseTo(outstanding + 590, 2)
  await page.getByRole("listitem").filter({ hasText: what }).getByRole("link", { name: /^INV-/ }).click()
  await page.getByRole("button", { name: "Record Payment" }).click()
  const payment = page.getByRole("dialog", { name: /^Record Payment/ })
  await payment.getByRole("button", { name: "Record payment" }).click()
  await expect(notice(page, /^Payment RCT-\d{4}-\d+ recorded$/)).toBeVisible()
  await expect(page.getByRole("dialog", { name: /^INV-/ })).toContainText("Paid")
  await page.keyboard.press("Escape")
  await expect.poll(() => tile(page, "Outstanding")).toBeCloseTo(outstanding, 2)

  // a person's expense, from the inbox to the cash account
  await openWithin(page, "/financial")
  const spent = await tile(page, "Total Expenses")
  const wish = { amount: "75.00", category: "maintenance", description: named("Hinges"), businessPurpose: "Doors", siteId: 1, paymentMethod: "cash" }
  const { id, requestNumber } = await ask<Named & { requestNumber: string }>(cook, "POST", "/api/expense-requests", wish)
  await openWithin(page, "/approvals")
  const waiting = page.locator("[data-row]", { hasText: requestNumber })
  await waiting.locator(".number").click()
  await page.getByRole("button", { name: `Approve ${requestNumber}` }).click()
  await expect(waiting).toHaveCount(0)
  await openWithin(page, `/financial?tab=expenses&open=${id}`)
  await page.getByRole("button", { name: "Pay", exact: true }).click()
  const pay = page.getByRole("dialog", { name: /^Pay EXP-/ })
  await pay.getByLabel("Payment reference").fill("CV-12")
  await pay.getByRole("button", { name: "Pay" }).click()
  await expect(page.getByRole("dialog", { name: requestNumber })).toContainText("Paid by cash, CV-12")
  await openWithin(page, "/financial")
  await expect.poll(() => tile(page, "Total Expenses")).toBeCloseTo(spent + 75, 2)

  // the books
  await openWithin(page, "/financial?tab=reports&report=pnl")
  await expect(page.getByRole("heading", { name: /^Profit & Loss Statement/ })).toBeVisible()
  await page.getByRole("button", { name: "Other running costs", exact: true }).click()
  for (const line of ["Total revenue", "6300 Maintenance", "Net profit"]) await expect(page.getByRole("row", { name: line }).first()).toBeVisible()

  // finance pays for goods, so it does not approve them; nor does it audit itself
  const order = await ask<Named>(cook, "POST", "/api/purchase-requests", { siteId: 1, priority: "low", justification: "Salt" })
  await openWithin(page, `/procurement?open=${order.id}`)
  const asked = page.getByRole("dialog", { name: /^PR-/ })
  await expect(asked).toContainText("Salt")
  await expect(asked.getByRole("button", { name: /^Approve|^Reject/ })).toHaveCount(0)
  await expect(ask(page, "PATCH", `/api/purchase-requests/${order.id}/approve`, {})).rejects.toThrow(/^403/)
  await refused(page, "/audit", "system.admin")
  await expect(ask(page, "POST", "/api/construction-projects", { projectName: "A bank", siteId: 3 })).rejects.toThrow(/^403/)
})

test("management approves an order, verifies work, starts a project and assigns a person, and moves no money", async ({ browser }) => {
  const cook = await signedIn(browser, "FO-OPS-001")
  const page = await signedIn(browser, "FO-MGT-001")
  const why = named("Gloves and soap")
  const { id, requestNumber } = await ask<Named & { requestNumber: string }>(cook, "POST", "/api/purchase-requests", {
    siteId: 1,
    priority: "high",
    justification: why,
  })
  await ask(cook, "POST", "/api/purchase-requests/items", { purchaseRequestId: id, stockItemId: 1, quantity: 4, estimatedCost: "12.00" })

  await page.goto("/")
  await expect(page.getByRole("link", { name: `Review ${requestNumber}` })).toBeVisible()
  await page.getByRole("link", { name: `Review ${requestNumber}` }).click()
  await expect(page.getByRole("dialog", { name: requestNumber })).toContainText(why)
  const pending = await tile(page, "Pending Requests")
  await page.getByRole("button", { name: "Approve", exact: true }).click()
  await page
    .getByRole("dialog", { name: `Approve ${requestNumber}` })
    .getByRole("button", { name: "Approve", exact: true })
    .click()
  await expect(notice(page, "Purchase request approved and email sent")).toBeVisible()
  await expect.poll(() => tile(page, "Pending Requests")).toBe(pending - 1)

  // completed work is verified by another person
  const supervisor = await signedIn(browser, "FO-SUP-001")
  const order = await ask<Named & { orderNumber: string }>(supervisor, "POST", "/api/work-orders", {
    siteId: 1,
    serviceType: "cleaning",
    priority: "low",
    description: named("Windows of the office"),
    team: "cleaning",
  })
  await ask(supervisor, "PATCH", `/api/work-orders/${order.id}/start`)
  await ask(supervisor, "PATCH", `/api/work-orders/${order.id}/complete`, { remarks: "Clean" })
  await openWithin(page, `/facilities/orders?open=${order.id}`)
  await page.getByRole("button", { name: "Verify", exact: true }).click()
  await page.getByRole("button", { name: "Verify order" }).click()
  await expect(notice(page, `${order.orderNumber} verified`)).toBeVisible()

  // a project
  await openWithin(page, "/construction")
  const planned = await tile(page, "Planned")
  await page.getByRole("button", { name: "New Project" }).click()
  const form = page.getByRole("dialog", { name: "New Project" })
  const name = named("Renovation of the laundry")
  await form.getByLabel("Project name").fill(name)
  await form.getByLabel("Site").selectOption({ label: "Unity State" })
  await form.getByLabel("Budget").fill("9500")
  await form.getByRole("button", { name: "Create Project" }).click()
  await expect(notice(page, "New construction project created successfully")).toBeVisible()
  await expect.poll(() => tile(page, "Planned")).toBe(planned + 1)

  // the department's people, without those of others
  await openWithin(page, "/hr")
  await expect(page.getByRole("row", { name: /Lado Wani Kenyi/ })).toBeVisible()
  await expect(page.getByRole("row", { name: /Nyandeng Garang Ater/ })).toHaveCount(0)
  await openWithin(page, "/financial?tab=transactions")
  await expect(page.getByRole("columnheader", { name: "Description" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Record Transaction" })).toHaveCount(0)
  const money = { description: "Fuel", amount: "10.00", transactionType: "expense", category: "Fuel", paymentMethod: "cash", siteId: 1 }
  await expect(ask(page, "POST", "/api/transactions", { ...money, transactionDate: inJuba() })).rejects.toThrow(/^403.*payments\.process/s)
  await refused(page, "/audit", "system.admin")
  await openWithin(page, "/invoices")
  await expect(page.getByRole("button", { name: "Generate Invoice" })).toHaveCount(0)
})

test("the chief executive reads the day, makes top-level decisions, overrides with a reason, and finds it in the audit", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const management = await signedIn(browser, "FO-MGT-001")
  const cook = await signedIn(browser, "FO-OPS-001")
  await page.goto("/")
  for (const label of [
    "Dashboard",
    "Catering Services",
    "Meal Tracking",
    "Facilities Services",
    "Construction",
    "Procurement",
    "Invoice Generator",
    "Marketing CRM",
    "HR Management",
    "Financial",
    "Audit",
  ]) {
    await expect(screens(page).getByRole("link", { name: label, exact: true })).toBeVisible()
  }
  await page.getByRole("button", { name: /^Site: / }).click()
  await page.getByRole("menuitemradio", { name: "All Sites" }).click()
  const all = await ask<{ activeWorkOrders: number }>(page, "GET", "/api/dashboard/metrics")
  await expect.poll(() => tile(page, "Active Work Orders")).toBe(all.activeWorkOrders)
  await page.getByRole("button", { name: /^Active Work Orders: / }).click()
  await expect(page.getByRole("dialog")).toContainText(String(all.activeWorkOrders))
  await page.keyboard.press("Escape")

  // more than management may decide alone
  const costly = await ask<Named & { requestNumber: string }>(cook, "POST", "/api/purchase-requests", {
    siteId: 1,
    priority: "medium",
    justification: named("A second generator"),
  })
  await ask(cook, "POST", "/api/purchase-requests/items", { purchaseRequestId: costly.id, stockItemId: 1, quantity: 1, estimatedCost: "15000.00" })
  await expect(ask(management, "PATCH", `/api/purchase-requests/${costly.id}/approve`, {})).rejects.toThrow("403: This is above your limit of USD 10")
  await openWithin(page, "/approvals")
  const waiting = page.locator("[data-row]", { hasText: costly.requestNumber })
  await expect(waiting).toContainText("$15,000.00")
  await waiting.locator(".number").click()
  await page.getByRole("button", { name: `Approve ${costly.requestNumber}` }).click()
  await expect(waiting).toHaveCount(0)

  // one's own request requires a reason, which is kept
  const own = await ask<Named & { requestNumber: string }>(page, "POST", "/api/expense-requests", {
    amount: "90.00",
    category: "office",
    description: named("Lamp for the desk"),
    businessPurpose: "Evenings",
    siteId: 3,
    paymentMethod: "cash",
  })
  await openWithin(page, `/financial?tab=expenses&open=${own.id}`)
  const drawer = page.getByRole("dialog", { name: own.requestNumber })
  await drawer.getByRole("button", { name: "Approve by override" }).click()
  const override = page.getByRole("dialog", { name: `Approve ${own.requestNumber} by override` })
  await override.getByRole("button", { name: "Approve" }).click()
  await expect(override.getByText("Reason is required")).toBeVisible()
  const reason = named("All others are in the field")
  await override.getByLabel("Reason").fill(reason)
  await override.getByRole("button", { name: "Approve" }).click()
  await expect(drawer).toContainText(`Override: ${reason}`)

  await openWithin(page, `/audit?id=${own.requestNumber}`)
  const event = page.locator("[data-row]").first()
  await expect(event).toContainText(own.requestNumber)
  await expect(event).toContainText("Achol Deng Malual")
  await settled(page)
  await openWithin(page, "/audit?tab=seals")
  await expect(page.getByRole("region", { name: "Log integrity" })).toContainText(/event [\d,]+ of [\d,]+/)
})
