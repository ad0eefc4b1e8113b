/** The resource of stock items: the catalogue of the company. */
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { categories } from "../labels.ts"
import { KEEPERS, VIEWERS } from "../permissions.ts"
import { addTypedItem, costStockItem, stockItems as stream } from "./stock-item.ts"

const keeps = { may: KEEPERS, scope: "all" }

export const stockItems = resource("stockItems", stream, {
  path: "/api/stock/items",
  noun: ["item", "items"],
  answer: "StockItem",
  area: "stock",
  read: { may: VIEWERS, rows: everyRow("all"), history: VIEWERS },
  joins: [{ fields: {}, filters: { category: { sql: "r.category", words: categories } } }],
  titles: { name: "Item", costAccount: "Booked to", unitCost: "Usual cost" },
  list: {
    columns: ["name", "category", "description", "unit", "costAccount", "unitCost"],
    unexported: ["description", "costAccount", "unitCost"],
    filters: [{ field: "category", name: "status" }],
    sorts: ["name", "category"],
    order: "name",
    search: ["name", "category"],
    file: "Stock items",
  },
  details: ["category", "description", "unit", "unitCost", "costAccount"],
  commands: {
    add: creates(addTypedItem, { ...keeps, headers: { name: ["Item"], unitCost: ["Usual cost", "Cost"] } }),
    cost: updates(costStockItem, { ...keeps, method: "PATCH", path: "" }),
  },
})

export const StockItemsApi = stockItems.api
