/**
 * Bank lines, and the journal entries they belong to. A person matches a line with entries, or has one recorded from it: a client's payment, the draft of a
 * transaction, or the draft of a payment run; these take their usual course, and are matched once they are posted. Amounts are cents; money in is above 0, as
 * it is a debit of the account.
 */
import { Schema } from "effect"
import { formatMoney } from "@ops/platform/money.ts"
import {
  all,
  command,
  type By,
  conflict,
  find,
  findById,
  forbidden,
  get,
  invalid,
  newId,
  permitted,
  type CommandGenerator,
} from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  Flag,
  Instant,
  label,
  Line,
  Lines,
  Literals,
  Money,
  Optional,
  Parts,
  positive,
  Ref,
  SiteName,
  Text,
  Whole,
  withDefault,
} from "@ops/platform/records/field.ts"
import { blank, record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { invoices, nameOf } from "@ops/billing/invoices/invoice.ts"
import { payments, receivePayment } from "@ops/billing/payments/payment.ts"
import { accounts } from "@ops/ledger/accounts/account.ts"
import { balanceAssertions } from "@ops/ledger/checks/assertion.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { accountFor } from "../../expense-categories/category.ts"
import { draftPaymentRun, paymentRuns } from "../../payment-runs/payment-run.ts"
import { recordTransaction, transactions } from "../../transactions/transaction.ts"
import { type Account, bankAccounts, BankRuleKept, nextRule, rejectSimulated, requireCashier } from "../accounts/bank-account.ts"

/** A document that was recorded from a line, and is matched with it once it is posted. */
const Made = Schema.Struct({ kind: Schema.Literals(["payment", "money_transaction", "payment_run"]), id: Schema.Int })
/** The amount of a line that belongs to an entry. */
const Part = Schema.Struct({ entryId: Schema.Int, amount: Schema.Int })
const facts = {
  accountId: Ref("bank_account"),
  statementId: Ref("bank_statement"),
  date: BusinessDate,
  amount: Money,
  text: Text(500),
  counterparty: label("Other party", Text(200)),
  reference: Text(100),
  /** its position among the equal lines of its day */
  position: Whole,
  /** the key that detects duplicates */
  identity: Line(250),
}
export const BankLine = record(
  "bank_line",
  {
    ...facts,
    status: Literals("open", "matched"),
    entries: Parts(Part),
    /** the bank's own line that reverses it */
    offsetBy: Optional(Ref("bank_line")),
    made: Parts(Made),
    matchedBy: Optional(Ref("person")),
    matchedAt: Optional(Instant),
  },
  {
    grows: true,
    label: "Bank line",
    title: "to_char(date, 'YYYY-MM-DD') || ', ' || es.money(amount)",
    unique: [{ fields: ["accountId", "identity"], sentence: "This line is already imported" }],
    indexes: [["accountId", "status", "date"], ["date", "id"], ["amount", "id"], ["statementId"]],
  },
)
export const BankLineImported = event("BankLineImported", 1, facts, ({ amount, text }) => `${formatMoney(amount)}: ${text || "no text"}`)
export const BankLineMatched = event(
  "BankLineMatched",
  1,
  { entries: Parts(Part), matchedBy: Optional(Ref("person")) },
  ({ entries }, title) => `Matched with ${entries.map(({ entryId }) => title("journal_entry", entryId)).join(", ")}`,
)
export const BankLineOffset = event(
  "BankLineOffset",
  1,
  { offsetBy: Ref("bank_line"), matchedBy: Optional(Ref("person")) },
  () => "Reversed by the bank itself",
)
export const BankLineRecorded = event(
  "BankLineRecorded",
  1,
  { made: Parts(Made), recordedBy: Optional(Ref("person")) },
  ({ made }, title) => `Recorded as ${made.map(({ kind, id }) => title(kind, id)).join(", ")}`,
)
export const BankLineReopened = event(
  "BankLineReopened",
  1,
  { reason: Text(500), reopenedBy: Optional(Ref("person")) },
  ({ reason }) => `Match undone: ${reason}`,
)
export const bankLines = stream(BankLine, BankLineImported, BankLineMatched, BankLineOffset, BankLineRecorded, BankLineReopened).fold({
  BankLineImported: (_, line) => ({ ...blank(BankLine), ...line, status: "open" as const }),
  BankLineMatched: (line, matched, at) => ({ ...line, ...matched, status: "matched" as const, matchedAt: at }),
  BankLineOffset: (line, offset, at) => ({ ...line, ...offset, status: "matched" as const, matchedAt: at }),
  BankLineRecorded: (line, { made }) => ({ ...line, made: [...line.made, ...made] }),
  BankLineReopened: (line) => ({ ...line, status: "open" as const, entries: [], offsetBy: null, matchedBy: null, matchedAt: null }),
})
type BankRow = Row<typeof BankLine>

/** The part of an entry that is at the bank: on which day, by which line. */
const ClearedPart = Schema.Struct({ lineId: Schema.Int, date: Schema.String, amount: Schema.Int })
const clearing = { entryId: Ref("journal_entry"), accountId: Ref("bank_account"), amount: Money }
export const BankClearing = record(
  "bank_clearing",
  { ...clearing, open: Money, cleared: Parts(ClearedPart) },
  {
    grows: true,
    label: "Cleared entry",
    title: "entry_id::text",
    unique: [{ fields: ["entryId", "accountId"], sentence: "Someone else just matched this entry" }],
  },
)
export const EntryCleared = event(
  "EntryCleared",
  1,
  { ...clearing, lineId: Ref("bank_line"), date: BusinessDate, part: Money },
  ({ part }) => `${formatMoney(part)} cleared at the bank`,
)
export const EntryUncleared = event("EntryUncleared", 1, { lineId: Ref("bank_line") }, () => "Match undone")
const openOf = (amount: number, cleared: ReadonlyArray<typeof ClearedPart.Type>) => amount - cleared.reduce((sum, part) => sum + part.amount, 0)
export const bankClearings = stream(BankClearing, EntryCleared, EntryUncleared).fold({
  EntryCleared: (row, { entryId, accountId, amount, lineId, date, part }) => {
    const cleared = [...(row?.cleared ?? []), { lineId, date, amount: part }]
    return { entryId, accountId, amount, cleared, open: openOf(amount, cleared) }
  },
  EntryUncleared: (row, { lineId }) => {
    const cleared = row.cleared.filter((part) => part.lineId !== lineId)
    return { ...row, cleared, open: openOf(row.amount, cleared) }
  },
})

const money = ({ currency }: Pick<Account, "currency">, cents: number) => `${currency} ${formatMoney(cents)}`

/** A line that is still to be matched, with its account. */
function* openLine(id: number, by: By): CommandGenerator<{ readonly line: BankRow; readonly account: Account }> {
  requireCashier(by)
  rejectSimulated(by)
  const line = yield* get(bankLines, id)
  if (line.status === "matched") throw conflict("This line is already matched. Undo its match first")
  return { line, account: yield* get(bankAccounts, line.accountId) }
}
const rejectRecorded = ({ made }: BankRow) => {
  if (made.length > 0) throw conflict("A record was already created from this line. Match it once that is posted, or reverse that first")
}

/** The amount of an entry on an account. */
function* movedBy(entryId: number, account: Account) {
  const [entry, own] = yield* all(get(journalEntries, entryId), find(accounts, { accountNumber: account.accountNumber }))
  const { entryNumber, currency, lines } = entry
  if (currency !== account.currency) throw invalid(`${entryNumber} is in ${currency}, ${account.name} holds ${account.currency}`)
  const amount = lines.filter(({ accountId }) => accountId === own?.id).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  if (amount === 0) throw invalid(`${entryNumber} has no amount on account ${account.accountNumber}`)
  return { entry, amount }
}

/** The changes that match a line with these parts of entries, which add up to its amount. */
function* matched(line: BankRow, account: Account, parts: ReadonlyArray<typeof Part.Type>, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const changes: Array<Change> = [bankLines.at(line.id, BankLineMatched({ entries: parts, matchedBy: by.person }))]
  for (const { entryId, amount: part } of parts) {
    const { entry, amount } = yield* movedBy(entryId, account)
    const known = yield* find(bankClearings, { entryId, accountId: account.id })
    const open = known?.open ?? amount
    if (part === 0 || part > 0 !== open > 0 || Math.abs(part) > Math.abs(open)) {
      throw conflict(open === 0 ? `${entry.entryNumber} is already matched` : `Only ${money(account, open)} of ${entry.entryNumber} is left to match`)
    }
    if (entry.sourceKind === null && by.person !== null && entry.createdBy === by.person) {
      throw forbidden(`You posted ${entry.entryNumber} manually, so another person must match it with the bank`)
    }
    const id = known?.id ?? (yield* newId(bankClearings))
    changes.push(bankClearings.at(id, EntryCleared({ entryId, accountId: account.id, amount, lineId: line.id, date: line.date, part })))
  }
  return changes
}

/** Matches a line with journal entries that add up to its amount. */
export const matchLine = command(
  "bank_line.match",
  "Match a bank line with ledger entries",
  {
    id: Ref("bank_line"),
    /** the amount of each entry; null means all that is left of it */
    entries: Lines({ entryId: label("Entry", Ref("journal_entry")), amount: Optional(Money) }, 50),
  },
  function* ({ id, entries }, by) {
    const { line, account } = yield* openLine(id, by)
    yield* permitted()
    if (entries.length === 0) throw invalid("Choose at least one entry")
    if (new Set(entries.map(({ entryId }) => entryId)).size < entries.length) throw invalid("Each entry can be named once")
    const parts: Array<typeof Part.Type> = []
    for (const { entryId, amount } of entries) {
      const known = yield* find(bankClearings, { entryId, accountId: account.id })
      parts.push({ entryId, amount: amount ?? known?.open ?? (yield* movedBy(entryId, account)).amount })
    }
    const sum = parts.reduce((sum, { amount }) => sum + amount, 0)
    if (sum !== line.amount) throw invalid(`These entries make ${money(account, sum)}, the line is ${money(account, line.amount)}`)
    return yield* matched(line, account, parts, by)
  },
)

/** Matches a line with the line by which the bank itself reversed it. */
export const offsetLine = command(
  "bank_line.offset",
  "Match a line with its reversal by the bank",
  { id: Ref("bank_line"), otherId: label("Other line", Ref("bank_line")) },
  function* ({ id, otherId }, by) {
    const { line, account } = yield* openLine(id, by)
    yield* permitted()
    rejectRecorded(line)
    const other = yield* get(bankLines, otherId)
    if (other.status === "matched") throw conflict("The other line is already matched")
    rejectRecorded(other)
    if (other.accountId !== account.id || other.amount !== -line.amount)
      throw invalid(`The other line must be ${money(account, -line.amount)} of the same account`)
    return [
      bankLines.at(id, BankLineOffset({ offsetBy: otherId, matchedBy: by.person })),
      bankLines.at(otherId, BankLineOffset({ offsetBy: id, matchedBy: by.person })),
    ]
  },
)

/** The reference of a document that is recorded from a line. */
const referenceOf = ({ reference, text }: BankRow) => (reference || text).slice(0, 100) || null

/** The highest fee that banks may have deducted from a payment. */
const mostFee = 100_000_000

/** The changes of another command, and the record that it creates. */
function* done<Input>(
  { decide }: { readonly decide: (input: Input, by: By) => CommandGenerator<{ readonly changes: ReadonlyArray<Change>; readonly id: number }> },
  input: Input,
  by: By,
) {
  return yield* decide(input, by)
}

/** Records a client's payment for open invoices in the same way as receipts; the bank fee is drafted as a transaction. */
export const settleLine = command(
  "bank_line.settle",
  "Record a line as a client's payment for open invoices",
  {
    id: Ref("bank_line"),
    /** the amount paid on each invoice; an empty list makes all of it the client's credit */
    invoices: Lines({ invoiceId: label("Invoice", Ref("invoice")), amount: Money }, 50),
    /** the fee deducted by the banks */
    fee: Optional(positive(Money)),
    /** the site of the fee; null means that of the first invoice */
    feeSiteId: label("Site of the fee", Optional(SiteName)),
  },
  function* ({ id, invoices: asked, fee, feeSiteId }, by) {
    const { line, account } = yield* openLine(id, by)
    rejectRecorded(line)
    if (line.amount <= 0) throw invalid("Only money received can settle invoices")
    yield* permitted()
    if (asked.length === 0) throw invalid("Choose at least one invoice")
    if (fee !== null && fee > mostFee) throw invalid("A bank fee can be 1,000,000.00 at most")
    const rows = yield* all(...asked.map(({ invoiceId }) => get(invoices, invoiceId)))
    const { clientId } = rows[0]!
    if (clientId === null || rows.some((row) => row.clientId !== clientId)) throw invalid("The invoices of one payment must belong to one client")
    const isForeign = rows.some(({ currency }) => currency !== account.currency)
    const sum = asked.reduce((sum, { amount }) => sum + amount, 0)
    const amount = line.amount + (fee ?? 0)
    if (!isForeign && sum > amount) throw invalid(`The invoices total ${money(account, sum)}, the line and the fee ${money(account, amount)}`)
    const payment = {
      clientId,
      amount,
      currency: account.currency,
      method: "bank_transfer" as const,
      date: line.date,
      reference: referenceOf(line),
      notes: isForeign ? `For ${rows.map(nameOf).join(", ")}, in another currency`.slice(0, 500) : "",
      // an invoice in another currency is not allocated yet: the money becomes the client's credit
      allocations: isForeign ? [] : asked,
    }
    const paid = yield* done(receivePayment, payment, by)
    const made: Array<typeof Made.Type> = [{ kind: "payment", id: paid.changes.find(({ stream }) => stream === payments)!.id }]
    const changes = [...paid.changes]
    if (fee !== null) {
      const kept = {
        transactionNumber: null,
        description: `Kept by the banks of ${rows.map(nameOf).join(", ")}`.slice(0, 500),
        amount: fee,
        currency: account.currency,
        transactionType: "expense" as const,
        category: "Bank charges",
        paymentMethod: "bank_transfer" as const,
        toAccount: null,
        referenceNumber: referenceOf(line),
        siteId: feeSiteId ?? rows[0]!.siteId,
        transactionDate: line.date,
        attachments: [],
      }
      const drafted = yield* done(recordTransaction, kept, by)
      made.push({ kind: "money_transaction", id: drafted.id })
      changes.push(...drafted.changes)
    }
    return [bankLines.at(id, BankLineRecorded({ made, recordedBy: by.person })), ...changes]
  },
)

/** Drafts a transaction for a line without a match, for another person to post; its words can be saved as a rule. */
export const draftFromLine = command(
  "bank_line.draft",
  "Draft a transaction of a line, for another person to post",
  {
    id: Ref("bank_line"),
    category: Line(100),
    siteId: SiteName,
    /** null means the words of the line */
    description: Optional(Line(500)),
    /** money between the company's own accounts: from or to cash */
    transfer: withDefault(false, label("Between our accounts", Flag)),
    /** from the day of this line, lines with these words get the same proposal */
    remember: label("Save a rule for lines with", Optional(Line(100))),
  },
  function* ({ id, category, siteId, description, transfer, remember }, by) {
    const { line, account } = yield* openLine(id, by)
    rejectRecorded(line)
    yield* permitted()
    const { amount, date, text, counterparty } = line
    if (!transfer && (yield* accountFor(category)) === undefined) throw invalid(`There is no account for the category "${category}". Set one first`)
    const words = (description ?? [counterparty, text].filter(Boolean).join(": ")) || category
    const transaction = {
      transactionNumber: null,
      description: words.slice(0, 500),
      amount: Math.abs(amount),
      currency: account.currency,
      transactionType: transfer ? ("transfer" as const) : amount > 0 ? ("income" as const) : ("expense" as const),
      category,
      // a transfer from cash is paid into the bank; one from the bank is paid into cash
      paymentMethod: transfer && amount > 0 ? ("cash" as const) : ("bank_transfer" as const),
      toAccount: null,
      referenceNumber: referenceOf(line),
      siteId,
      transactionDate: date,
      attachments: [],
    }
    const drafted = yield* done(recordTransaction, transaction, by)
    const facts = drafted.changes.find(({ stream }) => stream === transactions)!.event.data as { readonly siteId: number }
    const rule =
      remember === null
        ? []
        : [
            bankAccounts.at(
              account.id,
              BankRuleKept({
                rule: nextRule(account),
                contains: remember,
                side: amount > 0 ? "in" : "out",
                category,
                siteId: facts.siteId,
                from: date,
                lineId: id,
                keptBy: by.person,
              }),
            ),
          ]
    return [bankLines.at(id, BankLineRecorded({ made: [{ kind: "money_transaction", id: drafted.id }], recordedBy: by.person })), ...drafted.changes, ...rule]
  },
)

/** Drafts a payment run for open bills that a line has paid; another person checks and executes it. */
export const payFromLine = command(
  "bank_line.pay",
  "Draft a payment run for bills paid by a line",
  { id: Ref("bank_line"), bills: Lines({ payableId: label("Bill", Ref("payable")), amount: Optional(Money) }, 50) },
  function* ({ id, bills }, by) {
    const { line, account } = yield* openLine(id, by)
    rejectRecorded(line)
    if (line.amount >= 0) throw invalid("Only money paid out can pay bills")
    yield* permitted()
    const run = {
      currency: account.currency,
      account: account.accountNumber as "1010" | "1020",
      paymentDate: line.date,
      items: bills,
      notes: `Paid by the bank: ${line.text}`.slice(0, 500),
    }
    const drafted = yield* done(draftPaymentRun, run, by)
    const { items } = drafted.changes.find(({ stream }) => stream === paymentRuns)!.event.data as {
      readonly items: ReadonlyArray<{ amount: number; withholding: number }>
    }
    const net = items.reduce((sum, { amount, withholding }) => sum + amount - withholding, 0)
    if (net !== -line.amount)
      throw invalid(`These bills pay ${money(account, net)} to ${count(items.length, "vendor")}, the line is ${money(account, -line.amount)}`)
    return [bankLines.at(id, BankLineRecorded({ made: [{ kind: "payment_run", id: drafted.id }], recordedBy: by.person })), ...drafted.changes]
  },
)

/** Undoes a match: the line and its entries are open again. Documents recorded from the line stay, and are reversed by their own commands. */
export const undoMatch = command(
  "bank_line.undo",
  "Undo the match of a line; its entries are open again",
  { id: Ref("bank_line"), reason: Line(500) },
  function* ({ id, reason }, by) {
    requireCashier(by)
    rejectSimulated(by)
    const line = yield* get(bankLines, id)
    if (line.status !== "matched") throw conflict("This line is not matched")
    const account = yield* get(bankAccounts, line.accountId)
    const other = line.offsetBy === null ? undefined : yield* get(bankLines, line.offsetBy)
    const earliest = other !== undefined && other.date < line.date ? other.date : line.date
    for (const { date, assertionId } of account.reconciled) {
      if (date < earliest) continue
      const stated = yield* findById(balanceAssertions, assertionId)
      if (stated?.status === "standing") throw conflict(`${account.name} is reconciled on ${date}. Withdraw that stated balance first`)
    }
    yield* permitted()
    const reopened = BankLineReopened({ reason, reopenedBy: by.person })
    const cleared = yield* all(...line.entries.map(({ entryId }) => find(bankClearings, { entryId, accountId: account.id })))
    return [
      bankLines.at(id, reopened),
      ...(other ? [bankLines.at(other.id, reopened)] : []),
      ...cleared.flatMap((row) => (row ? [bankClearings.at(row.id, EntryUncleared({ lineId: id }))] : [])),
    ]
  },
)
