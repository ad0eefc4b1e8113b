/** The calls over HTTP, on a real database: permissions, bad input, and agreement with the books. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { spenderView } from "@ops/ledger/statements/spenders.ts"
import { type StatementAnswer, StatementsGroup } from "@ops/ledger/statements/contract.ts"
import { StatementsOfBooks } from "@ops/ledger/statements/testing.ts"
import { fiscalPeriods, PeriodClosed, periodId, PeriodOpened } from "@ops/ledger/periods/period.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { approvalPolicies } from "@ops/procurement/policy.ts"
import { ApprovalLimitsGroup } from "./approval-limits/contract.ts"
import { dailyExpenses } from "./daily-expenses/resource.ts"
import { ExpensesGroup } from "./expense-categories/contract.ts"
import { expenseRequests } from "./expense-requests/resource.ts"
import { financeModule } from "./module.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { FinanceLive } from "./server.ts"
import { financeSpenders } from "./spenders.ts"
import { transactions } from "./transactions/resource.ts"

const known = { streams: [sites, people, approvalPolicies], consequences: [], views: [], tables: [] }
const modules = [known, ledgerModule, financeModule]
const runtime = ManagedRuntime.make(
  testDatabase({
    streams: modules.flatMap(({ streams }) => [...streams]),
    consequences: modules.flatMap(({ consequences }) => [...consequences]),
    views: [...modules.flatMap(({ views }): ReadonlyArray<string> => views), spenderView(financeSpenders)],
    tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
  }),
)

class FinanceApi extends HttpApi.make("ops")
  .add(ApprovalLimitsGroup)
  .add(ExpensesGroup)
  .add(expenseRequests.group)
  .add(transactions.group)
  .add(dailyExpenses.group)
  .add(StatementsGroup) {}
const web = serveApi(HttpApiBuilder.layer(FinanceApi).pipe(Layer.provide([FinanceLive, resourceLive(transactions), StatementsOfBooks])), runtime)

const { whole: call } = web
const statement = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const person = (id: number) =>
  people.at(
    id,
    PersonAdded({
      ...blankPerson,
      employeeId: `FO-${id}`,
      firstName: `Person${id}`,
      lastName: "Deng",
      accessLevel: id,
    } as Parameters<typeof PersonAdded>[0]),
  )
const blankPerson = {
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
  accessLevel: 1,
}
const { today } = system("test", new Date().toISOString())

beforeAll(async () => {
  await runtime.runPromise(
    Effect.gen(function* () {
      const { execute } = yield* Records
      yield* ledgerModule.setup
      yield* financeModule.setup
      const places = [1, 2, 3].map((id) =>
        sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
      )
      yield* execute(told, [...places, ...[3, 5, 6, 7, 8, 10].map(person)], system("test"))
    }),
  )
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
const requested = async (token: string, more: object = {}) => (await call(token, "/api/expense-requests", { ...wish, ...more })).body
const money = {
  transactionNumber: "TXN-1763712000001",
  description: "Diesel",
  amount: "45.00",
  transactionType: "expense",
  category: "fuel",
  paymentMethod: "cash",
  siteId: 1,
  transactionDate: today,
}

// proves API-101, API-104, API-261
test("an expense is requested, approved and paid, and the books agree", async () => {
  const { status, body: asked } = await call("3@1", "/api/expense-requests", wish)
  expect(status).toBe(201)
  expect(asked).toMatchObject({
    amount: "120.50",
    status: "pending",
    requestedByUser: { firstName: "Person3" },
    siteName: "Site 1",
    canWithdraw: true,
    canApprove: false,
  })
  const [row] = (await call("8", "/api/expense-requests?status=pending")).body
  expect(row).toMatchObject({ id: asked.id, canApprove: true, canReject: true, canPay: false, canWithdraw: false })
  const approved = await call("8", `/api/expense-requests/${asked.id}/approve`, { version: row.version })
  expect(approved.body).toMatchObject({
    status: "approved",
    approvedByUser: { firstName: "Person8" },
    approvals: [{ by: 8, byName: "Person8 Deng", overrideReason: null }],
  })
  expect((await call("7", `/api/expense-requests/${asked.id}`)).body.canPay).toBe(true)
  const paid = await call("7", `/api/expense-requests/${asked.id}/pay`, { paymentReference: "PV-1" })
  expect(paid.body).toMatchObject({ status: "paid", paidDate: today, paidByUser: { firstName: "Person7" }, journalEntryNumber: expect.stringMatching(/^JE-/) })
  const lines = await statement(`select a.account_number as account, l.debit, l.credit, l.site_id from journal_line l join account a on a.id = l.account_id
    where l.journal_entry_id = ${paid.body.journalEntryId} order by l.line`)
  expect(lines).toEqual([
    { account: "6200", debit: 12050, credit: 0, site_id: 1 },
    { account: "1000", debit: 0, credit: 12050, site_id: 1 },
  ])
  const history = (await call("3@1", `/api/expense-requests/${asked.id}/history`)).body
  expect(history.map(({ text }: { text: string }) => text)).toEqual(["Expense requested", "Approved", "Paid by cash, PV-1"])
})

test.each([
  [{ amount: "0" }, 422, "Amount must be greater than 0"],
  [{ amount: "1.005" }, 400, "Amount must be a number with at most two decimals"],
  [{ category: "bribes" }, 400, "Category must be one of: transport, fuel, supplies, maintenance, marketing, office, staff_feeding, utilities, other"],
  [{ currency: "EUR" }, 400, "Currency must be one of: USD, SSP"],
  [{ paymentMethod: "barter" }, 400, "Payment method must be one of: cash, bank_transfer, check, credit_card"],
  [{ description: " " }, 400, "Description is required"],
  [{ businessPurpose: "" }, 400, "Business purpose is required"],
  [{ siteId: "" }, 400, "Site is required"],
  [{ siteId: 2 }, 403, "You work at another site than Site 2"],
  [{ requestedBy: 7 }, 403, "You can only request expenses in your own name"],
] as const)("%o is refused with a sentence, and nothing is written", async (more, status, sentence) => {
  const events = await statement("select count(*) as n from es.event")
  const answer = await call("3@1", "/api/expense-requests", { ...wish, ...more })
  expect([answer.status, answer.body]).toEqual([status, sentence])
  expect(await statement("select count(*) as n from es.event")).toEqual(events)
})

test("each level sees its own rows, its site, its department, or everything", async () => {
  const mine = await requested("3@1")
  const guard = await requested("5@1")
  const elsewhere = await requested("10", { siteId: 2 })
  const ids = async (token: string) => new Set((await call(token, "/api/expense-requests")).body.map(({ id }: { id: number }) => id))
  const sees = async (token: string) =>
    [mine, guard, elsewhere]
      .map(({ id }) => id)
      .filter(
        (
          (set) => (id: number) =>
            set.has(id)
        )(await ids(token)),
      ).length
  expect([
    await sees("3@1"),
    await sees("5@1"),
    await sees("6@1"),
    await sees("6@2"),
    await sees("7"),
    await sees("8"),
    await sees("8@2"),
    await sees("10"),
  ]).toEqual([1, 1, 2, 1, 3, 3, 1, 3])
  expect((await call("3@1", `/api/expense-requests/${guard.id}`)).status).toBe(404)
  expect((await call("3@1", `/api/expense-requests/${guard.id}/history`)).status).toBe(404)
  expect((await call("1@1", "/api/expense-requests")).status).toBe(403)
  expect((await call("6@1", `/api/expense-requests/${guard.id}/approve`, {})).status).toBe(403)
})

test("the permissions shown in the list equal what the commands allow", async () => {
  const allowed: Array<boolean> = []
  for (const asker of ["3@1", "7", "8", "10"]) {
    for (const amount of ["10.00", "5000.01"]) {
      for (const first of [undefined, "8", "10"]) {
        for (const token of ["7", "8", "10"]) {
          const { id } = await requested(asker, { amount })
          if (first) await call(first, `/api/expense-requests/${id}/approve`, {})
          const { canApprove, status } = (await call(token, `/api/expense-requests/${id}`)).body
          if (status !== "pending") continue
          const tried = await call(token, `/api/expense-requests/${id}/approve`, {})
          expect([asker, amount, first, token, canApprove]).toEqual([asker, amount, first, token, tried.status === 200])
          allowed.push(canApprove)
        }
      }
    }
  }
  expect(allowed.filter((may) => may).length).toBeGreaterThan(15)
  expect(allowed.filter((may) => !may).length).toBeGreaterThan(10)
})

test("approving your own request, above the limit, twice, or from a stale version is refused", async () => {
  const own = await requested("8")
  expect(await call("8", `/api/expense-requests/${own.id}/approve`, {})).toMatchObject({ status: 403, body: "You cannot approve your own request" })
  const large = await requested("3@1", { amount: "9000.00" })
  expect((await call("8", `/api/expense-requests/${large.id}/approve`, {})).body).toMatchObject({ status: "pending", approvals: [{ by: 8 }] })
  expect(await call("7", `/api/expense-requests/${large.id}/approve`, {})).toMatchObject({
    status: 403,
    body: "This is above the limit of USD 5000.00: one of its two approvers must have level 10",
  })
  expect(await call("10", `/api/expense-requests/${large.id}/approve`, { version: large.version })).toMatchObject({ status: 409 })
  expect((await call("10", `/api/expense-requests/${large.id}/approve`, {})).body.status).toBe("approved")
  expect(await call("10", `/api/expense-requests/${large.id}/pay`, {})).toMatchObject({ status: 403, body: /third person/ })
  expect(await call("10", `/api/expense-requests/${large.id}/reject`, { reason: "No" })).toMatchObject({
    status: 409,
    body: "Only a pending request can be rejected",
  })
  const taken = await requested("3@1")
  expect((await call("3@1", `/api/expense-requests/${taken.id}/withdraw`, undefined, "POST")).body).toMatchObject({
    status: "rejected",
    rejectionReason: "Withdrawn",
  })
})

test("a transaction keeps the caller's number, is posted by another person, and can be reversed", async () => {
  const first = await call("7", "/api/transactions", money)
  expect([first.status, first.body.transactionNumber, first.body.canPost]).toEqual([201, "TXN-1763712000001", false])
  expect((await call("7", "/api/transactions", money)).body.id).toBe(first.body.id)
  expect(await call("7", "/api/transactions", { ...money, amount: "46.00" })).toMatchObject({
    status: 409,
    body: "Another transaction already has the number TXN-1763712000001",
  })
  expect(await call("7", `/api/transactions/${first.body.id}/post`, {})).toMatchObject({
    status: 403,
    body: "You recorded this transaction, so another person must post it",
  })
  const posted = await call("8", `/api/transactions/${first.body.id}/post`, {})
  expect(posted.body).toMatchObject({ status: "posted", accountNumber: "6200", approvedByUser: { firstName: "Person8" } })
  const back = await call("10", `/api/transactions/${first.body.id}/reverse`, { reason: "Wrong day" })
  expect(back.body).toMatchObject({ status: "reversed", reason: "Wrong day" })
  const [sum] = await statement(`select sum(l.debit_usd - l.credit_usd) as n from journal_line l join journal_entry j on j.id = l.journal_entry_id
    where j.source_kind = 'money_transaction' and j.source_id = ${first.body.id}`)
  expect(Number(sum!.n)).toBe(0)
  expect(await call("7", `/api/transactions/${first.body.id}/void`, { reason: "x" })).toMatchObject({ status: 409 })
})

test.each(["TXN-2026-00001", "TXN-HACK", "TXN-1", "TXN-1763712000000-1", "HACK-1763712000000", "txn-1763712000000"])(
  "a transaction number such as %s, which no form generates from the time, is refused",
  async (transactionNumber) => {
    expect(await call("7", "/api/transactions", { ...money, transactionNumber })).toMatchObject({
      status: 400,
      body: "Transaction number is set by Field Office. Leave it out",
    })
  },
)

test("a category without an account posts to suspense until finance assigns one", async () => {
  const post = async (n: number) => {
    const { id } = (await call("7", "/api/transactions", { ...money, transactionNumber: `TXN-176371200010${n}`, category: "Ferry tickets" })).body
    return (await call("10", `/api/transactions/${id}/post`, {})).body.accountNumber
  }
  expect(await post(1)).toBe("1990")
  expect(await call("7", "/api/expense-categories/Ferry%20tickets", { accountNumber: "1000" }, "PUT")).toMatchObject({
    status: 422,
    body: /cannot be the account/,
  })
  expect((await call("7", "/api/expense-categories/Ferry%20tickets", { accountNumber: "6200" }, "PUT")).body).toMatchObject({
    name: "ferry_tickets",
    accountName: "Transport and fuel",
  })
  expect(await post(2)).toBe("6200")
  expect((await call("8", "/api/expense-categories")).body.map(({ name }: { name: string }) => name)).toContain("ferry_tickets")
  const { body: history } = await call("8", "/api/expense-categories/history")
  expect(history[0]).toMatchObject({ type: "CategoryMapped", text: "Ferry tickets goes to account 6200" })
})

test.each([
  [{ amount: 0 }, 422, "Amount must be greater than 0"],
  [{ transactionType: "gift" }, 400, "Transaction type must be one of: income, expense, transfer"],
  [{ transactionType: "transfer", toAccount: "1020" }, 422, "Account 1020 holds SSP, the transfer is in USD"],
  [{ transactionDate: addDays(today, 1) }, 422, "Transaction date cannot be in the future"],
  [{ category: " " }, 400, "Category is required"],
] as const)("a transaction with %o is refused", async (more, status, sentence) => {
  const answer = await call("7", "/api/transactions", { ...money, transactionNumber: "TXN-1763712000020", ...more })
  expect([answer.status, answer.body]).toEqual([status, sentence])
  expect(await statement("select id from money_transaction where transaction_number = 'TXN-1763712000020'")).toEqual([])
})

// proves API-295
test("approval limits are read by finance, set by level 10 from today onwards, and apply from their effective date", async () => {
  const path = "/api/approval-limits"
  const limit = (more: object = {}) => ({ kind: "expense", level: 8, from: today, upTo: "7500.00", ...more })
  expect((await call("6", path)).status).toBe(403)
  const [of8] = (await call("7", `${path}?kind=expense&level=8`)).body
  expect(of8).toMatchObject({ kind: "expense", level: 8, from: "2026-01-01", upTo: "5000.00", isCurrent: true })
  expect((await call("7", path, limit())).status).toBe(403)
  for (const [more, status, sentence] of [
    [{ level: 6 }, 422, "Level 6 cannot decide on expenses. Give one of: 7, 8, 10"],
    [{ from: addDays(today, -1) }, 422, "A limit holds from today on, or from a later day"],
    [{ upTo: null }, 422, "Limit is required"],
    [{ upTo: "-1" }, 422, "Limit cannot be less than 0"],
    [{ upTo: "much" }, 400, "Limit must be a number with at most two decimals"],
    [{ kind: "gift" }, 400, "Kind must be one of: expense, petty_cash, purchase, journal"],
    [{ from: "" }, 400, "From is required"],
  ] as const) {
    const answer = await call("10", path, limit(more))
    expect([answer.status, answer.body]).toEqual([status, sentence])
  }
  expect((await call("7", `${path}?kind=expense&level=8`)).body).toEqual([of8])

  const later = await call("10", path, limit({ from: addDays(today, 30) }))
  expect(later).toMatchObject({ status: 201, body: { kind: "expense", level: 8, from: addDays(today, 30), upTo: "7500.00", isCurrent: false } })
  expect(await call("10", path, limit({ kind: "petty_cash", upTo: 250 }))).toMatchObject({ status: 201, body: { upTo: "250.00", isCurrent: true } })
  expect(await call("10", path, limit({ kind: "purchase", upTo: null }))).toMatchObject({ status: 201, body: { upTo: null, isCurrent: true } })
  const rows = (await call("7", `${path}?level=8`)).body as ReadonlyArray<{ kind: string; upTo: string; isCurrent: boolean }>
  expect(rows.map(({ kind, upTo, isCurrent }) => [kind, upTo, isCurrent])).toEqual([
    ["expense", "7500.00", false],
    ["expense", "5000.00", true],
    ["petty_cash", "250.00", true],
    ["petty_cash", "1000.00", false],
    ["purchase", null, true],
  ])
})

test("transactions can be paged, filtered, sorted and exported", async () => {
  for (let n = 0; n < 5; n++)
    await call("7", "/api/transactions", { ...money, transactionNumber: `TXN-176371200030${n}`, amount: `${10 + n}.00`, category: "supplies" })
  const first = await call("7", "/api/transactions?category=supplies&sort=-amount&limit=2")
  expect(first.body.map(({ amount }: { amount: string }) => amount)).toEqual(["14.00", "13.00"])
  expect(first.headers.get("x-total-count")).toBe("5")
  const next = await call("7", `/api/transactions?category=supplies&sort=-amount&limit=2&cursor=${first.headers.get("x-next-cursor")}`)
  expect(next.body.map(({ amount }: { amount: string }) => amount)).toEqual(["12.00", "11.00"])
  await call("7", "/api/transactions", { ...money, transactionNumber: "TXN-1763712000309", category: "supplies" })
  expect((await call("7", "/api/transactions?category=supplies&limit=2")).headers.get("x-total-count")).toBe("6")
  const csv = await call("7", "/api/transactions?category=supplies&format=csv")
  expect(csv.body.split("\r\n")[0]).toContain("Number")
})

test("for every record, a decision after the month is closed posts on the first open day and keeps its own date", async () => {
  const last = addDays(`${today.slice(0, 7)}-01`, -1)
  const period = last.slice(0, 7)
  const { id: transaction } = (await call("7", "/api/transactions", { ...money, transactionNumber: "TXN-1763712000040", transactionDate: last })).body
  const { id: day } = (await call("7", "/api/daily-expenses", { expenseDate: last, siteId: 3, fuelCost: "5.00" })).body
  const { id: expense } = await requested("3@1", { requestDate: last })
  await call("8", `/api/expense-requests/${expense}/approve`, {})
  const closed = [PeriodOpened({ period }), PeriodClosed({ overrides: [], closedBy: null })].map((event) => fiscalPeriods.at(periodId(last), event))
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, closed, system("test"))))
  expect((await call("8", `/api/transactions/${transaction}/post`, {})).body).toMatchObject({ status: "posted", transactionDate: last })
  expect((await call("8", `/api/daily-expenses/${day}/approve`, {})).body).toMatchObject({ status: "approved", expenseDate: last })
  expect((await call("7", `/api/expense-requests/${expense}/pay`, { paidDate: last })).body).toMatchObject({ status: "paid", paidDate: last })
  const entries = await statement(
    `select source_kind as kind, to_char(entry_date, 'YYYY-MM-DD') as posted, to_char(effective_date, 'YYYY-MM-DD') as own from journal_entry
     where (source_kind, source_id) in (('money_transaction', ${transaction}), ('daily_expense', ${day}), ('expense_request', ${expense})) order by 1`,
  )
  const first = `${today.slice(0, 7)}-01`
  expect(entries).toEqual(["daily_expense", "expense_request", "money_transaction"].map((kind) => ({ kind, posted: first, own: last })))
})

test("a day's expenses are recorded at the site, approved elsewhere and posted", async () => {
  const day = { expenseDate: today, siteId: "site-1", fuelCost: "80.50", staffFeedingCost: 120, totalCost: "1.00", staffCount: 38 }
  const { status, body: recorded } = await call("6@1", "/api/daily-expenses", day)
  expect([status, recorded.totalCost, recorded.status]).toEqual([201, "200.50", "pending"])
  expect(await call("6@1", "/api/daily-expenses", day)).toMatchObject({ status: 409, body: `The expenses of Site 1 on ${today} in USD are recorded already` })
  expect((await call("6@2", "/api/daily-expenses", day)).status).toBe(403)
  expect(await call("6@1", "/api/daily-expenses", { ...day, expenseDate: addDays(today, -1), fuelCost: "-1" })).toMatchObject({
    status: 422,
    body: "Fuel must not be negative",
  })
  const approved = (await call("8", `/api/daily-expenses/${recorded.id}/approve`, {})).body
  expect(approved).toMatchObject({ status: "approved", approvedByUser: { firstName: "Person8" }, canApprove: false })
  const [sums] = await statement(
    `select sum(l.debit) as debit, sum(l.credit) as credit from journal_line l where l.journal_entry_id = ${approved.journalEntryId}`,
  )
  expect([Number(sums!.debit), Number(sums!.credit)]).toEqual([20050, 20050])
  expect((await call("8@2", "/api/daily-expenses")).body).toEqual([])
})

test("only level 10 is offered an override of the rule that another person decides, and only while that rule alone stands in the way", async () => {
  const path = "/api/transactions"
  const offered = async (token: string, id: number) => {
    const { canPost, canOverride } = (await call(token, `${path}/${id}`)).body
    return [canPost, canOverride]
  }
  const own = async (token: string, number: string) => (await call(token, path, { ...money, transactionNumber: number })).body.id as number
  const ofLevel10 = await own("10", "TXN-1763712000060")
  const ofLevel7 = await own("7", "TXN-1763712000061")
  expect(await offered("10", ofLevel10)).toEqual([false, true])
  expect(await offered("10", ofLevel7)).toEqual([true, false])
  expect(await offered("7", ofLevel7)).toEqual([false, false])
  expect((await call("10", `${path}/${ofLevel10}/post`, { overrideReason: "Alone here" })).status).toBe(200)
  expect(await offered("10", ofLevel10)).toEqual([false, false])
})

test("your own requests can be listed separately, including those made on your behalf", async () => {
  const own = await requested("3@1", { description: "Gloves" })
  const forHim = await requested("7", { description: "Boots", requestedBy: 6 })
  const mine = async (token: string) => (await call(token, "/api/expense-requests?mine=true")).body as ReadonlyArray<{ id: number }>
  expect((await mine("3@1")).map(({ id }) => id)).toContain(own.id)
  // the supervisor sees the request of their site, but not among their own
  expect((await call("6@1", "/api/expense-requests")).body.map(({ id }: { id: number }) => id)).toContain(own.id)
  expect((await mine("6@1")).map(({ id }) => id)).toEqual([forHim.id])
  expect((await call("10", "/api/expense-requests?mine=false")).body.map(({ id }: { id: number }) => id)).toContain(own.id)
  expect((await call("10", "/api/expense-requests?mine=perhaps")).status).toBe(400)
})

// proves API-267
test("the expense report names the spender: the requester or the recorder", async () => {
  const report = async () => {
    const { body } = await call("7", `/api/reports/expense?groupBy=person&from=${addDays(today, -9)}&to=${today}`)
    const { sections, checks } = body as StatementAnswer
    expect(checks).toEqual([{ name: "The columns equal the total", ok: true, difference: "0.00" }])
    return (column: string) => Number(sections[0]!.total.values[column] ?? 0)
  }
  const before = await report()
  const asked = await requested("3@1", { amount: "77.00" })
  await call("8", `/api/expense-requests/${asked.id}/approve`, {})
  expect((await call("7", `/api/expense-requests/${asked.id}/pay`, {})).status).toBe(200)
  const { body: day } = await call("6@1", "/api/daily-expenses", { expenseDate: addDays(today, -6), siteId: 1, fuelCost: "40.00" })
  expect((await call("8", `/api/daily-expenses/${day.id}/approve`, {})).status).toBe(200)
  const { body: bought } = await call("7", "/api/transactions", { ...money, transactionNumber: "TXN-1763712000050" })
  expect((await call("10", `/api/transactions/${bought.id}/post`, {})).status).toBe(200)
  const spent = await report()
  const more = ["person3", "person6", "person7", "person8", "person10", "nobody", "total"].map((column) => Math.round((spent(column) - before(column)) * 100))
  expect(more).toEqual([7700, 4000, 4500, 0, 0, 0, 16_200])
  // reversed expenses were not spent
  expect((await call("10", `/api/transactions/${bought.id}/reverse`, { reason: "Paid twice" })).status).toBe(200)
  expect(Math.round(((await report())("person7") - before("person7")) * 100)).toBe(0)
})
