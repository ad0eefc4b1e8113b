/** Labels of the facilities screens. */
import { capitalised, wordOf } from "@ops/platform/text.ts"
import type { Priority, ServiceType, Status } from "../work-orders/labels.ts"

export const serviceTypes = ["cleaning", "fumigation", "sewage", "waste", "equipment_maintenance", "other"] as const satisfies readonly ServiceType[]
export const priorities = ["low", "medium", "high", "urgent"] as const satisfies readonly Priority[]
export const openStatuses = ["pending", "assigned", "in_progress", "on_hold"] as const satisfies readonly Status[]

/** "equipment_maintenance" as text for users. */
export const serviceName = wordOf

export const serviceOptions = serviceTypes.map((value) => ({ value, label: serviceName(value) }))
/** A priority as a label: Low, Medium, High, Urgent. */
export const priorityName = capitalised
export const priorityOptions = priorities.map((value) => ({ value, label: priorityName(value) }))
/** The colour of a row: urgent is shown as critical. */
export const toneOf = (priority: string) => (priority === "urgent" ? "critical" : priority)

export const teamNames = { cleaning: "Cleaning team", maintenance: "Maintenance team", supervisors: "Supervisors" } as const
export const originNames = {
  request: "Requested",
  issue: "Reported as an issue",
  emergency: "Reported as an emergency",
  plan: "Created by a maintenance plan",
  follow_up: "Created for a failed inspection",
} as const
export const resultNames = { ok: "Ok", failed: "Failed", na: "Does not apply" } as const

/** For example 104 → 1 h 44 min. */
export const minutesText = (minutes: number) => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(" ")
}

/** The state of a promise. */
export const standingWords = { none: "Nothing promised", running: "Due", paused: "On hold", met: "Met", missed: "Missed" } as const
