/**
 * Late meals: people who were served, or were not, at a meal that is already on an invoice. The meal and its bill stay unchanged. The difference in the bill
 * is a proposal, which finance bills by a supplementary invoice, credits on the invoice, or declines. Both dates are kept: that of the meal, and that of the
 * report. Cents of the contract's currency.
 */
import { capitalised } from "@ops/platform/text.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  type By,
  command,
  type CommandGenerator,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  newId,
  type Outcome,
  permitted,
} from "@ops/platform/records/command.ts"
import { BusinessDate, label, Literals, Money, named, Optional, Ref, Text, Whole, WholeUpTo } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { clientContracts, termAt } from "@ops/clients/contracts/client-contract.ts"
import { clients } from "@ops/clients/client.ts"
import { taxCodes, taxOn, taxRateAt } from "@ops/ledger/taxes/tax-code.ts"
import { siteOf } from "@ops/sites/site.ts"
import { creditInvoice, type InvoiceDraft, InvoiceDrafted, invoices, issuing, nameOf, seller } from "../invoices/invoice.ts"
import { salesTax } from "../invoices/invoice-generation.ts"
import { billableHeads, rateOf, type Slot, type Terms } from "../meal-billing/bill.ts"
import { dueDate } from "../meal-billing/meal-billing.ts"

export const lateMealTypes = ["breakfast", "lunch", "dinner"] as const

const facts = {
  contractId: Ref("client_contract"),
  clientId: Ref("client"),
  siteId: Ref("site"),
  date: label("Day", BusinessDate),
  mealType: label("Meal", Literals(...lateMealTypes)),
  /** number of people who were served and are not on the bill; if below 0, of those on the bill who were not served */
  heads: label("People", Whole),
  reason: Text(500),
  /** the invoice that includes the meal */
  invoiceId: Ref("invoice"),
  currency: Literals("USD", "SSP"),
  /** the price per meal on the day, including these people */
  rate: label("Price", Money),
  /** the difference to the bill, before tax */
  amount: Money,
  /** the device act that reported it */
  fieldActId: Optional(WholeUpTo(Number.MAX_SAFE_INTEGER)),
  reportedBy: Optional(Ref("person")),
}
export const LateMeal = record(
  "late_meal",
  {
    ...facts,
    status: named(
      { proposed: "Proposed", billed: "Billed", credited: "Credited", declined: "Declined" },
      Literals("proposed", "billed", "credited", "declined"),
    ),
    /** the supplementary invoice, or the credit note */
    documentId: Optional(Ref("invoice")),
    decisionReason: Optional(Text(500)),
    decidedBy: Optional(Ref("person")),
  },
  {
    label: "Late meal",
    title: "meal_type || ' of ' || date",
    unique: [{ fields: ["fieldActId"], sentence: "This device record is already proposed" }],
    indexes: [["status", "date"]],
  },
)
type Late = Row<typeof LateMeal>

const people = (heads: number) => `${Math.abs(heads)} ${Math.abs(heads) === 1 ? "person" : "people"} ${heads > 0 ? "more" : "fewer"}`
export const LateMealProposed = event(
  "LateMealProposed",
  1,
  facts,
  ({ mealType, date, heads, reason }) => `${mealType} of ${date}, ${people(heads)}: ${reason}`,
)
const decided = { documentId: Ref("invoice"), decidedBy: Optional(Ref("person")) }
export const LateMealBilled = event("LateMealBilled", 1, decided, ({ documentId }, title) => `Billed by ${title("invoice", documentId)}`)
export const LateMealCredited = event("LateMealCredited", 1, decided, ({ documentId }, title) => `Credited by ${title("invoice", documentId)}`)
export const LateMealDeclined = event("LateMealDeclined", 1, { reason: Text(500), decidedBy: Optional(Ref("person")) }, ({ reason }) => `Declined: ${reason}`)
export const lateMeals = stream(LateMeal, LateMealProposed, LateMealBilled, LateMealCredited, LateMealDeclined).fold({
  LateMealProposed: (_, proposed) => ({ ...proposed, status: "proposed" as const, documentId: null, decisionReason: null, decidedBy: null }),
  LateMealBilled: (row, { documentId, decidedBy }) => ({ ...row, status: "billed" as const, documentId, decidedBy }),
  LateMealCredited: (row, { documentId, decidedBy }) => ({ ...row, status: "credited" as const, documentId, decidedBy }),
  LateMealDeclined: (row, { reason, decidedBy }) => ({ ...row, status: "declined" as const, decisionReason: reason, decidedBy }),
})

/** The change of a meal's bill by people reported late. `served` includes those reported late before. */
export const lateAmount = (
  contract: Terms,
  slot: Pick<Slot, "served" | "planned" | "date">,
  heads: number,
): { readonly rate: number; readonly amount: number } => {
  const { basis = "served", guaranteedShare = 0 } = termAt(contract.bases, slot.date) ?? {}
  const billed = (served: number) => {
    const all = billableHeads({ ...slot, served }, basis, guaranteedShare)
    const rate = rateOf(contract, slot.date, all) ?? 0
    return { rate, amount: all * rate }
  }
  const [before, after] = [billed(slot.served), billed(slot.served + heads)]
  return { rate: after.rate, amount: after.amount - before.amount }
}

export const rows = ownSite("siteId", "6: own site; 8: own site if it has one; 7 and 10: all")
const seen = visible(lateMeals, rows)

export type Proposing = Omit<Parameters<typeof LateMealProposed>[0], "reportedBy" | "clientId" | "siteId" | "currency"> & {
  /** the people served at the meal before these, including earlier late ones */
  readonly served: number
}

/** Proposes a late meal for a meal that is billed. */
export const proposeLateMeal = command("late_meal.propose", function* ({ served, ...input }: Proposing, by) {
  if (by.person !== null && !holds(by, "operations.supervise") && !holds(by, "invoices.manage"))
    throw forbidden("Only supervisors and finance can report late meals")
  const contract = yield* get(clientContracts, input.contractId)
  const { clientId, siteId, currency } = contract
  const site = yield* siteOf(siteId, by)
  if (input.heads === 0) throw invalid("How many people must not be 0")
  if (served + input.heads < 0) throw invalid(`Only ${served} were served at this meal`)
  if (input.date > by.today) throw invalid("A meal in the future cannot be late")
  if (input.reason.trim() === "") throw invalid("Reason is required")
  return [
    lateMeals.at(
      yield* newId(lateMeals),
      LateMealProposed({ ...input, reason: input.reason.trim(), clientId, siteId: site.id, currency, reportedBy: by.person }),
    ),
  ]
})

/** The proposal, if it is open and the person may decide it. */
function* open(id: number, by: By): CommandGenerator<Late> {
  if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can decide on late meals")
  const late = yield* seen(id, by)
  if (late.status !== "proposed") throw conflict(`This late meal is ${late.status} already`)
  return late
}
/** The person who reported a meal may not bill it. */
const requireAnother = ({ reportedBy }: Late, by: By) => {
  if (by.person !== null && reportedBy === by.person && by.level < 10) throw forbidden("You reported this meal, so another person must decide on it")
}
const one = { id: Ref("late_meal") }

/** The invoice for a late meal: one line for its day. */
function* supplement(late: Late, by: By): CommandGenerator<InvoiceDraft> {
  const { clientId, contractId, siteId, date, mealType, heads, rate, amount, currency } = late
  const [client, contract, original] = [yield* get(clients, clientId), yield* get(clientContracts, contractId), yield* get(invoices, late.invoiceId)]
  const taxCode = contract.taxCode || salesTax
  const tax = yield* find(taxCodes, { code: taxCode })
  const taxRate = tax && taxRateAt(tax, date)
  if (taxRate === undefined) throw invalid(`There is no tax ${taxCode} for ${date}`)
  const taxAmount = taxOn(amount, taxRate)
  const isEach = heads * rate === amount
  return {
    kind: "meal",
    siteId,
    clientId,
    contractId,
    projectId: original.projectId,
    client: { name: client.companyName, address: client.address ?? "", email: client.email },
    seller: yield* seller(),
    billingPeriod: date,
    billingType: null,
    periodStart: date,
    periodEnd: date,
    dueDate: dueDate(client, by.today),
    currency,
    staffCount: Math.max(heads, 0),
    mealsServed: Math.max(heads, 0),
    mealsMissed: 0,
    lines: [
      {
        description: `${capitalised(mealType)} of ${date}, supplement to ${nameOf(original)}`,
        quantity: isEach ? heads : 1,
        unitPrice: isEach ? rate : amount,
        amount,
        taxRate,
      },
    ],
    taxCode,
    taxes: [{ rate: taxRate, net: amount, tax: taxAmount }],
    subtotalAmount: amount,
    taxAmount,
    totalAmount: amount + taxAmount,
    template: "standard",
    notes: late.reason,
    overrideReason: null,
    runId: null,
    planDigest: null,
    creditOf: null,
    replaces: null,
    generatedBy: by.person,
  }
}

export const billLateMeal = command("late_meal.bill", "Bill a late meal by a supplementary invoice", one, function* ({ id }, by) {
  const late = yield* open(id, by)
  if (late.amount <= 0) throw conflict("This late meal adds nothing to the invoice: credit or decline it")
  requireAnother(late, by)
  yield* permitted()
  const [invoiceId, draft] = [yield* newId(invoices), yield* supplement(late, by)]
  return [
    lateMeals.at(id, LateMealBilled({ documentId: invoiceId, decidedBy: by.person })),
    invoices.at(invoiceId, InvoiceDrafted(draft)),
    ...(yield* issuing(invoiceId, draft, by.today)),
  ]
})

export const creditLateMeal = command("late_meal.credit", "Credit a late meal on its invoice", one, function* ({ id }, by): CommandGenerator<Outcome> {
  const late = yield* open(id, by)
  if (late.amount >= 0) throw conflict("This late meal does not reduce the invoice: bill or decline it")
  requireAnother(late, by)
  yield* permitted()
  const invoice = yield* get(invoices, late.invoiceId)
  const line = invoice.lines.findIndex(({ description, amount }) => description.toLowerCase().startsWith(late.mealType) && amount >= -late.amount) + 1
  if (line === 0)
    throw conflict(
      `No line of ${nameOf(invoice)} has ${late.currency} ${formatMoney(-late.amount)} of this meal. Credit the invoice manually, then decline this`,
    )
  const credit = yield* creditInvoice.decide({ id: invoice.id, reason: late.reason, lines: [{ line, quantity: null, amount: -late.amount }] }, by)
  return { id, changes: [lateMeals.at(id, LateMealCredited({ documentId: credit.id, decidedBy: by.person })), ...credit.changes] }
})

export const declineLateMeal = command(
  "late_meal.decline",
  "Decline a late meal: it is neither billed nor credited",
  { ...one, reason: Text(500) },
  function* ({ id, reason }, by) {
    yield* open(id, by)
    yield* permitted()
    if (reason.trim() === "") throw invalid("Reason is required")
    return [lateMeals.at(id, LateMealDeclined({ reason: reason.trim(), decidedBy: by.person }))]
  },
)
