/** Labels of the screens of plans and service levels. */
import type { PlanAnswer } from "../contract.ts"
import type { Basis, IntervalUnit, PlanStatus, Trigger } from "../labels.ts"
import { pathsOf } from "../../web/client.ts"

export const planLists = pathsOf("GET /api/maintenance-plans", "GET /api/work-orders", "GET /api/assets")
export const slaLists = pathsOf("GET /api/sla/policies", "GET /api/sla/clocks", "GET /api/sla/summary")

export const triggers: ReadonlyArray<Trigger> = ["calendar", "meter"]
export const planStatuses: ReadonlyArray<PlanStatus> = ["active", "paused", "ended"]
const unitNames: Readonly<Record<IntervalUnit, string>> = { days: "Days", weeks: "Weeks", months: "Months", years: "Years" }
export const intervalUnits = Object.keys(unitNames) as ReadonlyArray<IntervalUnit>
export const unitOptions = intervalUnits.map((value) => ({ value, label: unitNames[value] }))
const basisNames: Readonly<Record<Basis, string>> = { scheduled: "The planned date", completed: "The day it was done" }
export const bases = Object.keys(basisNames) as ReadonlyArray<Basis>
export const basisOptions = bases.map((value) => ({ value, label: basisNames[value] }))

/** "Every 3 months", "Every 250 hours". */
export const oftenText = ({ trigger, every, unit, meterUnit }: typeof PlanAnswer.Type) =>
  trigger === "calendar"
    ? every === 1
      ? `Every ${unit?.replace(/s$/, "")}`
      : `Every ${every} ${unit}`
    : `Every ${every.toLocaleString("en-US")} ${meterUnit ?? ""}`

/** Minutes of work in words: "45 min", "2 h", "1 h 30 min"; days would depend on the site. */
export const spanText = (minutes: number | null) => {
  if (minutes === null) return "Not promised"
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours.toLocaleString("en-US")} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ")
}
