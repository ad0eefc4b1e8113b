import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { webhooks } from "./resource.ts"

export const screen = screenOf(webhooks, {
  title: ["name"],
  card: ["url", "deliveredAt"],
  commands: {
    add: { button: "New Webhook", done: "Webhook added" },
    change: { button: "Change", done: "Webhook changed" },
    replay: { button: "Tell Again", done: "Delivery starts again from there" },
    pause: { ask: "Events that occur meanwhile are delivered when it is resumed." },
    end: { kind: "danger", ask: "Deliveries stop for good, and its secret becomes invalid. This cannot be undone." },
  },
})
