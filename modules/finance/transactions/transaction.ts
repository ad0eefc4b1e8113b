/** Money in, money out, and transfers between our own accounts: recorded by one person, posted by another. Amounts are cents. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { command, conflict, find, forbidden, invalid, newId, nextNumber, permitted, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { approving, overrides, refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import {
  BusinessDate,
  Files,
  Instant,
  Line,
  Literals,
  Money,
  Optional,
  positive,
  Ref,
  SeriesNumber,
  SiteName,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { blank, record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import { siteOf } from "@ops/sites/site.ts"
import { accountFor, unmapped } from "../expense-categories/category.ts"
import { moneyAt, posted, transferTo } from "../shared/postings.ts"
import { currencies, paymentMethods, transactionTypes } from "../shared/labels.ts"

const facts = {
  transactionNumber: SeriesNumber("TXN"),
  description: Line(500),
  amount: Money,
  currency: Literals(...currencies),
  transactionType: Literals(...transactionTypes),
  /** free text; its account is looked up when it is posted */
  category: Line(100),
  paymentMethod: Literals(...paymentMethods),
  /** the destination of a transfer; null for other types */
  toAccount: Optional(Line(20)),
  referenceNumber: Optional(Line(100)),
  siteId: Ref("site"),
  transactionDate: BusinessDate,
  attachments: Files,
}
const recorded = { ...facts, recordedBy: Optional(Ref("person")) }

export const Transaction = record(
  "money_transaction",
  {
    ...recorded,
    status: Literals("pending", "posted", "reversed", "voided"),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    overrideReason: Optional(Text(500)),
    /** why it was voided or reversed */
    reason: Optional(Text(500)),
    accountNumber: Optional(Line(20)),
    journalEntryId: Optional(Ref("journal_entry")),
  },
  {
    grows: true,
    label: "Transaction",
    title: "transaction_number",
    unique: [{ fields: ["transactionNumber"], sentence: "Another transaction already has this number" }],
    // the first five are the sort orders of the list
    indexes: [
      ["transactionDate", "id"],
      ["transactionNumber", "id"],
      ["amount", "id"],
      ["category", "id"],
      ["createdAt", "id"],
      ["status", "transactionDate", "id"],
      ["siteId", "transactionDate", "id"],
    ],
  },
)

export const TransactionRecorded = event("TransactionRecorded", 1, recorded, ({ transactionType, category }) => `Recorded: ${transactionType}, ${category}`)
export const TransactionPosted = event(
  "TransactionPosted",
  1,
  { approvedBy: Optional(Ref("person")), overrideReason: Optional(Text(500)), accountNumber: Line(20), journalEntryId: Ref("journal_entry") },
  ({ accountNumber, overrideReason }, _) => `Posted to account ${accountNumber}${overrideReason === null ? "" : `. Override: ${overrideReason}`}`,
)
export const TransactionVoided = event("TransactionVoided", 1, { voidedBy: Optional(Ref("person")), reason: Text(500) }, ({ reason }) => `Voided: ${reason}`)
export const TransactionReversed = event(
  "TransactionReversed",
  1,
  { reversedBy: Optional(Ref("person")), reason: Text(500), journalEntryId: Ref("journal_entry") },
  ({ reason }) => `Reversed: ${reason}`,
)

export const transactions = stream(Transaction, TransactionRecorded, TransactionPosted, TransactionVoided, TransactionReversed).fold({
  TransactionRecorded: (_, transaction) => ({
    ...blank(Transaction),
    ...transaction,
    status: "pending" as const,
  }),
  TransactionPosted: (transaction, posted, at) => ({ ...transaction, ...posted, status: "posted" as const, approvedDate: at }),
  TransactionVoided: (transaction, { reason }) => ({ ...transaction, status: "voided" as const, reason }),
  TransactionReversed: (transaction, { reason }) => ({ ...transaction, status: "reversed" as const, reason }),
})

export const rows = ownSite("siteId", "8: its own site if it has one; 7 and 10: all")
const seen = visible(transactions, rows)

const isSame = (
  known: Row<typeof Transaction>,
  { attachments, ...facts }: Omit<Parameters<typeof TransactionRecorded>[0], "transactionNumber" | "recordedBy">,
) =>
  Object.entries(facts).every(([name, value]) => known[name as keyof typeof facts] === value) &&
  known.attachments.length === attachments.length &&
  known.attachments.every(({ sha256 }, n) => sha256 === attachments[n]!.sha256)

/** Records a transaction. A number given by the caller is kept; the same number with the same content is the same transaction. */
export const recordTransaction = command(
  "transaction.record",
  "Record money received, paid or transferred",
  {
    ...facts,
    transactionNumber: Optional(facts.transactionNumber),
    amount: positive(Money),
    currency: withDefault("USD", facts.currency),
    transactionType: withDefault("expense", facts.transactionType),
    paymentMethod: withDefault("cash", facts.paymentMethod),
    siteId: SiteName,
    attachments: withDefault([], Files),
  },
  function* (input, by) {
    const { siteId, transactionNumber: own, ...asked } = input
    if (by.person !== null && !holds(by, "payments.process")) throw forbidden("Only finance can record transactions")
    if (asked.transactionDate > by.today) throw invalid("Transaction date cannot be in the future")
    const { transactionType, paymentMethod, currency } = asked
    if (transactionType !== "transfer" && asked.toAccount !== null) throw invalid("Only a transfer has a destination account")
    const toAccount = transactionType === "transfer" ? transferTo(asked.toAccount, paymentMethod, currency) : null
    const site = yield* siteOf(siteId, by)
    const facts = { ...asked, toAccount, siteId: site.id }
    if (own) {
      const known = yield* find(transactions, { transactionNumber: own }, { expected: false })
      if (known && isSame(known, facts)) return unchanged(known.id)
      if (known) throw conflict(`Another transaction already has the number ${own}`)
    }
    if (!site.isActive) throw conflict(`${site.name} is closed`)
    const transactionNumber = own ?? (yield* nextNumber("TXN", asked.transactionDate.slice(0, 4), 5))
    return [transactions.at(yield* newId(transactions), TransactionRecorded({ ...facts, transactionNumber, recordedBy: by.person }))]
  },
)
export type NewTransaction = Parameters<typeof recordTransaction.decide>[0]

/** Posts a pending transaction; not by its recorder. A category without an account is posted to the suspense account. */
export const postTransaction = command(
  "transaction.post",
  "Post a transaction that another person recorded",
  approving("money_transaction"),
  function* ({ id, overrideReason }, by) {
    const transaction = yield* seen(id, by)
    const { transactionNumber, transactionType, transactionDate, description, amount, currency, category, paymentMethod, toAccount, siteId } = transaction
    if (transaction.status === "posted") {
      if (transaction.approvedBy === by.person) return unchanged(id)
      throw conflict("This transaction is already posted")
    }
    if (transaction.status !== "pending") throw conflict("Only a pending transaction can be posted")
    refuseSimulated(by)
    if (by.person !== null && (by.level < 7 || !holdsAny(by, ["finance.full", "approval.departmental", "approval.override"]))) {
      throw forbidden("Your level cannot post transactions")
    }
    const own = by.person !== null && transaction.recordedBy === by.person
    const mayOverride = overrides(by, overrideReason)
    if (own && !mayOverride) throw forbidden("You recorded this transaction, so another person must post it")
    yield* permitted()
    const money = moneyAt(paymentMethod, currency)
    const account = toAccount ?? (yield* accountFor(category)) ?? unmapped
    const [debit, credit] = transactionType === "income" ? [money, account] : [account, money]
    const { entryId, changes } = yield* posted(
      {
        date: transactionDate,
        description: `${transactionNumber}, ${description}`.slice(0, 500),
        reference: transaction.referenceNumber ?? transactionNumber.slice(0, 100),
        source: { kind: "money_transaction", id },
        currency,
        siteId,
        lines: [
          { account: debit, debit: amount, description: category },
          { account: credit, credit: amount, description: category },
        ],
      },
      by,
    )
    const event = { approvedBy: by.person, overrideReason: own ? overrideReason : null, accountNumber: account, journalEntryId: entryId }
    return [transactions.at(id, TransactionPosted(event)), ...changes]
  },
)

const undoing = { id: Ref("money_transaction"), reason: Line(500) }

const requireFinance = requiring("finance.full", "Only finance can reverse transactions")

/** Voids a pending transaction: it is never posted. */
export const voidTransaction = command("transaction.void", "Void a transaction that is not posted", undoing, function* ({ id, reason }, by) {
  requireFinance(by)
  const { status } = yield* seen(id, by)
  if (status === "voided") throw conflict("This transaction is already voided")
  if (status !== "pending") throw conflict("Only a pending transaction can be voided. Reverse a posted one")
  yield* permitted()
  return [transactions.at(id, TransactionVoided({ voidedBy: by.person, reason }))]
})

/** Reverses a posted transaction by a linked entry of today. */
export const reverseTransaction = command(
  "transaction.reverse",
  "Reverse a posted transaction with a linked entry dated today",
  undoing,
  function* ({ id, reason }, by) {
    requireFinance(by)
    const { status, journalEntryId } = yield* seen(id, by)
    if (status === "reversed") throw conflict("This transaction is already reversed")
    if (status !== "posted" || journalEntryId === null) throw conflict("Only a posted transaction can be reversed. Void a pending one")
    if (by.simulated) throw forbidden("A simulated sign-in cannot reverse money. Sign in with your password")
    yield* permitted()
    const changes = yield* reverse(journalEntryId, by.today, reason.slice(0, 400), by)
    return [transactions.at(id, TransactionReversed({ reversedBy: by.person, reason, journalEntryId: changes[0]!.id })), ...changes]
  },
)
