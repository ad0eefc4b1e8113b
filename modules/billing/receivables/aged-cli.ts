/** `ops reports aged-receivables`. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"

interface Asked {
  readonly asAt?: string
  readonly currency?: "USD" | "SSP"
  readonly site?: string
  readonly format?: "pdf" | "xlsx" | "csv"
  readonly out?: string
}

const show = async (call: Call, { site, format, out, ...asked }: Asked, command: Command) => {
  if (out !== undefined && format === undefined) throw new Exit("usage", "--out goes with --format.", { next: "Add --format pdf, xlsx or csv" })
  const { fileOf, printStatement, saveStatement } = await import("@ops/ledger/statements/terminal.ts")
  const { InvoicesApi } = await import("../invoices/contract.ts")
  const query = { ...asked, siteId: site, ...(format && { format }) }
  if (format === undefined) return printStatement(await call(command, InvoicesApi, (client) => client.payments.aged({ query })), command)
  const Effect = await import("effect/Effect")
  const file = await call(command, InvoicesApi, (client) => Effect.flatMap(client.payments.aged({ query, responseMode: "response-only" }), fileOf))
  return saveStatement(file, out, command)
}

/** Adds it to the reports. */
export const addAgedCommand = (reports: Command, call: Call): void => {
  addExamples(
    reports
      .command("aged-receivables")
      .description("what clients owed at the end of a day, by how long it was overdue")
      .option("--as-at <day>", "the day; today, if not given")
      .addOption(new Option("--currency <currency>", "invoices in this currency").choices(["USD", "SSP"]).default("USD"))
      .option("--site <site>", "of one site, by id or name")
      .addOption(new Option("--format <format>", "write a file instead").choices(["pdf", "xlsx", "csv"]))
      .option("--out <file>", "the file's name")
      .action((asked: Asked, command: Command) => show(call, asked, command)),
    [
      { line: "ops reports aged-receivables --as-at 2026-10-31", does: "what was open then, though it is paid now" },
      { line: "ops reports aged-receivables --currency SSP --format xlsx", does: "into a spreadsheet" },
    ],
  )
}
