/** Prints the posting date of a transaction before it is recorded. Shared by every command that takes a date. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"

/** Prints a note if the month of the day is closed; refused if no day up to today is open. The default day is today. */
export const notePostingDay = async (call: Call, command: Command, day: string | null | undefined): Promise<void> => {
  const [{ PeriodsApi }, { dateOf }] = await Promise.all([import("./contract.ts"), import("@ops/platform/calendar.ts")])
  const date = day ?? dateOf(new Date())
  const { note } = await call(command, PeriodsApi, (client) => client.periods.postingDay({ query: { date } }))
  if (note !== null) process.stderr.write(`${note}\n`)
}
