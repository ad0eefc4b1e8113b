/** Helpers that the commands about people share: finding a person, amounts, and list options. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { StaffAnswer } from "./contract.ts"

export const output = () => import("@ops/platform/terminal/output.ts")
export const peopleApi = async () => (await import("./contract.ts")).PeopleApi

/** The staff member with this staff number or id. */
export const staffNamed = async (call: Call, command: Command, name: string): Promise<typeof StaffAnswer.Type> => {
  const contract = await peopleApi()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.staff.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  const found = await call(command, contract, (client) => client.staff.list({ query: { q: number, limit: "1000" } }))
  const one = found.find(({ staffNumber }) => staffNumber.toUpperCase() === number)
  if (one) return one
  throw new Exit("refused", `There is no staff member ${number} that you may see.`, {
    next: "Give one like FO-001, or an id. ops staff list shows them.",
  })
}

/** A day on the command line. */
export const dateGiven = async (option: string, text: string) => {
  const { isDate } = await import("@ops/platform/calendar.ts")
  if (!isDate(text)) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a day such as 2026-11-21." })
  return text
}
export const todayInJuba = async () => (await import("@ops/platform/calendar.ts")).dateOf(new Date())
