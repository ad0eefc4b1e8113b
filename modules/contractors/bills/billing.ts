/** The amount of a contractor's work in a month, by the rate of each day. Pure. Hours are thousandths, amounts cents. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { datesFrom } from "@ops/people/working-days/working-days.ts"
import { type RateTerm, rateOn } from "../contractor.ts"
import type { BillLine } from "./contractor-bill.ts"

export interface Work {
  /** 2026-10 */
  readonly month: string
  readonly rates: ReadonlyArray<RateTerm>
  readonly hours: ReadonlyArray<{ readonly date: string; readonly hours: number }>
  /** when the contractor was assigned there; null means open-ended */
  readonly places: ReadonlyArray<{ readonly startDate: string; readonly endDate: string | null }>
}

/** The first day of a month. */
export const firstDayOf = (month: string): string => `${month}-01`

/**
 * The lines, one for each rate that applied in the month: hourly rates bill all hours, daily rates each day with hours, monthly rates the share of days on
 * which the contractor was assigned. The caller must refuse days before the first rate.
 */
export const billLines = ({ month, rates, hours, places }: Work): ReadonlyArray<BillLine> => {
  const days = datesFrom(firstDayOf(month), lastDayOf(month))
  const assigned = days.filter((day) => places.some(({ startDate, endDate }) => startDate <= day && (endDate === null || day <= endDate)))
  const lines: Array<BillLine> = []
  for (const term of rates) {
    const worked = hours.filter(({ date }) => rateOn(rates, date) === term)
    const { unit, amount: rate } = term
    if (unit === "month") {
      const part = assigned.filter((day) => rateOn(rates, day) === term).length
      if (part === 0) continue
      const all = part === days.length
      const amount = Math.round((rate * part) / days.length)
      const quantity = Math.round((part * 1000) / days.length)
      lines.push({ description: all ? `The month ${month}` : `${part} of ${days.length} days of ${month}`, unit, quantity, rate, amount })
    } else if (worked.length > 0) {
      const sum = worked.reduce((sum, { hours }) => sum + hours, 0)
      const quantity = unit === "day" ? worked.length * 1000 : sum
      const said = unit === "day" ? `${worked.length} ${worked.length === 1 ? "day" : "days"}` : `${sum / 1000} hours`
      lines.push({ description: `${said} of ${month}`, unit, quantity, rate, amount: Math.round((rate * quantity) / 1000) })
    }
  }
  return lines.filter(({ amount }) => amount > 0)
}
