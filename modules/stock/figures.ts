/** The figures of stock: quantities on hand, days remaining, low items. */
import { capitalised } from "@ops/platform/text.ts"
import type { Permission } from "@ops/platform/access/levels.ts"
import { Effect } from "effect"
import { ANYONE } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { StockLevelAnswer } from "./contract.ts"
import { criticalSql, daysSql, levelList, lowSql } from "./queries.ts"

const KEEPERS: ReadonlyArray<Permission> = ["inventory.view", "inventory.manage", "department.manage", "finance.full"]

/** The movements of level $1 since its last count, including that count. */
const sinceCounted = sql(
  { kind: col.text, times: col.whole, quantity: col.whole, balance: col.whole, day: col.text },
  `with moved as (select * from stock_movement where level_id = $1),
    counted as (select max(id) as id from moved where kind = 'count')
  select m.kind, count(*) as times, sum(m.quantity)::bigint as quantity, max(m.balance) as balance, to_char(max(m.date), 'YYYY-MM-DD') as day
  from moved m, counted c where c.id is null or m.id >= c.id group by m.kind order by m.kind <> 'count', min(m.id)`,
)

const moved: Record<string, string> = {
  receive: "received",
  issue: "issued",
  waste: "wasted",
  transfer_out: "sent to other sites",
  transfer_in: "received from other sites",
  opening: "at the start",
  return: "of reversed receipts",
}

/** Capitalises the first letter of a line. */

const quantity = figure("stock.quantity", {
  label: "On hand",
  unit: "units",
  needs: ["id"],
  may: KEEPERS,
  explain: ({ id }, { confinedTo }) =>
    Effect.gen(function* () {
      const level = yield* listedAt(StockLevelAnswer, levelList(confinedTo), id, "Stock level")
      const unit = level.stockItem.unit
      const parts = (yield* statement(sinceCounted, [id])).map(({ kind, times, quantity, balance, day }) => ({
        // a count replaces everything before it
        amount: kind === "count" ? balance : quantity,
        words: kind === "count" ? `counted on ${day}` : moved[kind]!,
        times: kind === "count" ? "" : `, ${times} ${times === 1 ? "time" : "times"}`,
      }))
      const sum = parts.map(
        ({ amount, words }, n) => `${n === 0 ? "" : amount < 0 ? " − " : " + "}${formatQuantity(n === 0 ? amount : Math.abs(amount))} ${words}`,
      )
      return {
        value: level.currentQuantity,
        unit,
        formula: parts.length === 0 ? `No movements yet: ${said(level.currentQuantity, unit)}` : `${sum.join("")} = ${said(level.currentQuantity, unit)}`,
        inputs: parts.map(({ amount, words, times }) => ({ label: `${capitalised(words)}${times}`, value: formatQuantity(amount) })),
        records: [{ stream: `stock_level/${id}`, title: `${level.stockItem.name}, ${level.site.name}`, value: level.currentQuantity }],
      }
    }),
})

const value = figure("stock.value", {
  label: "Stock value",
  unit: "USD",
  needs: ["id"],
  may: KEEPERS,
  explain: ({ id }, { confinedTo }) =>
    Effect.gen(function* () {
      const level = yield* listedAt(StockLevelAnswer, levelList(confinedTo), id, "Stock level")
      const inputs = yield* partsBy(
        "USD",
        { kind: col.text, times: col.whole },
        `select m.kind, count(*) as times, sum(m.value)::bigint as amount from stock_movement m where m.level_id = $1 group by m.kind order by min(m.id)`,
        [id],
        ({ kind, times }) => ({ label: `${capitalised(kind === "count" ? "found by counts" : moved[kind]!)}, ${times} ${times === 1 ? "time" : "times"}` }),
      )
      const average = level.averageCost === null ? "" : `, ${said(level.averageCost, "USD")} for one ${level.stockItem.unit} on average`
      return {
        value: level.value,
        inputs,
        formula: `Receipts, less issues at average cost: ${said(level.value, "USD")}${average}`,
        records: [{ stream: `stock_level/${id}`, title: `${level.stockItem.name}, ${level.site.name}`, value: level.value }],
      }
    }),
})

const worth = figure("stock.worth", {
  label: "Stock",
  unit: "USD",
  takes: ["siteId"],
  may: ["inventory.manage", "department.manage", "finance.full"],
  explain: ({ siteId }) =>
    Effect.gen(function* () {
      const inputs = yield* partsBy(
        "USD",
        { id: col.whole, item: col.text, site: col.text, quantity: col.text, unit: col.text },
        `select l.id, i.name as item, s.name as site, es.quantity(l.current_quantity) as quantity, i.unit, l.value as amount
         from stock_level l join stock_item i on i.id = l.stock_item_id join site s on s.id = l.site_id
         where l.value <> 0 and ($1::bigint is null or l.site_id = $1) order by l.value desc, l.id`,
        [siteId ?? null],
        ({ id, item, site, quantity, unit }) => ({
          label: `${item}, ${site}: ${quantity} ${unit}`,
          figure: { name: "stock.value", parameters: { id } },
        }),
      )
      return { value: inputs.sum, inputs, formula: `Stock on hand at average cost: ${said(inputs.sum, "USD")}` }
    }),
})

const days = figure("stock.daysRemaining", {
  label: "Days an item will last",
  unit: "days",
  needs: ["id"],
  may: KEEPERS,
  explain: ({ id }, { confinedTo }) =>
    Effect.gen(function* () {
      const level = yield* listedAt(StockLevelAnswer, levelList(confinedTo), id, "Stock level")
      const { daysRemaining, currentQuantity, minimumLevel } = level
      const unit = level.stockItem.unit
      const isLow = Number(currentQuantity) <= Number(minimumLevel)
      return {
        value: daysRemaining,
        formula:
          daysRemaining === null
            ? "No minimum is set, so the days remaining cannot be calculated"
            : `${currentQuantity} on hand ÷ ${minimumLevel} minimum × ${isLow ? "5, at least 1" : "7"} = ${said(daysRemaining, "days")}, rounded`,
        inputs: [
          { label: "On hand", value: currentQuantity, unit, figure: { name: "stock.quantity", parameters: { id } } },
          { label: "Minimum", value: minimumLevel, unit },
        ],
        records: [{ stream: `stock_level/${id}`, title: `${level.stockItem.name}, ${level.site.name}`, value: currentQuantity, unit }],
      }
    }),
})

const low = (name: string, label: string, where: string, words: string) =>
  figure(`stock.${name}`, {
    label,
    unit: "items",
    takes: ["siteId"],
    may: ANYONE,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const inputs = yield* partsBy(
          "items",
          { id: col.whole, item: col.text, site: col.text, current: col.text, minimum: col.text, unit: col.text },
          `select l.id, i.name as item, s.name as site, es.quantity(l.current_quantity) as current, es.quantity(l.minimum_level) as minimum, i.unit, 1 as amount
           from stock_level l join stock_item i on i.id = l.stock_item_id join site s on s.id = l.site_id
           where ${where} and ($1::bigint is null or l.site_id = $1) order by ${daysSql}, i.name, l.id`,
          [siteId ?? null],
          ({ id, item, site, current, minimum, unit }) => ({
            label: `${item}, ${site}: ${current} of at least ${minimum} ${unit}`,
            value: null,
            figure: { name: "stock.daysRemaining", parameters: { id } },
          }),
        )
        return { value: inputs.sum, inputs, formula: `${said(inputs.sum, "items")} ${words}` }
      }),
  })

export const stockFigures = [
  quantity,
  value,
  worth,
  days,
  low("alerts", "Items at or below their minimum", lowSql, "at or below their minimum"),
  low("critical", "Items that will last two days or less", criticalSql, "at or below their minimum, which will last two days or less"),
]
