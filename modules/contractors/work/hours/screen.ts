import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { contractorHours } from "../resource.ts"

export const screen = screenOf(contractorHours, {
  title: ["date"],
  columns: ["date", "name", "task", "siteName", "hours", "status", "bill"],
  commands: {
    record: { done: "Hours recorded", failed: "Failed to record the hours", pending: "Recording..." },
    reject: { title: "Reject hours", kind: "danger", done: "Hours rejected", failed: "Failed to reject the hours" },
  },
})
