/** When the working day of a site begins and ends, from a date. Times are HH:MM in Juba. */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { command, forbidden, get, invalid, findById, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Parts, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { sites } from "@ops/sites/site.ts"

const term = {
  from: Schema.String,
  start: Schema.String,
  end: Schema.String,
  breakMinutes: Schema.Int,
  /** arriving more than this many minutes after the start is late */
  graceMinutes: Schema.Int,
  /** working fewer minutes than this is a half day */
  halfDayMinutes: Schema.Int,
}
export const Shift = Schema.Struct(term)
export type Shift = typeof Shift.Type

/** HH:MM */
export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The default shift. */
export const usualShift: Shift = { from: "2000-01-01", start: "07:00", end: "16:00", breakMinutes: 60, graceMinutes: 15, halfDayMinutes: 300 }

/** One row per site; its id is the site's. */
export const SiteShift = record("site_shift", { shifts: Parts(Shift) }, { label: "Shift", title: "'Shift of site ' || id" })
export const ShiftSet = event(
  "ShiftSet",
  1,
  { from: BusinessDate, start: Text(5), end: Text(5), breakMinutes: Whole, graceMinutes: Whole, halfDayMinutes: Whole },
  ({ from, start, end }) => `${start} to ${end} from ${from}`,
)
export const siteShifts = stream(SiteShift, ShiftSet).fold({
  ShiftSet: (row, term) => ({
    shifts: [...(row?.shifts ?? []).filter(({ from }) => from !== term.from), term].sort((a, b) => (a.from < b.from ? -1 : 1)),
  }),
})

/** The shift of a day. */
export const shiftOn = (shifts: ReadonlyArray<Shift>, day: string): Shift => shifts.findLast(({ from }) => from <= day) ?? usualShift

/** Minutes since midnight: "07:30" is 450. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** The minutes from one time to another, past midnight if the second is not later. */
export const minutesBetween = (from: string, to: string): number => (minutesOf(to) - minutesOf(from) + 1440) % 1440

/** The working minutes of a shift, without its break. */
export const shiftMinutes = ({ start, end, breakMinutes }: Shift): number => minutesBetween(start, end) - breakMinutes

/** Sets the working times of a site from a date. */
export const setShift = command("site_shift.set", function* ({ siteId, ...given }: { readonly siteId: number } & Shift, by) {
  if (by.person !== null && !holdsAny(by, ["department.manage", "users.manage"])) throw forbidden("Only management can change the shift of a site")
  if (by.confinedTo !== null && by.confinedTo !== siteId) throw forbidden("You can only change the shift of your own site")
  yield* get(sites, siteId)
  if (given.breakMinutes >= minutesBetween(given.start, given.end)) throw invalid("Break must be shorter than the shift")
  const before = shiftOn((yield* findById(siteShifts, siteId))?.shifts ?? [], given.from)
  if (JSON.stringify({ ...before, from: given.from }) === JSON.stringify(given)) return unchanged(siteId)
  return [siteShifts.at(siteId, ShiftSet(given))]
})
