/** `ops accruals`: meals that are earned and not billed at the end of a month. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { columnsOf, paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { AccrualAnswer } from "./contract.ts"

type Accrual = typeof AccrualAnswer.Type

const columns = columnsOf({
  period: ["Period", "text", 0],
  date: ["On", "date", 1],
  total: ["Earned, not billed (USD)", "money", 0],
  toPost: ["To post (USD)", "money", 1],
  entries: ["Entries", "text", 1],
  by: ["By", "text", 2],
})
const lineColumns = columnsOf({
  contractNumber: ["Contract", "text", 0],
  client: ["Client", "text", 0],
  site: ["Site", "text", 2],
  meals: ["Meals", "integer", 1],
  currency: ["Currency", "text", 1],
  amount: ["Amount", "money", 0],
  usd: ["USD", "money", 0],
})

const api = async () => (await import("./contract.ts")).AccrualsApi
const output = () => import("@ops/platform/terminal/output.ts")
const flat = ({ entries, accruedByUser, ...accrual }: Accrual) => ({
  ...accrual,
  entries: entries.map(({ entry, reversal }) => `${entry.entryNumber}, reversed by ${reversal.entryNumber}`).join("; "),
  by: accruedByUser && `${accruedByUser.firstName} ${accruedByUser.lastName}`,
})

const show = async (accrual: Accrual, command: Command) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") return print(accrual, options)
  await print(flat(accrual), { ...options, columns })
  if (options.fields || options.format === "csv") return
  process.stdout.write("\n")
  await print(accrual.lines, { ...options, expanded: false, columns: lineColumns })
}

interface Given {
  readonly period: string
  readonly yes?: boolean
}

/** Adds `accruals` to the program. */
export const addAccrualCommands = (program: Command, call: Call): void => {
  const accruals = program.command("accruals").description("accrual of meals served but not billed, as income of their month")
  const preview = async ({ period }: Given, command: Command) =>
    call(command, await api(), (client) => client.accruals.accrue({ payload: { period }, query: { dryRun: "true" } }))
  accruals
    .command("preview")
    .description("what is earned but not billed, and what would be posted; changes nothing")
    .requiredOption("--period <month>", "the month: 2026-10")
    .examples({ line: "ops accruals preview --period 2026-11", does: "contract by contract; of a month that is not over, up to today" })
    .action(async (given: Given, command: Command) => show(await preview(given, command), command))
  accruals
    .command("run")
    .description("post what is earned and not billed in a month; it is reversed on the first of the next month")
    .requiredOption("--period <month>", "the month: 2026-10")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops accruals run --period 2026-10", does: "asks, then posts it" },
      { line: "ops accruals run --period 2026-10 --yes", does: "without asking; again it posts only what has changed since" },
    )
    .action(async (given: Given, command: Command) => {
      const { toPost } = await preview(given, command)
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Accrue USD ${toPost} of meals of ${given.period}?`, given)
      const { period } = given
      await show(await call(command, await api(), (client) => client.accruals.accrue({ payload: { period }, query: {} })), command)
    })
  paged(accruals.command("list").description("months with accrued meals, latest first"))
    .examples({ line: "ops accruals list", does: "all of them" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      const isJson = commonOptions(command).format === "json"
      await printList(
        command,
        { limit, all },
        columns,
        (page) => call(command, contract, (client) => client.accruals.list({ query: page, responseMode: "decoded-and-response" })),
        (accrual) => (isJson ? accrual : flat(accrual)),
      )
    })
}
