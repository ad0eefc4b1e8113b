/** The labels of reports on the screens. The server decides who may open a tab; here others are only not offered. */
import type { Permission } from "@ops/platform/access/levels.ts"
import type { ReportScheduleAnswer } from "../../schedules/contract.ts"
import type { Frequency, RelativePeriod, ReportTab } from "../labels.ts"

export const tabNames: Record<ReportTab, string> = {
  overview: "Overview",
  catering: "Catering",
  facilities: "Facilities",
  construction: "Construction",
  financial: "Financial",
}
export const reportTabs = Object.keys(tabNames) as ReadonlyArray<ReportTab>

const operations: ReadonlyArray<Permission> = ["reports.basic", "reports.team", "reports.departmental", "reports.financial", "reports.all"]
export const tabReaders: Record<ReportTab, ReadonlyArray<Permission>> = {
  overview: [...operations, "reports.security"],
  catering: operations,
  facilities: [...operations, "incidents.manage"],
  construction: operations,
  financial: ["finance.departmental", "finance.full"],
}
export const schedulers: ReadonlyArray<Permission> = ["reports.team", "reports.departmental", "reports.financial", "reports.all"]

export const periodNames: Record<RelativePeriod, string> = {
  yesterday: "Yesterday",
  this_week: "Current week",
  last_week: "Last week",
  this_month: "Current month",
  last_month: "Last month",
  this_quarter: "Current quarter",
  last_quarter: "Last quarter",
  this_year: "Current year",
  last_year: "Last year",
}
export const relativePeriods = Object.keys(periodNames) as ReadonlyArray<RelativePeriod>

export const frequencyNames: Record<Frequency, string> = { daily: "Every day", weekly: "Every week", monthly: "Every month" }
export const frequencies = Object.keys(frequencyNames) as ReadonlyArray<Frequency>
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

type Rhythm = Pick<typeof ReportScheduleAnswer.Type, "frequency" | "weekday" | "dayOfMonth" | "hour">
/** The text of a schedule: "Every Monday at 7:00", "Every month on day 31 at 18:00". */
export const rhythmText = ({ frequency, weekday, dayOfMonth, hour }: Rhythm): string => {
  const day = frequency === "daily" ? "Every day" : frequency === "weekly" ? `Every ${weekdays[(weekday ?? 1) - 1]}` : `Every month on day ${dayOfMonth}`
  return `${day} at ${hour}:00`
}
