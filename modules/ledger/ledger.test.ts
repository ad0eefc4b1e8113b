import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, Rejection } from "@ops/platform/records/command.ts"
import { documentSeries } from "@ops/platform/records/series.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { type accountTypes, AccountClosed, AccountOpened, accounts, closeAccount, openAccount, renameAccount } from "./accounts/account.ts"
import { enterRate, exchangeRates, RateEntered, rateAt, toUsd } from "./exchange-rates/exchange-rate.ts"
import { balance, type EntryLine, journalEntries, postEntry, reverseEntry } from "./journal-entries/journal-entry.ts"
import { addTaxCode, confirmTaxRate, rejectTaxRate, setTaxRate, TaxCodeAdded, taxCodes, taxOn, taxRateAt } from "./taxes/tax-code.ts"

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
const manager = person(2, 8)
const colleague = person(3, 7)

const account = (id: number, accountNumber: string, accountType: (typeof accountTypes)[number]) =>
  accounts.at(id, AccountOpened({ accountNumber, accountName: `Account ${accountNumber}`, accountType, subType: null, parentAccountId: null, description: "" }))
const rate = (from: string, rate: number) => exchangeRates.at(1, RateEntered({ type: "official", from, rate, source: "", enteredBy: null }))

const books = given(
  account(1, "1000", "asset"),
  account(2, "1100", "asset"),
  account(3, "4100", "income"),
  account(4, "7900", "expense"),
  rate("2026-01-01", 130_000),
)
const entry = {
  date: "2026-11-20",
  description: "Meals of October",
  reference: null,
  currency: "USD" as const,
  lines: [
    { account: "1100", debit: 11_800, clientId: 5 },
    { account: "4100", credit: 11_800, siteId: 2, description: "Lunch" },
  ],
}
const sold = books.when(postEntry, entry, finance)

describe("the amounts of an entry", () => {
  const cents = fc.integer({ min: 1, max: 1_000_000_000_00 })
  /** Lines in any order with equal sides. */
  const equal = fc
    .tuple(fc.array(cents, { minLength: 1, maxLength: 20 }), fc.array(cents, { minLength: 1, maxLength: 20 }))
    .map(([debits, credits]): ReadonlyArray<Omit<EntryLine, "account">> => {
      const total = (side: ReadonlyArray<number>) => side.reduce((sum, amount) => sum + amount, 0)
      const rest = total(debits) - total(credits)
      return [
        ...debits.map((debit) => ({ debit })),
        ...credits.map((credit) => ({ credit })),
        ...(rest > 0 ? [{ credit: rest }] : rest < 0 ? [{ debit: -rest }] : []),
      ]
    })
    .chain((lines) => fc.shuffledSubarray([...lines], { minLength: lines.length }))
  const rates = fc.integer({ min: 100, max: 1_000_000 })
  const sums = (lines: ReturnType<typeof balance>["lines"]) => {
    const sum = (of: "debit" | "credit" | "debitUsd" | "creditUsd") => lines.reduce((sum, line) => sum + line[of], 0)
    return { debit: sum("debit"), credit: sum("credit"), debitUsd: sum("debitUsd"), creditUsd: sum("creditUsd") }
  }

  test("balance in both currencies at any rate, with no line off by a cent", () => {
    fc.assert(
      fc.property(equal, rates, (lines, rate) => {
        const made = balance(lines, "SSP", rate)
        const { debit, credit, debitUsd, creditUsd } = sums(made.lines)
        expect([debit, debitUsd]).toEqual([credit, creditUsd])
        expect([made.total, debitUsd]).toEqual([debit, toUsd(debit, rate)])
        for (const [n, line] of made.lines.entries()) {
          expect([line.debit, line.credit]).toEqual([lines[n]!.debit ?? 0, lines[n]!.credit ?? 0])
          expect(line.debit === 0 ? line.debitUsd : line.creditUsd).toBe(0)
          const worth = line.debitUsd + line.creditUsd
          expect(worth).toBeGreaterThanOrEqual(0)
          expect(Math.abs(worth * rate - (line.debit + line.credit) * 100)).toBeLessThan(1.5 * rate)
        }
      }),
    )
  })
  test("in USD equal their USD value", () => {
    fc.assert(
      fc.property(equal, (lines) => {
        for (const { debit, credit, debitUsd, creditUsd } of balance(lines, "USD", 100).lines) expect([debitUsd, creditUsd]).toEqual([debit, credit])
      }),
    )
  })
  test("settle a receivable at its own rate, with a difference in USD only", () => {
    fc.assert(
      fc.property(cents, rates, rates, (amount, then, now) => {
        const settled = toUsd(amount, then)
        const gain = toUsd(amount, now) - settled
        const difference = gain > 0 ? [{ credit: 0, usd: gain }] : gain < 0 ? [{ debit: 0, usd: -gain }] : []
        const made = balance([{ debit: amount }, { credit: amount, usd: settled }, ...difference], "SSP", now)
        expect(made.lines[0]).toEqual({ debit: amount, credit: 0, debitUsd: toUsd(amount, now), creditUsd: 0 })
        expect(made.lines[1]).toEqual({ debit: 0, credit: amount, debitUsd: 0, creditUsd: settled })
        const { debitUsd, creditUsd } = sums(made.lines)
        expect(debitUsd).toBe(creditUsd)
      }),
    )
  })
  test("a rounding cent goes to a line without a fixed value, on the lighter side if possible", () => {
    const worths = (lines: ReadonlyArray<Omit<EntryLine, "account">>) => balance(lines, "SSP", 200).lines.map(({ debitUsd, creditUsd }) => debitUsd + creditUsd)
    // 999 at 2.00 is 499.50, so 500; 166 are settled, and 666 is 333
    expect(worths([{ debit: 999 }, { credit: 333, usd: 166 }, { credit: 666 }])).toEqual([500, 166, 334])
    expect(worths([{ debit: 999, usd: 501 }, { credit: 999 }])).toEqual([501, 501])
    expect(worths([{ debit: 999 }, { credit: 999, usd: 499 }])).toEqual([499, 499])
  })

  const refusal = (lines: ReadonlyArray<Omit<EntryLine, "account">>, currency: "USD" | "SSP" = "USD", rate = 100) => {
    try {
      balance(lines, currency, rate)
    } catch (error) {
      if (error instanceof Rejection) return error.message
      throw error
    }
    return undefined
  }
  test("are refused if they do not make up a valid entry", () => {
    expect(refusal([])).toBe("A journal entry needs at least one debit and one credit")
    expect(refusal([{ debit: 100 }])).toBe("Debit and credit must be equal")
    expect(refusal([{ debit: 100 }, { credit: 99 }])).toBe("Debit and credit must be equal")
    for (const wrong of [
      { debit: 0 },
      { debit: -1 },
      { debit: 1.5 },
      { debit: Number.NaN },
      {},
      { debit: 1, credit: 1 },
      { debit: 0, usd: 0 },
      { debit: 0, usd: -5 },
    ]) {
      expect(refusal([wrong, { credit: 1 }], "SSP", 200)).toBe("Each line needs either a debit or a credit greater than 0")
    }
    expect(refusal([{ debit: 100, usd: 99 }, { credit: 100 }])).toBe("The USD value of a line is not a valid amount")
    expect(refusal([{ debit: 1000, usd: 400 }, { credit: 1000 }], "SSP", 200)).toBe("Debit and credit must be equal in USD too")
    expect(
      refusal(
        [
          { debit: 1000, usd: 400 },
          { credit: 1000, usd: 401 },
        ],
        "SSP",
        200,
      ),
    ).toBe("Debit and credit must be equal in USD too")
    expect(refusal(Array.from({ length: 10 }, () => ({ debit: Number.MAX_SAFE_INTEGER })))).toBe("The amounts are too large")
  })
})

describe("posting", () => {
  test("assigns the next number without a gap and finds accounts by their number", () => {
    sold.gives(["journal_entry/1", "JournalPosted"], ["document_series/1", "NumberTaken", { code: "JE-2026", number: 1 }])
    expect(sold.row(journalEntries, 1)).toMatchObject({
      entryNumber: "JE-2026-00001",
      status: "posted",
      totalDebit: 11_800,
      rate: 100,
      sourceKind: null,
      createdBy: 1,
      lines: [
        { accountId: 2, debit: 11_800, credit: 0, debitUsd: 11_800, clientId: 5, siteId: null },
        { accountId: 3, debit: 0, credit: 11_800, creditUsd: 11_800, siteId: 2, description: "Lunch" },
      ],
    })
    sold.when(postEntry, { ...entry, lines: [{ account: "1100", debit: 1 }] }, finance).refuses("Debit and credit must be equal", 422)
    sold.when(postEntry, entry, finance).holds(journalEntries, 2, { entryNumber: "JE-2026-00002" }).holds(documentSeries, 1, { last: 2 })
    sold.when(postEntry, { ...entry, date: "2025-12-31" }, finance).holds(journalEntries, 2, { entryNumber: "JE-2025-00001" })
  })
  test("converts SSP into USD at the official rate of the date", () => {
    const lines = [
      { account: "1000", debit: 1_300_000 },
      { account: "4100", credit: 1_300_000 },
    ]
    const posted = books.when(postEntry, { ...entry, currency: "SSP", lines }, finance)
    expect(posted.row(journalEntries, 1)).toMatchObject({ rate: 130_000, totalDebit: 1_300_000, lines: [{ debitUsd: 1_000 }, { creditUsd: 1_000 }] })
    books.when(postEntry, { ...entry, date: "2025-12-31", currency: "SSP", lines }, finance).refuses("There is no exchange rate for 2025-12-31", 422)
  })
  test("is refused on unknown or closed accounts, and outside finance", () => {
    const on = (account: string) => ({ ...entry, lines: [{ account, debit: 1 }, entry.lines[1]!, { account: "1100", debit: 11_799 }] })
    books.when(postEntry, on("1999"), finance).refuses("There is no account 1999", 422)
    books.when(closeAccount, { id: 1 }, finance).when(postEntry, on("1000"), finance).refuses("Account 1000 Account 1000 is closed", 409)
    books.when(postEntry, entry, manager).refuses("Only finance can write journal entries", 403)
  })
})

describe("reversing", () => {
  const reversed = sold.when(reverseEntry, { id: 1, date: null, reason: "Wrong client" }, colleague)
  test("swaps debits and credits in a new entry, once", () => {
    reversed.gives(
      ["journal_entry/2", "JournalPosted"],
      ["document_series/1", "NumberTaken"],
      ["journal_entry/1", "JournalReversed", { reversedBy: 2, reason: "Wrong client" }],
    )
    expect(reversed.row(journalEntries, 2)).toMatchObject({
      entryNumber: "JE-2026-00002",
      entryDate: "2026-11-21",
      description: "Reversal of JE-2026-00001: Wrong client",
      reverses: 1,
      lines: [
        { accountId: 2, debit: 0, credit: 11_800, debitUsd: 0, creditUsd: 11_800, clientId: 5 },
        { accountId: 3, debit: 11_800, credit: 0, debitUsd: 11_800, creditUsd: 0 },
      ],
    })
    reversed.holds(journalEntries, 1, { status: "reversed", reversedBy: 2 })
    reversed.when(reverseEntry, { id: 1, date: null, reason: "Again" }, colleague).refuses("JE-2026-00001 is reversed already", 409)
    reversed.when(reverseEntry, { id: 2, date: null, reason: "Back" }, colleague).refuses(/is a reversal/, 409)
  })
  test("is refused for the person who posted the entry", () => {
    sold
      .when(reverseEntry, { id: 1, date: null, reason: "Mine" }, finance)
      .refuses("You posted JE-2026-00001, so another person in finance must reverse it", 403)
  })
  test("is refused before the entry's date, for an entry that does not exist, and outside finance", () => {
    sold.when(reverseEntry, { id: 1, date: "2026-11-19", reason: "Early" }, colleague).refuses(/before its own date, 2026-11-20/, 422)
    sold.when(reverseEntry, { id: 9, date: null, reason: "None" }, colleague).refuses("Journal entry 9 does not exist", 404)
    sold.when(reverseEntry, { id: 1, date: null, reason: "Mine" }, manager).refuses("Only finance can write journal entries", 403)
  })
})

describe("accounts", () => {
  const child = { accountNumber: "1001", accountName: "Till", accountType: "asset" as const, subType: null, parentAccountId: 1, description: "" }
  test("are opened under a parent of the same type, each number once", () => {
    books.when(openAccount, child, finance).holds(accounts, 5, { accountNumber: "1001", parentAccountId: 1, isActive: true })
    books.when(openAccount, { ...child, accountType: "income" }, finance).refuses("The parent 1000 is of another type: asset", 422)
    books.when(openAccount, { ...child, parentAccountId: 77 }, finance).refuses("There is no account with the id 77", 422)
    books.when(openAccount, { ...child, accountNumber: "1000" }, finance).refuses("Another account already has this number", 409)
    books.when(openAccount, child, manager).refuses("Only finance can change the chart of accounts", 403)
  })
  test("are renamed, and closed only once", () => {
    books.when(renameAccount, { id: 1, accountName: "Safe", description: "Juba" }, finance).holds(accounts, 1, { accountName: "Safe", accountNumber: "1000" })
    books
      .when(closeAccount, { id: 1 }, finance)
      .gives(["account/1", AccountClosed.type])
      .when(closeAccount, { id: 1 }, finance)
      .refuses("Account 1000 is closed already", 409)
    books.when(renameAccount, { id: 1, accountName: "Safe", description: "" }, manager).refuses(/Only finance/, 403)
    books.when(closeAccount, { id: 1 }, manager).refuses(/Only finance/, 403)
  })
})

describe("taxes", () => {
  const taxed = given(taxCodes.at(1, TaxCodeAdded({ code: "SALES", name: "Sales tax" })))
  test("have a rate from an effective date; entering the same date again replaces it", () => {
    const set = taxed
      .when(setTaxRate, { code: "SALES", from: "2026-07-01", rate: 2_000, source: "Act 3" }, finance)
      .when(setTaxRate, { code: "SALES", from: "2020-01-01", rate: 1_800, source: "" }, finance)
      .when(setTaxRate, { code: "SALES", from: "2026-12-01", rate: 2_100, source: "Act 4" }, finance)
      .when(setTaxRate, { code: "SALES", from: "2026-12-01", rate: 1_900, source: "Act 4, amended" }, finance)
    const tax = set.row(taxCodes, 1)!
    expect(["2019-12-31", "2020-01-01", "2026-06-30", "2026-07-01", "2026-12-01"].map((day) => taxRateAt(tax, day))).toEqual([
      undefined,
      1_800,
      1_800,
      2_000,
      1_900,
    ])
  })
  test("changes that affect figures require two people: nothing applies between the proposal and the confirmation", () => {
    const second = { ...finance, person: 99, actor: "person:99" }
    const first = taxed.when(setTaxRate, { code: "SALES", from: "2026-01-01", rate: 1_800, source: "Act 3" }, finance)
    const late = { code: "SALES", from: "2026-09-01", rate: 2_000, source: "Notice 7" }
    for (const from of ["2025-12-31", "2026-12-01"]) first.when(setTaxRate, { ...late, from }, finance).holds(taxCodes, 1, { proposals: [] })
    first.when(setTaxRate, { ...late, rate: 1_800 }, finance).holds(taxCodes, 1, { proposals: [] })
    for (const from of ["2026-09-01", "2026-11-21", "2026-11-30"]) first.when(setTaxRate, { ...late, from }, finance).gives(["tax_code/1", "TaxRateProposed"])
    const proposed = first.when(setTaxRate, late, finance)
    expect(taxRateAt(proposed.row(taxCodes, 1)!, "2026-10-31")).toBe(1_800)
    const from = { code: "SALES", from: "2026-09-01" }
    proposed.when(confirmTaxRate, from, finance).refuses("You proposed this rate, so another person must confirm it", 403)
    proposed.when(confirmTaxRate, from, { ...second, simulated: true }).refuses(/simulated sign-in/, 403)
    proposed.when(confirmTaxRate, from, manager).refuses(/Only finance/, 403)
    first.when(confirmTaxRate, from, second).refuses("No rate of SALES from 2026-09-01 is proposed", 404)
    const confirmed = proposed.when(confirmTaxRate, from, second)
    confirmed.gives(["tax_code/1", "TaxRateProposalAccepted"], ["tax_code/1", "TaxRateSet"], ["tax_code/1", "TaxRateConfirmed"])
    expect(taxRateAt(confirmed.row(taxCodes, 1)!, "2026-10-31")).toBe(2_000)
    confirmed.holds(taxCodes, 1, { proposals: [] })
    proposed.when(rejectTaxRate, { ...from, reason: "" }, second).refuses("Reason is required", 422)
    proposed.when(rejectTaxRate, { ...from, reason: "Not in force" }, second).holds(taxCodes, 1, { proposals: [] })
  })
  test("are refused above 100%, for an unknown code, twice, and outside finance", () => {
    taxed.when(setTaxRate, { code: "SALES", from: "2026-07-01", rate: 10_001, source: "" }, finance).refuses("A tax rate is between 0 and 100%", 422)
    taxed.when(setTaxRate, { code: "VAT", from: "2026-07-01", rate: 100, source: "" }, finance).refuses("There is no tax VAT", 404)
    taxed.when(addTaxCode, { code: "SALES", name: "Again" }, finance).refuses("Another tax already has this code", 409)
    taxed.when(addTaxCode, { code: "VAT", name: "VAT" }, manager).refuses(/Only finance/, 403)
    taxed.when(setTaxRate, { code: "SALES", from: "2026-07-01", rate: 100, source: "" }, manager).refuses(/Only finance/, 403)
  })
  test("round half a cent away from zero", () => {
    expect([taxOn(25, 1_800), taxOn(-25, 1_800), taxOn(24, 1_800), taxOn(10_000, 1_800)]).toEqual([5, -5, 4, 1_800])
  })
})

describe("exchange rates", () => {
  test("apply from their date onwards; a second rate for the same day requires two people", () => {
    const entered = books
      .when(enterRate, { type: "official", from: "2026-11-21", rate: 135_000, source: "Bank" }, finance)
      .when(enterRate, { type: "parallel", from: "2026-11-01", rate: 600_000, source: "" }, finance)
    const official = entered.row(exchangeRates, 1)
    expect(["2025-12-31", "2026-11-20", "2026-11-21"].map((day) => rateAt(official, day))).toEqual([undefined, 130_000, 135_000])
    entered.holds(exchangeRates, 2, { type: "parallel" })
    entered.when(enterRate, { type: "official", from: "2026-11-21", rate: 136_000, source: "Bank, corrected" }, finance).refuses(/needs two people/, 409)
  })
  test("must be above 0 and are entered only by people who manage currencies", () => {
    books.when(enterRate, { type: "official", from: "2026-11-01", rate: 0, source: "" }, finance).refuses("Rate must be greater than 0", 422)
    books.when(enterRate, { type: "official", from: "2026-11-01", rate: 1, source: "" }, manager).refuses(/manage currencies/, 403)
  })
})
