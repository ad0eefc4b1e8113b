import * as fc from "fast-check"
import { expect, test } from "vitest"
import { scaleOf, spansOf } from "./gantt-scale.ts"

const task = (start: string, end: string) => ({ start, end, baselineStart: null, baselineEnd: null, actualStart: null, actualEnd: null })
const day = fc.integer({ min: 0, max: 3000 }).map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10))

test("all tasks lie within the scale in date order, and the months cover it", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(day, day)), day, (pairs, today) => {
      const tasks = pairs.map(([a, b]) => (a < b ? task(a, b) : task(b, a)))
      const scale = scaleOf(tasks, [null], today)
      for (const { start, end } of tasks) {
        expect(scale.at(start)).toBeGreaterThan(0)
        expect(scale.wide(start, end)).toBeGreaterThan(0)
        expect(scale.at(start) + scale.wide(start, end)).toBeLessThan(100)
      }
      expect(scale.at(today)).toBeGreaterThan(0)
      expect(scale.months.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100)
      expect(new Set(scale.months.map(({ label }) => label)).size).toBe(scale.months.length)
    }),
  )
})

test("months and days are positioned by their dates", () => {
  const scale = scaleOf([task("2026-11-04", "2026-11-13")], [], "2026-11-04")
  expect(scale.first).toBe("2026-11-01")
  expect(scale.days).toBe(16)
  expect(scale.at("2026-11-05")).toBe(25)
  expect(scale.wide("2026-11-05", "2026-11-08")).toBe(25)
  expect(scale.months).toEqual([{ label: "Nov 2026", left: 0, width: 100 }])
})

test("each status lasts until the day before the next; the last continues", () => {
  const began = [
    { status: "planning", on: "2026-11-01" },
    { status: "in_progress", on: "2026-11-03" },
    { status: "on_hold", on: "2026-11-03" },
    { status: "in_progress", on: "2026-11-10" },
  ]
  expect(spansOf(began, "2026-11-20")).toEqual([
    { status: "planning", from: "2026-11-01", to: "2026-11-02" },
    { status: "on_hold", from: "2026-11-03", to: "2026-11-09" },
    { status: "in_progress", from: "2026-11-10", to: "2026-11-20" },
  ])
  expect(spansOf([{ status: "planning", on: "2026-11-22" }], "2026-11-20")).toEqual([{ status: "planning", from: "2026-11-22", to: "2026-11-22" }])
})
