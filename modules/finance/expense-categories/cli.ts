/** `ops expenses categories` and `map`: the accounts of categories. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

const categoryColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Category", kind: "text", priority: 0 },
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "accountName", title: "Name", kind: "text", priority: 1 },
]

const api = async () => (await import("./contract.ts")).ExpensesApi

/** Adds them to the commands about expenses. */
export const addExpenseCategoryCommands = (expenses: Command, call: Call): void => {
  paged(expenses.command("categories").description("accounts of expense and transaction categories"))
    .examples({ line: "ops expenses categories", does: "all of them" }, { line: "ops expenses categories -o csv > categories.csv", does: "as a file" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      await printList(command, { limit, all }, categoryColumns, (page) =>
        call(command, contract, (client) => client.expenses.categories({ query: page, responseMode: "decoded-and-response" })),
      )
    })
  expenses
    .command("map <category> <account>")
    .description("set the account of a category")
    .option("--yes", "do not ask")
    .examples(
      { line: 'ops expenses map "ferry tickets" 6200', does: "asks, then maps it" },
      { line: "ops expenses map office 6500 --yes", does: "without asking" },
    )
    .action(async (category: string, accountNumber: string, given: Deciding, command: Command) => {
      const contract = await api()
      const about = { question: `Post ${category} to account ${accountNumber} from now on?`, possible: true, name: category, columns: categoryColumns }
      await decide(command, given, about, () =>
        call(command, contract, (client) => client.expenses.mapCategory({ params: { name: category }, payload: { accountNumber } })),
      )
    })
}
