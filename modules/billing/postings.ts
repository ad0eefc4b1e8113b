/** The records that billing changes in the same commit: the journal entry, the client's account, and mails. */
import { type About, consequence, get, findById, type CommandGenerator } from "@ops/platform/records/command.ts"
import { type mails, MailFailed, MailSent } from "@ops/platform/mail/mail.ts"
import { formatMoney } from "@ops/platform/money.ts"
import type { Row } from "@ops/platform/records/record.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { isOpeningUnconfirmed } from "@ops/ledger/openings/opening.ts"
import { type EntryLine, post } from "@ops/ledger/journal-entries/journal-entry.ts"
import { clientAccounts, CreditConverted, CreditGained, CreditUsed, InvoiceOwed, InvoiceSettled } from "./receivables/client-account.ts"
import {
  type Invoice,
  InvoiceBounced,
  InvoiceCredited,
  InvoiceIssued,
  InvoicePaid,
  InvoicePaymentReversed,
  InvoiceSent,
  invoices,
  openOf,
  worthOf,
} from "./invoices/invoice.ts"
import { accrualConsequences } from "./accruals/accrual.ts"
import { PaymentReceived } from "./payments/payment.ts"
import { accruedIncome, clientCredits, conversion, creditedOn, exchangeLine, moneyAt, receivables, revenue, some, worth } from "./posting-lines.ts"

type Bill = Row<typeof Invoice>

const salesTax = "2200"

/** The net amount of a document worth `total` cents of USD, on one side of an account. */
const net = (side: "debit" | "credit", bill: Bill, account: string, rate: number, total: number): ReadonlyArray<EntryLine> => {
  const { currency, subtotalAmount, taxAmount, siteId, clientId } = bill
  return some(subtotalAmount, { account, [side]: subtotalAmount, ...worth(currency, total - Math.min(total, toUsd(taxAmount, rate))), siteId, clientId })
}
/** The net amount on an account, and the tax. */
const earned = (side: "debit" | "credit", bill: Bill, account: string, rate: number, total: number): ReadonlyArray<EntryLine> => {
  const { currency, taxAmount, siteId, clientId } = bill
  const tax = Math.min(total, toUsd(taxAmount, rate))
  return [...net(side, bill, account, rate, total), ...some(taxAmount, { account: salesTax, [side]: taxAmount, ...worth(currency, tax), siteId, clientId })]
}

/** Whether the invoice is for income earned in an earlier month. Construction income is recognised through work in progress. */
const isEarnedBefore = ({ kind, periodEnd }: Bill, issueDate: string) =>
  (kind === "meal" || kind === "service") && periodEnd !== null && periodEnd.slice(0, 7) < issueDate.slice(0, 7)

/** An event of a client's account, which exists from its first event on. */
function* inAccount(clientId: number, event: Parameters<typeof clientAccounts.at>[1]): CommandGenerator<ReadonlyArray<Change>> {
  yield* findById(clientAccounts, clientId)
  return [clientAccounts.at(clientId, event)]
}

/** Removes a fully settled invoice from the client's account. */
function* settleIfPaid(invoice: Bill): CommandGenerator<ReadonlyArray<Change>> {
  if (openOf(invoice) > 0) return []
  const account = yield* findById(clientAccounts, invoice.clientId)
  return account?.open.some(({ invoiceId }) => invoiceId === invoice.id) ? [clientAccounts.at(invoice.clientId, InvoiceSettled({ invoiceId: invoice.id }))] : []
}

export const billingConsequences = [
  ...accrualConsequences,
  consequence(InvoiceIssued, function* ({ invoiceNumber, issueDate, rate }, { id, row, by }: About<typeof invoices>) {
    const invoice: Bill = row
    const { kind, currency, totalAmount, siteId, clientId, billingPeriod } = invoice
    // a credit note is posted with the invoice it credits; nothing is owed on an invoice with a total of zero
    if (kind === "credit_note" || totalAmount === 0) return []
    const total = toUsd(totalAmount, rate)
    const before = isEarnedBefore(invoice, issueDate)
    const of = { reference: invoiceNumber, source: { kind: "invoice", id }, currency, rate }
    const account = revenue[kind]
    // the revenue belongs to the month of the work, next to its cost; the tax and the receivable to the invoice date
    const accrual = before
      ? yield* post(
          {
            ...of,
            date: invoice.periodEnd!,
            description: `Earned in ${billingPeriod}, ${invoice.client.name}, billed by ${invoiceNumber}`,
            lines: [...net("debit", invoice, accruedIncome, rate, total), ...net("credit", invoice, account, rate, total)],
          },
          by,
        )
      : []
    const entry = yield* post(
      {
        ...of,
        date: issueDate,
        description: `${invoiceNumber}, ${invoice.client.name}, ${billingPeriod}`,
        lines: [
          { account: receivables, debit: totalAmount, ...worth(currency, total), siteId, clientId },
          ...earned("credit", invoice, before ? accruedIncome : account, rate, total),
        ],
      },
      by,
      accrual,
    )
    return [...accrual, ...entry, ...(yield* inAccount(clientId, InvoiceOwed({ clientId, invoiceId: id, currency, issueDate })))]
  }),

  consequence(InvoiceCredited, function* ({ creditNoteId, amount, released }, { row, by }: About<typeof invoices>) {
    const invoice: Bill = row
    const note = yield* get(invoices, creditNoteId)
    const { currency, siteId, clientId } = invoice
    const rate = invoice.rate!
    const account = creditedOn(invoice.kind as keyof typeof revenue, yield* isOpeningUnconfirmed())
    const settled = amount - released
    // the state before this event: the settled amount was not yet credited, and the released amount was paid
    const before = { ...invoice, creditedAmount: invoice.creditedAmount - amount, paidAmount: invoice.paidAmount + released }
    const settledUsd = worthOf(before, settled)
    const releasedUsd = toUsd(released, rate)
    const entry = yield* post(
      {
        date: note.issueDate!,
        description: `${note.invoiceNumber} for ${invoice.invoiceNumber}, ${invoice.client.name}`,
        reference: note.invoiceNumber,
        source: { kind: "invoice", id: creditNoteId },
        currency,
        rate,
        lines: [
          ...earned("debit", note, account, rate, settledUsd + releasedUsd),
          ...some(settled, { account: receivables, credit: settled, ...worth(currency, settledUsd), siteId, clientId }),
          ...some(released, { account: clientCredits, credit: released, ...worth(currency, releasedUsd), siteId, clientId }),
        ],
      },
      by,
    )
    const gained = released > 0 ? yield* inAccount(clientId, CreditGained({ clientId, currency, amount: released, usd: releasedUsd })) : []
    return [...entry, ...gained, ...(yield* settleIfPaid(invoice))]
  }),

  consequence(PaymentReceived, function* (payment, { id, by }) {
    const { clientId, currency, amount, amountUsd, allocations, unallocated, unallocatedUsd, method, paymentNumber } = payment
    const isCredit = method === "client_credit"
    const gain = amountUsd - unallocatedUsd - allocations.reduce((sum, { usd }) => sum + usd, 0)
    const entry = yield* post(
      {
        date: payment.date,
        description: `${paymentNumber}, ${isCredit ? "credit used" : "payment received"}`,
        reference: payment.reference ?? paymentNumber,
        source: { kind: "payment", id },
        currency,
        rate: payment.rate,
        lines: [
          { account: isCredit ? clientCredits : moneyAt(method, currency), debit: amount, ...worth(currency, amountUsd), clientId },
          ...allocations.map(({ amount, usd }) => ({ account: receivables, credit: amount, ...worth(currency, usd), clientId })),
          ...some(unallocated, { account: clientCredits, credit: unallocated, ...worth(currency, unallocatedUsd), clientId }),
          ...exchangeLine(-gain, clientId),
        ],
      },
      by,
    )
    const used = isCredit ? yield* inAccount(clientId, CreditUsed({ currency, amount, usd: amountUsd })) : []
    const gained = unallocated > 0 ? yield* inAccount(clientId, CreditGained({ clientId, currency, amount: unallocated, usd: unallocatedUsd })) : []
    return [...entry, ...used, ...gained]
  }),

  // one entry per currency; the difference in value is an exchange gain or loss, posted with the SSP entry
  consequence(CreditConverted, function* ({ date, currency, amount, usd, toCurrency, toAmount, toUsd, rate }, { id: clientId, by }) {
    const entry = (of: "USD" | "SSP", lines: ReadonlyArray<EntryLine>) => ({
      date,
      description: `Client credit converted: ${currency} ${formatMoney(amount)} to ${toCurrency} ${formatMoney(toAmount)} at ${formatMoney(rate)}`,
      reference: null,
      source: { kind: "client_account", id: clientId },
      currency: of,
      lines: of === "SSP" ? [...lines, ...exchangeLine(toUsd - usd, clientId)] : lines,
    })
    // the conversion account gets the value of the USD side
    const through = currency === "USD" ? usd : toUsd
    const taken = yield* post(
      entry(currency, [
        { account: clientCredits, debit: amount, ...worth(currency, usd), clientId },
        { account: conversion, credit: amount, ...worth(currency, through), clientId },
      ]),
      by,
    )
    const given = yield* post(
      entry(toCurrency, [
        { account: conversion, debit: toAmount, ...worth(toCurrency, through), clientId },
        { account: clientCredits, credit: toAmount, ...worth(toCurrency, toUsd), clientId },
      ]),
      by,
      taken,
    )
    return [...taken, ...given]
  }),

  consequence(InvoicePaid, function* (_, { row }: About<typeof invoices>) {
    return yield* settleIfPaid(row)
  }),

  consequence(InvoicePaymentReversed, function* (_, { row }: About<typeof invoices>) {
    const { id, clientId, currency, issueDate }: Bill = row
    if (openOf(row) === 0) return []
    const account = yield* findById(clientAccounts, clientId)
    if (account?.open.some(({ invoiceId }) => invoiceId === id)) return []
    return [clientAccounts.at(clientId, InvoiceOwed({ clientId, invoiceId: id, currency, issueDate: issueDate! }))]
  }),

  consequence(MailSent, function* (_, { id, row }: About<typeof mails>) {
    if (row.aboutKind !== "invoice") return []
    const invoice = yield* get(invoices, row.aboutId!)
    return [invoices.at(invoice.id, InvoiceSent({ mailId: id }))]
  }),
  consequence(MailFailed, function* ({ error }, { id, row }: About<typeof mails>) {
    if (row.aboutKind !== "invoice") return []
    const invoice = yield* get(invoices, row.aboutId!)
    return [invoices.at(invoice.id, InvoiceBounced({ mailId: id, error }))]
  }),
]
