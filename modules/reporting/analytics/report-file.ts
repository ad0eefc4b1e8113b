/** Reports as files: a table as a spreadsheet or on A4, a whole tab in one file, and everything of a tab in one ZIP with its manifest. */
import { createHash } from "node:crypto"
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { strToU8, zipSync } from "fflate"
import { Effect } from "effect"
import type { Column } from "@ops/platform/lists/column.ts"
import { pdf } from "@ops/platform/documents/pdf.ts"
import { toWorkbook } from "@ops/platform/documents/xlsx.ts"
import { formatDay, formatDaysIn } from "@ops/platform/dates/sentence.ts"
import type { ReportAnswer } from "./contract.ts"
import type { ReportTab } from "./labels.ts"

type Table = Pick<ReportAnswer["series"][number], "key" | "title" | "columns" | "rows">
type Value = string | number | null

export const noData = "no data"

const figuresTable = ({ figures }: ReportAnswer): Table => ({
  key: "figures",
  title: "Figures",
  columns: [
    { key: "label", title: "Figure", kind: "text" },
    { key: "value", title: "Value", kind: "decimal" },
    { key: "unit", title: "Unit", kind: "text" },
  ],
  rows: figures.map(({ label, value, unit }) => ({ label, value: value ?? noData, unit: value === null ? "" : unit })),
})
/** Every table of a report, with the figures first. */
export const tablesOf = (report: ReportAnswer): ReadonlyArray<Table> => [figuresTable(report), ...report.series]

const whereAndWhen = ({ period, siteName }: ReportAnswer) => `${formatDaysIn(period.title)}, ${siteName ?? "all sites"}`
const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-")
/** The file name without extension: catering-2026-10-01-2026-10-31. */
export const nameOf = ({ tab, period, siteName }: ReportAnswer) => slug(`${tab} ${period.from} ${period.to} ${siteName ?? ""}`).replace(/-$/, "")

const isNumber = (kind: Table["columns"][number]["kind"]) => kind !== "text" && kind !== "date"
const shown = (value: Value, kind: Table["columns"][number]["kind"]): string => {
  if (value === null) return "–"
  if (kind === "date") return formatDay(String(value))
  if (!isNumber(kind) || !/^-?\d+(\.\d+)?$/.test(String(value))) return String(value)
  const [whole, fraction] = String(value).split(".")
  return `${whole!.replace(/\B(?=(\d{3})+$)/g, ",")}${fraction === undefined ? "" : `.${fraction}`}`
}

const sheetsOf = (tables: ReadonlyArray<Table>) =>
  tables.map(({ title, columns, rows }) => ({
    name: title,
    columns: columns.map(({ key, title, kind }): Column => ({ key, title, kind: kind === "decimal" ? "money" : kind })),
    rows,
  }))

const ink = { ink: "#1c1d1f", quiet: "#60646c", rule: "#dcdde0" }
const onPage = ({ title, columns, rows }: Table): Content => [
  { text: title, fontSize: 12, bold: true, margin: [0, 12, 0, 4] },
  rows.length === 0
    ? { text: "No data available for this period", color: ink.quiet }
    : {
        layout: {
          hLineWidth: (row: number) => (row === 1 ? 1 : 0.5),
          hLineColor: (row: number) => (row === 1 ? ink.ink : ink.rule),
          vLineWidth: () => 0,
          paddingLeft: (column: number) => (column === 0 ? 0 : 12),
          paddingRight: () => 0,
        },
        table: {
          headerRows: 1,
          widths: columns.map((_, n) => (n === 0 ? "*" : "auto")),
          body: [
            columns.map(({ title, kind }): TableCell => ({ text: title, bold: true, alignment: isNumber(kind) ? "right" : "left" })),
            ...rows.map((row) =>
              columns.map(({ key, kind }): TableCell => ({ text: shown(row[key] ?? null, kind), alignment: isNumber(kind) ? "right" : "left" })),
            ),
          ],
        },
      },
]

const definition = (report: ReportAnswer, tables: ReadonlyArray<Table>, company: string): TDocumentDefinitions => ({
  info: { title: `${report.title}, ${whereAndWhen(report)}` },
  pageOrientation: tables.some(({ columns }) => columns.length > 5) ? "landscape" : "portrait",
  pageMargins: [48, 48, 48, 56],
  defaultStyle: { font: "Roboto", fontSize: 9, color: ink.ink, lineHeight: 1.15 },
  footer: (page, pages) => ({
    text: `${report.title}, ${whereAndWhen(report)}, as of event ${report.position}, page ${page} of ${pages}`,
    color: ink.quiet,
    fontSize: 8,
    alignment: "right",
    margin: [48, 16, 48, 0],
  }),
  content: [
    { text: company, color: ink.quiet },
    { text: report.title, fontSize: 18, bold: true },
    { text: whereAndWhen(report), color: ink.quiet, margin: [0, 2, 0, 0] },
    ...tables.map(onPage),
  ],
})

export const mediaTypes = { pdf: "application/pdf", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }

/** Tables of a report in one file. `company` is the name in the page heading. */
const fileOf = (report: ReportAnswer, tables: ReadonlyArray<Table>, format: "pdf" | "xlsx", company: string) =>
  format === "pdf"
    ? // dated by the last day of the report, so that the same events always give the same file
      pdf(definition(report, tables, company), { createdAt: `${report.period.to}T21:59:59.000Z` })
    : Effect.promise(() => toWorkbook(sheetsOf(tables)))

/** The whole report in one file. */
export const reportFile = (report: ReportAnswer, format: "pdf" | "xlsx", company: string) =>
  Effect.map(fileOf(report, tablesOf(report), format, company), (bytes) => ({ bytes, name: `${nameOf(report)}.${format}`, mediaType: mediaTypes[format] }))

export interface ReportManifest {
  readonly format: "field-office-reports"
  readonly version: 1
  readonly tab: ReportTab
  readonly title: string
  readonly period: ReportAnswer["period"]
  readonly site: string | null
  /** the last event included in the figures */
  readonly position: number
  readonly madeAt: string
  readonly madeBy: string
  readonly files: ReadonlyArray<{ readonly name: string; readonly title: string; readonly bytes: number; readonly sha256: string }>
}

/** Each table of a report as a spreadsheet and as PDF, and a manifest with their SHA-256, in one ZIP. */
export const reportZip = (report: ReportAnswer, { company, madeAt, madeBy }: { readonly company: string; readonly madeAt: string; readonly madeBy: string }) =>
  Effect.gen(function* () {
    const files = yield* Effect.forEach(
      tablesOf(report).flatMap((table) => (["xlsx", "pdf"] as const).map((format) => ({ table, format }))),
      ({ table, format }) =>
        Effect.map(fileOf(report, [table], format, company), (bytes) => ({ name: `${slug(table.title)}.${format}`, title: table.title, bytes })),
    )
    const manifest: ReportManifest = {
      format: "field-office-reports",
      version: 1,
      tab: report.tab,
      title: report.title,
      period: report.period,
      site: report.siteName,
      position: report.position,
      madeAt,
      madeBy,
      files: files.map(({ name, title, bytes }) => ({ name, title, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") })),
    }
    const all = [...files.map(({ name, bytes }) => [name, bytes] as const), ["manifest.json", strToU8(`${JSON.stringify(manifest, null, 1)}\n`)] as const]
    // workbooks and PDFs are already compressed
    return { name: `${nameOf(report)}.zip`, bytes: zipSync(Object.fromEntries(all), { level: 0, mtime: new Date(madeAt) }) }
  })
