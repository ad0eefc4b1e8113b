/** The months, quarters and years of targets and budgets. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { invalid } from "@ops/platform/records/command.ts"
import type { periods } from "../labels.ts"

export interface PeriodAsked {
  readonly period: (typeof periods)[number]
  readonly year: number
  /** for a quarter any of its months; null for a year */
  readonly month: number | null
}
export interface Period {
  readonly year: number
  readonly month: number | null
  readonly quarter: number | null
  /** its first and last day */
  readonly from: string
  readonly to: string
}

const two = (n: number) => String(n).padStart(2, "0")

/** The period of the input. Rejected (422): a year out of range, an invalid month, a missing month or quarter. */
export const periodOf = ({ period, year, month }: PeriodAsked): Period => {
  if (!Number.isInteger(year) || year < 2015 || year > 2100) throw invalid("Year must be from 2015 to 2100")
  if (period === "yearly") return { year, month: null, quarter: null, from: `${year}-01-01`, to: `${year}-12-31` }
  if (month === null) throw invalid(period === "monthly" ? "Month is required" : "A month of the quarter is required")
  if (!Number.isInteger(month) || month < 1 || month > 12) throw invalid("Month must be from 1 to 12")
  const quarter = Math.ceil(month / 3)
  if (period === "monthly") return { year, month, quarter, from: `${year}-${two(month)}-01`, to: lastDayOf(`${year}-${two(month)}`) }
  return { year, month: null, quarter, from: `${year}-${two(quarter * 3 - 2)}-01`, to: lastDayOf(`${year}-${two(quarter * 3)}`) }
}
