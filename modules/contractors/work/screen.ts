import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { contractorAssignments } from "./resource.ts"

export const screen = screenOf(contractorAssignments, {
  title: ["task"],
  columns: ["name", "task", "siteName", "startDate", "endDate", "actualHours", "status", "rating"],
  commands: {
    start: { title: "Start assignment", done: "Assignment started", failed: "Failed to start the assignment", pending: "Starting..." },
    complete: { done: "Assignment completed", failed: "Failed to complete the assignment" },
    cancel: {
      button: "Cancel assignment",
      title: "Cancel assignment",
      kind: "danger",
      done: "Assignment cancelled",
      failed: "Failed to cancel the assignment",
      pending: "Cancelling...",
    },
    rate: { done: "Work rated", failed: "Failed to rate the work" },
  },
})
