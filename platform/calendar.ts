/** Business dates are calendar dates in Juba, written YYYY-MM-DD. The zone's history comes from tzdata, never from a fixed offset. */

export const zone = "Africa/Juba"

const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })

/** Clock changes happen at full quarters of an hour, so a whole quarter falls on one date. */
const quarter = 15 * 60_000
let last = { quarter: Number.NaN, date: "" }

/** The business date of an instant. */
export const dateOf = (instant: Date | string): string => {
  const at = new Date(instant)
  const asked = Math.floor(at.getTime() / quarter)
  // most requests are for the current moment
  if (asked !== last.quarter) last = { quarter: asked, date: parts.format(at) }
  return last.date
}

/** Whether a text is a real calendar date from 2000 to 2100. */
export const isDate = (text: string): boolean => /^(20\d\d|2100)-/.test(text) && isDay(text)

/** Whether a text is a real calendar date that can be a date of birth: from 1900 on. */
export const isBirthDate = (text: string): boolean => (/^19\d\d-/.test(text) ? isDay(text) : isDate(text))

const isDay = (text: string) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  // every month has 28 days
  return day !== undefined && month! >= "01" && month! <= "12" && day >= "01" && (day <= "28" || day <= lastDayOf(`${year}-${month}`).slice(8))
}

/** The date a number of days later, or earlier if negative. */
export const addDays = (date: string, days: number): string => {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The number of days from one date to another: 0 if they are equal, negative if they are reversed. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** "2026-02-28" for "2026-02". */
export const lastDayOf = (month: string): string => {
  const [year, number] = month.split("-").map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** The month a number of months later, or earlier if negative: "2026-10" for "2026-11" and -1. */
export const monthBy = (month: string, months: number): string => {
  const [year, number] = month.split("-").map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** "2026-11" for "2026-11-21". */
export const monthOf = (date: string): string => date.slice(0, 7)

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })

/** The instant of a local date and time in Juba: 2026-11-21T11:00:00.000Z for "2026-11-21T13:00". */
export const instantIn = (local: string): string => {
  const wanted = Date.parse(`${local}Z`)
  const shown = Date.parse(`${clock.format(wanted).replace(" ", "T")}Z`)
  return new Date(wanted - (shown - wanted)).toISOString()
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
/** The time of day in Juba at an instant: "18:40". */
export const timeOf = (at: string): string => timeFormat.format(new Date(at))
