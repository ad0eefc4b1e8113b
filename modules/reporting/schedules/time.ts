/** The times of a schedule: at a full hour in Juba, every day, on a day of the week, or on a day of the month. */
import { addDays, dateOf, instantIn, lastDayOf, monthOf } from "@ops/platform/calendar.ts"
import { weekdayOf } from "@ops/platform/dates/days.ts"
import { type Frequency, weekdays } from "../analytics/labels.ts"

export interface Rhythm {
  readonly frequency: Frequency
  /** 1 is Monday; null unless weekly */
  readonly weekday: number | null
  /** 1 to 31; a shorter month uses its last day; null unless monthly */
  readonly dayOfMonth: number | null
  /** 0 to 23, in Juba */
  readonly hour: number
}

const isOn = ({ frequency, weekday, dayOfMonth }: Rhythm, date: string): boolean => {
  if (frequency === "daily") return true
  if (frequency === "weekly") return weekdayOf(date) === weekday
  return Number(date.slice(8)) === Math.min(dayOfMonth ?? 1, Number(lastDayOf(monthOf(date)).slice(8)))
}

/** The first scheduled time after an instant. */
export const nextRun = (rhythm: Rhythm, after: string): string => {
  for (let date = dateOf(after); ; date = addDays(date, 1)) {
    const at = instantIn(`${date}T${String(rhythm.hour).padStart(2, "0")}:00:00`)
    if (isOn(rhythm, date) && at > after) return at
  }
}

/** The text of a schedule: "Every Monday at 7:00", "Every month on day 31 at 18:00". */
export const rhythmText = ({ frequency, weekday, dayOfMonth, hour }: Rhythm): string => {
  const day = frequency === "daily" ? "Every day" : frequency === "weekly" ? `Every ${weekdays[(weekday ?? 1) - 1]}` : `Every month on day ${dayOfMonth}`
  return `${day} at ${hour}:00`
}
