/** `ops revaluation`: revalues open SSP balances at the end of a month. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addMonthRun } from "../periods/month-run-terminal.ts"
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
const flat = ({ entries, revaluedByUser, ...revaluation }: Revaluation) => ({
  ...revaluation,
  entries: entries.map(({ entry, reversal }) => `${entry.entryNumber}, back ${reversal.entryNumber}`).join("; "),
  by: revaluedByUser && `${revaluedByUser.firstName} ${revaluedByUser.lastName}`,
})

/** Adds `revaluation` to the program. */
export const addRevaluationCommands = (program: Command, call: Call): void =>
  addMonthRun(program.command("revaluation").description("revaluation of SSP balances at the month-end rate"), {
    name: "revaluation",
    columns,
    lineColumns,
    flat,
    post: async (command, period, query) => call(command, await api(), (client) => client.revaluations.revalue({ payload: { period }, query })),
    list: async (command, query) => call(command, await api(), (client) => client.revaluations.list({ query, responseMode: "decoded-and-response" })),
    question: ({ total, rate }, period) => `Revalue ${period} at ${rate} SSP per USD, a difference of USD ${total}?`,
    preview: { description: "what revaluing a month would post; changes nothing", does: "account by account" },
    run: {
      description: "post the differences of a month; they are reversed on the first of the next month",
      does: "asks, then posts it",
      again: "without asking; again it posts only what has come since",
    },
    months: "revalued months, latest first",
  })
