/** The labels of leave and assignments, and the lists that change with them. */
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { pathOf, pathsOf } from "../../web/client.ts"
import type { leaveRequests } from "../resource.ts"

export const leaveLists = pathsOf(
  "GET /api/hr/leave-requests",
  "GET /api/hr/leave-calendar",
  "GET /api/hr/leave-balance",
  "GET /api/hr/staff",
  "GET /api/hr/attendance/stats",
)
/** The lists of leave types and, if an id is given, its history. */
export const typeLists = (id?: number) => [
  ...pathsOf("GET /api/hr/leave-types", "GET /api/hr/leave-balance", "GET /api/hr/staff"),
  ...(id === undefined ? [] : [pathOf("GET /api/hr/leave-types/:id/history", { id })]),
]
export const assignmentLists = pathsOf("GET /api/hr/assignments", "GET /api/hr/head-count")

/** "1 day", "12.25 days". */
export const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`

export const typeOptions = [
  { value: "permanent", label: "Permanent" },
  { value: "temporary", label: "Temporary" },
  { value: "rotation", label: "Rotation" },
  { value: "project", label: "Project" },
] as const
export const typeName = (type: string) => typeOptions.find(({ value }) => value === type)?.label ?? type

export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`

/** Every date from one to another, inclusive. */
export const datesFrom = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))
/** The days of a working week, numbered from 1. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const
/** 0 is Sunday. */
export const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The texts of the dialogs for a request, and the lists that its decisions change. */
export const decisionsOf = ({ leaveType, staff, startDate, endDate, totalDays, status }: (typeof leaveRequests)["Row"]) => {
  const about = `${leaveType.name} of ${fullName(staff)}, ${formatDay(startDate)} to ${formatDay(endDate)}, ${days(totalDays)}.`
  const hasBegun = status === "approved" && startDate <= today()
  const cancel = `${about} ${hasBegun ? "It ends today; the days from tomorrow on come back." : "All days are returned to the balance."}`
  return { lists: leaveLists, asks: { reject: about, cancel } }
}
