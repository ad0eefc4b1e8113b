/** The commands for aged reports: open items at the end of a day, by days overdue. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type * as Effect from "effect/Effect"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { StatementAnswer } from "./contract.ts"
import type { fileOf as readFile } from "./terminal.ts"

interface Asked {
  readonly asAt?: string
  readonly currency?: "USD" | "SSP"
  readonly site?: string
  readonly format?: "pdf" | "xlsx" | "csv"
  readonly out?: string
}
type Query = Omit<Asked, "site" | "out"> & { readonly siteId?: string | undefined }
type File = Effect.Success<ReturnType<typeof readFile>>

interface AgedReport {
  readonly name: string
  readonly description: string
  /** the effect of a currency filter: "invoices in this currency" */
  readonly currency: string
  readonly examples: readonly [what: string, file: string]
  readonly read: (command: Command, query: Query) => Promise<StatementAnswer>
  readonly file: (command: Command, query: Query, fileOf: typeof readFile) => Promise<File>
}

/** Adds an aged report to the reports. */
export const addAgedReport = (reports: Command, of: AgedReport): void => {
  reports
    .command(of.name)
    .description(of.description)
    .option("--as-at <day>", "the day; today, if not given")
    .addOption(new Option("--currency <currency>", of.currency).choices(["USD", "SSP"]).default("USD"))
    .option("--site <site>", "of one site, by id or name")
    .addOption(new Option("--format <format>", "write a file instead").choices(["pdf", "xlsx", "csv"]))
    .option("--out <file>", "the file's name")
    .examples(
      { line: `ops reports ${of.name} --as-at 2026-10-31`, does: of.examples[0] },
      { line: `ops reports ${of.name} --currency SSP --format xlsx`, does: of.examples[1] },
    )
    .action(async ({ site, format, out, ...asked }: Asked, command: Command) => {
      if (out !== undefined && format === undefined) throw new Exit("usage", "--out works only with --format.", { next: "Add --format pdf, xlsx or csv" })
      const { fileOf, printStatement, saveStatement } = await import("./terminal.ts")
      const query = { ...asked, siteId: site, ...(format && { format }) }
      if (format === undefined) return printStatement(await of.read(command, query), command)
      return saveStatement(await of.file(command, query, fileOf), out, command)
    })
}
