/**
 * When preventive work is due. By the calendar, every date of the plan has one order, counted from the first date so
 * that the 31st stays the end of the month; or the next date is counted from the completion. By the meter, one order is
 * created when the usage reaches a threshold, however many thresholds it passed.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { addMonths } from "@ops/people/working-days/working-days.ts"
import type { bases, IntervalUnit, triggers } from "./labels.ts"

export interface Schedule {
  readonly trigger: (typeof triggers)[number]
  /** a number of calendar units, or thousandths of the meter's unit */
  readonly every: number
  /** the calendar unit; null by the meter */
  readonly unit: IntervalUnit | null
  readonly basis: (typeof bases)[number]
  /** the first date; null by the meter */
  readonly startDate: string | null
  /** the first usage threshold, thousandths; null by the calendar */
  readonly startUse: number | null
  /** how many days before its date an order is created */
  readonly leadDays: number
}

/** The next date or threshold; both null while the work that it is counted from is not completed. */
export interface Next {
  /** number of intervals from the first date to `nextDue` */
  readonly occurrence: number
  readonly nextDue: string | null
  /** thousandths of the meter's unit */
  readonly nextUse: number | null
}

/** The date after the given number of intervals. */
export const later = (date: string, { every, unit }: Pick<Schedule, "every" | "unit">, intervals: number): string => {
  const n = every * intervals
  if (unit === "days") return addDays(date, n)
  if (unit === "weeks") return addDays(date, n * 7)
  return addMonths(date, unit === "years" ? n * 12 : n)
}

export const firstOf = ({ startDate, startUse }: Schedule): Next => ({ occurrence: 0, nextDue: startDate, nextUse: startUse })

/** Whether an order is due: its date is within the lead time, or the usage has reached its threshold. */
export const isDue = ({ leadDays }: Schedule, { nextDue, nextUse }: Next, today: string, use: number | null): boolean =>
  (nextDue !== null && addDays(nextDue, -leadDays) <= today) || (nextUse !== null && use !== null && use >= nextUse)

/** The next date or threshold after an order was created at this usage. */
export const afterMade = (schedule: Schedule, next: Next, use: number | null): Next => {
  if (schedule.basis === "completed") return { ...next, nextDue: null, nextUse: null }
  if (schedule.trigger === "meter") {
    const { every } = schedule
    const passed = Math.floor(Math.max(0, use! - next.nextUse!) / every)
    return { ...next, nextUse: next.nextUse! + (passed + 1) * every }
  }
  const occurrence = next.occurrence + 1
  return { ...next, occurrence, nextDue: later(schedule.startDate!, schedule, occurrence) }
}

/** The next date or threshold after the only open order was completed, on a day and at a usage. */
export const afterDone = (schedule: Schedule, next: Next, doneOn: string, use: number | null): Next => {
  if (schedule.basis === "scheduled") return next
  if (schedule.trigger === "meter") return { ...next, nextUse: (use ?? 0) + schedule.every }
  return { ...next, occurrence: next.occurrence + 1, nextDue: later(doneOn, schedule, 1) }
}

/** The next date of a plan that resumes after a pause: dates within the pause are skipped. */
export const afterPause = (schedule: Schedule, next: Next, today: string, use: number | null): Next => {
  if (schedule.trigger === "meter") {
    if (next.nextUse === null || use === null || use < next.nextUse) return next
    const behind = Math.ceil((use - next.nextUse) / schedule.every)
    return { ...next, nextUse: next.nextUse + behind * schedule.every }
  }
  if (next.nextDue === null || next.nextDue >= today) return next
  if (schedule.basis === "completed") return { ...next, nextDue: today }
  let { occurrence, nextDue } = next
  while (nextDue !== null && nextDue < today) nextDue = later(schedule.startDate!, schedule, ++occurrence)
  return { ...next, occurrence, nextDue }
}
