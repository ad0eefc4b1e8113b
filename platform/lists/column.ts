/** The columns of a table, independent of the output: CSV, XLSX or a terminal. */
import { textOf } from "../text.ts"

/** A column of a table. */
export interface Column {
  /** The field of the row. */
  readonly key: string
  /** The column header, including a currency or unit. */
  readonly title: string
  /** The format of the values: `money` a decimal string, `date` like `2026-11-20`, `instant` a time with its offset. */
  readonly kind: "text" | "integer" | "money" | "date" | "instant"
  /** A quantity or percentage given as text: shown aligned like other numbers. */
  readonly isFigure?: true
  /** In characters; by default it follows the kind or the longest text. */
  readonly width?: number | undefined
}

/** A row as returned by the API or the database. */
export type Row = object

/** The time zone of the sites, in which instants are shown. */
export const siteTimeZone = "Africa/Juba"

/** The value of a row for a column; `undefined` if the row has no such own property. */
export const valueAt = (row: Row, key: string): unknown => (Object.hasOwn(row, key) ? (row as Record<string, unknown>)[key] : undefined)

const moment = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:(Z|[+-]00(?::?00)?)|([+-]\d\d):?(\d\d)?)$/

/** A time in ISO format; Postgres writes `2026-11-20 09:00:00.123456+00`. Anything else is returned unchanged. */
export const isoInstant = (value: unknown): string =>
  textOf(value).replace(moment, (_, date, time, utc, hours, minutes = "00") => `${date}T${time}${utc ? "Z" : `${hours}:${minutes}`}`)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A time in the local time of `timeZone`, `2026-11-20 11:00:00`. Anything else is returned unchanged. */
export const wallClock = (value: unknown, timeZone: string = siteTimeZone): string => {
  const iso = isoInstant(value)
  if (!moment.test(iso)) return iso
  // the Swedish locale uses ISO dates and times
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
  clocks.set(timeZone, clock)
  return clock.format(new Date(iso))
}
