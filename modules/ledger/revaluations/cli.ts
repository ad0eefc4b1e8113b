/** `ops revaluation`: revalues open SSP balances at the end of a month. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { RevaluationAnswer } from "./contract.ts"

type Revaluation = typeof RevaluationAnswer.Type

const columns: ReadonlyArray<TableColumn> = [
  { key: "period", title: "Period", kind: "text", priority: 0 },
  { key: "rate", title: "SSP per USD", kind: "money", priority: 1 },
  { key: "total", title: "Difference (USD)", kind: "money", priority: 0 },
  { key: "entries", title: "Entries", kind: "text", priority: 1 },
  { key: "by", title: "By", kind: "text", priority: 2 },
]
const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "accountName", title: "Name", kind: "text", priority: 1 },
  { key: "balance", title: "SSP", kind: "money", priority: 0 },
  { key: "carriedUsd", title: "In the ledger (USD)", kind: "money", priority: 1 },
  { key: "worthUsd", title: "Worth (USD)", kind: "money", priority: 1 },
  { key: "difference", title: "Difference (USD)", kind: "money", priority: 0 },
]

const api = async () => (await import("./contract.ts")).RevaluationsApi
const output = () => import("@ops/platform/terminal/output.ts")
const flat = ({ entries, revaluedByUser, ...revaluation }: Revaluation) => ({
  ...revaluation,
  entries: entries.map(({ entry, reversal }) => `${entry.entryNumber}, back ${reversal.entryNumber}`).join("; "),
  by: revaluedByUser && `${revaluedByUser.firstName} ${revaluedByUser.lastName}`,
})

const show = async (revaluation: Revaluation, command: Command) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") return print(revaluation, options)
  await print(flat(revaluation), { ...options, columns })
  if (options.fields || options.format === "csv") return
  process.stdout.write("\n")
  await print(revaluation.lines, { ...options, expanded: false, columns: lineColumns })
}

interface Given {
  readonly period: string
  readonly yes?: boolean
}

/** Adds `revaluation` to the program. */
export const addRevaluationCommands = (program: Command, call: Call): void => {
  const revaluation = program.command("revaluation").description("revaluation of SSP balances at the month-end rate")
  const preview = async ({ period }: Given, command: Command) =>
    call(command, await api(), (client) => client.revaluations.revalue({ payload: { period }, query: { dryRun: "true" } }))
  revaluation
    .command("preview")
    .description("what revaluing a month would post; changes nothing")
    .requiredOption("--period <month>", "the month: 2026-10")
    .examples({ line: "ops revaluation preview --period 2026-10", does: "account by account" })
    .action(async (given: Given, command: Command) => show(await preview(given, command), command))
  revaluation
    .command("run")
    .description("post the differences of a month; they are reversed on the first of the next month")
    .requiredOption("--period <month>", "the month: 2026-10")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops revaluation run --period 2026-10", does: "asks, then posts it" },
      { line: "ops revaluation run --period 2026-10 --yes", does: "without asking; again it posts only what has come since" },
    )
    .action(async (given: Given, command: Command) => {
      const { total, rate } = await preview(given, command)
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Revalue ${given.period} at ${rate} SSP per USD, a difference of USD ${total}?`, given)
      const { period } = given
      await show(await call(command, await api(), (client) => client.revaluations.revalue({ payload: { period }, query: {} })), command)
    })
  paged(revaluation.command("list").description("revalued months, latest first"))
    .examples({ line: "ops revaluation list", does: "all of them" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      const isJson = commonOptions(command).format === "json"
      await printList(
        command,
        { limit, all },
        columns,
        (page) => call(command, contract, (client) => client.revaluations.list({ query: page, responseMode: "decoded-and-response" })),
        (revaluation) => (isJson ? revaluation : flat(revaluation)),
      )
    })
}
