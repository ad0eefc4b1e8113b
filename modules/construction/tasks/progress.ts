/** The progress of a project in percent: by the calendar, as the bar shows it, and by what has been delivered. */
import { daysBetween } from "@ops/platform/calendar.ts"
import type { ProjectStatus } from "../labels.ts"

export interface Course {
  readonly status: ProjectStatus
  readonly startDate: string | null
  readonly expectedEndDate: string | null
}

/**
 * The progress by the calendar. Completed is 100, planning 10, on hold 25, cancelled 0. For any other status with both dates: 0 before the start, 90 after
 * the expected end, otherwise the share of days that have passed, from 10 to 90. Without dates 50.
 */
export const shownProgress = ({ status, startDate, expectedEndDate }: Course, today: string): number => {
  if (status === "completed") return 100
  if (status === "planning") return 10
  if (status === "on_hold") return 25
  if (status === "cancelled") return 0
  if (startDate === null || expectedEndDate === null) return 50
  if (today < startDate) return 0
  if (today > expectedEndDate) return 90
  const span = daysBetween(startDate, expectedEndDate)
  const share = span <= 0 ? 100 : Math.round((100 * daysBetween(startDate, today)) / span)
  return Math.min(90, Math.max(10, share))
}

/** The same in SQL, for a project `alias` today. */
export const shownProgressSql = (alias: string) => `(case
  when ${alias}.status = 'completed' then 100 when ${alias}.status = 'planning' then 10 when ${alias}.status = 'on_hold' then 25
  when ${alias}.status = 'cancelled' then 0
  when ${alias}.start_date is null or ${alias}.expected_end_date is null then 50
  when es.today() < ${alias}.start_date then 0 when es.today() > ${alias}.expected_end_date then 90
  when ${alias}.expected_end_date <= ${alias}.start_date then 90
  else least(90, greatest(10, round(100.0 * (es.today() - ${alias}.start_date) / (${alias}.expected_end_date - ${alias}.start_date)))) end)::int`

/** A larger gap between the two, in points, needs attention. */
export const widestGap = 20

interface Weighed {
  readonly kind: "task" | "milestone"
  readonly weight: number
  readonly actualEnd: string | null
}

/** The share of the milestones' weights that is reached; null if there are no milestones. */
export const milestoneProgress = (tasks: ReadonlyArray<Weighed>): number | null => {
  const milestones = tasks.filter(({ kind }) => kind === "milestone")
  const all = milestones.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return null
  const reached = milestones.reduce((sum, { weight, actualEnd }) => sum + (actualEnd === null ? 0 : weight), 0)
  return Math.round((100 * reached) / all)
}
