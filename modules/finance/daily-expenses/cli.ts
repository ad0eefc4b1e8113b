/** `ops daily-expenses`: what a site spent on a day: record and decide. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversals/terminal.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { dailyExpenses } from "./resource.ts"
import { screen } from "./screen.ts"

type Day = (typeof dailyExpenses)["Row"]

const about = (verb: string, { siteName, expenseDate, currency, totalCost }: Day) =>
  `${verb} the expenses of ${siteName} on ${expenseDate}: ${currency} ${totalCost}?`

/** Adds `daily-expenses` to the program. */
export const addDailyExpenseCommands = (program: Command, call: Call): void => {
  const { parent, columns, find, ask } = addResourceCommands<typeof dailyExpenses>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).DailyExpensesApi,
    description: "what each site spent on each day",
    siteNamed,
    columns: {
      id: { priority: 0 },
      expenseDate: { priority: 0 },
      siteName: { key: "siteCode", priority: 0 },
      currency: { priority: 1 },
      staffFeedingCost: { priority: 3 },
      fuelCost: { priority: 3 },
      transportCost: { priority: 3 },
      suppliesCost: { priority: 3 },
      maintenanceCost: { priority: 3 },
      otherCosts: { priority: 3 },
      totalCost: { priority: 0 },
      staffCount: { priority: 2 },
      status: { priority: 0 },
    },
    list: {
      description: "list the daily expenses, the newest first",
      examples: [
        { line: "ops daily-expenses list --status pending", does: "what waits for a decision" },
        { line: "ops daily-expenses list --site US --from 2026-10-01 --to 2026-10-31", does: "a site's October" },
      ],
    },
    show: {
      description: "the expenses of a day with their history",
      examples: [
        { line: "ops daily-expenses show 12", does: "by its id" },
        { line: "ops daily-expenses show 12 -o json", does: "for a program" },
      ],
    },
    commands: {
      record: {
        flags: {
          expenseDate: "date",
          siteId: "site",
          staffFeedingCost: "staff-feeding",
          fuelCost: "fuel",
          transportCost: "transport",
          suppliesCost: "supplies",
          maintenanceCost: "maintenance",
          otherCosts: "other",
          receipts: "receipt",
          staffCount: "staff",
        },
        meanings: {
          expenseDate: "the day; today if not given",
          siteId: "which site: its code, name or id",
          currency: "of the amounts",
          staffCount: "how many people were there",
          notes: "anything else",
          receipts: "files that go with it: PDF, JPEG, PNG or WEBP, 5 MB each at most",
        },
        question: ({ expenseDate }, { site }) => `Record the expenses of ${site} on ${expenseDate}?`,
        note: (command, _, { expenseDate }) => notePostingDay(call, command, String(expenseDate)),
        examples: [
          { line: "ops daily-expenses record --site US --fuel 80.50 --staff-feeding 120 --staff 38", does: "asks, then records today" },
          { line: "ops daily-expenses record --site US --date 2026-11-20 --other 15 --yes", does: "yesterday, without asking" },
        ],
      },
      approve: {
        flags: { overrideReason: "override" },
        meanings: { overrideReason: "level 10: why your own are approved all the same" },
        question: (day) => about("Approve", day),
        note: (command, { expenseDate }) => notePostingDay(call, command, expenseDate),
        possible: ({ status }, { overrideReason }) => status === "pending" && overrideReason !== undefined,
        examples: [
          { line: "ops daily-expenses approve 12", does: "asks, then approves" },
          { line: "ops daily-expenses approve 12 --dry-run", does: "whether it is allowed" },
        ],
      },
      reject: {
        meanings: { reason: "why; who recorded them reads it" },
        question: (day) => about("Reject", day),
        examples: [
          { line: 'ops daily-expenses reject 12 --reason "The fuel slips are missing"', does: "asks, then rejects" },
          { line: "ops daily-expenses reject 12 --yes", does: "without asking, and without a reason" },
        ],
      },
    },
  })
  addReverseCommand<Day>(parent, {
    argument: "<id>",
    description: "reverse the expenses of a day that are in the books; they can be recorded again",
    columns: [...columns, ...reversalColumns],
    example: "ops daily-expenses reverse 12",
    find,
    nameOf: ({ siteName, expenseDate }) => `the expenses of ${siteName} on ${expenseDate}`,
    preview: ({ id }, command) => ask(command, (calls) => calls.reversal({ params: { id } })),
    reverse: async ({ id }, payload, command) => {
      const day = await ask(command, (calls) => calls.reverse({ params: { id }, payload }))
      return { ...day, ...flatReversal(day) }
    },
  })
}
