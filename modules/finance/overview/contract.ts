/** The call about the state of finance: the year in the books, and the analytics card. Money is a decimal string. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { ListQuery } from "@ops/platform/http/contract.ts"

const Text = Schema.NullOr(Schema.String)
/** USD: everything, in USD. SSP: the part that was posted in SSP, in SSP. */
const Both = Schema.Struct({ USD: Schema.String, SSP: Schema.String })

export const OverviewAnswer = Schema.Struct({
  /** this year up to today, from the ledger */
  totalRevenue: Both,
  totalExpenses: Both,
  /** own staff in active employment */
  activeEmployees: Schema.Int,
  /** owed to suppliers, USD */
  payables: Schema.String,
  /** cost of food and kitchen supplies this year per meal served, USD; null before the first meal */
  costPerMeal: Text,
  /** revenue of the last complete month compared with the previous one, percent; null if that had none */
  growth: Text,
  /** share of each of the three services in this year's revenue, percent; null if there was none */
  share: Schema.Struct({ catering: Text, facilities: Text, construction: Text }),
  asOf: Schema.String,
}).annotate({ identifier: "FinanceOverview" })

export class FinanceOverviewGroup extends callGroup(
  "financeOverview",
  call.get("overview", "/api/finance/overview", "Read the state of finance", OverviewAnswer, {
    query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
    may: FINANCE,
    scope: "8: its own site if it has one; 7 and 10: all",
    dependsOn: ["journal_entry", "company_staff", "staff_feeding_record", "meal_session"],
  }),
) {}

export class FinanceOverviewApi extends HttpApi.make("ops").add(FinanceOverviewGroup) {}
