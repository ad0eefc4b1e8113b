import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { assignments } from "./resource.ts"

export const screen = screenOf(assignments, {
  title: ["role"],
  columns: ["name", "siteName", "role", "assignmentType", "startDate", "endDate", "status", "staffNumber", "projectName"],
  hidden: ["staffNumber", "projectName"],
  commands: {
    assign: { button: "New Assignment", done: "Assignment created successfully", failed: "Failed to create the assignment", pending: "Assigning..." },
    end: { button: "End assignment", done: "Assignment ended", failed: "Failed to end the assignment", pending: "Ending..." },
    cancel: {
      button: "Cancel assignment",
      title: "Cancel assignment",
      reason: "optional",
      kind: "danger",
      done: "Assignment cancelled",
      failed: "Failed to cancel the assignment",
      pending: "Cancelling...",
    },
  },
})
