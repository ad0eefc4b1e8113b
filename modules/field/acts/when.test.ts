import { describe, expect, test } from "vitest"
import { anchors, whenOf } from "./when.ts"

const known = anchors("a pepper")
const device = "raA57apgqHSyrtAdqDAwjw"
const minute = 60_000
const hour = 60 * minute
const start = Date.parse("2026-11-26T06:00:00Z")
/** An act of a device, with how far its clock was ahead when it last heard from the server, at the start, when it acted, and on arrival. */
const act = (
  done: number,
  { before = 0, when = before, later = when }: { before?: number; when?: number; later?: number },
  anchor = known.write(device, start, before),
) => {
  const { notBefore, happenedAt, doubtMs } = whenOf({ device, wall: start + done + when, anchor }, later, start + 8 * hour, start - hour, known)
  return { from: Date.parse(notBefore) - start, at: Date.parse(happenedAt) - start, doubtMs }
}

describe("when an act happened", () => {
  test("is exact where the clock is wrong but was never set, ahead or behind", () => {
    expect(act(3 * hour, { before: 3 * hour })).toEqual({ from: 0, at: 3 * hour, doubtMs: 0 })
    expect(act(3 * hour, { before: -2 * hour })).toEqual({ from: 0, at: 3 * hour, doubtMs: 0 })
  })
  test("is in doubt by the drift where clocks drift", () => {
    expect(act(3 * hour, { before: 0, when: 20_000, later: 60_000 })).toEqual({ from: 0, at: 3 * hour - 40_000, doubtMs: 60_000 })
  })
  test("is in doubt over the whole span where the clock was set meanwhile", () => {
    expect(act(3 * hour, { before: 0, when: 50 * minute }).doubtMs).toBe(8 * hour)
    expect(act(3 * hour, { before: 0, when: 0, later: 50 * minute })).toEqual({ from: 0, at: 3 * hour - 50 * minute, doubtMs: 8 * hour })
  })
  test("is never before the anchor nor after the arrival", () => {
    expect(act(3 * hour, { before: 0, when: -5 * hour, later: 0 })).toEqual({ from: 0, at: 0, doubtMs: 8 * hour })
    expect(act(3 * hour, { before: 0, when: 9 * hour, later: 0 })).toEqual({ from: 0, at: 8 * hour, doubtMs: 8 * hour })
  })
  test("is after the previous act and before the next ones, also where the clock alone would say otherwise", () => {
    const when = (after: number, follow = 0) => {
      const given = { device, wall: start + hour, anchor: known.write(device, start, 0) }
      return Date.parse(whenOf(given, 0, start + 8 * hour, start - hour, known, { after: start + after, follow }).happenedAt) - start
    }
    expect([when(hour - 1), when(hour), when(2 * hour)]).toEqual([hour, hour + 1, 2 * hour + 1])
    expect(when(9 * hour, 2)).toBe(8 * hour - 2)
  })
  test("is in doubt since the enrolment without an anchor, or with one of another device or pepper", () => {
    const alone = { from: -hour, at: 3 * hour, doubtMs: 9 * hour }
    expect(act(3 * hour, {}, "-")).toEqual(alone)
    expect(act(3 * hour, {}, known.write("another-device-0000000", start, 0))).toEqual(alone)
    expect(act(3 * hour, {}, anchors("another").write(device, start, 0))).toEqual(alone)
  })
})
