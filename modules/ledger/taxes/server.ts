import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText, sql } from "@ops/platform/database/statement.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { listAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { notFound, type Rejection } from "@ops/platform/records/command.ts"
import { periodTitle } from "../periods/period.ts"
import { spanOf } from "../statements/statement.ts"
import { statementAnswer } from "../statements/answer.ts"
import type { StatementAnswer } from "../statements/contract.ts"
import { drawUpReport, fileReport, reviewReport, taxNames, taxReports } from "./tax-report.ts"
import { TaxesApi, TaxReportLines } from "./contract.ts"
import { taxLines, taxReportList, taxReportOne } from "./queries.ts"

const reportSql = sql(
  { period: col.text, type: col.words("sales", "withholding", "pit", "nsif"), currency: col.words("USD", "SSP") },
  "select tax_period as period, tax_type as type, currency from tax_report where id = $1",
)
const linesOf = jsonText(TaxReportLines)

/** The current journal lines for a report's month. */
const booksOf = (id: number) =>
  handle(function* () {
    const [row] = yield* statement(reportSql, [id])
    if (!row) return yield* Effect.fail(notFound(`Tax report ${id} does not exist`))
    return yield* taxLines(row.period, row.type, row.currency)
  })

/** A report in the form to submit: line by line, with the tax base and the tax. */
const asStatement = (report: typeof TaxReportLines.Type): StatementAnswer => {
  const { reportNumber, taxType, taxPeriod, currency, lines, totalTaxable, totalTaxOwed, totalTaxPaid, taxBalance } = report
  const { title, from, to } = spanOf(taxPeriod)
  const line = (key: string, title: string, values: Record<string, string>, drill: string | null = null) => ({
    key,
    title,
    accountNumber: null,
    values,
    drill,
  })
  return {
    title: `${taxNames[taxType]} ${reportNumber}`,
    period: { title, from, to },
    measure: `in ${currency}`,
    siteName: null,
    columns: [
      { key: "taxable", title: "Taxable", from, to },
      { key: "tax", title: "Tax", from, to },
    ],
    sections: [
      {
        key: "lines",
        title: "What was taxed",
        lines: lines.map(({ journalEntryId, entryNumber, date, description, taxableAmount, taxRate, taxAmount }, n) =>
          line(
            `line-${n}`,
            `${[date, entryNumber, description].filter((word) => word !== "").join(", ")}${taxRate === null ? "" : `, ${taxRate}%`}`,
            { taxable: taxableAmount, tax: taxAmount },
            journalEntryId === null ? null : `/api/journal-entries/${journalEntryId}`,
          ),
        ),
        total: line("owed", "Tax owed", { taxable: totalTaxable, tax: totalTaxOwed }),
      },
      { key: "paid", title: "Paid", lines: [], total: line("paid", "Paid", { taxable: "0.00", tax: totalTaxPaid }) },
      { key: "balance", title: "Still to be paid", lines: [], total: line("balance", "Still to be paid", { taxable: "0.00", tax: taxBalance }) },
    ],
    checks: [],
  }
}

const reports = answering(taxReports, taxReportList)
const reportsWithLines = answering(taxReports, taxReportOne)

export const TaxReportsLive = HttpApiBuilder.group(TaxesApi, "taxReports", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/tax-reports", taxReportList(who), query)),
    one: ({ params: { id } }) => reportsWithLines.one(id),
    history: ({ params: { id } }) => reports.history(id),
    statement: ({ params: { id }, query: { format = "json" } }) =>
      handle(function* () {
        const row = yield* rowText(taxReportOne(yield* Who), id)
        if (row === undefined) return yield* Effect.fail(notFound(`Tax report ${id} does not exist`))
        return yield* statementAnswer(asStatement(linesOf(row)), format)
      }),
    drawUp: ({ payload: { taxPeriod, taxType, currency = "USD", notes } }) =>
      Effect.gen(function* () {
        yield* Effect.try({ try: () => periodTitle(taxPeriod), catch: (error) => error as Rejection })
        const lines = yield* mapDatabaseErrors(taxLines(taxPeriod, taxType, currency))
        return yield* reportsWithLines.execute(drawUpReport, { taxPeriod, taxType, currency, notes: notes ?? "", lines }, 201)
      }),
    review: ({ params: { id } }) => Effect.flatMap(booksOf(id), (books) => reports.execute(reviewReport, { id, books })),
    file: ({ params: { id }, payload }) =>
      Effect.flatMap(booksOf(id), (books) => {
        const { filingDate = null, reference } = payload ?? {}
        return reports.execute(fileReport, { id, books, filingDate, reference: reference || null })
      }),
  }),
)
