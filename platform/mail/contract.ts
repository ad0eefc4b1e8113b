/** The calls about mail: what was sent to whom about which record, and Resend. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { APPROVERS, MadeOf, Rule } from "../access/rule.ts"
import { Answered, Id, ListQuery, Permit, refusals, Session } from "../http/contract.ts"

const line = {
  id: Schema.Int,
  to: Schema.String,
  cc: Schema.NullOr(Schema.String),
  subject: Schema.String,
  aboutKind: Schema.NullOr(Schema.String),
  aboutId: Schema.NullOr(Schema.Int),
  status: Schema.Literals(["queued", "sent", "failed"]),
  attempts: Schema.Int,
  lastError: Schema.NullOr(Schema.String),
  messageId: Schema.NullOr(Schema.String),
  sentAt: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String,
}
/** A mail in the list. */
export const MailLine = Schema.Struct(line)
/** A mail with what it says. */
export const MailAnswer = Schema.Struct({ ...line, text: Schema.String, html: Schema.NullOr(Schema.String) })

const rule = { may: ["finance.full", ...APPROVERS, "department.manage", "system.admin"], scope: "all" }

export class MailGroup extends HttpApiGroup.make("mails")
  .add(
    HttpApiEndpoint.get("list", "/api/mails", {
      query: { ...ListQuery, aboutKind: Schema.optional(Schema.String), aboutId: Schema.optional(Schema.String) },
      success: Schema.Array(MailLine),
      error: refusals,
    })
      .annotate(Rule, rule)
      .annotate(MadeOf, ["mail"]),
  )
  .add(
    HttpApiEndpoint.get("get", "/api/mails/:id", { params: { id: Id }, success: MailAnswer, error: refusals })
      .annotate(Rule, { ...rule, audited: "mail" })
      .annotate(MadeOf, ["mail"]),
  )
  .add(HttpApiEndpoint.post("resend", "/api/mails/:id/resend", { params: { id: Id }, success: MailAnswer, error: refusals }).annotate(Rule, rule))
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class MailApi extends HttpApi.make("ops").add(MailGroup) {}
