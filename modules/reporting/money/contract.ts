/** The money of a span by its names, beside the same days before: for Today, and for who asks from outside. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { ListQuery } from "@ops/platform/http/contract.ts"

const Span = Schema.Struct({ from: Schema.String, to: Schema.String })
/** USD, decimal strings */
const Money = Schema.Struct({
  /** as posted */
  earned: Schema.String,
  /** earned in these days and not posted yet: what month-end accruals would add */
  earnedNotBilled: Schema.String,
  billed: Schema.String,
  /** at the end of the last day: uninvoiced work */
  notYetBilled: Schema.String,
  /** at the end of the last day: deferred income, billed and not earned */
  billedAhead: Schema.String,
  costs: Schema.String,
  margin: Schema.String,
  /** margin in percent of the amount earned; null if nothing was earned */
  marginPercent: Schema.NullOr(Schema.String),
  result: Schema.String,
  collected: Schema.String,
  /** at the end of the last day */
  outstanding: Schema.String,
  cash: Schema.String,
})

export const MoneyAnswer = Schema.Struct({
  ...Span.fields,
  money: Money,
  /** the same days of the previous month or year; for other periods the preceding days of the same number */
  before: Schema.Struct({ ...Span.fields, money: Money }),
  /** the last 13 months: earned with the work that is not posted yet, and costs */
  trend: Schema.Struct({ months: Schema.Array(Schema.String), earned: Schema.Array(Schema.String), costs: Schema.Array(Schema.String) }),
})

export class MoneyGroup extends callGroup(
  "money",
  call.get("money", "/api/money", "Read earned, billed and collected amounts and costs", MoneyAnswer, {
    /** without `from` this month up to today */
    query: {
      siteId: ListQuery.siteId,
      from: ListQuery.from,
      to: ListQuery.to,
      against: Schema.optional(Schema.Literals(["month", "year"])),
      asOf: ListQuery.asOf,
    },
    may: FINANCE,
    scope: "8: its own site if it has one; 7 and 10: all",
    dependsOn: ["journal_entry", "meal_session", "meal_attendance", "staff_feeding_record", "invoice", "certificate", "project_cost"],
  }),
) {}

export class MoneyApi extends HttpApi.make("ops").add(MoneyGroup) {}
