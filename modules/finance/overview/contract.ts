/** The call about the state of finance: the year in the books, and the analytics card. Money is a decimal string. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { FINANCE, InvalidatedBy } from "@ops/platform/access/rule.ts"
import { ErrorMapping, ListQuery, Authorization, rejections, Authentication } from "@ops/platform/http/contract.ts"

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

export class FinanceOverviewGroup extends HttpApiGroup.make("financeOverview")
  .add(
    HttpApiEndpoint.get("overview", "/api/finance/overview", {
      query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
      success: OverviewAnswer,
      error: rejections,
    })
      .annotateMerge(ruled("Read the state of finance", { may: FINANCE, scope: "8: its own site if it has one; 7 and 10: all" }))
      .annotate(InvalidatedBy, ["journal_entry", "company_staff", "staff_feeding_record", "meal_session"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class FinanceOverviewApi extends HttpApi.make("ops").add(FinanceOverviewGroup) {}
