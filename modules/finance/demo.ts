/** Two months of spending at the three sites in the demo scenario: expenses, transactions and daily expenses in every status. */
import { Effect } from "effect"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { postEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { approveDailyExpense, recordDailyExpense, rejectDailyExpense } from "./daily-expenses/record.ts"
import { approveExpense, payExpense, rejectExpense, requestExpense, withdrawExpense } from "./expense-requests/expense-request.ts"
import { postTransaction, recordTransaction, reverseTransaction, voidTransaction } from "./transactions/transaction.ts"
import type { currencies, expenseCategories, paymentMethods, transactionTypes } from "./shared/labels.ts"

const finance = "FO-FIN-001"
const management = "FO-MGT-001"
const chief = "FO-CEO-001"
const supervisor = "FO-SUP-001"
const cook = "FO-OPS-001"
const guard = "FO-SEC-001"

type Wish = readonly [
  who: string,
  site: number,
  category: (typeof expenseCategories)[number],
  cents: number,
  currency: (typeof currencies)[number],
  description: string,
  purpose: string,
  method: (typeof paymentMethods)[number],
]
const wishes: ReadonlyArray<Wish> = [
  [supervisor, 1, "transport", 48_000, "USD", "Truck hire for two days", "Bring the dry store from Rubkona", "cash"],
  [cook, 1, "supplies", 26_000_000, "SSP", "Aprons and hair nets", "New kitchen staff", "cash"],
  [management, 2, "maintenance", 185_000, "USD", "Spare parts for generator 2", "Service after 500 hours", "bank_transfer"],
  [guard, 1, "other", 9_500, "USD", "Padlocks and chains", "Secure the cold store", "cash"],
  [management, 3, "office", 64_000, "USD", "Printer and toner", "Replace the one in accounts", "bank_transfer"],
  [supervisor, 1, "staff_feeding", 39_000_000, "SSP", "Goat meat from the market", "Holiday meal for the camp", "cash"],
  [chief, 3, "marketing", 120_000, "USD", "Brochures and banners", "Trade fair in Juba", "credit_card"],
  [guard, 1, "maintenance", 740_000, "USD", "Perimeter fence, 200 m", "The storm took the north side", "bank_transfer"],
  [cook, 1, "fuel", 32_500, "USD", "Charcoal and gas", "Gas delivery is late", "cash"],
  [chief, 3, "utilities", 98_000_000, "SSP", "Water tanker deliveries", "The borehole pump is being repaired", "check"],
]

type Movement = readonly [
  type: (typeof transactionTypes)[number],
  category: string,
  cents: number,
  currency: (typeof currencies)[number],
  description: string,
  method: (typeof paymentMethods)[number],
  site: number,
]
const movements: ReadonlyArray<Movement> = [
  ["transfer", "cash float", 600_000, "USD", "Cash drawn for the sites", "bank_transfer", 3],
  ["expense", "bank charges", 4_500, "USD", "Transfer fees of the week", "bank_transfer", 3],
  ["income", "other income", 38_000, "USD", "Empty oil drums sold", "cash", 1],
  ["expense", "utilities", 145_000, "USD", "Internet by satellite, a month", "credit_card", 2],
  ["expense", "fuel", 65_000_000, "SSP", "Fuel for the office car", "cash", 3],
  ["transfer", "banking", 90_000, "USD", "Cash paid in", "cash", 3],
  ["expense", "maintenance", 72_500, "USD", "Repair of the water pump", "check", 1],
  ["expense", "ferry tickets", 6_000, "USD", "Ferry from Bor for two", "cash", 1],
  ["income", "other income", 54_600_000, "SSP", "Kitchen waste sold to farmers", "cash", 2],
]

const extras = { subcategory: null, requestDate: null, requiredDate: null, requestedBy: null, receipts: [], notes: "" } as const

export const financeDemo = ({ as, execute, atOnce, chance, days }: Scenario) => {
  const openBooks = Effect.gen(function* () {
    const date = days[0]!
    const opening = { date, description: "Opening balances", reference: null }
    const dollars = [
      { account: "1000", debit: 2_500_000 },
      { account: "1010", debit: 18_000_000 },
      { account: "3000", credit: 20_500_000 },
    ]
    const pounds = [
      { account: "1000", debit: 1_500_000_000 },
      { account: "1020", debit: 5_200_000_000 },
      { account: "3000", credit: 6_700_000_000 },
    ]
    yield* execute("opening-usd", postEntry, { ...opening, currency: "USD", lines: dollars }, as(finance, date, "07:00"))
    yield* execute("opening-ssp", postEntry, { ...opening, currency: "SSP", lines: pounds }, as(finance, date, "07:05"))
  })

  /** The n-th request and its history, a number of days before today. */
  const expense = (n: number, day: string, left: number) =>
    Effect.gen(function* () {
      const name = `expense-${n}`
      const [who, siteId, category, amount, currency, description, businessPurpose, paymentMethod] = wishes[n % wishes.length]!
      const priority = chance.pick(["low", "medium", "medium", "high", "urgent"] as const)
      const wish = { ...extras, siteId, category, amount, currency, description, businessPurpose, paymentMethod, priority }
      const id = yield* execute(name, requestExpense, wish, as(who, day, "08:40"))
      const isLarge = currency === "USD" && amount > 500_000
      const decider = isLarge ? management : who === management ? chief : finance
      if (left < 3 && !isLarge) return // the newest wait for a decision
      if (n % 13 === 5) return yield* execute(`${name}-withdrawn`, withdrawExpense, { id }, as(who, day, "09:10"))
      if (n % 11 === 4) return yield* execute(`${name}-rejected`, rejectExpense, { id, reason: "Not in this month's budget" }, as(decider, day, "11:20"))
      yield* execute(`${name}-approved`, approveExpense, { id, overrideReason: null }, as(decider, day, "11:00"))
      if (isLarge && left >= 3) yield* execute(`${name}-second`, approveExpense, { id, overrideReason: null }, as(chief, day, "11:30"))
      if (left < 9) return
      const payment = { id, paidDate: null, paymentMethod: null, paymentReference: `PV-${String(n + 1).padStart(4, "0")}` }
      return yield* execute(`${name}-paid`, payExpense, payment, as(finance, days[days.length - 1 - left + 2]!, "14:30"))
    })

  const transaction = (n: number, day: string, left: number) =>
    Effect.gen(function* () {
      const name = `transaction-${n}`
      const [transactionType, category, amount, currency, description, paymentMethod, siteId] = movements[n % movements.length]!
      // the category of the latest has no account yet
      const named = category === "ferry tickets" && left > 20 ? "transport" : category
      const facts = { transactionType, category: named, amount, currency, description, paymentMethod, siteId, transactionDate: day }
      const referenceNumber = paymentMethod === "cash" ? null : `BK-${n + 100}`
      const record = { ...facts, referenceNumber, transactionNumber: null, toAccount: null, attachments: [] }
      const id = yield* execute(name, recordTransaction, record, as(finance, day, "15:10"))
      if (left < 3) return
      if (n % 14 === 6) return yield* execute(`${name}-voided`, voidTransaction, { id, reason: "Entered twice" }, as(finance, day, "15:25"))
      yield* execute(`${name}-posted`, postTransaction, { id, overrideReason: null }, as(n % 4 === 0 ? chief : management, day, "16:30"))
      if (n % 17 === 9) yield* execute(`${name}-reversed`, reverseTransaction, { id, reason: "Wrong site" }, as(chief, day, "17:00"))
    })

  const dailyExpense = (index: number, day: string, left: number, siteId: number) =>
    Effect.gen(function* () {
      const name = `daily-${day}-${siteId}`
      const sometimes = (share: number, low: number, high: number) => (chance.next() < share ? chance.between(low, high) * 100 : 0)
      const record = {
        expenseDate: day,
        siteId,
        currency: "USD" as const,
        staffFeedingCost: chance.between(60, 140) * 100,
        fuelCost: chance.between(30, 90) * 100,
        transportCost: sometimes(0.4, 10, 60),
        suppliesCost: sometimes(0.5, 5, 40),
        maintenanceCost: sometimes(0.15, 20, 120),
        otherCosts: sometimes(0.3, 2, 15),
        staffCount: chance.between(12, 38),
        notes: "",
        receipts: [],
      }
      const id = yield* execute(name, recordDailyExpense, record, as(siteId === 1 ? supervisor : management, day, "18:00"))
      if (left < 2) return
      const next = days[index + 1]!
      const isIncomplete = (index + siteId) % 23 === 0
      if (isIncomplete) yield* execute(`${name}-rejected`, rejectDailyExpense, { id, reason: "The fuel slips are missing" }, as(finance, next, "08:30"))
      else yield* execute(`${name}-approved`, approveDailyExpense, { id, overrideReason: null }, as(finance, next, "08:20"))
    })

  return Effect.gen(function* () {
    yield* openBooks
    const story: Array<Effect.Effect<unknown, unknown>> = []
    let asked = 0
    let moved = 0
    for (const [index, day] of days.entries()) {
      const left = days.length - 1 - index
      if (index % 3 === 0 || left < 3) story.push(expense(asked++, day, left))
      if (index % 2 === 1 || left < 2) story.push(transaction(moved++, day, left))
      // today only the first site has reported
      for (const siteId of left === 0 ? [1] : [1, 2, 3]) story.push(dailyExpense(index, day, left, siteId))
    }
    yield* atOnce(story)
  })
}
