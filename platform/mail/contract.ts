/** The calls about mail: what was sent to whom about which record, and Resend. */
import { call, callGroup } from "../http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { APPROVERS, Rule } from "../access/rule.ts"
import { created, EmailInput, TextInput } from "../http/contract.ts"
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
const resends = { ...rule, duties: "people who can send the record the mail is about" }

export class MailGroup extends callGroup(
  "mails",
  call.list("list", "/api/mails", "List mails", MailLine, { filters: ["aboutKind", "aboutId"], ...rule, dependsOn: ["mail"] }),
  call.get("get", "/api/mails/:id", "Read one mail", MailAnswer, { ...rule, audited: "mail", dependsOn: ["mail"] }),
  call.post("resend", "/api/mails/:id/resend", "Resend a mail", MailAnswer, resends),
  call.get("settings", "/api/settings/mail", "Read the settings of mail", MailSettingsAnswer, { ...settles, dependsOn: ["mail_settings"] }),
  call.put("settle", "/api/settings/mail", "Change the settings of mail", MailSettingsAnswer, { payload: MailSettingsInput, ...settles }),
  call.get("settingsHistory", "/api/settings/mail/history", "Read the history of the mail settings", HistoryAnswer, {
    ...settles,
    dependsOn: ["mail_settings"],
  }),
  call.post("test", "/api/settings/mail/test", "Send a test mail", MailAnswer.pipe(created), { payload: TestMailInput, ...settles }),
) {}

export class MailApi extends HttpApi.make("ops").add(MailGroup) {}
