/** The period that is shown, and the one it is compared with. Pure. */
import { lastDayOf, monthOf } from "@ops/platform/calendar.ts"
import { addMonths } from "@ops/platform/dates/days.ts"
import { type Span, spanAsked, spanBefore } from "@ops/ledger/statements/statement.ts"

export const lastOfMonth = (day: string) => lastDayOf(monthOf(day))

/** The requested days; by default this month up to today. Refused (400) if invalid. */
export const moneySpan = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }, today: string): Span =>
  from === undefined && to === undefined
    ? { from: `${today.slice(0, 8)}01`, to: today }
    : spanAsked({ from: from ?? `${(to ?? today).slice(0, 8)}01`, to }, today)

/**
 * The comparison period. Days from the first of a month are compared with the same days of the previous month, up to its last day; a whole month with the
 * whole previous month. Other periods are compared with the preceding period of the same length. Against a year, the same days twelve months earlier.
 */
export const comparedSpan = ({ from, to }: Span, against: "month" | "year" = "month"): Span => {
  const isWithinMonth = from.endsWith("-01") && from.slice(0, 7) === to.slice(0, 7)
  if (!isWithinMonth) return against === "year" ? { from: addMonths(from, -12), to: addMonths(to, -12) } : spanBefore({ from, to })
  const first = addMonths(from, against === "year" ? -12 : -1)
  const last = lastOfMonth(first)
  const same = `${first.slice(0, 8)}${to.slice(8)}`
  return { from: first, to: to === lastOfMonth(from) || same > last ? last : same }
}
