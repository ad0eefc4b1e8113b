import * as fc from "fast-check"
import { expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { By } from "@ops/platform/records/command.ts"
import { documentSeries } from "@ops/platform/records/series.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { AccountOpened, accounts, closeAccount } from "../accounts/account.ts"
import { exchangeRates, RateEntered } from "../exchange-rates/exchange-rate.ts"
import { mostInBatch, postBatch } from "./batch.ts"
import { journalEntries, postEntry } from "./journal-entry.ts"
import { fiscalPeriods, PeriodClosed, PeriodOpened, PeriodSoftClosed } from "../periods/period.ts"

const person = (id: number, level: number): By => ({
  actor: `person:${id}`,
  person: id,
  name: `Person ${id}`,
  level,
  permissions: permissionsOf(level),
  department: "finance",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
})
const finance = person(1, 7)
const numbers = ["1000", "1010", "4100", "6100"]
const base = [
  ...numbers.map((accountNumber, n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName: "x", accountType: "asset", subType: null, parentAccountId: null, description: "" })),
  ),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2026-01-01", rate: 130_000, source: "", enteredBy: null })),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2025-01-01", rate: 120_000, source: "", enteredBy: null })),
]
const books = given(...base)
const entry = (date: string, amount = 100, currency: "USD" | "SSP" = "USD", [debit, credit] = ["1000", "4100"]) => ({
  date,
  description: `Of ${date}`,
  reference: null,
  currency,
  lines: [
    { account: debit!, debit: amount },
    { account: credit!, credit: amount },
  ],
})
const any = fc
  .record({
    date: fc.constantFrom("2026-03-01", "2026-11-20", "2025-12-30"),
    amount: fc.integer({ min: 1, max: 9_000_000 }),
    currency: fc.constantFrom("USD" as const, "SSP" as const),
    debit: fc.constantFrom(...numbers),
    credit: fc.constantFrom(...numbers),
  })
  .map(({ date, amount, currency, debit, credit }) => entry(date, amount, currency, [debit, credit]))

test("a batch leaves the books exactly as posting its entries one by one would, including the numbers", () => {
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), (entries) => {
      const together = books.when(postBatch, { entries }, finance)
      let oneByOne = books.when(postEntry, entries[0]!, finance)
      for (const entry of entries.slice(1)) oneByOne = oneByOne.when(postEntry, entry, finance)
      for (const n of entries.keys()) expect(together.row(journalEntries, n + 1)).toEqual(oneByOne.row(journalEntries, n + 1))
      const series = new Set(entries.map(({ date }) => date.slice(0, 4)))
      for (let id = 1; id <= series.size; id++) expect(together.row(documentSeries, id)).toMatchObject({ last: oneByOne.row(documentSeries, id)!.last })
    }),
    { numRuns: times(15, 60) },
  )
})

test("numbering continues after a batch, in its order", () => {
  books
    .when(postEntry, entry("2026-11-01"), finance)
    .when(postBatch, { entries: [entry("2026-11-03"), entry("2026-11-02")] }, finance)
    .gives(["journal_entry/2", "JournalPosted"], ["journal_entry/3", "JournalPosted"], ["document_series/1", "NumberTaken", { code: "JE-2026", number: 3 }])
    .holds(journalEntries, 2, { entryNumber: "JE-2026-00002", entryDate: "2026-11-03" })
    .holds(journalEntries, 3, { entryNumber: "JE-2026-00003", entryDate: "2026-11-02" })
    .when(postEntry, entry("2026-11-04"), finance)
    .holds(journalEntries, 4, { entryNumber: "JE-2026-00004" })
})

test("an invalid entry is reported with its position, and nothing is posted", () => {
  const good = entry("2026-11-20")
  const unequal = { ...good, lines: [good.lines[0]!, { account: "4100", credit: 99 }] }
  books.when(postBatch, { entries: [good, unequal] }, finance).refuses("Entry 2: Debit and credit must be equal", 422)
  books.when(postBatch, { entries: [good, good, entry("2026-11-20", 1, "USD", ["1000", "9999"])] }, finance).refuses("Entry 3: There is no account 9999", 422)
  books.when(postBatch, { entries: [entry("2024-12-31", 1, "SSP")] }, finance).refuses("Entry 1: There is no exchange rate for 2024-12-31", 422)
  books
    .when(closeAccount, { id: 1 }, finance)
    .when(postBatch, { entries: [good] }, finance)
    .refuses("Entry 1: Account 1000 x is closed", 409)
  books.when(postBatch, { entries: [] }, finance).refuses("There is no entry to post", 422)
  books.when(postBatch, { entries: Array.from({ length: mostInBatch + 1 }, () => good) }, finance).refuses(`A batch has ${mostInBatch} entries at most`, 422)
  books.when(postBatch, { entries: [good] }, person(2, 8)).refuses("Only finance can write journal entries", 403)
})

test("a closed month refuses the batch; a soft-closed month requires a reason for each entry", () => {
  const october = [PeriodOpened({ period: "2026-10" }), PeriodSoftClosed({ reason: "x", closedBy: 2 })].map((event) => fiscalPeriods.at(202610, event))
  const closing = given(...october, ...base)
  closing.when(postBatch, { entries: [entry("2026-10-05")] }, finance).refuses("Entry 1: October 2026 is closing: give a reason for posting to it", 422)
  closing
    .when(postBatch, { entries: [{ ...entry("2026-10-05"), reason: "Bank was late" }] }, finance)
    .holds(journalEntries, 1, { lateReason: "Bank was late", entryDate: "2026-10-05" })
  const closed = given(...october, fiscalPeriods.at(202610, PeriodClosed({ overrides: [], closedBy: 2 })), ...base)
  closed
    .when(postBatch, { entries: [entry("2026-11-01"), entry("2026-10-31")] }, finance)
    .refuses("Entry 2: October 2026 is closed. Post to an open period, or request its reopening", 409)
})
