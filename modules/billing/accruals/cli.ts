/** `ops accruals`: meals that are earned and not billed at the end of a month. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { columnsOf } from "@ops/platform/terminal/lists.ts"
import { addMonthRun } from "@ops/ledger/periods/month-run-terminal.ts"
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
const flat = ({ entries, accruedByUser, ...accrual }: Accrual) => ({
  ...accrual,
  entries: entries.map(({ entry, reversal }) => `${entry.entryNumber}, reversed by ${reversal.entryNumber}`).join("; "),
  by: accruedByUser && `${accruedByUser.firstName} ${accruedByUser.lastName}`,
})

/** Adds `accruals` to the program. */
export const addAccrualCommands = (program: Command, call: Call): void =>
  addMonthRun(program.command("accruals").description("accrual of meals served but not billed, as income of their month"), {
    name: "accruals",
    columns,
    lineColumns,
    flat,
    post: async (command, period, query) => call(command, await api(), (client) => client.accruals.accrue({ payload: { period }, query })),
    list: async (command, query) => call(command, await api(), (client) => client.accruals.list({ query, responseMode: "decoded-and-response" })),
    question: ({ toPost }, period) => `Accrue USD ${toPost} of meals of ${period}?`,
    preview: {
      description: "what is earned but not billed, and what would be posted; changes nothing",
      does: "contract by contract; of a month that is not over, up to today",
    },
    run: {
      description: "post what is earned and not billed in a month; it is reversed on the first of the next month",
      does: "asks, then posts it",
      again: "without asking; again it posts only what has changed since",
    },
    months: "months with accrued meals, latest first",
  })
