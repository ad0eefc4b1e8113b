/** The weekdays on which a site works, from a date; and the calendar of a person for commands. */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { command, find, forbidden, invalid, findById, type CommandGenerator, all, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Parts } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { siteOf } from "@ops/sites/site.ts"
import { holidays } from "./holiday.ts"
import { type Calendar, datesFrom, type Turns, usualWeek } from "./working-days.ts"

const days = Parts(Schema.Int)
/** One row per site; its id is the site's. */
export const WorkWeek = record(
  "work_week",
  { weeks: Parts(Schema.Struct({ from: Schema.String, days: Schema.Array(Schema.Int) })) },
  { label: "Working week", title: "'Working week of site ' || id" },
)
const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
export const WorkWeekSet = event(
  "WorkWeekSet",
  1,
  { from: BusinessDate, days },
  ({ from, days }) => `${days.map((day) => names[day - 1]).join(", ")} from ${from}`,
)
export const workWeeks = stream(WorkWeek, WorkWeekSet).fold({
  WorkWeekSet: (row, week) => ({ weeks: [...(row?.weeks ?? []).filter(({ from }) => from !== week.from), week].sort((a, b) => (a.from < b.from ? -1 : 1)) }),
})

/** Sets the weekdays on which a site works from a date: 1 is Monday, 7 Sunday. */
export const setWorkWeek = command(
  "work_week.set",
  function* (input: { readonly siteId: number | string; readonly from: string; readonly days: ReadonlyArray<number> }, by) {
    if (by.person !== null && !holdsAny(by, ["department.manage", "users.manage"])) throw forbidden("Only management can change the working week")
    const site = yield* siteOf(input.siteId, by)
    const days = [...new Set(input.days)].sort((a, b) => a - b)
    if (days.length === 0 || days.some((day) => day < 1 || day > 7)) throw invalid("Name at least one day of the week, 1 for Monday to 7 for Sunday")
    const held = (yield* findById(workWeeks, site.id))?.weeks.findLast(({ from }) => from <= input.from)?.days ?? usualWeek
    if (String(held) === String(days)) return unchanged(site.id)
    return [workWeeks.at(site.id, WorkWeekSet({ from: input.from, days }))]
  },
)

/** The working calendar of a person at a site between two dates. */
export function* calendarOf(siteId: number | null, rotations: ReadonlyArray<Turns>, from: string, to: string): CommandGenerator<Calendar> {
  const dates = datesFrom(from, to)
  const week = siteId === null ? undefined : yield* findById(workWeeks, siteId)
  const asked = dates.flatMap((date) => [find(holidays, { date, siteId: null }), ...(siteId === null ? [] : [find(holidays, { date, siteId })])])
  const found = yield* all(...asked)
  return {
    weeks: week?.weeks ?? [],
    holidays: new Set(found.flatMap((holiday) => (holiday?.isActive ? [holiday.date] : []))),
    rotations,
  }
}
