/** What the lists of stock are made of. */
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { StockItem } from "./stock-item.ts"
import { StockLevel } from "./stock-level.ts"

/** The company's formula of the days an item lasts, over a level `l`. */
export const daysSql = `case when l.minimum_level <= 0 then null
  when l.current_quantity <= l.minimum_level then greatest(1, round(l.current_quantity::numeric / l.minimum_level * 5))
  else round(l.current_quantity::numeric / l.minimum_level * 7) end::int`

/** A level `l` at or under its minimum. */
export const lowSql = "l.minimum_level > 0 and l.current_quantity <= l.minimum_level"
/** A low level that lasts two days or less. */
export const criticalSql = `${lowSql} and (${daysSql}) <= 2`

export const itemList: ListShape = {
  select: StockItem.answer("i", "id", "name", "category", "unit", "description", "preferredVendorId"),
  from: "stock_item i",
  id: "i.id",
  filters: { status: "i.category" },
  search: ["i.name", "i.category"],
  sorts: { name: "i.name", category: "i.category" },
  order: "name",
  file: "Stock items",
  columns: [
    { key: "name", title: "Item", kind: "text" },
    { key: "category", title: "Category", kind: "text" },
    { key: "unit", title: "Unit", kind: "text" },
  ],
}

/** Levels in a person's scope. */
export const levelList = (confinedTo: number | null): ListShape => ({
  select:
    `${StockLevel.answer("l", "id", "siteId", "stockItemId", "currentQuantity", "minimumLevel", "maximumLevel")}, ` +
    `${daysSql} as "daysRemaining", to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUpdated", ` +
    `json_build_object('id', i.id, 'name', i.name, 'category', i.category, 'unit', i.unit) as "stockItem", ` +
    `json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site`,
  from: "stock_level l join stock_item i on i.id = l.stock_item_id join site s on s.id = l.site_id",
  id: "l.id",
  site: "l.site_id",
  where: confinedTo === null ? [] : [{ sql: "l.site_id = ?", values: [confinedTo] }],
  search: ["i.name", "s.name"],
  sorts: { item: "i.name", site: "s.name", daysRemaining: daysSql, lastUpdated: "l.updated_at", currentQuantity: "l.current_quantity" },
  order: "item",
  file: "Stock levels",
  columns: [
    { key: "currentQuantity", title: "On hand", kind: "text" },
    { key: "minimumLevel", title: "Minimum", kind: "text" },
    { key: "maximumLevel", title: "Maximum", kind: "text" },
    { key: "daysRemaining", title: "Days remaining", kind: "integer" },
  ],
})

/** Items at one and a half times their minimum or less, the shortest first; items without a minimum are never listed. */
export const alertList = (confinedTo: number | null): ListShape => {
  const levels = levelList(confinedTo)
  return {
    ...levels,
    where: [...(levels.where ?? []), { sql: "l.minimum_level > 0 and l.current_quantity * 2 <= l.minimum_level * 3" }],
    order: "daysRemaining",
  }
}
