/**
 * Bills work orders to clients: the verified billable orders of a month at a site become a draft invoice of services,
 * with one line per order and a credit line for each missed promise. An order is billed once.
 */
import { Schema } from "effect"
import { dateOf, lastDayOf } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  type About,
  command,
  type By,
  conflict,
  consequence,
  find,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  notFound,
  type CommandGenerator,
  all,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Line, Optional, Parts, Ref } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { InvoiceCredited, InvoiceDiscarded, InvoiceDrafted, InvoiceDueAgreed, invoices, issuing, nameOf, seller } from "@ops/billing/invoices/invoice.ts"
import { dueDate, periodText } from "@ops/billing/meal-billing/meal-billing.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { clients } from "@ops/clients/client.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { taxCodes, taxOn, taxRateAt } from "@ops/ledger/taxes/tax-code.ts"
import { siteOf } from "@ops/sites/site.ts"
import { costOf } from "../work-orders/order-postings.ts"
import { SlaCreditBilled, SlaCreditDecided, slaClocks } from "../service-levels/sla-clock.ts"
import { workOrders, type WorkOrderRow } from "../work-orders/work-order.ts"
import { serviceName } from "../work-orders/labels.ts"

/** The invoice that bills an order; its id is the order's. Concurrent bills of the same order conflict here. */
export const OrderBilling = record(
  "order_billing",
  { invoiceId: Optional(Ref("invoice")) },
  { grows: true, label: "Bill of a work order", title: "'Bill of work order ' || id", indexes: [["invoiceId"]] },
)
export const OrderBilled = event("OrderBilled", 1, { invoiceId: Ref("invoice") }, ({ invoiceId }, title) => `Billed on ${title("invoice", invoiceId)}`)
export const OrderUnbilled = event(
  "OrderUnbilled",
  1,
  { invoiceId: Ref("invoice") },
  ({ invoiceId }, title) => `${title("invoice", invoiceId)} no longer counts`,
)
export const orderBillings = stream(OrderBilling, OrderBilled, OrderUnbilled).fold({
  OrderBilled: (_, { invoiceId }) => ({ invoiceId }),
  OrderUnbilled: () => ({ invoiceId: null }),
})

const Priced = Schema.Struct({
  orderId: Schema.Int,
  /** true if the work is billed; false if only the credit is on the invoice */
  charged: Schema.Boolean,
  /** cents of the invoice's currency */
  labour: Schema.Int,
  parts: Schema.Int,
  /** granted for late resolution */
  credit: Schema.Int,
})
export type Priced = typeof Priced.Type

/** The orders that an invoice bills; its id is the invoice's. */
export const FacilitiesBill = record(
  "facilities_bill",
  { month: Line(7), siteId: Ref("site"), clientId: Ref("client"), orders: Parts(Priced) },
  { grows: true, label: "Bill of work orders", title: "'Work orders of ' || month", indexes: [["clientId", "month"]] },
)
export const FacilitiesBillMade = event(
  "FacilitiesBillMade",
  1,
  { month: Line(7), siteId: Ref("site"), clientId: Ref("client"), orders: Parts(Priced) },
  ({ month, orders }) => `${orders.length} ${orders.length === 1 ? "order" : "orders"} up to the end of ${month} billed`,
)
/** Its draft was discarded or the invoice fully credited: the orders can be billed again. */
export const FacilitiesBillReleased = event("FacilitiesBillReleased", 1, {}, () => "The orders can be billed again")
export const facilitiesBills = stream(FacilitiesBill, FacilitiesBillMade, FacilitiesBillReleased).fold({
  FacilitiesBillMade: (_, made) => made,
  FacilitiesBillReleased: (bill) => ({ ...bill, orders: [] }),
})

type Currency = "USD" | "SSP"
const converted = (cents: number, from: Currency, to: Currency, rate: number): number => {
  if (from === to) return cents
  return to === "USD" ? toUsd(cents, rate) : costOf(cents, rate, 100)
}

export interface Terms {
  /** currency of the bill */
  readonly currency: Currency
  /** hundredths of SSP per dollar */
  readonly rate: number
  /** the hourly rate of the order's contract; null bills the work at cost */
  readonly hour: { readonly amount: number; readonly currency: Currency } | null
  /** granted for the order, cents of USD */
  readonly credit: number
  readonly charged: boolean
}

/** The billed amounts of an order, in cents of the bill's currency: hours at the contract's rate or at cost, parts at cost. */
export const priceOf = ({ id, hours, parts }: Pick<WorkOrderRow, "id" | "hours" | "parts">, { currency, rate, hour, credit, charged }: Terms): Priced => {
  const minutes = hours.reduce((sum, each) => sum + each.minutes, 0)
  const atCost = hours.reduce((sum, { cost }) => sum + cost, 0)
  const labour = hour === null ? converted(atCost, "USD", currency, rate) : converted(costOf(minutes, hour.amount, 60), hour.currency, currency, rate)
  const used = parts.reduce((sum, { value }) => sum + value, 0)
  return {
    orderId: id,
    charged,
    labour: charged ? labour : 0,
    parts: charged ? converted(used, "USD", currency, rate) : 0,
    credit: converted(credit, "USD", currency, rate),
  }
}

/** The lines of the invoice: one per order, and one per credit. */
const linesOf = (order: WorkOrderRow, { charged, labour, parts, credit }: Priced, taxRate: number) => {
  const line = (description: string, amount: number) => ({ description, quantity: 1, unitPrice: amount, amount, taxRate })
  const done = dateOf(order.completedAt!)
  const about = order.description.length > 80 ? `${order.description.slice(0, 79)}…` : order.description
  const minutes = order.hours.reduce((sum, each) => sum + each.minutes, 0)
  const hours = minutes === 0 ? "" : `, ${Number((minutes / 60).toFixed(2))} hours`
  return [
    ...(charged ? [line(`${order.orderNumber}, ${done}, ${serviceName(order.serviceType)}: ${about}${hours}`, labour + parts)] : []),
    ...(credit > 0 ? [line(`Credit for ${order.orderNumber}: resolved after the due time`, -credit)] : []),
  ]
}

const requireFinance = requiring("invoices.manage", "Only finance can bill work orders")

interface Standing {
  readonly order: WorkOrderRow
  readonly charged: boolean
  /** cents of USD */
  readonly credit: number
}

/** The order, if its work or a credit for it can be billed to this client, site and month. */
function* billable(id: number, { clientId, siteId, month }: Pick<BillInput, "clientId" | "month"> & { siteId: number }, by: By): CommandGenerator<Standing> {
  const order = yield* get(workOrders, id)
  const { orderNumber, status, completedAt, verifiedBy } = order
  if (order.clientId !== clientId || order.siteId !== siteId) throw invalid(`${orderNumber} belongs to another client or site`)
  if (status !== "verified" || completedAt === null) throw conflict(`${orderNumber} is not verified yet. Have it verified before it is billed`)
  if (dateOf(completedAt) > lastDayOf(month)) throw invalid(`${orderNumber} was completed after ${month}. Bill it with its own month`)
  if (by.person !== null && verifiedBy === by.person && by.level < 10) throw forbidden(`You verified ${orderNumber}. Another person bills it`)
  const [billing, clock] = yield* all(findById(orderBillings, id), findById(slaClocks, id))
  const credit = clock?.creditStatus === "granted" ? clock.creditAmount : 0
  const invoiceId = billing?.invoiceId ?? null
  if (credit > 0 || (order.billable && invoiceId === null)) return { order, charged: order.billable && invoiceId === null, credit }
  if (!order.billable || invoiceId === null) throw invalid(`${orderNumber} is not billable`)
  throw conflict(`${orderNumber} is billed already on ${nameOf(yield* get(invoices, invoiceId))}`)
}

/** The hourly rate of the order's contract. */
function* hourOf({ contractId }: WorkOrderRow): CommandGenerator<Terms["hour"]> {
  if (contractId === null) return null
  const { details, currency } = yield* get(clientContracts, contractId)
  return details.hourlyRate === null ? null : { amount: details.hourlyRate, currency }
}

export interface BillInput {
  /** for example 2026-10: includes everything completed up to its end and not billed */
  readonly month: string
  readonly clientId: number
  readonly siteId: number | string
}

/** The billed amounts of each order, in the currency of the bill. */
function* priced(found: ReadonlyArray<Standing>, currency: Currency, today: string): CommandGenerator<ReadonlyArray<Priced>> {
  const hours: Array<Terms["hour"]> = []
  for (const { order } of found) hours.push(yield* hourOf(order))
  const isForeign = currency !== "USD" || hours.some((hour) => hour !== null && hour.currency !== currency)
  const rate = isForeign ? yield* officialRate(today) : 100
  return found.map(({ order, charged, credit }, n) => priceOf(order, { currency, rate, hour: hours[n]!, credit, charged }))
}

/** Drafts the invoice of these orders of a month. Number, date and journal entry are assigned on issue. */
export const billOrders = (orderIds: ReadonlyArray<number>) =>
  command("facilities.bill", function* (input: BillInput, by) {
    requireFinance(by)
    const { month, clientId } = input
    const site = yield* siteOf(input.siteId, by)
    const client = yield* get(clients, clientId)
    if (month > by.today.slice(0, 7)) throw invalid(`${month} has not started. Choose a month up to now`)
    if (orderIds.length === 0) throw invalid(`${client.companyName} has no verified orders to bill at ${site.name} up to the end of ${month}`)
    const found: Array<Standing> = []
    for (const id of new Set(orderIds)) found.push(yield* billable(id, { clientId, siteId: site.id, month }, by))
    found.sort((a, b) => (a.order.completedAt! < b.order.completedAt! ? -1 : 1))

    const tax = yield* find(taxCodes, { code: "SALES" })
    const taxRate = tax && taxRateAt(tax, by.today)
    if (taxRate === undefined) throw invalid(`No sales tax applies on ${by.today}`)
    const made = yield* priced(found, client.currency, by.today)
    const lines = found.flatMap(({ order }, n) => linesOf(order, made[n]!, taxRate))
    const net = lines.reduce((sum, { amount }) => sum + amount, 0)
    if (net <= 0) {
      const credits = made.reduce((sum, { credit }) => sum + credit, 0)
      const sentence = `The orders total ${client.currency} ${formatMoney(net + credits)} and the credits ${formatMoney(credits)}: nothing is left to bill`
      throw conflict(`${sentence}. Bill them with the next month`)
    }
    const taxAmount = taxOn(net, taxRate)
    const contracts = new Set(found.map(({ order }) => order.contractId))
    const id = yield* newId(invoices)
    const [from, to] = [`${month}-01`, lastDayOf(month)]
    const draft = InvoiceDrafted({
      kind: "service",
      siteId: site.id,
      clientId,
      contractId: contracts.size === 1 ? [...contracts][0]! : null,
      projectId: null,
      client: { name: client.companyName, address: client.address ?? "", email: client.email },
      seller: yield* seller(),
      billingPeriod: periodText({ from, to }),
      billingType: "monthly",
      periodStart: from,
      periodEnd: to,
      dueDate: dueDate(client, by.today),
      currency: client.currency,
      staffCount: 0,
      mealsServed: 0,
      mealsMissed: 0,
      lines,
      taxCode: "SALES",
      taxes: [{ rate: taxRate, net, tax: taxAmount }],
      subtotalAmount: net,
      taxAmount,
      totalAmount: net + taxAmount,
      template: "standard",
      notes: "",
      overrideReason: null,
      runId: null,
      planDigest: null,
      creditOf: null,
      replaces: null,
      generatedBy: by.person,
    })
    yield* findById(facilitiesBills, id)
    return {
      id,
      changes: [
        invoices.at(id, draft),
        facilitiesBills.at(id, FacilitiesBillMade({ month, siteId: site.id, clientId, orders: made })),
        ...made.flatMap(({ orderId, charged, credit }) => [
          ...(charged ? [orderBillings.at(orderId, OrderBilled({ invoiceId: id }))] : []),
          ...(credit > 0 ? [slaClocks.at(orderId, SlaCreditBilled({ invoiceId: id }))] : []),
        ]),
      ],
    }
  })

/** Issues a draft of orders: it gets a number, is posted, and falls due by the client's terms from today. */
export const issueOrderBill = command("facilities.issue_bill", function* ({ id }: { readonly id: number }, by) {
  requireFinance(by)
  const bill = yield* findById(facilitiesBills, id)
  const invoice = yield* findById(invoices, id)
  if (!bill || !invoice || (by.confinedTo !== null && invoice.siteId !== by.confinedTo)) throw notFound(`Bill of work orders ${id} does not exist`)
  if (invoice.status === "discarded") throw conflict("This draft was discarded")
  if (invoice.status !== "draft") throw conflict(`${nameOf(invoice)} is issued already`)
  const due = dueDate(yield* get(clients, invoice.clientId), by.today)
  return [...(due === invoice.dueDate ? [] : [invoices.at(id, InvoiceDueAgreed({ dueDate: due }))]), ...(yield* issuing(id, invoice, by.today))]
})

/** Releases the orders of an invoice. */
function* released(invoiceId: number): CommandGenerator<ReadonlyArray<Change>> {
  const bill = yield* findById(facilitiesBills, invoiceId)
  if (!bill || bill.orders.length === 0) return []
  const freed: Array<Change> = [facilitiesBills.at(invoiceId, FacilitiesBillReleased({}))]
  for (const { orderId, charged, credit } of bill.orders) {
    if (charged) {
      yield* get(orderBillings, orderId)
      freed.push(orderBillings.at(orderId, OrderUnbilled({ invoiceId })))
    }
    if (credit > 0) {
      yield* get(slaClocks, orderId)
      freed.push(slaClocks.at(orderId, SlaCreditDecided({ granted: true, note: "Its invoice no longer counts", decidedBy: null })))
    }
  }
  return freed
}

export const orderBillingConsequences = [
  consequence(InvoiceDiscarded, function* (_, { id }) {
    return yield* released(id)
  }),
  consequence(InvoiceCredited, function* (_, { id, row }: About<typeof invoices>) {
    return row.status === "credited" ? yield* released(id) : []
  }),
]
