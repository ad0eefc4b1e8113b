/** The call for the general ledger: as JSON in pages, or complete as a file. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"

const Text = Schema.NullOr(Schema.String)

export const LedgerEntry = Schema.Struct({
  journalEntryId: Schema.Int,
  entryNumber: Schema.String,
  /** the number of the line within its entry */
  line: Schema.Int,
  entryDate: Schema.String,
  accountNumber: Schema.String,
  description: Schema.String,
  reference: Text,
  /** the record that the entry is derived from: invoice 12 */
  sourceKind: Text,
  sourceId: Schema.NullOr(Schema.Int),
  status: Schema.Literals(["posted", "reversed"]),
  siteId: Schema.NullOr(Schema.Int),
  siteName: Text,
  /** the entry's currency, and the debit less the credit in it */
  currency: Schema.Literals(["USD", "SSP"]),
  amount: Schema.String,
  /** in the measure of the report */
  debit: Schema.String,
  credit: Schema.String,
  /** the running balance on the account's normal side, including this line */
  balance: Schema.String,
})
export const LedgerAccount = Schema.Struct({
  id: Schema.Int,
  accountNumber: Schema.String,
  accountName: Schema.String,
  accountType: Schema.Literals(["asset", "liability", "equity", "income", "expense"]),
  /** on the account's normal side */
  opening: Schema.String,
  debit: Schema.String,
  credit: Schema.String,
  closing: Schema.String,
  /** number of lines posted in the period */
  entries: Schema.Int,
})
export const GeneralLedgerAnswer = Schema.Struct({
  title: Schema.String,
  period: Schema.Struct({ title: Schema.String, from: Schema.String, to: Schema.String }),
  /** "in USD, all currencies" */
  measure: Schema.String,
  siteName: Text,
  /** "1100 Accounts receivable", if one account was asked for */
  accountName: Text,
  accounts: Schema.Array(LedgerAccount),
  /** ordered by account and date */
  entries: Schema.Array(LedgerEntry),
  /** total number of entries */
  total: Schema.Int,
  /** the cursor of the next page */
  next: Text,
}).annotate({ identifier: "GeneralLedger" })
export type GeneralLedgerAnswer = typeof GeneralLedgerAnswer.Type

const optional = Schema.optional(Schema.String)

export class GeneralLedgerGroup extends callGroup(
  "generalLedger",
  call.get("report", "/api/reports/general-ledger", "Read the general ledger", GeneralLedgerAnswer, {
    query: {
      account: optional,
      period: optional,
      from: optional,
      to: optional,
      siteId: optional,
      currency: Schema.optional(Schema.Literals(["USD", "SSP"])),
      limit: optional,
      cursor: optional,
      format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])),
    },
    may: FINANCE,
    scope: "8: its own site if it has one; 7 and 10: all",
    dependsOn: ["journal_entry", "account"],
  }),
) {}

export class GeneralLedgerApi extends HttpApi.make("ops").add(GeneralLedgerGroup) {}
