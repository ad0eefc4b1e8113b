/**
 * The clock of a service level: it runs in the working time of a site and stops while the order is on hold. Only
 * working time counts, for holds too: a hold over a Sunday without work does not change the due time.
 */
import { addDays, dateOf, instantIn } from "@ops/platform/calendar.ts"
import { minutesBetween, minutesOf, type Shift, shiftOn } from "@ops/people/attendance/shift.ts"
import { type Calendar, datesFrom, isWorkingDay } from "@ops/people/working-days/working-days.ts"

export interface WorkingTime extends Calendar {
  /** in order of date; the last one that has started applies. A shift's break has no fixed time, so the clock runs through it */
  readonly shifts: ReadonlyArray<Shift>
  /** whether the clock runs day and night, regardless of the calendar */
  readonly aroundTheClock?: boolean
}

/** The clock is stopped from one instant to another; `to` is null while the hold is open. */
export interface Hold {
  readonly from: string
  readonly to: string | null
}

/** Start and end, in milliseconds. */
type Span = readonly [number, number]

/** The instant of the given minute after midnight of a date in Juba, in milliseconds. */
export const atMinute = (date: string, minute: number): number =>
  Date.parse(instantIn(new Date(Date.parse(`${date}T00:00:00Z`) + minute * 60_000).toISOString().slice(0, 19)))

/** The spans of working time from an instant to the end of a day, in order; they never overlap. */
const workingSpans = (time: WorkingTime, from: string, lastDay: string): ReadonlyArray<Span> => {
  const close = atMinute(addDays(lastDay, 1), 0)
  if (time.aroundTheClock) return [[Date.parse(from), close]]
  const spans: Array<Span> = []
  let after = Date.parse(from)
  // a night shift of the day before may still be running
  for (const date of datesFrom(addDays(dateOf(from), -1), lastDay)) {
    if (!isWorkingDay(time, date)) continue
    const { start, end } = shiftOn(time.shifts, date)
    const begins = atMinute(date, minutesOf(start))
    // a night shift of the last day continues beyond it
    const [first, last] = [Math.max(begins, after), Math.min(close, atMinute(date, minutesOf(start) + minutesBetween(start, end)))]
    if (first >= last) continue
    spans.push([first, last])
    after = last
  }
  return spans
}

const without = (spans: ReadonlyArray<Span>, holds: ReadonlyArray<Hold>): ReadonlyArray<Span> =>
  holds.reduce<ReadonlyArray<Span>>((left, { from, to }) => {
    const [first, last] = [Date.parse(from), to === null ? Number.POSITIVE_INFINITY : Date.parse(to)]
    return left.flatMap(([start, end]) => {
      const parts: ReadonlyArray<Span> = [
        [start, Math.min(end, first)],
        [Math.max(start, last), end],
      ]
      return parts.filter(([start, end]) => start < end)
    })
  }, spans)

/** The working time between two instants, without holds; in milliseconds. */
export const workingTimeBetween = (time: WorkingTime, from: string, to: string, holds: ReadonlyArray<Hold> = []): number => {
  const end = Date.parse(to)
  if (end <= Date.parse(from)) return 0
  return without(workingSpans(time, from, dateOf(to)), holds).reduce((sum, [start, last]) => sum + Math.max(0, Math.min(last, end) - start), 0)
}

/** The whole minutes of working time between two instants, without holds. */
export const workingMinutesBetween = (time: WorkingTime, from: string, to: string, holds: ReadonlyArray<Hold> = []): number =>
  Math.floor(workingTimeBetween(time, from, to, holds) / 60_000)

/** When the given minutes of working time will have passed; null if not by the end of `lastDay`, or while a hold is open. */
export const dueAfter = (time: WorkingTime, from: string, minutes: number, holds: ReadonlyArray<Hold>, lastDay: string): string | null => {
  let left = minutes * 60_000
  for (const [start, end] of without(workingSpans(time, from, lastDay), holds)) {
    if (left <= end - start) return new Date(start + left).toISOString()
    left -= end - start
  }
  return null
}

/** none: there is no promise. paused: on hold. */
export type Standing = "none" | "running" | "paused" | "met" | "missed"

export interface Measured {
  readonly response: Standing
  readonly resolution: Standing
}

/** The state of an order against its promise. An open last hold stops the clock. */
export const measure = (
  order: {
    readonly sla: { readonly responseDue: string | null; readonly resolutionDue: string | null }
    readonly respondedAt: string | null
    readonly completedAt: string | null
    readonly holds: ReadonlyArray<Hold>
  },
  now: string,
): Measured => {
  const held = order.holds.find(({ to }) => to === null)
  const standing = (due: string | null, done: string | null): Standing => {
    if (done !== null) return due === null ? "none" : done <= due ? "met" : "missed"
    if (due !== null && due < (held?.from ?? now)) return "missed"
    return held ? "paused" : due === null ? "none" : "running"
  }
  return { response: standing(order.sla.responseDue, order.respondedAt), resolution: standing(order.sla.resolutionDue, order.completedAt) }
}
