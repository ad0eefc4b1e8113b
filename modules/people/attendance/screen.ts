import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { attendance } from "./resource.ts"

export const screen = screenOf(attendance, {
  title: ["name"],
  commands: {
    record: { button: "Record Attendance", done: "Attendance recorded successfully", failed: "Failed to record attendance", pending: "Recording..." },
    approve: { done: "Attendance approved", failed: "Failed to approve attendance" },
  },
})
