/** An activity with a prospect: a call, an e-mail, a meeting. Never changed once logged. */
import { Instant, Line, Literals, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { activityOutcomes, activityTypes } from "../labels.ts"

const facts = {
  prospectId: Ref("prospect"),
  activityType: Literals(...activityTypes),
  subject: Line(),
  description: Text(),
  activityDate: Instant,
  /** minutes */
  duration: Optional(Whole),
  outcome: Optional(Literals(...activityOutcomes)),
  recordedBy: Optional(Ref("person")),
}
export const ProspectActivity = record("prospect_activity", facts, {
  grows: true,
  label: "Activity",
  title: "subject",
  indexes: [["prospectId", "activityDate"], ["recordedBy", "activityDate"], ["activityDate"]],
})
export const ActivityLogged = event("ActivityLogged", 1, facts, ({ activityType, subject }) => `${activityType.replace("_", " ")}: ${subject}`)
export const prospectActivities = stream(ProspectActivity, ActivityLogged).fold({ ActivityLogged: (_, logged) => logged })
