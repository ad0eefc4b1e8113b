/** Finds an item for the command line. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"

/** Finds the item with this name or id, or the only one whose name contains it. */
export const itemFinder = (call: Call) => async (name: string, command: Command) => {
  const { StockItemsApi } = await import("./resource.ts")
  const items = await call(command, StockItemsApi, (client) => client.stockItems.list({ query: { limit: "1000" } }))
  const small = name.trim().toLowerCase()
  const found = items.find((item) => String(item.id) === small || item.name.toLowerCase() === small)
  if (found) return found
  const [only, ...more] = items.filter((item) => item.name.toLowerCase().includes(small))
  if (only && more.length === 0) return only
  throw new Exit("usage", `There is no item "${name}".`, {
    next: only ? `Name one of: ${[only, ...more.slice(0, 5)].map((item) => item.name).join(", ")}` : "See them: ops stock levels",
  })
}
/** The id of the item with this name or id. */
export const itemNamed = async (call: Call, command: Command, name: string): Promise<number> => (await itemFinder(call)(name, command)).id
