import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { webhooks } from "./resource.ts"

export const screen = screenOf(webhooks, {
  title: ["name"],
  card: ["url", "deliveredAt"],
  commands: {
    add: { button: "New Webhook", done: "Webhook added" },
    change: { button: "Change", done: "Webhook changed" },
    replay: { button: "Tell Again", done: "Sent again from there" },
    pause: { ask: "What happens meanwhile is sent when it is resumed." },
    end: { kind: "danger", ask: "It no longer tells anything, and its secret no longer signs. This cannot be undone." },
  },
})
