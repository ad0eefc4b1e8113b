/** `ops reports`: financial statements in the terminal, or as files. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { StatementAnswer } from "./statement-contract.ts"

interface Asked {
  readonly period?: string
  readonly from?: string
  readonly to?: string
  readonly site?: string
  readonly currency?: "USD" | "SSP"
  readonly compare?: "previous" | "year-ago"
  readonly method?: "direct" | "indirect"
  readonly groupBy?: "period" | "site"
  readonly format?: "pdf" | "xlsx" | "csv"
  readonly out?: string
}

type Kind = "pnl" | "balance-sheet" | "cash-flow" | "trial-balance" | "expense"

/** Writes what a call answered as a file; its name is the answer's own if none is given. */
const save = async (response: { readonly headers: Readonly<Record<string, string | undefined>>; readonly bytes: Uint8Array }, out: string | undefined) => {
  const named = /filename="([^"]+)"/.exec(response.headers["content-disposition"] ?? "")?.[1]
  const { writeFile } = await import("node:fs/promises")
  const path = out ?? named ?? "statement"
  await writeFile(path, response.bytes)
  process.stderr.write(`${path}: ${response.bytes.length} bytes\n`)
}

const show = async (call: Call, kind: Kind, { site, format, out, ...asked }: Asked, command: Command) => {
  const { StatementsApi } = await import("./statement-contract.ts")
  const query = { ...asked, siteId: site, ...(format && { format }) }
  if (format) {
    const { Effect } = await import("effect")
    const file = await call(command, StatementsApi, (client) =>
      Effect.flatMap(client.statements.statement({ params: { statement: kind }, query, responseMode: "response-only" }), (response) =>
        Effect.map(response.arrayBuffer, (buffer) => ({ headers: response.headers, bytes: new Uint8Array(buffer) })),
      ),
    )
    return save(file, out)
  }
  if (out !== undefined) throw new Exit("usage", "--out goes with --format.", { next: "Add --format pdf, xlsx or csv" })
  const statement: StatementAnswer = await call(command, StatementsApi, (client) => client.statements.statement({ params: { statement: kind }, query }))
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  if (options.format === "json") return print(statement, options)
  const columns: ReadonlyArray<TableColumn> = [
    { key: "title", title: statement.title, kind: "text", priority: 0 },
    ...statement.columns.map(({ key, title }, n): TableColumn => ({ key, title, kind: "money", priority: n === 0 ? 0 : n })),
  ]
  const rows = statement.sections.flatMap(({ lines, total }) => [...lines, total].map(({ title, values }) => ({ title, ...values })))
  process.stderr.write(`${statement.title}, ${statement.period.title}${statement.siteName === null ? "" : `, ${statement.siteName}`}, ${statement.measure}\n`)
  await print(rows, { ...options, columns })
  const failed = statement.checks.filter(({ ok }) => !ok)
  if (failed.length > 0)
    throw new Exit("difference", failed.map(({ name, difference }) => `Does not hold: ${name}, by ${difference}.`).join(" "), {
      next: "ops audit replay --diff",
    })
}

const words: Record<Kind, readonly [string, string]> = {
  pnl: ["profit and loss: revenue less costs", "ops reports pnl --period 2026-10"],
  "balance-sheet": ["what the company has and owes at the end of a period", "ops reports balance-sheet --period 2026-10 --compare year-ago"],
  "cash-flow": ["where cash came from and went to", "ops reports cash-flow --period 2026-10 --method indirect"],
  "trial-balance": ["every account with its side", "ops reports trial-balance --to 2026-10-31"],
  expense: ["expenses by account, and by site if asked", "ops reports expense --period 2026-10 --group-by site"],
}

/** Adds `reports` to the program. */
export const addStatementCommands = (program: Command, call: Call): void => {
  const reports = program.command("reports").description("financial statements")
  for (const [kind, [description, example]] of Object.entries(words) as ReadonlyArray<[Kind, readonly [string, string]]>) {
    const report = reports
      .command(kind)
      .description(description)
      .option("--period <period>", "a month (2026-10), a quarter (2026-Q4) or a year; this month, if nothing is given")
      .option("--from <day>", "from this day on")
      .option("--to <day>", "up to this day")
      .addOption(new Option("--currency <currency>", "entries in this currency alone, in that currency").choices(["USD", "SSP"]))
      .addOption(new Option("--compare <with>", "a second column").choices(["previous", "year-ago"]))
      .addOption(new Option("--format <format>", "write a file instead").choices(["pdf", "xlsx", "csv"]))
      .option("--out <file>", "the file's name")
    if (kind !== "cash-flow") report.option("--site <site>", "of one site, by id or name")
    if (kind === "cash-flow") report.addOption(new Option("--method <method>", "how it is laid out").choices(["direct", "indirect"]))
    if (kind === "expense") report.addOption(new Option("--group-by <columns>", "a column a site").choices(["period", "site"]))
    addExamples(
      report.action((asked: Asked, command: Command) => show(call, kind, asked, command)),
      [
        { line: example, does: "as a table" },
        { line: `${example} --format pdf --out statement.pdf`, does: "as a file" },
      ],
    )
  }
}
