/** What a tax report comes to, line by line. */
import { Effect } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { added, figure, listedAt, partsBy } from "@ops/platform/records/explain.ts"
import { taxNames, type TaxType } from "./tax-report.ts"
import { taxLinesFor, taxReportList } from "./queries.ts"

const owed = figure("taxReport.owed", {
  label: "Tax owed",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  document: { pattern: /^TAX-\d{4}-\d+$/i, sql: "select id from tax_report where report_number = $1" },
  explain: Effect.fnUntraced(function* ({ id }, who) {
    const of = yield* listedAt(taxReportList(who), id, "Tax report")
    const unit = of.currency as string
    const inputs = yield* partsBy(
      unit,
      `select x."journalEntryId", x."entryNumber", x.description, x.tax as amount from tax_report r
         cross join lateral ${taxLinesFor(who.confinedTo)} x where r.id = $1 order by x.date, x."entryNumber"`,
      [id],
      (row) => ({
        label: row.journalEntryId === null ? String(row.description) : `${row.entryNumber}, ${row.description}`,
        ...(row.journalEntryId !== null && { figure: { name: "journalEntry.total", parameters: { id: row.journalEntryId } } }),
      }),
    )
    return {
      value: of.totalTaxOwed,
      unit,
      inputs,
      formula: `${taxNames[of.taxType as TaxType]} posted in ${of.taxPeriod}, as ${of.reportNumber} was drawn up: ${added(inputs, unit, "entries")}`,
    }
  }),
})

export const taxFigures = [owed]
