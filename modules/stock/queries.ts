/** What the lists of stock are made of. */
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { recordedAtSql } from "@ops/platform/records/recorded-at.ts"
import { wholesIn } from "@ops/platform/records/row-columns.ts"
import { StockLevel } from "./levels/stock-level.ts"
import { movedBy } from "./levels/stock-of-month.ts"
import { StockMovement } from "./levels/stock-movement.ts"

/** The company's formula for the days an item lasts, for a level `l`. */
export const daysSql = `case when l.minimum_level <= 0 then null
  when l.current_quantity <= l.minimum_level then greatest(1, round(l.current_quantity::numeric / l.minimum_level * 5))
  else round(l.current_quantity::numeric / l.minimum_level * 7) end::int`

/** A level `l` at or below its minimum. */
export const lowSql = "l.minimum_level > 0 and l.current_quantity <= l.minimum_level"
/** A low level that lasts two days or less. */
export const criticalSql = `${lowSql} and (${daysSql}) <= 2`

/** A level `l` at one and a half times its minimum or less. */
const alertSql = "(l.minimum_level > 0 and l.current_quantity * 2 <= l.minimum_level * 3)"

/** Average cost per unit of a level `l` in cents; null if there is no stock. */
const averageSql = "case when l.current_quantity > 0 then es.money(round(l.value::numeric * 1000 / l.current_quantity)::bigint) end"
/** The earliest expiry date of a level `l`. */
const expirySql = `(select min(x->>'expiryDate') from jsonb_array_elements(l.lots) x)`
const lotsSql = `(select coalesce(json_agg(json_build_object('lotNumber', x."lotNumber", 'expiryDate', x."expiryDate", 'quantity', es.quantity(x.quantity))
    order by x."expiryDate" nulls last, x."lotNumber"), '[]') from jsonb_to_recordset(l.lots) as x("lotNumber" text, "expiryDate" text, quantity bigint))`

const confined = (column: string, confinedTo: number | null) => (confinedTo === null ? [] : [{ sql: `${column} = ?`, values: [confinedTo] }])
const siteSql = (alias: string) => `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'code', ${alias}.code)`
const itemSql = `i.name as "itemName", json_build_object('id', i.id, 'name', i.name, 'category', i.category, 'unit', i.unit)`

/** Levels in the user's scope. */
export const levelList = (confinedTo: number | null): ListShape => ({
  select:
    `${StockLevel.answer("l", "id", "siteId", "stockItemId", "currentQuantity", "minimumLevel", "maximumLevel", "value", "lastMovedAt")}, ` +
    `${daysSql} as "daysRemaining", to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUpdated", ` +
    `${averageSql} as "averageCost", ${expirySql} as "nextExpiry", ${lotsSql} as lots, ${itemSql} as "stockItem", s.code as "siteCode", ${siteSql("s")} as site`,
  from: "stock_level l join stock_item i on i.id = l.stock_item_id join site s on s.id = l.site_id",
  base: "stock_level l",
  id: "l.id",
  site: "l.site_id",
  where: confined("l.site_id", confinedTo),
  filters: {
    category: "i.category",
    status: `case when ${lowSql} then 'low' when l.current_quantity = 0 then 'none' else 'enough' end`,
    alert: alertSql,
    levelId: "l.id",
    stockItemId: "l.stock_item_id",
  },
  search: ["i.name", "s.name"],
  sorts: {
    item: "i.name",
    site: "s.name",
    daysRemaining: daysSql,
    lastUpdated: "l.updated_at",
    lastMovedAt: "l.last_moved_at",
    currentQuantity: "l.current_quantity",
    value: "l.value",
    nextExpiry: expirySql,
  },
  order: "item",
  file: "Stock levels",
  columns: [
    { key: "itemName", title: "Item", kind: "text" },
    { key: "siteCode", title: "Site", kind: "text" },
    { key: "currentQuantity", title: "On hand", kind: "text" },
    { key: "minimumLevel", title: "Minimum", kind: "text" },
    { key: "maximumLevel", title: "Maximum", kind: "text" },
    { key: "daysRemaining", title: "Days remaining", kind: "integer" },
    { key: "averageCost", title: "Average cost (USD)", kind: "money" },
    { key: "value", title: "Value (USD)", kind: "money" },
    { key: "nextExpiry", title: "Next expiry", kind: "date" },
  ],
})

/** Items at one and a half times their minimum or less, shortest duration first; items without a minimum are never listed. */
export const alertList = (confinedTo: number | null): ListShape => {
  const levels = levelList(confinedTo)
  return {
    ...levels,
    where: [...(levels.where ?? []), { sql: alertSql }],
    order: "daysRemaining",
  }
}

const movedLotsSql = `(select coalesce(json_agg(json_build_object('lotNumber', x."lotNumber", 'expiryDate', x."expiryDate", 'quantity', es.quantity(x.quantity))), '[]')
    from jsonb_to_recordset(m.lots) as x("lotNumber" text, "expiryDate" text, quantity bigint))`

/** Movements of stock in the user's scope. `only` limits them to some kinds. */
export const movementList = (confinedTo: number | null, ...only: ReadonlyArray<string>): ListShape => ({
  select:
    `${StockMovement.answer("m", "id", "levelId", "siteId", "stockItemId", "kind", "quantity", "value", "note", "account", "otherSiteId", "sourceKind", "sourceId", "date", "balance", "journalEntryId", "createdAt")}, ` +
    `${recordedAtSql("stock_movement", "m")} as "recordedAt", ${movedLotsSql} as lots, ${itemSql} as "stockItem", s.code as "siteCode", ${siteSql("s")} as site, ` +
    `case when o.id is null then null else ${siteSql("o")} end as "otherSite", ` +
    `case when p.id is null then null else json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) end as "movedBy"`,
  from: `stock_movement m join stock_item i on i.id = m.stock_item_id join site s on s.id = m.site_id
    left join site o on o.id = m.other_site_id left join person p on p.id = m.moved_by`,
  base: "stock_movement m",
  id: "m.id",
  wholes: wholesIn(StockMovement, "m"),
  site: "m.site_id",
  date: "m.date",
  where: [...confined("m.site_id", confinedTo), ...(only.length > 0 ? [{ sql: "m.kind = any(?::text[])", values: [only] }] : [])],
  filters: { kind: "m.kind", levelId: "m.level_id", stockItemId: "m.stock_item_id", source: "m.source_kind || '/' || m.source_id" },
  search: ["i.name", "m.note"],
  sorts: { date: "m.id", value: "m.value", quantity: "m.quantity" },
  order: "-date",
  long: true,
  file: "Stock movements",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "itemName", title: "Item", kind: "text" },
    { key: "siteCode", title: "Site", kind: "text" },
    { key: "kind", title: "Kind", kind: "text" },
    { key: "quantity", title: "Quantity", kind: "text" },
    { key: "value", title: "Value (USD)", kind: "money" },
    { key: "balance", title: "On hand after", kind: "text" },
    { key: "note", title: "Note", kind: "text" },
  ],
})
/** The lots on hand, earliest expiry first. */
export const lotList = (confinedTo: number | null): ListShape => ({
  select:
    `l.id as "levelId", l.site_id as "siteId", l.stock_item_id as "stockItemId", x."lotNumber", x."expiryDate", es.quantity(x.quantity) as quantity, ` +
    `(x."expiryDate"::date - es.today()) as "daysLeft", ${itemSql} as "stockItem", s.code as "siteCode", ${siteSql("s")} as site`,
  from: `stock_level l join stock_item i on i.id = l.stock_item_id join site s on s.id = l.site_id
    cross join lateral jsonb_to_recordset(l.lots) as x("lotNumber" text, "expiryDate" text, quantity bigint)`,
  id: `l.id::text || ' ' || coalesce(x."lotNumber", '') || ' ' || coalesce(x."expiryDate", '')`,
  site: "l.site_id",
  where: confined("l.site_id", confinedTo),
  filters: { status: `case when x."expiryDate"::date < es.today() then 'expired' when x."expiryDate"::date <= es.today() + 7 then 'soon' else 'good' end` },
  search: ["i.name", `x."lotNumber"`],
  sorts: { expiryDate: `x."expiryDate"`, item: "i.name", site: "s.name" },
  order: "expiryDate",
  file: "Lots on hand",
  columns: [
    { key: "itemName", title: "Item", kind: "text" },
    { key: "siteCode", title: "Site", kind: "text" },
    { key: "lotNumber", title: "Lot", kind: "text" },
    { key: "expiryDate", title: "Expires", kind: "date" },
    { key: "quantity", title: "Quantity", kind: "text" },
  ],
})

/** Quantity and value at the end of day $1, by site and category: the sums of the movements until then. Limited to a site if $2 is given. */
export const valuationSql = sql(
  { siteId: col.whole, siteName: col.text, siteCode: col.text, category: col.text, items: col.whole, value: col.whole },
  `with held as (
    select m.site_id, m.stock_item_id, sum(m.quantity) as quantity, sum(m.value) as value
    from ${movedBy("$1::date")} m where ($2::bigint is null or m.site_id = $2) group by 1, 2)
  select h.site_id as "siteId", s.name as "siteName", s.code as "siteCode", i.category, count(*) filter (where h.quantity > 0) as items, sum(h.value)::bigint as value
  from held h join stock_item i on i.id = h.stock_item_id join site s on s.id = h.site_id
  group by h.site_id, s.name, s.code, i.category order by s.name, h.site_id, i.category`,
)

const movedSql = sql(
  { stockItemId: col.whole, quantity: col.whole, version: col.whole },
  `select l.stock_item_id as "stockItemId", l.version,
     (select coalesce(sum(m.quantity), 0)::bigint from stock_movement m where m.level_id = l.id and m.created_at > $3::timestamptz) as quantity
   from stock_level l join site s on s.id = l.site_id where (s.id::text = $1 or s.slug = $1) and l.stock_item_id = any($2::bigint[])`,
)
/** What moved the levels of some items of a site since a moment. */
export const movedSince = (siteId: number | string, lines: ReadonlyArray<{ readonly stockItemId: number }>, at: string) =>
  statement(movedSql, [String(siteId), lines.map(({ stockItemId }) => stockItemId), at])
