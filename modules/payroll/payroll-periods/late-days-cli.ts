/** `ops payroll late`: days that changed after their payroll, and what is decided on them. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { columnsOf } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { api, output, type Period, periodNamed } from "../cli-common.ts"
import type { LateDaysAnswer } from "../contract.ts"
import { lateDecisions } from "../labels.ts"

const columns = columnsOf({
  periodName: ["Payroll", "text", 1],
  staffNumber: ["Staff", "text", 0],
  name: ["Name", "text", 2],
  dates: ["Days", "text", 0],
  knownAt: ["Known", "instant", 1],
  currency: ["Currency", "text", 1],
  amount: ["To correct", "money", 0],
  state: ["Decision", "text", 0],
  reason: ["Reason", "text", 2],
})
type LateDays = typeof LateDaysAnswer.Type
const words = { correct: "next payroll", decline: "declined" } as const
const flat = (of: LateDays) => ({ ...of, dates: of.days.join(", "), state: of.decision === null ? "open" : words[of.decision] })

interface Deciding {
  readonly period: string
  readonly decision: LateDays["decision"] & string
  readonly reason?: string
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Adds `late` and `decide-late` to `ops payroll`. */
export const addLateDaysCommands = (payroll: Command, call: Call, show: (command: Command, period: Period) => Promise<void>): void => {
  const lateIn = async (command: Command, { id }: Period) => call(command, await api(), (client) => client.payroll.lateDays({ params: { id } }))
  payroll
    .command("late")
    .description("attendance and leave that changed after their payroll, and what is decided on them")
    .option("--period <month>", "of one payroll: 2026-10")
    .examples(
      { line: "ops payroll late", does: "of the payrolls of a year" },
      { line: "ops payroll late --period 2026-10 -o json", does: "of October, for a program" },
    )
    .action(async ({ period }: { readonly period?: string }, command: Command) => {
      const contract = await api()
      const all =
        period === undefined
          ? await call(command, contract, (client) => client.payroll.periods({ query: { limit: "13" } }))
          : [await periodNamed(call, command, period)]
      const found: Array<LateDays> = []
      for (const one of all) found.push(...(await lateIn(command, one)))
      const { print, printNext } = await output()
      const options = { ...commonOptions(command), columns }
      await print(options.format === "json" ? found : found.map(flat), options)
      const open = found.find(({ decision }) => decision === null)
      if (open) printNext(`ops payroll decide-late ${open.staffNumber} --period "${open.periodName}" --decision correct`)
    })
  payroll
    .command("decide-late <staff>")
    .description("decide whether the next payroll corrects a person's days that changed after their payroll")
    .requiredOption("--period <month>", "the payroll that paid them: 2026-10")
    .addOption(
      new Option("--decision <word>", "correct them by the next payroll, or decline: they stay as they were paid").choices(lateDecisions).makeOptionMandatory(),
    )
    .option("--reason <text>", "why; needed to decline")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show what it is about").conflicts("yes"))
    .examples(
      { line: "ops payroll decide-late FO-005 --period 2026-10 --decision correct", does: "asks, then the next payroll has it" },
      { line: 'ops payroll decide-late FO-005 --period 2026-10 --decision decline --reason "Agreed with the person" --yes', does: "without asking" },
    )
    .action(async (staff: string, { period: month, decision, reason, ...given }: Deciding, command: Command) => {
      const period = await periodNamed(call, command, month)
      const of = (await lateIn(command, period)).find(({ staffNumber }) => staffNumber.toLowerCase() === staff.toLowerCase())
      if (!of) throw new Exit("refused", `Nothing of ${staff} has changed since the payroll ${period.periodName}.`, { next: "ops payroll late" })
      if (given.dryRun) return (await output()).print(flat(of), { ...commonOptions(command), columns })
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      const what = decision === "correct" ? "Correct by the next payroll" : "Leave as it was paid"
      await confirm(`${what}: ${of.name}, ${of.days.join(", ")}, ${of.currency} ${of.amount}?`, given)
      const payload = { staffId: of.staffId, decision, ...(reason !== undefined && { reason }) }
      await show(command, await call(command, await api(), (client) => client.payroll.decideLateDays({ params: { id: period.id }, payload })))
    })
}
