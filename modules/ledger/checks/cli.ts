/** `ops ledger`: whether sub-ledgers, counts and bank statements agree with the books. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { addOpeningCommands } from "../openings/cli.ts"
import { addPlainTextCommand } from "../plain-text/cli.ts"
import type { balanceAssertions } from "./resource.ts"
import { screen } from "./screen.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "state", title: "", kind: "text", priority: 0 },
  { key: "key", title: "Check", kind: "text", priority: 0 },
  { key: "title", title: "Check", kind: "text", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "books", title: "Books", kind: "money", priority: 1 },
  { key: "late", title: "Late facts", kind: "money", priority: 1 },
  { key: "subLedger", title: "Sub-ledger", kind: "money", priority: 1 },
  { key: "difference", title: "Difference", kind: "money", priority: 0 },
]

/** Adds `ledger` to the program; `clientNamed` finds the client that a person means. */
export const addTieCommands = (program: Command, call: Call, clientNamed: (call: Call, command: Command, text: string) => Promise<number>): void => {
  const ledger = program.command("ledger").description("the general ledger")
  ledger
    .command("checks")
    .description("whether each sub-ledger is what its control account has; exit 8 if one is not")
    .option("--as-at <day>", "at the end of this day; today, if not given")
    .examples(
      { line: "ops ledger checks", does: "checks the ledger now" },
      { line: "ops ledger checks --as-at 2026-10-31 -o json", does: "as of the end of October, for a program" },
    )
    .action(async ({ asAt }: { readonly asAt?: string }, command: Command) => {
      const { TiesApi } = await import("./contract.ts")
      const rows = await call(command, TiesApi, (client) => client.ties.checks({ query: { ...(asAt && { asAt }) } }))
      const { print } = await import("@ops/platform/terminal/output.ts")
      const options = commonOptions(command)
      await print(options.format === "json" ? rows : rows.map((row) => ({ ...row, state: row.ok ? "✓" : "✗" })), { ...options, columns })
      const failed = rows.filter(({ ok }) => !ok)
      if (failed.length > 0) {
        const told = failed.map(({ key, currency, difference }) => `${key}: ${currency} ${difference}`)
        throw new Exit("difference", `${failed.length === 1 ? "One check does" : `${failed.length} checks do`} not pass: ${told.join(", ")}.`, {
          next: "ops journal list --account <number>",
        })
      }
    })
  addPlainTextCommand(ledger, call)
  addOpeningCommands(ledger, call)
  addResourceCommands<typeof balanceAssertions>(ledger, call, {
    screen,
    api: async () => (await import("./resource.ts")).BalanceAssertionsApi,
    name: "ledger balances",
    description: "balances that were counted or stated by a bank; ops ledger checks compares the books with them",
    commands: {
      state: {
        named: { clientId: clientNamed },
        flags: { clientId: "client" },
        meanings: {
          accountNumber: "the account, such as 1000",
          clientId: "of account 1100: the client whose statement it is",
          amount: "its balance",
          source: "source: who counted, or the statement",
        },
        question: ({ date }, { account, currency, amount }) => `State that account ${account} holds ${currency} ${amount} on ${date}?`,
        examples: [
          { line: 'ops ledger balances state --account 1010 --amount 182340.10 --date 2026-10-31 --source "Statement 10/2026"', does: "asks, then saves it" },
          {
            line: 'ops ledger balances state --account 1100 --client SLB --amount 302200.36 --date 2026-10-31 --source "Their statement of account"',
            does: "what a client says it owes us",
          },
        ],
      },
    },
  })
}
