/** `ops tax`: preparing the tax report of a month, and paying it. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addTaxPayments } from "./payments/cli.ts"
import { type Report, reportNamed } from "./named.ts"

type Type = Report["taxType"]

const reportColumns: ReadonlyArray<TableColumn> = [
  { key: "reportNumber", title: "Report", kind: "text", priority: 0 },
  { key: "taxPeriod", title: "Period", kind: "text", priority: 0 },
  { key: "taxType", title: "Tax", kind: "text", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 2 },
  { key: "totalTaxable", title: "Taxable", kind: "money", priority: 2 },
  { key: "totalTaxOwed", title: "Owed", kind: "money", priority: 0 },
  { key: "taxBalance", title: "Balance", kind: "money", priority: 1 },
  { key: "dueDate", title: "Due", kind: "date", priority: 1 },
  { key: "filingDate", title: "Filed", kind: "date", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "entryNumber", title: "Entry", kind: "text", priority: 0 },
  { key: "description", title: "Description", kind: "text", priority: 1 },
  { key: "taxableAmount", title: "Taxable", kind: "money", priority: 0 },
  { key: "taxRate", title: "Percent", kind: "money", currency: null, priority: 1 },
  { key: "taxAmount", title: "Tax", kind: "money", priority: 0 },
]
const api = async () => (await import("./contract.ts")).TaxesApi
const output = () => import("@ops/platform/terminal/output.ts")
const sure = async (question: string, given: { readonly yes?: boolean }) => (await import("@ops/platform/terminal/confirm.ts")).confirm(question, given)

const show = async (rows: object | ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>, command: Command) =>
  (await output()).print(rows, { ...commonOptions(command), columns })

interface Drawing {
  readonly period: string
  readonly type: Type
  readonly currency: "USD" | "SSP"
  readonly notes?: string
}
interface Showing {
  readonly format?: "pdf" | "xlsx" | "csv"
  readonly out?: string
}
interface Asking {
  readonly yes?: boolean
}

const showReport = async (call: Call, name: string, { format, out }: Showing, command: Command) => {
  if (out !== undefined && format === undefined) throw new Exit("usage", "--out works only with --format.", { next: "Add --format pdf, xlsx or csv" })
  const { id } = await reportNamed(call, command, name)
  const contract = await api()
  if (format !== undefined) {
    const Effect = await import("effect/Effect")
    const { fileOf, saveStatement } = await import("../statements/terminal.ts")
    const asked = { params: { id }, query: { format }, responseMode: "response-only" as const }
    return saveStatement(await call(command, contract, (client) => Effect.flatMap(client.taxReports.statement(asked), fileOf)), out, command)
  }
  const report = await call(command, contract, (client) => client.taxReports.one({ params: { id } }))
  const { print } = await output()
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") return print(report, options)
  await print(report, { ...options, columns: reportColumns })
  if (options.fields || options.format === "csv") return
  process.stdout.write("\n")
  await print(report.lines, { ...options, currency: report.currency, expanded: false, columns: lineColumns })
}

/** Adds `tax` to the program. */
export const addTaxCommands = (program: Command, call: Call): void => {
  const tax = program.command("tax").description("tax reports of a month, and their payment")
  paged(
    tax
      .command("list")
      .description("tax reports, latest month first")
      .option("--status <words>", "draft, reviewed, filed or paid; several with commas")
      .option("--type <words>", "sales, withholding, pit or nsif"),
  )
    .examples({ line: "ops tax list", does: "all of them" }, { line: "ops tax list --status filed --type sales", does: "filed but unpaid reports" })
    .action(async ({ status, type: taxType, limit, all }: Paging & { readonly status?: string; readonly type?: string }, command: Command) => {
      const contract = await api()
      await printList(command, { limit, all }, reportColumns, (page) =>
        call(command, contract, (client) => client.taxReports.list({ query: { status, taxType, ...page }, responseMode: "decoded-and-response" })),
      )
    })
  tax
    .command("show <report>")
    .description("a report with its lines, or as a file")
    .addOption(new Option("--format <format>", "write a file instead").choices(["pdf", "xlsx", "csv"]))
    .option("--out <file>", "the file's name")
    .examples(
      { line: "ops tax show TAX-2026-001", does: "line by line, each with its journal entry" },
      { line: "ops tax show TAX-2026-001 --format pdf --out october.pdf", does: "as a file" },
    )
    .action((name: string, given: Showing, command: Command) => showReport(call, name, given, command))
  tax
    .command("report")
    .description("draw up the report of a month that is over, from the posted entries; again, as long as it is not filed")
    .requiredOption("--period <month>", "the month: 2026-10")
    .addOption(new Option("--type <tax>", "which tax").choices(["sales", "withholding", "pit", "nsif"]).makeOptionMandatory())
    .addOption(new Option("--currency <currency>", "only tax in this currency").choices(["USD", "SSP"]).default("USD"))
    .option("--notes <text>", "note for the reviewer")
    .examples(
      { line: "ops tax report --period 2026-10 --type sales", does: "sales tax in USD" },
      { line: "ops tax report --period 2026-10 --type pit --currency SSP -o json", does: "with its lines, for a program" },
    )
    .action(async ({ period: taxPeriod, type: taxType, currency, notes }: Drawing, command: Command) => {
      const payload = { taxPeriod, taxType, currency, ...(notes && { notes }) }
      const report = await call(command, await api(), (client) => client.taxReports.drawUp({ payload }))
      await show(report, reportColumns, command)
    })
  tax
    .command("review <report>")
    .description("review a report; not by the person who drew it up")
    .option("--yes", "do not ask")
    .examples({ line: "ops tax review TAX-2026-001", does: "asks, then marks it reviewed" })
    .action(async (name: string, given: Asking, command: Command) => {
      const { id, reportNumber, currency, totalTaxOwed } = await reportNamed(call, command, name)
      await sure(`Review ${reportNumber}: ${currency} ${totalTaxOwed} owed?`, given)
      await show(await call(command, await api(), (client) => client.taxReports.review({ params: { id } })), reportColumns, command)
    })
  tax
    .command("file <report>")
    .description("record that a reviewed report was filed")
    .option("--date <day>", "on this day; today, if not given")
    .option("--reference <text>", "the authority's number")
    .option("--yes", "do not ask")
    .examples({ line: "ops tax file TAX-2026-001 --reference NRA-4711", does: "asks, then files it" })
    .action(async (name: string, given: Asking & { readonly date?: string; readonly reference?: string }, command: Command) => {
      const { id, reportNumber, currency, totalTaxOwed } = await reportNamed(call, command, name)
      await sure(`File ${reportNumber}: ${currency} ${totalTaxOwed} owed? It cannot be prepared again afterwards.`, given)
      const payload = { filingDate: given.date ?? null, reference: given.reference ?? null }
      await show(await call(command, await api(), (client) => client.taxReports.file({ params: { id }, payload })), reportColumns, command)
    })
  addTaxPayments(tax, call)
}
