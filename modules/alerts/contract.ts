/** The calls about alerts. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ANYONE, MadeOf, Rule } from "@ops/platform/access/rule.ts"
import { Answered, Id, IdInput, ListQuery, Permit, refusals, Session, TextInput } from "@ops/platform/http/contract.ts"

export const AlertAnswer = Schema.Struct({
  id: Schema.Int,
  type: Schema.String,
  priority: Schema.Literals(["critical", "high", "medium", "other"]),
  title: Schema.String,
  message: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
  site: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })),
  relatedEntity: Schema.NullOr(Schema.String),
  relatedEntityId: Schema.NullOr(Schema.Int),
  status: Schema.Literals(["open", "acknowledged", "resolved"]),
  isRead: Schema.Boolean,
  isResolved: Schema.Boolean,
  assignedTo: Schema.NullOr(Schema.Int),
  assignedToName: Schema.NullOr(Schema.String),
  resolvedAt: Schema.NullOr(Schema.String),
  resolution: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
})

export const Notifications = Schema.Struct({ unread: Schema.Int, alerts: Schema.Array(AlertAnswer) })

const scope = "levels 1 to 6 with a site: their own and those of no site; others all"

export class AlertsGroup extends HttpApiGroup.make("alerts")
  .add(
    HttpApiEndpoint.get("list", "/api/alerts", { query: ListQuery, success: Schema.Array(AlertAnswer), error: refusals })
      .annotate(Rule, { may: ANYONE, scope })
      .annotate(MadeOf, ["alert"]),
  )
  .add(
    HttpApiEndpoint.get("notifications", "/api/notifications", { success: Notifications, error: refusals })
      .annotate(Rule, { may: ANYONE, scope })
      .annotate(MadeOf, ["alert"]),
  )
  .add(
    HttpApiEndpoint.post("read", "/api/alerts/:id/read", { params: { id: Id }, success: AlertAnswer, error: refusals }).annotate(Rule, { may: ANYONE, scope }),
  )
  .add(
    HttpApiEndpoint.post("acknowledge", "/api/alerts/:id/acknowledge", { params: { id: Id }, success: AlertAnswer, error: refusals }).annotate(Rule, {
      may: ANYONE,
      scope,
    }),
  )
  .add(
    HttpApiEndpoint.post("assign", "/api/alerts/:id/assign", {
      params: { id: Id },
      payload: Schema.Struct({ to: IdInput("Person is required") }),
      success: AlertAnswer,
      error: refusals,
    }).annotate(Rule, { may: ["team.manage", "department.manage", "finance.full"], scope }),
  )
  .add(
    HttpApiEndpoint.post("resolve", "/api/alerts/:id/resolve", {
      params: { id: Id },
      payload: Schema.Struct({ note: Schema.optional(TextInput("Note", { most: 500 })) }),
      success: AlertAnswer,
      error: refusals,
    }).annotate(Rule, { may: ["operations.basic", "operations.supervise", "security.manage", "finance.full", "department.manage"], scope }),
  )
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class AlertsApi extends HttpApi.make("ops").add(AlertsGroup) {}
