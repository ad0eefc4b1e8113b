/** The figures of the dashboard. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { ANYONE } from "@ops/platform/access/rule.ts"
import { ErrorMapping, ListQuery } from "@ops/platform/http/contract.ts"

const Compared = Schema.Struct({
  /** the previous figure: the same meals yesterday, or last month up to the same day; null if there is nothing to compare with */
  before: Schema.NullOr(Schema.Finite),
})

export const DashboardMetrics = Schema.Struct({
  staffFedToday: Schema.Int,
  activeWorkOrders: Schema.Int,
  stockAlerts: Schema.Int,
  /** dollars */
  monthlyRevenue: Schema.Finite,
  staffFed: Compared,
  urgentWorkOrders: Schema.Int,
  criticalStock: Schema.Int,
  revenue: Schema.Struct({
    ...Compared.fields,
    /** last year in the same month up to the same day */
    yearBefore: Schema.NullOr(Schema.Finite),
  }),
  /** each figure at the ends of the last 13 days, and the revenue of the last 13 months: the last of each is of now */
  trends: Schema.Struct({
    staffFed: Schema.Array(Schema.Int),
    workOrders: Schema.Array(Schema.Int),
    stock: Schema.Array(Schema.Int),
    revenue: Schema.Array(Schema.Finite),
  }),
  asOf: Schema.String,
  today: Schema.String,
})

const siteOnly = { query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf } }

export class ReportingGroup extends callGroup(
  "reporting",
  call.get("metrics", "/api/dashboard/metrics", "Read the figures of the dashboard", DashboardMetrics, {
    ...siteOnly,
    may: ANYONE,
    scope: "all; a site if one is asked for, one's own if confined",
    dependsOn: ["stock_level", "staff_feeding_record", "meal_session", "meal_attendance", "journal_entry", "work_order"],
  }),
) {}

/** Null unless this is a demonstration: a company's own figures are not for visitors. */
export const LandingAnswer = Schema.NullOr(
  Schema.Struct({
    /** open ones */
    sites: Schema.Int,
    /** of today */
    mealsPlanned: Schema.Int,
    /** in the log */
    events: Schema.Int,
  }),
)

export class LandingGroup extends HttpApiGroup.make("landing")
  .add(
    call.get("landing", "/api/landing", "Read the key figures of the landing page of a demonstration", LandingAnswer, {
      may: "public",
      scope: "a demonstration",
    }),
  )
  .middleware(ErrorMapping) {}

export class ReportingApi extends HttpApi.make("ops").add(ReportingGroup).add(LandingGroup) {}
