/** Payments of filed tax reports: recorded by one person, approved by another, then paid. Amounts are cents of the report's currency. */
import { holds } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, forbidden, get, invalid, newId, nextNumber, permitted, unchanged } from "@ops/platform/records/command.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { BusinessDate, SeriesNumber, Instant, label, Line, Literals, Money, Optional, positive, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { officialRate, toUsd } from "../../exchange-rates/exchange-rate.ts"
import { type EntryLine, journalEntries, post, reverse } from "../../journal-entries/journal-entry.ts"
import {
  asReversed,
  notReversed,
  reversalFacts,
  reversalFields,
  reversalOf,
  reversalText,
  reversingFields,
  checkedReversalReason,
  requireReverser,
} from "../../reversals/reversal.ts"
import {
  payableOn,
  taxAccounts,
  TaxPaymentDropped,
  TaxPaymentPlanned,
  type TaxReport,
  taxNames,
  taxReports,
  TaxSettled,
  TaxSettlementReversed,
  requireFinance,
} from "../tax-report.ts"

export const taxPaymentMethods = ["bank_transfer", "cash", "check"] as const

const facts = {
  paymentNumber: SeriesNumber("TXP"),
  taxReportId: Ref("tax_report"),
  paymentDate: BusinessDate,
  paymentAmount: Money,
  currency: Literals("USD", "SSP"),
  paymentMethod: Literals(...taxPaymentMethods),
  /** the account it is paid from: 1000 cash, 1010 or 1020 bank */
  bankAccount: Line(20),
  referenceNumber: Optional(Line(100)),
  notes: Text(2000),
  recordedBy: Optional(Ref("person")),
}
export const TaxPayment = record(
  "tax_payment",
  {
    ...facts,
    status: Literals("pending", "approved", "paid", "cancelled", "reversed"),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    paidBy: Optional(Ref("person")),
    journalEntryId: Optional(Ref("journal_entry")),
    reason: Optional(Text(500)),
    ...reversalFields,
  },
  {
    label: "Tax payment",
    title: "payment_number",
    unique: [{ fields: ["paymentNumber"], sentence: "Another tax payment already has this number" }],
    indexes: [["taxReportId"]],
  },
)
export const TaxPaymentRecorded = event(
  "TaxPaymentRecorded",
  1,
  facts,
  ({ paymentNumber, currency, paymentAmount }) => `${paymentNumber} recorded: ${currency} ${formatMoney(paymentAmount)}`,
)
export const TaxPaymentApproved = event("TaxPaymentApproved", 1, { approvedBy: Optional(Ref("person")) }, () => "Approved")
export const TaxPaymentPaid = event(
  "TaxPaymentPaid",
  1,
  { paymentDate: BusinessDate, referenceNumber: Optional(Line(100)), paidBy: Optional(Ref("person")), journalEntryId: Ref("journal_entry") },
  ({ paymentDate }) => `Paid on ${paymentDate}`,
)
export const TaxPaymentCancelled = event(
  "TaxPaymentCancelled",
  1,
  { reason: Text(500), cancelledBy: Optional(Ref("person")) },
  ({ reason }) => `Cancelled: ${reason}`,
)
export const TaxPaymentReversed = event("TaxPaymentReversed", 1, reversalFacts, (facts) => reversalText(facts))
export const taxPayments = stream(TaxPayment, TaxPaymentRecorded, TaxPaymentApproved, TaxPaymentPaid, TaxPaymentCancelled, TaxPaymentReversed).fold({
  TaxPaymentRecorded: (_, payment) => ({
    ...payment,
    status: "pending" as const,
    approvedBy: null,
    approvedDate: null,
    paidBy: null,
    journalEntryId: null,
    reason: null,
    ...notReversed,
  }),
  TaxPaymentReversed: (payment, facts) => ({ ...payment, status: "reversed" as const, ...asReversed(facts) }),
  TaxPaymentApproved: (payment, { approvedBy }, at) => ({ ...payment, status: "approved" as const, approvedBy, approvedDate: at }),
  TaxPaymentPaid: (payment, paid) => ({ ...payment, ...paid, status: "paid" as const }),
  TaxPaymentCancelled: (payment, { reason }) => ({ ...payment, status: "cancelled" as const, reason }),
})

/** Records a payment of a filed report, up to its open amount. */
const asked = {
  taxReportId: label("Tax report", facts.taxReportId),
  /** null means the open amount of the report */
  paymentAmount: label("Amount", Optional(positive(Money))),
  paymentMethod: withDefault("bank_transfer", facts.paymentMethod),
  /** null means today */
  paymentDate: Optional(BusinessDate),
  referenceNumber: label("Reference", facts.referenceNumber),
  notes: withDefault("", facts.notes),
}
export const recordTaxPayment = command("tax_payment.record", "Record the payment of a filed report", asked, function* (input, by) {
  requireFinance(by)
  const { taxReportId, paymentMethod, referenceNumber, notes } = input
  const paymentDate = input.paymentDate ?? by.today
  const { report, open } = yield* payableOn(taxReportId)
  const { currency, reportNumber } = report
  const amount = input.paymentAmount ?? open
  if (amount > open || open <= 0) {
    throw conflict(open <= 0 ? `Nothing of ${reportNumber} is open` : `Only ${currency} ${formatMoney(open)} of ${reportNumber} is open`)
  }
  const [id, paymentNumber] = [yield* newId(taxPayments), yield* nextNumber("TXP", paymentDate.slice(0, 4))]
  const bankAccount = paymentMethod === "cash" ? "1000" : currency === "USD" ? "1010" : "1020"
  const facts = { paymentNumber, taxReportId, paymentDate, paymentAmount: amount, currency, paymentMethod, bankAccount, referenceNumber, notes }
  return [taxPayments.at(id, TaxPaymentRecorded({ ...facts, recordedBy: by.person })), taxReports.at(taxReportId, TaxPaymentPlanned({ paymentId: id, amount }))]
})

/** Approves a payment; not by the person who recorded it. */
const one = { id: Ref("tax_payment") }
export const approveTaxPayment = command("tax_payment.approve", "Approve a payment recorded by another person", one, function* ({ id }, by) {
  requireFinance(by)
  const { status, recordedBy, approvedBy, paymentNumber } = yield* get(taxPayments, id)
  if (status === "approved" && approvedBy === by.person) return unchanged(id)
  if (status !== "pending") throw conflict(`${paymentNumber} is ${status} already`)
  refuseSimulated(by)
  if (by.person !== null && recordedBy === by.person) throw forbidden("You recorded this payment, so another person must approve it")
  return [taxPayments.at(id, TaxPaymentApproved({ approvedBy: by.person }))]
})

/** What a part of a report takes off the tax account, in cents of USD; the parts always add up to the whole, however many there are. */
const worthOf = ({ owedUsd, totalTaxOwed, totalTaxPaid }: Row<typeof TaxReport>, amount: number): number => {
  const share = (paid: number) => Number((BigInt(owedUsd) * BigInt(paid)) / BigInt(totalTaxOwed))
  return share(totalTaxPaid + amount) - share(totalTaxPaid)
}

/**
 * Pays an approved payment: debits the tax account, credits the bank or cash account, and posts the exchange difference to 7900. Not by the person who
 * approved it.
 */
const paying = {
  ...one,
  /** null means today */
  paidDate: label("Payment date", Optional(BusinessDate)),
  reference: Optional(Line(100)),
}
export const payTax = command("tax_payment.pay", "Pay an approved payment: post it", paying, function* ({ id, paidDate, reference }, by) {
  if (by.person !== null && !holds(by, "payments.process")) throw forbidden("Only finance can pay taxes")
  const payment = yield* get(taxPayments, id)
  const { status, paymentNumber, paymentAmount: amount, currency, bankAccount, taxReportId, approvedBy } = payment
  if (status === "paid" && payment.paidBy === by.person) return unchanged(id)
  if (status === "pending") throw conflict(`${paymentNumber} is not approved yet`)
  if (status !== "approved") throw conflict(`${paymentNumber} is ${status} already`)
  refuseSimulated(by)
  if (by.person !== null && approvedBy === by.person) throw forbidden("You approved this payment, so another person must pay it")
  yield* permitted()
  const date = paidDate ?? by.today
  if (date > by.today) throw invalid("Payment date cannot be in the future")
  const report = yield* get(taxReports, taxReportId)
  const rate = currency === "USD" ? 100 : yield* officialRate(date)
  const [owed, paid] = [worthOf(report, amount), toUsd(amount, rate)]
  const gain = currency === "USD" ? 0 : owed - paid
  const worth = (usd: number) => (currency === "USD" ? {} : { usd })
  const description = `${report.reportNumber}, ${taxNames[report.taxType].toLowerCase()} of ${report.taxPeriod}`
  const referenceNumber = reference ?? payment.referenceNumber
  const entry = yield* post(
    {
      date,
      description: `${paymentNumber}, ${description}`,
      reference: referenceNumber ?? paymentNumber,
      source: { kind: "tax_payment", id },
      currency,
      rate,
      lines: [
        { account: taxAccounts[report.taxType], debit: amount, ...worth(owed), description },
        { account: bankAccount, credit: amount, ...worth(paid), description },
        ...(gain === 0 ? [] : [{ account: "7900", [gain > 0 ? "credit" : "debit"]: 0, usd: Math.abs(gain), description: "Exchange difference" }]),
      ],
    },
    by,
  )
  return [
    taxPayments.at(id, TaxPaymentPaid({ paymentDate: date, referenceNumber, paidBy: by.person, journalEntryId: entry[0]!.id })),
    taxReports.at(taxReportId, TaxSettled({ paymentId: id, amount })),
    ...entry,
  ]
})

/** Cancels a payment that has not been paid. */
const cancelling = { ...one, reason: Line(500) }
export const cancelTaxPayment = command("tax_payment.cancel", "Cancel an unpaid payment", cancelling, function* ({ id, reason }, by) {
  requireFinance(by)
  const { status, paymentNumber, taxReportId, paymentAmount } = yield* get(taxPayments, id)
  if (status !== "pending" && status !== "approved") throw conflict(`${paymentNumber} is ${status} already`)
  yield* permitted()
  if (reason.trim() === "") throw invalid("Reason is required")
  yield* get(taxReports, taxReportId)
  return [
    taxPayments.at(id, TaxPaymentCancelled({ reason: reason.trim(), cancelledBy: by.person })),
    taxReports.at(taxReportId, TaxPaymentDropped({ paymentId: id, amount: paymentAmount })),
  ]
})

/** Reverses a payment that the bank returned or that was recorded in error; not by the person who paid it. The tax is owed again. */
const reversing = { ...one, ...reversingFields }
export const reverseTaxPayment = command(
  "tax_payment.reverse",
  "Reverse a tax payment: the tax is owed again",
  reversing,
  function* ({ id, kind, reason }, by) {
    const { status, paymentNumber, paymentAmount: amount, currency, bankAccount, taxReportId, paidBy, journalEntryId } = yield* get(taxPayments, id)
    const rule = { permission: "payments.process", doneBy: paidBy, deed: "paid this tax", isBanked: bankAccount !== "1000" } as const
    requireReverser(by, rule)
    if (status === "reversed") throw conflict(`${paymentNumber} is reversed already`)
    if (status !== "paid" || journalEntryId === null) throw conflict(`${paymentNumber} is not paid. Cancel it instead`)
    yield* permitted()
    const why = checkedReversalReason(by, { kind, reason }, rule)
    const [report, entry] = [yield* get(taxReports, taxReportId), yield* get(journalEntries, journalEntryId)]
    // the restored liability has the USD value that the report gives it, in whatever order its payments are reversed
    const owed = worthOf({ ...report, totalTaxPaid: report.totalTaxPaid - amount }, amount)
    const paid = entry.lines.find(({ credit }) => credit === amount)!
    const loss = owed - paid.creditUsd
    const worth = (usd: number) => (currency === "USD" ? {} : { usd })
    const { description } = paid
    const lines: ReadonlyArray<EntryLine> = [
      { account: bankAccount, debit: amount, ...worth(paid.creditUsd), description },
      { account: taxAccounts[report.taxType], credit: amount, ...worth(owed), description },
      ...(loss === 0 ? [] : [{ account: "7900", [loss > 0 ? "debit" : "credit"]: 0, usd: Math.abs(loss), description: "Exchange difference" }]),
    ]
    const changes = yield* reverse(journalEntryId, by.today, why, by, [], { lines })
    return [
      taxPayments.at(id, TaxPaymentReversed(reversalOf({ kind }, why, changes[0]!.id, by))),
      taxReports.at(taxReportId, TaxSettlementReversed({ paymentId: id, amount })),
      ...changes,
    ]
  },
)
