/** The calls about assets. Meter readings are decimal strings; downtime is minutes. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, DateInput, Id, ListQuery, OneOf, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { QuantityInput } from "@ops/platform/quantity.ts"
import { assetKinds, assetStatuses, meterUnits } from "./labels.ts"
import { ReasonInput } from "../contract.ts"

const Text = Schema.NullOr(Schema.String)

export const AssetAnswer = Schema.Struct({
  id: Schema.Int,
  assetNumber: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(assetKinds),
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  location: Schema.String,
  manufacturer: Schema.String,
  model: Schema.String,
  serialNumber: Text,
  inServiceSince: Text,
  notes: Schema.String,
  status: Schema.Literals(assetStatuses),
  statusSince: Schema.String,
  isActive: Schema.Boolean,
  retiredReason: Text,
  meterUnit: Schema.NullOr(Schema.Literals(meterUnits)),
  meterReading: Text,
  meterReadOn: Text,
  /** the last thirty, the newest first */
  readings: Schema.Array(Schema.Struct({ date: Schema.String, reading: Schema.String, replaced: Schema.Boolean })),
  /** the last twenty, the newest first; `to` is null while it lasts */
  downtime: Schema.Array(
    Schema.Struct({
      orderId: Schema.NullOr(Schema.Int),
      orderNumber: Text,
      from: Schema.String,
      to: Text,
      planned: Schema.Boolean,
      reason: Schema.String,
    }),
  ),
  /** of the last 30 days, minutes: breakdowns, and planned maintenance; overlapping orders count once */
  downMinutes: Schema.Int,
  inspectionMinutes: Schema.Int,
  openOrders: Schema.Int,
  plans: Schema.Int,
  /** of its plans by the calendar, the first */
  nextDue: Text,
  canChange: Schema.Boolean,
  canSetStatus: Schema.Boolean,
  canReadMeter: Schema.Boolean,
  canRetire: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const about = {
  location: Schema.optional(TextInput("Location", { most: 200 })),
  manufacturer: Schema.optional(TextInput("Manufacturer", { most: 100 })),
  model: Schema.optional(TextInput("Model", { most: 100 })),
  serialNumber: optional(TextInput("Serial number", { most: 100 })),
  inServiceSince: optional(Schema.Union([Schema.Literal(""), DateInput("In service since")])),
  meterUnit: optional(OneOf("Meter", ...meterUnits)),
  notes: Schema.optional(TextInput("Notes")),
}
export const NewAssetInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 120 }),
  kind: OneOf("Kind", ...assetKinds),
  siteId: Schema.Union([Schema.String, Schema.Finite]).annotate({ message: "Site is required" }),
  status: Schema.optional(OneOf("Status", "operational", "standby")),
  meterReading: optional(Schema.Union([Schema.Literal(""), QuantityInput])),
  ...about,
})
export const AssetChanges = Schema.Struct({
  name: Schema.optional(TextInput("Name", { required: true, most: 120 })),
  kind: Schema.optional(OneOf("Kind", ...assetKinds)),
  siteId: Schema.optional(Schema.Finite),
  ...about,
})
export const StatusInput = Schema.Struct({
  status: OneOf("Status", ...assetStatuses),
  reason: Schema.optional(TextInput("Reason", { most: 500 })),
})
export const ReadingInput = Schema.Struct({
  reading: QuantityInput,
  /** today, if it is left out */
  date: Schema.optional(DateInput("Date")),
  /** a new meter was put in */
  replaced: Schema.optional(Schema.Boolean),
})

const reads: Rule = { may: [...OPERATIONS, "finance.full", "incidents.manage"], scope: "3, 5, 6: own site; 8: own site if it has one" }
const keeps: Rule = { may: ["work_orders.approve", "department.manage"], scope: "6: own site; 8: own site if it has one" }
const uses: Rule = { may: OPERATIONS, scope: "3, 6: own site; 8: own site if it has one" }
const id = { params: { id: Id } }
const answer = { success: AssetAnswer, error: rejections }
const madeOf = ["asset", "work_order", "maintenance_plan"]

export class AssetsGroup extends HttpApiGroup.make("assets")
  .add(
    HttpApiEndpoint.get("list", "/api/assets", {
      query: { ...ListQuery, kind: Schema.optional(Schema.String), active: Schema.optional(Schema.String) },
      success: Schema.Array(AssetAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/assets/:id", { ...id, ...answer })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/assets/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["asset"]),
  )
  .add(HttpApiEndpoint.post("register", "/api/assets", { payload: NewAssetInput, success: AssetAnswer.pipe(created), error: rejections }).annotate(Rule, keeps))
  .add(HttpApiEndpoint.patch("change", "/api/assets/:id", { ...id, payload: AssetChanges, ...answer }).annotate(Rule, keeps))
  .add(HttpApiEndpoint.put("status", "/api/assets/:id/status", { ...id, payload: StatusInput, ...answer }).annotate(Rule, uses))
  .add(HttpApiEndpoint.post("read", "/api/assets/:id/readings", { ...id, payload: ReadingInput, ...answer }).annotate(Rule, uses))
  .add(HttpApiEndpoint.put("retire", "/api/assets/:id/retire", { ...id, payload: ReasonInput, ...answer }).annotate(Rule, keeps))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class AssetsApi extends HttpApi.make("ops").add(AssetsGroup) {}
