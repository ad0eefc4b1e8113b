import * as fc from "fast-check"
import { expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { type accountTypes, AccountOpened, accounts, renameAccount } from "../accounts/account.ts"
import { enterRate, exchangeRates, RateEntered, toUsd } from "../exchange-rates/exchange-rate.ts"
import { type PostedLine, type Entry, postEntry } from "../journal-entries/journal-entry.ts"
import { fiscalPeriods, PeriodClosed, PeriodOpened, PeriodSoftClosed } from "../periods/period.ts"
import { type OpenBalance, revaluationConsequences, revaluations, revaluePeriod } from "./revaluation.ts"
import { spanOf } from "../statements/statement.ts"

const person = (id: number, level: number): By => ({ ...system("test", givenAt), person: id, level, permissions: permissionsOf(level), today: "2026-11-21" })
const finance = person(1, 7)
const chart: Record<string, (typeof accountTypes)[number]> = {
  1000: "asset",
  1020: "asset",
  1100: "asset",
  1200: "asset",
  2000: "liability",
  4100: "income",
  7900: "expense",
}
const numbers = Object.keys(chart)
const open = (accountNumber: string, n: number) =>
  accounts.at(
    n + 1,
    AccountOpened({ accountNumber, accountName: accountNumber, accountType: chart[accountNumber]!, subType: null, parentAccountId: null, description: "" }),
  )
const rate = (from: string, rate: number) => exchangeRates.at(1, RateEntered({ type: "official", from, rate, source: "", enteredBy: null }))
const books = given(...numbers.map(open), rate("2026-01-01", 130_000)).with(...revaluationConsequences)

interface Posted {
  readonly date: string
  readonly currency: "USD" | "SSP"
  readonly account: string
  readonly amount: number
  readonly usd: number
  readonly source: string | null
}
/** The lines posted by a command, debits less credits. */
const posted = ({ events }: Pick<Then, "events">): ReadonlyArray<Posted> =>
  events
    .filter(([, type]) => type === "JournalPosted")
    .flatMap(([, , { entryDate, currency, sourceKind, lines }]) =>
      lines.map((line: PostedLine) => ({
        date: entryDate,
        currency,
        account: numbers[line.accountId - 1]!,
        amount: line.debit - line.credit,
        usd: line.debitUsd - line.creditUsd,
        source: sourceKind,
      })),
    )
const monetary = ["1000", "1020", "1100", "2000"]
/** The SSP balances of monetary accounts at the end of a day. */
const openAt = (lines: ReadonlyArray<Posted>, day: string): ReadonlyArray<OpenBalance> =>
  monetary.map((accountNumber) => {
    const own = lines.filter(({ account, currency, date }) => account === accountNumber && currency === "SSP" && date <= day)
    return { accountNumber, balance: own.reduce((sum, { amount }) => sum + amount, 0), carriedUsd: own.reduce((sum, { usd }) => sum + usd, 0) }
  })
const sumUsd = (lines: ReadonlyArray<Posted>, account: string) => lines.filter((line) => line.account === account).reduce((sum, { usd }) => sum + usd, 0)

const october = { period: "2026-10", version: 0, balances: [{ accountNumber: "1100", balance: 130_000_000, carriedUsd: 100_000 }] }

test("a month's difference is posted on its last day and reversed on the first day of the next month", () => {
  const done = books
    .when(enterRate, { type: "official", from: "2026-10-20", rate: 260_000, source: "" }, { ...finance, person: null, today: "2026-10-20" })
    .when(revaluePeriod, october, finance)
  done.gives(
    ["revaluation/202610", "PeriodRevalued"],
    ["journal_entry/1", "JournalPosted"],
    ["document_series/1", "NumberTaken"],
    ["revaluation/202610", "RevaluationPosted"],
    ["journal_entry/2", "JournalPosted"],
    ["document_series/1", "NumberTaken"],
    ["journal_entry/1", "JournalReversed"],
    ["revaluation/202610", "RevaluationReversed"],
  )
  expect(posted(done).map(({ date, account, amount, usd }) => [date, account, amount, usd])).toEqual([
    ["2026-10-31", "1100", 0, -50_000],
    ["2026-10-31", "7900", 0, 50_000],
    ["2026-11-01", "1100", 0, 50_000],
    ["2026-11-01", "7900", 0, -50_000],
  ])
  done.holds(revaluations, 202610, { total: -50_000, rate: 260_000, entries: [{ journalEntryId: 1, reversalEntryId: 2 }] })
  expect(done.events.filter(([, type]) => type === "JournalPosted").map(([, , { entryNumber }]) => entryNumber)).toEqual(["JE-2026-00001", "JE-2026-00002"])
  // again: posts only what is new, and nothing if nothing is
  const again = { ...october, version: 3 }
  expect(done.when(revaluePeriod, { ...again, balances: [{ accountNumber: "1100", balance: 130_000_000, carriedUsd: 50_000 }] }, finance).events).toEqual([])
  const later = done.when(revaluePeriod, { ...again, balances: [{ accountNumber: "1100", balance: 260_000_000, carriedUsd: 150_000 }] }, finance)
  later.holds(revaluations, 202610, { total: -100_000, earlier: [{ journalEntryId: 1, reversalEntryId: 2 }] })
  done.when(revaluePeriod, october, finance).refuses(/October 2026 was just revalued by another person/, 409)
})

test("cash gets an entry of its own, and the last day of a year uses a number of each year", () => {
  const by = { ...finance, today: "2027-01-05" }
  const balances = [
    { accountNumber: "1020", balance: 130_000_000, carriedUsd: 90_000 },
    { accountNumber: "2000", balance: -130_000_000, carriedUsd: -110_000 },
  ]
  const done = books.when(revaluePeriod, { period: "2026-12", version: 0, balances }, by)
  expect(done.events.filter(([, type]) => type === "JournalPosted").map(([, , { entryNumber }]) => entryNumber)).toEqual([
    "JE-2026-00001",
    "JE-2027-00001",
    "JE-2026-00002",
    "JE-2027-00002",
  ])
  expect(new Set(posted(done).map(({ account }) => account))).toEqual(new Set(["1020", "2000", "7900"]))
})

test("a month without differences posts nothing, and an impossible revaluation is refused", () => {
  const right = [{ accountNumber: "1100", balance: 130_000, carriedUsd: 100 }]
  books
    .when(revaluePeriod, { ...october, balances: right }, finance)
    .gives(["revaluation/202610", "PeriodRevalued"])
    .holds(revaluations, 202610, { total: 0 })
  books.when(revaluePeriod, { ...october, period: "2026-11" }, finance).refuses("November 2026 is not over", 422)
  books.when(revaluePeriod, { ...october, period: "soon" }, finance).refuses(/is not a month/)
  books.when(revaluePeriod, { ...october, period: "2025-12" }, finance).refuses("There is no exchange rate for 2025-12-31", 422)
  books.when(revaluePeriod, october, person(2, 8)).refuses("Only finance can revalue balances", 403)
  const month = (period: string, ...events: ReadonlyArray<ReturnType<typeof PeriodClosed> | ReturnType<typeof PeriodSoftClosed>>) =>
    [PeriodOpened({ period }), ...events].map((event) => fiscalPeriods.at(Number(period.replace("-", "")), event))
  const closed = PeriodClosed({ overrides: [], closedBy: 1 })
  const sentence = (title: string) => `${title} is closed. Post to an open period, or request its reopening`
  const after = (...changes: ReadonlyArray<Change>) => given(...numbers.map(open), rate("2026-01-01", 130_000), ...changes).with(...revaluationConsequences)
  after(...month("2026-10", closed))
    .when(revaluePeriod, { ...october, period: "2026-10" }, finance)
    .refuses(sentence("October 2026"), 409)
  after(...month("2026-10", closed))
    .when(revaluePeriod, { ...october, period: "2026-09" }, finance)
    .refuses(sentence("October 2026"), 409)
  const closing = after(...month("2026-10", PeriodSoftClosed({ reason: "x", closedBy: 1 }))).when(
    revaluePeriod,
    { ...october, balances: [{ ...october.balances[0]!, carriedUsd: 1 }] },
    finance,
  )
  closing.holds(revaluations, 202610, { total: 99_999 })
})

test("whether an account is revalued follows from its type and number, and can be overridden", () => {
  expect(numbers.filter((_, n) => books.when(renameAccount, { id: n + 1, accountName: "x" }, finance).row(accounts, n + 1)!.isMonetary)).toEqual(monetary)
  books
    .when(renameAccount, { id: 4, accountName: "Stock", isMonetary: true }, finance)
    .gives(["account/4", "AccountRenamed"], ["account/4", "AccountMonetarySet"])
    .holds(accounts, 4, { isMonetary: true })
})

const months = ["2026-06", "2026-07", "2026-08", "2026-09"]
/** A sale in SSP and the day on which it is settled. */
const sale = fc.record({
  amount: fc.integer({ min: 1, max: 900_000_000 }),
  day: fc.integer({ min: 0, max: 100 }),
  after: fc.integer({ min: 0, max: 50 }),
  side: fc.constantFrom("client" as const, "supplier" as const),
})
const rateChange = fc.record({ day: fc.integer({ min: 0, max: 120 }), rate: fc.integer({ min: 50_000, max: 900_000 }) })

test("revaluation never counts twice: a settled item gains or loses the whole difference exactly once", () => {
  fc.assert(
    fc.property(fc.array(sale, { minLength: 1, maxLength: 6 }), fc.uniqueArray(rateChange, { maxLength: 6, selector: ({ day }) => day }), (sales, changes) => {
      const start = "2026-06-01"
      const inTime = changes.toSorted((a, b) => a.day - b.day)
      const rates = [{ from: "2026-01-01", rate: 130_000 }, ...inTime.map(({ day, rate }) => ({ from: addDays(start, day), rate }))]
      const at = (day: string) => rates.filter(({ from }) => from <= day).reduce((last, each) => (each.from >= last.from ? each : last)).rate
      let world: Pick<Then, "when" | "events"> = { ...books, events: [] }
      const lines: Array<Posted> = []
      const doing = (next: Then) => {
        expect(next.refusal).toBeUndefined()
        lines.push(...posted(next))
        world = next
      }
      for (const { from, rate } of rates.slice(1))
        doing(world.when(enterRate, { type: "official", from, rate, source: "" }, { ...finance, person: null, today: from }))
      const acts: Array<{ readonly day: string; readonly entry: Omit<Entry, "source"> }> = []
      let difference = 0
      for (const { amount, day, after, side } of sales) {
        const [made, settled] = [addDays(start, day), addDays(start, day + after)]
        const [owed, paid] = [toUsd(amount, at(made)), toUsd(amount, at(settled))]
        // a receivable settled for more, and a payable settled for less, is a gain
        const [account, back, sign] = side === "client" ? (["debit", "credit", 1] as const) : (["credit", "debit", -1] as const)
        const control = side === "client" ? "1100" : "2000"
        const gain = (paid - owed) * sign
        difference -= gain
        const common = { reference: null, currency: "SSP" as const }
        const owing = [
          { account: control, [account]: amount, usd: owed },
          { account: "4100", [back]: amount, usd: owed },
        ]
        const settling = [
          { account: "1020", [account]: amount, usd: paid },
          { account: control, [back]: amount, usd: owed },
          ...(gain === 0 ? [] : [{ account: "7900", [gain > 0 ? "credit" : "debit"]: 0, usd: Math.abs(gain) }]),
        ]
        acts.push({ day: made, entry: { ...common, date: made, description: "Made", lines: owing } })
        acts.push({ day: settled, entry: { ...common, date: settled, description: "Settled", lines: settling } })
      }
      acts.sort((a, b) => (a.day < b.day ? -1 : 1))
      for (const month of [...months, "2026-10"]) {
        const { from, to } = spanOf(month)
        for (const { entry } of acts.filter(({ day }) => day >= from && day <= to)) doing(world.when(postEntry, entry, finance))
        const before = openAt(lines, to)
        doing(world.when(revaluePeriod, { period: month, version: 0, balances: before }, finance))
        for (const { balance, carriedUsd } of openAt(lines, to)) expect(carriedUsd - toUsd(balance, at(to))).toBe(0)
        // a second run finds nothing to do
        const { version } = (world as Then).row(revaluations, Number(month.replace("-", "")))!
        doing(world.when(revaluePeriod, { period: month, version, balances: openAt(lines, to) }, finance))
      }
      for (const account of numbers)
        expect(
          sumUsd(
            lines.filter(({ source }) => source === "revaluation"),
            account,
          ),
        ).toBe(0)
      expect([sumUsd(lines, "1100"), sumUsd(lines, "2000")]).toEqual([0, 0])
      expect(sumUsd(lines, "7900") - difference).toBe(0)
      expect(lines.reduce((sum, { usd }) => sum + usd, 0)).toBe(0)
    }),
    { numRuns: times(15, 60) },
  )
})
