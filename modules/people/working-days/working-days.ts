/** Working days: the week of the site without its holidays or, on a rotation, its days on. */
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { weekdayOf } from "@ops/platform/dates/days.ts"

export { addMonths, monthsBetween, weekdayOf } from "@ops/platform/dates/days.ts"

/** The working week of a site from a date: 1 is Monday, 7 Sunday. */
export interface Week {
  readonly from: string
  readonly days: ReadonlyArray<number>
}

/** Days on and days off in turn, from the first day; until `to`, if it ends. */
export interface Turns {
  readonly from: string
  readonly to: string | null
  readonly daysOn: number
  readonly daysOff: number
}

export interface Calendar {
  /** in any order; the last one that has started applies */
  readonly weeks: ReadonlyArray<Week>
  readonly holidays: ReadonlySet<string>
  /** for a person on rotation: on its days the rotation decides, not the week */
  readonly rotations?: ReadonlyArray<Turns>
}

/** Monday to Saturday: the default week of a site. */
export const usualWeek: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6]

/** Every date from one to another, inclusive; none if they are reversed. */
export const datesFrom = (from: string, to: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))

/** Whether a date is one of the days on of a rotation. */
export const isOnTurn = ({ from, daysOn, daysOff }: Turns, date: string): boolean => daysBetween(from, date) % (daysOn + daysOff) < daysOn

const covers = ({ from, to }: Turns, date: string) => from <= date && (to === null || date <= to)

export const isWorkingDay = ({ weeks, holidays, rotations = [] }: Calendar, date: string): boolean => {
  if (holidays.has(date)) return false
  const turn = rotations.find((turn) => covers(turn, date))
  if (turn) return isOnTurn(turn, date)
  const week = weeks.reduce<Week | undefined>((held, week) => (week.from <= date && (!held || held.from <= week.from) ? week : held), undefined)
  return (week?.days ?? usualWeek).includes(weekdayOf(date))
}

/** The working days from one date to another, inclusive; `.length` is their number. */
export const workingDays = (calendar: Calendar, from: string, to: string): ReadonlyArray<string> =>
  datesFrom(from, to).filter((date) => isWorkingDay(calendar, date))
