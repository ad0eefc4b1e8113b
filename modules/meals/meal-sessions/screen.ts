import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { mealSessions } from "./resource.ts"

export const screen = screenOf(mealSessions, {
  columns: ["mealType", "date", "siteName", "companyName", "project", "status", "totalAttendees", "missed", "exceptions", "mealCost"],
  hidden: ["project"],
})
