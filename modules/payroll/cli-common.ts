/** Shared by the payroll commands: the contract, the output, and finding a payroll by name. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { lastDayOf } from "@ops/platform/calendar.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { PayrollPeriodAnswer } from "./contract.ts"

export type Period = typeof PayrollPeriodAnswer.Type

export const api = async () => (await import("./contract.ts")).PayrollApi
export const output = () => import("@ops/platform/terminal/output.ts")

export const monthOf = (name: string) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(name) ? name : undefined)

/** Finds a period by its id, its name, or the month in which it ends. If there are several, the one that is not reversed. */
export const found = async (call: Call, command: Command, name: string): Promise<Period | undefined> => {
  const contract = await api()
  if (/^[1-9]\d{0,14}$/.test(name) && !monthOf(name)) return call(command, contract, (client) => client.payroll.period({ params: { id: Number(name) } }))
  const month = monthOf(name)
  const query = month === undefined ? { q: name } : { from: `${month}-01`, to: lastDayOf(month) }
  const rows = await call(command, contract, (client) => client.payroll.periods({ query: { ...query, limit: "1000" } }))
  const fits = rows.filter(({ periodName }) => month !== undefined || periodName.toLowerCase() === name.toLowerCase())
  return fits.find(({ status }) => status !== "reversed") ?? fits[0]
}
export const periodNamed = async (call: Call, command: Command, name: string): Promise<Period> => {
  const period = await found(call, command, name)
  if (period) return period
  throw new Exit("refused", `There is no payroll ${name} that you may see.`, { next: "Give a month like 2026-10, its name, or its id: ops payroll status" })
}

/** The id of the person with this staff number. */
export const staffId = async (call: Call, command: Command, name: string): Promise<number> => {
  const { PeopleApi } = await import("@ops/people/contract.ts")
  const rows = await call(command, PeopleApi, (client) => client.staff.list({ query: { q: name, limit: "50" } }))
  const person = rows.find(({ staffNumber, id }) => staffNumber.toLowerCase() === name.toLowerCase() || String(id) === name)
  if (person) return person.id
  throw new Exit("refused", `There is no staff member ${name} that you may see.`, { next: "ops staff list" })
}
