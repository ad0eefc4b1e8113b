/**
 * Arithmetic of calendar dates, written YYYY-MM-DD, for code that runs on a server. It uses `Temporal`, which not every browser has; code that
 * browsers load too is in `calendar.ts` (docs/decisions/0076-temporal.md).
 */

import { isDate } from "../calendar.ts"

const day = (date: string) => Temporal.PlainDate.from(date)

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (date: string): number => day(date).dayOfWeek

/** The Monday of a date's week. */
export const mondayOf = (date: string): string => {
  const at = day(date)
  return at.subtract({ days: at.dayOfWeek - 1 }).toString()
}

/** The same day a number of months later; the last day of a shorter month. */
export const addMonths = (date: string, months: number): string => day(date).add({ months }).toString()

/**
 * The number of whole months from one date to another: 0 if they are less than a month apart or reversed. From 30 November to 28 February is three,
 * because three months after the first date is the second; `Temporal` counts two.
 */
export const monthsBetween = (from: string, to: string): number => {
  if (!isDate(from) || !isDate(to) || to < from) return 0
  const { months } = day(from).until(to, { largestUnit: "month" })
  return addMonths(from, months + 1) <= to ? months + 1 : months
}
