/** Finds an item for the command line. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"

/** The id of the item with this name or id. */
export const itemNamed = async (call: Call, command: Command, name: string): Promise<number> => {
  const { StockApi } = await import("../contract.ts")
  const items = await call(command, StockApi, (client) => client.stock.items({ query: { limit: "1000" } }))
  const small = name.trim().toLowerCase()
  const found = items.find((item) => String(item.id) === small || item.name.toLowerCase() === small)
  if (found) return found.id
  const near = items.filter((item) => item.name.toLowerCase().includes(small)).map((item) => item.name)
  const [only] = near
  if (near.length === 1) return items.find((item) => item.name === only)!.id
  throw new Exit("usage", `There is no item "${name}".`, {
    next: near.length > 0 ? `Name one of: ${near.slice(0, 6).join(", ")}` : "See them: ops stock levels",
  })
}
