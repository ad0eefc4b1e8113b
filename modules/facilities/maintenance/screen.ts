import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { maintenance } from "./resource.ts"

export const screen = screenOf(maintenance, {
  title: ["name"],
  columns: ["planNumber", "name", "siteName", "location", "serviceType", "every", "nextDue", "assignee", "lastDoneOn", "status"],
  hidden: ["serviceType", "lastDoneOn"],
  commands: {
    make: { button: "Schedule Maintenance" },
    pause: { ask: "No orders are created while it is paused. Skipped dates are not made up.", done: ":name paused", failed: "Failed to change the plan" },
    resume: { kind: "primary", done: ":name resumed", failed: "Failed to change the plan" },
    end: {
      button: "End plan",
      kind: "danger",
      ask: "No further orders are created. Open orders stay open.",
      done: ":name ended",
      failed: "Failed to change the plan",
    },
  },
})
