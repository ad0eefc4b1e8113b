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
  /** the line that stands for it and others; an explanation accepts its key in place of a line's */
  group: Schema.optionalKey(Schema.Struct({ key: Schema.String, title: Schema.String })),
  /** decimal strings by column key */
  values: Decimals,
  /** the call that lists the entries of the first column's figure; null if the figure is not that of an account */
  drill: Schema.NullOr(Schema.String),
}).annotate({ identifier: "StatementLine" })
export const StatementAnswer = Schema.Struct({
  title: Schema.String,
  /** the period of the first column, as a title and as dates */
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
      /** the filters of the column: one site, entries in one currency; null means all */
      siteId: Schema.optional(Schema.NullOr(Schema.Int)),
      currency: Schema.optional(Schema.NullOr(Schema.Literals(["USD", "SSP"]))),
      /** the person of the column in a report by person: an id, `others` for those not named, or `none` */
      person: Schema.optional(Schema.String),
    }),
  ),
  sections: Schema.Array(Schema.Struct({ key: Schema.String, title: Schema.String, lines: Schema.Array(StatementLineAnswer), total: StatementLineAnswer })),
  /** earned and costs of the last 13 months, for profit and loss by site */
  trend: Schema.optionalKey(
    Schema.Struct({
      months: Schema.Array(Schema.String),
      /** null: what belongs to no site */
      sites: Schema.Array(Schema.Struct({ siteId: Schema.NullOr(Schema.Int), earned: Schema.Array(Schema.String), costs: Schema.Array(Schema.String) })),
    }),
  ),
  /** the checks of the statement: debits equal credits, assets equal liabilities and equity */
  checks: Schema.Array(Schema.Struct({ name: Schema.String, ok: Schema.Boolean, difference: Schema.String })),
}).annotate({ identifier: "Statement" })
export type StatementAnswer = typeof StatementAnswer.Type

const optional = Schema.optional(Schema.String)
export const StatementQuery = {
  /** 2026-10, 2026-Q4 or 2026; otherwise from and to; otherwise this month */
  period: optional,
  from: optional,
  to: optional,
  siteId: optional,
  /** only entries in this currency, in that currency; `both` shows the two side by side; the default is all entries, in USD */
  currency: Schema.optional(Schema.Literals(["USD", "SSP", "both"])),
  compare: Schema.optional(Schema.Literals(["previous", "year-ago"])),
  /** the method of the cash flow; the default is direct */
  method: Schema.optional(Schema.Literals(["direct", "indirect"])),
  /**
   * one column per period; per site, for profit and loss and the expense report; or per person, for the expense report: the twelve with the highest expenses
   */
  groupBy: Schema.optional(Schema.Literals(["period", "site", "person"])),
  format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])),
  /** as known at the end of a day or month, at a time, or at @position */
  asOf: optional,
}

export class StatementsGroup extends callGroup(
  "statements",
  call.get("statement", "/api/reports/:statement", "Read a financial statement", StatementAnswer, {
    params: { statement: Schema.Literals(statementKinds) },
    query: StatementQuery,
    may: FINANCE,
    scope: "8: its own site if it has one; 7 and 10: all",
    dependsOn: ["journal_entry", "account", "meal_session", "meal_attendance", "staff_feeding_record", "invoice", "certificate", "project_cost"],
  }),
) {}

export class StatementsApi extends HttpApi.make("ops").add(StatementsGroup) {}
