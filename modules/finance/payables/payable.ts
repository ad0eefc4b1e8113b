/**
 * Supplier bills: entered by one person, matched against the order and the receipt, approved and posted by another, paid by payment runs. Amounts are cents.
 * A bill's exchange rate is that of its invoice date.
 */
import { Schema } from "effect"
import {
  BusinessDate,
  Files,
  label,
  SeriesNumber,
  Instant,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  Percent,
  Ref,
  Structure,
  Text,
  Rate,
} from "@ops/platform/records/field.ts"
import { blank, record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite } from "@ops/platform/records/visibility.ts"
import { toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { reversalFacts, reversalText } from "@ops/ledger/reversals/reversal.ts"
import { Match } from "./three-way-match.ts"
import { currencies } from "../shared/labels.ts"

export const payableStatuses = ["open", "part_paid", "paid", "disputed", "credited"] as const

export const PayableLine = Schema.Struct({
  description: Schema.String,
  /** the item of the purchase request that it bills */
  purchaseItemId: Schema.NullOr(Schema.Int),
  /** thousandths */
  quantity: Schema.Int,
  unitPrice: Schema.Int,
  /** before tax */
  amount: Schema.Int,
  accountNumber: Schema.String,
})
const PaidPart = Schema.Struct({ runId: Schema.Int, amount: Schema.Int, withholding: Schema.Int, date: BusinessDate })
const CreditPart = Schema.Struct({
  amount: Schema.Int,
  date: BusinessDate,
  reference: Schema.NullOr(Schema.String),
  reason: Schema.String,
  journalEntryId: Schema.Int,
})

const facts = {
  /** our own number: AP-2026-00001 */
  billNumber: SeriesNumber("AP"),
  vendorId: Ref("vendor"),
  /** the vendor's number, as printed on the bill */
  invoiceNumber: Line(100),
  /** including tax */
  amount: Money,
  taxAmount: label("Tax", Money),
  /** withheld for the tax office on payment, in hundredths of a percent of the amount before tax */
  withholdingRate: label("Withholding", Optional(Percent)),
  currency: Literals(...currencies),
  /** hundredths of SSP per dollar on the invoice date; 100 for USD */
  rate: Rate,
  invoiceDate: BusinessDate,
  dueDate: BusinessDate,
  description: Line(500),
  category: Line(100),
  siteId: Ref("site"),
  purchaseRequestId: Optional(Ref("purchase_request")),
  lines: Parts(PayableLine),
  match: Structure(Match),
  attachments: Files,
  notes: Text(),
  createdBy: Optional(Ref("person")),
}
export const Payable = record(
  "payable",
  {
    ...facts,
    /** the invoice number, the same for all spellings; null once the bill is withdrawn, so that it can be entered again */
    invoiceKey: Optional(Line(100)),
    status: Literals(...payableStatuses),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    /** why it was approved although it does not match */
    matchReason: Optional(Text(500)),
    /** its posting date, later than the invoice date if that month was closed; null before its approval */
    postedDate: Optional(BusinessDate),
    journalEntryId: Optional(Ref("journal_entry")),
    paidAmount: Money,
    withheldAmount: Money,
    creditedAmount: Money,
    paidDate: Optional(BusinessDate),
    paymentReference: Optional(Line(100)),
    payments: Parts(PaidPart),
    credits: Parts(CreditPart),
    disputeReason: Optional(Text(500)),
    /** the payment run that is going to pay it, and the amount */
    runId: Optional(Ref("payment_run")),
    reservedAmount: Money,
  },
  {
    grows: true,
    label: "Bill",
    title: "bill_number",
    unique: [
      { fields: ["billNumber"], sentence: "Another bill already has this number" },
      { fields: ["vendorId", "invoiceKey"], sentence: "This vendor invoice is already entered" },
    ],
    indexes: [["status", "dueDate"], ["purchaseRequestId"], ["vendorId"], ["invoiceDate", "createdAt", "id"], ["siteId", "invoiceDate", "createdAt", "id"]],
  },
)

export const PayableEntered = event(
  "PayableEntered",
  1,
  facts,
  ({ billNumber, invoiceNumber, vendorId }, title) => `${billNumber} entered: invoice ${invoiceNumber} of ${title("vendor", vendorId)}`,
)
export const PayableMatched = event("PayableMatched", 1, { match: Structure(Match) }, ({ match }) =>
  match.state === "differs" ? "Checked against the order again: it differs" : "Checked against the order again: it matches",
)
export const PayableApproved = event(
  "PayableApproved",
  1,
  { approvedBy: Optional(Ref("person")), postedDate: BusinessDate, reason: Optional(Text(500)), journalEntryId: Ref("journal_entry") },
  ({ postedDate, reason }) => `Approved, posted from ${postedDate}${reason === null ? "" : `. Despite a mismatch: ${reason}`}`,
)
export const PayableDisputed = event("PayableDisputed", 1, { reason: Text(500), disputedBy: Optional(Ref("person")) }, ({ reason }) => `Disputed: ${reason}`)
export const PayableResolved = event(
  "PayableResolved",
  1,
  { note: Text(500), resolvedBy: Optional(Ref("person")) },
  ({ note }) => `Dispute settled${note ? `: ${note}` : ""}`,
)
export const PayableWithdrawn = event(
  "PayableWithdrawn",
  1,
  { reason: Text(500), withdrawnBy: Optional(Ref("person")) },
  ({ reason }) => `Withdrawn before posting: ${reason}`,
)
export const PayableCredited = event(
  "PayableCredited",
  1,
  {
    amount: Money,
    date: BusinessDate,
    /** the number of the vendor's credit note */
    reference: Optional(Line(100)),
    reason: Text(500),
    journalEntryId: Ref("journal_entry"),
    creditedBy: Optional(Ref("person")),
  },
  ({ reason, reference }) => `Credited${reference === null ? "" : ` by ${reference}`}: ${reason}`,
)
export const PayableReserved = event(
  "PayableReserved",
  1,
  { runId: Ref("payment_run"), amount: Money },
  ({ runId }, title) => `Put on payment run ${title("payment_run", runId)}`,
)
export const PayableReleased = event(
  "PayableReleased",
  1,
  { runId: Ref("payment_run") },
  ({ runId }, title) => `Payment run ${title("payment_run", runId)} does not pay it`,
)
export const PayablePaid = event(
  "PayablePaid",
  1,
  { runId: Ref("payment_run"), amount: Money, withholding: Money, date: BusinessDate, reference: Line(100) },
  ({ runId, date }, title) => `Paid by ${title("payment_run", runId)} on ${date}`,
)
/** The bank returned the payment, or it was made in error: the bill is payable again. */
export const PayablePaymentReversed = event(
  "PayablePaymentReversed",
  1,
  { runId: Ref("payment_run"), amount: Money, withholding: Money, date: BusinessDate, kind: reversalFacts.kind, reason: Text(500) },
  ({ runId, kind, reason }, title) => reversalText({ kind, reason }, `The payment by ${title("payment_run", runId)} reversed`),
)

type Sums = { readonly amount: number; readonly paidAmount: number; readonly creditedAmount: number }
/** The open amount, to be paid or credited. */
export const balanceOf = ({ amount, paidAmount, creditedAmount }: Sums) => amount - paidAmount - creditedAmount
const settled = (sums: Sums) => {
  if (sums.creditedAmount >= sums.amount) return "credited" as const
  if (balanceOf(sums) <= 0) return "paid" as const
  return sums.paidAmount > 0 ? ("part_paid" as const) : ("open" as const)
}
/** Letters of other alphabets that look like Latin letters. */
const alike: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  "АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT УY ХX аa сc еe іi јj оo рp ѕs уy хx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO οo ΡP ΤT ΥY ΧX"
    .split(" ")
    .map(([other = "", latin]) => [other, latin] as const),
)
/** An invoice number as it looks: without invisible characters, look-alike letters as Latin letters, and one kind of dash. */
export const plainNumber = (invoiceNumber: string) =>
  [...invoiceNumber.normalize("NFKC").replace(/[\p{Cf}\p{Mn}]/gu, "")].map((letter) => alike[letter] ?? (/\p{Pd}/u.test(letter) ? "-" : letter)).join("")
/** The normalised number, the same for all spellings of one invoice: "inv 001" is INV001. */
export const invoiceKeyOf = (invoiceNumber: string) => invoiceNumber.toUpperCase().replace(/\s+/g, "")

export const payables = stream(
  Payable,
  PayableEntered,
  PayableMatched,
  PayableApproved,
  PayableDisputed,
  PayableResolved,
  PayableWithdrawn,
  PayableCredited,
  PayableReserved,
  PayableReleased,
  PayablePaid,
  PayablePaymentReversed,
).fold({
  PayableEntered: (_, entered) => ({
    ...blank(Payable),
    ...entered,
    invoiceKey: invoiceKeyOf(entered.invoiceNumber),
    status: "open" as const,
    paidAmount: 0,
    withheldAmount: 0,
    creditedAmount: 0,
    reservedAmount: 0,
  }),
  PayableMatched: (bill, { match }) => ({ ...bill, match }),
  PayableApproved: (bill, { approvedBy, postedDate, reason, journalEntryId }, at) => ({
    ...bill,
    approvedBy,
    approvedDate: at,
    postedDate,
    matchReason: reason,
    journalEntryId,
  }),
  PayableDisputed: (bill, { reason }) => ({ ...bill, status: "disputed" as const, disputeReason: reason }),
  PayableResolved: (bill) => ({ ...bill, status: settled(bill), disputeReason: null }),
  PayableWithdrawn: (bill) => ({ ...bill, status: "credited" as const, creditedAmount: bill.amount, invoiceKey: null, disputeReason: null }),
  PayableCredited: (bill, { creditedBy: _, ...credit }) => {
    const credited = { ...bill, creditedAmount: bill.creditedAmount + credit.amount, credits: [...bill.credits, credit] }
    return { ...credited, status: bill.status === "disputed" && balanceOf(credited) > 0 ? ("disputed" as const) : settled(credited) }
  },
  PayableReserved: (bill, { runId, amount }) => ({ ...bill, runId, reservedAmount: amount }),
  PayableReleased: (bill) => ({ ...bill, runId: null, reservedAmount: 0 }),
  PayablePaid: (bill, { reference, ...payment }) => {
    const paid = {
      ...bill,
      paidAmount: bill.paidAmount + payment.amount,
      withheldAmount: bill.withheldAmount + payment.withholding,
      payments: [...bill.payments, payment],
      paymentReference: reference,
      runId: null,
      reservedAmount: 0,
    }
    const status = settled(paid)
    return { ...paid, status, paidDate: status === "paid" ? payment.date : null }
  },
  // the payment stays in the list next to its reversal, so that reports of past days do not change
  PayablePaymentReversed: (bill, { runId, amount, withholding, date }) => {
    const owed = {
      ...bill,
      paidAmount: bill.paidAmount - amount,
      withheldAmount: bill.withheldAmount - withholding,
      payments: [...bill.payments, { runId, amount: -amount, withholding: -withholding, date }],
      paidDate: null,
    }
    return { ...owed, status: bill.status === "disputed" ? bill.status : settled(owed), paymentReference: owed.paidAmount === 0 ? null : bill.paymentReference }
  },
})

export type Bill = Row<typeof Payable>

/** The value of a part of the open amount in the books, in cents of USD at the bill's rate. All parts together equal the posted amount of the bill. */
export const worthOf = ({ paidAmount, creditedAmount, rate }: Bill, amount: number): number => {
  const before = paidAmount + creditedAmount
  return toUsd(before + amount, rate) - toUsd(before, rate)
}

/** The value of an amount that is payable again: at the bill's rate. */
export const worthReopened = ({ paidAmount, creditedAmount, rate }: Bill, amount: number): number => {
  const settled = paidAmount + creditedAmount
  return toUsd(settled, rate) - toUsd(settled - amount, rate)
}

type Withheld = Pick<Bill, "amount" | "taxAmount" | "withholdingRate" | "paidAmount" | "withheldAmount">

/**
 * The tax withheld from a payment: the rate on the amount before tax of all payments so far, less what was withheld before. It is therefore exact over all
 * payments, even if one of them is reversed.
 */
export const withholdingOn = ({ amount, taxAmount, withholdingRate, paidAmount, withheldAmount }: Withheld, payment: number): number => {
  if (withholdingRate === null) return 0
  const scaled = BigInt(paidAmount + payment) * BigInt(amount - taxAmount) * BigInt(withholdingRate)
  const whole = BigInt(amount) * 10_000n
  const kept = Number((scaled * 2n + whole) / (2n * whole))
  return Math.min(payment, Math.max(0, kept - withheldAmount))
}

export const rows = ownSite("siteId", "8: its own site if it has one; 7 and 10: all")
