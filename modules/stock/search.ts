/** Search for items of the stores. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { stockItems } from "./items/resource.ts"
import { StockItem } from "./items/stock-item.ts"

export const stockSearch: ReadonlyArray<SearchSource> = [
  {
    record: StockItem,
    label: "Stock item",
    heading: "Stock items",
    call: "/api/stock/items",
    list: stockItems.shape,
    alias: "r",
    words: (r) => [`${r}.name`, `${r}.category`, `${r}.description`],
    title: "r.name",
    named: true,
    detail: "r.category",
    screen: "/catering/stock?q=:title",
  },
]
