/** The content of an invoice or credit note, ready for layout: the one model behind its HTML and its PDF. All amounts are text. */
import { daysBetween } from "@ops/platform/calendar.ts"
import type { LetterFact } from "@ops/platform/documents/letter.ts"
import { formatMoney } from "@ops/platform/money.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { count } from "@ops/platform/text.ts"
import { formatLongDay } from "@ops/platform/dates/sentence.ts"
import type { Invoice } from "./invoice.ts"

type Bill = Row<typeof Invoice>

export interface InvoiceDocument {
  readonly title: "Invoice" | "Credit note"
  readonly number: string
  /** a draft is marked as such in its header, and does not ask for payment */
  readonly isDraft: boolean
  readonly site: string
  readonly seller: ReadonlyArray<string>
  readonly client: ReadonlyArray<string>
  /** of issue; of a draft there is none */
  readonly date: string | null
  /** what stands beside the client: the services, when payment is due, and similar facts */
  readonly facts: ReadonlyArray<LetterFact>
  readonly currency: string
  readonly lines: ReadonlyArray<{ readonly description: string; readonly quantity: string; readonly unitPrice: string; readonly amount: string }>
  readonly totals: ReadonlyArray<readonly [label: string, value: string]>
  readonly total: readonly [label: string, value: string]
  readonly notes: ReadonlyArray<string>
  /** where to pay, at the foot of every page */
  readonly foot: ReadonlyArray<string>
}

/** "12,345.00" */
const money = (cents: number) => formatMoney(cents).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",")
const whole = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ",")

const addressed = ({ name, address, email }: Bill["client"]): ReadonlyArray<string> =>
  [name, ...address.split("\n"), email ?? ""].map((line) => line.trim()).filter((line) => line !== "")

/** "1–22 November 2026", or both days in full if they are of different months. */
const span = (from: string, to: string) => {
  if (from === to) return formatLongDay(from)
  return from.slice(0, 7) === to.slice(0, 7) ? `${Number(from.slice(8))}–${formatLongDay(to)}` : `${formatLongDay(from)} – ${formatLongDay(to)}`
}
/** "45 days" after the invoice date; nothing for a draft, whose date is not known. */
const terms = ({ issueDate, dueDate }: Bill) => {
  if (issueDate === null) return null
  const days = daysBetween(issueDate, dueDate)
  return days > 0 ? count(days, "day") : "On receipt"
}

/** The document of an invoice. `creditOf` is the number of the invoice that a credit note credits. */
export const invoiceDocument = (invoice: Bill, site: { readonly name: string }, creditOf: string | null = null): InvoiceDocument => {
  const { kind, invoiceNumber, id, issueDate, dueDate, currency, rate, billingPeriod, periodStart, periodEnd, staffCount, mealsServed } = invoice
  const isCredit = kind === "credit_note"
  const fact = (label: string, ...values: ReadonlyArray<string | null | false>): ReadonlyArray<LetterFact> => {
    const lines = values.filter((value) => value !== null && value !== false)
    return lines.length === 0 ? [] : [{ label, lines }]
  }
  return {
    title: isCredit ? "Credit note" : "Invoice",
    number: invoiceNumber ?? `Draft ${id}`,
    isDraft: invoiceNumber === null,
    site: site.name,
    seller: [...addressed(invoice.seller), ...(invoice.seller.taxNumber ? [`Tax number ${invoice.seller.taxNumber}`] : [])],
    client: addressed(invoice.client),
    date: issueDate && formatLongDay(issueDate),
    facts: [
      ...fact(
        "Services at",
        site.name,
        billingPeriod,
        periodStart !== null && periodEnd !== null && span(periodStart, periodEnd),
        staffCount > 0 && `Staff ${whole(staffCount)}`,
        mealsServed > 0 && `Meals served ${whole(mealsServed)}`,
      ),
      ...fact("Credits invoice", creditOf),
      ...fact("Exchange rate", currency === "SSP" && rate !== null && `USD 1 = SSP ${money(rate)}`),
      ...(isCredit ? [] : fact("Due", formatLongDay(dueDate), terms(invoice))),
    ],
    currency,
    lines: invoice.lines.map(({ description, quantity, unitPrice, amount }) => ({
      description,
      quantity: whole(quantity),
      unitPrice: money(unitPrice),
      amount: money(amount),
    })),
    totals: [
      ["Subtotal", money(invoice.subtotalAmount)],
      ...invoice.taxes.map(({ rate, net, tax }, _, { length }): readonly [string, string] => [
        `Sales tax ${rate / 100}%${length > 1 ? ` on ${money(net)}` : ""}`,
        money(tax),
      ]),
    ],
    total: [isCredit ? `Credited, ${currency}` : `Total due, ${currency}`, money(invoice.totalAmount)],
    notes: [
      ...(isCredit ? [`This credit note reduces invoice ${creditOf} by ${currency} ${money(invoice.totalAmount)}. No payment is due.`] : []),
      ...(invoice.notes === "" ? [] : [isCredit ? `Reason: ${invoice.notes}` : invoice.notes]),
    ],
    foot: invoice.seller.bank && !isCredit ? [`Pay to: ${invoice.seller.bank.replace(/\s*\n\s*/g, ", ")}`] : [],
  }
}
