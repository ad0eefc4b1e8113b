/** The calls for financial statements: as JSON for screens and programs, or as a file. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { statementKinds } from "./statement.ts"

const Decimals = Schema.Record(Schema.String, Schema.String)

export const StatementLineAnswer = Schema.Struct({
  key: Schema.String,
  title: Schema.String,
  accountNumber: Schema.NullOr(Schema.String),
  /** decimal strings by the key of the column */
  values: Decimals,
  /** the call that lists the entries of the first column's figure; null where it is no account's */
  drill: Schema.NullOr(Schema.String),
}).annotate({ identifier: "StatementLine" })
export const StatementAnswer = Schema.Struct({
  title: Schema.String,
  /** the days of the first column, in words and as dates */
  period: Schema.Struct({ title: Schema.String, from: Schema.String, to: Schema.String }),
  /** "in USD, all currencies" */
  measure: Schema.String,
  siteName: Schema.NullOr(Schema.String),
  columns: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      title: Schema.String,
      from: Schema.String,
      to: Schema.String,
      /** the lines that the column is of: of one site, of entries in one currency; null is all */
      siteId: Schema.optional(Schema.NullOr(Schema.Int)),
      currency: Schema.optional(Schema.NullOr(Schema.Literals(["USD", "SSP"]))),
      /** what the column is of in a report by person: the id of one, the `others` beyond those who are named, or `none` */
      person: Schema.optional(Schema.String),
    }),
  ),
  sections: Schema.Array(Schema.Struct({ key: Schema.String, title: Schema.String, lines: Schema.Array(StatementLineAnswer), total: StatementLineAnswer })),
  /** what must hold of it: debit equals credit, assets equal liabilities and equity */
  checks: Schema.Array(Schema.Struct({ name: Schema.String, ok: Schema.Boolean, difference: Schema.String })),
}).annotate({ identifier: "Statement" })
export type StatementAnswer = typeof StatementAnswer.Type

const optional = Schema.optional(Schema.String)
export const StatementQuery = {
  /** 2026-10, 2026-Q4 or 2026; else from and to; else this month */
  period: optional,
  from: optional,
  to: optional,
  siteId: optional,
  /** entries in this currency alone, in that currency; both of them side by side; without it all of them, in USD */
  currency: Schema.optional(Schema.Literals(["USD", "SSP", "both"])),
  compare: Schema.optional(Schema.Literals(["previous", "year-ago"])),
  /** of the cash flow; direct if not given */
  method: Schema.optional(Schema.Literals(["direct", "indirect"])),
  /** a column a span; a site, of profit and loss and the expense report; or, of the latter, a person of the twelve who spent most */
  groupBy: Schema.optional(Schema.Literals(["period", "site", "person"])),
  format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])),
}

export class StatementsGroup extends callGroup(
  "statements",
  call.get("statement", "/api/reports/:statement", "Read a financial statement", StatementAnswer, {
    params: { statement: Schema.Literals(statementKinds) },
    query: StatementQuery,
    may: FINANCE,
    scope: "8: its own site if it has one; 7 and 10: all",
    madeOf: ["journal_entry", "account", "meal_session", "meal_attendance", "staff_feeding_record", "invoice", "certificate", "project_cost"],
  }),
) {}

export class StatementsApi extends HttpApi.make("ops").add(StatementsGroup) {}
