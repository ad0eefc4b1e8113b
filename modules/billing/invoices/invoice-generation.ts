/**
 * An invoice as entered in the form: a period in words, a head-count, and a total including tax. With a head-count, if the client has a catering contract at
 * the site and the period is known, it bills those meals and claims them. Without one (a staff count of 0) it is an invoice for services and never claims a
 * meal.
 */
import { holds } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, type By, conflict, find, forbidden, get, invalid, findById, newId, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Client, clientNamed } from "@ops/clients/client.ts"
import { taxCodes, taxOn, taxRateAt } from "@ops/ledger/taxes/tax-code.ts"
import { mealAccounts, overlaps, PeriodBilled, PeriodHeld, PeriodReleased } from "@ops/meals/head-counts/meal-account.ts"
import { siteOf } from "@ops/sites/site.ts"
import { type Invoice, type InvoiceDraft, InvoiceDrafted, invoices, issuing, nameOf, seller } from "./invoice.ts"
import { isMonth, type Period, periodNamed } from "./invoice-period.ts"

type Bill = Row<typeof Invoice>
type Party = Pick<Row<typeof Client>, "companyName" | "address" | "email" | "currency">

/** The sales tax, unless a contract names another. */
export const salesTax = "SALES"

/** Splits an amount including tax into net and tax; `rate` in hundredths of a percent. The two always add up to the amount. */
export const splitGross = (gross: number, rate: number): { readonly net: number; readonly tax: number } => {
  const whole = 10_000n + BigInt(rate)
  const net = Number((BigInt(gross) * 20_000n + whole) / (2n * whole))
  return { net, tax: gross - net }
}

/** The bill computed from the meals of a contract and period. */
export interface MealsBilled
  extends Pick<Bill, "lines" | "taxes" | "subtotalAmount" | "taxAmount" | "totalAmount" | "mealsServed" | "mealsMissed" | "taxCode"> {
  readonly contractId: number
  readonly currency: Bill["currency"]
  readonly projectId: number | null
  /** the bill of the same meals that was credited in full */
  readonly replaces: number | null
  /** questions about them, as sentences */
  readonly problems: ReadonlyArray<string>
  /** those that prevent billing */
  readonly obstacles?: ReadonlyArray<string>
  /** which of them the client has signed, in a sentence */
  readonly signed?: string
}

export interface GenerateInput {
  readonly siteId: number | string
  readonly billingPeriod: string
  /** set if the text does not name a period */
  readonly period: Period | null
  readonly staffCount: number
  /** including tax, in cents; with lines, their total */
  readonly totalAmount: number
  /** the lines, before tax, in cents; if empty, the whole amount is one line */
  readonly lines?: ReadonlyArray<{ readonly description: string; readonly quantity: number; readonly unitPrice: number }> | undefined
  readonly clientName: string
  readonly clientAddress: string
  readonly dueDate: string
  readonly template: string
  readonly notes: string
  /** the reason for anything questioned: a total that differs from the meals, a draft that has the meals, a future period */
  readonly overrideReason: string | null
  /** the name of the draft that already has the meals of the period; this invoice does not claim them */
  readonly draftBill?: string | undefined
  /** the meals of the period while they are locked for this bill; null if there is no contract, no period or no meal */
  readonly meals: MealsBilled | null
}

/** The sales tax on a date, in hundredths of a percent. Refused if there is none. */
function* salesTaxOn(date: string): CommandGenerator<number> {
  const tax = yield* find(taxCodes, { code: salesTax })
  const rate = tax && taxRateAt(tax, date)
  if (rate === undefined) throw invalid(`No sales tax applies on ${date}`)
  return rate
}

/** Claims the meals of a period for a bill. Refused (409) if one of them has a bill, or is not locked for this one. */
function* taken(contractId: number, { from, to }: Period, invoiceId: number): CommandGenerator<ReadonlyArray<Change>> {
  const account = yield* findById(mealAccounts, contractId)
  const billed = account?.billed.find((period) => overlaps(period, { from, to }))
  if (billed) throw conflict(`These meals are already billed on ${nameOf(yield* get(invoices, billed.invoiceId))}`)
  const held = account?.held
  if (!held || held.from !== from || held.to !== to || held.runId !== null) {
    throw conflict("The meals of this period are being billed right now. Try again in a few minutes")
  }
  return [mealAccounts.at(contractId, PeriodBilled({ contractId, from, to, invoiceId }))]
}

/** Locks the meals of a period while their bill is created. 409 if one has a bill, or a month-end run has locked them. */
export const holdMeals = command("billing.hold_meals", function* ({ contractId, from, to }: { contractId: number } & Period) {
  const account = yield* findById(mealAccounts, contractId)
  const billed = account?.billed.find((period) => overlaps(period, { from, to }))
  if (billed) throw conflict(`These meals are already billed on ${nameOf(yield* get(invoices, billed.invoiceId))}`)
  // another call can take over this lock: then this call's bill is refused
  if (account?.held && account.held.runId !== null) throw conflict("The meals of this contract are being billed right now. Try again in a few minutes")
  return [mealAccounts.at(contractId, PeriodHeld({ contractId, from, to, runId: null }))]
})

/** Releases meals that were locked for a bill that was not created. */
export const releaseMeals = command("billing.release_meals", function* ({ contractId, from, to }: { contractId: number } & Period) {
  const held = (yield* findById(mealAccounts, contractId))?.held
  const isOwn = held?.runId === null && held.from === from && held.to === to
  return isOwn ? [mealAccounts.at(contractId, PeriodReleased({}))] : unchanged(contractId)
})

/** The question about a total that differs from the meals. */
export const differs = (currency: Bill["currency"], typed: number, computed: number): string =>
  `The total of ${currency} ${formatMoney(typed)} differs from the ${currency} ${formatMoney(computed)} calculated from the meals of this period`

/** The draft of an invoice from the form, with its existing or new client. */
export const drafted = (
  input: GenerateInput,
  known: { readonly siteId: number; readonly clientId: number; readonly client: Party; readonly seller: Bill["seller"]; readonly taxRate: number },
  by: By,
): InvoiceDraft => {
  const { totalAmount, staffCount, billingPeriod, meals } = input
  const { client, taxRate } = known
  const period = periodOf(input)
  const isComputed = meals?.totalAmount === totalAmount
  const listed = (given: NonNullable<GenerateInput["lines"]>) => {
    const lines = given.map((line) => ({ ...line, amount: line.quantity * line.unitPrice, taxRate }))
    const net = lines.reduce((sum, { amount }) => sum + amount, 0)
    const tax = taxOn(net, taxRate)
    return { lines, taxCode: salesTax, taxes: [{ rate: taxRate, net, tax }], subtotalAmount: net, taxAmount: tax }
  }
  const split = () => {
    const { net, tax } = splitGross(totalAmount, taxRate)
    const description = `${period ? `Services for ${billingPeriod}` : billingPeriod}${staffCount > 0 ? `, ${staffCount} staff` : ""}`
    return {
      lines: [{ description, quantity: 1, unitPrice: net, amount: net, taxRate }],
      taxCode: salesTax,
      taxes: [{ rate: taxRate, net, tax }],
      subtotalAmount: net,
      taxAmount: tax,
    }
  }
  const { lines, taxCode, taxes, subtotalAmount, taxAmount } = meals && isComputed ? meals : input.lines?.length ? listed(input.lines) : split()
  return {
    kind: meals ? "meal" : "service",
    siteId: known.siteId,
    clientId: known.clientId,
    contractId: meals?.contractId ?? null,
    projectId: meals?.projectId ?? null,
    client: { name: client.companyName, address: input.clientAddress || (client.address ?? ""), email: client.email },
    seller: known.seller,
    billingPeriod,
    billingType: meals && period && isMonth(period) ? "monthly" : null,
    periodStart: period?.from ?? null,
    periodEnd: period?.to ?? null,
    dueDate: input.dueDate,
    currency: meals?.currency ?? client.currency,
    staffCount,
    mealsServed: meals?.mealsServed ?? 0,
    mealsMissed: meals?.mealsMissed ?? 0,
    lines,
    taxCode,
    taxes,
    subtotalAmount,
    taxAmount,
    totalAmount: subtotalAmount + taxAmount,
    template: input.template,
    notes: [input.notes, meals?.signed].filter(Boolean).join("\n"),
    overrideReason: questions(input, by.today).length > 0 ? input.overrideReason : null,
    runId: null,
    planDigest: null,
    creditOf: null,
    replaces: meals?.replaces ?? null,
    generatedBy: by.person,
  }
}

/** Whether an invoice from the form claims meals: only with a head-count. */
export const claimsMeals = ({ staffCount }: Pick<GenerateInput, "staffCount">): boolean => staffCount > 0

const periodOf = (input: Pick<GenerateInput, "billingPeriod" | "period">) => periodNamed(input.billingPeriod) ?? input.period

/** The questions that need a reason, as sentences. */
export const questions = (input: GenerateInput, today: string): ReadonlyArray<string> => {
  const { meals, totalAmount, draftBill, billingPeriod } = input
  const period = periodOf(input)
  return [
    ...(meals && meals.totalAmount !== totalAmount ? [differs(meals.currency, totalAmount, meals.totalAmount)] : []),
    ...(draftBill !== undefined ? [`The meals of this period are on ${draftBill}, which is not issued yet`] : []),
    ...(period && period.from > today ? [`${billingPeriod} has not started`] : []),
  ]
}

/** Refuses (422) invalid fields, before anything is read. */
export const rejectMistyped = (
  { totalAmount, dueDate, staffCount, lines = [] }: Pick<GenerateInput, "totalAmount" | "dueDate" | "staffCount" | "lines">,
  today: string,
): void => {
  if (lines.length > 0 && staffCount > 0) throw invalid("An invoice with lines is for services. Set the staff count to 0, or remove the lines to bill meals")
  if (lines.some(({ quantity }) => quantity <= 0)) throw invalid("Quantity must be greater than 0")
  if ((lines.length > 0 ? lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0) : totalAmount) <= 0)
    throw invalid("Total amount must be greater than 0")
  if (dueDate < today) throw invalid("Due date must be on or after the issue date")
}

/** Refuses (422) meals that cannot be billed, and questions without a reason. */
export const rejectDoubtful = (input: GenerateInput, today: string): void => {
  const { billingPeriod, overrideReason, meals } = input
  const period = periodOf(input)
  rejectMistyped(input, today)
  if (meals && period && period.to > today) throw invalid(`${billingPeriod} is not over. Bill its meals afterwards, or choose earlier days`)
  if (meals?.obstacles?.[0]) throw invalid(`${meals.obstacles[0]}. Settle it first, or bill other days`)
  const [question] = questions(input, today)
  if (question !== undefined && !overrideReason) throw invalid(`${question}. Give a reason to bill it anyway`)
}

/** Drafts and issues an invoice in one step: it is numbered and posted with it. An unknown client becomes a draft client. */
export const generateInvoice = command("invoice.generate", function* (input: GenerateInput, by) {
  if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can create invoices")
  const { meals } = input
  rejectMistyped(input, by.today)
  const site = yield* siteOf(input.siteId, by)
  const id = yield* newId(invoices)
  const period = periodOf(input)
  const billed = meals && period ? yield* taken(meals.contractId, period, id) : []
  rejectDoubtful(input, by.today)
  const { client, changes: added } = yield* clientNamed(input.clientName, by)
  const taxRate = yield* salesTaxOn(by.today)
  const draft = drafted(input, { siteId: site.id, clientId: client.id, client, seller: yield* seller(), taxRate }, by)
  return { id, changes: [...added, invoices.at(id, InvoiceDrafted(draft)), ...(yield* issuing(id, draft, by.today)), ...billed] }
})
