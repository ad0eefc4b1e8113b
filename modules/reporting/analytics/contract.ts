/** The reports: each tab as figures and tables, and all of a tab as files. Money is USD, as decimal strings. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ErrorMapping, Authorization, Authentication } from "@ops/platform/http/contract.ts"
import { type ReportTab, reportTabs, tabReaders } from "./labels.ts"

const Value = Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))

export const ReportAnswer = Schema.Struct({
  tab: Schema.Literals(reportTabs),
  title: Schema.String,
  period: Schema.Struct({ title: Schema.String, from: Schema.String, to: Schema.String }),
  siteName: Schema.NullOr(Schema.String),
  /** the position of the last event included */
  position: Schema.Int,
  figures: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      label: Schema.String,
      /** null means no data */
      value: Value,
      /** USD, %, hours, days, or the name of what is counted */
      unit: Schema.String,
      /** the figure that explains it */
      figure: Schema.NullOr(Schema.Struct({ name: Schema.String, parameters: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite])) })),
    }),
  ),
  series: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      title: Schema.String,
      columns: Schema.Array(
        Schema.Struct({ key: Schema.String, title: Schema.String, kind: Schema.Literals(["text", "integer", "decimal", "money", "date"]) }),
      ),
      /** a bar chart of two of the columns */
      chart: Schema.NullOr(Schema.Struct({ label: Schema.String, value: Schema.String, unit: Schema.String, average: Schema.optional(Schema.Boolean) })),
      rows: Schema.Array(Schema.Record(Schema.String, Value)),
    }),
  ),
}).annotate({ identifier: "AnalyticsReport" })
export type ReportAnswer = typeof ReportAnswer.Type

const optional = Schema.optional(Schema.String)
const query = {
  /** last_month, this_year …; otherwise from and to; otherwise this month */
  period: optional,
  from: optional,
  to: optional,
  siteId: optional,
  asOf: optional,
}
const scope = "3, 5, 6: own site; 8: own site if it has one; 7 and 10: all. What costs and earns: 6, 7, 8 and 10"
const report = <const Tab extends ReportTab>(tab: Tab, dependsOn: ReadonlyArray<string>) =>
  call.get(tab, `/api/reports/analytics/${tab}`, `Read the ${tab} report`, ReportAnswer, { query, may: tabReaders[tab], scope, dependsOn })
const zip = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" }))
const files = <const Tab extends ReportTab, const Name extends string>(name: Name, tab: Tab) =>
  call.get(name, `/api/reports/analytics/${tab}/export`, `Export the ${tab} report`, zip, { query, may: tabReaders[tab], scope })

const meals = ["meal_session", "meal_attendance", "staff_feeding_record", "client_contract"]
const orders = ["work_order", "sla_clock"]
const projects = ["construction_project", "project_cost", "project_budget", "commitment", "certificate"]

export class AnalyticsGroup extends HttpApiGroup.make("analytics")
  .add(report("overview", [...meals, ...orders, "construction_project", "journal_entry"]))
  .add(report("catering", [...meals, "journal_entry"]))
  .add(report("facilities", orders))
  .add(report("construction", projects))
  .add(report("financial", ["journal_entry", "invoice", "payable"]))
  .add(files("exportOverview", "overview"))
  .add(files("exportCatering", "catering"))
  .add(files("exportFacilities", "facilities"))
  .add(files("exportConstruction", "construction"))
  .add(files("exportFinancial", "financial"))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class AnalyticsApi extends HttpApi.make("ops").add(AnalyticsGroup) {}
