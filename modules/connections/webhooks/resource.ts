/** How webhooks are reached and changed, and what was tried. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { addWebhook, changeWebhook, endWebhook, pauseWebhook, replayWebhook, resumeWebhook, Webhook, webhooks as stream } from "./webhook.ts"

const Text = Schema.NullOr(Schema.String)
/** One request: the part of the log it contained, and the result. */
export const DeliveryAnswer = Schema.Struct({
  id: Schema.Int,
  triedAt: Schema.String,
  firstPosition: Schema.Int,
  lastPosition: Schema.Int,
  messages: Schema.Int,
  attempt: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  error: Text,
  tookMs: Schema.Int,
}).annotate({ identifier: "WebhookDelivery" })
export const KindAnswer = Schema.Struct({ kind: Schema.String, label: Schema.String, events: Schema.Array(Schema.String) }).annotate({
  identifier: "WebhookKind",
})
/** The response to a test message, or the reason why there is none. */
export const TestAnswer = Schema.Struct({ status: Schema.NullOr(Schema.Int), error: Text, tookMs: Schema.Int }).annotate({ identifier: "WebhookTest" })
export const SecretAnswer = Schema.Struct({ secret: Schema.String }).annotate({ identifier: "WebhookSecret" })

const at = (column: string) => `to_char(s.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** The position up to which events were delivered. */
const told = {
  from: "left join app.webhook_state s on s.webhook_id = r.id and s.beginning = r.beginning",
  fields: {
    position: computed(Schema.NullOr(Schema.Int), "s.position", { kind: "whole", label: "Delivered up to position" }),
    deliveredAt: computed(Text, at("delivered_at"), { kind: "instant", label: "Last accepted" }),
    failingSince: computed(Text, at("failing_since"), { kind: "instant", label: "Failing since" }),
    lastError: computed(Text, "s.error", { label: "Last error" }),
    hasSecret: computed(Schema.Boolean, "r.secret_number > 0", { kind: "flag", label: "Has a secret" }),
  },
} as const satisfies Join

const administrator = { may: ["settings.system"], scope: "all" } as const
const privately = { ...administrator, stepUp: true } as const

export const webhooks = resource("webhooks", stream, {
  path: "/api/webhooks",
  noun: ["webhook", "webhooks"],
  answer: "Webhook",
  number: "name",
  read: { may: ["settings.system"], rows: everyRow() },
  hidden: ["beginning", "secretNumber"],
  joins: [userJoin(Webhook, "madeBy"), told],
  titles: { secretAt: "Secret created", madeByUser: "Created by" },
  list: {
    columns: ["name", "url", "kinds", "deliveredAt", "failingSince", "lastError", "status"],
    unexported: ["lastError"],
    filters: ["status"],
    sorts: ["name", "status", "createdAt"],
    order: "name",
    search: ["name", "url"],
    file: "Webhooks",
  },
  details: ["url", "kinds", "secretAt", "position", "deliveredAt", "failingSince", "lastError", "madeByUser"],
  commands: {
    add: creates(addWebhook, { ...privately, imported: false }),
    change: updates(changeWebhook, { ...privately, method: "PATCH", path: "" }),
    replay: updates(replayWebhook, privately),
    pause: updates(pauseWebhook, administrator),
    resume: updates(resumeWebhook, administrator),
    end: updates(endWebhook, administrator),
  },
  more: [
    call.get("kinds", "/api/webhooks/kinds", "List the records and events that webhooks can report", Schema.Array(KindAnswer), administrator),
    call.get("asyncapi", "/api/webhooks/asyncapi", "Read the messages of webhooks as an AsyncAPI document", Schema.Unknown, administrator),
    call.get("deliveries", "/api/webhooks/:id/deliveries", "List the last 200 deliveries of a webhook", Schema.Array(DeliveryAnswer), {
      ...administrator,
      dependsOn: ["webhook"],
    }),
    call.post("secret", "/api/webhooks/:id/secret", "Create a secret for a webhook, shown only once", SecretAnswer, privately),
    call.post("test", "/api/webhooks/:id/test", "Send a signed message without events to a webhook", TestAnswer, administrator),
  ],
})

export const WebhooksApi = webhooks.api
