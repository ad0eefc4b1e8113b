/** The period of a report: as requested, or relative to the day on which it is created. */
import { mondayOf } from "@ops/platform/dates/days.ts"
import { addDays, isDate, lastDayOf, monthBy, monthOf } from "@ops/platform/calendar.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { type RelativePeriod, relativePeriods } from "./labels.ts"

/** Both days are inclusive. */
export interface Span {
  readonly from: string
  readonly to: string
}
/** The step in which days are grouped in time series. */
export type Step = "day" | "week" | "month"

const bad = (sentence: string) => new Rejection(400, sentence)
const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]

const fromMonths = (first: string, last: string): Span => ({ from: `${first}-01`, to: lastDayOf(last) })

/** The days of a relative period on a given day. */
export const spanOf = (period: RelativePeriod, today: string): Span => {
  const month = monthOf(today)
  const monday = mondayOf(today)
  const quarter = monthBy(month, -((Number(month.slice(5)) - 1) % 3))
  const year = today.slice(0, 4)
  const before = String(Number(year) - 1)
  switch (period) {
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case "this_week":
      return { from: monday, to: addDays(monday, 6) }
    case "last_week":
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    case "this_month":
      return fromMonths(month, month)
    case "last_month":
      return fromMonths(monthBy(month, -1), monthBy(month, -1))
    case "this_quarter":
      return fromMonths(quarter, monthBy(quarter, 2))
    case "last_quarter":
      return fromMonths(monthBy(quarter, -3), monthBy(quarter, -1))
    case "this_year":
      return { from: `${year}-01-01`, to: `${year}-12-31` }
    case "last_year":
      return { from: `${before}-01-01`, to: `${before}-12-31` }
  }
}

export interface PeriodAsked {
  readonly period?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const longest = 3653

/** The requested days; by default this month. Refuses (400) an invalid period. */
export const spanAsked = ({ period, from, to }: PeriodAsked, today: string): Span => {
  if (period && (from || to)) throw bad("Give a period, or from and to, not both")
  if (period) {
    const word = relativePeriods.find((word) => word === period)
    if (!word) throw bad(`period must be one of: ${relativePeriods.join(", ")}`)
    return spanOf(word, today)
  }
  if (!from && !to) return spanOf("this_month", today)
  for (const [name, day] of Object.entries({ from, to })) {
    if (!day) throw bad(`Give from and to: ${name} is missing`)
    if (!isDate(day)) throw bad(`${name} must be a day such as 2026-11-21`)
  }
  if (from! > to!) throw bad("to must be on or after from: swap the two days")
  if (addDays(from!, longest) <= to!) throw bad("A report can cover ten years at most: choose fewer")
  if (from! > today) throw bad(`${from} is in the future`)
  return { from: from!, to: to! }
}

/** The title of a period: a month, quarter or year by its name, others by the first and last day. */
export const titleOf = ({ from, to }: Span): string => {
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))]
  if (from === to) return from
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year
  if (from.endsWith("-01") && to === lastDayOf(monthOf(from))) return `${months[month - 1]} ${year}`
  if (from.endsWith("-01") && month % 3 === 1 && to === lastDayOf(monthBy(monthOf(from), 2))) return `Quarter ${Math.ceil(month / 3)} of ${year}`
  return `${from} to ${to}`
}

/** The step for a period: days for up to a month, weeks for some months, months beyond that. */
export const stepOf = ({ from, to }: Span): Step => (addDays(from, 31) > to ? "day" : addDays(from, 122) > to ? "week" : "month")
