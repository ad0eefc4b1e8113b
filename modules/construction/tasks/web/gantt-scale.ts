/** Positions of days on a timeline: pure, in percent of its width. */
import { addDays, daysBetween, monthBy, monthOf } from "@ops/platform/calendar.ts"
import { formatShortMonth } from "@ops/platform/dates/sentence.ts"

interface Spanned {
  readonly start: string
  readonly end: string
  readonly baselineStart: string | null
  readonly baselineEnd: string | null
  readonly actualStart: string | null
  readonly actualEnd: string | null
}

export interface Scale {
  readonly first: string
  readonly days: number
  /** the position of the start of a day */
  readonly at: (date: string) => number
  /** the width of the days from one to the other, both inclusive */
  readonly wide: (from: string, to: string) => number
  readonly months: ReadonlyArray<{ readonly label: string; readonly left: number; readonly width: number }>
}

/** The scale that includes all of these dates and today, with a margin of some days at both ends. */
export const scaleOf = (tasks: ReadonlyArray<Spanned>, others: ReadonlyArray<string | null>, today: string): Scale => {
  const dates = [today, ...others, ...tasks.flatMap((task) => [task.start, task.end, task.baselineStart, task.baselineEnd, task.actualStart, task.actualEnd])]
  const known = dates.filter((date) => date !== null).sort()
  const first = addDays(known[0]!, -3)
  const end = addDays(known.at(-1)!, 4)
  const days = daysBetween(first, end)
  const share = (n: number) => (100 * n) / days
  const at = (date: string) => share(daysBetween(first, date))
  const months: Array<{ label: string; left: number; width: number }> = []
  for (let from = first; from < end; ) {
    const next = `${monthBy(monthOf(from), 1)}-01`
    const to = next < end ? next : end
    months.push({ label: formatShortMonth(from), left: at(from), width: share(daysBetween(from, to)) })
    from = to
  }
  return { first, days, at, wide: (from, to) => share(daysBetween(from, to) + 1), months }
}

interface StatusBegan {
  readonly status: string
  readonly on: string
}

/** The days of each status up to `until`; a status of less than a day is left out. */
export const spansOf = (
  statuses: ReadonlyArray<StatusBegan>,
  until: string,
): ReadonlyArray<{ readonly status: string; readonly from: string; readonly to: string }> =>
  statuses.flatMap(({ status, on }, n) => {
    const next = statuses[n + 1]
    if (next && next.on <= on) return []
    const to = next ? addDays(next.on, -1) : until < on ? on : until
    return [{ status, from: on, to }]
  })
