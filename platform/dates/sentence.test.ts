import fc from "fast-check"
import { expect, test } from "vitest"
import { formatDay, formatDaysIn, formatLongDay, formatMonth, formatShortMonth } from "./sentence.ts"

const date = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10))
const written = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`))

test("days and months are written as in British English, with the first three letters of a month for short", () => {
  fc.assert(
    fc.property(date, (day) => {
      const long = written(day, { day: "numeric", month: "long", year: "numeric" })
      expect(formatLongDay(day)).toBe(long)
      expect(formatDay(day)).toBe(long.replace(/ (\w{3})\w* /, " $1 "))
      expect(formatMonth(day)).toBe(written(day, { month: "long", year: "numeric" }))
      expect(formatMonth(day.slice(0, 7))).toBe(formatMonth(day))
      expect(`${Number(day.slice(8))} ${formatShortMonth(day)}`).toBe(formatDay(day))
    }),
  )
})

test.each([
  ["Leave from 2026-12-07 to 2026-12-14: 6 days", "Leave from 7 Dec 2026 to 14 Dec 2026: 6 days"],
  ["due 2026-11-28 08:14", "due 28 Nov 2026 08:14"],
  ["Revenue of 2026-10", "Revenue of October 2026"],
  ["Total: USD 29736.00, of which USD -1500.50 and SSP 260000.00", "Total: USD 29,736.00, of which USD −1,500.50 and SSP 260,000.00"],
])("in a sentence, days, months and amounts are written out: %s", (said, read) => expect(formatDaysIn(said)).toBe(read))

test.each(["PR-2026-0034", "INV-2026-00007", "WO-2026-00095", "USD 993.00", "1234.50 kg", "2026-13-401", "batch/2026-10/7"])(
  "a number or an amount below a thousand stays as it is: %s",
  (text) => expect(formatDaysIn(text)).toBe(text),
)
