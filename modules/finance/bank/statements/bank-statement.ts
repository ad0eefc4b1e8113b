/**
 * Imported bank statements: each adds the lines that are not there yet, once. A statement that does not add up, or does not follow on from the
 * known balances, is rejected as a whole. Amounts are cents.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, find, get, invalid, newId, nextNumber, all } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Lines, Literals, Money, Optional, Ref, SeriesNumber, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { type Account, BankBalanceKnown, bankAccounts, rejectSimulated, requireCashier } from "../accounts/bank-account.ts"
import { BankLineImported, bankLines } from "../lines/bank-line.ts"
import { bankFormats } from "../labels.ts"
import { type Identified, identified } from "../identity.ts"

const facts = {
  statementNumber: SeriesNumber("BST"),
  accountId: Ref("bank_account"),
  format: Literals(...bankFormats),
  /** for a table: the layout with which it was read */
  layout: Optional(Line(60)),
  fileName: Line(200),
  from: BusinessDate,
  to: BusinessDate,
  opening: Money,
  closing: Money,
  /** number of new lines, and of lines that were imported before */
  added: Whole,
  repeated: Whole,
  importedBy: Optional(Ref("person")),
}
export const BankStatement = record("bank_statement", facts, {
  label: "Bank statement",
  title: "statement_number",
  unique: [{ fields: ["statementNumber"], sentence: "Another bank statement has this number" }],
  indexes: [["accountId", "to"]],
})
export const BankStatementImported = event(
  "BankStatementImported",
  1,
  facts,
  ({ statementNumber, fileName, added, repeated }) =>
    `${statementNumber} imported from ${fileName}: ${count(added, "line")}${repeated > 0 ? `, ${repeated} imported before` : ""}`,
)
export const bankStatements = stream(BankStatement, BankStatementImported).fold({ BankStatementImported: (_, imported) => imported })

/** The maximum number of lines in a statement. */
export const mostLines = 700
const plain = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase()

/** Refuses a file of another account, or an incomplete one. */
const requireRight = (input: Imported, account: Account, today: string) => {
  const { name, currency, bankNumber, from: first } = account
  const { lines, from, to } = input
  if (account.kind !== "bank") throw invalid(`${name} is cash: it is counted and has no statements`)
  if (input.account !== null && bankNumber !== null && !plain(input.account).endsWith(plain(bankNumber)) && !plain(bankNumber).endsWith(plain(input.account))) {
    throw invalid(`The file is of account ${input.account}, ${name} has the number ${bankNumber}`)
  }
  if (input.currency !== null && input.currency !== currency) throw invalid(`The file is in ${input.currency}, ${name} holds ${currency}`)
  if (from > to) throw invalid(`The file ends on ${to}, before it starts on ${from}`)
  if (to > today) throw invalid(`The file reaches to ${to}, which is in the future`)
  const outside = lines.find(({ date }) => date < from || date > to)
  if (outside) throw invalid(`A line is dated ${outside.date}, the file is of ${from} to ${to}`)
  const early = lines.find(({ date }) => date < first)
  if (early) throw invalid(`${name} is reconciled from ${first}, and a line is dated ${early.date}. Export the file from ${first} on`)
}

interface Imported {
  readonly account: string | null
  readonly currency: string | null
  readonly from: string
  readonly to: string
  readonly lines: ReadonlyArray<{ readonly date: string; readonly amount: number }>
}
const sumOf = (lines: ReadonlyArray<{ readonly amount: number }>) => lines.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The opening and closing balances of a file. They are checked against the account's known closing balances, so that nothing is missing between two files and
 * no line is imported twice under another identity.
 */
const balancesOf = (
  input: Imported & { readonly opening: number | null; readonly closing: number | null },
  account: Account,
  fresh: ReadonlyArray<Identified>,
) => {
  const money = (cents: number) => `${account.currency} ${formatMoney(cents)}`
  const { from, to, lines } = input
  const known = [{ date: addDays(account.from, -1), balance: account.opening }, ...account.closings]
  const last = known.at(-1)!
  const moved = sumOf(lines)
  const opening = input.opening ?? (input.closing === null ? null : input.closing - moved)
  if (opening !== null && input.closing !== null && opening + moved !== input.closing) {
    throw invalid(`The file does not add up: ${money(opening)} and ${count(lines.length, "line")} of ${money(moved)} are not ${money(input.closing)}`)
  }
  if (opening !== null) {
    for (const { date, balance } of known) {
      if (date < addDays(from, -1) || date > to) continue
      const here = opening + sumOf(lines.filter((line) => line.date <= date))
      if (here !== balance)
        throw conflict(`By this file the balance was ${money(here)} on ${date}, by earlier imports ${money(balance)}. A line is missing in one of them`)
    }
    const begun = known.findLast(({ date }) => date < from)
    if (begun === last && opening !== last.balance) {
      throw conflict(
        `Days are missing: the balance was ${money(last.balance)} on ${last.date}, the file opens on ${from} with ${money(opening)}. Import the days between first`,
      )
    }
  }
  const late = fresh.filter(({ date }) => date <= last.date)
  if (late.length > 0) {
    throw conflict(
      `${count(late.length, "line")} up to ${last.date} ${late.length === 1 ? "is" : "are"} not among those already imported for these days. The file describes them differently: export it from ${addDays(last.date, 1)} on`,
    )
  }
  const closing = to <= last.date ? undefined : opening === null ? last.balance + sumOf(fresh) : opening + moved
  return { opening: opening ?? last.balance - sumOf(lines.filter(({ date }) => date <= last.date)), closing }
}

/** Imports the new lines of a bank's file. The whole file is valid, or nothing is written. */
export const importStatement = command(
  "bank_statement.import",
  "Import the new lines of a bank file",
  {
    accountId: facts.accountId,
    format: facts.format,
    layout: facts.layout,
    fileName: facts.fileName,
    /** the account's number and currency in the file */
    account: Optional(Line(60)),
    currency: Optional(Line(10)),
    from: facts.from,
    to: facts.to,
    opening: Optional(Money),
    closing: Optional(Money),
    lines: Lines(
      {
        date: BusinessDate,
        amount: Money,
        text: withDefault("", Text(500)),
        counterparty: withDefault("", Text(200)),
        reference: withDefault("", Text(100)),
      },
      mostLines,
      `A file can have ${mostLines} lines at most. Export a shorter span`,
    ),
  },
  function* (input, by) {
    requireCashier(by)
    rejectSimulated(by)
    const account = yield* get(bankAccounts, input.accountId)
    requireRight(input, account, by.today)
    const lines = identified(input.lines)
    const before = yield* all(...lines.map(({ identity }) => find(bankLines, { accountId: account.id, identity })))
    const fresh = lines.filter((_, n) => before[n] === undefined)
    const { opening, closing } = balancesOf(input, account, fresh)
    // without a new line or a later balance nothing changes
    if (fresh.length === 0 && closing === undefined) return { changes: [], id: account.id }
    const [id, statementNumber] = yield* all(newId(bankStatements), nextNumber("BST", by.today.slice(0, 4)))
    const { accountId, format, layout, fileName, from, to } = input
    const imported = {
      statementNumber,
      accountId,
      format,
      layout,
      fileName,
      from,
      to,
      opening,
      closing: closing ?? opening + sumOf(lines),
      added: fresh.length,
      repeated: lines.length - fresh.length,
      importedBy: by.person,
    }
    const changes = [bankStatements.at(id, BankStatementImported(imported))]
    const known = closing === undefined ? [] : [bankAccounts.at(accountId, BankBalanceKnown({ date: to, balance: closing, statementId: id }))]
    const ids = yield* all(...fresh.map(() => newId(bankLines)))
    return [...changes, ...known, ...fresh.map((line, n) => bankLines.at(ids[n]!, BankLineImported({ ...line, accountId, statementId: id })))]
  },
)
