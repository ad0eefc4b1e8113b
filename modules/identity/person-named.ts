import type { Call } from "@ops/platform/terminal/call.ts"
import type { Command } from "@ops/platform/terminal/command.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"

/** The id of a person, from their employee ID: for an option of a command. */
export const personNamed = async (call: Call, command: Command, employeeId: string): Promise<number> => {
  const { IdentityApi } = await import("./contract.ts")
  const found = (await call(command, IdentityApi, (client) => client.users.list({ query: { q: employeeId, limit: "1000" } }))) as ReadonlyArray<{
    readonly id: number | string
    readonly employeeId: string
  }>
  const person = found.find((person) => person.employeeId.toLowerCase() === employeeId.toLowerCase())
  if (person) return Number(person.id)
  throw new Exit("usage", `There is no person "${employeeId}".`, { next: "Give the employee ID, such as FO-SUP-001: ops users list" })
}
