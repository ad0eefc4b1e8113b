/**
 * Records missing from the demo data, so that each `can…` field is seen as true and false: for can-calls.test.ts. They are created by the product's
 * own calls, with people and records found in the demo data by their properties, because the demo data differs from day to day.
 */
import { Effect } from "effect"
import { TestDevice } from "@ops/field/testing.ts"
import { escalateSla } from "@ops/facilities/service-levels/sla-clock.ts"
import { type NewWorkOrder, raiseOrder } from "@ops/facilities/work-orders/commands.ts"
import { addDays, lastDayOf } from "@ops/platform/calendar.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Caller, demoApp } from "../demo/demo-app.ts"

/** The fields used of a record, or of a row of a list. */
interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

export interface Planted {
  /** an approved request in each currency, by and for people not involved in the test */
  readonly approvedPettyCash: { readonly USD: number; readonly SSP: number }
  /** a supplier that is not linked to a contractor */
  readonly vendor: number
  /** a person with pay who may work on a project */
  readonly labourer: number
  /** a person who left and whose final settlement is booked */
  readonly settled: number
  /** a purchase request with all its received goods still in the store */
  readonly received: number
  /** the proposals for the open lines of the bank */
  readonly bankProposals: ReadonlyArray<{ readonly lineId: number; readonly proposals: ReadonlyArray<Row> }>
}

/** Calls as one person; an unsuccessful answer is an error in the test. */
const personOf =
  (call: Caller) =>
  async <Answer = Row>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const { status, text } = await call(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return (text === "" ? undefined : JSON.parse(text)) as Answer
  }
type Person = ReturnType<typeof personOf>

interface Place {
  readonly app: Awaited<ReturnType<typeof demoApp>>
  readonly today: string
  readonly chief: Person
  readonly finance: Person
  readonly manager: Person
  readonly supervisor: Person
}
const reason = { reason: "Tried out" }
const found = <A>(all: ReadonlyArray<A>, is: (one: A) => boolean, what: string): A => {
  const one = all.find(is)
  if (one === undefined) throw new Error(`The demonstration has no ${what}`)
  return one
}

/**
 * Payrolls that are posted, approved, a draft that will pay a settlement, and calculated: the draft of the demo data, and the three months after it.
 */
const payrolls = async ({ app, chief, finance }: Place) => {
  // processed by another person, because asking for it again would only return the existing result
  const clerk = personOf(await app.person(7, null))
  const period = "/api/hr/payroll-periods"
  const draft = found(await finance<ReadonlyArray<Row>>("GET", period), ({ status }) => status === "draft", "payroll that is a draft")
  const ids = [draft.id]
  for (let last = draft["endDate"] as string; ids.length < 4; ) {
    const startDate = addDays(last, 1)
    last = lastDayOf(startDate.slice(0, 7))
    const { id } = await finance("POST", period, { periodName: startDate.slice(0, 7), startDate, endDate: last, payDate: last })
    ids.push(id)
  }
  const [posted, approved, , calculated] = ids
  for (const id of [posted, approved, calculated]) await clerk("PUT", `${period}/${id}/process`, reason)
  for (const id of [posted, approved]) await chief("PUT", `${period}/${id}/approve`)
  await finance("PUT", `${period}/${posted}/post`)
}

/** Two people who have left, one of them with a final settlement; and a day of attendance that waits for approval. */
const people = async ({ chief, finance, supervisor, today }: Place, staff: ReadonlyArray<Row>): Promise<number> => {
  for (const { id } of staff.slice(-2)) await chief("PUT", `/api/hr/staff/${id}/terminate`, { ...reason, terminationDate: today })
  await finance("POST", `/api/hr/staff/${staff.at(-1)!["id"]}/settlement`, { reason: "resigned" })

  const { id, staffNumber } = found(staff, ({ siteId }) => siteId === 1, "staff at the supervisor's site")
  const tap = (time: string) => supervisor("POST", "/api/hr/attendance/tap", { staffNumber, time })
  const known = (await supervisor<ReadonlyArray<Row>>("GET", "/api/hr/attendance/today")).find(({ staffId }) => staffId === id)
  const came = (known?.["checkInTime"] ?? (await tap("08:00"))["checkInTime"]) as string
  if (!known?.["checkOutTime"]) await tap(`${String(Math.min(Number(came.slice(0, 2)) + 1, 23)).padStart(2, "0")}:59`)
  return staff.at(-1)!.id
}

/** Approved requests and one that is paid out; after that its float can be topped up. */
const pettyCash = async ({ app, finance }: Place): Promise<Planted["approvedPettyCash"]> => {
  const [asks, approves] = [personOf(await app.person(3, 1)), personOf(await app.person(6, 1))]
  const path = "/api/crm/petty-cash-requests"
  const approved = async (currency: string, amount: string): Promise<number> => {
    const { id } = await asks("POST", path, { amount, currency, category: "transport", purpose: "Tried out" })
    await approves("PATCH", `${path}/${id}/approve`)
    return id
  }
  const floats = await finance<ReadonlyArray<Row>>("GET", "/api/petty-cash-floats")
  const float = found(floats, ({ currency, siteId }) => currency === "USD" && siteId === 1, "float in dollars at the first site")
  await finance("PATCH", `${path}/${await approved("USD", "3.00")}/disburse`, { floatId: float["id"] })
  // a float that is still empty
  await finance("POST", "/api/petty-cash-floats", { name: "Tried out", siteId: 1, custodianId: float["custodianId"], limit: "10.00" })
  // cash that finance took over from earlier books, which another person confirms
  await finance("POST", "/api/petty-cash-floats", { name: "Taken over", siteId: 1, custodianId: float["custodianId"], limit: "10.00", cash: "5.00" })
  return { USD: await approved("USD", "2.00"), SSP: await approved("SSP", "2000.00") }
}

/** Posted bills, one of them on an approved payment run and one on an unapproved run; and a disputed bill. */
const paymentRuns = async ({ chief, finance, today }: Place) => {
  const { vendorId } = (await finance<ReadonlyArray<Row>>("GET", "/api/accounts-payable?limit=1"))[0]!
  const runs: Array<number> = []
  for (const n of [1, 2, 3, 4]) {
    const facts = { vendorId, invoiceNumber: `TRIED-${n}`, invoiceDate: today, category: "supplies", siteId: 1, currency: "USD", amount: "10.00" }
    const { id } = await finance("POST", "/api/accounts-payable", facts)
    if (n === 4) await finance("POST", `/api/accounts-payable/${id}/dispute`, reason)
    else await chief("POST", `/api/accounts-payable/${id}/approve`, reason)
    if (n < 3) runs.push((await finance("POST", "/api/payment-runs", { currency: "USD", items: [{ payableId: id }] })).id)
  }
  await chief("POST", `/api/payment-runs/${runs[0]}/approve`)
}

/** Reports in draft and reviewed, a filed one with an amount to pay; payments that wait, are approved and are paid; a proposed rate. */
const taxes = async ({ chief, finance, today }: Place) => {
  const taxPeriod = `${Number(today.slice(0, 4)) - 2}-01`
  await finance("POST", "/api/tax-reports", { taxPeriod, taxType: "sales" })
  const { id } = await finance("POST", "/api/tax-reports", { taxPeriod, taxType: "withholding" })
  await chief("POST", `/api/tax-reports/${id}/review`)

  const reports = await finance<ReadonlyArray<Row>>("GET", "/api/tax-reports")
  const owed = found(reports, ({ status, taxBalance }) => status === "filed" && Number(taxBalance) > 1, "filed tax report that is not paid")
  for (const { id, taxReportId, status } of await finance<ReadonlyArray<Row>>("GET", "/api/tax-payments"))
    if (taxReportId === owed["id"] && status === "pending") await finance("POST", `/api/tax-payments/${id}/cancel`, reason)
  const pay = async () => (await finance("POST", "/api/tax-payments", { taxReportId: owed["id"], paymentAmount: "0.01" })).id
  const [, approved, paid] = [await pay(), await pay(), await pay()]
  for (const id of [approved, paid]) await chief("POST", `/api/tax-payments/${id}/approve`)
  await finance("POST", `/api/tax-payments/${paid}/pay`)

  await finance("POST", "/api/tax-codes/SALES/rates", { from: today, rate: "19.50", source: "Tried out" })
}

/** Spending recorded by level 10 itself, which it can decide on only by an override. */
const ownSpending = async ({ chief, today }: Place) => {
  const money = { description: "Tried out", amount: "12.00", category: "fuel", siteId: 1, transactionDate: today }
  await chief("POST", "/api/transactions", money)
  await chief("POST", "/api/daily-expenses", { expenseDate: today, siteId: 1, currency: "SSP", fuelCost: "12.00" })
}

/** A draft invoice for meals, and an invoice cancelled by a credit note. */
const invoices = async ({ finance, today }: Place) => {
  const yesterday = addDays(today, -1)
  const meals = { siteId: 1, clientId: 1, billingType: "daily", startDate: yesterday, endDate: yesterday }
  await finance("POST", "/api/meal-billing-periods/generate", meals)
  const all = await finance<ReadonlyArray<Row>>("GET", "/api/invoices")
  const issued = found(
    all,
    ({ kind, canCredit, canSend }) => kind === "service" && canCredit === true && canSend === true,
    "invoice of services that can be credited",
  )
  await finance("POST", `/api/invoices/${issued["id"]}/credit`, reason)
}

/** A contract with an unbilled advance, a budget change that moves money between lines, a closed commitment, and reversed hours. */
const projects = async ({ chief, manager, today }: Place, staffId: number) => {
  const all = await chief<ReadonlyArray<Row>>("GET", "/api/construction-projects")
  const at = (id: number, rest: string) => `/api/construction-projects/${id}/${rest}`
  const { id: planned } = found(all, ({ status }) => status === "planning", "project in planning")
  const terms = { clientId: 1, reference: "Tried out", signedDate: today, agreedValue: "1000.00", advanceAmount: "100.00", recoveryRate: "10.00" }
  await chief("PUT", at(planned, "contract"), terms)

  const { id: running } = found(all, ({ status }) => status === "in_progress", "project in progress")
  const lines = [1, 2].map((costCodeId) => ({ costCodeId, amount: "10.00" }))
  await chief("PUT", at(planned, "budget"), { lines })
  const moved = lines.map((line, n) => ({ ...line, amount: n === 0 ? "-1.00" : "1.00" }))
  const change = await chief("POST", at(planned, "changes"), { ...reason, lines: moved })
  await manager("PATCH", `/api/construction-changes/${change.id}/approve`)

  const hours = await chief("POST", at(running, "costs"), { kind: "labour", costCodeId: 1, staffId, hours: "1" })
  await chief("PATCH", `/api/construction-costs/${hours.id}/take-back`, reason)

  const { requests } = await chief<{ readonly requests: ReadonlyArray<Row> }>("GET", at(running, "chargeable"))
  for (const [n, { id }] of requests.slice(0, 2).entries()) {
    const commitment = await chief("POST", at(running, "commitments"), { costCodeId: 1, purchaseRequestId: id })
    if (n === 0) await chief("PATCH", `/api/construction-commitments/${commitment.id}/close`)
  }
}

/**
 * A contractor who worked a day of last month and is assigned for all days after it: no day is free, and none is left to record. The day is approved,
 * but the contractor is not linked to a supplier yet. Today's hours wait.
 */
const contractor = async ({ chief, supervisor, today }: Place) => {
  const day = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  const [like] = await chief<[Row]>("GET", "/api/contractors?limit=1")
  const facts = { firstName: "Tried", lastName: "Out", phone: "+211 912 345 678", serviceType: "Tried out", departmentId: like["departmentId"], siteId: 1 }
  const { id: contractorId } = await chief("POST", "/api/contractors", { ...facts, contractStart: day, dailyRate: "10.00" })
  const assigned = async (startDate: string, endDate: string | null) =>
    (await chief("POST", "/api/contractor-assignments", { contractorId, siteId: 1, task: "Tried out", startDate, endDate })).id
  const assignmentId = await assigned(day, day)
  await chief("PUT", `/api/contractor-assignments/${assignmentId}/start`, { date: day })
  const hours = await chief("POST", "/api/contractor-hours", { assignmentId, date: day, hours: "8" })
  await supervisor("POST", "/api/contractor-hours/approve", { ids: [hours.id] })
  await chief("PUT", `/api/contractor-assignments/${assignmentId}/complete`, { date: day })
  const next = await assigned(addDays(day, 1), null)
  await chief("PUT", `/api/contractor-assignments/${next}/start`, { date: addDays(day, 1) })
  await chief("POST", "/api/contractor-hours", { assignmentId: next, date: today, hours: "8" })
}

/** A request whose goods have been received and are in the store. */
const goods = async ({ chief, supervisor }: Place): Promise<number> => {
  const path = "/api/purchase-requests"
  const items = [{ stockItemId: 1, quantity: 1, estimatedCost: "5.00" }]
  const { id } = await supervisor("POST", path, { siteId: 1, priority: "low", justification: "Tried out", items })
  const { items: added } = await chief<{ readonly items: readonly [Row] }>("PATCH", `${path}/${id}/approve`)
  await supervisor("POST", `${path}/${id}/receipts`, { lines: [{ itemId: added[0].id, received: 1 }] })
  return id
}

/** A contractor who starts today, a supplier, and an unassigned prospect. */
const others = async ({ chief, finance, manager, today }: Place): Promise<number> => {
  const contractors = await chief<ReadonlyArray<Row>>("GET", "/api/contractors")
  const free = found(contractors, ({ availabilityStatus, siteId }) => availabilityStatus === "available" && siteId === null, "contractor without work")
  const work = { contractorId: free["id"], siteId: 1, task: "Tried out", startDate: today, endDate: addDays(today, 5) }
  await chief("POST", "/api/contractor-assignments", work)
  const prospect = await manager("POST", "/api/crm/prospects", { companyName: "Tried out" })
  await manager("PATCH", `/api/crm/prospects/${prospect.id}/assign`, { assignedTo: null })
  return (await finance("POST", "/api/vendors", { name: "Tried out" })).id
}

interface Policy extends Required<Pick<NewWorkOrder, "priority">> {
  readonly clientId: number | null
  readonly promised: { readonly creditAmount: string | null } | null
}

/** A paused plan, and an order that missed its promise long ago, so that its client may be granted a credit. */
const maintenance = async ({ app, chief }: Place) => {
  const [plan] = await chief<[Row]>("GET", "/api/maintenance-plans?status=active")
  await chief("PUT", `/api/maintenance-plans/${plan.id}/pause`, reason)
  const policies = await chief<ReadonlyArray<Policy>>("GET", "/api/sla/policies")
  const { clientId, priority } = found(policies, ({ promised }) => Number(promised?.creditAmount) > 0, "promise with a credit")
  const at = system("test", new Date(Date.now() - 10 * 86_400_000).toISOString())
  const order = { siteId: 1, serviceType: "cleaning" as const, priority, description: "Tried out", clientId }
  await app.runtime.runPromise(
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id } = yield* execute(raiseOrder, order, at)
      yield* execute(escalateSla, { id, above: null, aboveThat: null }, system("test"))
    }),
  )
}

interface User extends Row {
  readonly isActive: boolean
  readonly accessLevel: number
}

/** Level 10, requested by the chief for an account that the manager sees and may confirm. */
const topLevel = async ({ chief, manager }: Place) => {
  const users = await manager<ReadonlyArray<User>>("GET", "/api/users?limit=1000")
  const { id } = found(users, ({ accessLevel, isActive }) => isActive && accessLevel < 6, "account below level 6 in the manager's department")
  await chief("PATCH", `/api/users/${id}`, { accessLevel: 10 })
}

/** The chief's own leave request, which only the chief could approve, by override. */
const ownLeave = async ({ chief, today }: Place, all: ReadonlyArray<Row>) => {
  const { id } = await chief("GET", "/api/auth/user")
  const own = found(all, ({ userId }) => userId === String(id), "chief among the staff")
  const types = await chief<ReadonlyArray<Row>>("GET", "/api/hr/leave-types?status=active")
  const leaveTypeId = found(types, ({ mayGoNegative, paid }) => mayGoNegative === true || paid === true, "leave type").id
  const [startDate, endDate] = [addDays(today, 200), addDays(today, 204)]
  await chief("POST", "/api/hr/leave-requests", { staffId: own.id, leaveTypeId, startDate, endDate, ...reason })
}

/** Requests by level 10 itself, which can only be approved by override; a manual entry; and a read alert. */
const ofLevelTen = async ({ chief, finance, today }: Place) => {
  const request = { siteId: 1, priority: "low", justification: "Tried out", items: [{ stockItemId: 1, quantity: 1, estimatedCost: "5.00" }] }
  await chief("POST", "/api/purchase-requests", request)
  const expense = { siteId: 1, amount: "3.00", currency: "USD", category: "supplies", description: "Tried out", businessPurpose: "Tried out" }
  await chief("POST", "/api/expense-requests", { ...expense, paymentMethod: "cash", priority: "low" })
  await chief("POST", "/api/crm/petty-cash-requests", { siteId: 1, amount: "3.00", currency: "USD", category: "transport", purpose: "Tried out" })
  const line = { account: "6100", siteId: 1, description: "Tried out" }
  const lines = [
    { ...line, debitAmount: "5.00" },
    { ...line, creditAmount: "5.00" },
  ]
  const { id } = await finance("POST", "/api/journal-drafts", { entryDate: today, description: "Tried out", currency: "USD", lines })
  await chief("POST", `/api/journal-drafts/${id}/post`, {})
  const [alert] = await chief<ReadonlyArray<Row>>("GET", "/api/alerts")
  await chief("POST", `/api/alerts/${alert!["id"]}/read`)
}

/** A webhook that is active, one that is paused and one that has ended. */
const webhooks = async ({ chief }: Place) => {
  const ids: Array<number> = []
  for (const name of ["Told", "Paused", "Ended"]) ids.push((await chief("POST", "/api/webhooks", { name, url: "https://example.com/hooks", kinds: "*" })).id)
  await chief("POST", `/api/webhooks/${ids[1]}/pause`)
  await chief("POST", `/api/webhooks/${ids[2]}/end`)
}

/** A group of the sign-in service whose level applies, and one that has ended. */
const groups = async ({ chief, today }: Place) => {
  const ids: Array<number> = []
  for (const groupName of ["Tried", "Ended"]) ids.push((await chief("POST", "/api/sign-in-groups", { groupName, accessLevel: 3, from: today })).id)
  await chief("POST", `/api/sign-in-groups/${ids[1]}/end`, { to: today })
}

/** A delegation that has ended, beside the one of the demo. */
const delegations = async ({ chief, today }: Place) => {
  const [manager] = await chief<ReadonlyArray<Row>>("GET", "/api/users?q=FO-MGT-001")
  const { id } = await chief("POST", "/api/delegations", { delegateId: Number(manager!["id"]), from: today, to: today })
  await chief("POST", `/api/delegations/${id}/end`)
}

/** A closed site, and a menu that is not in use. */
const setAside = async ({ chief, today }: Place) => {
  const site = await chief("POST", "/api/sites", { name: "Tried out", code: "TRY" })
  const menu = await chief("POST", "/api/menus", { siteId: site.id, name: "Tried out", weeks: 1, startDate: today })
  await chief("PUT", `/api/menus/${menu.id}/deactivate`)
  await chief("PUT", `/api/sites/${site.id}/close`, { reason: "Tried out" })
}

/** A client's staff member with a badge. */
const badges = async ({ chief }: Place) => {
  const [person] = await chief<ReadonlyArray<Row>>("GET", "/api/staff-members?status=active&siteId=1&limit=1")
  await chief("POST", `/api/staff-members/${person!["id"]}/badge`, {})
}

/** A device with a rejected act, and a revoked device. */
const devices = async ({ chief }: Place) => {
  const [heard, lost] = [new TestDevice(), new TestDevice("ES256")] as const
  const ids: Array<number> = []
  for (const [n, { algorithm, publicKey }] of [heard, lost].entries())
    ids.push((await chief("POST", "/api/field/devices", { label: `Tried ${n}`, siteId: 1, algorithm, publicKey })).id)
  const act = heard.act(Date.now(), 1, "meal_session.cancel", { id: 1 })
  await chief("POST", "/api/field/packets", heard.packet([act], Date.now()))
  await chief("POST", `/api/field/devices/${ids[1]}/revoke`, reason)
}

/** Three late meals reported by finance under a contract billed as served: one to bill, one to credit, one declined. */
const lateMeals = async ({ app, finance, chief }: Place) => {
  const [billed] = (await app.owner(`select s.site_id as "siteId", s.client_id as "clientId", to_char(s.date, 'YYYY-MM-DD') as date, s.meal_type as "mealType"
    from live.meal_slot s join live.client_contract k on k.id = s.contract_id join live.meal_account a on a.id = k.id
    cross join jsonb_to_recordset(a.billed) as b("from" date, "to" date)
    where s.date between b."from" and b."to" and s.served > 5 and not exists (select from jsonb_array_elements(k.bases) x where x->>'basis' <> 'served') order by s.date limit 1`)) as [
    Record<string, unknown>,
  ]
  const report = (heads: number) => finance("POST", "/api/late-meals", { ...billed, heads, ...reason })
  const [, , declined] = [await report(3), await report(-2), await report(1)]
  await chief("POST", `/api/late-meals/${declined.id}/decline`, reason)
}

export const plantRows = async (app: Place["app"], today: string): Promise<Planted> => {
  const [chief, finance, manager, supervisor] = await Promise.all(
    ["FO-CEO-001", "FO-FIN-001", "FO-MGT-001", "FO-SUP-001"].map(async (id) => personOf(await app.signedIn(id))),
  )
  const place: Place = { app, today, chief: chief!, finance: finance!, manager: manager!, supervisor: supervisor! }
  const all = await place.chief<ReadonlyArray<Row>>("GET", "/api/hr/staff?limit=1000")
  const staff = all.filter(({ status, userId }) => status === "active" && userId === null)
  await payrolls(place)
  const settled = await people(place, staff)
  await paymentRuns(place)
  await taxes(place)
  await invoices(place)
  await lateMeals(place)
  await ownSpending(place)
  const labourer = staff[0]!.id
  await projects(place, labourer)
  await maintenance(place)
  await contractor(place)
  await topLevel(place)
  await ofLevelTen(place)
  await ownLeave(place, all)
  await devices(place)
  await webhooks(place)
  await badges(place)
  await groups(place)
  await delegations(place)
  await setAside(place)
  const [approvedPettyCash, vendor, received] = [await pettyCash(place), await others(place), await goods(place)]
  const bankProposals = await place.finance<Planted["bankProposals"]>("GET", "/api/bank-accounts/1/proposals")
  return { approvedPettyCash, vendor, received, settled, labourer, bankProposals }
}
