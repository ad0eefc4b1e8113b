/** The calls for tax reports. Money is a decimal string; rates are percent with two places. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, Rule } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, DateInput, ListQuery, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { StatementAnswer } from "../statements/contract.ts"

const taxTypes = ["sales", "withholding", "pit", "nsif"] as const
const currencies = ["USD", "SSP"] as const
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Text = Schema.NullOr(Schema.String)
const Number = Schema.NullOr(Schema.Int)

export const TaxReportAnswer = Schema.Struct({
  id: Schema.Int,
  reportNumber: Schema.String,
  taxPeriod: Schema.String,
  taxType: Schema.Literals(taxTypes),
  currency: Schema.Literals(currencies),
  totalTaxable: Schema.String,
  totalTaxOwed: Schema.String,
  totalTaxPaid: Schema.String,
  taxBalance: Schema.String,
  /** the part without a recorded payment */
  open: Schema.String,
  /** the current balance of the tax for this month in the books */
  inBooks: Schema.String,
  lineCount: Schema.Int,
  dueDate: Schema.String,
  overdue: Schema.Boolean,
  filingDate: Text,
  filingReference: Text,
  status: Schema.Literals(["draft", "reviewed", "filed", "paid"]),
  notes: Schema.String,
  createdBy: Number,
  createdByUser: Named,
  reviewedBy: Number,
  reviewedByUser: Named,
  reviewedDate: Text,
  /** who reviewed it and when, under the names of the documented API */
  approvedBy: Number,
  approvedDate: Text,
  filedByUser: Named,
  /** what the caller may do now */
  canReview: Schema.Boolean,
  canFile: Schema.Boolean,
  canDrawUp: Schema.Boolean,
  canPay: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}).annotate({ identifier: "TaxReport" })
export const TaxReportLines = Schema.Struct({
  ...TaxReportAnswer.fields,
  lines: Schema.Array(
    Schema.Struct({
      /** null on the line that combines other sites */
      journalEntryId: Schema.NullOr(Schema.Int),
      entryNumber: Schema.String,
      date: Schema.String,
      sourceKind: Text,
      sourceId: Number,
      transactionId: Number,
      expenseId: Number,
      payrollId: Number,
      description: Schema.String,
      siteId: Number,
      taxType: Schema.Literals(taxTypes),
      taxableAmount: Schema.String,
      taxRate: Text,
      taxAmount: Schema.String,
    }),
  ),
}).annotate({ identifier: "TaxReportWithLines" })

const AnyText = (field: string, most: number) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
const AnyDate = (field: string) => Schema.optional(Schema.NullOr(DateInput(field)))
export const TaxReportInput = Schema.Struct({
  /** 2026-10 */
  taxPeriod: TextInput("Tax period", { required: true, most: 7 }),
  taxType: OneOf("Tax type", ...taxTypes),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  notes: AnyText("Notes", 2000),
})
export const FilingInput = Schema.Struct({ filingDate: AnyDate("Filing date"), reference: AnyText("Reference", 100) })

const reads: Rule = { may: FINANCE, scope: "all; 8: lines of its own site if it has one, the others as one line" }
const writes: Rule = { may: ["finance.full"], scope: "all" }
const filters = { status: Schema.optional(Schema.String), taxType: Schema.optional(Schema.String), currency: Schema.optional(Schema.String) }

export class TaxReportsGroup extends callGroup(
  "taxReports",
  call.get("list", "/api/tax-reports", "List tax reports", Schema.Array(TaxReportAnswer), {
    query: { ...ListQuery, ...filters, taxPeriod: Schema.optional(Schema.String) },
    ...reads,
    dependsOn: ["tax_report", "journal_entry"],
    acrossSites: "session",
  }),
  call.get("one", "/api/tax-reports/:id", "Read one tax report", TaxReportLines, {
    ...reads,
    dependsOn: ["tax_report", "journal_entry"],
    acrossSites: "session",
  }),
  call.get("history", "/api/tax-reports/:id/history", "Read the history of one tax report", HistoryAnswer, { ...reads, dependsOn: ["tax_report"] }),
  call.get("statement", "/api/tax-reports/:id/statement", "Read a tax report as a statement", StatementAnswer, {
    query: { format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])) },
    ...reads,
    dependsOn: ["tax_report"],
  }),
  call.post("drawUp", "/api/tax-reports", "Prepare a tax report", TaxReportLines.pipe(created), { payload: TaxReportInput, ...writes }),
  call.post("review", "/api/tax-reports/:id/review", "Review a tax report", TaxReportAnswer, { ...writes, duties: "not the person who prepared it" }),
  call.post("file", "/api/tax-reports/:id/file", "Record the filing of a tax report", TaxReportAnswer, {
    payload: [Schema.Null, FilingInput],
    ...writes,
    duties: "once it is reviewed",
  }),
) {}

export class TaxesApi extends HttpApi.make("ops").add(TaxReportsGroup) {}
