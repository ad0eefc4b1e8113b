/** Which days people work: the week of their site, without its holidays; or, on a rotation, the days of their turn. */
import { addDays, isDate } from "@ops/platform/calendar.ts"

/** The week of a site from a day on: 1 is Monday, 7 Sunday. */
export interface Week {
  readonly from: string
  readonly days: ReadonlyArray<number>
}

/** So many days on, so many off, from the first day on; until `to`, if it ends. */
export interface Turns {
  readonly from: string
  readonly to: string | null
  readonly daysOn: number
  readonly daysOff: number
}

export interface Calendar {
  /** in any order; the last one that has begun holds */
  readonly weeks: ReadonlyArray<Week>
  readonly holidays: ReadonlySet<string>
  /** of a person on rotation: on its days the turn counts, not the week */
  readonly rotations?: ReadonlyArray<Turns>
}

/** Monday to Saturday: where a site has said nothing else. */
export const usualWeek: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6]

const dayMs = 86_400_000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs

/** How many days lie from one date to another: 0 if they are the same. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1

/** Every date from one to another, both included; none if they are reversed. */
export const datesFrom = (from: string, to: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))

/** Whether a day falls into a turn of work. */
export const isOnTurn = ({ from, daysOn, daysOff }: Turns, date: string): boolean => daysBetween(from, date) % (daysOn + daysOff) < daysOn

const covers = ({ from, to }: Turns, date: string) => from <= date && (to === null || date <= to)

export const isWorkingDay = ({ weeks, holidays, rotations = [] }: Calendar, date: string): boolean => {
  if (holidays.has(date)) return false
  const turn = rotations.find((turn) => covers(turn, date))
  if (turn) return isOnTurn(turn, date)
  const week = weeks.reduce<Week | undefined>((held, week) => (week.from <= date && (!held || held.from <= week.from) ? week : held), undefined)
  return (week?.days ?? usualWeek).includes(weekdayOf(date))
}

/** The days of work from one date to another, both included; `.length` says how many. */
export const workingDays = (calendar: Calendar, from: string, to: string): ReadonlyArray<string> =>
  datesFrom(from, to).filter((date) => isWorkingDay(calendar, date))

/** The same day some months later; the last of a shorter month. */
export const addMonths = (date: string, months: number): string => {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number]
  const at = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.toISOString().slice(0, 10)
}

/** The whole months from one date to another: 0 if they are not a month apart. */
export const monthsBetween = (from: string, to: string): number => {
  if (!isDate(from) || !isDate(to) || to < from) return 0
  const [years, months] = [Number(to.slice(0, 4)) - Number(from.slice(0, 4)), Number(to.slice(5, 7)) - Number(from.slice(5, 7))]
  const whole = years * 12 + months
  return addMonths(from, whole) > to ? whole - 1 : whole
}
