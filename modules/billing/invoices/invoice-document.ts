/** The content of an invoice or credit note, ready for layout: the one model behind its HTML and its PDF. All amounts are text. */
import { daysBetween } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import type { Row } from "@ops/platform/records/record.ts"
import type { Invoice } from "./invoice.ts"

type Bill = Row<typeof Invoice>

export interface InvoiceDocument {
  readonly title: "Invoice" | "Credit note"
  readonly number: string
  /** a draft is marked as such in its header, and does not ask for payment */
  readonly isDraft: boolean
  readonly site: { readonly code: string; readonly name: string; readonly colour: string }
  readonly seller: ReadonlyArray<string>
  readonly client: ReadonlyArray<string>
  /** number, dates and similar facts, in order */
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>
  readonly currency: string
  readonly lines: ReadonlyArray<{ readonly description: string; readonly quantity: string; readonly unitPrice: string; readonly amount: string }>
  readonly totals: ReadonlyArray<readonly [label: string, value: string]>
  readonly total: readonly [label: string, value: string]
  readonly notes: ReadonlyArray<string>
}

/** The colours of the site codes, the same as everywhere. */
const colours: Readonly<Record<string, string>> = { US: "#115e59", PA: "#8a4b12", JU: "#3f4a8a" }

/** "12,345.00" */
const money = (cents: number) => formatMoney(cents).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",")
const whole = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ",")
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
const day = (date: string) => days.format(new Date(`${date}T00:00:00Z`))

const addressed = ({ name, address, email }: Bill["client"]): ReadonlyArray<string> =>
  [name, ...address.split("\n"), email ?? ""].map((line) => line.trim()).filter((line) => line !== "")

/** The payment terms, or the effect of the credit note. */
const terms = ({ kind, issueDate, dueDate, currency, totalAmount }: Bill, creditOf: string | null): string => {
  if (kind === "credit_note") return `This credit note reduces invoice ${creditOf} by ${currency} ${money(totalAmount)}. No payment is due.`
  if (issueDate === null) return `Payment by ${day(dueDate)}.`
  const within = daysBetween(issueDate, dueDate)
  return within > 0 ? `Payment within ${within} days of the invoice date, by ${day(dueDate)}.` : `Payment on receipt, by ${day(dueDate)}.`
}

/** The document of an invoice. `creditOf` is the number of the invoice that a credit note credits. */
export const invoiceDocument = (invoice: Bill, site: { readonly code: string; readonly name: string }, creditOf: string | null = null): InvoiceDocument => {
  const { kind, invoiceNumber, id, issueDate, dueDate, currency, rate, billingPeriod, periodStart, periodEnd } = invoice
  const isCredit = kind === "credit_note"
  const fact = (label: string, value: string | null | false): ReadonlyArray<readonly [string, string]> => (value ? [[label, value]] : [])
  return {
    title: isCredit ? "Credit note" : "Invoice",
    number: invoiceNumber ?? `Draft ${id}`,
    isDraft: invoiceNumber === null,
    site: { ...site, colour: colours[site.code] ?? "#60646c" },
    seller: [...addressed(invoice.seller), ...(invoice.seller.taxNumber ? [`Tax number ${invoice.seller.taxNumber}`] : [])],
    client: addressed(invoice.client),
    facts: [
      ...fact("Date", issueDate && day(issueDate)),
      ...fact("Due date", !isCredit && day(dueDate)),
      ...fact("Billing period", billingPeriod),
      ...fact("From", periodStart && day(periodStart)),
      ...fact("To", periodEnd && day(periodEnd)),
      ...fact("Site", site.name),
      ...fact("Staff", invoice.staffCount > 0 && whole(invoice.staffCount)),
      ...fact("Meals served", invoice.mealsServed > 0 && whole(invoice.mealsServed)),
      ...fact("Credits invoice", creditOf),
      ...fact("Exchange rate", currency === "SSP" && rate !== null && `USD 1 = SSP ${money(rate)}`),
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
      ...invoice.taxes.map(({ rate, net, tax }): readonly [string, string] => [`Sales tax ${(rate / 100).toFixed(2)}% on ${money(net)}`, money(tax)]),
    ],
    total: [isCredit ? `Credited ${currency}` : `Total ${currency}`, money(invoice.totalAmount)],
    notes: [
      terms(invoice, creditOf),
      ...(invoice.seller.bank && !isCredit ? [`Pay to: ${invoice.seller.bank.replace(/\s*\n\s*/g, ", ")}`] : []),
      ...(invoice.notes === "" ? [] : [isCredit ? `Reason: ${invoice.notes}` : invoice.notes]),
    ],
  }
}
