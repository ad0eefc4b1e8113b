/** Work orders to be billed, and billed ones. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { invalid } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { ExchangeRate, rateAt } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { siteNamedSql } from "@ops/sites/queries.ts"
import type { BillingAnswer } from "./contract.ts"
import { priceOf, type Terms } from "./facilities-billing.ts"
import type { WorkOrderRow } from "../work-orders/work-order.ts"

type Currency = "USD" | "SSP"

/** Verified orders up to day $1 whose work or credit is not yet on an invoice. $2 and $3: site and client, or null. */
const openSql = `select o.id, o.order_number, to_char(o.completed_at at time zone 'Africa/Juba', 'YYYY-MM-DD') as done, o.service_type, o.description, o.hours, o.parts,
    o.client_id, c.company_name, c.currency, o.site_id, s.name as site_name, o.billable and b.invoice_id is null as charged,
    case when k.credit_status = 'granted' then k.credit_amount else 0 end as credit,
    (t.details->>'hourlyRate')::bigint as hour, t.currency as hour_currency
  from work_order o join client c on c.id = o.client_id join site s on s.id = o.site_id
  left join order_billing b on b.id = o.id left join sla_clock k on k.id = o.id left join client_contract t on t.id = o.contract_id
  where o.status = 'verified' and (o.completed_at at time zone 'Africa/Juba')::date <= $1::date
    and ((o.billable and b.invoice_id is null) or k.credit_status = 'granted')
    and ($2::bigint is null or o.site_id = $2) and ($3::bigint is null or o.client_id = $3)
  order by c.company_name, s.name, o.completed_at, o.id`

export interface OpenOrder {
  readonly id: number
  readonly order_number: string
  readonly done: string
  readonly service_type: string
  readonly description: string
  readonly hours: WorkOrderRow["hours"]
  readonly parts: WorkOrderRow["parts"]
  readonly client_id: number
  readonly company_name: string
  readonly currency: Currency
  readonly site_id: number
  readonly site_name: string
  readonly charged: boolean
  readonly credit: number
  readonly hour: number | null
  readonly hour_currency: Currency | null
}

/** The orders that a bill of the month would include. */
export const openOrders = (month: string, siteId: number | null, clientId: number | null) =>
  Effect.flatMap(Database, ({ statement }) =>
    Effect.map(statement(openSql, [lastDayOf(month), siteId, clientId]), (rows) => rows as unknown as ReadonlyArray<OpenOrder>),
  )

/** The id of a site by its id or slug; null for all. Rejected if there is none. */
export const siteIdOf = (named: string | undefined) =>
  Effect.gen(function* () {
    if (named === undefined || named === "") return null
    const { statement } = yield* Database
    const [site] = yield* statement(siteNamedSql, [named])
    return site ? site.id : yield* Effect.fail(invalid(`Site ${named.slice(0, 60)} does not exist. Choose one of the list`))
  })

const billSql = `select f.id, i.invoice_number as "invoiceNumber", i.status, f.month, f.client_id as "clientId", i.client->>'name' as "clientName", f.site_id as "siteId", s.name as "siteName",
    i.currency, (select count(distinct x->>'orderId')::int from jsonb_array_elements(f.orders) x) as orders, es.money(i.subtotal_amount) as "facilitiesAmount", es.money(i.total_amount) as "totalAmount"
  from facilities_bill f join invoice i on i.id = f.id join site s on s.id = f.site_id`
const oneBillSql = sql(
  {
    id: col.whole,
    invoiceNumber: col.nullable(col.text),
    status: col.text,
    month: col.text,
    clientId: col.whole,
    clientName: col.text,
    siteId: col.whole,
    siteName: col.text,
    currency: col.text,
    orders: col.whole,
    facilitiesAmount: col.text,
    totalAmount: col.text,
  },
  `${billSql} where f.id = $1`,
)
export const billOf = (id: number) => Effect.flatMap(Database, ({ statement }) => Effect.map(statement(oneBillSql, [id]), ([row]) => row))

/** A month of billing: the unbilled orders by client and site, and the invoices made. */
export const billingOf = (month: string, siteId: number | null, today: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [official] = (yield* statement(`select ${ExchangeRate.state("r")} from exchange_rate r where r.id = 1`, [])) as [Row<typeof ExchangeRate>?]
    const rate = rateAt(official, today) ?? 100
    const open = new Map<string, ReturnType<typeof group>>()
    for (const order of yield* openOrders(month, siteId, null)) {
      const key = `${order.client_id}/${order.site_id}`
      const into = open.get(key) ?? group(order)
      open.set(key, into)
      into.add(order, rate)
    }
    const bills = yield* statement(`${billSql} where f.month = $1 and f.orders <> '[]' and ($2::bigint is null or f.site_id = $2) order by f.id desc`, [
      month,
      siteId,
    ])
    return { month, open: [...open.values()].map(({ answer }) => answer()), bills }
  })

const group = ({ client_id: clientId, company_name: clientName, site_id: siteId, site_name: siteName, currency }: OpenOrder) => {
  const orders: Array<(typeof BillingAnswer.Type.open)[number]["orders"][number]> = []
  let [net, credits] = [0, 0]
  return {
    add: ({ hour, hour_currency, charged, credit, ...row }: OpenOrder, rate: number) => {
      const terms: Terms = { currency, rate, hour: hour === null ? null : { amount: hour, currency: hour_currency! }, credit, charged }
      const price = priceOf(row, terms)
      net += price.labour + price.parts - price.credit
      credits += price.credit
      const minutes = row.hours.reduce((sum, each) => sum + each.minutes, 0)
      orders.push({
        id: row.id,
        orderNumber: row.order_number,
        completedDate: row.done,
        serviceType: row.service_type,
        description: row.description,
        hours: (minutes / 60).toFixed(2),
        labour: formatMoney(price.labour),
        parts: formatMoney(price.parts),
        credit: formatMoney(price.credit),
        amount: formatMoney(price.labour + price.parts - price.credit),
      })
    },
    answer: () => ({ clientId, clientName, siteId, siteName, currency, orders, credits: formatMoney(credits), facilitiesAmount: formatMoney(net) }),
  }
}
