/** `ops daily-expenses`: recording and deciding the daily expenses of sites. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { addReversing } from "@ops/ledger/reversals/terminal.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { dailyExpenses } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `daily-expenses` to the program. */
export const addDailyExpenseCommands = (program: Command, call: Call): void => {
  const made = addResourceCommands<typeof dailyExpenses>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).DailyExpensesApi,
    description: "daily expenses by site",
    siteNamed,
    show: { description: "expenses of a day with their history" },
    byHand: ["reverse"],
    commands: {
      record: {
        flags: { staffCount: "staff" },
        meanings: { currency: "of the amounts", staffCount: "number of people on site", notes: "anything else" },
        question: ({ expenseDate }, { site }) => `Record the expenses of ${site} on ${expenseDate}?`,
        note: (command, _, { expenseDate }) => notePostingDay(call, command, String(expenseDate)),
        examples: [
          { line: "ops daily-expenses record --site US --fuel 80.50 --staff-feeding 120 --staff 38", does: "asks, then records today" },
          { line: "ops daily-expenses record --site US --date 2026-11-20 --other 15 --yes", does: "yesterday, without asking" },
        ],
      },
      approve: { note: (command, { expenseDate }) => notePostingDay(call, command, expenseDate) },
      reject: { meanings: { reason: "why; who recorded them reads it" } },
    },
  })
  addReversing<typeof dailyExpenses>(made, {
    argument: "<id>",
    description: "reverse the expenses of a day that are in the books; they can be recorded again",
    example: "ops daily-expenses reverse 12",
    nameOf: ({ siteName, expenseDate }) => `the expenses of ${siteName} on ${expenseDate}`,
  })
}
