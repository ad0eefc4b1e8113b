/** `ops reports overview`, `catering`, `facilities`, `construction`, `financial` and `export`: the reports in the terminal. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { ReportAnswer } from "./contract.ts"
import { relativePeriods, type ReportTab, reportTabs, tabTitles } from "./labels.ts"

interface Asked {
  readonly period?: string
  readonly from?: string
  readonly to?: string
  readonly site?: string
}
const api = async () => (await import("./contract.ts")).AnalyticsApi

/** The query of a report. The server's default period is this month. */
const queryOf = async (call: Call, command: Command, { site, ...asked }: Asked) => ({
  ...asked,
  ...(site !== undefined && { siteId: String(await siteNamed(call, command, site)) }),
})

const figureColumns: ReadonlyArray<TableColumn> = [
  { key: "label", title: "Figure", kind: "text", priority: 0 },
  { key: "value", title: "Value", kind: "text", priority: 0 },
  { key: "unit", title: "Unit", kind: "text", priority: 0 },
]
const tableColumns = ({ columns }: ReportAnswer["series"][number]): ReadonlyArray<TableColumn> =>
  columns.map(({ key, title, kind }, n) => ({ key, title, kind: kind === "decimal" ? "text" : kind, priority: Math.min(n, 2) }))

const show = async (call: Call, tab: ReportTab, { table, ...asked }: Asked & { readonly table?: string }, command: Command) => {
  const [contract, query, { print }] = await Promise.all([api(), queryOf(call, command, asked), import("@ops/platform/terminal/output.ts")])
  const report: ReportAnswer = await call(command, contract, (client) => client.analytics[tab]({ query }))
  const options = commonOptions(command)
  if (table !== undefined) {
    const found = report.series.find(({ key }) => key === table)
    if (!found) throw new Exit("usage", `This report has no table ${table}.`, { next: `Choose one of: ${report.series.map(({ key }) => key).join(", ")}` })
    return print(found.rows, { ...options, columns: tableColumns(found) })
  }
  if (options.format === "json") return print(report, options)
  process.stderr.write(`${report.title}, ${report.period.title}, ${report.siteName ?? "all sites"}\n`)
  await print(
    report.figures.map((figure) => ({ ...figure, value: figure.value ?? "no data", unit: figure.value === null ? "" : figure.unit })),
    { ...options, columns: figureColumns },
  )
  process.stderr.write(`Its tables: ${report.series.map(({ key }) => key).join(", ")}. --table NAME prints one.\n`)
}

const saveAll = async (call: Call, tab: ReportTab, { out, ...asked }: Asked & { readonly out?: string }, command: Command) => {
  const [{ fileOf, saveStatement }, contract, query, Effect] = await Promise.all([
    import("@ops/ledger/statements/terminal.ts"),
    api(),
    queryOf(call, command, asked),
    import("effect/Effect"),
  ])
  const { withProgress } = await import("@ops/platform/terminal/progress/progress.ts")
  const asks = { query, responseMode: "response-only" as const }
  const file = await withProgress(`Creating the files of the ${tabTitles[tab].toLowerCase()}`, {}, () =>
    call(command, contract, (client) => {
      switch (tab) {
        case "overview":
          return Effect.flatMap(client.analytics.exportOverview(asks), fileOf)
        case "catering":
          return Effect.flatMap(client.analytics.exportCatering(asks), fileOf)
        case "facilities":
          return Effect.flatMap(client.analytics.exportFacilities(asks), fileOf)
        case "construction":
          return Effect.flatMap(client.analytics.exportConstruction(asks), fileOf)
        case "financial":
          return Effect.flatMap(client.analytics.exportFinancial(asks), fileOf)
      }
    }),
  )
  await saveStatement(file, out, command)
}

const narrowing = (command: Command): Command =>
  command
    .addOption(new Option("--period <period>", "counted from today; this month, if nothing is given").choices(relativePeriods))
    .option("--from <day>", "from this day")
    .option("--to <day>", "up to this day")
    .option("--site <code>", "of one site: its code, name or id")

/** Adds these reports to `reports`. */
export const addReportCommands = (reports: Command, call: Call): void => {
  for (const tab of reportTabs) {
    narrowing(reports.command(tab).description(`${tabTitles[tab].toLowerCase()}: figures, and tables by --table`))
      .option("--table <name>", "one of its tables instead of the figures")
      .examples(
        { line: `ops reports ${tab} --period last_month`, does: "the figures of last month" },
        { line: `ops reports ${tab} --from 2026-10-01 --to 2026-10-31 -o json`, does: "the whole report, for a program" },
      )
      .action((asked: Asked & { readonly table?: string }, command: Command) => show(call, tab, asked, command))
  }
  narrowing(reports.command("export <tab>").description("every table of a report as XLSX and PDF, with a manifest of their hashes, in one ZIP"))
    .option("--out <file>", "the file's name")
    .examples({ line: "ops reports export catering --period last_month --out october.zip", does: "as one file" })
    .action((tab: string, asked: Asked & { readonly out?: string }, command: Command) => {
      const named = reportTabs.find((one) => one === tab)
      if (!named) throw new Exit("usage", `There is no report ${tab}.`, { next: `Choose one of: ${reportTabs.join(", ")}` })
      return saveAll(call, named, asked, command)
    })
}
