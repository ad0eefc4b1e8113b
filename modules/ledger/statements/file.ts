/** A statement as a file: PDF on A4, a spreadsheet, or CSV. The same statement always gives the same bytes. */
import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { Effect } from "effect"
import type { Column } from "@ops/platform/lists/column.ts"
import { toCsv } from "@ops/platform/documents/csv.ts"
import { pdf } from "@ops/platform/documents/pdf.ts"
import { toXlsx } from "@ops/platform/documents/xlsx.ts"
import { formatDaysIn } from "@ops/platform/dates/sentence.ts"
import type { StatementAnswer } from "./contract.ts"

export const documentInk = { ink: "#1c1d1f", quiet: "#60646c", rule: "#dcdde0" }
const { ink, quiet, rule } = documentInk

/** Tables with a line below the head and thin ones between rows. */
export const ruled: CustomTableLayout = {
  hLineWidth: (row) => (row === 1 ? 1 : 0.5),
  hLineColor: (row) => (row === 1 ? ink : rule),
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
}

/** 1234567.50 as 1,234,567.50; a negative amount in brackets, as usual in financial statements. */
export const bracketed = (text: string) => {
  const [whole, cents] = text.replace("-", "").split(".")
  const grouped = `${whole!.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`
  return text.startsWith("-") ? `(${grouped})` : grouped
}

/** The rows in reading order: the heading of a section, its accounts, its total. */
/** A line with only some of the columns leaves the others empty. */
const isPartial = ({ values }: StatementAnswer["sections"][number]["total"]) => Object.keys(values).length === 1
const rowsOf = ({ sections, columns }: StatementAnswer) => {
  const values = (line: StatementAnswer["sections"][number]["total"]) => columns.map(({ key }) => line.values[key] ?? (isPartial(line) ? undefined : "0.00"))
  return sections.flatMap(({ title, lines, total }) => [
    ...(lines.length > 0 ? [{ kind: "heading" as const, title, values: [] as ReadonlyArray<string | undefined> }] : []),
    ...lines.map((line) => ({ kind: "line" as const, title: line.title, values: values(line) })),
    { kind: "total" as const, title: total.title, values: values(total) },
  ])
}

export const definition = (statement: StatementAnswer, company: string): TDocumentDefinitions => {
  const { title, measure, siteName, columns, checks } = statement
  const period = formatDaysIn(statement.period.title)
  const isWide = columns.length > 8
  const gap = isWide ? 6 : 12
  const head: Array<TableCell> = ["", ...columns.map(({ title }) => formatDaysIn(title))].map((text, n) => ({
    text,
    bold: true,
    alignment: n === 0 ? "left" : "right",
  }))
  const body = rowsOf(statement).map(({ kind, title, values }): Array<TableCell> => {
    const bold = kind !== "line"
    const margin: [number, number, number, number] = kind === "heading" ? [0, 8, 0, 0] : kind === "line" ? [10, 0, 0, 0] : [0, 0, 0, 0]
    return [
      { text: title, bold, margin },
      ...columns.map(
        (_, n): TableCell => ({ text: values[n] === undefined ? "" : bracketed(values[n]), bold, alignment: "right", margin: [0, margin[1], 0, 0] }),
      ),
    ]
  })
  const failed = checks
    .filter(({ ok }) => !ok)
    .map(({ name, difference }): Content => ({ text: `Out of balance: ${name}, by ${bracketed(difference)}`, bold: true }))
  return {
    info: { title: `${title}, ${period}` },
    pageOrientation: columns.length > 3 ? "landscape" : "portrait",
    pageMargins: [48, 48, 48, 56],
    defaultStyle: { font: "Roboto", fontSize: isWide ? 6.5 : 9, color: ink, lineHeight: 1.15 },
    footer: (page, pages) => ({
      text: `${title}, ${period}, page ${page} of ${pages}`,
      color: quiet,
      fontSize: 8,
      alignment: "right",
      margin: [48, 16, 48, 0],
    }),
    content: [
      { text: company, color: quiet },
      { text: title, fontSize: 18, bold: true },
      { text: `${period}${siteName === null ? "" : `, ${siteName}`}, ${measure}`, color: quiet, margin: [0, 2, 0, 12] },
      {
        layout: ruled,
        table: {
          headerRows: 1,
          widths: ["*", ...columns.map(() => "auto" as const)],
          body: [
            head.map((cell) => ({ ...(cell as object), margin: [gap, 0, 0, 0] }) as TableCell),
            ...body.map((cells) =>
              cells.map((cell, n) =>
                n === 0 ? cell : ({ ...(cell as object), margin: [gap, (cell as { margin: Array<number> }).margin[1], 0, 0] } as TableCell),
              ),
            ),
          ],
        },
      },
      ...failed,
    ],
  }
}

/** The file of a statement, with its media type and name. `company` is the name in the page heading. */
export const statementFile = (statement: StatementAnswer, format: "pdf" | "xlsx" | "csv", company: string) =>
  Effect.gen(function* () {
    const { title, period, columns } = statement
    const name = `${title} ${period.title}.${format}`.replace(/[^\w .,&-]/g, "")
    if (format === "pdf") {
      // dated by the last day of the period, so that the file is the same whenever it is created
      const bytes = yield* pdf(definition(statement, company), { createdAt: `${period.to}T21:59:59.000Z` })
      return { bytes, name, type: "application/pdf" }
    }
    const shown: ReadonlyArray<Column> = [
      { key: "title", title: "", kind: "text", width: 40 },
      ...columns.map(({ key, title }): Column => ({ key, title: `${title} (${statement.measure})`, kind: "money" })),
    ]
    const rows = rowsOf(statement).map(({ title, values }) => ({ title, ...Object.fromEntries(columns.map(({ key }, n) => [key, values[n] ?? null])) }))
    if (format === "csv") return { bytes: new TextEncoder().encode(toCsv(shown, rows)), name, type: "text/csv; charset=utf-8" }
    const bytes = yield* Effect.promise(() => toXlsx(title.slice(0, 31), shown, rows))
    return { bytes, name, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }
  })
