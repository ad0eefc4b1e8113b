/** A meal bill: drafted from the meals of a contract, and issued. */
import { mondayOf } from "@ops/platform/dates/days.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import {
  command,
  type By,
  conflict,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  notFound,
  Rejection,
  type CommandGenerator,
  all,
} from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Client, clients } from "@ops/clients/client.ts"
import { mealAccounts, overlaps, PeriodBilled } from "@ops/meals/head-counts/meal-account.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { type billingTypes, type Invoice, InvoiceDrafted, InvoiceDueAgreed, invoices, issuing, nameOf, seller } from "../invoices/invoice.ts"
import { type Period, periodNamed } from "../invoices/invoice-period.ts"
import type { PlannedBill } from "./plan.ts"

const days: Record<Row<typeof Client>["paymentTerms"], number> = { due_on_receipt: 0, "15_days": 15, "30_days": 30, "45_days": 45, "60_days": 60 }
/** The due date of an invoice issued on a day, by the client's terms. */
export const dueDate = ({ paymentTerms }: Pick<Row<typeof Client>, "paymentTerms">, issued: string): string => addDays(issued, days[paymentTerms])

/** A period as text: "October 2026", "2026-10-01 to 2026-10-07", or a single date. */
export const periodText = ({ from, to }: Period): string => {
  if (from === to) return from
  const month = periodNamed(from.slice(0, 7))
  return month?.from === from && month.to === to ? formatMonth(from) : `${from} to ${to}`
}

type BillingType = (typeof billingTypes)[number]
/** The day, week or month that a day belongs to, by type of bill; a week is named by its Monday. */
const unitOf: Record<BillingType, (day: string) => string> = { daily: (day) => day, weekly: mondayOf, monthly: (day) => day.slice(0, 7) }
const unitWords: Record<BillingType, string> = {
  daily: "A daily bill is for one day. Give the same start and end date",
  weekly: "A weekly bill is for days of one week, Monday to Sunday. Give days of the same week",
  monthly: "A monthly bill is for days of one month. Give days of the same month",
}
/** Refuses (422) a period that a bill of this type cannot have: it must be within one day, week or month. */
export const requireWithinUnit = (billingType: BillingType, { from, to }: Period): void => {
  if (unitOf[billingType](from) !== unitOf[billingType](to)) throw invalid(unitWords[billingType])
}

interface Circumstances {
  readonly billingType: (typeof billingTypes)[number]
  readonly runId: number | null
  readonly planDigest: string | null
  /** issued immediately, or left as a draft */
  readonly isIssued: boolean
}

/** The changes that create a meal bill, the invoice's first. Its due date counts from today by the client's terms. */
export function* mealBill(
  bill: PlannedBill,
  { billingType, runId, planDigest, isIssued }: Circumstances,
  by: By,
): CommandGenerator<{ id: number; changes: ReadonlyArray<Change> }> {
  const [client, from, id] = yield* all(get(clients, bill.clientId), seller(), newId(invoices))
  const draft = {
    kind: "meal" as const,
    siteId: bill.siteId,
    clientId: bill.clientId,
    contractId: bill.contractId,
    projectId: bill.projectId,
    client: { name: client.companyName, address: client.address ?? "", email: client.email },
    seller: from,
    billingPeriod: periodText(bill),
    billingType,
    periodStart: bill.from,
    periodEnd: bill.to,
    dueDate: dueDate(client, by.today),
    currency: bill.currency,
    // the highest head-count of a meal in the period
    staffCount: Math.max(...bill.slots.map(({ heads }) => heads)),
    mealsServed: bill.served,
    mealsMissed: bill.missed,
    lines: bill.lines,
    taxCode: bill.taxCode,
    taxes: bill.taxes,
    subtotalAmount: bill.subtotal,
    taxAmount: bill.tax,
    totalAmount: bill.total,
    template: "standard",
    notes: bill.signed,
    overrideReason: null,
    runId,
    planDigest,
    creditOf: null,
    replaces: bill.replaces,
    generatedBy: by.person,
  }
  return { id, changes: [invoices.at(id, InvoiceDrafted(draft)), ...(isIssued ? yield* issuing(id, draft, by.today) : [])] }
}

export interface DraftInput extends Period {
  readonly siteId: number
  readonly clientId: number
  readonly billingType: (typeof billingTypes)[number]
}

/**
 * Drafts the bill of meals that are locked for it, and claims them; `bill` is the computed bill, or the reason why there is none. Refused (409) if one of the
 * meals has a bill.
 */
export const draftMealBill = (bill: PlannedBill | Rejection) =>
  command("meal_bill.draft", function* (input: DraftInput, by) {
    const { billingType } = input
    if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can bill meals")
    requireWithinUnit(billingType, input)
    if (bill instanceof Rejection) throw bill
    const { contractId, from, to } = bill
    const { billed, held } = yield* get(mealAccounts, contractId)
    const other = billed.find((period) => overlaps(period, bill))
    if (other) throw conflict(`These meals are already billed on ${nameOf(yield* get(invoices, other.invoiceId))}`)
    if (held?.runId !== null || held.from !== from || held.to !== to) {
      throw conflict("The meals of this period are being billed right now. Try again in a few minutes")
    }
    const { id, changes } = yield* mealBill(bill, { billingType, runId: null, planDigest: null, isIssued: false }, by)
    return { id, changes: [...changes, mealAccounts.at(contractId, PeriodBilled({ contractId, from, to, invoiceId: id }))] }
  })

/** Issues a draft of a meal bill: it takes its number, is posted, and is due by the client's terms from today. */
export const issueMealBill = command("meal_bill.issue", function* ({ id }: { readonly id: number }, by) {
  const invoice = yield* mealBillOf(id, by)
  if (invoice.status === "discarded") throw conflict("This draft was discarded")
  if (invoice.status !== "draft") throw conflict(`${nameOf(invoice)} is issued already`)
  const due = dueDate(yield* get(clients, invoice.clientId), by.today)
  return [...(due === invoice.dueDate ? [] : [invoices.at(id, InvoiceDueAgreed({ dueDate: due }))]), ...(yield* issuing(id, invoice, by.today))]
})

/** The bill, if it is a meal bill and the person may work on it. */
function* mealBillOf(id: number, by: By): CommandGenerator<Row<typeof Invoice>> {
  if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can bill meals")
  const invoice = yield* findById(invoices, id)
  if (invoice?.kind !== "meal" || (by.confinedTo !== null && invoice.siteId !== by.confinedTo)) throw notFound(`Meal bill ${id} does not exist`)
  return invoice
}
