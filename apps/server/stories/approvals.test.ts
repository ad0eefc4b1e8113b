/** The inbox of every level over all modules, on a real database: exactly the pending decisions, each made by its own call. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { dailyExpenses } from "@ops/finance/daily-expenses/resource.ts"
import { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import { financeModule } from "@ops/finance/module.ts"
import { TransactionsLive } from "@ops/finance/transactions/server.ts"
import { DailyExpensesLive } from "@ops/finance/daily-expenses/server.ts"
import { ExpenseRequestsLive } from "@ops/finance/expense-requests/server.ts"
import { transactions } from "@ops/finance/transactions/resource.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { fiscalPeriods, PeriodClosed, periodId, PeriodOpened, ReopeningAsked } from "@ops/ledger/periods/period.ts"
import { mealAttendances, MealAttended } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { mealSessions, SessionOpened } from "@ops/meals/meal-sessions/meal-session.ts"
import { client, diner, siteAt } from "@ops/meals/testing.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { PurchaseItemAdded, PurchaseRequestRaised, purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import { type Approval, ApprovalsGroup } from "@ops/reporting/approvals/contract.ts"
import { approvals } from "@ops/reporting/approvals/server.ts"
import { inbox, model } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))

class TestApi extends HttpApi.make("ops").add(ApprovalsGroup).add(expenseRequests.group).add(transactions.group).add(dailyExpenses.group) {}
const web = serveApi(HttpApiBuilder.layer(TestApi).pipe(Layer.provide([approvals(inbox), ExpenseRequestsLive, TransactionsLive, DailyExpensesLive])), runtime)
const { whole: call } = web
const inboxOf = async (token: string, query = ""): Promise<ReadonlyArray<Approval>> => {
  const answer = await call(token, `/api/approvals${query}`)
  expect([answer.status, answer.status === 200 ? "" : answer.body]).toEqual([200, ""])
  return answer.body
}
const numbers = async (token: string, query = "") => (await inboxOf(token, query)).map(({ number }) => number)

const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const tell = (...changes: ReadonlyArray<Change>) => runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, changes, system("test"))))
const person = (id: number) =>
  people.at(
    id,
    PersonAdded({
      employeeId: `FO-${id}`,
      firstName: `Person${id}`,
      lastName: "Deng",
      accessLevel: id,
      email: null,
      phoneNumber: null,
      role: "finance",
      department: "operations",
      position: "Officer",
      siteId: null,
      hireDate: null,
      supervisor: null,
      biometricEnabled: false,
      demo: false,
    }),
  )
const { today } = system("test", new Date().toISOString())

beforeAll(async () => {
  await runtime.runPromise(Effect.all([ledgerModule.setup, financeModule.setup, procurementModule.setup]))
  const rice = { name: "Rice", category: "other", unit: "kg", description: null, preferredVendorId: null } as const
  await tell(siteAt(1, "one"), siteAt(2, "two"), ...[3, 5, 6, 7, 8, 10].map(person), stockItems.at(1, StockItemAdded(rice)))
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

const wish = {
  amount: "120.50",
  currency: "USD",
  category: "transport",
  description: "Truck hire",
  businessPurpose: "Fetch the dry store",
  siteId: 1,
  paymentMethod: "cash",
  priority: "medium",
}
const asked = async (token: string, more: object = {}) => (await call(token, "/api/expense-requests", { ...wish, ...more })).body
const row = async (token: string, number: string) => (await inboxOf(token)).find((each) => each.number === number)!

test("every level that decides has an inbox, initially empty; the others are refused", async () => {
  for (const token of ["6@1", "7", "8", "8@2", "10"]) expect(await inboxOf(token), token).toEqual([])
  for (const token of ["1", "3@1", "5@1"]) expect((await call(token, "/api/approvals")).status, token).toBe(403)
})

test("a request appears with its rule for everyone who can decide on it, until one of them does", async () => {
  const { id, requestNumber } = await asked("3@1")
  expect(await numbers("6@1")).toEqual([])
  expect(await numbers("7")).toEqual([requestNumber])
  const waiting = await row("8", requestNumber)
  expect(waiting).toEqual({
    kind: "expense_request",
    label: "Expense request",
    id,
    number: requestNumber,
    title: "Truck hire",
    requestedBy: 3,
    requestedByName: "Person3 Deng",
    requestedByEmail: null,
    onBehalfOfName: null,
    siteId: 1,
    siteName: "Site 1",
    amount: "120.50",
    currency: "USD",
    since: expect.stringMatching(/^20.*Z$/),
    rule: "You approve up to USD 5,000.00",
    path: `/financial?tab=expenses&open=${id}`,
    approve: { method: "POST", path: `/api/expense-requests/${id}/approve`, body: { version: 1 } },
    reject: { method: "POST", path: `/api/expense-requests/${id}/reject`, reason: "optional" },
    unusual: [],
    waitsFor: null,
    decision: null,
  })
  expect((await call("8", waiting.approve.path, waiting.approve.body)).body.status).toBe("approved")
  expect(await numbers("7")).toEqual([])
  // another person who had the row on screen
  expect(await call("7", waiting.approve.path, waiting.approve.body)).toMatchObject({ status: 409, body: /has changed since you opened it/ })
})

test("above the limit it moves from the first approver to the second, and requesters never see their own", async () => {
  const { requestNumber } = await asked("7", { amount: "9000.00" })
  expect(await numbers("7")).toEqual([])
  const first = await row("8", requestNumber)
  expect(first.rule).toBe("Above USD 5,000.00: yours is the first of two approvals")
  await call("8", first.approve.path, first.approve.body)
  expect(await numbers("8")).toEqual([])
  const second = await row("10", requestNumber)
  expect(second.rule).toBe("Above USD 5,000.00: the second approval, after Person8 Deng")
  expect((await call("10", second.reject!.path, { reason: "Too much" })).body.status).toBe("rejected")
  expect(await numbers("10")).toEqual([])
})

test("who has decided finds it among the own decisions, latest first; others do not, and one who may not read the record any more does not either", async () => {
  const [one, two] = [await asked("3@1"), await asked("7", { siteId: 2 })]
  await call("8", `/api/expense-requests/${one.id}/approve`, { version: 1 })
  await call("8", `/api/expense-requests/${two.id}/reject`, { reason: "Not now" })
  const decisions = async (token: string) => (await inboxOf(token, "?show=decided")).map(({ number, decision }) => [number, decision])
  const mine = await decisions("8")
  expect(mine.slice(0, 2)).toEqual([
    [two.requestNumber, "rejected"],
    [one.requestNumber, "approved"],
  ])
  expect(await decisions("8@2")).toContainEqual([two.requestNumber, "rejected"])
  expect(await decisions("8@2")).not.toContainEqual([one.requestNumber, "approved"])
  expect((await decisions("7")).flat()).not.toContain(one.requestNumber)
  expect((await call("8", `/api/approvals/expense_request/${one.id}?show=decided`)).body).toMatchObject({
    decision: "approved",
    detail: { reason: wish.businessPurpose },
  })
  expect((await call("7", `/api/approvals/expense_request/${one.id}?show=decided`)).status).toBe(404)
  expect(await call("8", "/api/approvals?show=theirs")).toMatchObject({ status: 400 })
})

test("what waits for others is shown to those who may read it, with who may decide it: never the requester", async () => {
  const { id, requestNumber } = await asked("7", { amount: "20.00" })
  const other = async (token: string) => (await inboxOf(token, "?show=others")).find(({ number }) => number === requestNumber)
  expect(await other("7")).toMatchObject({ waitsFor: expect.not.stringContaining("Person7") })
  expect((await other("7"))?.waitsFor).toMatch(/Person\d+ Deng/)
  expect(await other("8")).toBeUndefined()
  expect((await call("7", `/api/approvals/expense_request/${id}?show=others`)).status).toBe(200)
  await call("8", `/api/expense-requests/${id}/approve`, { version: 1 })
  expect(await other("7")).toBeUndefined()
})

test("the other kinds appear in the scope of their own list and disappear once decided", async () => {
  const expense = { expenseDate: today, siteId: 1, fuelCost: "80.00" }
  const day = (await call("6@1", "/api/daily-expenses", expense)).body
  const money = { description: "Diesel", amount: "45.00", category: "fuel", siteId: 2, transactionDate: today }
  const moved = (await call("7", "/api/transactions", money)).body
  const purchase = (id: number, siteId: number) => [
    purchaseRequests.at(
      id,
      PurchaseRequestRaised({
        requestNumber: `PR-2026-000${id}`,
        siteId,
        requestedBy: 3,
        priority: "high",
        justification: "Rice",
        requestDate: today,
        copiedFrom: null,
      }),
    ),
    purchaseRequests.at(id, PurchaseItemAdded({ stockItemId: 1, quantity: 10, estimatedCost: 20_000, notes: "", addedBy: 3 })),
  ]
  await tell(...purchase(1, 1))
  await tell(...purchase(2, 2))
  await tell(
    fiscalPeriods.at(periodId("2026-01"), PeriodOpened({ period: "2026-01" })),
    fiscalPeriods.at(periodId("2026-01"), PeriodClosed({ overrides: [], closedBy: 7 })),
    fiscalPeriods.at(periodId("2026-01"), ReopeningAsked({ reason: "A late bill", askedBy: 7 })),
  )
  await tell(client(1), ...diner(1, { clientId: 1, siteId: 1 }))
  await tell(
    mealSessions.at(
      1,
      SessionOpened({
        sessionDate: today,
        startsAt: `${today}T09:00:00.000Z`,
        mealType: "lunch",
        siteId: 1,
        clientId: 1,
        contractId: null,
        projectId: null,
        mealCost: 1250,
        currency: "USD",
        notes: "",
        recordedBy: 3,
        slot: "lunch",
      }),
    ),
    mealAttendances.at(
      1,
      MealAttended({
        mealSessionId: 1,
        staffMemberId: 1,
        attended: true,
        attendanceTime: `${today}T09:05:00.000Z`,
        mealType: "lunch",
        mealCost: 1250,
        currency: "USD",
        exception: "not_on_plan",
        late: false,
        notes: "",
        recordedBy: 3,
      }),
    ),
  )
  const kinds = async (token: string) => (await inboxOf(token)).map(({ kind, siteId }) => `${kind}@${siteId}`).sort()
  expect(await kinds("6@1")).toEqual(["meal_exception@1", "purchase_request@1"])
  expect(await kinds("6@2")).toEqual(["purchase_request@2"])
  expect(await kinds("7")).toEqual(["daily_expense@1"]) // their own transaction is not listed
  expect(await kinds("8@2")).toEqual(["purchase_request@2", "transaction@2"])
  expect(await kinds("10")).toEqual([
    "daily_expense@1",
    "meal_exception@1",
    "period_reopening@null",
    "purchase_request@1",
    "purchase_request@2",
    "transaction@2",
  ])

  const ceo = await inboxOf("10")
  const of = (kind: string) => ceo.find((each) => each.kind === kind)!
  expect(of("purchase_request")).toMatchObject({
    title: "Rice",
    amount: "200.00",
    requestedByName: "Person3 Deng",
    path: expect.stringContaining("/procurement?open="),
  })
  expect(of("period_reopening")).toMatchObject({
    title: "Open January 2026 again: A late bill",
    approve: { path: "/api/periods/2026-01/reopen", body: {} },
    reject: null,
  })
  expect(of("meal_exception")).toMatchObject({ title: expect.stringContaining("not on the plan"), amount: "12.50" })
  expect(of("transaction").reject).toEqual({ method: "POST", path: `/api/transactions/${moved.id}/void`, reason: "required" })
  // level 8 can post but not void
  expect((await row("8", moved.transactionNumber)).reject).toBeNull()
  expect((await call("8", `/api/transactions/${moved.id}/post`, of("transaction").approve.body)).status).toBe(200)
  expect((await call("7", `/api/daily-expenses/${day.id}/approve`, of("daily_expense").approve.body)).status).toBe(200)
  expect(await kinds("10")).toEqual(["meal_exception@1", "period_reopening@null", "purchase_request@1", "purchase_request@2"])
})

test("one record is read with its reason, lines, budget and what is unusual, by those who may decide it", async () => {
  const first = await asked("3@1", { amount: "310.00", description: "Truck hire, north", notes: "Two days" })
  const second = await asked("3@1", { amount: "310.00", description: "Truck hire, north again" })
  const one = (token: string, of: { readonly kind: string; readonly id: number }) => call(token, `/api/approvals/${of.kind}/${of.id}`)
  const waiting = await row("7", second.requestNumber)
  expect(waiting.unusual).toEqual([
    {
      tag: `Same as ${first.requestNumber}`,
      text: expect.stringMatching(`^Same site, category and amount as ${first.requestNumber} of \\d{1,2} [A-Z][a-z]{2} \\d{4}$`),
    },
  ])
  const { detail } = (await one("7", waiting)).body
  expect(detail).toMatchObject({ reason: "Fetch the dry store", items: [], budget: null, files: [], history: `/api/expense-requests/${second.id}/history` })
  expect(detail.facts).toEqual([
    { label: "Category", text: "Transport" },
    { label: "Paid by", text: "Cash" },
    { label: "Priority", text: "Medium" },
  ])
  // rejected without the right to decide, and for everyone once it is decided
  expect((await one("6@1", waiting)).status).toBe(404)
  expect((await one("7", { kind: "no_such_kind", id: 1 })).status).toBe(404)
  expect((await one("3@1", waiting)).status).toBe(403)
  await call("7", waiting.reject!.path, { reason: "Once is enough" })
  expect((await one("7", waiting)).body).toContain("no longer awaits your decision")
  await call("7", (await row("7", first.requestNumber)).reject!.path, {})
})

test("the record of every kind of the inbox can be read", async () => {
  for (const waiting of await inboxOf("10")) {
    const { status, body } = await call("10", `/api/approvals/${waiting.kind}/${waiting.id}`)
    expect([waiting.kind, status]).toEqual([waiting.kind, 200])
    expect(body.detail.items).toBeInstanceOf(Array)
  }
  // also for kinds of which nothing is waiting here: their detail query runs
  const answers = await Promise.all(inbox.map(async ({ kind }) => [kind, (await call("10", `/api/approvals/${kind}/987654`)).status]))
  expect(answers).toEqual(inbox.map(({ kind }) => [kind, 404]))
})

test("the inbox is filtered, searched, sorted, paged and exported like any list", async () => {
  for (const amount of ["3.00", "1.00", "2.00"]) await asked("3@1", { amount, description: `Tyres ${amount}` })
  const amounts = async (query: string) => (await inboxOf("10", query)).map(({ amount }) => amount)
  expect(await amounts("?kind=expense_request&sort=-amount")).toEqual(["3.00", "2.00", "1.00"])
  expect(await amounts("?q=Tyres%202")).toEqual(["2.00"])
  expect(await amounts("?siteId=2&kind=expense_request")).toEqual([])
  const page = await call("10", "/api/approvals?kind=expense_request&limit=2")
  expect([page.body.length, page.headers.get("x-total-count")]).toEqual([2, "3"])
  const csv = await call("10", "/api/approvals?kind=expense_request&format=csv")
  expect(csv.body.split("\r\n")[0]).toContain("Requested by")
  expect((await call("10", "/api/approvals?sort=password")).status).toBe(400)
})
