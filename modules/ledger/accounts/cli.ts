/** `ops accounts`: the chart of accounts. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { accounts } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `accounts` to the program. */
export const addAccountCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof accounts>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).AccountsApi,
    description: "the chart of accounts",
    columns: { balance: { priority: 1 } },
    list: {
      description: "the accounts with their balances in USD",
      examples: [
        { line: "ops accounts list", does: "all accounts" },
        { line: "ops accounts list --type income,expense -o csv", does: "the accounts behind the result, as a file" },
      ],
    },
    commands: {
      open: {
        flags: { accountName: "name" },
        meanings: { parentAccountId: "id of the parent account, of the same type" },
        question: ({ accountNumber, accountName }) => `Open the account ${accountNumber} ${accountName}?`,
        examples: [{ line: 'ops accounts open --number 6950 --name "Bank charges" --type expense', does: "asks, then opens it" }],
      },
      change: { flags: { accountName: "name", isMonetary: "revalued" } },
    },
  })
}
