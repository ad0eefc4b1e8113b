/** Reads a date as people type it. */
import { isBirthDate } from "../../calendar.ts"

const months = "january february march april may june july august september october november december".split(" ")

/**
 * The date of a typed text as 2026-11-19: `19 Nov 2026`, `19 november`, `19/11/26`, `19.11.`, `19112026` or `2026-11-19`. The day is before the month, as
 * everywhere here; without a year it is that of today. Undefined if it is no date.
 */
export const typedDay = (text: string, today: string): string | undefined => {
  const typed = text.trim().toLowerCase()
  const iso = /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)$/
  const written = /^(?<day>\d\d?)[\s./-]*(?<month>[a-z]{3,9}|(?<=[\s./-])\d\d?)\.?(?:[\s,./-]+(?<year>\d{4}|\d\d))?[.]?$/
  const digits = /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/
  const { day, month, year } = (iso.exec(typed) ?? written.exec(typed) ?? digits.exec(typed))?.groups ?? {}
  if (!day || !month) return undefined
  const named = months.findIndex((name) => name.startsWith(month)) + 1
  if (/[a-z]/.test(month) && named === 0) return undefined
  const whole = year === undefined ? today.slice(0, 4) : year.length === 2 ? `20${year}` : year
  const date = `${whole}-${String(named || Number(month)).padStart(2, "0")}-${day.padStart(2, "0")}`
  return isBirthDate(date) ? date : undefined
}
