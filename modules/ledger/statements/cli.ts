/** `ops reports`: financial statements in the terminal, or as files. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addGeneralLedgerCommand } from "../general-ledger/cli.ts"

interface Asked {
  readonly period?: string
  readonly from?: string
  readonly to?: string
  readonly site?: string
  readonly currency?: "USD" | "SSP" | "both"
  readonly compare?: "previous" | "year-ago"
  readonly method?: "direct" | "indirect"
  readonly groupBy?: "period" | "site" | "person"
  readonly format?: "pdf" | "xlsx" | "csv"
  readonly out?: string
}

type Kind = "pnl" | "balance-sheet" | "cash-flow" | "trial-balance" | "expense"

const show = async (call: Call, kind: Kind, { site, format, out, ...asked }: Asked, command: Command) => {
  if (out !== undefined && format === undefined) throw new Exit("usage", "--out works only with --format.", { next: "Add --format pdf, xlsx or csv" })
  const { fileOf, printStatement, saveStatement } = await import("./terminal.ts")
  const { StatementsApi } = await import("./contract.ts")
  const asks = { params: { statement: kind }, query: { ...asked, siteId: site, ...(format && { format }) } }
  if (format === undefined) return printStatement(await call(command, StatementsApi, (client) => client.statements.statement(asks)), command)
  const Effect = await import("effect/Effect")
  const file = await call(command, StatementsApi, (client) => Effect.flatMap(client.statements.statement({ ...asks, responseMode: "response-only" }), fileOf))
  return saveStatement(file, out, command)
}

const words: Record<Kind, readonly [string, string]> = {
  pnl: ["profit and loss: revenue less costs", "ops reports pnl --period 2026-10"],
  "balance-sheet": ["assets, liabilities and equity at the end of a period", "ops reports balance-sheet --period 2026-10 --compare year-ago"],
  "cash-flow": ["where cash came from and went to", "ops reports cash-flow --period 2026-10 --method indirect"],
  "trial-balance": ["debit and credit balances of all accounts", "ops reports trial-balance --to 2026-10-31"],
  expense: ["expenses by account, optionally by site or person", "ops reports expense --period 2026-10 --group-by site"],
}

/** Adds `reports` to the program and returns it, so that other modules can add their reports. */
export const addStatementCommands = (program: Command, call: Call): Command => {
  const reports = program.command("reports").description("financial statements and operational reports")
  for (const [kind, [description, example]] of Object.entries(words) as ReadonlyArray<[Kind, readonly [string, string]]>) {
    const report = reports
      .command(kind)
      .description(description)
      .option("--period <period>", "a month (2026-10), a quarter (2026-Q4) or a year; this month, if nothing is given")
      .option("--from <day>", "from this day")
      .option("--to <day>", "up to this day")
      .addOption(new Option("--currency <currency>", "only entries in this currency, in that currency, or both side by side").choices(["USD", "SSP", "both"]))
      .addOption(new Option("--compare <with>", "a second column").choices(["previous", "year-ago"]))
      .addOption(new Option("--format <format>", "write a file instead").choices(["pdf", "xlsx", "csv"]))
      .option("--out <file>", "the file's name")
    if (kind !== "cash-flow") report.option("--site <site>", "of one site, by id or name")
    if (kind === "cash-flow") report.addOption(new Option("--method <method>", "layout").choices(["direct", "indirect"]))
    if (kind === "pnl") report.addOption(new Option("--group-by <columns>", "a column per site").choices(["period", "site"]))
    if (kind === "expense")
      report.addOption(
        new Option("--group-by <columns>", "a column per site, or for each of the twelve biggest spenders").choices(["period", "site", "person"]),
      )
    report
      .examples({ line: example, does: "as a table" }, { line: `${example} --format pdf --out statement.pdf`, does: "as a file" })
      .action((asked: Asked, command: Command) => show(call, kind, asked, command))
  }
  addGeneralLedgerCommand(reports, call)
  return reports
}
