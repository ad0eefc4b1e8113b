/**
 * Money received from a client, and the invoices that it settles; the rest is the client's credit. Using that credit later is a payment as well, with the
 * method client_credit. Amounts are cents.
 */
import { Schema } from "effect"
import { formatMoney } from "@ops/platform/money.ts"
import { command, type By, conflict, find, get, invalid, findById, newId, nextNumber, type CommandGenerator, all } from "@ops/platform/records/command.ts"
import { BusinessDate, SeriesNumber, Line, Literals, Money, named as withNames, Optional, Parts, Rate, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { clients } from "@ops/clients/client.ts"
import { toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import {
  asReversed,
  notReversed,
  reversalFacts,
  reversalFields,
  reversalOf,
  type Reversing,
  reversalText,
  checkedReversalReason,
} from "@ops/ledger/reversals/reversal.ts"
import { clientAccounts, CreditConverted, creditIn, creditWorth } from "../receivables/client-account.ts"
import { dollarIn, type Invoice, InvoicePaid, InvoicePaymentReversed, invoices, nameOf, openOf, releasedOf, worthOf } from "../invoices/invoice.ts"
import { requireCashier } from "./cashier.ts"
import { converted, type Currency, otherThan, requireRate } from "./conversion.ts"
import { reversePosting } from "./payment-reversal.ts"

export const paymentMethods = ["cash", "bank_transfer", "check", "credit_card"] as const

const facts = {
  /** RCT-2026-0001 */
  paymentNumber: SeriesNumber("RCT"),
  clientId: Ref("client"),
  date: BusinessDate,
  amount: Money,
  currency: Literals("USD", "SSP"),
  /** hundredths of SSP per dollar on the date; 100 for USD */
  rate: Rate,
  /** the value of the amount on the date, in cents of USD; used credit keeps the value at which it was received */
  amountUsd: Money,
  method: withNames({ check: "Cheque", credit_card: "Card" }, Literals(...paymentMethods, "client_credit")),
  reference: Optional(Line(100)),
  /** `usd` is the value at the invoice's rate: the difference is an exchange gain or loss */
  allocations: Parts(Schema.Struct({ invoiceId: Schema.Int, amount: Schema.Int, usd: Schema.Int })),
  /** the part that no invoice took: it becomes the client's credit */
  unallocated: Money,
  unallocatedUsd: Money,
  notes: Text(500),
  recordedBy: Optional(Ref("person")),
}
export const Payment = record(
  "payment",
  {
    ...facts,
    status: Literals("received", "reversed"),
    /** the reference while the payment is in effect; null once it is reversed, so that it can be recorded again */
    referenceKey: Optional(Line(100)),
    ...reversalFields,
  },
  {
    grows: true,
    label: "Payment",
    title: "payment_number",
    unique: [
      { fields: ["paymentNumber"], sentence: "Another payment has this number" },
      // a missing reference never equals another: cash without a receipt from the payer can come twice a day
      {
        fields: ["clientId", "date", "amount", "currency", "referenceKey"],
        sentence: "A payment of this amount and reference is already recorded for this day",
      },
    ],
    indexes: [
      ["clientId", "date"],
      ["date", "createdAt", "id"],
    ],
  },
)
export const PaymentReceived = event("PaymentReceived", 1, facts, ({ paymentNumber, method }) =>
  method === "client_credit" ? `Credit used as ${paymentNumber}` : `${paymentNumber} received`,
)
export const PaymentReversed = event("PaymentReversed", 1, reversalFacts, (facts) => reversalText(facts))
export const payments = stream(Payment, PaymentReceived, PaymentReversed).fold({
  PaymentReceived: (_, payment) => ({ ...payment, status: "received" as const, referenceKey: payment.reference, ...notReversed }),
  PaymentReversed: (payment, facts) => ({ ...payment, status: "reversed" as const, referenceKey: null, ...asReversed(facts) }),
})

type Bill = Row<typeof Invoice>
/** The amount of an invoice that is settled, in cents of its currency, and the part of the payment that settles it. */
type Share = { readonly invoice: Bill; readonly amount: number; readonly paid: number }

export interface PaymentInput {
  readonly clientId: number
  readonly amount: number
  readonly currency: "USD" | "SSP"
  readonly method: (typeof paymentMethods)[number]
  readonly date: string
  readonly reference: string | null
  readonly notes: string
  /**
   * the amount for each invoice, in the invoice's currency, or null for as much as the money settles; null instead of a list settles the oldest first; an
   * empty list makes the whole amount a credit
   */
  readonly allocations: ReadonlyArray<{ readonly invoiceId: number; readonly amount: number | null }> | null
  /** the rate agreed with the payer, in hundredths of SSP per dollar: invoices in the other currency can be settled at it */
  readonly exchangeRate?: number | null
}

interface Paying {
  readonly clientId: number
  readonly currency: Currency
  readonly exchangeRate?: number | null
}

/** The share of an invoice: a given amount, or as much as `rest` of the payment's currency settles; refused if the invoice cannot take it. */
const share = (invoice: Bill, asked: number | null, { clientId, currency, exchangeRate = null }: Paying, rest: number): Share => {
  const name = nameOf(invoice)
  if (invoice.clientId !== clientId) throw invalid(`${name} is another client's`)
  if (invoice.kind === "credit_note" || invoice.status === "draft" || invoice.status === "discarded") throw invalid(`${name} is not to be paid`)
  const isSame = invoice.currency === currency
  if (!isSame && exchangeRate === null)
    throw invalid(`${name} is in ${invoice.currency}, the payment in ${currency}. Give the exchange rate at which it is settled`)
  const open = openOf(invoice)
  const amount = asked ?? Math.min(open, isSame ? rest : converted(rest, currency, exchangeRate!))
  if (amount <= 0 && (asked !== null || open > 0)) throw invalid("Each allocation must be greater than 0")
  if (amount > open || open === 0)
    throw conflict(open === 0 ? `${name} is settled already` : `Only ${invoice.currency} ${formatMoney(open)} of ${name} is open`)
  // a share that takes as much as the money settles uses all of it, regardless of rounding
  const paid = isSame ? amount : asked === null && amount < open ? rest : converted(amount, otherThan(currency), exchangeRate!)
  return { invoice, amount, paid: asked === null ? Math.min(rest, paid) : paid }
}

/** An advance cannot settle an invoice that did not exist yet: it is client credit until it is applied to one. */
const isAdvance = (date: string, issueDate: string | null) => issueDate !== null && date < issueDate

/** The shares given by the caller. */
function* named(input: PaymentInput): CommandGenerator<ReadonlyArray<Share>> {
  const { amount, date } = input
  const asked = input.allocations ?? []
  let rest = amount
  if (new Set(asked.map(({ invoiceId }) => invoiceId)).size < asked.length) throw invalid("Each invoice can be named once in a payment")
  const shares: Array<Share> = []
  for (const { invoiceId, amount } of asked) {
    const named = share(yield* get(invoices, invoiceId), amount, input, rest)
    rest -= named.paid
    const { issueDate } = named.invoice
    if (isAdvance(date, issueDate)) {
      const name = nameOf(named.invoice)
      throw invalid(`${name} is dated ${issueDate}, after this payment. Record the payment without it, then apply the client's credit to ${name}`)
    }
    shares.push(named)
  }
  if (rest < 0) throw invalid("The payment is smaller than the allocated amount")
  return shares
}

/** The shares of the oldest invoices, as far as the money goes. */
function* oldestFirst(input: PaymentInput, client: string): CommandGenerator<ReadonlyArray<Share>> {
  const { amount, clientId, currency, date } = input
  const account = yield* findById(clientAccounts, clientId)
  const all = account?.open ?? []
  const owed = all.filter((each) => each.currency === currency).sort((a, b) => a.issueDate.localeCompare(b.issueDate) || a.invoiceId - b.invoiceId)
  if (owed.length === 0 && all.length > 0) throw invalid(`The open invoices of ${client} are in ${all[0]!.currency}, the payment is in ${currency}`)
  const shares: Array<Share> = []
  let rest = amount
  for (const { invoiceId } of owed) {
    if (rest === 0) break
    const invoice = yield* get(invoices, invoiceId)
    if (isAdvance(date, invoice.issueDate)) continue
    const next = share(invoice, Math.min(rest, openOf(invoice)), input, rest)
    shares.push(next)
    rest -= next.paid
  }
  return shares
}

type Paid = Pick<Parameters<typeof PaymentReceived>[0], "clientId" | "date" | "amount" | "currency" | "rate" | "amountUsd" | "method" | "reference" | "notes">

function* recorded(paid: Paid, shares: ReadonlyArray<Share>, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const id = yield* newId(payments)
  const paymentNumber = yield* nextNumber("RCT", by.today.slice(0, 4))
  const allocations = shares.map(({ invoice, amount }) => ({ invoiceId: invoice.id, amount, usd: worthOf(invoice, amount) }))
  const unallocated = paid.amount - shares.reduce((sum, { amount }) => sum + amount, 0)
  const received = { ...paid, paymentNumber, allocations, unallocated, unallocatedUsd: toUsd(unallocated, paid.rate), recordedBy: by.person }
  return [
    payments.at(id, PaymentReceived(received)),
    ...shares.map(({ invoice, amount }) => invoices.at(invoice.id, InvoicePaid({ paymentId: id, amount, date: paid.date }))),
  ]
}

/**
 * Records money received: for the given invoices, otherwise for the oldest ones. The rest becomes the client's credit. 409 for more than is open on an
 * invoice, and for a payment that is already recorded; nothing is written then.
 */
export const receivePayment = command("payment.receive", function* (input: PaymentInput, by) {
  requireCashier(by)
  const { clientId, amount, currency, method, date, reference, notes } = input
  const client = yield* get(clients, clientId)
  if (amount <= 0) throw invalid("Amount must be greater than 0")
  if (date > by.today) throw invalid("Payment date cannot be in the future")
  const known = reference === null ? undefined : yield* find(payments, { clientId, date, amount, currency, referenceKey: reference })
  if (known) throw conflict(`This payment is already recorded as ${known.paymentNumber}`)
  const shares = yield* input.allocations === null ? oldestFirst(input, client.companyName) : named(input)
  const rate = yield* dollarIn(currency, date)
  const paid = { clientId, date, amount, currency, rate, amountUsd: toUsd(amount, rate), method, reference, notes }
  const changes = yield* recorded(
    paid,
    shares.filter(({ invoice }) => invoice.currency === currency),
    by,
  )
  const others = shares.filter(({ invoice }) => invoice.currency !== currency)
  return others.length === 0 ? changes : [...changes, ...(yield* settledInOther(paid, others, input.exchangeRate!, by))]
})

/** The money received becomes credit in the other currency, which settles the invoices: a separate payment with the same notes. */
function* settledInOther(paid: Paid, shares: ReadonlyArray<Share>, agreed: number, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const { clientId, date, currency } = paid
  const [ours, official] = yield* all(dollarIn(otherThan(currency), date), dollarIn("SSP", date))
  const exchangeRate = requireRate(agreed, official, by)
  const amount = shares.reduce((sum, { paid }) => sum + paid, 0)
  const toAmount = shares.reduce((sum, { amount }) => sum + amount, 0)
  const [usd, amountUsd] = [toUsd(amount, paid.rate), toUsd(toAmount, ours)]
  const to = otherThan(currency)
  const conversion = { date, currency, amount, usd, toCurrency: to, toAmount, toUsd: amountUsd, rate: exchangeRate }
  const used = { ...paid, amount: toAmount, currency: to, rate: ours, amountUsd, method: "client_credit" as const, reference: null }
  return [clientAccounts.at(clientId, CreditConverted(conversion)), ...(yield* recorded(used, shares, by))]
}

/** Uses the client's credit for an invoice: an amount in cents, or as much as possible. */
export const applyCredit = command("payment.apply_credit", function* ({ invoiceId, amount: asked }: { invoiceId: number; amount: number | null }, by) {
  requireCashier(by)
  const invoice = yield* get(invoices, invoiceId)
  const { clientId, currency } = invoice
  const account = yield* findById(clientAccounts, clientId)
  const credit = creditIn(account, currency)
  if (credit === 0) throw conflict(`This client has no credit in ${currency}`)
  const amount = asked ?? Math.min(credit, openOf(invoice))
  if (amount > credit) throw conflict(`The client's credit is ${currency} ${formatMoney(credit)}`)
  const shares = [share(invoice, amount, { clientId, currency }, amount)]
  const amountUsd = creditWorth(account, currency, amount)
  const rate = yield* dollarIn(currency, by.today)
  const paid = { clientId, date: by.today, amount, currency, rate, amountUsd, method: "client_credit" as const, reference: null, notes: "" }
  return yield* recorded(paid, shares, by)
})

export interface ReversingPayment extends Reversing {
  /** the journal entry that posted the payment */
  readonly entryId: number
}

/**
 * Reverses a payment that bounced, or that was recorded or allocated in error: its invoices are open again, and the part that became the client's credit is
 * reversed. Refused (409) if the client has used that credit.
 */
export const reversePayment = command("payment.reverse", function* ({ id, kind, reason, entryId }: ReversingPayment, by) {
  const payment = yield* get(payments, id)
  const { paymentNumber, method, clientId, currency, allocations, unallocated } = payment
  const isBanked = method !== "cash" && method !== "client_credit"
  const why = checkedReversalReason(by, { kind, reason }, { permission: "payments.process", isBanked })
  if (payment.status === "reversed") throw conflict(`${paymentNumber} is reversed already`)
  const bills = yield* all(...allocations.map(({ invoiceId }) => get(invoices, invoiceId)))
  // the part of a payment that a credit note has released is now the client's credit
  const parts = bills.map((invoice, n) => {
    const { amount } = allocations[n]!
    const released = Math.min(amount, releasedOf(invoice))
    return { invoice, amount, released, reopened: amount - released }
  })
  const credited = unallocated + parts.reduce((sum, { released }) => sum + released, 0)
  const regained = method === "client_credit" ? payment.amount : 0
  const account = yield* findById(clientAccounts, clientId)
  const credit = creditIn(account, currency) + regained
  if (credited > credit) {
    const used = `${currency} ${formatMoney(credited - credit)}`
    const isConverted = (account?.conversions ?? []).some((conversion) => conversion.currency === currency && conversion.amount < 0)
    const first = isConverted ? "Reverse the payment that used it, then convert the client's credit back" : "Reverse the payment that used it first"
    throw conflict(`${used} of the credit from ${paymentNumber} has been used since. ${first}`)
  }
  const { entry, gained, taken } = yield* reversePosting({ payment, entryId, parts, credited, account }, why, by)
  return [
    payments.at(id, PaymentReversed(reversalOf({ kind }, why, entry[0]!.id, by))),
    ...parts.map(({ invoice, amount, released }) =>
      invoices.at(invoice.id, InvoicePaymentReversed({ paymentId: id, amount, released, date: by.today, kind, reason: why })),
    ),
    ...entry,
    ...gained,
    ...taken,
  ]
})
