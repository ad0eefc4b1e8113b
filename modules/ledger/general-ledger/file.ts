/** The general ledger as a file: account by account, each with its opening balance, entries and closing balance. */
import type { TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { Effect } from "effect"
import type { Column } from "@ops/platform/lists/column.ts"
import { toCsv } from "@ops/platform/documents/csv.ts"
import { pdf } from "@ops/platform/documents/pdf.ts"
import { toXlsx } from "@ops/platform/documents/xlsx.ts"
import { formatDay, formatDaysIn } from "@ops/platform/dates/sentence.ts"
import type { GeneralLedgerAnswer } from "./contract.ts"
import { bracketed, documentInk, ruled } from "../statements/file.ts"

interface Line {
  readonly kind: "opening" | "entry" | "closing"
  readonly account: string
  readonly date: string
  readonly entry: string
  readonly description: string
  readonly reference: string
  readonly site: string
  readonly debit: string | null
  readonly credit: string | null
  readonly balance: string
}

const linesOf = ({ accounts, entries, period }: GeneralLedgerAnswer): ReadonlyArray<Line> => {
  const byAccount = Map.groupBy(entries, ({ accountNumber }) => accountNumber)
  return accounts.flatMap(({ accountNumber, accountName, opening, debit, credit, closing }): ReadonlyArray<Line> => {
    const account = `${accountNumber} ${accountName}`
    const blank = { account, entry: "", reference: "", site: "" }
    return [
      { kind: "opening", ...blank, date: period.from, description: "Opening balance", debit: null, credit: null, balance: opening },
      ...(byAccount.get(accountNumber) ?? []).map((line): Line => {
        const { entryDate, entryNumber, description, reference, siteName, debit, credit, balance } = line
        const side = { debit: debit === "0.00" ? null : debit, credit: credit === "0.00" ? null : credit }
        return { kind: "entry", account, date: entryDate, entry: entryNumber, description, reference: reference ?? "", site: siteName ?? "", ...side, balance }
      }),
      { kind: "closing", ...blank, date: period.to, description: "Closing balance", debit, credit, balance: closing },
    ]
  })
}

const definition = (report: GeneralLedgerAnswer, company: string): TDocumentDefinitions => {
  const { title, measure, siteName, accountName } = report
  const period = formatDaysIn(report.period.title)
  const subject = [period, accountName, siteName, measure].filter(Boolean).join(", ")
  const amount = (text: string | null, bold: boolean): TableCell => ({ text: text === null ? "" : bracketed(text), alignment: "right", bold })
  const tables = Map.groupBy(linesOf(report), ({ account }) => account)
  return {
    info: { title: `${title}, ${period}` },
    pageOrientation: "landscape",
    pageMargins: [40, 40, 40, 48],
    defaultStyle: { font: "Roboto", fontSize: 8, color: documentInk.ink, lineHeight: 1.1 },
    footer: (page, pages) => ({
      text: `${title}, ${period}, page ${page} of ${pages}`,
      color: documentInk.quiet,
      fontSize: 8,
      alignment: "right",
      margin: [40, 16, 40, 0],
    }),
    content: [
      { text: company, color: documentInk.quiet },
      { text: title, fontSize: 18, bold: true },
      { text: subject, color: documentInk.quiet, margin: [0, 2, 0, 4] },
      ...(tables.size === 0 ? ["Nothing was posted."] : []),
      ...[...tables].map(([account, lines]) => [
        { text: account, fontSize: 11, bold: true, margin: [0, 12, 0, 4] as [number, number, number, number] },
        {
          layout: { ...ruled, paddingRight: () => 6 },
          table: {
            headerRows: 1,
            widths: [54, 72, "*", 90, 70, 66, 66, 72],
            body: [
              ["Date", "Entry", "Description", "Reference", "Site", "Debit", "Credit", "Balance"].map(
                (text, n): TableCell => ({ text, bold: true, alignment: n > 4 ? "right" : "left" }),
              ),
              ...lines.map(({ kind, date, entry, description, reference, site, debit, credit, balance }): Array<TableCell> => {
                const bold = kind !== "entry"
                const words = [formatDay(date), entry, formatDaysIn(description), reference, site].map((text): TableCell => ({ text, bold }))
                return [...words, amount(debit, bold), amount(credit, bold), amount(balance, bold)]
              }),
            ],
          },
        },
      ]),
    ],
  }
}

const columns: ReadonlyArray<Column> = [
  { key: "account", title: "Account", kind: "text", width: 28 },
  { key: "date", title: "Date", kind: "date" },
  { key: "entry", title: "Entry", kind: "text" },
  { key: "description", title: "Description", kind: "text", width: 40 },
  { key: "reference", title: "Reference", kind: "text" },
  { key: "site", title: "Site", kind: "text" },
  { key: "debit", title: "Debit", kind: "money" },
  { key: "credit", title: "Credit", kind: "money" },
  { key: "balance", title: "Balance", kind: "money" },
]

/** The file of a complete report, with its media type and name. */
export const ledgerFile = (report: GeneralLedgerAnswer, format: "pdf" | "xlsx" | "csv", company: string) =>
  Effect.gen(function* () {
    const { title, period, accountName } = report
    const name = `${title} ${accountName === null ? "" : `${accountName} `}${period.title}.${format}`.replace(/[^\w .,&-]/g, "")
    if (format === "pdf") {
      // dated by the last day of the period, so that the file is the same whenever it is created
      return { bytes: yield* pdf(definition(report, company), { createdAt: `${period.to}T21:59:59.000Z` }), name, type: "application/pdf" }
    }
    const rows = linesOf(report).map(({ kind: _, ...line }) => line)
    if (format === "csv") return { bytes: new TextEncoder().encode(toCsv(columns, rows)), name, type: "text/csv; charset=utf-8" }
    const bytes = yield* Effect.promise(() => toXlsx(title, columns, rows))
    return { bytes, name, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }
  })
