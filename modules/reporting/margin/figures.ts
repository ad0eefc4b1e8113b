/** Explains the figures of a meal's margin, down to the commands. */
import { Effect } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, type RowOf, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { added, figure, type Input, partsBy, said } from "@ops/platform/records/explain.ts"
import { pricedSlots } from "@ops/meals/queries.ts"
import { marginSql, usdSql } from "./margin.ts"

const mealColumns = {
  site: col.text,
  planned: col.whole,
  own: col.whole,
  expected: col.whole,
  issue_id: col.nullable(col.whole),
  cooked: col.nullable(col.whole),
  eaten: col.nullable(col.whole),
  gap: col.nullable(col.whole),
  gap_percent: col.nullable(col.text),
  cost: col.nullable(col.whole),
  cost_per_meal: col.nullable(col.whole),
  revenue: col.nullable(col.whole),
  margin: col.nullable(col.whole),
  uneaten: col.nullable(col.whole),
}
type Meal = RowOf<typeof mealColumns>
const mealSql = sql(
  mealColumns,
  `select s.name as site, ${Object.keys(mealColumns)
    .slice(1)
    .map((name) => `x.${name}`)
    .join(", ")} from (${marginSql}) x join site s on s.id = x.site_id
   where x.site_id = $3 and x.meal_type = $4 and ($5::bigint is null or x.site_id = $5)`,
)
const contractColumns = { contract_id: col.whole, contract_number: col.text }
type Asked = { readonly siteId: number; readonly day: string; readonly meal: string }

const mealOf = ({ siteId, day, meal }: Asked, { confinedTo }: SignedIn) =>
  Effect.gen(function* () {
    const [row] = yield* statement(mealSql, [day, day, siteId, meal, confinedTo])
    return row ?? (yield* Effect.fail(notFound(`There is no ${meal} on ${day} at this site`)))
  })
const money = (cents: number | null) => (cents === null ? null : formatMoney(cents))
const common = { needs: ["siteId", "day", "meal"], may: FINANCE } as const
const other = (name: string, label: string, value: Input["value"], asked: Asked, unit?: string): Input => ({
  label,
  value,
  ...(unit && { unit }),
  figure: { name: `mealMargin.${name}`, parameters: { ...asked } },
})
const issueOf = ({ issue_id, cooked }: Meal, { day, meal }: Asked, value: Input["value"] = cooked) =>
  issue_id === null ? [] : [{ stream: `kitchen_issue/${issue_id}`, title: `Goods issued for ${meal} of ${day}`, value }]

const expected = figure("mealMargin.expected", {
  ...common,
  label: "Expected at a meal",
  unit: "heads",
  explain: Effect.fnUntraced(function* (asked, who) {
    const { site, planned, own, expected } = yield* mealOf(asked, who)
    const contracts = yield* partsBy(
      "heads",
      contractColumns,
      `select l.contract_id, k.contract_number, l.planned as amount from meal_slot l join client_contract k on k.id = l.contract_id
       where l.site_id = $1 and l.date = $2::date and l.meal_type = $3 order by 2`,
      [asked.siteId, asked.day, asked.meal],
      ({ contract_id: id, contract_number: number }) => ({
        label: `Planned by ${number}`,
        figure: { name: "mealSlot.planned", parameters: { id, day: asked.day, meal: asked.meal } },
      }),
    )
    return {
      value: expected,
      formula: `${planned} planned for clients + ${own} employees at ${site} that day by assignment or home site = ${said(expected, "heads")}`,
      inputs: [...contracts.rows, { label: "Employees on site", value: own }],
    }
  }),
})

const cooked = figure("mealMargin.cooked", {
  ...common,
  label: "Cooked for a meal",
  unit: "heads",
  explain: Effect.fnUntraced(function* (asked, who) {
    const meal = yield* mealOf(asked, who)
    return {
      value: meal.cooked,
      formula:
        meal.cooked === null ? "No goods were issued to the kitchen for this meal" : `Goods were issued to the kitchen for ${said(meal.cooked, "heads")}`,
      records: issueOf(meal, asked),
    }
  }),
})

const eaten = figure("mealMargin.eaten", {
  ...common,
  label: "People who ate at a meal",
  unit: "heads",
  explain: Effect.fnUntraced(function* (asked, who) {
    const { eaten } = yield* mealOf(asked, who)
    const parts = yield* partsBy(
      "heads",
      { company_name: col.nullable(col.text), heads: col.whole, others: col.whole },
      `select c.company_name, f.heads + f.others as amount, f.heads, f.others from heads_fed f left join client c on c.id = f.client_id
       where f.site_id = $1 and f.date = $2::date and f.meal_type = $3 order by 1`,
      [asked.siteId, asked.day, asked.meal],
      ({ company_name: client, heads, others }) => ({ label: `${client ?? "No client"}: ${heads} served and ${others} others` }),
    )
    const sessions = yield* partsBy(
      "heads",
      { id: col.whole },
      `select m.id, 0 as amount from meal_session m where m.site_id = $1 and m.session_date = $2::date and m.meal_type = $3 and m.status <> 'cancelled' order by m.id`,
      [asked.siteId, asked.day, asked.meal],
      ({ id }) => ({ stream: `meal_session/${id}`, title: `Session ${id}`, value: null, path: `/meal-tracking-enhanced?tab=sessions&open=${id}` }),
    )
    return {
      value: eaten,
      formula: `Everyone served, by name or head-count, billed or not: ${eaten === null ? "no attendance is recorded yet" : added(parts, "heads", "clients")}`,
      inputs: parts,
      records: sessions.rows,
    }
  }),
})

const gap = figure("mealMargin.gap", {
  ...common,
  label: "Difference between the counts of a meal",
  unit: "%",
  explain: Effect.fnUntraced(function* (asked, who) {
    const meal = yield* mealOf(asked, who)
    const value = meal.gap_percent === null ? null : Number(meal.gap_percent)
    const counts = [meal.expected, meal.cooked, meal.eaten].filter((count) => count !== null)
    return {
      value,
      formula:
        value === null
          ? "A session is open, or no attendance is recorded yet"
          : `(${Math.max(...counts)} at most − ${Math.min(...counts)} at least) ÷ ${Math.max(...counts)} = ${said(value, "%")}`,
      inputs: [
        other("expected", "Expected", meal.expected, asked, "heads"),
        other("cooked", "Cooked", meal.cooked, asked, "heads"),
        other("eaten", "Ate", meal.eaten, asked, "heads"),
      ],
    }
  }),
})

const cost = figure("mealMargin.cost", {
  ...common,
  label: "Food cost of a meal",
  unit: "USD",
  explain: Effect.fnUntraced(function* (asked, who) {
    const meal = yield* mealOf(asked, who)
    const goods = yield* partsBy(
      "USD",
      { name: col.text, unit: col.text, quantity: col.text },
      `select i.name, i.unit, es.quantity(-v.quantity) as quantity, -v.value as amount from stock_movement v join stock_item i on i.id = v.stock_item_id
       where v.source_kind = 'kitchen_issue' and v.source_id = $1 order by i.name`,
      [meal.issue_id],
      ({ name, unit, quantity }) => ({ label: `${name}, ${quantity} ${unit}` }),
    )
    return {
      value: money(meal.cost),
      formula:
        meal.cost === null
          ? "No goods were issued to the kitchen for this meal, so its cost is unknown"
          : `Goods issued, at the store's average cost at that time: ${added(goods, "USD", "items")}`,
      inputs: goods,
      records: issueOf(meal, asked, money(meal.cost)),
    }
  }),
})

const costPerMeal = figure("mealMargin.costPerMeal", {
  ...common,
  label: "Food cost per person",
  unit: "USD",
  explain: Effect.fnUntraced(function* (asked, who) {
    const { cost, eaten, cost_per_meal } = yield* mealOf(asked, who)
    const value = money(cost_per_meal)
    return {
      value,
      formula: value === null ? "The food cost or the attendance is unknown" : `${said(money(cost), "USD")} ÷ ${said(eaten, "heads")} = ${said(value, "USD")}`,
      inputs: [other("cost", "Food", money(cost), asked), other("eaten", "Ate", eaten, asked, "heads")],
    }
  }),
})

const uneaten = figure("mealMargin.uneaten", {
  ...common,
  label: "Uneaten food",
  unit: "USD",
  explain: Effect.fnUntraced(function* (asked, who) {
    const { cost, cooked, eaten, uneaten } = yield* mealOf(asked, who)
    const value = money(uneaten)
    return {
      value,
      formula:
        value === null
          ? "The number cooked, the cost or the attendance is unknown"
          : `${said(money(cost), "USD")} × (${said(cooked, "heads")} cooked − ${said(eaten, "heads")} served, at least 0) ÷ ${said(cooked, "heads")} = ${said(value, "USD")}`,
      inputs: [other("cost", "Food", money(cost), asked), other("cooked", "Cooked", cooked, asked, "heads"), other("eaten", "Ate", eaten, asked, "heads")],
    }
  }),
})

const revenue = figure("mealMargin.revenue", {
  ...common,
  label: "Revenue of a meal",
  unit: "USD",
  explain: Effect.fnUntraced(function* (asked, who) {
    const meal = yield* mealOf(asked, who)
    const slots = yield* partsBy(
      "USD",
      { ...contractColumns, currency: col.text, revenue: col.whole },
      `select l.contract_id, k.contract_number, l.currency, l.revenue, ${usdSql} as amount from ${pricedSlots} l join client_contract k on k.id = l.contract_id
       where l.site_id = $1 and l.date = $2::date and l.meal_type = $3 order by 2`,
      [asked.siteId, asked.day, asked.meal],
      ({ contract_id: id, contract_number: number, currency, revenue }) => ({
        label: `${number}${currency === "USD" ? "" : `, ${said(formatMoney(revenue), currency)} at the official rate of the day`}`,
        figure: { name: "mealSlot.revenue", parameters: { id, day: asked.day, meal: asked.meal } },
      }),
    )
    return {
      value: money(meal.revenue),
      formula:
        meal.revenue === null
          ? "There is no official rate for prices in SSP on this day"
          : `Billed by contract, before tax: ${added(slots, "USD", "contracts")}`,
      inputs: slots,
    }
  }),
})

const margin = figure("mealMargin.margin", {
  ...common,
  label: "Meal margin (price less food cost)",
  unit: "USD",
  explain: Effect.fnUntraced(function* (asked, who) {
    const meal = yield* mealOf(asked, who)
    const value = money(meal.margin)
    return {
      value,
      formula:
        value === null
          ? "The food cost or the revenue is unknown"
          : `${said(money(meal.revenue), "USD")} − ${said(money(meal.cost), "USD")} = ${said(value, "USD")}`,
      inputs: [other("revenue", "Price", money(meal.revenue), asked), other("cost", "Food", meal.cost === null ? null : formatMoney(-meal.cost), asked)],
    }
  }),
})

export const marginFigures = [expected, cooked, eaten, gap, cost, costPerMeal, uneaten, revenue, margin]
