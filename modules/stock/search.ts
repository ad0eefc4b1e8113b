/** Search for items of the stores. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { itemList } from "./queries.ts"
import { StockItem } from "./items/stock-item.ts"

export const stockSearch: ReadonlyArray<SearchSource> = [
  {
    record: StockItem,
    label: "Stock item",
    heading: "Stock items",
    call: "/api/stock/items",
    list: () => itemList,
    alias: "i",
    words: (i) => [`${i}.name`, `${i}.category`, `${i}.description`],
    title: "i.name",
    named: true,
    detail: "i.category",
    screen: "/catering/stock?q=:title",
  },
]
