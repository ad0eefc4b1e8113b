/** `ops ledger`: whether sub-ledgers, counts and bank statements are what the books have. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "state", title: "", kind: "text", priority: 0 },
  { key: "key", title: "Check", kind: "text", priority: 0 },
  { key: "title", title: "What should be so", kind: "text", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "books", title: "Books", kind: "money", priority: 1 },
  { key: "late", title: "Late facts", kind: "money", priority: 1 },
  { key: "subLedger", title: "Sub-ledger", kind: "money", priority: 1 },
  { key: "difference", title: "Difference", kind: "money", priority: 0 },
]

const statedColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "amount", title: "Holds", kind: "money", priority: 0 },
  { key: "source", title: "Source", kind: "text", priority: 1 },
  { key: "status", title: "Status", kind: "text", priority: 1 },
]

interface Stated {
  readonly account: string
  readonly currency: "USD" | "SSP"
  readonly amount: string
  readonly date?: string
  readonly source: string
  readonly yes?: boolean
}

const state = async (call: Call, { account, currency, amount, date, source, yes }: Stated, command: Command) => {
  const [{ TiesApi }, { parseMoney }, { dateOf }] = await Promise.all([
    import("./contract.ts"),
    import("@ops/platform/money.ts"),
    import("@ops/platform/calendar.ts"),
  ])
  const cents = parseMoney(amount)
  if (cents === undefined) throw new Exit("usage", `--amount cannot be "${amount}".`, { next: "Give a decimal with at most two places, such as 120.50." })
  const day = date ?? dateOf(new Date())
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`State that account ${account} holds ${currency} ${amount} on ${day}?`, { yes })
  const payload = { accountNumber: account, currency, date: day, amount: cents, source }
  const stated = await call(command, TiesApi, (client) => client.ties.state({ payload }))
  const { print } = await import("@ops/platform/terminal/output.ts")
  await print(stated, { ...commonOptions(command), columns: statedColumns })
}

/** Adds `ledger` to the program. */
export const addTieCommands = (program: Command, call: Call): void => {
  const ledger = program.command("ledger").description("the books as a whole")
  addExamples(
    ledger
      .command("checks")
      .description("whether each sub-ledger is what its control account has; exit 8 if one is not")
      .option("--as-at <day>", "at the end of this day; today, if not given")
      .action(async ({ asAt }: { readonly asAt?: string }, command: Command) => {
        const { TiesApi } = await import("./contract.ts")
        const rows = await call(command, TiesApi, (client) => client.ties.checks({ query: { ...(asAt && { asAt }) } }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        const options = commonOptions(command)
        await print(options.format === "json" ? rows : rows.map((row) => ({ ...row, state: row.ok ? "✓" : "✗" })), { ...options, columns })
        const failed = rows.filter(({ ok }) => !ok)
        if (failed.length > 0) {
          const told = failed.map(({ key, currency, difference }) => `${key}: ${currency} ${difference}`)
          throw new Exit("difference", `${failed.length === 1 ? "One check does" : `${failed.length} checks do`} not hold: ${told.join(", ")}.`, {
            next: "ops journal list --account <number>",
          })
        }
      }),
    [
      { line: "ops ledger checks", does: "as the books are now" },
      { line: "ops ledger checks --as-at 2026-10-31 -o json", does: "at the end of October, for a program" },
    ],
  )
  addExamples(
    ledger
      .command("state")
      .description("record the counted or stated balance of an account at the end of a day; the checks compare the books with it")
      .requiredOption("--account <number>", "the account, such as 1000")
      .requiredOption("--amount <decimal>", "what it holds")
      .requiredOption("--source <text>", "who counted, or which statement it is from")
      .addOption(new Option("--currency <currency>", "in which currency").choices(["USD", "SSP"]).default("USD"))
      .option("--date <day>", "at the end of this day; today, if not given")
      .option("--yes", "do not ask")
      .action((given: Stated, command: Command) => state(call, given, command)),
    [{ line: 'ops ledger state --account 1010 --amount 182340.10 --date 2026-10-31 --source "Statement 10/2026"', does: "asks, then keeps it" }],
  )
  addExamples(
    ledger
      .command("withdraw <id>")
      .description("take back a stated balance, such as a wrong count; ops ledger checks -o json shows its assertionId")
      .requiredOption("--reason <text>", "why; it stays in the history")
      .option("--yes", "do not ask")
      .action(async (id: string, { reason, yes }: { readonly reason: string; readonly yes?: boolean }, command: Command) => {
        if (!/^[1-9]\d*$/.test(id)) throw new Exit("usage", `"${id}" is not the id of a stated balance.`, { next: "ops ledger checks -o json" })
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        await confirm(`Withdraw stated balance ${id}?`, { yes })
        const { TiesApi } = await import("./contract.ts")
        const row = await call(command, TiesApi, (client) => client.ties.withdraw({ params: { id: Number(id) }, payload: { reason } }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(row, { ...commonOptions(command), columns: statedColumns })
      }),
    [{ line: 'ops ledger withdraw 3 --reason "Counted twice"', does: "asks, then withdraws it" }],
  )
}
