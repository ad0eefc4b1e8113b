/** The explainable total of a tax report, line by line. */
import { Effect } from "effect"
import { col } from "@ops/platform/database/statement.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { added, figure, listedAt, partsBy } from "@ops/platform/records/explain.ts"
import { TaxReportAnswer } from "./contract.ts"
import { taxNames } from "./tax-report.ts"
import { taxLinesFor, taxReportList } from "./queries.ts"

const owed = figure("taxReport.owed", {
  label: "Tax owed",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  document: { pattern: /^TAX-\d{4}-\d+$/i, sql: "select id from tax_report where report_number = $1" },
  explain: Effect.fnUntraced(function* ({ id }, who) {
    const of = yield* listedAt(TaxReportAnswer, taxReportList(who), id, "Tax report")
    const unit = of.currency
    const inputs = yield* partsBy(
      unit,
      { journalEntryId: col.nullable(col.whole), entryNumber: col.nullable(col.text), description: col.text },
      `select x."journalEntryId", x."entryNumber", x.description, x.tax as amount from tax_report r
         cross join lateral ${taxLinesFor(who.confinedTo)} x where r.id = $1 order by x.date, x."entryNumber"`,
      [id],
      (row) => ({
        label: row.journalEntryId === null ? row.description : `${row.entryNumber}, ${row.description}`,
        ...(row.journalEntryId !== null && { figure: { name: "journalEntry.total", parameters: { id: row.journalEntryId } } }),
      }),
    )
    return {
      value: of.totalTaxOwed,
      unit,
      inputs,
      formula: `${taxNames[of.taxType]} posted in ${of.taxPeriod}, as of ${of.reportNumber}: ${added(inputs, unit, "entries")}`,
    }
  }),
})

export const taxFigures = [owed]
