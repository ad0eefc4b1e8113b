/** Says at the terminal on which day a fact will be posted, before it is recorded. The same for every command that takes a date. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"

/** Writes a note where the month of the day is closed; refused where no day up to today is open. Today, if no day is given. */
export const notePostingDay = async (call: Call, command: Command, day: string | null | undefined): Promise<void> => {
  const [{ PeriodsApi }, { dateOf }] = await Promise.all([import("./contract.ts"), import("@ops/platform/calendar.ts")])
  const date = day ?? dateOf(new Date())
  const { note } = await call(command, PeriodsApi, (client) => client.periods.postingDay({ query: { date } }))
  if (note !== null) process.stderr.write(`${note}\n`)
}
