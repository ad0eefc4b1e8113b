/** `ops marketing`: targets, budgets and campaigns, with achievements and spending. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import { listCommand } from "@ops/platform/terminal/listing/list-command.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { marketingBudgets } from "../budgets/resource.ts"
import type { marketingCampaigns } from "../campaigns/resource.ts"
import type { TargetAnswer } from "./contract.ts"
import { budgetCategories, campaignTypes } from "../labels.ts"

const api = async () => (await import("./contract.ts")).MarketingApi

const targetColumns: ReadonlyArray<TableColumn> = [
  { key: "member", title: "Team member", kind: "text", priority: 0 },
  { key: "targetType", title: "Type", kind: "text", priority: 0 },
  { key: "fromDay", title: "From", kind: "date", priority: 1 },
  { key: "toDay", title: "To", kind: "date", priority: 1 },
  { key: "targetValue", title: "Target", kind: "text", priority: 0 },
  { key: "achievedValue", title: "Achieved", kind: "text", priority: 0 },
  { key: "progress", title: "%", kind: "text", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 2 },
]
const budgetColumns: ReadonlyArray<TableColumn> = [
  { key: "category", title: "Category", kind: "text", priority: 0 },
  { key: "fromDay", title: "From", kind: "date", priority: 1 },
  { key: "toDay", title: "To", kind: "date", priority: 1 },
  { key: "allocated", title: "Allocated (USD)", kind: "money", priority: 0 },
  { key: "spent", title: "Spent (USD)", kind: "money", priority: 0 },
  { key: "remaining", title: "Remaining (USD)", kind: "money", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 2 },
]
const campaignColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "#", kind: "integer", priority: 1 },
  { key: "name", title: "Campaign", kind: "text", priority: 0 },
  { key: "campaignType", title: "Type", kind: "text", priority: 2 },
  { key: "startDate", title: "From", kind: "date", priority: 1 },
  { key: "endDate", title: "To", kind: "date", priority: 1 },
  { key: "budgeted", title: "Budget (USD)", kind: "money", priority: 0 },
  { key: "spent", title: "Spent (USD)", kind: "money", priority: 0 },
  { key: "expectedLeads", title: "Expected", kind: "integer", priority: 1 },
  { key: "actualLeads", title: "Leads", kind: "integer", priority: 0 },
  { key: "perLead", title: "Per lead (USD)", kind: "money", priority: 1 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const flatTarget = (row: typeof TargetAnswer.Type) => ({
  ...row,
  member: row.teamMember ? `${row.teamMember.firstName} ${row.teamMember.lastName}` : "",
  targetValue: row.targetType === "revenue" ? row.targetValue.toFixed(2) : String(row.targetValue),
  achievedValue: row.targetType === "revenue" ? row.achievedValue.toFixed(2) : String(row.achievedValue),
})
const flatBudget = (row: (typeof marketingBudgets)["Row"]) => ({
  ...row,
  allocated: row.allocatedAmount.toFixed(2),
  spent: row.spentAmount.toFixed(2),
  remaining: row.remainingAmount.toFixed(2),
})
const flatCampaign = (row: (typeof marketingCampaigns)["Row"]) => ({
  ...row,
  budgeted: row.budget.toFixed(2),
  spent: row.spentAmount.toFixed(2),
  perLead: row.costPerLead?.toFixed(2) ?? "",
})

/** The dates of a requested month, as filters of the lists. */
const within = ({ month, ...typed }: Readonly<Record<string, string | undefined>>) => {
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new Exit("usage", `--month cannot be "${month}".`, { next: "Give a month such as 2026-11." })
  return { ...typed, ...(month && { from: `${month}-01`, to: `${month}-28` }) }
}
const statusOption = (command: Command) => command.option("--status <words>", "several with commas")
const monthOption = (command: Command) => statusOption(command.option("--month <month>", "that start in this month"))

/** Adds the `marketing` commands to the program. */
export const addMarketingCommands = (program: Command, call: Call): void => {
  const marketing = program.command("marketing").description("targets, budgets and campaigns of marketing")

  listCommand(monthOption(marketing.command("targets").description("people's targets and results")), {
    columns: targetColumns,
    asked: within,
    rows: async (query, command) => call(command, await api(), (client) => client.marketing.targets({ query, responseMode: "decoded-and-response" })),
    shown: flatTarget,
    examples: [{ line: "ops marketing targets --month 2026-11", does: "of this month" }],
  })
  listCommand(monthOption(marketing.command("budgets").description("marketing budgets and spending")), {
    columns: budgetColumns,
    asked: within,
    rows: async (query, command) => call(command, await api(), (client) => client.marketingBudgets.list({ query, responseMode: "decoded-and-response" })),
    shown: flatBudget,
    examples: [{ line: "ops marketing budgets --status active -o csv", does: "those in force, for a spreadsheet" }],
  })
  listCommand(statusOption(marketing.command("campaigns").description("campaigns, their costs and leads")), {
    columns: campaignColumns,
    rows: async (query, command) => call(command, await api(), (client) => client.marketingCampaigns.list({ query, responseMode: "decoded-and-response" })),
    shown: flatCampaign,
    examples: [{ line: "ops marketing campaigns --status active", does: "those under way" }],
  })
  marketing
    .command("set-budget")
    .description("set a marketing budget for a month")
    .addOption(new Option("--category <word>", "what for").choices(budgetCategories).makeOptionMandatory())
    .requiredOption("--amount <amount>", "USD")
    .requiredOption("--month <month>", "such as 2026-12")
    .examples({ line: "ops marketing set-budget --category campaigns --amount 2500 --month 2026-12", does: "for December" })
    .action(async (given: { category: (typeof budgetCategories)[number]; amount: string; month: string }, command: Command) => {
      const contract = await api()
      within({ month: given.month })
      const [year, month] = given.month.split("-").map(Number) as [number, number]
      const payload = { category: given.category, allocatedAmount: await centsOf("--amount", given.amount), year, month }
      const row = await call(command, contract, (client) => client.marketingBudgets.set({ payload }))
      await printRows(command, flatBudget(row), budgetColumns)
    })
  marketing
    .command("plan-campaign <name>")
    .description("plan a campaign")
    .addOption(new Option("--type <word>", "what kind").choices(campaignTypes).default("digital"))
    .requiredOption("--budget <amount>", "USD")
    .requiredOption("--from <date>", "its first day")
    .requiredOption("--to <date>", "its last day")
    .option("--leads <count>", "number of prospects expected", "0")
    .examples({
      line: 'ops marketing plan-campaign "Dry season visits" --type referral --budget 2400 --from 2026-12-01 --to 2027-01-31 --leads 5',
      does: "its managers start it in the browser",
    })
    .action(
      async (name: string, given: { type: (typeof campaignTypes)[number]; budget: string; from: string; to: string; leads: string }, command: Command) => {
        const contract = await api()
        if (!/^\d{1,6}$/.test(given.leads)) throw new Exit("usage", `--leads cannot be "${given.leads}".`, { next: "Give a whole number." })
        const payload = {
          name,
          campaignType: given.type,
          budget: await centsOf("--budget", given.budget),
          startDate: given.from,
          endDate: given.to,
          expectedLeads: Number(given.leads),
        }
        const row = await call(command, contract, (client) => client.marketingCampaigns.plan({ payload }))
        await printRows(command, flatCampaign(row), campaignColumns)
      },
    )
}
