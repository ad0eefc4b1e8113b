import { expect, test } from "vitest"
import { leaveEvent, maintenanceEvent, rosterEvents } from "./events.ts"
import { calendarText, folded } from "./icalendar.ts"

test("lines are folded at 75 bytes without tearing a character, and text is escaped", () => {
  const long = `SUMMARY:${"é".repeat(80)}`
  const lines = folded(long).split("\r\n")
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(lines.slice(1).every((line) => line.startsWith(" "))).toBe(true)
  expect(lines.map((line, n) => (n === 0 ? line : line.slice(1))).join("")).toBe(long)
  const text = calendarText("A; B, C\\D", [{ uid: "x", summary: "one\ntwo\u0007", from: "2026-12-31", to: "2026-12-31" }], "2026-11-26T07:08:09.000Z")
  expect(text).toContain("X-WR-CALNAME:A\\; B\\, C\\\\D\r\n")
  expect(text).toContain("SUMMARY:one\\ntwo\r\n")
  expect(text).toContain("DTSTAMP:20261126T070809Z\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n")
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true)
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
})

const row = {
  id: 7,
  name: "Achol Deng",
  startDate: "2026-11-20",
  endDate: null,
  role: "Cook",
  siteName: "US",
  rotation: null,
  planNumber: "PM-1",
  nextDue: null,
}

test("leave says who and when and never why; maintenance is its next date", () => {
  expect(leaveEvent({ ...row, endDate: "2026-11-25" })).toEqual([{ uid: "leave-7", summary: "Achol Deng: on leave", from: "2026-11-20", to: "2026-11-25" }])
  expect(maintenanceEvent(row)).toEqual([])
  expect(maintenanceEvent({ ...row, name: "Generator", nextDue: "2026-12-01" })).toMatchObject([{ uid: "maintenance-7-2026-12-01", summary: "PM-1 Generator" }])
})

test("a rotation is one event for each turn of work, within the days of the calendar and of the assignment", () => {
  const turns = rosterEvents({ ...row, rotation: { daysOn: 20, daysOff: 10 }, startDate: "2020-01-01", endDate: "2026-12-05" }, "2026-11-26")
  expect(turns.every(({ to }) => to >= "2026-08-28" && to <= "2026-12-05")).toBe(true)
  expect(turns.at(-1)!.to).toBe("2026-12-05")
  expect(turns.length).toBeGreaterThan(2)
  expect(rosterEvents(row, "2026-11-26")).toMatchObject([
    { uid: "roster-7", summary: "Achol Deng: Cook", location: "US", from: "2026-11-20", to: "2027-11-27" },
  ])
})
