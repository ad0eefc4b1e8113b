/** Positions of days on a timeline: pure, in percent of its width. */

interface Spanned {
  readonly start: string
  readonly end: string
  readonly baselineStart: string | null
  readonly baselineEnd: string | null
  readonly actualStart: string | null
  readonly actualEnd: string | null
}

const day = (date: string) => Math.round(Date.parse(date) / 86_400_000)
const dateOf = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10)
const monthName = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" })

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
  const numbers = dates.filter((date) => date !== null).map(day)
  const first = Math.min(...numbers) - 3
  const days = Math.max(...numbers) + 4 - first
  const share = (n: number) => (100 * n) / days
  const months: Array<{ label: string; left: number; width: number }> = []
  for (let from = first; from < first + days; ) {
    const [year = 0, month = 0] = dateOf(from).split("-").map(Number)
    const to = Math.min(first + days, Math.round(Date.UTC(year, month, 1) / 86_400_000))
    months.push({ label: monthName.format(from * 86_400_000), left: share(from - first), width: share(to - from) })
    from = to
  }
  return { first: dateOf(first), days, at: (date) => share(day(date) - first), wide: (from, to) => share(day(to) - day(from) + 1), months }
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
    const to = next ? dateOf(day(next.on) - 1) : until < on ? on : until
    return [{ status, from: on, to }]
  })
