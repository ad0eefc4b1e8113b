/** Answers of the calls about notifications, and payloads of those about several alerts. */
import { Schema } from "effect"
import { IdInput } from "@ops/platform/http/contract.ts"

/** People who can be assigned an alert. */
export const AlertAssignee = Schema.Struct({ id: Schema.Int, name: Schema.String, position: Schema.NullOr(Schema.String) })

export const ways = { app: Schema.Boolean, mail: Schema.Boolean, digest: Schema.Boolean }
/** How the caller is notified of one kind of alert; with none of the three, not at all. Critical alerts always show in the app. */
export const ChoiceAnswer = Schema.Struct({
  kind: Schema.String,
  label: Schema.String,
  ...ways,
  /** whether it can be e-mailed immediately */
  canMail: Schema.Boolean,
}).annotate({ identifier: "NotificationChoice" })

export const DigestAnswer = Schema.Struct({
  employeeId: Schema.String,
  name: Schema.String,
  to: Schema.NullOr(Schema.String),
  /** null if there is nothing to report and nothing is sent */
  subject: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  html: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Digest" })

export const many = Schema.Struct({
  ids: Schema.Array(IdInput("Alert is required")).check(
    Schema.makeFilter((ids) => (ids.length > 0 && ids.length <= 200 ? undefined : "Choose from 1 to 200 alerts")),
  ),
})
