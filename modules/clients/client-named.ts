/** Finds a client for the command line. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"

/** The client with this code, name or id. */
export const clientNamed = async (call: Call, command: Command, name: string) => {
  const { ClientsApi } = await import("./contract.ts")
  const clients = await call(command, ClientsApi, (client) => client.clients.list({ query: { limit: "1000" } }))
  const small = name.toLowerCase()
  const found = clients.find(({ id, clientCode, companyName }) => [String(id), clientCode, companyName].some((word) => word.toLowerCase() === small))
  if (found) return found
  throw new Exit("usage", `There is no client "${name}" that you may see.`, { next: "ops clients list shows them." })
}

/** The id of the client with this code, name or id. */
export const clientIdNamed = async (call: Call, command: Command, name: string): Promise<number> => (await clientNamed(call, command, name)).id
