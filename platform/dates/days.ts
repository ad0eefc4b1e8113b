/**
 * Arithmetic of calendar dates, written YYYY-MM-DD, for what runs on a server. It is that of `Temporal`, which not every browser has: what
 * browsers load too is in `calendar.ts` (docs/decisions/0076-temporal.md).
 */

import { isDate } from "../calendar.ts"

const day = (date: string) => Temporal.PlainDate.from(date)

/** How many days lie from one date to another: 0 if they are the same, less if they are reversed. */
export const daysBetween = (from: string, to: string): number => day(from).until(to).days

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (date: string): number => day(date).dayOfWeek

/** Monday of the week of a date. */
export const mondayOf = (date: string): string => {
  const at = day(date)
  return at.subtract({ days: at.dayOfWeek - 1 }).toString()
}

/** The same day some months later; the last of a shorter month. */
export const addMonths = (date: string, months: number): string => day(date).add({ months }).toString()

/**
 * The whole months from one date to another: 0 if they are not a month apart. From 30 November to 28 February are three, as three months
 * after the one is the other; `Temporal` counts two.
 */
export const monthsBetween = (from: string, to: string): number => {
  if (!isDate(from) || !isDate(to) || to < from) return 0
  const { months } = day(from).until(to, { largestUnit: "month" })
  return addMonths(from, months + 1) <= to ? months + 1 : months
}
