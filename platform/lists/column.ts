/** What a table holds, whatever it is printed on: CSV, XLSX or a terminal. */
import { textOf } from "../text.ts"

/** A column of it. */
export interface Column {
  /** The field of the row. */
  readonly key: string
  /** The words at the head of the column; the currency or unit belongs here. */
  readonly title: string
  /** What the values are: `money` a decimal string, `date` like `2026-11-20`, `instant` a moment with its offset. */
  readonly kind: "text" | "integer" | "money" | "date" | "instant"
  /** Characters; without it the width follows the kind or the longest text. */
  readonly width?: number | undefined
}

/** One row as the API or the database gave it. */
export type Row = object

/** Where the sites are; instants are shown as their clocks show them. */
export const siteTimeZone = "Africa/Juba"

/** The value a column shows of a row; `undefined` when the row has no such field of its own. */
export const valueAt = (row: Row, key: string): unknown => (Object.hasOwn(row, key) ? (row as Record<string, unknown>)[key] : undefined)

const moment = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:(Z|[+-]00(?::?00)?)|([+-]\d\d):?(\d\d)?)$/

/** A moment in ISO form; Postgres writes `2026-11-20 09:00:00.123456+00`. What is no moment is returned as it is. */
export const isoInstant = (value: unknown): string =>
  textOf(value).replace(moment, (_, date, time, utc, hours, minutes = "00") => `${date}T${time}${utc ? "Z" : `${hours}:${minutes}`}`)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A moment as the clock of `timeZone` shows it, `2026-11-20 11:00:00`. What is no moment is returned as it is. */
export const wallClock = (value: unknown, timeZone: string = siteTimeZone): string => {
  const iso = isoInstant(value)
  if (!moment.test(iso)) return iso
  // Sweden writes dates and times the ISO way
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
  clocks.set(timeZone, clock)
  return clock.format(new Date(iso))
}
