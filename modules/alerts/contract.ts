/** The calls about alerts, how people are told of them, and the digest. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ANYONE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { ErrorMapping, Id, IdInput, ListQuery, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"

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
  /** what people call that record: WO-2026-00012 */
  relatedNumber: Schema.NullOr(Schema.String),
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

/** Who can be assigned an alert. */
export const AlertAssignee = Schema.Struct({ id: Schema.Int, name: Schema.String, position: Schema.NullOr(Schema.String) })

const ways = { app: Schema.Boolean, mail: Schema.Boolean, digest: Schema.Boolean }
/** How the caller is told of one kind of alert; none of the three means not at all. A critical one shows in the app in any case. */
export const ChoiceAnswer = Schema.Struct({
  kind: Schema.String,
  label: Schema.String,
  ...ways,
  /** whether it can be e-mailed at once */
  canMail: Schema.Boolean,
})

export const DigestAnswer = Schema.Struct({
  employeeId: Schema.String,
  name: Schema.String,
  to: Schema.NullOr(Schema.String),
  /** null where there is nothing to report: then nothing is sent */
  subject: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  html: Schema.NullOr(Schema.String),
})

const scope = "alerts whose kind the caller has to do with; levels 1 to 6 with a site: their own and those of no site; others all"
const id = { params: { id: Id } }
const filters = {
  ...ListQuery,
  type: Schema.optional(Schema.String),
  priority: Schema.optional(Schema.String),
  assignedTo: Schema.optional(Schema.String),
}
const many = Schema.Struct({
  ids: Schema.Array(IdInput("Alert is required")).check(
    Schema.makeFilter((ids) => (ids.length > 0 && ids.length <= 200 ? undefined : "Choose from 1 to 200 alerts")),
  ),
})

export class AlertsGroup extends HttpApiGroup.make("alerts")
  .add(
    HttpApiEndpoint.get("list", "/api/alerts", { query: filters, success: Schema.Array(AlertAnswer), error: rejections })
      .annotate(Rule, { may: ANYONE, scope })
      .annotate(InvalidatedBy, ["alert"]),
  )
  .add(
    HttpApiEndpoint.get("notifications", "/api/notifications", {
      query: { limit: ListQuery.limit },
      success: Notifications,
      error: rejections,
    })
      .annotate(Rule, { may: ANYONE, scope: `${scope}; without the kinds that the caller wants no word of in the app` })
      .annotate(InvalidatedBy, ["alert", "notification_choice"]),
  )
  .add(
    HttpApiEndpoint.post("readAll", "/api/notifications/read", { success: Schema.Struct({ read: Schema.Int }), error: rejections }).annotate(Rule, {
      may: ANYONE,
      scope,
    }),
  )
  .add(
    HttpApiEndpoint.get("choices", "/api/notification-choices", { success: Schema.Array(ChoiceAnswer), error: rejections })
      .annotate(Rule, { may: ANYONE, scope: "the caller's own" })
      .annotate(InvalidatedBy, ["notification_choice"]),
  )
  .add(
    HttpApiEndpoint.put("choose", "/api/notification-choices", {
      payload: Schema.Struct({ choices: Schema.Record(Schema.String, Schema.Struct(ways)) }),
      success: Schema.Array(ChoiceAnswer),
      error: rejections,
    }).annotate(Rule, { may: ANYONE, scope: "the caller's own" }),
  )
  .add(
    HttpApiEndpoint.get("digest", "/api/notifications/digest", {
      query: { for: Schema.optional(Schema.String) },
      success: DigestAnswer,
      error: rejections,
    }).annotate(Rule, { may: ANYONE, scope: "the caller's own; who manages users: everyone's", audited: "mail" }),
  )
  .add(
    HttpApiEndpoint.post("sendDigests", "/api/notifications/digest", { success: Schema.Struct({ sent: Schema.Int }), error: rejections }).annotate(Rule, {
      may: ["system.admin"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("acknowledgeMany", "/api/alerts/acknowledge", {
      payload: many,
      success: Schema.Struct({ acknowledged: Schema.Int }),
      error: rejections,
    }).annotate(Rule, { may: ANYONE, scope }),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/alerts/:id", { ...id, success: AlertAnswer, error: rejections })
      .annotate(Rule, { may: ANYONE, scope })
      .annotate(InvalidatedBy, ["alert"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/alerts/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: ANYONE, scope })
      .annotate(InvalidatedBy, ["alert"]),
  )
  .add(
    HttpApiEndpoint.get("assignees", "/api/alerts/:id/assignees", { ...id, success: Schema.Array(AlertAssignee), error: rejections })
      .annotate(Rule, { may: ["team.manage", "department.manage", "finance.full"], scope: "who sees the alert" })
      .annotate(InvalidatedBy, ["person"]),
  )
  .add(
    HttpApiEndpoint.post("read", "/api/alerts/:id/read", { params: { id: Id }, success: AlertAnswer, error: rejections }).annotate(Rule, {
      may: ANYONE,
      scope,
    }),
  )
  .add(
    HttpApiEndpoint.post("acknowledge", "/api/alerts/:id/acknowledge", { params: { id: Id }, success: AlertAnswer, error: rejections }).annotate(Rule, {
      may: ANYONE,
      scope,
    }),
  )
  .add(
    HttpApiEndpoint.post("assign", "/api/alerts/:id/assign", {
      params: { id: Id },
      payload: Schema.Struct({ to: IdInput("Person is required") }),
      success: AlertAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["team.manage", "department.manage", "finance.full"], scope }),
  )
  .add(
    HttpApiEndpoint.post("resolve", "/api/alerts/:id/resolve", {
      params: { id: Id },
      payload: [Schema.Null, Schema.Struct({ note: Schema.optional(TextInput("Note", { most: 500 })) })],
      success: AlertAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["operations.basic", "operations.supervise", "security.manage", "finance.full", "department.manage"], scope }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class AlertsApi extends HttpApi.make("ops").add(AlertsGroup) {}
