/**
 * Overtime by the law: hours over so many a day, and over so many a week from Monday to Sunday. Pure. Hours are thousandths.
 * Labour Act 2017: 8 hours a day, 40 a week; at most 3 hours of overtime a day and 10 a week.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"

const hour = 1000
/** What the law says of hours, whatever the pay of an hour is. The hours of a week are those of the dated rule. */
export const hoursByLaw = { aDay: 8 * hour, mostADay: 3 * hour, mostAWeek: 10 * hour } as const

export interface DayOfWork {
  readonly date: string
  readonly workHours: number
  /** as it was recorded: over the person's shift, or typed. Never less is paid */
  readonly overtimeHours: number
  /** a day on which the person is to work; every hour of another day is overtime */
  readonly isWorking: boolean
  /** a weekly rest day or public holiday of the site, though the person's turn may go on */
  readonly isRest: boolean
}
export interface OvertimeOfDay {
  readonly date: string
  readonly hours: number
  readonly kind: "weekday" | "rest"
}

/**
 * The overtime of each day, in the order of the days. Hours over the day's limit are overtime; of the others those that pass the week's
 * limit. An hour is counted once: work on a day off is all overtime, and does not fill the week. `days` begin with a Monday, so that
 * a week that began in the month before is whole.
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

/** Where the overtime of working days is more than the law allows, in sentences. Of the days from `from` on; a week counts whole. */
export const overTheCaps = (overtime: ReadonlyArray<OvertimeOfDay>, isWorking: (date: string) => boolean, from: string): ReadonlyArray<string> => {
  const own = overtime.filter(({ date }) => isWorking(date))
  const weeks = new Map<string, number>()
  for (const { date, hours } of own) weeks.set(mondayOf(date), (weeks.get(mondayOf(date)) ?? 0) + hours)
  const days = own.filter(({ date, hours }) => date >= from && hours > hoursByLaw.mostADay).sort((a, b) => b.hours - a.hours)
  const long = [...weeks].filter(([week, hours]) => addDays(week, 6) >= from && hours > hoursByLaw.mostAWeek).sort((a, b) => b[1] - a[1])
  return [
    ...(days[0]
      ? [
          `More than ${plain(hoursByLaw.mostADay)} h of overtime on ${count(days.length, "day")}, the most ${plain(days[0].hours)} h on ${days[0].date}: the law allows no more`,
        ]
      : []),
    ...(long[0]
      ? [
          `More than ${plain(hoursByLaw.mostAWeek)} h of overtime in ${count(long.length, "week")}, the most ${plain(long[0][1])} h in that of ${long[0][0]}: the law allows no more`,
        ]
      : []),
  ]
}
