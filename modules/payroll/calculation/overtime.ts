/**
 * Statutory overtime: hours above the daily limit, and above the weekly limit from Monday to Sunday. Pure. Hours are thousandths. Labour Act 2017: 8 hours a
 * day, 40 a week; at most 3 hours of overtime a day and 10 a week.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"

const hour = 1000
/** The statutory limits of hours, independent of the hourly pay. The weekly hours are those of the dated rule. */
export const hoursByLaw = { aDay: 8 * hour, mostADay: 3 * hour, mostAWeek: 10 * hour } as const

export interface DayOfWork {
  readonly date: string
  readonly workHours: number
  /** as recorded: beyond the person's shift, or typed. At least these hours are paid */
  readonly overtimeHours: number
  /** whether it is a working day of the person; on other days every hour is overtime */
  readonly isWorking: boolean
  /** a weekly rest day or public holiday of the site, even if it falls within the person's turn */
  readonly isRest: boolean
}
export interface OvertimeOfDay {
  readonly date: string
  readonly hours: number
  readonly kind: "weekday" | "rest"
}

/**
 * The overtime of each day, in date order. Hours above the daily limit are overtime; of the remaining ones, those above the weekly limit. An hour is counted
 * once: work on a day off is all overtime, and does not count towards the week. `days` start with a Monday, so that a week that began in the previous month
 * is complete.
 */
export const overtimeOf = (days: ReadonlyArray<DayOfWork>, weeklyHours: number): ReadonlyArray<OvertimeOfDay> => {
  const filled = new Map<string, number>()
  return [...days]
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .flatMap(({ date, workHours, overtimeHours, isWorking, isRest }) => {
      if (!isWorking) return some(date, Math.max(workHours, overtimeHours), "rest")
      const ofDay = Math.max(workHours - hoursByLaw.aDay, overtimeHours, 0)
      const usual = Math.max(workHours - ofDay, 0)
      const week = mondayOf(date)
      const before = filled.get(week) ?? 0
      filled.set(week, before + usual)
      const ofWeek = Math.max(before + usual - Math.max(before, weeklyHours * hour), 0)
      return some(date, ofDay + ofWeek, isRest ? "rest" : "weekday")
    })
}
const some = (date: string, hours: number, kind: OvertimeOfDay["kind"]) => (hours > 0 ? [{ date, hours, kind }] : [])

const plain = (hours: number) => (hours / hour).toFixed(2).replace(/\.?0+$/, "")
const count = (n: number, one: string) => `${n} ${one}${n === 1 ? "" : "s"}`

/** Where the overtime of working days exceeds the statutory maximum, as sentences. Covers the days from `from` on, with complete weeks. */
export const overTheCaps = (overtime: ReadonlyArray<OvertimeOfDay>, isWorking: (date: string) => boolean, from: string): ReadonlyArray<string> => {
  const own = overtime.filter(({ date }) => isWorking(date))
  const weeks = new Map<string, number>()
  for (const { date, hours } of own) weeks.set(mondayOf(date), (weeks.get(mondayOf(date)) ?? 0) + hours)
  const days = own.filter(({ date, hours }) => date >= from && hours > hoursByLaw.mostADay).sort((a, b) => b.hours - a.hours)
  const long = [...weeks].filter(([week, hours]) => addDays(week, 6) >= from && hours > hoursByLaw.mostAWeek).sort((a, b) => b[1] - a[1])
  return [
    ...(days[0]
      ? [
          `More than ${plain(hoursByLaw.mostADay)} h of overtime on ${count(days.length, "day")}, at most ${plain(days[0].hours)} h on ${days[0].date}: above the legal limit`,
        ]
      : []),
    ...(long[0]
      ? [
          `More than ${plain(hoursByLaw.mostAWeek)} h of overtime in ${count(long.length, "week")}, at most ${plain(long[0][1])} h in the week of ${long[0][0]}: above the legal limit`,
        ]
      : []),
  ]
}
