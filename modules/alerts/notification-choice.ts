/** How a person is notified of each kind of alert. The record's id is the person's; it does not exist until a choice is made. */
import { command, invalid, findById, unchanged } from "@ops/platform/records/command.ts"
import { Ref, Structure } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { Schema } from "effect"
import { alertKinds, concerns } from "./kinds.ts"

/** app: under the bell. mail: by e-mail immediately. digest: in each morning's mail. None of them: not at all. */
export const Ways = Schema.Struct({ app: Schema.Boolean, mail: Schema.Boolean, digest: Schema.Boolean })
export type Ways = typeof Ways.Type
const Choices = Schema.Record(Schema.String, Ways)
export type Choices = typeof Choices.Type

/** The default if nothing is chosen. */
export const usual: Ways = { app: true, mail: false, digest: true }

export const NotificationChoice = record(
  "notification_choice",
  { choices: Structure(Choices) },
  { label: "Notifications", title: "(select p.first_name || ' ' || p.last_name from person p where p.id = notification_choice.id)" },
)

const says = (kind: string, { app, mail, digest }: Ways) => {
  const label = alertKinds.find((each) => each.kind === kind)?.label ?? kind
  const ways = [app && "in the app", mail && "by e-mail immediately", digest && "in the daily digest"].filter(Boolean)
  return `${label}: ${ways.length > 0 ? ways.join(", ") : "not at all"}`
}
export const NotificationsChosen = event("NotificationsChosen", 1, { by: Ref("person"), choices: Structure(Choices) }, ({ choices }) =>
  Object.entries(choices)
    .map(([kind, ways]) => says(kind, ways))
    .join("; "),
)

/** An event contains the kinds that changed; earlier choices stay. */
export const notificationChoices = stream(NotificationChoice, NotificationsChosen).fold({
  NotificationsChosen: (before, { choices }) => ({ choices: { ...before?.choices, ...choices } }),
})

/** How a person is notified of a kind. */
export const waysOf = (choices: Choices | undefined, kind: string): Ways => choices?.[kind] ?? usual

/** Whether an alert shows under a person's bell: critical ones always do. */
export const showsInApp = (choices: Choices | undefined, { type, priority }: { readonly type: string; readonly priority: string }): boolean =>
  priority === "critical" || waysOf(choices, type).app

const same = (a: Ways, b: Ways) => a.app === b.app && a.mail === b.mail && a.digest === b.digest

/** Sets one's own choices. Rejected for unknown kinds, and for kinds that do not concern the person. */
export const chooseNotifications = command("notification.choose", function* ({ choices }: { readonly choices: Choices }, by) {
  if (by.person === null) throw invalid("Only a person who is signed in can choose notifications")
  for (const [kind, { mail }] of Object.entries(choices)) {
    const known = alertKinds.find((each) => each.kind === kind)
    if (!known || !concerns(by, kind)) throw invalid(`You get no alerts of the kind "${kind.slice(0, 40)}". Leave it out`)
    if (mail && known.neverMailed) throw invalid("Alerts about undeliverable e-mails cannot be sent by e-mail. Choose the app or the digest")
  }
  const before = yield* findById(notificationChoices, by.person)
  const changed = Object.entries(choices).filter(([kind, ways]) => !same(ways, waysOf(before?.choices, kind)) || before?.choices[kind] === undefined)
  if (changed.length === 0) return unchanged(by.person)
  return [notificationChoices.at(by.person, NotificationsChosen({ by: by.person, choices: Object.fromEntries(changed) }))]
})
