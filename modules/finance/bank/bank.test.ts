import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { balanceAssertions, withdrawBalance } from "@ops/ledger/checks/assertion.ts"
import { journalEntries, JournalPosted } from "@ops/ledger/journal-entries/journal-entry.ts"
import { company, person } from "../testing.ts"
import { postTransaction, transactions } from "../transactions/transaction.ts"
import { BankAccountOpened, bankAccounts, endRule, keepLayout, keepRule, openBankAccount, reconcile, type Standing } from "./accounts/bank-account.ts"
import { bankClearings, bankLines, draftFromLine, matchLine, offsetLine, undoMatch } from "./lines/bank-line.ts"
import { bankStatements, importStatement } from "./statements/bank-statement.ts"

const account = {
  name: "Equity USD",
  accountNumber: "1010",
  currency: "USD" as const,
  kind: "bank" as const,
  bankNumber: "0012345",
  from: "2026-10-01",
  opening: 100_000,
}
/** An entry on the bank account: id, amount, and the person if it was posted by hand. */
const entry = (id: number, amount: number, by: number | null = null) => {
  const side = (value: number) => ({ debit: Math.max(value, 0), credit: Math.max(-value, 0), debitUsd: Math.max(value, 0), creditUsd: Math.max(-value, 0) })
  const more = { description: "", siteId: null, clientId: null }
  return journalEntries.at(
    id,
    JournalPosted({
      entryNumber: `JE-2026-9000${id}`,
      entryDate: "2026-10-02",
      description: "Posted",
      reference: null,
      sourceKind: by === null ? "payment" : null,
      sourceId: by === null ? id : null,
      currency: "USD",
      rate: 100,
      lines: [
        { accountId: 2, ...side(amount), ...more },
        { accountId: 5, ...side(-amount), ...more },
      ],
      totalDebit: Math.abs(amount),
      totalCredit: Math.abs(amount),
      reverses: null,
      createdBy: by ?? 7,
    }),
  )
}
const world = given(...company, bankAccounts.at(1, BankAccountOpened(account)), entry(1, 50_000), entry(2, -20_000), entry(3, 9_000, 7))
const lines = [
  { date: "2026-10-02", amount: 50_000, text: "Nile Petroleum", counterparty: "", reference: "FT1" },
  { date: "2026-10-03", amount: -20_000, text: "Rent", counterparty: "", reference: "FT2" },
]
const file = {
  accountId: 1,
  format: "ofx" as const,
  layout: null,
  fileName: "october.ofx",
  account: "00-12345",
  currency: "USD",
  from: "2026-10-01",
  to: "2026-10-31",
  opening: 100_000,
  closing: 130_000,
  lines,
}
const imported = world.when(importStatement, file, person(7))
const standing: Standing = { books: 130_000, inTransit: 0, bank: 130_000, openLines: 0 }

describe("importing a statement", () => {
  test("keeps each line once: the same file again changes nothing, an overlapping one brings only what is new", () => {
    imported.holds(bankStatements, 1, { added: 2, repeated: 0, closing: 130_000 }).holds(bankLines, 1, { amount: 50_000, status: "open" })
    expect(imported.when(importStatement, file, person(7)).events).toEqual([])
    const later = {
      ...file,
      from: "2026-10-03",
      to: "2026-11-02",
      opening: 150_000,
      closing: 137_000,
      lines: [lines[1]!, { ...lines[1]!, date: "2026-11-02", amount: 7_000 }],
    }
    imported.when(importStatement, later, person(7)).holds(bankStatements, 2, { added: 1, repeated: 1, closing: 137_000 })
  })

  test("two equal payments of a day are two lines", () => {
    const twice = { ...file, closing: 200_000, lines: [lines[0]!, lines[0]!] }
    world.when(importStatement, twice, person(7)).holds(bankStatements, 1, { added: 2 }).holds(bankLines, 2, { position: 2 })
  })

  test.each([
    [{ account: "999" }, "The file is of account 999, Equity USD has the number 0012345"],
    [{ currency: "SSP" }, "The file is in SSP, Equity USD holds USD"],
    [{ closing: 131_000 }, "The file does not add up: USD 1000.00 and 2 lines of USD 300.00 are not USD 1310.00"],
    [
      { opening: 90_000, closing: 120_000 },
      "By this file the balance was USD 900.00 on 2026-09-30, by earlier imports USD 1000.00. A line is missing in one of them",
    ],
    [
      { from: "2026-10-02", opening: 90_000, closing: 120_000 },
      "Days are missing: the balance was USD 1000.00 on 2026-09-30, the file opens on 2026-10-02 with USD 900.00. Import the days between first",
    ],
    [{ to: "2026-12-01" }, "The file reaches to 2026-12-01, which is in the future"],
    [{ to: "2026-10-02" }, "A line is dated 2026-10-03, the file is of 2026-10-01 to 2026-10-02"],
    [
      { from: "2026-09-01", lines: [{ ...lines[0]!, date: "2026-09-30" }] },
      "Equity USD is reconciled from 2026-10-01, and a line is dated 2026-09-30. Export the file from 2026-10-01 on",
    ],
  ])("%o is refused, and nothing is written", (more, sentence) => {
    world.when(importStatement, { ...file, ...more }, person(7)).refuses(sentence)
  })

  test("the same days in another format, whose lines have other words, are refused", () => {
    const other = { ...file, format: "csv" as const, lines: lines.map((line) => ({ ...line, reference: "" })) }
    imported.when(importStatement, other, person(7)).refuses(/^2 lines up to 2026-10-31 are not among those already imported/, 409)
  })

  test("only finance imports", () => {
    world.when(importStatement, file, person(8)).refuses("Only finance can manage bank accounts", 403)
  })

  test("however a statement is cut into files that overlap, each line is there once and the balance is that of all", () => {
    const drawn = fc.array(
      fc.record({ day: fc.integer({ min: 1, max: 28 }), amount: fc.constantFrom(-3_000, -2_000, 1_000, 4_000), reference: fc.constantFrom("A", "B") }),
      {
        minLength: 1,
        maxLength: 14,
      },
    )
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 })), { maxLength: 5 })
    fc.assert(
      fc.property(drawn, spans, (parts, cuts) => {
        const date = (n: number) => `2026-10-${String(n).padStart(2, "0")}`
        const all = parts
          .toSorted((one, other) => one.day - other.day)
          .map(({ day, ...line }) => ({ ...line, date: date(day), text: "Line", counterparty: "" }))
        const sum = (upTo: string) => all.filter((line) => line.date <= upTo).reduce((sum, { amount }) => sum + amount, account.opening)
        let then = world.when(endRule, { id: 1, rule: 1, until: null }, person(7))
        const steps = [
          ...cuts.map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const).toSorted((one, other) => one[1] - other[1]),
          [1, 28] as const,
        ]
        let reached = 0
        for (const [from, to] of steps) {
          const start = Math.min(from, reached + 1)
          const own = all.filter((line) => line.date >= date(start) && line.date <= date(to))
          const span = { from: date(start), to: date(to), opening: sum(date(start - 1)), closing: sum(date(to)), lines: own }
          then = then.when(importStatement, { ...file, ...span }, person(7))
          expect(then.refusal).toBeUndefined()
          reached = Math.max(reached, to)
        }
        const kept = Array.from({ length: 20 }, (_, n) => then.row(bankLines, n + 1)).filter((row) => row !== undefined)
        expect(kept.map(({ amount }) => amount).toSorted()).toEqual(all.map(({ amount }) => amount).toSorted())
        expect(then.row(bankAccounts, 1)!.closings.at(-1)!.balance).toBe(sum(date(28)))
      }),
      { numRuns: times(15, 60) },
    )
  })
})

describe("matching a line", () => {
  const match = (id: number, ...entries: ReadonlyArray<{ entryId: number; amount?: number }>) =>
    imported.when(matchLine, { id, entries: entries.map(({ entryId, amount = null }) => ({ entryId, amount })) }, person(7))

  test("with an entry of its amount, which is then cleared; undone, both are open again", () => {
    const matched = match(1, { entryId: 1 })
    matched.holds(bankLines, 1, { status: "matched", entries: [{ entryId: 1, amount: 50_000 }], matchedBy: 7 }).holds(bankClearings, 1, { open: 0 })
    matched.when(matchLine, { id: 1, entries: [{ entryId: 1, amount: null }] }, person(7)).refuses("This line is already matched. Undo its match first", 409)
    const undone = matched.when(undoMatch, { id: 1, reason: "Another payment" }, person(7))
    undone.holds(bankLines, 1, { status: "open", entries: [] }).holds(bankClearings, 1, { open: 50_000, cleared: [] })
  })

  test("is refused where the entries make another sum, are cleared, or are not of the account", () => {
    match(1, { entryId: 2 }).refuses("These entries make USD -200.00, the line is USD 500.00")
    match(1, { entryId: 1, amount: 60_000 }, { entryId: 2, amount: -10_000 }).refuses("Only USD 500.00 of JE-2026-90001 is left to match", 409)
    match(1).refuses("Choose at least one entry")
  })

  test("an entry that a person posted by hand is matched by another", () => {
    const world = imported.when(
      importStatement,
      { ...file, from: "2026-11-01", to: "2026-11-02", opening: 130_000, closing: 139_000, lines: [{ ...lines[0]!, date: "2026-11-01", amount: 9_000 }] },
      person(7),
    )
    const own = { id: 3, entries: [{ entryId: 3, amount: null }] }
    world.when(matchLine, own, person(7)).refuses("You posted JE-2026-90003 manually, so another person must match it with the bank", 403)
    world.when(matchLine, own, person(10)).holds(bankLines, 3, { status: "matched" })
  })

  test("a line and the one by which the bank reversed it match each other, and are undone together", () => {
    const two = [{ ...lines[0]! }, { ...lines[0]!, amount: -50_000, reference: "FT1R" }]
    const world_ = world.when(importStatement, { ...file, closing: 100_000, lines: two }, person(7))
    const offset = world_.when(offsetLine, { id: 1, otherId: 2 }, person(7))
    offset.holds(bankLines, 1, { status: "matched", offsetBy: 2 }).holds(bankLines, 2, { status: "matched", offsetBy: 1 })
    offset.when(undoMatch, { id: 2, reason: "Not the same" }, person(7)).holds(bankLines, 1, { status: "open", offsetBy: null })
  })
})

describe("what matches nothing", () => {
  const draft = { id: 2, category: "transport", siteId: 3, description: null, remember: "RENT" }
  test("becomes a draft transaction that another person posts, and its words a rule", () => {
    const drafted = imported.when(draftFromLine, draft, person(7))
    drafted.holds(transactions, 1, {
      status: "pending",
      amount: 20_000,
      transactionType: "expense",
      paymentMethod: "bank_transfer",
      transactionDate: "2026-10-03",
      referenceNumber: "FT2",
    })
    drafted.holds(bankLines, 2, { status: "open", made: [{ kind: "money_transaction", id: 1 }] })
    expect(drafted.row(bankAccounts, 1)!.rules).toEqual([
      { rule: 1, contains: "RENT", side: "out", category: "transport", siteId: 3, from: "2026-10-03", until: null },
    ])
    drafted.when(draftFromLine, draft, person(7)).refuses(/^A record was already created from this line/, 409)
    drafted.when(postTransaction, { id: 1, overrideReason: null }, person(7)).refuses("You recorded this transaction, so another person must post it", 403)
    const posted = drafted.when(postTransaction, { id: 1, overrideReason: null }, person(10))
    posted.when(matchLine, { id: 2, entries: [{ entryId: 4, amount: null }] }, person(7)).holds(bankLines, 2, { status: "matched" })
  })
  test("needs a category that has an account", () => {
    imported.when(draftFromLine, { ...draft, category: "Ferry" }, person(7)).refuses('There is no account for the category "Ferry". Set one first')
  })
})

describe("reconciling a day", () => {
  const at = (more: Partial<Standing> = {}, balance: number | null = null) =>
    imported.when(reconcile, { id: 1, date: "2026-10-31", balance, standing: { ...standing, ...more } }, person(7))

  test("states the balance of the books, against which they are checked after that", () => {
    at({ books: 125_000, inTransit: -5_000 })
      .holds(bankAccounts, 1, { reconciled: [{ date: "2026-10-31", balance: 130_000, inTransit: -5_000, assertionId: 1, by: 7 }] })
      .holds(balanceAssertions, 1, {
        accountNumber: "1010",
        amount: 125_000,
        source: "Bank statement of Equity USD: USD 1300.00; USD -50.00 in transit",
        status: "standing",
      })
  })

  test.each([
    [{ openLines: 2 }, null, "2 lines of the bank up to 2026-10-31 are not matched"],
    [{ bank: null }, null, "The imported statements do not reach 2026-10-31. Import the rest first"],
    [{}, 129_000, "By its statements the balance is USD 1300.00 on 2026-10-31, not USD 1290.00"],
    [{ books: 131_000 }, null, "The books have USD 1310.00, of which USD 0.00 had not reached the bank; the bank has USD 1300.00. USD 10.00 is not explained"],
  ] as const)("is refused with %o, and says why", (more, balance, sentence) => {
    at(more, balance).refuses(sentence)
  })

  test("a match of a reconciled day is not undone, until its balance is withdrawn", () => {
    const matched = imported.when(matchLine, { id: 1, entries: [{ entryId: 1, amount: null }] }, person(7))
    const done = matched.when(reconcile, { id: 1, date: "2026-10-31", balance: null, standing }, person(7))
    done.when(reconcile, { id: 1, date: "2026-10-31", balance: null, standing }, person(7)).refuses("Equity USD is reconciled on 2026-10-31 already", 409)
    const undo = { id: 1, reason: "Another payment" }
    done.when(undoMatch, undo, person(7)).refuses("Equity USD is reconciled on 2026-10-31. Withdraw that stated balance first", 409)
    const withdrawn = done.when(withdrawBalance, { id: 1, reason: "Wrong" }, person(7))
    expect(withdrawn.when(undoMatch, undo, person(7)).refusal).toBeUndefined()
  })

  test("cash is what was counted, and a difference is posted first", () => {
    const cash = given(...company, bankAccounts.at(1, BankAccountOpened({ ...account, name: "Cash", accountNumber: "1000", kind: "cash" })))
    const count = (balance: number) =>
      cash.when(reconcile, { id: 1, date: "2026-10-31", balance, standing: { books: 5_000, inTransit: 0, bank: null, openLines: 0 } }, person(7))
    count(4_000).refuses("The books have USD 50.00, USD 40.00 was counted. Post the difference of USD -10.00 first", 409)
    count(5_000).holds(balanceAssertions, 1, { accountNumber: "1000", amount: 5_000, source: "Count of Cash" })
  })
})

describe("an account", () => {
  test("is opened by finance, for money, once in a currency", () => {
    const opened = given(...company).when(openBankAccount, account, person(7))
    opened.when(openBankAccount, account, person(7)).refuses("This account already exists in this currency", 409)
    given(...company)
      .when(openBankAccount, account, person(8))
      .refuses("Only finance can manage bank accounts", 403)
    given(...company)
      .when(openBankAccount, { ...account, accountNumber: "6900" }, person(7))
      .refuses("Choose 1000 Cash, 1010 Bank USD or 1020 Bank SSP")
    given(...company)
      .when(openBankAccount, { ...account, kind: "cash" }, person(7))
      .refuses("Cash must use account 1000")
    given(...company)
      .when(openBankAccount, { ...account, accountNumber: "1020" }, person(7))
      .refuses("Account 1020 does not hold USD")
  })

  test("keeps its layouts and rules from a date; the old ones stay known", () => {
    const layout = {
      id: 1,
      name: "Equity",
      date: "Date",
      amount: "Amount",
      credit: null,
      debit: null,
      text: "Text",
      counterparty: null,
      reference: null,
      balance: null,
      from: "2026-10-01",
    }
    const kept = world.when(keepLayout, layout, person(7)).when(keepLayout, { ...layout, text: "Narration", from: "2026-11-01" }, person(7))
    expect(kept.row(bankAccounts, 1)!.layouts.map(({ from, text }) => [from, text])).toEqual([
      ["2026-10-01", "Text"],
      ["2026-11-01", "Narration"],
    ])
    world
      .when(keepLayout, { ...layout, credit: "In", debit: "Out" }, person(7))
      .refuses("Choose one column for the amount, or one for money in and one for money out")
    const rule = { id: 1, contains: "FEE", side: "out" as const, category: "other", siteId: 3, from: null }
    const ended = world.when(keepRule, rule, person(7)).when(endRule, { id: 1, rule: 1, until: null }, person(7))
    ended.holds(bankAccounts, 1, { rules: [{ rule: 1, contains: "FEE", side: "out", category: "other", siteId: 3, from: "2026-11-21", until: "2026-11-21" }] })
  })
})
