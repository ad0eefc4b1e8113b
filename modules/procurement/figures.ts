/** The explainable figures of procurement: the total of a request, and the four figures above the list. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { ProcurementFigures } from "./budgets/contract.ts"
import { budgetSql, figureParts, figuresSql } from "./budgets/queries.ts"
import { SEE_COSTS } from "./purchase-requests/queries.ts"
import { purchaseRequests } from "./purchase-requests/resource.ts"

const pathOf = (id: number) => `/procurement?open=${id}`

const total = figure("purchaseRequest.total", {
  label: "Estimated total of a request",
  unit: "USD",
  needs: ["id"],
  may: SEE_COSTS,
  document: { pattern: /^PR-\d{4}-\d+$/i, sql: "select id from purchase_request where request_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const request = yield* listedAt(purchaseRequests.schema, purchaseRequests.shape(who), id, "Purchase request")
      const inputs = yield* partsBy(
        "USD",
        { name: col.text, unit: col.text, quantity: col.whole },
        `select coalesce(i.name, x.name) as name, coalesce(i.unit, x.unit) as unit, x.quantity, x."estimatedCost" as amount from purchase_request r cross join
           jsonb_to_recordset(r.items) as x(id int, "stockItemId" bigint, name text, unit text, quantity int, "estimatedCost" bigint) left join stock_item i on i.id = x."stockItemId"
         where r.id = $1 order by x.id`,
        [id],
        ({ name, unit, quantity }) => ({ label: `${name}, ${quantity} ${unit}` }),
      )
      return {
        value: request.estimatedTotal,
        inputs,
        formula: `Estimated cost of each item: ${added(inputs, "USD", "items")}`,
        records: [{ stream: `purchase_request/${id}`, title: request.requestNumber, value: request.estimatedTotal, path: pathOf(id) }],
      }
    }),
})

const received = figure("purchaseRequest.receivedPercent", {
  label: "Received of approved items",
  unit: "%",
  needs: ["id"],
  may: SEE_COSTS,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const request = yield* listedAt(purchaseRequests.schema, purchaseRequests.shape(who), id, "Purchase request")
      const items = request.items ?? []
      const sum = (of: (item: (typeof items)[number]) => number) => items.reduce((all, item) => all + of(item), 0)
      return {
        value: request.receivedPercent,
        formula: `${sum(({ received }) => received)} received ÷ ${sum(({ approvedQuantity }) => approvedQuantity ?? 0)} approved = ${request.receivedPercent}%, rounded`,
        inputs: items.map(({ stockItem, received, approvedQuantity }) => ({
          label: `${stockItem.name}, of ${approvedQuantity ?? 0}`,
          value: received,
          unit: stockItem.unit,
        })),
        records: [{ stream: `purchase_request/${id}`, title: request.requestNumber, value: request.receivedPercent, path: pathOf(id) }],
      }
    }),
})

const figuresOf = jsonText(ProcurementFigures)
/** One of the figures above the list, as the screen reads it. */
const shown = (siteId: number | undefined, name: keyof typeof ProcurementFigures.Type) =>
  Effect.map(statement(figuresSql, [siteId ?? null]), ([row]) => figuresOf(row!.body)[name])

const over = (name: string, label: string, part: keyof typeof figureParts, unit: "requests" | "USD", words: string) =>
  figure(`procurement.${name}`, {
    label,
    unit,
    takes: ["siteId"],
    may: SEE_COSTS,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const value = yield* shown(siteId, part)
        const inputs = yield* partsBy(
          unit,
          { id: col.whole, request_number: col.text, site: col.text, status: col.text },
          `select r.id, r.request_number, s.name as site, r.status, ${unit === "USD" ? "r.estimated_total" : "1"} as amount
           from purchase_request r join site s on s.id = r.site_id where ${figureParts[part]} and ($1::bigint is null or r.site_id = $1) order by r.id desc`,
          [siteId ?? null],
          ({ id, request_number, site, status }) => ({
            label: `${request_number}, ${site}, ${status}`,
            ...(unit === "requests" && { value: null }),
            figure: { name: "purchaseRequest.total", parameters: { id } },
          }),
        )
        return { value, inputs, formula: `${words}: ${unit === "USD" ? added(inputs, unit, "requests") : said(value, unit)}` }
      }),
  })

const budget = figure("procurement.budget", {
  label: "Monthly budget",
  unit: "USD",
  takes: ["siteId"],
  may: SEE_COSTS,
  explain: ({ siteId }) =>
    Effect.gen(function* () {
      const records = yield* partsBy(
        "USD",
        { id: col.whole, name: col.text, from: col.nullable(col.text) },
        `select b.id, s.name, ${budgetSql("x->>'from'")} as from, ${budgetSql()} as amount from procurement_budget b join site s on s.id = b.site_id
         where $1::bigint is null or b.site_id = $1 order by s.name`,
        [siteId ?? null],
        ({ id, name, from }) => ({ stream: `procurement_budget/${id}`, title: `${name}, from ${from}` }),
      )
      return { value: yield* shown(siteId, "monthlyBudget"), records, formula: `Monthly budget of each site: ${added(records, "USD", "sites")}` }
    }),
})

export const procurementFigures = [
  total,
  received,
  over("pending", "Requests awaiting a decision", "pendingRequests", "requests", "Requests awaiting a decision"),
  over("approvedThisMonth", "Requests approved this month", "approvedThisMonth", "requests", "Requests approved this month (Juba time)"),
  over("estimatedValue", "Total estimated value", "totalEstimatedValue", "USD", "Estimated totals of pending and approved requests"),
  over("budgetUsed", "Budget used this month", "budgetUsed", "USD", "Estimated totals approved this month (Juba time)"),
  budget,
]
