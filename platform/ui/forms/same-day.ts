/** Days of other months, also in browsers without Temporal. */
import { lastDayOf, monthBy, monthOf } from "../../calendar.ts"

/** The same day of the month some months later; the last day of that month if it has no such day. */
export const sameDayBy = (date: string, months: number): string => {
  const month = monthBy(monthOf(date), months)
  const last = lastDayOf(month)
  const day = `${month}${date.slice(7)}`
  return day > last ? last : day
}
