/** Every documented call: accepted as documented, and answered in the documented shape. On a whole server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { entities, fieldsOf, lacking, reads } from "./documented-shapes.ts"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { demoServer } from "../demo/demo-server.ts"

let server: Server | undefined
let ceo: Person
let management: Person
let finance: Person
let supervisor: Person
let worker: Person
let today: string
let yesterday: string
beforeAll(async () => {
  server = await demoServer()
  ceo = await server.as("FO-CEO-001")
  management = await server.as("FO-MGT-001")
  finance = await server.as("FO-FIN-001")
  supervisor = await server.as("FO-SUP-001")
  worker = await server.as("FO-OPS-001")
  today = (await ceo("GET", "/api/dashboard/metrics")).body.today
  yesterday = addDays(today, -1)
}, 300_000)
afterAll(() => server?.stop())

/** Makes the call, and returns the row it created, which must also be in the list. */
const made = async (by: Person, path: string, body: object, list = path) => {
  const { status, body: row } = await by("POST", path, body)
  expect(status, JSON.stringify(row)).toBe(201)
  const listed = (await ceo("GET", list)).body
  expect(listed.map(({ id }: { id: number }) => id)).toContain(row.id)
  return row
}
/** Decides without a body, as a button does. */
const decided = async (by: Person, method: string, path: string) => {
  const { status, body } = await by(method, path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe("writes", () => {
  // proves API-009
  test("a head-count for a meal", async () => {
    const form = { siteId: 3, mealType: "dinner", staffCount: 12, notes: "Visitors" }
    // at a site with a single client, the client is not required
    expect(await made(management, "/api/staff-feeding", form)).toMatchObject({ ...form, date: today, client: { id: 3 } })
    const unclear = await management("POST", "/api/staff-feeding", { ...form, siteId: 1 })
    expect([unclear.status, unclear.body]).toEqual([422, "Client is required"])
    // a count is corrected with a reason, not overwritten
    const other = { ...form, staffCount: 13 }
    const again = await management("POST", "/api/staff-feeding", other)
    expect([again.status, again.body]).toEqual([409, expect.stringMatching(/^Dinner was counted by .+: 12\. Correct it with a reason$/)])
    expect(await made(management, "/api/staff-feeding", { ...other, reason: "One came late" })).toMatchObject({ staffCount: 13, notes: "One came late" })
    const impossible = await management("POST", "/api/staff-feeding", { ...form, staffCount: 5000, reason: "Typed" })
    expect([impossible.status, impossible.body]).toEqual([422, expect.stringMatching(/^5000 people .+ exceed the limit/)])
  })

  // proves API-010, API-106, API-107, API-108, API-240
  test("a purchase request, its items, and the decision on it", async () => {
    const request = await made(worker, "/api/purchase-requests", { siteId: 1, priority: "high", justification: "The freezer is empty" })
    expect(request).toMatchObject({ status: "pending", justification: "The freezer is empty", notes: "The freezer is empty" })
    const item = { purchaseRequestId: request.id, stockItemId: 4, quantity: 10, estimatedCost: "6.00", notes: "Fresh" }
    const withItem = await worker("POST", "/api/purchase-requests/items", item)
    expect(withItem.status).toBe(201)
    expect(withItem.body.items).toEqual([expect.objectContaining({ ...item, requestedQuantity: 10, unitCost: "0.6000" })])
    const approved = await decided(ceo, "PATCH", `/api/purchase-requests/${request.id}/approve`)
    expect(approved).toMatchObject({ status: "approved", mailStatus: expect.any(String), items: [{ approvedQuantity: 10 }] })
    const lines = [{ itemId: approved.items[0].id, received: 10, damaged: 0 }]
    const received = await worker("POST", `/api/purchase-requests/${request.id}/receipts`, { note: "By boat", lines })
    expect(received).toMatchObject({ status: 201, body: { status: "completed", completedDate: expect.any(String), receivedPercent: 100 } })
    const other = await made(worker, "/api/purchase-requests", { siteId: 1, priority: "low", justification: "" })
    expect(await decided(ceo, "PATCH", `/api/purchase-requests/${other.id}/reject`)).toMatchObject({ status: "rejected" })
  })

  test("a goods receipt with lot and expiry date, which the request and the stock show", async () => {
    const request = await made(worker, "/api/purchase-requests", { siteId: 1, priority: "high", justification: "Milk" })
    await worker("POST", "/api/purchase-requests/items", { purchaseRequestId: request.id, stockItemId: 4, quantity: 10, estimatedCost: "6.00" })
    const approved = await decided(ceo, "PATCH", `/api/purchase-requests/${request.id}/approve`)
    const label = { lotNumber: "B-114-TEST", expiryDate: new Date(Date.parse(today) + 30 * 86_400_000).toISOString().slice(0, 10) }
    const line = { itemId: approved.items[0].id, received: 10, damaged: 0 }
    const path = `/api/purchase-requests/${request.id}/receipts`
    expect(await worker("POST", path, { lines: [{ ...line, ...label, expiryDate: yesterday }] })).toMatchObject({
      status: 422,
      text: expect.stringContaining(`expired on ${yesterday}. Do not take it in`),
    })
    const received = await worker("POST", path, { lines: [{ ...line, ...label }] })
    expect(received).toMatchObject({ status: 201, body: { receipts: [{ lines: [{ received: 10, ...label }] }] } })
    const { body: levels } = await ceo("GET", "/api/stock/levels?siteId=1&limit=1000")
    const level = (levels as ReadonlyArray<Fields>).find(({ stockItemId }) => stockItemId === 4)!
    expect(level.lots).toContainEqual(expect.objectContaining(label))
  })

  // proves API-012
  test("a construction project, with its manager as text", async () => {
    const form = { projectName: "Water tower", description: "Steel", siteId: 1, status: "planning", budget: "12500.50", projectManager: "Nobody Known" }
    expect(await made(management, "/api/construction-projects", form)).toMatchObject({
      name: "Water tower",
      projectNumber: expect.stringMatching(/^PRJ-\d{4}-\d{4}$/),
      projectType: "new_construction",
      status: "planning",
      budget: "12500.50",
      projectManagerUser: { firstName: "Nobody", lastName: "Known" },
    })
  })

  // proves API-101, API-104, API-105, API-260, API-261
  test("an expense request, and the decision on it", async () => {
    const { id } = (await worker("GET", "/api/auth/user")).body
    const form = { currency: "USD", category: "transport", description: "Taxi", businessPurpose: "To the airstrip", siteId: 1, paymentMethod: "cash" }
    const first = await made(worker, "/api/expense-requests", { ...form, amount: "25.50", priority: "medium", requestedBy: id })
    expect(first).toMatchObject({ amount: "25.50", status: "pending", requestedByUser: { id: Number(id) } })
    expect(await decided(finance, "POST", `/api/expense-requests/${first.id}/approve`)).toMatchObject({ status: "approved" })
    expect(await decided(finance, "POST", `/api/expense-requests/${first.id}/pay`)).toMatchObject({ status: "paid", paidDate: today })
    const third = await made(worker, "/api/expense-requests", { ...form, amount: 3, priority: "low" })
    expect(await decided(worker, "POST", `/api/expense-requests/${third.id}/withdraw`)).toMatchObject({ status: "rejected", rejectionReason: "Withdrawn" })
    const second = await made(worker, "/api/expense-requests", { ...form, amount: 25.5, priority: "low", requestedBy: id })
    expect(await decided(finance, "POST", `/api/expense-requests/${second.id}/reject`)).toMatchObject({ status: "rejected" })
  })

  // proves API-102, API-103
  test("a transaction and a vendor with the caller's numbers, once each", async () => {
    const transaction = {
      transactionNumber: "TXN-1763712000000",
      description: "Fuel",
      amount: "40.00",
      transactionType: "expense",
      category: "fuel",
      paymentMethod: "cash",
      siteId: 1,
      transactionDate: yesterday,
    }
    const row = await made(finance, "/api/transactions", transaction)
    expect(row).toMatchObject(transaction)
    expect((await finance("POST", "/api/transactions", transaction)).body.id).toBe(row.id)
    expect((await finance("POST", "/api/transactions", { ...transaction, amount: "41.00" })).status).toBe(409)
    const contact = { name: "Nile Ice", contactPerson: "Abuk", email: "ice@example.com", phone: "+211 9", address: "Juba" }
    const vendor = { vendorNumber: "VEN-1763712000000", ...contact, paymentTerms: "net_30", currency: "USD" }
    expect(await made(finance, "/api/vendors", vendor)).toMatchObject({ ...vendor, isActive: true })
  })

  // proves API-109, API-110, API-111
  test("an invoice that is generated with a preview, sent and downloaded", async () => {
    const form = { siteId: 3, billingPeriod: "July 2026", staffCount: 5, totalAmount: "118.00", clientAddress: "Juba", dueDate: addDays(today, 30) }
    const invoice = await made(finance, "/api/invoices/generate", { ...form, clientName: "Pure Water Ltd", template: "standard" }, "/api/invoices")
    expect(invoice).toMatchObject({ totalAmount: "118.00", taxAmount: "18.00", clientName: "Pure Water Ltd", html: expect.stringContaining("<") })
    const noAddress = await finance("POST", `/api/invoices/${invoice.id}/send`)
    expect([noAddress.status, noAddress.body]).toEqual([422, "This client has no e-mail address"])
    const sendable = (await finance("GET", "/api/invoices")).body.find(({ canSend, clientEmail }: Fields) => canSend && clientEmail !== null)
    expect(await decided(finance, "POST", `/api/invoices/${sendable.id}/send`)).toMatchObject({ id: sendable.id, mailStatus: expect.any(String) })
    const { status, headers, body } = await finance("GET", `/api/invoices/${sendable.id}/download`)
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      200,
      "application/pdf",
      `inline; filename="${sendable.invoiceNumber}.pdf"`,
    ])
    expect(body).toMatch(/^%PDF-/)
  })

  // proves API-112, API-113
  test("a meal session and its attendance", async () => {
    const form = { sessionDate: `${yesterday}T06:00:00.000Z`, mealType: "breakfast", projectId: 2, siteId: 1 }
    const session = await made(supervisor, "/api/meal-sessions", form, "/api/meal-sessions?status=active")
    expect(session).toMatchObject({ ...form, status: "active", totalAttendees: 0, mealCost: "60.00" })
    const fed = (await ceo("GET", "/api/staff-members?siteId=1")).body.find(({ clientId }: Fields) => clientId === session.clientId)
    const row = await supervisor("POST", "/api/meal-attendance", { mealSessionId: session.id, staffMemberId: fed.id, attended: true })
    expect(row).toMatchObject({ status: 201, body: { mealSessionId: session.id, staffMemberId: fed.id, attended: true, staffMember: { id: fed.id } } })
  })

  // proves API-114
  test("a capacity, with dates as instants and an open end", async () => {
    const form = { siteId: 1, clientId: 1, projectId: null, maxBreakfastCapacity: 120, maxLunchCapacity: 130, maxDinnerCapacity: 140, mealRate: "60.00" }
    const row = await made(management, "/api/site-meal-capacities", { ...form, startDate: `${today}T06:00:00.000Z`, endDate: null, notes: "Rains" })
    expect(row).toMatchObject({ ...form, startDate: today, endDate: null, isActive: true })
  })

  // proves API-115
  test("a day's meal bill", async () => {
    const day = addDays(today, -2)
    const form = { siteId: 3, clientId: 3, billingType: "daily", startDate: day, endDate: day }
    const meals = (await ceo("GET", `/api/daily-meal-summaries?siteId=3&startDate=${day}&endDate=${day}`)).body
    if (meals.length === 0) return expect((await finance("POST", "/api/meal-billing-periods/generate", form)).body).toBe("No unbilled meals in this period")
    expect(await made(finance, "/api/meal-billing-periods/generate", form, "/api/meal-billing-periods")).toMatchObject(form)
  })

  // proves API-116, API-117, API-118, API-119, API-121, API-280
  test("a prospect and its activities; targets, budgets and campaigns", async () => {
    const form = { companyName: "White Nile Freight", contactPerson: "Abuk", email: "abuk@example.com", phone: "+211 9", address: "Juba", industry: "oil_gas" }
    const more = { estimatedValue: 25000.5, probability: 50, stage: "lead", source: "Referral", notes: "" }
    const prospect = await made(management, "/api/crm/prospects", { ...form, ...more })
    expect(prospect).toMatchObject({ ...form, ...more, status: "active" })
    const activity = {
      activityType: "call",
      subject: "First call",
      description: "",
      activityDate: `${yesterday}T08:00:00.000Z`,
      duration: 15,
      outcome: "successful",
    }
    const logged = await made(management, "/api/crm/prospect-activities", { ...activity, prospectId: prospect.id })
    expect(logged).toMatchObject({ ...activity, prospectId: prospect.id })
    const at = `/api/crm/prospects/${prospect.id}`
    expect(await management("PATCH", at, { notes: "Large" })).toMatchObject({ status: 200, body: { notes: "Large" } })
    expect(await management("PATCH", `${at}/stage`, { stage: "qualified" })).toMatchObject({ status: 200, body: { stage: "qualified" } })

    const [year, month] = addDays(today, 40).split("-").map(Number)
    const target = { teamMemberId: 2, targetType: "revenue", targetValue: 5000, targetPeriod: "monthly", year, month }
    expect(await made(management, "/api/crm/marketing-targets", target)).toMatchObject({ ...target, achievedValue: 0 })
    const budget = { category: "entertainment", allocatedAmount: 900, budgetPeriod: "monthly", year, month }
    expect(await made(management, "/api/crm/marketing-budgets", budget)).toMatchObject({ ...budget, spentAmount: 0, remainingAmount: 900 })
    const campaign = { name: "Rains", description: "", campaignType: "digital", budget: 500, startDate: today, endDate: addDays(today, 30) }
    const planned = await made(management, "/api/crm/marketing-campaigns", { ...campaign, targetAudience: "Camps", expectedLeads: 10 })
    expect(planned).toMatchObject({ ...campaign, targetAudience: "Camps", expectedLeads: 10, actualLeads: 0, status: "planned" })
  })

  // proves API-120, API-122, API-281
  test("a petty cash request and its approval", async () => {
    const form = { amount: "12.00", currency: "USD", category: "transport", purpose: "Boda", notes: "" }
    const request = await made(worker, "/api/crm/petty-cash-requests", form)
    expect(request).toMatchObject({ ...form, status: "pending" })
    expect(await decided(supervisor, "PATCH", `/api/crm/petty-cash-requests/${request.id}/approve`)).toMatchObject({ status: "approved" })
    const other = await made(worker, "/api/crm/petty-cash-requests", { ...form, purpose: "Sweets" })
    const rejected = await supervisor("PATCH", `/api/crm/petty-cash-requests/${other.id}/reject`, { reason: "Not ours" })
    expect(rejected).toMatchObject({ status: 200, body: { status: "rejected", rejectionReason: "Not ours" } })
  })

  // proves API-220
  test("a work order that is put on hold, resumed and cancelled", async () => {
    const form = { siteId: 1, serviceType: "cleaning", priority: "medium", description: "Wash the mess", location: "Mess" }
    const order = await made(supervisor, "/api/work-orders", form)
    expect(order).toMatchObject({ ...form, orderNumber: expect.stringMatching(/^WO-\d{4}-\d{5}$/), status: "pending" })
    const step = async (verb: string, body?: object) => {
      const { status, body: row } = await supervisor("PATCH", `/api/work-orders/${order.id}/${verb}`, body)
      expect(status, JSON.stringify(row)).toBe(200)
      return row.status
    }
    const staff = (await ceo("GET", "/api/hr/staff?siteId=1&status=active")).body
    const [able] = staff.filter(({ employmentType }: { employmentType: string }) => employmentType === "full_time")
    expect(await step("assign", { assignedTo: able.id })).toBe("assigned")
    expect(await step("start")).toBe("in_progress")
    expect(await step("hold", { reason: "No water" })).toBe("on_hold")
    expect(await step("resume")).toBe("in_progress")
    const other = await made(supervisor, "/api/work-orders", form)
    const cancelled = await supervisor("PATCH", `/api/work-orders/${other.id}/cancel`, { reason: "Twice" })
    expect(cancelled).toMatchObject({ status: 200, body: { status: "cancelled", cancelReason: "Twice" } })
  })

  // proves API-123, API-124, API-125, API-126, API-127, API-274
  test("a person who is hired, recorded at work, on leave and suspended", async () => {
    const empty = {
      phone: "",
      nationalId: "",
      supervisorId: "",
      dateOfBirth: "",
      address: "",
      emergencyContact: "",
      emergencyPhone: "",
      bankName: "",
      bankAccount: "",
    }
    const person = { staffNumber: "FO-901", firstName: "Fatna", lastName: "Musa", email: "fatna@example.com", gender: "female" }
    const job = { positionId: 1, departmentId: 1, siteId: 1, employmentType: "full_time", hireDate: addDays(today, -300), salary: "850.00", currency: "USD" }
    const staff = await made(management, "/api/hr/staff", { ...empty, ...person, ...job })
    expect(staff).toMatchObject({ ...person, ...job, status: "active" })
    const day = { staffId: staff.id, attendanceDate: today, checkInTime: "07:00", checkOutTime: "16:00", workHours: "9", overtimeHours: "1" }
    const attendance = await management("POST", "/api/hr/attendance", { ...day, status: "present", location: "Kitchen", notes: "" })
    expect(attendance).toMatchObject({ status: 201, body: { staffId: staff.id, status: "present", staff: { firstName: "Fatna" } } })
    const types: ReadonlyArray<{ id: number; name: string }> = (await management("GET", "/api/hr/leave-types")).body
    let startDate = addDays(today, 20)
    while (new Date(`${startDate}T00:00:00Z`).getUTCDay() !== 1) startDate = addDays(startDate, 1)
    const contact = { emergencyContact: "Aunt", emergencyPhone: "+211 9", handoverNotes: "Ask Bol" }
    const leave = {
      staffId: staff.id,
      leaveTypeId: types.find(({ name }) => name === "Unpaid Leave")!.id,
      startDate,
      endDate: addDays(startDate, 1),
      reason: "Home",
    }
    const asked = await made(management, "/api/hr/leave-requests", { ...leave, ...contact, totalDays: 2 })
    expect(asked).toMatchObject({ ...leave, ...contact, status: "pending" })
    expect(await decided(ceo, "PUT", `/api/hr/leave-requests/${asked.id}/approve`)).toMatchObject({ status: "approved" })
    expect(await decided(management, "PUT", `/api/hr/staff/${staff.id}/suspend`)).toMatchObject({ status: "inactive", suspendedAt: expect.any(String) })
    expect(await decided(management, "PUT", `/api/hr/staff/${staff.id}/reinstate`)).toMatchObject({ status: "active", suspendedAt: null })
    const gone = await management("PUT", `/api/hr/staff/${staff.id}/terminate`, { terminationDate: today, reason: "End of contract" })
    expect(gone).toMatchObject({ status: 200, body: { status: "terminated", terminationDate: today } })
  })

  // proves API-128
  test("a payroll period", async () => {
    const first = `${addDays(`${today.slice(0, 7)}-01`, 40).slice(0, 7)}-01`
    const last = addDays(`${addDays(first, 40).slice(0, 7)}-01`, -1)
    const form = { periodName: "The next month", startDate: first, endDate: last, payDate: last }
    expect(await made(finance, "/api/hr/payroll-periods", form)).toMatchObject({ ...form, status: "draft", totalNetPay: "0.00" })
  })

  // proves API-007
  test("the demo data, which are already there", async () => {
    expect(await ceo("POST", "/api/demo-data/load")).toMatchObject({ status: 200, body: { loaded: true, already: true, events: 0 } })
  })
})

/** Each row has every field, and some row has each one as documented: fields from another record can be missing in some. */
const holds = (rows: ReadonlyArray<object>, fields: string) => {
  expect(rows.length).toBeGreaterThan(0)
  const names = fieldsOf(fields).map(({ path: [name] }) => name)
  for (const row of rows) expect(lacking(row, names.join(" "))).toEqual([])
  const wanting = fieldsOf(fields).filter(({ path, kind }) => rows.every((row) => lacking(row, [path.join("."), ...(kind ? [kind] : [])].join(":")).length > 0))
  expect(wanting.map(({ path }) => path.join("."))).toEqual([])
}

// proves API-001, API-002, API-003, API-004, API-005, API-006, API-008, API-011, API-013, API-014, API-015, API-016, API-017
// proves API-018, API-019, API-020, API-021, API-022, API-023, API-024, API-025, API-026, API-027, API-028, API-029, API-030
// proves API-031, API-032, API-033, API-034, API-035, API-036, API-037, API-038, API-039, API-040, API-041, API-042, API-043
test.each(Object.entries(reads))("GET %s answers as documented", async (path, fields) => {
  const { status, body } = await ceo("GET", path)
  expect(status).toBe(200)
  holds(Array.isArray(body) ? body : [body], fields)
})

// proves ENT-01, ENT-02, ENT-03, ENT-04, ENT-05, ENT-06, ENT-07, ENT-08, ENT-09, ENT-10, ENT-11, ENT-12, ENT-13, ENT-14, ENT-15, ENT-16, ENT-17, ENT-18
// proves ENT-19, ENT-20, ENT-21, ENT-22, ENT-23, ENT-24, ENT-25, ENT-26, ENT-27, ENT-28, ENT-29, ENT-30, ENT-31, ENT-32, ENT-33, ENT-34, ENT-35, ENT-36, ENT-37, ENT-38, ENT-39, ENT-40, ENT-41
// proves ENT-42, ENT-43, ENT-44, ENT-45, ENT-46, ENT-47, ENT-48, ENT-49, ENT-50, ENT-51, ENT-52, ENT-53, ENT-54, ENT-55, ENT-56
test.each(entities)("%s are stored with their related records", async (_, at, fields) => {
  const [path = "", part] = at.split(" ")
  const { status, body } = await ceo("GET", path)
  expect(status).toBe(200)
  const rows: ReadonlyArray<Fields> = Array.isArray(body) ? body : [body]
  holds(part === undefined ? rows : rows.flatMap((row) => row[part] as ReadonlyArray<object>), fields)
})

// proves API-028
test("the meal summaries cover the requested days", async () => {
  const { body } = await ceo("GET", `/api/daily-meal-summaries?startDate=${addDays(today, -10)}&endDate=${addDays(today, -5)}`)
  const days: ReadonlyArray<string> = body.map(({ summaryDate }: { summaryDate: string }) => summaryDate)
  expect(days.length).toBeGreaterThan(0)
  expect(days.filter((day) => day < addDays(today, -10) || day > addDays(today, -5))).toEqual([])
})

// proves API-292
test("the log verifies", async () => {
  const { status, body } = await ceo("POST", "/api/audit/verify")
  expect(status).toBe(200)
  expect(body).toMatchObject({ clean: true, found: 0, findings: [], events: expect.any(Number) })
  expect(body.events).toBeGreaterThan(1000)
  expect((await finance("POST", "/api/audit/verify")).status).toBe(403)
})

// proves API-267
test("each report is available as JSON, PDF, XLSX and CSV", async () => {
  const types = {
    json: "application/json",
    pdf: "application/pdf",
    xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    csv: "text/csv",
  }
  // a person can download at most ten files a minute
  const reports: ReadonlyArray<readonly [Person, ...ReadonlyArray<string>]> = [
    [ceo, "pnl", "balance-sheet", "cash-flow"],
    [finance, "expense"],
    [management, "trial-balance", "aged-receivables", "aged-payables"],
  ]
  for (const [person, ...names] of reports) {
    for (const name of names) {
      for (const [format, type] of Object.entries(types)) {
        const { status, headers, body } = await person("GET", `/api/reports/${name}?format=${format}`)
        expect([name, status, headers.get("content-type")?.split(";")[0]]).toEqual([name, 200, type])
        expect(body.length ?? Object.keys(body).length).toBeGreaterThan(0)
      }
    }
  }
})

// proves MSG-85, MSG-02, MSG-03
test("callers without a session, or with an ended one, are asked to sign in", async () => {
  const ask = async (path: string, options: RequestInit) => {
    const answer = await fetch(`${server!.url}${path}`, {
      ...options,
      headers: { "x-ops-client": "1", "content-type": "application/json", ...options.headers },
    })
    return [answer.status, await answer.text()]
  }
  const signIn = (employeeId: string) => ask("/api/auth/login", { method: "POST", body: JSON.stringify({ employeeId, password: "wrong" }) })
  expect(await signIn("FO-NOBODY-001")).toEqual([401, "Employee ID not found"])
  expect(await signIn("FO-GST-001")).toEqual([401, "Invalid password"])
  expect(await ask("/api/sites", { headers: { cookie: "sid=nonsense" } })).toEqual([401, expect.stringMatching(/sign(ed)? in/)])
})
