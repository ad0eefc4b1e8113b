/** Labels of the billing screens. */
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import type { InvoiceAnswer, InvoiceLineAnswer } from "../invoices/contract.ts"
import type { BillingPeriodAnswer, PlanAnswer, RunAnswer } from "../meal-billing/contract.ts"
import { pathsOf } from "./client.ts"

export type Invoice = typeof InvoiceAnswer.Type
export type InvoiceLine = typeof InvoiceLineAnswer.Type
export type MealBill = typeof BillingPeriodAnswer.Type
export type Plan = typeof PlanAnswer.Type
export type PlannedBill = Plan["bills"][number]
export type Run = typeof RunAnswer.Type

/** The lists to reload after an invoice or a payment has changed. */
export const invoiceLists = [
  ...pathsOf("GET /api/invoices", "GET /api/invoice-tiles", "GET /api/payments", "GET /api/client-accounts", "GET /api/meal-billing-periods"),
  "/api/billing",
]

/** INV-2026-00001, or Draft 12. */
export const numberOf = ({ invoiceNumber, id }: Pick<InvoiceLine, "invoiceNumber" | "id">) => invoiceNumber ?? `Draft ${id}`

const kinds = { meal: "Meals", service: "Services", construction: "Construction", opening: "Opening balance", credit_note: "Credit note" } as const
const methods = { bank_transfer: "Bank transfer", cash: "Cash", check: "Cheque", credit_card: "Card" } as const
const bases = { served: "Served", planned: "Planned", guaranteed: "Guaranteed" } as const
const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))
export const kindName = (kind: InvoiceLine["kind"]) => kinds[kind]
export const kindOptions = optionsOf(kinds)
export const methodOptions = optionsOf(methods)
export const basisOptions = optionsOf(bases)
export const statusOptions = optionsOf({
  open: "Open",
  overdue: "Overdue",
  draft: "Draft",
  issued: "Issued",
  sent: "Sent",
  part_paid: "Part paid",
  paid: "Paid",
  credited: "Cancelled",
  discarded: "Discarded",
})

/** The billing basis: `Guaranteed 80 %`. */
export const basisName = ({ basis, guaranteedShare }: { readonly basis: keyof typeof bases; readonly guaranteedShare: string | null }) =>
  basis === "guaranteed" ? `${bases.guaranteed} ${Number(guaranteedShare)}%` : bases[basis]

/** Whether an amount is less than another of the same currency; both decimal strings. */
export const isLess = (amount: string, than: string) => sumMoney([amount, negative(than)]).startsWith("-")
const negative = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`)

const amountForm = /^\d{1,13}(\.\d{1,2})?$/
/** Whether a text is an amount of money in the format of the API. */
export const isAmount = (text: string) => amountForm.test(text)

/** A number with its noun: 1 bill, 2 bills. */
export const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`

/** The totals of bills, one sentence per currency: `12 bills: $100.00 net + $18.00 tax = $118.00 total`. */
export const totalsOf = (totals: Plan["totals"]) =>
  (["USD", "SSP"] as const).flatMap((currency) => {
    const of = totals[currency]
    const money = (amount: string) => formatMoney(amount, currency)
    return of ? [`${count(of.bills, "bill")}: ${money(of.subtotalAmount)} net + ${money(of.taxAmount)} tax = ${money(of.totalAmount)} total`] : []
  })

/** The views of the list of all invoices. */
export const invoiceViews = [
  { id: "all", label: "All" },
  { id: "not-sent", label: "Not sent", query: { status: "issued" } },
  { id: "overdue", label: "Overdue", query: { status: "overdue" } },
  { id: "part-paid", label: "Part paid", query: { status: "part_paid" } },
] as const
