/**
 * Random concurrent commands in every module, and a replay of the log: no row differs from the log. `OPS_RANDOM_COMMANDS=100000` sets their number.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { receivePayment } from "@ops/billing/payments/payment.ts"
import { planHeadCount } from "@ops/clients/contracts/client-contract.ts"
import { comeBack, leave } from "@ops/clients/staff-members/staff-member.ts"
import { approveDailyExpense, recordDailyExpense, rejectDailyExpense } from "@ops/finance/daily-expenses/record.ts"
import { approveExpense, payExpense, rejectExpense, requestExpense, withdrawExpense } from "@ops/finance/expense-requests/expense-request.ts"
import { postTransaction, recordTransaction, reverseTransaction, voidTransaction } from "@ops/finance/transactions/transaction.ts"
import { expenseCategories, paymentMethods, transactionTypes } from "@ops/finance/shared/labels.ts"
import { config } from "@ops/identity/testing.ts"
import { postEntry, reverseEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { correctAttendance, recordAttendance, recordAttendances } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { cancelSession, completeSession, countDiners, openSession, reopenSession } from "@ops/meals/meal-sessions/meal-session.ts"
import { mealTypes, recordMeals } from "@ops/meals/head-counts/staff-feeding.ts"
import { client, contract, diner, person } from "@ops/meals/testing.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { chance } from "@ops/platform/demo/scenario.ts"
import { type Command, command, type By, type Outcome, Rejection, type CommandGenerator, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { addItem, approve, cancel, priorities, raise, receive, reject, reopen } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { addVendor } from "@ops/procurement/vendors/vendor.ts"
import { addStockItem } from "@ops/stock/items/stock-item.ts"
import { countStock, issueStock, takeIn, transferStock, wasteStock } from "@ops/stock/levels/commands.ts"
import { setStockLimits } from "@ops/stock/levels/stock-level.ts"
import { model, setup } from "../modules.ts"

const commands = Number(process.env["OPS_RANDOM_COMMANDS"] ?? times(1200, 3000))
const atOnce = 24
const today = "2026-11-20"
const diners = 40

const begin = command("test.begin", function* (): CommandGenerator<Outcome> {
  const of = { clientId: 1, siteId: 1 }
  const people = Array.from({ length: diners }, (_, n) => diner(n + 1, of)).flat()
  return { id: 1, changes: [client(1), ...contract(1, { ...of, from: "2026-01-01", heads: diners }), ...people] }
})

type Kind = "request" | "session" | "attendance" | "item" | "vendor" | "expense" | "daily" | "transaction" | "entry"
type Attempt = readonly [command: Command<never>, input: object, makes?: Kind]

/** One command of any kind; its record may exist or not, in any state. */
const anyCommand = ({ next, between, pick }: ReturnType<typeof chance>, made: Readonly<Record<Kind, ReadonlyArray<number>>>): Attempt => {
  const some = (kind: Kind) => (made[kind].length > 0 && next() < 0.98 ? pick(made[kind].slice(-30)) : 999_999)
  const day = () => addDays(today, -between(0, 20))
  const siteId = pick([1, 1, 2, 3])
  const currency = pick(["USD", "USD", "SSP"] as const)
  const cents = () => between(-1, 900_000)
  const reason = pick(["", "For a good reason", "Entered twice"])
  const overrideReason = pick([null, null, "No other approver is here"])
  const quantity = between(0, 50_000)
  const id = (kind: Kind) => ({ id: some(kind) })
  const of = (kinds: ReadonlyArray<() => Attempt>): Attempt => pick(kinds)()
  return of([
    () => [raise, { siteId, priority: pick(priorities), justification: pick(["", "Rice and oil", "Gas"]) }, "request"],
    () => [addItem, { id: some("request"), stockItemId: some("item"), quantity, estimatedCost: cents(), notes: "" }],
    () => [approve, { ...id("request"), vendorId: pick([null, some("vendor")]), overrideReason }],
    () => of([() => [reject, { ...id("request"), reason }], () => [cancel, { ...id("request"), reason }], () => [reopen, id("request")]]),
    () => [receive, { ...id("request"), note: "", lines: [{ itemId: between(1, 2), received: quantity, damaged: 0 }] }],
    () => [
      addVendor,
      {
        vendorNumber: null,
        name: `Vendor ${between(1, 1e9)}`,
        contactPerson: "Mary",
        email: null,
        phone: null,
        address: null,
        taxId: null,
        paymentTerms: "net_30",
        currency,
        notes: null,
      },
      "vendor",
    ],
    () => [
      addStockItem,
      { name: `Item ${between(1, 40)}`, category: "other", unit: "kg", description: null, preferredVendorId: made.vendor[0] ?? null },
      "item",
    ],
    () => [takeIn, { siteId, stockItemId: some("item"), quantity, note: "" }],
    () => [issueStock, { siteId, stockItemId: some("item"), quantity, note: "" }],
    () =>
      of([
        () => [countStock, { siteId, stockItemId: some("item"), quantity, note: "" }],
        () => [wasteStock, { siteId, stockItemId: some("item"), quantity, note: "Spoilt" }],
        () => [transferStock, { fromSiteId: siteId, toSiteId: between(1, 3), stockItemId: some("item"), quantity, note: "" }],
        () => [setStockLimits, { siteId, stockItemId: some("item"), minimumLevel: quantity, maximumLevel: quantity * 2 }],
      ]),
    () => [
      openSession([1]),
      { sessionDate: { date: day(), at: null }, mealType: pick(mealTypes), siteId: 1, clientId: 1, projectId: null, notes: "" },
      "session",
    ],
    () => [recordAttendance, { mealSessionId: some("session"), staffMemberId: between(1, diners), attended: next() < 0.9, reason, notes: "" }, "attendance"],
    () => [recordAttendance, { mealSessionId: some("session"), staffMemberId: between(1, diners), attended: next() < 0.9, reason, notes: "" }, "attendance"],
    () => [
      recordAttendances(new Map()),
      { mealSessionId: some("session"), staffMemberIds: [between(1, 10), between(11, 30), between(31, diners)], attended: true, reason, notes: "" },
    ],
    () => [correctAttendance, { ...id("attendance"), attended: next() < 0.5, reason }],
    () => [completeSession, { ...id("session"), attended: between(0, 30), missed: between(0, 3), visitors: between(0, 2) }],
    () =>
      of([
        () => [cancelSession, { ...id("session"), version: between(1, 4), reason }],
        () => [reopenSession, { ...id("session"), reason }],
        () => [countDiners, { ...id("session"), visitors: between(0, 9) }],
      ]),
    () => [recordMeals([1]), { siteId, clientId: pick([null, 1]), mealType: pick(mealTypes), staffCount: between(0, 80), notes: "" }],
    () =>
      of([
        () => [leave, { id: between(1, diners), endDate: day(), reason }],
        () => [comeBack, { id: between(1, diners), from: day() }],
        () => [planHeadCount, { id: 1, from: day(), heads: between(1, 90), reason }],
      ]),
    () => [
      requestExpense,
      {
        siteId,
        category: pick(expenseCategories),
        amount: cents(),
        currency,
        description: "Fuel",
        businessPurpose: "To drive",
        paymentMethod: pick(paymentMethods),
        priority: "medium",
        subcategory: null,
        requestDate: null,
        requiredDate: null,
        requestedBy: null,
        receipts: [],
        notes: "",
      },
      "expense",
    ],
    () => [approveExpense, { ...id("expense"), overrideReason }],
    () => of([() => [rejectExpense, { ...id("expense"), reason }], () => [withdrawExpense, id("expense")]]),
    () => [payExpense, { ...id("expense"), paidDate: null, paymentMethod: null, paymentReference: "PV" }],
    () => [
      recordDailyExpense,
      {
        expenseDate: day(),
        siteId,
        currency,
        staffFeedingCost: cents(),
        fuelCost: 0,
        transportCost: 100,
        suppliesCost: 0,
        maintenanceCost: 0,
        otherCosts: 0,
        staffCount: 4,
        notes: "",
        receipts: [],
      },
      "daily",
    ],
    () => of([() => [approveDailyExpense, { ...id("daily"), overrideReason }], () => [rejectDailyExpense, { ...id("daily"), reason }]]),
    () => [
      recordTransaction,
      {
        transactionType: pick(transactionTypes),
        category: pick(["fuel", "other income", "ferry"]),
        amount: cents(),
        currency,
        description: "A transaction",
        paymentMethod: pick(paymentMethods),
        siteId,
        transactionDate: day(),
        referenceNumber: null,
        transactionNumber: null,
        toAccount: pick([null, "1000", "1010"]),
        attachments: [],
      },
      "transaction",
    ],
    () => [postTransaction, { ...id("transaction"), overrideReason }],
    () => of([() => [voidTransaction, { ...id("transaction"), reason }], () => [reverseTransaction, { ...id("transaction"), reason }]]),
    () => {
      const debit = cents()
      const credit = next() < 0.9 ? debit : cents()
      return [
        postEntry,
        {
          date: day(),
          description: "By hand",
          reference: null,
          currency,
          lines: [
            { account: "6900", debit },
            { account: pick(["1000", "1010", "1020"]), credit },
          ],
        },
        "entry",
      ]
    },
    () => [reverseEntry, { ...id("entry"), date: pick([null, day()]), reason }],
    () => [receivePayment, { clientId: 1, amount: cents(), currency, method: "bank_transfer", reference: "TT", notes: "", date: day(), allocations: [] }],
  ])
}

layer(testDatabase(model), { timeout: 3_600_000 })("random commands of every module", (it) => {
  it.effect(
    "leave only rows that follow from the log; a row changed by hand is named with its event",
    () =>
      Effect.gen(function* () {
        const { execute } = yield* Records
        const { statement } = yield* Database
        yield* Effect.provide(setup, config("demo"))
        yield* execute(begin, {}, system("test"))
        const luck = chance(commands)
        const made: Record<Kind, Array<number>> = {
          request: [],
          session: [],
          attendance: [],
          item: [],
          vendor: [],
          expense: [],
          daily: [],
          transaction: [],
          entry: [],
        }
        const people: ReadonlyArray<By> = [3, 6, 7, 7, 8, 10, 10].map((level, n) => person(n + 1, level, today, { confinedTo: level <= 6 ? 1 : null }))
        let refused = 0
        yield* Effect.forEach(
          Array.from({ length: commands }, (_, n) => n),
          () =>
            Effect.suspend(() => {
              const [act, input, makes] = anyCommand(luck, made)
              return execute(act as Command<object>, input, luck.pick(people)).pipe(
                Effect.tap(({ id }) => Effect.sync(() => makes && made[makes].push(id))),
                Effect.catchIf(
                  (error) => error instanceof Rejection,
                  () => Effect.sync(() => refused++),
                ),
              )
            }),
          { concurrency: atOnce, discard: true },
        )
        const replayed = Effect.map(replay(model.streams, model.views, { diff: true }), ({ compared }) => compared!)
        const { differing, differences, tables } = yield* replayed
        assert.deepStrictEqual(differences, [])
        assert.strictEqual(differing, 0)
        const [{ commits, events }] = yield* statement("select (select count(*) from es.commit) as commits, (select count(*) from es.event) as events", [])
        console.log(`${commands} commands, ${refused} refused; ${commits} commits, ${events} events, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
        // most kinds exist: not every command was rejected
        for (const [kind, ids] of Object.entries(made)) assert.isAbove(ids.length, 0, kind)
        assert.isAbove(commits, commands / 5)

        const [row] = yield* statement("select id, version from expense_request order by id desc limit 1", [])
        yield* statement("update expense_request set amount = amount + 1 where id = $1", [row.id])
        const named = (yield* replayed).differences
        assert.deepStrictEqual(
          named.map(({ stream, what, fields, event }) => [stream, what, fields.map(({ field }) => field), event?.type]),
          [[`expense_request/${row.id}`, "changed", ["amount"], "ExpenseRequested"]],
        )
      }),
    { timeout: 3_600_000 },
  )
})
