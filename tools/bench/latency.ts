/** Whether a long history makes commands slower: p50 of sequential commands with 1 M events in the store, against 10 k. */
import { addItem, raise } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { addStockItem } from "@ops/stock/items/stock-item.ts"
import { type Company, performer, withCompany, withServer } from "./company.ts"
import { layHistory } from "./history.ts"
import { atMost, interleaved, median, type Suite } from "./row.ts"

/** Repeatedly raises a request and adds an item to it; p50 of all these commands in milliseconds. */
const latencies = async (company: Company) => {
  const { execute } = await performer(company)
  const { by } = company
  const item = await company.run(execute(addStockItem, { name: "Rice", category: "other", unit: "kg", description: null, preferredVendorId: null }, by))
  return async () => {
    const taken: Array<number> = []
    const timed = async <A>(work: Promise<A>) => {
      const begin = performance.now()
      const result = await work
      taken.push(performance.now() - begin)
      return result
    }
    for (let n = 0; n < 250; n++) {
      const { id } = await timed(company.run(execute(raise, { siteId: (n % 3) + 1, priority: "medium", justification: "Kitchen stores" }, by)))
      await timed(company.run(execute(addItem, { id, stockItemId: item.id, quantity: 5, estimatedCost: 1250, notes: "" }, by)))
    }
    return median(taken)
  }
}

export const latency: Suite = {
  rows: ["latency"],
  unit: "ms p50",
  peer: "10 k events in the store instead of 1 M",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "large", (large) =>
        withCompany(server, "small", async (small) => {
          for (const company of [large, small]) await performer(company)
          log("laying in 1 000 000 events")
          await layHistory(large, 1_000_000)
          await layHistory(small, 10_000)
          return [atMost("latency", 1.3, await interleaved(5, await latencies(large), await latencies(small), log))]
        }),
      ),
    ),
}
