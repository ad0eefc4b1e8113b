/** The calls for the billing of meals, over HTTP on a real Postgres. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays, lastDayOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { mealSessions, SessionCancelled, SessionOpened } from "@ops/meals/meal-sessions/meal-session.ts"
import { MealsRecorded, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { MealBillingApi } from "./contract.ts"
import { MealBillingLive } from "./server.ts"
import { receivePayment } from "../payments/payment.ts"
import { startPosting } from "./billing-run-posting.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { counted, finance, founded, model, planOf, tell, today } from "../testing.ts"

const runtime = ManagedRuntime.make(testDatabase(model))

/** Signs in with the token's level and person id, restricted to its site: "8.3@2". */
const signedIn = (token: string): SignedIn => {
  const [, level, id = level, site = null] = /^(\d+)(?:\.(\d+))?(?:@(\d+))?$/.exec(token)!.map((part) => (part === undefined ? undefined : Number(part)))
  const by = {
    ...system("test", new Date().toISOString()),
    actor: `person:${id}`,
    person: id!,
    level: level!,
    permissions: permissionsOf(level!),
    confinedTo: site,
  }
  return { ...by, employeeId: token, siteId: site, sessionId: null }
}
const web = serveApi(HttpApiBuilder.layer(MealBillingApi).pipe(Layer.provide(MealBillingLive)), runtime, signedIn)
const call = async (token: string, line: string, body?: object | null, headers: Record<string, string> = {}) => {
  const [method, address] = line.split(" ") as [string, string]
  const answer = await web.handler(
    new Request(`http://localhost${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  const text = await answer.text()
  return { status: answer.status, body: answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text, headers: answer.headers }
}
const refused = (status: number, body: string | RegExp) => ({ status, body: typeof body === "string" ? body : expect.stringMatching(body) })
const generate = (more: object = {}, token = "7", headers = {}) =>
  call(
    token,
    "POST /api/meal-billing-periods/generate",
    { siteId: 1, clientId: 1, billingType: "monthly", startDate: "2026-08-01", endDate: "2026-08-09", ...more },
    headers,
  )
const rows = (text: string, values: ReadonlyArray<unknown> = []) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, values)))

beforeAll(() => runtime.runPromise(Effect.andThen(founded, Effect.all([counted("2026-08"), counted("2026-09"), counted("2026-10")]))), 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

// proves API-115
test("a bill is drafted from the meals of its days and claims them", async () => {
  const made = await generate({ siteId: "site-1", clientId: "1", startDate: "2026-08-01T00:30:00.000Z" }, "7", { "idempotency-key": "once" })
  expect(made).toMatchObject({
    status: 201,
    body: {
      billingNumber: "Draft 1",
      site: {
        id: 1,
        name: "Site 1",
      },
      client: {
        id: 1,
        companyName: "Client 1",
      },
      billingType: "monthly",
      startDate: "2026-08-01",
      endDate: "2026-08-09",
      issueDate: null,
      totalMealsServed: 376,
      totalMealsMissed: 0,
      currency: "USD",
      subtotalAmount: "4700.00",
      taxAmount: "846.00",
      totalAmount: "5546.00",
      status: "draft",
      canIssue: true,
      canCredit: true,
      dueDate: addDays(today, 30),
    },
  })
  expect((await generate({ siteId: "site-1", clientId: "1", startDate: "2026-08-01T00:30:00.000Z" }, "7", { "idempotency-key": "once" })).body).toEqual(
    made.body,
  )
  expect(await generate({ startDate: "2026-08-09", endDate: "2026-08-31" })).toMatchObject(refused(409, "These meals are already billed on Draft 1"))
  expect(await rows("select held, billed from meal_account where id = 1")).toEqual([
    { held: null, billed: [{ from: "2026-08-01", to: "2026-08-09", invoiceId: 1 }] },
  ])
  const listed = await call("7", "GET /api/meal-billing-periods?status=draft")
  expect(listed.body).toEqual([made.body])
})

test("a bill that cannot be made is refused in the wording of the form, and holds no meals", async () => {
  expect(await generate({ startDate: "2026-08-10", endDate: "2026-08-02" })).toMatchObject(refused(422, "End date must be on or after the start date"))
  expect(await generate({ startDate: "2026-08-02", endDate: "2026-08-08", clientId: 3 })).toMatchObject(refused(422, "No unbilled meals in this period"))
  expect(await generate({ startDate: "2026-08-10", endDate: "2026-08-17" })).toMatchObject(refused(422, "No unbilled meals in this period"))
  expect(await generate({ startDate: addDays(today, 1), endDate: addDays(today, 1) })).toMatchObject(refused(422, "No unbilled meals in this period"))
  expect(await generate({ siteId: "atlantis" })).toMatchObject(refused(400, "Site is required"))
  expect(await generate({ clientId: "" })).toMatchObject(refused(400, "Client is required"))
  expect(await generate({ billingType: "yearly" })).toMatchObject(refused(400, "Billing type must be one of: daily, weekly, monthly"))
  expect(await generate({ endDate: "2026-02-30" })).toMatchObject(refused(400, "End date must be a day such as 2026-11-21"))
  expect(await generate({ startDate: "2026-08-18", endDate: "2026-08-18" }, "7.3")).toMatchObject(
    refused(403, "You recorded meals of this period at Site 1. Another person must bill these meals"),
  )
  expect((await generate({ startDate: "2026-08-18", endDate: "2026-08-18" }, "6")).status).toBe(403)
  expect((await generate({ startDate: "2026-08-18", endDate: "2026-08-18" }, "8")).status).toBe(403)
  expect(await rows("select count(*)::int as n from meal_account where held is not null")).toEqual([{ n: 0 }])
  expect(await rows("select count(*)::int as n from invoice")).toEqual([{ n: 1 }])
})

test("a meal in an open session is not billed, and a refusal writes nothing", async () => {
  const at = { sessionDate: "2026-07-03", startsAt: "2026-07-03T10:00:00.000Z", mealType: "lunch", siteId: 1, clientId: 1, contractId: 1 } as const
  const opened = SessionOpened({ ...at, projectId: null, mealCost: 1250, currency: "USD", notes: "", recordedBy: 3, slot: "one" })
  const heads = MealsRecorded({ siteId: 1, clientId: 1, date: "2026-07-03", mealType: "lunch", staffCount: 9, notes: "", recordedBy: 3 })
  await runtime.runPromise(tell(mealSessions.at(1, opened), staffFeedingRecords.at(2, heads)))
  const events = () => rows("select max(position) as position from es.event")
  const before = await events()
  const days = { startDate: "2026-07-01", endDate: "2026-07-09" }
  expect(await generate(days)).toMatchObject(refused(422, "Lunch of 2026-07-03: the session is not closed. Settle it first, or bill other days"))
  expect(await events()).toEqual(before)
  await runtime.runPromise(tell(mealSessions.at(1, SessionCancelled({ reason: "" }))))
  const made = await generate(days)
  expect(made).toMatchObject({ status: 201, body: { subtotalAmount: "112.50" } })
  expect(await call("7", `PATCH /api/meal-billing-periods/${made.body.id}/credit`, { reason: "A trial" })).toMatchObject({ body: { status: "discarded" } })
})

test("the report of a month agrees with its plan for every billing basis, and each level sees only its own sites", async () => {
  const { bills } = await runtime.runPromise(planOf("2026-09"))
  const { body } = await call("7", "GET /api/billing/report?from=2026-09-01&to=2026-09-30&sort=site,client")
  const of = (bill: Fields | (typeof bills)[number]) => [
    bill.contractNumber,
    bill.planned,
    bill.served,
    bill.missed,
    "heads" in bill ? bill.heads : bill.billedMeals,
  ]
  expect(new Map(body.map((row: Fields) => [row.contractNumber, [...of(row), row.revenue]]))).toEqual(
    new Map(bills.map((bill) => [bill.contractNumber, [...of(bill), formatMoney(bill.subtotal)]])),
  )
  expect(body[0]).toMatchObject({ month: "2026-09", siteName: "Site 1", companyName: "Client 1", guestMeals: 0, foodCost: null, marginPerMeal: null })
  // contract 3 guarantees a share, contract 4 is billed as planned: neither bills the heads served
  for (const id of [3, 4])
    expect(body.find((row: Fields) => row.id === `2026-09-${id}`).billedMeals).not.toBe(body.find((row: Fields) => row.id === `2026-09-${id}`).served)
  expect((await call("8@2", "GET /api/billing/report?from=2026-09-01&to=2026-09-30")).body.map(({ siteId }: Fields) => siteId)).toEqual([2, 2])
  expect((await call("6", "GET /api/billing/report")).status).toBe(403)
})

test("a bill never extends beyond its day, its week from Monday to Sunday, or its month", async () => {
  const days = (billingType: string, startDate: string, endDate: string) => generate({ siteId: 2, clientId: 3, billingType, startDate, endDate })
  const daily = "A daily bill is for one day. Give the same start and end date"
  expect(await days("daily", "2026-08-01", "2026-08-02")).toMatchObject(refused(422, daily))
  const weekly = /^A weekly bill is for days of one week, Monday to Sunday/
  expect(await days("weekly", "2026-08-09", "2026-08-10")).toMatchObject(refused(422, weekly))
  expect(await days("monthly", "2026-08-31", "2026-09-01")).toMatchObject(refused(422, /^A monthly bill is for days of one month/))
  const week = await days("weekly", "2026-08-03", "2026-08-09")
  expect(week).toMatchObject({ status: 201, body: { billingType: "weekly", startDate: "2026-08-03", endDate: "2026-08-09" } })
  const { invoiceId, id } = week.body
  await call("10", `PATCH /api/meal-billing-periods/${invoiceId ?? id}/credit`, { reason: "Tried" })
})

test("a bill leaves out future days", async () => {
  await runtime.runPromise(
    tell(staffFeedingRecords.at(1, MealsRecorded({ siteId: 3, clientId: 4, date: today, mealType: "lunch", staffCount: 10, notes: "", recordedBy: 3 }))),
  )
  const { body } = await generate({ siteId: 3, clientId: 4, startDate: today, endDate: lastDayOf(today.slice(0, 7)) })
  expect(body).toMatchObject({ startDate: today, endDate: today, totalAmount: "147.50" })
  expect(await call("10", `PATCH /api/meal-billing-periods/${body.id}/credit`, { reason: "Too early" })).toMatchObject({
    status: 200,
    body: { status: "discarded", canIssue: false, canCredit: false },
  })
})

// proves API-253
test("a draft is issued under the next number and due by the client's terms; once credited, its meals can be billed again", async () => {
  expect(await call("7.3", "PATCH /api/meal-billing-periods/1/issue")).toMatchObject(refused(403, /^You recorded meals/))
  const issued = await call("7", "PATCH /api/meal-billing-periods/1/issue")
  const year = today.slice(0, 4)
  expect(issued).toMatchObject({
    status: 200,
    body: { billingNumber: `INV-${year}-00001`, status: "pending", issueDate: today, dueDate: addDays(today, 30), canIssue: false },
  })
  expect(await call("7", "PATCH /api/meal-billing-periods/1/issue")).toMatchObject(refused(409, `INV-${year}-00001 is issued already`))
  expect(await call("7", "PATCH /api/meal-billing-periods/1/credit", null)).toMatchObject(refused(422, "Reason is required"))
  expect(await call("7", "PATCH /api/meal-billing-periods/77/issue")).toMatchObject(refused(404, "Meal bill 77 does not exist"))
  expect(await call("7", "PATCH /api/meal-billing-periods/1/credit", { reason: "Wrong week" })).toMatchObject({
    status: 200,
    body: { status: "credited", canCredit: false },
  })
  expect(await rows("select invoice_number as n from invoice where credit_of = 1")).toEqual([{ n: `CN-${year}-00001` }])
  const again = await generate()
  expect(again.status).toBe(201)
  expect(await rows("select replaces from invoice where id = $1", [again.body.id])).toEqual([{ replaces: 1 }])
  // a draft is discarded instead of credited, and uses no number
  expect(await call("7", `PATCH /api/meal-billing-periods/${again.body.id}/credit`, null)).toMatchObject({ status: 200, body: { status: "discarded" } })
  expect((await call("7", "GET /api/meal-billing-periods")).body.map(({ id }: { id: number }) => id)).toEqual([1])
})

test("each level sees only the bills of its own sites", async () => {
  const { body } = await generate({ siteId: 2, startDate: "2026-08-01", endDate: "2026-08-31", billingType: "monthly" })
  const ids = async (token: string, query = "") => (await call(token, `GET /api/meal-billing-periods${query}`)).body.map(({ id }: { id: number }) => id)
  expect(await ids("10")).toEqual([body.id, 1])
  expect(await ids("8@2")).toEqual([body.id])
  expect(await ids("8@1")).toEqual([1])
  expect(await ids("7", "?siteId=site-2")).toEqual([body.id])
  expect(await ids("7", "?status=credited")).toEqual([1])
  expect((await call("6@1", "GET /api/meal-billing-periods")).status).toBe(403)
  expect((await call("8@2", "GET /api/meal-billing-periods")).body[0]).toMatchObject({ canIssue: false, canCredit: false })
})

// proves API-252
test("a month is planned, compared with what-if terms, and posted by the server even if the caller disconnects", async () => {
  const preview = (body: object, token = "7") => call(token, "POST /api/meal-billing-periods/preview", body)
  const nobodys = { siteId: 1, clientId: null, date: "2026-09-05", mealType: "lunch", staffCount: 12, notes: "", recordedBy: 3 } as const
  await runtime.runPromise(tell(staffFeedingRecords.at(2, MealsRecorded(nobodys))))
  const plan = (await preview({ month: "2026-09" })).body
  expect(plan).toMatchObject({
    month: "2026-09",
    startDate: "2026-09-01",
    endDate: "2026-09-30",
    whatIf: null,
    totals: { USD: { bills: 6 } },
    problems: ["Site 1, 2026-09-05: 12 people of 1 meal without a client, although several have a contract"],
    madeBy: 7,
  })
  expect(plan.bills[0]).toMatchObject({
    client: "Client 1",
    site: "Site 1",
    contractNumber: "CT-1",
    served: 808,
    currency: "USD",
    difference: null,
    problems: [],
  })
  expect(plan.bills[0].slots).toBeUndefined()
  const slots = (await call("7", `GET /api/billing/plans/${plan.id}?slots=true`)).body
  expect(slots.bills[0].slots[0]).toEqual({
    date: "2026-09-01",
    mealType: "lunch",
    planned: 40,
    served: 90,
    missed: 0,
    heads: 90,
    rate: "12.50",
    amount: "1125.00",
  })

  const supposed = (await preview({ month: "2026-09", siteId: "site-1", clientId: "1", whatIf: { rate: "20.00", taxRate: 0 } })).body
  expect(supposed).toMatchObject({ whatIf: { rate: "20.00", currency: "USD", basis: null, taxRate: "0.00" }, siteId: 1, clientId: 1 })
  expect(supposed.bills).toMatchObject([{ subtotalAmount: "16160.00", taxAmount: "0.00", difference: { taxAmount: `-${plan.bills[0].taxAmount}` } }])
  expect(await call("7", `POST /api/billing/plans/${supposed.id}/post`)).toMatchObject(
    refused(422, "A what-if plan cannot be posted. Create a plan with the agreed terms"),
  )
  const then = (await preview({ month: "2026-09", siteId: "site-1", clientId: "1", whatIf: { taxDate: "2026-09-01" } })).body
  expect(then).toMatchObject({ whatIf: { taxDate: "2026-09-01", taxRate: null }, worth: null })
  expect(then.bills[0].difference).toMatchObject({ totalAmount: "0.00" })
  expect(await preview({ month: "2026-09", whatIf: { taxDate: "2000-01-01" } })).toMatchObject(refused(422, /^There is no tax \w+ for 2000-01-01$/))
  expect(await preview({ month: "2026-09", whatIf: { exchangeRate: "1500" } })).toMatchObject(
    refused(422, "Every contract here is priced in USD, so an exchange rate changes nothing"),
  )
  expect(await preview({ month: "2026-09", whatIf: { exchangeRate: 0 } })).toMatchObject(refused(400, "Exchange rate must be greater than 0"))
  expect(await preview({ month: "2026-09", whatIf: { rate: 0 } })).toMatchObject(refused(400, "Rate must be greater than 0"))
  expect(await preview({ month: "2026-09", whatIf: { taxRate: 101 } })).toMatchObject(refused(400, "Tax must be between 0 and 100%"))
  expect(await preview({ month: "September" })).toMatchObject(refused(422, "Month must be written as 2026-10"))
  expect(await preview({ month: "2025-01" })).toMatchObject(refused(422, "No unbilled meals in this period"))
  expect(await preview({})).toMatchObject(refused(422, "Name a month, or the first and the last day"))
  expect(await preview({ startDate: "2026-09-10", endDate: "2026-09-09" })).toMatchObject(refused(422, "End date must be on or after the start date"))
  expect((await preview({ startDate: "2026-09-01", endDate: "2026-09-01", siteId: 3 })).body).toMatchObject({ month: null, totals: { USD: { bills: 2 } } })

  expect((await call("8", `POST /api/billing/plans/${plan.id}/post`)).status).toBe(403)
  expect(await call("7.3", `POST /api/billing/plans/${plan.id}/post`)).toMatchObject(refused(403, /^You recorded meals/))
  const begun = await call("7", `POST /api/billing/plans/${plan.id}/post`, undefined, { "idempotency-key": "september" })
  expect(begun).toMatchObject({ status: 201, body: { month: "2026-09", planId: plan.id, planDigest: plan.digest, bills: 6, startedBy: 7 } })
  let run = begun.body
  const again = await call("7", `POST /api/billing/plans/${plan.id}/post`, undefined, { "idempotency-key": "september" })
  expect(again).toMatchObject({ status: 201, body: { id: run.id } })
  while (run.isWorking) run = (await call("7", `GET /api/billing/runs/${begun.body.id}`)).body
  expect(run).toMatchObject({ status: "finished", posted: 6, problem: null, isWorking: false })
  expect(run.invoices.map(({ totalAmount }: { totalAmount: string }) => totalAmount)).toEqual(
    plan.bills.map(({ totalAmount }: { totalAmount: string }) => totalAmount),
  )

  const status = (await call("7", "GET /api/billing/status?month=2026-09")).body
  expect(status).toMatchObject({ month: "2026-09", issued: plan.totals, drafts: {}, unbilled: {}, runs: [{ id: run.id, status: "finished", posted: 6 }] })
  expect(status.bills).toHaveLength(6)
  expect((await call("7", "GET /api/billing/status?month=2026-10")).body).toMatchObject({ issued: {}, unbilled: { USD: { bills: 6 } }, bills: [] })
  expect((await call("8", "GET /api/billing/status")).status).toBe(403)
})

test("a settled bill is paid; an open bill past its due date is overdue", async () => {
  const [first, second] = (await call("7", "GET /api/meal-billing-periods?status=pending&sort=billingNumber")).body
  const money = {
    clientId: first.clientId,
    amount: Number(first.totalAmount.replace(".", "")),
    currency: "USD",
    method: "bank_transfer",
    date: today,
    reference: "TT-1",
    notes: "",
  } as const
  const allocations = [{ invoiceId: first.id, amount: money.amount }]
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(receivePayment, { ...money, allocations }, finance)))
  await rows("update invoice set due_date = issue_date - 1 where id = $1", [second.id])
  const statusOf = async (id: number) => (await call("7", "GET /api/meal-billing-periods")).body.find((bill: { id: number }) => bill.id === id).status
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["paid", "overdue"])
})

test("an interrupted run is resumed; an abandoned one releases its meals", async () => {
  // started by a process that died before it did anything
  const id = await runtime.runPromise(Effect.flatMap(planOf("2026-10"), (plan) => startPosting(plan.id, finance)))
  expect((await call("7", `GET /api/billing/runs/${id}`)).body).toMatchObject({ status: "running", isWorking: false, posted: 0 })
  const other = (await call("7", "POST /api/meal-billing-periods/preview", { month: "2026-10" })).body
  expect(await call("7", `POST /api/billing/plans/${other.id}/post`)).toMatchObject(refused(409, /^Another billing run is in progress for this month/))
  expect(await call("7.3", `POST /api/billing/runs/${id}/resume`)).toMatchObject(refused(403, /^You recorded meals/))
  expect(await call("7", `POST /api/billing/runs/${id}/abandon`, { reason: "Not yet" })).toMatchObject({
    status: 200,
    body: { status: "abandoned", reason: "Not yet" },
  })
  expect(await call("7", `POST /api/billing/runs/${id}/resume`)).toMatchObject(refused(409, "This run was stopped: Not yet"))
  expect(await call("7", "POST /api/billing/runs/99/abandon", null)).toMatchObject(refused(404, "Billing run 99 does not exist"))

  const next = await runtime.runPromise(startPosting(other.id, finance))
  let run = (await call("7", `POST /api/billing/runs/${next}/resume`)).body
  while (run.isWorking) run = (await call("7", `GET /api/billing/runs/${next}`)).body
  expect(run).toMatchObject({ status: "finished", posted: 6 })
  expect(await call("7", `POST /api/billing/runs/${next}/resume`)).toMatchObject({ status: 200, body: { status: "finished" } })
  expect(await call("7", `POST /api/billing/runs/${next}/abandon`, null)).toMatchObject(refused(409, "The billing of 2026-10 is finished already"))
})
