/**
 * When preventive work is due. By the calendar every date of the plan has one order, counted from the first date, so that
 * the 31st stays the end of the month; or the next is counted from the day the work was done. By the meter one order is made
 * when the usage has reached a threshold, however many it passed.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { addMonths } from "@ops/people/working-days/working-days.ts"
import type { bases, IntervalUnit, triggers } from "./labels.ts"

export interface Schedule {
  readonly trigger: (typeof triggers)[number]
  /** so many units of the calendar; thousandths of the meter's unit */
  readonly every: number
  /** of the calendar, else null */
  readonly unit: IntervalUnit | null
  readonly basis: (typeof bases)[number]
  /** the first date; null by the meter */
  readonly startDate: string | null
  /** the first threshold of the use, thousandths; null by the calendar */
  readonly startUse: number | null
  /** so many days before its date an order is made */
  readonly leadDays: number
}

/** The next date or threshold; both null while the work from which it is counted is not done. */
export interface Next {
  /** how many intervals after the first date `nextDue` lies */
  readonly occurrence: number
  readonly nextDue: string | null
  /** thousandths of the meter's unit */
  readonly nextUse: number | null
}

/** The date so many intervals later. */
export const later = (date: string, { every, unit }: Pick<Schedule, "every" | "unit">, intervals: number): string => {
  const n = every * intervals
  if (unit === "days") return addDays(date, n)
  if (unit === "weeks") return addDays(date, n * 7)
  return addMonths(date, unit === "years" ? n * 12 : n)
}

export const firstOf = ({ startDate, startUse }: Schedule): Next => ({ occurrence: 0, nextDue: startDate, nextUse: startUse })

/** Whether an order is to be made: its date is near enough, or the use has reached its threshold. */
export const isDue = ({ leadDays }: Schedule, { nextDue, nextUse }: Next, today: string, use: number | null): boolean =>
  (nextDue !== null && addDays(nextDue, -leadDays) <= today) || (nextUse !== null && use !== null && use >= nextUse)

/** What comes next once an order is made at a use. */
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

/** What comes next once the only open order is done, on a day and at a use. */
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
