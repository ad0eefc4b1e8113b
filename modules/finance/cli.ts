import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addApprovalLimitCommands } from "./approval-limits/cli.ts"
import { addBankCommands } from "./bank/cli.ts"
import { addDailyExpenseCommands } from "./daily-expenses/cli.ts"
import { addExpenseCommands } from "./expense-requests/cli.ts"
import { addPayableCommands } from "./payables/cli.ts"
import { addPettyCashCommands } from "./petty-cash/cli.ts"
import { addTransactionCommands } from "./transactions/cli.ts"

/** Adds `expenses`, `approval-limits`, `transactions`, `daily-expenses`, `bills`, `petty-cash` and `bank` to the program. */
export const addFinanceCommands = (program: Command, call: Call): void => {
  addExpenseCommands(program, call)
  addApprovalLimitCommands(program, call)
  addTransactionCommands(program, call)
  addDailyExpenseCommands(program, call)
  addPayableCommands(program, call)
  addPettyCashCommands(program, call)
  addBankCommands(program, call)
}
