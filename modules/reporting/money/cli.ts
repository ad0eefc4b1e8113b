/** `ops money`: income, costs, collections and balances, under the names that every screen uses. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { columnsOf } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { moneyWords } from "./web/money-words.ts"

const columns = columnsOf({ name: ["Figure", "text", 0], now: ["Now USD", "money", 0], before: ["Before USD", "money", 0] })

/** Adds `money` to the program. */
export const addMoneyCommand = (program: Command, call: Call): void => {
  program
    .command("money")
    .description("earned, billed, costs, margin, result, collected, outstanding and cash, compared with the previous period")
    .option("--site <code>", "of one site: its code, name or id")
    .option("--from <day>", "from this day; by default from the first of this month")
    .option("--to <day>", "up to this day; by default up to today")
    .addOption(new Option("--against <period>", "compared with the same days of the last month or year").choices(["month", "year"]))
    .examples(
      { line: "ops money", does: "this month so far" },
      { line: "ops money --against year", does: "compared with last year" },
      { line: "ops money --from 2026-10-01 --to 2026-10-31 --site US", does: "October at one site" },
    )
    .action(
      async (
        { site, ...asked }: { readonly site?: string; readonly from?: string; readonly to?: string; readonly against?: "month" | "year" },
        command: Command,
      ) => {
        const { MoneyApi } = await import("./contract.ts")
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const answer = await call(command, MoneyApi, (client) => client.money.money({ query: { siteId, ...asked } }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        const options = commonOptions(command)
        const rows = moneyWords.map(([name, word]) => ({ name: word, now: answer.money[name], before: answer.before.money[name] }))
        await print(options.format === "json" ? answer : rows, { ...options, columns })
        process.stderr.write(`${answer.from} to ${answer.to}, before ${answer.before.from} to ${answer.before.to}.\n`)
      },
    )
}
