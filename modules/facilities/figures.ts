/** The figures of facilities: open orders, available people, today's completed orders, costs of an order, and amounts to bill to a client. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { isFree, peopleSql, usualHours } from "./assignees/assignees.ts"
import { billingOf } from "./billing/queries.ts"
import { SEES_ORDERS, SEES_PAY } from "./work-orders/access.ts"
import { figureParts } from "./work-orders/board.ts"
import { workOrders } from "./work-orders/resource.ts"

const orderPath = (id: number) => `/facilities/orders?view=list&open=${id}`
const site = (siteId: number | undefined) => [siteId ?? null]

const counted = (name: keyof typeof figureParts, label: string, words: string) =>
  figure(`facilities.${name}`, {
    label,
    unit: "orders",
    takes: ["siteId"],
    may: SEES_ORDERS,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const records = yield* partsBy(
          "orders",
          { id: col.whole, title: col.text },
          `select r.id, r.order_number || ', ' || s.name || ': ' || left(r.description, 60) as title, 1 as amount from work_order r join site s on s.id = r.site_id
           where ($1::bigint is null or r.site_id = $1) and ${figureParts[name]} order by r.id desc`,
          site(siteId),
          ({ id, title }) => ({ stream: `work_order/${id}`, title, value: null, path: orderPath(id) }),
        )
        return { value: records.sum, records, formula: `${words}: ${said(records.sum, "orders")}` }
      }),
  })

const availableStaff = figure("facilities.availableStaff", {
  label: "Available staff",
  unit: "people",
  takes: ["siteId"],
  may: SEES_ORDERS,
  explain: ({ siteId }) =>
    Effect.gen(function* () {
      const records = yield* partsBy(
        "people",
        { id: col.whole, title: col.text },
        `${peopleSql} select id, name || ', ' || title as title, 1 as amount from people where team is not null and ${isFree}
         and ($3::bigint is null or site_id = $3) order by name`,
        [null, usualHours, siteId ?? null],
        ({ id, title }) => ({ stream: `company_staff/${id}`, title, value: null, path: `/hr?open=${id}` }),
      )
      const formula = `Cleaning and maintenance staff and supervisors on shift now, without an order in progress: ${said(records.sum, "people")}`
      return { value: records.sum, records, formula }
    }),
})

const entriesSql = sql(
  { id: col.whole, entry_number: col.text },
  "select id, entry_number from journal_entry where source_kind = 'work_order' and source_id = $1 order by id",
)

const cost = figure("workOrder.cost", {
  label: "Cost of a work order",
  unit: "USD",
  needs: ["id"],
  may: SEES_PAY,
  document: { pattern: /^WO-\d{4}-\d+$/i, sql: "select id from work_order where order_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(workOrders.schema, workOrders.shape(who), id, "Work order")
      const entries = yield* statement(entriesSql, [id])
      const parts = yield* partsBy(
        "USD",
        { label: col.text },
        `select i.name || ', ' || es.quantity((p->>'quantity')::bigint) || ' ' || i.unit as label, (p->>'value')::bigint as amount
         from work_order o cross join jsonb_array_elements(o.parts) p join stock_item i on i.id = (p->>'stockItemId')::bigint where o.id = $1`,
        [id],
        ({ label }) => ({ label }),
      )
      const hours = yield* partsBy(
        "USD",
        { label: col.text },
        `select coalesce(s.first_name || ' ' || s.last_name, c.first_name || ' ' || c.last_name) || ', ' || (h->>'minutes') || ' minutes' as label, (h->>'cost')::bigint as amount
         from work_order o cross join jsonb_array_elements(o.hours) h left join company_staff s on s.id = (h->>'staffId')::bigint
         left join contractor c on c.id = (h->>'contractorId')::bigint where o.id = $1`,
        [id],
        ({ label }) => ({ label }),
      )
      const inputs = [...parts.rows, ...hours.rows]
      return {
        value: of.actualCost,
        inputs,
        formula:
          inputs.length === 0
            ? `${of.orderNumber}: no materials and no hours were recorded`
            : `${of.orderNumber}: parts ${said(parts.sum, "USD")} + hours ${said(hours.sum, "USD")} = ${said(of.actualCost, "USD")}. An hour is a month's pay × 12 ÷ 52 ÷ 40`,
        records: [
          { stream: `work_order/${id}`, title: of.orderNumber, value: of.actualCost, path: orderPath(id) },
          ...entries.map((entry) => ({
            stream: `journal_entry/${entry.id}`,
            title: `Posted by ${entry.entry_number}`,
            value: null,
            figure: { name: "journalEntry.total", parameters: { id: entry.id } },
          })),
        ],
      }
    }),
})

const toBill = figure("facilities.toBill", {
  label: "Work to bill to a client",
  unit: "USD",
  needs: ["month", "clientId", "siteId"],
  may: ["invoices.manage", "finance.departmental"],
  explain: ({ month, clientId, siteId }, { today }) =>
    Effect.gen(function* () {
      const { open } = yield* billingOf(month, siteId, today)
      const found = open.find((each) => each.clientId === clientId)
      if (!found) return yield* Effect.fail(notFound(`Client ${clientId} has nothing to bill at site ${siteId} up to ${month}`))
      const { orders, currency, facilitiesAmount } = found
      const inputs = {
        rows: orders.map(({ id, orderNumber, amount }) => ({ label: orderNumber, value: amount, figure: { name: "workOrder.cost", parameters: { id } } })),
        total: orders.length,
        sum: facilitiesAmount,
      }
      const words = "hours at the contract price (or at cost), parts at cost, less credits"
      return {
        value: facilitiesAmount,
        unit: currency,
        inputs,
        formula: `Verified orders up to the end of ${month}, ${words}: ${added(inputs, currency, "orders")}`,
      }
    }),
})

export const facilitiesFigures = [
  counted("activeOrders", "Active work orders", "Orders that are pending, assigned, in progress or on hold"),
  counted("urgentRequests", "Urgent requests", "Open orders whose priority is urgent"),
  counted("completedToday", "Completed today", "Orders completed today, verified or not"),
  availableStaff,
  cost,
  toBill,
]
