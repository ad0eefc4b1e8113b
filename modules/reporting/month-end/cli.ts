/** `ops month`: the status of a month-end, step by step, and the command for the next step. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { columnsOf } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"

const stepColumns = columnsOf({
  n: ["", "integer", 0],
  step: ["Step", "text", 0],
  state: ["State", "text", 0],
  what: ["What", "text", 0],
  amount: ["Amount", "text", 1],
  by: ["Who", "text", 2],
  at: ["When", "instant", 2],
  open: ["Open checks", "integer", 1],
})

/** Adds `month` to the program. */
export const addMonthCommand = (program: Command, call: Call): void => {
  program
    .command("month <month>")
    .description("month-end status: its eight steps, and the next command")
    .examples(
      { line: "ops month 2026-10", does: "the steps of October, and what to do next" },
      { line: "ops month 2026-09 --as-of 2026-10-05", does: "as of that time" },
    )
    .action(async (period: string, _: object, command: Command) => {
      const { MonthEndApi } = await import("./contract.ts")
      const month = await call(command, MonthEndApi, (client) => client.monthEnd.month({ params: { period }, query: {} }))
      const { print, printNext } = await import("@ops/platform/terminal/output.ts")
      const options = commonOptions(command)
      const rows = month.steps.map(({ title, state, summary, amounts, owner, by, at, open }, n) => ({
        n: n + 1,
        step: title,
        state,
        what: summary.join(", "),
        amount: amounts.map(({ amount, currency }) => `${currency} ${amount}`).join(", "),
        by: by ?? owner,
        at,
        open: open || null,
      }))
      await print(options.format === "json" ? month : rows, { ...options, columns: stepColumns })
      const open = month.checks.filter(({ ok }) => !ok).length
      process.stderr.write(
        `${month.title}: ${month.done} of ${month.steps.length} steps done, ${open === 0 ? "all checks pass" : `${open} of ${month.checks.length} checks to resolve`}.\n`,
      )
      const next = month.steps.find(({ key }) => key === month.current)?.next
      if (next) printNext(next.command)
    })
}
