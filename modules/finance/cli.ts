import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addDailyExpenseCommands } from "./daily-expenses-cli.ts"
import { addExpenseCommands } from "./expenses-cli.ts"
import { addTransactionCommands } from "./transactions-cli.ts"

/** Adds `expenses`, `transactions` and `daily-expenses` to the program. */
export const addFinanceCommands = (program: Command, call: Call): void => {
  addExpenseCommands(program, call)
  addTransactionCommands(program, call)
  addDailyExpenseCommands(program, call)
}
