import * as fc from "fast-check"
import { expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import type { PostedLine } from "@ops/ledger/journal-entries/journal-entry.ts"
import { fiscalPeriods, PeriodClosed, PeriodOpened } from "@ops/ledger/periods/period.ts"
import { accrualConsequences, accrued, accrueMeals, differences, mealAccruals, type Unbilled } from "./accrual.ts"

const person = (id: number, level: number): By => ({ ...system("test", givenAt), person: id, level, permissions: permissionsOf(level), today: "2026-12-20" })
const finance = person(1, 7)
const account = (accountNumber: string, accountType: "asset" | "income", n: number) =>
  accounts.at(n, AccountOpened({ accountNumber, accountName: accountNumber, accountType, subType: null, parentAccountId: null, description: "" }))
const known = [
  account("1150", "asset", 1),
  account("4100", "income", 2),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2026-01-01", rate: 130_000, source: "", enteredBy: null })),
]
const books = given(...known).with(...accrualConsequences)

const meals = (contractId: number, meals: number, amount: number, currency: "USD" | "SSP" = "USD"): Unbilled => ({
  contractId,
  contractNumber: `CT-2026-000${contractId}`,
  clientId: contractId,
  siteId: 1,
  currency,
  meals,
  amount,
})
/** The lines posted by a command, debits less credits. */
const posted = ({ events }: Pick<Then, "events">) =>
  events
    .filter(([, type]) => type === "JournalPosted")
    .flatMap(([, , { entryDate, lines }]) =>
      lines.map((line: PostedLine) => [entryDate, ["1150", "4100"][line.accountId - 1], line.debit - line.credit, line.debitUsd - line.creditUsd]),
    )

// proves U-13-1
test("meals that are served and not billed are income of their month, and are reversed on the first day of the next", () => {
  const done = books.when(accrueMeals, { period: "2026-10", version: 0, unbilled: [meals(1, 10, 12_500), meals(2, 4, 2_600_000, "SSP")] }, finance)
  expect(posted(done)).toEqual([
    ["2026-10-31", "1150", 12_500, 12_500],
    ["2026-10-31", "4100", -12_500, -12_500],
    ["2026-11-01", "1150", -12_500, -12_500],
    ["2026-11-01", "4100", 12_500, 12_500],
    ["2026-10-31", "1150", 2_600_000, 2_000],
    ["2026-10-31", "4100", -2_600_000, -2_000],
    ["2026-11-01", "1150", -2_600_000, -2_000],
    ["2026-11-01", "4100", 2_600_000, 2_000],
  ])
  done.holds(mealAccruals, 202610, {
    entries: [
      { journalEntryId: 1, reversalEntryId: 2 },
      { journalEntryId: 3, reversalEntryId: 4 },
    ],
  })
})

test("accrued again, a month posts only what was billed or served since, and nothing where nothing was", () => {
  const first = books.when(accrueMeals, { period: "2026-10", version: 0, unbilled: [meals(1, 10, 12_500), meals(3, 2, 2_400)] }, finance)
  const { version } = first.row(mealAccruals, 202610)!
  expect(first.when(accrueMeals, { period: "2026-10", version, unbilled: [meals(1, 10, 12_500), meals(3, 2, 2_400)] }, finance).events).toEqual([])
  const again = first.when(accrueMeals, { period: "2026-10", version, unbilled: [meals(3, 3, 3_600)] }, finance)
  expect(posted(again).slice(0, 4)).toEqual([
    ["2026-10-31", "1150", -12_500, -12_500],
    ["2026-10-31", "4100", 12_500, 12_500],
    ["2026-10-31", "1150", 1_200, 1_200],
    ["2026-10-31", "4100", -1_200, -1_200],
  ])
  again.holds(mealAccruals, 202610, { earlier: [{ journalEntryId: 1, reversalEntryId: 2 }], entries: [{ journalEntryId: 3, reversalEntryId: 4 }] })
  first.when(accrueMeals, { period: "2026-10", version: 0, unbilled: [] }, finance).refuses(/Another person has just accrued the meals of October 2026/, 409)
})

test("a month that is not over or closed, and people outside finance, are refused", () => {
  const asked = { version: 0, unbilled: [meals(1, 1, 100)] }
  books.when(accrueMeals, { ...asked, period: "2026-12" }, finance).refuses(/December 2026 is not over/, 422)
  books.when(accrueMeals, { ...asked, period: "2026-10" }, person(2, 8)).refuses(/Only finance accrues income/, 403)
  const closed = given(
    ...known,
    fiscalPeriods.at(202610, PeriodOpened({ period: "2026-10" })),
    fiscalPeriods.at(202610, PeriodClosed({ overrides: [], closedBy: 1 })),
  )
  closed.when(accrueMeals, { ...asked, period: "2026-10" }, finance).refuses(/October 2026 is closed/, 409)
})

/** Unbilled meals at the ends of some months: served, and billed at any time after. */
const history = fc.array(
  fc.record({ contractId: fc.integer({ min: 1, max: 4 }), served: fc.nat(3), billed: fc.nat(4), amount: fc.integer({ min: 1, max: 999_999 }) }),
  { maxLength: 25 },
)

test("revenue over all months is the same with accruals and without, and that of each month is what was served in it", () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 100_000, max: 700_000 }), (items, rate) => {
      const currency = (contractId: number) => (contractId === 4 ? "SSP" : "USD")
      const unbilledAt = (month: number) => {
        const open = items.filter(({ served, billed }) => served <= month && served + billed > month)
        const contracts = [...new Set(open.map(({ contractId }) => contractId))]
        const sum = (id: number) => open.filter(({ contractId }) => contractId === id).reduce((total, { amount }) => total + amount, 0)
        return accrued(
          contracts.map((id) => meals(id, 1, sum(id), currency(id))),
          rate,
        )
      }
      const usd = (lines: ReadonlyArray<{ readonly usd: number }>) => lines.reduce((total, line) => total + line.usd, 0)
      const months = Array.from({ length: 9 }, (_, n) => n)
      // each month-end posts the unbilled amount in two runs, and its reversal follows
      const accruals = months.map((month) => {
        const first = differences([], unbilledAt(month - 1))
        const then = differences(unbilledAt(month - 1), unbilledAt(month))
        return usd(first) + usd(then)
      })
      const own = (is: (item: (typeof items)[number]) => boolean) =>
        usd(
          accrued(
            items.filter(is).map(({ contractId, amount }) => meals(contractId, 1, amount, currency(contractId))),
            rate,
          ),
        )
      const revenue = months.map((month) => own(({ served, billed }) => served + billed === month) + accruals[month]! - (accruals[month - 1] ?? 0))
      const total = (of: ReadonlyArray<number>) => of.reduce((sum, each) => sum + each, 0)
      expect(accruals.at(-1)).toBe(0)
      expect(total(revenue)).toBe(own(() => true))
      // SSP amounts are rounded per contract when accrued, and per item here
      months.forEach((month) => expect(Math.abs(revenue[month]! - own(({ served }) => served === month))).toBeLessThanOrEqual(items.length))
    }),
  )
})
