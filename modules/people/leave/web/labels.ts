/** What words of leave and assignments are called on screen, and which lists change with them. */
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
/** Of the types of leave, and of one of them its history. */
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

/** Each date from one to another, both included. */
export const datesFrom = (from: string, to: string): readonly string[] => {
  const dates: string[] = []
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000) dates.push(new Date(at).toISOString().slice(0, 10))
  return dates
}
/** The days of a working week: 1 is the first of them. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const
/** Sunday is 0. */
export const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
export const addDays = (date: string, count: number) => new Date(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** What the questions about a request say, and which lists its decisions change. */
export const decisionsOf = ({ leaveType, staff, startDate, endDate, totalDays, status }: (typeof leaveRequests)["Row"]) => {
  const about = `${leaveType.name} of ${fullName(staff)}, ${formatDay(startDate)} to ${formatDay(endDate)}, ${days(totalDays)}.`
  const hasBegun = status === "approved" && startDate <= today()
  const cancel = `${about} ${hasBegun ? "It ends today; the days from tomorrow on come back." : "All days are returned to the balance."}`
  return { lists: leaveLists, asks: { reject: about, cancel } }
}
