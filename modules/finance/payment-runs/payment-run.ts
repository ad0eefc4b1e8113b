/**
 * Payment runs: which bills are paid, when and from which account. One person creates a run, another checks it, then it is executed in one entry. A bill is
 * on one run at a time. Amounts are cents.
 */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, forbidden, get, invalid, newId, nextNumber, permitted, titleOf, all, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import {
  BusinessDate,
  SeriesNumber,
  Instant,
  label,
  Line,
  Lines,
  Literals,
  Money,
  Optional,
  Parts,
  Ref,
  Text,
  Whole,
  Rate,
  withDefault,
} from "@ops/platform/records/field.ts"
import { blank, record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import type { RowScope } from "@ops/platform/records/visibility.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { type EntryLine, journalEntries, post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import {
  asReversed,
  type ReversalFacts,
  reversalFacts,
  reversalFields,
  reversalOf,
  type ReversalRule,
  reversalText,
  requireReverser,
  reversingFields,
  checkedReversalReason,
} from "@ops/ledger/reversals/reversal.ts"
import { reversalKinds } from "@ops/ledger/reversals/labels.ts"
import { vendors } from "@ops/procurement/vendors/vendor.ts"
import {
  balanceOf,
  type Bill,
  PayablePaid,
  PayablePaymentReversed,
  PayableReleased,
  PayableReserved,
  payables,
  withholdingOn,
  worthOf,
  worthReopened,
} from "../payables/payable.ts"
import { payablesAccount } from "../payables/commands.ts"
import { moneyAt } from "../shared/postings.ts"
import { currencies } from "../shared/labels.ts"

/** The accounts that bills can be paid from. */
export const payingAccounts = ["1000", "1010", "1020"] as const
const withholdingTax = "2210"
const exchange = "7900"
/** The maximum number of bills on a run: its entry has up to three lines for each. */
const most = 200

/** `amount` is the amount settled of the bill; `withholding` of it goes to the tax office, the rest to the vendor. */
const Item = Schema.Struct({ payableId: Schema.Int, vendorId: Schema.Int, amount: Schema.Int, withholding: Schema.Int })
export const documentKinds = ["remittance", "certificate"] as const
const Made = Schema.Struct({ vendorId: Schema.Int, document: Schema.Literals(documentKinds), sha256: Schema.String })
/** A vendor's payment that was reversed. */
const Returned = Schema.Struct({
  vendorId: Schema.Int,
  kind: Schema.Literals(reversalKinds),
  reason: Schema.String,
  date: BusinessDate,
  reversedBy: Schema.NullOr(Schema.Int),
  journalEntryId: Schema.Int,
})

const facts = {
  runNumber: SeriesNumber("PAY"),
  currency: Literals(...currencies),
  account: Literals(...payingAccounts),
  paymentDate: BusinessDate,
  items: Parts(Item),
  total: Money,
  withheld: Money,
  notes: Text(500),
  makerId: Optional(Ref("person")),
}
export const PaymentRun = record(
  "payment_run",
  {
    ...facts,
    /** reversed once all its payments are reversed */
    status: Literals("draft", "approved", "executed", "cancelled", "reversed"),
    checkerId: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    executedBy: Optional(Ref("person")),
    executedDate: Optional(Instant),
    /** hundredths of SSP per dollar on the payment date; 100 for USD */
    rate: Optional(Rate),
    reference: Optional(Line(100)),
    journalEntryId: Optional(Ref("journal_entry")),
    cancelReason: Optional(Text(500)),
    documents: Parts(Made),
    /** its payments that were returned or reversed */
    returned: Parts(Returned),
    ...reversalFields,
  },
  {
    grows: true,
    label: "Payment run",
    title: "run_number",
    unique: [{ fields: ["runNumber"], sentence: "Another payment run already has this number" }],
    indexes: [
      ["status", "paymentDate"],
      ["paymentDate", "createdAt", "id"],
    ],
  },
)
export const PaymentRunDrafted = event("PaymentRunDrafted", 1, facts, ({ runNumber, items }) => `${runNumber} drafted over ${count(items.length, "bill")}`)
export const PaymentRunApproved = event("PaymentRunApproved", 1, { checkerId: Optional(Ref("person")) }, () => "Checked and approved")
export const PaymentRunExecuted = event(
  "PaymentRunExecuted",
  1,
  { executedBy: Optional(Ref("person")), rate: Rate, reference: Line(100), journalEntryId: Ref("journal_entry") },
  ({ reference }) => `Executed, reference ${reference}`,
)
export const PaymentRunCancelled = event(
  "PaymentRunCancelled",
  1,
  { reason: Text(500), cancelledBy: Optional(Ref("person")) },
  ({ reason }) => `Cancelled${reason ? `: ${reason}` : ""}`,
)
export const PaymentDocumentMade = event(
  "PaymentDocumentMade",
  1,
  { vendorId: Ref("vendor"), document: Literals(...documentKinds), sha256: Line(64), bytes: Whole },
  ({ vendorId, document, sha256 }, title) =>
    `${document === "remittance" ? "Remittance advice" : "Withholding certificate"} for ${title("vendor", vendorId)} created, SHA-256 ${sha256}`,
)
/** The payment of a run to one vendor was reversed. */
export const VendorPaymentReversed = event("VendorPaymentReversed", 1, { vendorId: Ref("vendor"), ...reversalFacts }, ({ vendorId, ...facts }, title) =>
  reversalText(facts, `Payment to ${title("vendor", vendorId)} reversed`),
)
/** All remaining payments of a run were reversed. */
export const PaymentRunReversed = event("PaymentRunReversed", 1, reversalFacts, (facts) => reversalText(facts))

/** A run with the payments to some vendors reversed; reversed itself once these are all of them. */
const reversed = (run: Row<typeof PaymentRun>, vendorIds: ReadonlyArray<number>, facts: ReversalFacts) => {
  const returned = [...run.returned, ...vendorIds.map((vendorId) => ({ vendorId, ...facts }))]
  const isWhole = run.items.every((item) => returned.some(({ vendorId }) => vendorId === item.vendorId))
  return { ...run, returned, ...(isWhole && { status: "reversed" as const, ...asReversed(facts) }) }
}
/** The items of a run whose payments are not reversed. */
const standing = ({ items, returned }: Pick<Row<typeof PaymentRun>, "items" | "returned">) =>
  items.filter((item) => !returned.some(({ vendorId }) => vendorId === item.vendorId))

export const paymentRuns = stream(
  PaymentRun,
  PaymentRunDrafted,
  PaymentRunApproved,
  PaymentRunExecuted,
  PaymentRunCancelled,
  PaymentDocumentMade,
  VendorPaymentReversed,
  PaymentRunReversed,
).fold({
  PaymentRunDrafted: (_, draft) => ({
    ...blank(PaymentRun),
    ...draft,
    status: "draft" as const,
  }),
  PaymentRunApproved: (run, { checkerId }, at) => ({ ...run, status: "approved" as const, checkerId, approvedDate: at }),
  PaymentRunExecuted: (run, executed, at) => ({ ...run, ...executed, status: "executed" as const, executedDate: at }),
  PaymentRunCancelled: (run, { reason }) => ({ ...run, status: "cancelled" as const, cancelReason: reason }),
  PaymentDocumentMade: (run, { vendorId, document, sha256 }) => ({ ...run, documents: [...run.documents, { vendorId, document, sha256 }] }),
  VendorPaymentReversed: (run, { vendorId, ...facts }) => reversed(run, [vendorId], facts),
  PaymentRunReversed: (run, facts) => reversed(run, [...new Set(standing(run).map(({ vendorId }) => vendorId))], facts),
})

export type Run = Row<typeof PaymentRun>

const requireFinance = requiring("finance.full", "Only finance can create and check payment runs")

/** Refuses a bill of which this amount cannot be paid now. */
const requirePayable = (bill: Bill, amount: number, currency: string, paymentDate: string) => {
  const { billNumber, postedDate, invoiceDate } = bill
  if (bill.status === "disputed") throw conflict(`${billNumber} is disputed. Settle the dispute, or remove the bill`)
  if (postedDate === null) throw conflict(bill.status === "credited" ? `${billNumber} is withdrawn` : `${billNumber} is not approved yet`)
  if (bill.currency !== currency) throw invalid(`${billNumber} is in ${bill.currency}, the payment run in ${currency}`)
  const open = balanceOf(bill)
  if (open === 0) throw conflict(`Nothing of ${billNumber} is open`)
  if (amount <= 0) throw invalid(`The amount for ${billNumber} must be greater than 0`)
  if (amount > open) throw conflict(`Only ${currency} ${formatMoney(open)} of ${billNumber} is open`)
  if (paymentDate < invoiceDate) throw invalid(`${billNumber} is of ${invoiceDate}: it cannot be paid before that day`)
}

/** Row scope: runs pay for the whole company, so commands on them are only for finance, which sees everything. */
export const rows: RowScope<never> = {
  sees: () => true,
  where: ({ confinedTo }) =>
    confinedTo === null
      ? []
      : [
          {
            sql: `exists(select from jsonb_to_recordset(r.items) as i("payableId" bigint) join payable b on b.id = i."payableId" where b.site_id = ?)`,
            values: [confinedTo],
          },
        ],
  words: "8: runs with a bill of its own site if it has one, and only its own bills in them; 7 and 10: all",
}

/** Drafts a run and reserves its bills: no other run can pay them now. */
export const draftPaymentRun = command(
  "payment_run.draft",
  "Make a payment run; another person checks it",
  {
    currency: facts.currency,
    /** null means the bank account of the currency */
    account: Optional(facts.account),
    /** null means today */
    paymentDate: Optional(facts.paymentDate),
    /** the amount paid of each bill; null means all that is open */
    items: Lines(
      { payableId: label("Bill", Ref("payable")), amount: Optional(Money) },
      most,
      `A payment run can have ${most} bills at most. Create another one for the rest`,
    ),
    notes: withDefault("", facts.notes),
  },
  function* (input, by) {
    requireFinance(by)
    const { currency, notes } = input
    const bank = moneyAt("bank_transfer", currency) as (typeof payingAccounts)[number]
    const account = input.account ?? bank
    if (account !== "1000" && account !== bank) throw invalid(`Account ${account} does not hold ${currency}. Pay from ${bank} or from 1000 Cash`)
    const paymentDate = input.paymentDate ?? by.today
    if (input.items.length === 0) throw invalid("Choose at least one bill to pay")
    if (new Set(input.items.map(({ payableId }) => payableId)).size < input.items.length) throw invalid("Each bill can be on a payment run once")
    const bills = yield* all(...input.items.map(({ payableId }) => get(payables, payableId)))
    const items: Array<typeof Item.Type> = []
    for (const [n, bill] of bills.entries()) {
      const amount = input.items[n]!.amount ?? balanceOf(bill)
      requirePayable(bill, amount, currency, paymentDate)
      if (bill.runId !== null) throw conflict(`${bill.billNumber} is on payment run ${(yield* get(paymentRuns, bill.runId)).runNumber} already`)
      items.push({ payableId: bill.id, vendorId: bill.vendorId, amount, withholding: withholdingOn(bill, amount) })
    }
    const total = items.reduce((sum, { amount }) => sum + amount, 0)
    const withheld = items.reduce((sum, { withholding }) => sum + withholding, 0)
    const [id, runNumber] = yield* all(newId(paymentRuns), nextNumber("PAY", by.today.slice(0, 4)))
    return [
      paymentRuns.at(id, PaymentRunDrafted({ runNumber, currency, account, paymentDate, items, total, withheld, notes, makerId: by.person })),
      ...items.map(({ payableId, amount }) => payables.at(payableId, PayableReserved({ runId: id, amount }))),
    ]
  },
)

export type NewPaymentRun = Parameters<typeof draftPaymentRun.decide>[0]

/** The bills of a run, each checked to be still payable as in the run. */
function* billsOf(run: Run) {
  const bills = yield* all(...run.items.map(({ payableId }) => get(payables, payableId)))
  for (const [n, bill] of bills.entries()) requirePayable(bill, run.items[n]!.amount, run.currency, run.paymentDate)
  return bills
}

export const approvePaymentRun = command("payment_run.approve", "Check another person's payment run", { id: Ref("payment_run") }, function* ({ id }, by) {
  requireFinance(by)
  const run = yield* get(paymentRuns, id)
  if (run.status === "approved" && run.checkerId === by.person) return unchanged(id)
  if (run.status !== "draft") throw conflict(`${run.runNumber} is ${run.status} already`)
  refuseSimulated(by)
  if (by.person !== null && run.makerId === by.person) throw forbidden("You created this payment run, so another person must check it")
  yield* permitted()
  yield* billsOf(run)
  return [paymentRuns.at(id, PaymentRunApproved({ checkerId: by.person }))]
})

/** Cancels a run; its bills can be put on another run. */
export const cancelPaymentRun = command(
  "payment_run.cancel",
  "Cancel a payment run that is not executed; its bills can go on another",
  { id: Ref("payment_run"), reason: withDefault("", Text(500)) },
  function* ({ id, reason }, by) {
    requireFinance(by)
    const run = yield* get(paymentRuns, id)
    if (run.status === "cancelled") return unchanged(id)
    if (run.status === "executed") throw conflict(`${run.runNumber} is executed. Reverse it, or one of its payments, instead`)
    if (run.status === "reversed") throw conflict(`${run.runNumber} is reversed already`)
    yield* permitted()
    yield* all(...run.items.map(({ payableId }) => get(payables, payableId)))
    return [
      paymentRuns.at(id, PaymentRunCancelled({ reason: reason.trim(), cancelledBy: by.person })),
      ...run.items.map(({ payableId }) => payables.at(payableId, PayableReleased({ runId: id }))),
    ]
  },
)

/** Pays the bills of an approved run: debits 2000, credits the account and 2210, and posts the exchange difference to 7900. */
export const executePaymentRun = command(
  "payment_run.execute",
  "Pay the bills of a checked run, and post it",
  {
    id: Ref("payment_run"),
    /** the reference of the bank or the cheque; null means the number of the run */
    reference: Optional(Line(100)),
  },
  function* ({ id, reference }, by) {
    if (by.person !== null && !holds(by, "payments.process")) throw forbidden("Only finance can pay bills")
    const run = yield* get(paymentRuns, id)
    const { runNumber, currency, account, paymentDate, items } = run
    if (run.status === "executed" && run.executedBy === by.person) return unchanged(id)
    if (run.status === "draft") throw conflict(`${runNumber} is not approved yet`)
    if (run.status !== "approved") throw conflict(`${runNumber} is ${run.status} already`)
    refuseSimulated(by)
    if (paymentDate > by.today) throw conflict(`${runNumber} is due to be paid on ${paymentDate}. Execute it on that day, or cancel it and create another`)
    yield* permitted()
    const bills = yield* billsOf(run)
    const rate = currency === "USD" ? 100 : yield* officialRate(paymentDate)
    const worth = (usd: number) => (currency === "USD" ? {} : { usd })
    const lines: Array<EntryLine> = []
    let gain = 0
    for (const [n, bill] of bills.entries()) {
      const { amount, withholding } = items[n]!
      const { name } = yield* get(vendors, bill.vendorId)
      const description = `${bill.billNumber}, ${name}`
      const { siteId } = bill
      const [owed, kept, paid] = [worthOf(bill, amount), toUsd(withholding, rate), toUsd(amount - withholding, rate)]
      gain += owed - kept - paid
      lines.push({ account: payablesAccount, debit: amount, ...worth(owed), description, siteId })
      if (amount > withholding) lines.push({ account, credit: amount - withholding, ...worth(paid), description, siteId })
      if (withholding > 0) lines.push({ account: withholdingTax, credit: withholding, ...worth(kept), description, siteId })
    }
    if (currency === "SSP" && gain !== 0) {
      lines.push({ account: exchange, [gain > 0 ? "credit" : "debit"]: 0, usd: Math.abs(gain), description: "Exchange difference" })
    }
    const entry = yield* post(
      {
        date: paymentDate,
        description: `${runNumber}, ${count(items.length, "bill")} paid`,
        reference: reference ?? runNumber,
        source: { kind: "payment_run", id },
        currency,
        rate,
        lines,
      },
      by,
    )
    const paid = { executedBy: by.person, rate, reference: reference ?? runNumber, journalEntryId: entry[0]!.id }
    const settles = { runId: id, date: paymentDate, reference: paid.reference }
    return [
      paymentRuns.at(id, PaymentRunExecuted(paid)),
      ...items.map(({ payableId, amount, withholding }) => payables.at(payableId, PayablePaid({ ...settles, amount, withholding }))),
      ...entry,
    ]
  },
)

/**
 * Reverses a run, or its payment to one vendor: the bills are payable again, and the withheld tax is no longer owed. The person who executed the run cannot
 * reverse it.
 */
export const reversePaymentRun = command(
  "payment_run.reverse",
  "Reverse an executed payment run, or its payment to one vendor: the bills can be paid again",
  {
    id: Ref("payment_run"),
    ...reversingFields,
    /** reverses only the payment to this vendor; null reverses all that remain */
    vendorId: Optional(Ref("vendor")),
  },
  function* ({ id, kind, reason, vendorId }, by) {
    const run = yield* get(paymentRuns, id)
    const { runNumber, currency, account } = run
    const rule: ReversalRule = { permission: "payments.process", doneBy: run.executedBy, deed: "executed this payment run", isBanked: account !== "1000" }
    requireReverser(by, rule)
    if (run.status === "reversed") throw conflict(`${runNumber} is reversed already`)
    if (run.status !== "executed" || run.journalEntryId === null) throw conflict(`${runNumber} is not executed. Cancel it instead`)
    yield* permitted()
    const why = checkedReversalReason(by, { kind, reason }, rule)
    if (vendorId !== null && !run.items.some((item) => item.vendorId === vendorId)) throw invalid(`${runNumber} pays nothing to ${titleOf("vendor", vendorId)}`)
    const left = standing(run)
    const chosen = left.filter((item) => vendorId === null || item.vendorId === vendorId)
    if (chosen.length === 0) throw conflict(`This payment of ${runNumber} is reversed already`)
    const entry = yield* get(journalEntries, run.journalEntryId)
    const worth = (usd: number) => (currency === "USD" ? {} : { usd })
    const lines: Array<EntryLine> = []
    let loss = 0
    let next = 0
    for (const item of run.items) {
      // the lines of each item follow one another in the entry: the payable, the payment, the withheld tax
      const [owed] = entry.lines.slice(next, ++next)
      const paid = item.amount > item.withholding ? entry.lines[next++] : undefined
      const kept = item.withholding > 0 ? entry.lines[next++] : undefined
      if (!chosen.includes(item)) continue
      const { description, siteId } = owed!
      const reopened = worthReopened(yield* get(payables, item.payableId), item.amount)
      loss += reopened - (paid?.creditUsd ?? 0) - (kept?.creditUsd ?? 0)
      lines.push({ account: payablesAccount, credit: item.amount, ...worth(reopened), description, siteId })
      if (paid) lines.push({ account, debit: paid.credit, ...worth(paid.creditUsd), description, siteId })
      if (kept) lines.push({ account: withholdingTax, debit: kept.credit, ...worth(kept.creditUsd), description, siteId })
    }
    if (loss !== 0) lines.push({ account: exchange, [loss > 0 ? "debit" : "credit"]: 0, usd: Math.abs(loss), description: "Exchange difference" })
    const isWhole = chosen.length === left.length
    const changes = yield* reverse(entry.id, by.today, why, by, [], { lines, isWhole })
    const facts = reversalOf({ kind }, why, changes[0]!.id, by)
    return [
      paymentRuns.at(id, vendorId === null ? PaymentRunReversed(facts) : VendorPaymentReversed({ vendorId, ...facts })),
      ...chosen.map(({ payableId, amount, withholding }) =>
        payables.at(payableId, PayablePaymentReversed({ runId: id, amount, withholding, date: by.today, kind, reason: why })),
      ),
      ...changes,
    ]
  },
)

/** Records the SHA-256 of a document that was issued. */
export const keepPaymentDocument = command("payment_run.document", function* (input: { readonly id: number } & Parameters<typeof PaymentDocumentMade>[0], _by) {
  const { id, ...made } = input
  const run = yield* get(paymentRuns, id)
  const known = run.documents.some(({ vendorId, document }) => vendorId === made.vendorId && document === made.document)
  return known ? unchanged(id) : [paymentRuns.at(id, PaymentDocumentMade(made))]
})
