/** The calls about mail: what was sent to whom about which record, and Resend. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "../http/call-group.ts"
import { APPROVERS, InvalidatedBy, Rule } from "../access/rule.ts"
import { ErrorMapping, created, EmailInput, Id, ListQuery, Authorization, rejections, Authentication, TextInput } from "../http/contract.ts"
import { HistoryAnswer } from "../http/history-contract.ts"

const line = {
  id: Schema.Int,
  to: Schema.String,
  cc: Schema.NullOr(Schema.String),
  subject: Schema.String,
  aboutKind: Schema.NullOr(Schema.String),
  aboutId: Schema.NullOr(Schema.Int),
  status: Schema.Literals(["queued", "sent", "failed", "withdrawn"]),
  attempts: Schema.Int,
  lastError: Schema.NullOr(Schema.String),
  messageId: Schema.NullOr(Schema.String),
  sentAt: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String,
}
/** A mail in the list. */
export const MailLine = Schema.Struct(line)
/** A mail with its content. */
export const MailAnswer = Schema.Struct({ ...line, text: Schema.String, html: Schema.NullOr(Schema.String) }).annotate({ identifier: "Mail" })

/** The mail settings, and the process's own mail configuration, read-only and without secrets. */
export const MailSettingsAnswer = Schema.Struct({
  senderName: Schema.NullOr(Schema.String),
  senderAddress: Schema.NullOr(Schema.String),
  replyTo: Schema.NullOr(Schema.String),
  isOn: Schema.Boolean,
  /** the current "From" line of mails */
  from: Schema.String,
  /** host and port of the mail server; null if mails are saved as files on this machine */
  server: Schema.NullOr(Schema.String),
  mode: Schema.Literals(["demo", "production"]),
}).annotate({ identifier: "MailSettings" })
export const MailSettingsInput = Schema.Struct({
  senderName: Schema.optionalKey(Schema.NullOr(TextInput("Sender name", { most: 100 }))),
  senderAddress: Schema.optionalKey(Schema.NullOr(EmailInput("Sender address"))),
  replyTo: Schema.optionalKey(Schema.NullOr(EmailInput("Reply-to"))),
  isOn: Schema.optionalKey(Schema.Boolean),
})
export const TestMailInput = Schema.Struct({
  to: EmailInput("Address").check(Schema.makeFilter((to) => (to === "" ? "Address is required" : undefined))),
})

const settles: Rule = { may: ["settings.system"], scope: "the company" }
const rule: Rule = { may: ["finance.full", ...APPROVERS, "department.manage", "system.admin"], scope: "mails about records that the person sees; 10: all" }
const resends = { ...rule, duties: "who may send the record that the mail is about" }

export class MailGroup extends HttpApiGroup.make("mails")
  .add(
    HttpApiEndpoint.get("list", "/api/mails", {
      query: { ...ListQuery, aboutKind: Schema.optional(Schema.String), aboutId: Schema.optional(Schema.String) },
      success: Schema.Array(MailLine),
      error: rejections,
    })
      .annotateMerge(ruled("List mails", rule))
      .annotate(InvalidatedBy, ["mail"]),
  )
  .add(
    HttpApiEndpoint.get("get", "/api/mails/:id", { params: { id: Id }, success: MailAnswer, error: rejections })
      .annotateMerge(ruled("Read one mail", { ...rule, audited: "mail" }))
      .annotate(InvalidatedBy, ["mail"]),
  )
  .add(
    HttpApiEndpoint.post("resend", "/api/mails/:id/resend", { params: { id: Id }, success: MailAnswer, error: rejections }).annotateMerge(
      ruled("Resend a mail", resends),
    ),
  )
  .add(
    HttpApiEndpoint.get("settings", "/api/settings/mail", { success: MailSettingsAnswer, error: rejections })
      .annotateMerge(ruled("Read the settings of mail", settles))
      .annotate(InvalidatedBy, ["mail_settings"]),
  )
  .add(
    HttpApiEndpoint.put("settle", "/api/settings/mail", { payload: MailSettingsInput, success: MailSettingsAnswer, error: rejections }).annotateMerge(
      ruled("Change the settings of mail", settles),
    ),
  )
  .add(
    HttpApiEndpoint.get("settingsHistory", "/api/settings/mail/history", { success: HistoryAnswer, error: rejections })
      .annotateMerge(ruled("Read the history of the mail settings", settles))
      .annotate(InvalidatedBy, ["mail_settings"]),
  )
  .add(
    HttpApiEndpoint.post("test", "/api/settings/mail/test", { payload: TestMailInput, success: MailAnswer.pipe(created), error: rejections }).annotateMerge(
      ruled("Send a test mail", settles),
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class MailApi extends HttpApi.make("ops").add(MailGroup) {}
