/** Which days are shown, and with which they are compared. Pure. */
import { addDays } from "@ops/platform/calendar.ts"
import { addMonths } from "@ops/platform/dates/days.ts"
import { type Span, spanAsked, spanBefore } from "@ops/ledger/statements/statement.ts"

const lastOfMonth = (day: string) => addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1)

/** The days asked for: without any, this month up to today. Refused (400 in words) where they cannot be reported. */
export const moneySpan = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }, today: string): Span =>
  from === undefined && to === undefined
    ? { from: `${today.slice(0, 8)}01`, to: today }
    : spanAsked({ from: from ?? `${(to ?? today).slice(0, 8)}01`, to }, today)

/**
 * The same days before. Days from the first of a month on are compared with those of the month before, no further than its last;
 * from the last day of a month with all of it. Other spans with as many days that end before.
 */
export const comparedSpan = ({ from, to }: Span): Span => {
  const isWithinMonth = from.endsWith("-01") && from.slice(0, 7) === to.slice(0, 7)
  if (!isWithinMonth) return spanBefore({ from, to })
  const first = addMonths(from, -1)
  const last = lastOfMonth(first)
  const same = `${first.slice(0, 8)}${to.slice(8)}`
  return { from: first, to: to === lastOfMonth(from) || same > last ? last : same }
}
