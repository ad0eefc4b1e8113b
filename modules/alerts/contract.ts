/** What the calls about notifications answer, and what those about several alerts take. */
import { Schema } from "effect"
import { IdInput } from "@ops/platform/http/contract.ts"

/** Who can be assigned an alert. */
export const AlertAssignee = Schema.Struct({ id: Schema.Int, name: Schema.String, position: Schema.NullOr(Schema.String) })

export const ways = { app: Schema.Boolean, mail: Schema.Boolean, digest: Schema.Boolean }
/** How the caller is told of one kind of alert; none of the three means not at all. A critical one shows in the app in any case. */
export const ChoiceAnswer = Schema.Struct({
  kind: Schema.String,
  label: Schema.String,
  ...ways,
  /** whether it can be e-mailed at once */
  canMail: Schema.Boolean,
}).annotate({ identifier: "NotificationChoice" })

export const DigestAnswer = Schema.Struct({
  employeeId: Schema.String,
  name: Schema.String,
  to: Schema.NullOr(Schema.String),
  /** null where there is nothing to report: then nothing is sent */
  subject: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  html: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Digest" })

export const many = Schema.Struct({
  ids: Schema.Array(IdInput("Alert is required")).check(
    Schema.makeFilter((ids) => (ids.length > 0 && ids.length <= 200 ? undefined : "Choose from 1 to 200 alerts")),
  ),
})
