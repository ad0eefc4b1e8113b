/** The figures of stock: what is on hand, how long it lasts, what runs low. */
import { Effect } from "effect"
import { ANYONE } from "@ops/platform/access/rule.ts"
import { Database } from "@ops/platform/database/database.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { criticalSql, daysSql, levelList, lowSql } from "./queries.ts"

const KEEPERS = ["inventory.view", "inventory.manage", "department.manage", "finance.full"]

const quantity = figure("stock.quantity", {
  label: "On hand",
  unit: "units",
  needs: ["id"],
  may: KEEPERS,
  explain: ({ id }, { confinedTo }) =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const level = yield* listedAt(levelList(confinedTo), id, "Stock level")
      const unit = level.stockItem.unit as string
      const [moved] = yield* statement(
        `with moved as (select position, type, (data->>'quantity')::bigint as quantity, occurred_at from es.event where stream = $1 and position <= es.horizon()),
           counted as (select * from moved where type = 'StockCounted' order by position desc limit 1),
           since as (select m.* from moved m where m.position > coalesce((select position from counted), 0))
         select (select quantity from counted) as counted, (select to_char(occurred_at at time zone 'Africa/Juba', 'YYYY-MM-DD') from counted) as day,
           (select coalesce(sum(quantity), 0)::bigint from since where type = 'StockReceived') as received,
           (select count(*) from since where type = 'StockReceived') as receipts,
           (select coalesce(sum(quantity), 0)::bigint from since where type = 'StockIssued') as issued,
           (select count(*) from since where type = 'StockIssued') as issues`,
        [`stock_level/${id}`],
      )
      const from = moved.counted === null ? "" : `${formatQuantity(Number(moved.counted))} counted on ${moved.day} + `
      return {
        value: level.currentQuantity,
        unit,
        formula: `${from}${formatQuantity(Number(moved.received))} received − ${formatQuantity(Number(moved.issued))} issued = ${said(level.currentQuantity, unit)}`,
        inputs: [
          ...(moved.counted === null ? [] : [{ label: `Counted on ${moved.day}`, value: formatQuantity(Number(moved.counted)) }]),
          { label: `Received since, ${moved.receipts} times`, value: formatQuantity(Number(moved.received)) },
          { label: `Issued since, ${moved.issues} times`, value: formatQuantity(-Number(moved.issued)) },
        ],
        records: [{ stream: `stock_level/${id}`, title: `${level.stockItem.name}, ${level.site.name}`, value: level.currentQuantity }],
      }
    }),
})

const days = figure("stock.daysRemaining", {
  label: "Days that an item lasts",
  unit: "days",
  needs: ["id"],
  may: KEEPERS,
  explain: ({ id }, { confinedTo }) =>
    Effect.gen(function* () {
      const level = yield* listedAt(levelList(confinedTo), id, "Stock level")
      const { daysRemaining, currentQuantity, minimumLevel } = level
      const unit = level.stockItem.unit as string
      const isLow = Number(currentQuantity) <= Number(minimumLevel)
      return {
        value: daysRemaining,
        formula:
          daysRemaining === null
            ? "No minimum is set, so nobody knows how long it lasts"
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
  days,
  low("alerts", "Items at or under their minimum", lowSql, "at or under their minimum"),
  low("critical", "Items that last two days or less", criticalSql, "at or under their minimum, which last two days or less"),
]
