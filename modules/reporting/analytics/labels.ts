import type { Permission } from "@ops/platform/access/levels.ts"
/** The values of reports and their schedules: tabs, relative periods, and frequencies. Imports no server code. */

export const reportTabs = ["overview", "catering", "facilities", "construction", "financial"] as const
export type ReportTab = (typeof reportTabs)[number]
export const tabNames: Record<ReportTab, string> = {
  overview: "Overview",
  catering: "Catering",
  facilities: "Facilities",
  construction: "Construction",
  financial: "Financial",
}
export const tabTitles: Record<ReportTab, string> = {
  overview: "Operations overview",
  catering: "Catering report",
  facilities: "Facilities report",
  construction: "Construction report",
  financial: "Financial report",
}

/** Permissions to open the page; each tab has its own. */
export const REPORT_READERS: ReadonlyArray<Permission> = [
  "reports.basic",
  "reports.team",
  "reports.departmental",
  "reports.financial",
  "reports.security",
  "reports.all",
]
const OPERATIONS_REPORTS: ReadonlyArray<Permission> = ["reports.basic", "reports.team", "reports.departmental", "reports.financial", "reports.all"]
/** Any one of these permissions opens a tab. */
export const tabReaders: Record<ReportTab, ReadonlyArray<Permission>> = {
  overview: REPORT_READERS,
  catering: OPERATIONS_REPORTS,
  facilities: [...OPERATIONS_REPORTS, "incidents.manage"],
  construction: OPERATIONS_REPORTS,
  financial: ["finance.departmental", "finance.full"],
}
/** What is sent by itself beside the tabs: statements of the books, and ageing. */
export const scheduledStatements = ["pnl", "balance-sheet", "cash-flow", "trial-balance", "expense", "aged-receivables", "aged-payables"] as const
export type ScheduledStatement = (typeof scheduledStatements)[number]
export const scheduledReports = [...reportTabs, ...scheduledStatements] as const
export type ScheduledReport = (typeof scheduledReports)[number]
const statementNames: Record<ScheduledStatement, string> = {
  pnl: "Profit and loss",
  "balance-sheet": "Balance sheet",
  "cash-flow": "Cash flow",
  "trial-balance": "Trial balance",
  expense: "Expense",
  "aged-receivables": "Aged receivables",
  "aged-payables": "Aged payables",
}
export const scheduledNames: Record<ScheduledReport, string> = { ...tabNames, ...statementNames }
export const isStatement = (report: ScheduledReport): report is ScheduledStatement => Object.hasOwn(statementNames, report)
/** Any one of these permissions lets a person be sent it. */
export const scheduledReaders = (report: ScheduledReport): ReadonlyArray<Permission> => tabReaders[isStatement(report) ? "financial" : report]

/** Who has reports sent: levels 6, 7, 8 and 10. */
export const SCHEDULERS: ReadonlyArray<Permission> = ["reports.team", "reports.departmental", "reports.financial", "reports.all"]

/** Periods relative to the day on which a report is created. Weeks begin on Monday. */
export const relativePeriods = [
  "yesterday",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
] as const
export type RelativePeriod = (typeof relativePeriods)[number]
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

export const frequencies = ["daily", "weekly", "monthly"] as const
export type Frequency = (typeof frequencies)[number]
export const reportFormats = ["pdf", "xlsx"] as const
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const
