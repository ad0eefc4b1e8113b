/** The call about the state of finance: the year in the books, and the analytics card. Money is a decimal string. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { ListQuery } from "@ops/platform/http/contract.ts"

const Text = Schema.NullOr(Schema.String)
/** Everything in USD, and of it what was posted in SSP, in SSP. */
const Both = Schema.Struct({ USD: Schema.String, SSP: Schema.String })

export const OverviewAnswer = Schema.Struct({
  /** of this year up to today, by the ledger */
  totalRevenue: Both,
  totalExpenses: Both,
  /** own staff at work */
  activeEmployees: Schema.Int,
  /** what suppliers are owed, USD */
  payables: Schema.String,
  /** food and kitchen supplies of this year for each meal served, USD; null before the first meal */
  costPerMeal: Text,
  /** revenue of the month that ended last against the one before, percent; null where there was none */
  growth: Text,
  /** share of the revenue of the three services this year, percent; null where there was none */
  share: Schema.Struct({ catering: Text, facilities: Text, construction: Text }),
  asOf: Schema.String,
}).annotate({ identifier: "FinanceOverview" })

export class FinanceOverviewGroup extends callGroup(
  "financeOverview",
  call.get("overview", "/api/finance/overview", "Read the state of finance", OverviewAnswer, {
    query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
    may: FINANCE,
    scope: "8: its own site if it has one; 7 and 10: all",
    madeOf: ["journal_entry", "company_staff", "staff_feeding_record", "meal_session"],
  }),
) {}

export class FinanceOverviewApi extends HttpApi.make("ops").add(FinanceOverviewGroup) {}
