/** A small program that uses the whole kit: run by the tests in a separate process, and a model for `ops`. */
import { setTimeout as pause } from "node:timers/promises"
import { Command } from "../command.ts"
import { addCompletion } from "../completion/completion.ts"
import { addExamples, addHelp } from "../help.ts"
import { addCommonOptions, commonOptions } from "../options.ts"
import { run } from "../run.ts"

const words = process.argv.slice(2)
const program = new Command("ops").version("1.0.0", "-V, --version").description("an example")
const period = program.command("period").description("accounting periods")

addExamples(
  period
    .command("list")
    .description("list the periods")
    .option("--site <code>", "of one site")
    .action(async (_, command) => {
      const { print } = await import("../output.ts")
      await print(
        [
          { period: "2026-09", state: "closed", total: "1234567.50" },
          { period: "2026-10", state: "open", total: "-3.00" },
        ],
        {
          ...commonOptions(command),
          columns: [
            { key: "period", title: "Period", kind: "text" },
            { key: "state", title: "State", kind: "text", priority: 3 },
            { key: "total", title: "Total (USD)", kind: "money", priority: 1 },
          ],
        },
      )
    }),
  [
    { line: "ops period list", does: "every period" },
    { line: "ops period list --site US -o csv", does: "those of one site, as CSV" },
  ],
)

period
  .command("close <period>")
  .option("--confirm <period>", "the period's name, instead of typing it")
  .action(async (name, options) => {
    const { confirmByTyping } = await import("../confirm.ts")
    await confirmByTyping(`This closes ${name}.`, name, options)
    process.stdout.write("closed\n")
  })

period
  .command("send")
  .option("--yes", "do not ask")
  .action(async (options) => {
    const { confirm } = await import("../confirm.ts")
    await confirm("Send it?", options)
    process.stdout.write("sent\n")
  })

period
  .command("post")
  .option("--deaf", "ignore the first Ctrl-C")
  .action(async ({ deaf }) => {
    const { withProgress } = await import("../progress/progress.ts")
    const { Exit } = await import("../exit-codes.ts")
    await withProgress("Posting bills", { steps: ["Reading", "Posting"], unit: "bills", resumable: true }, async (progress) => {
      progress.begin("Reading")
      progress.begin("Posting", 400)
      for (let bill = 0; bill < 400; bill++) {
        await pause(50)
        progress.advance()
        if (progress.signal.aborted && !deaf) throw new Exit("partial", "Stopped before the last bill.", { next: "ops period post --resume R1" })
      }
    })
  })

period.command("count").action(async () => {
  const { withProgress } = await import("../progress/progress.ts")
  await withProgress("Counting", ["Adding", "Proving"], async (progress) => {
    progress.begin("Adding", 2)
    progress.advance(2)
    progress.begin("Proving")
  })
  process.stdout.write("counted\n")
})

program.command("login").action(async () => {
  const { readSecret } = await import("../confirm.ts")
  const Redacted = await import("effect/Redacted")
  process.stdout.write(`${Redacted.value(await readSecret("Password")).length} letters\n`)
})

program.command("wait").action(() => pause(60_000))

program.command("flood").action(async () => {
  const { print } = await import("../output.ts")
  await print(Array.from({ length: 100_000 }, (_, number) => ({ number })))
})

addCommonOptions(program)
addHelp(program, [{ name: "month-end", about: "closing a month", text: "First count, then close." }])
await addCompletion(program, words, {
  site: async () => ["US", "PA", "JU", "$(reboot)"],
  period: async () => ["2026-09", "2026-10"],
})
await run(program, words)
