/** Holidays: at every site, or at one. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, find, forbidden, get, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Flag, Line, Optional, Ref, SiteName } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { siteOf } from "@ops/sites/site.ts"

const facts = {
  date: BusinessDate,
  name: Line(100),
  /** null: at every site */
  siteId: Optional(Ref("site")),
}
/** A cancelled holiday stays, with `isActive` false. */
export const Holiday = record(
  "holiday",
  { ...facts, isActive: Flag },
  {
    label: "Holiday",
    title: "name || ' ' || to_char(date, 'YYYY-MM-DD')",
    unique: [{ fields: ["date", "siteId"], sentence: "This day is already a holiday" }],
  },
)
export const HolidayAdded = event("HolidayAdded", 1, facts, ({ name, date }) => `${name} on ${date}`)
export const HolidayCalledOff = event("HolidayCalledOff", 1, {}, () => "Called off")
export const holidays = stream(Holiday, HolidayAdded, HolidayCalledOff).fold({
  HolidayAdded: (_, added) => ({ ...added, isActive: true }),
  HolidayCalledOff: (row) => ({ ...row, isActive: false }),
})

const requireManager = (by: By, siteId: number | null) => {
  if (by.person === null) return
  if (!holdsAny(by, ["department.manage", "users.manage"])) throw forbidden("Only management can change the holidays")
  if (by.confinedTo !== null && siteId !== by.confinedTo) throw forbidden("You can only change the holidays of your own site")
}

/** Adds a holiday. Leave requested from now on does not count it; approved leave stays unchanged. */
export const addHoliday = command(
  "holiday.add",
  "Add a holiday: at every site, or at one",
  { ...facts, siteId: Optional(SiteName) },
  function* ({ date, name, siteId: site }, by) {
    const siteId = site === null ? null : (yield* siteOf(site, by)).id
    requireManager(by, siteId)
    const everywhere = yield* find(holidays, { date, siteId: null })
    const here = siteId === null ? everywhere : yield* find(holidays, { date, siteId })
    const known = everywhere?.isActive ? everywhere : here?.isActive ? here : undefined
    if (known) throw conflict(`${date} is already a holiday: ${known.name}`)
    return [holidays.at(here?.id ?? (yield* newId(holidays)), HolidayAdded({ date, name, siteId }))]
  },
)

export const callOffHoliday = command(
  "holiday.call_off",
  "Remove a holiday; approved leave is not recalculated",
  { id: Ref("holiday") },
  function* ({ id }, by) {
    const holiday = yield* get(holidays, id)
    requireManager(by, holiday.siteId)
    if (!holiday.isActive) return unchanged(id)
    yield* permitted()
    return [holidays.at(id, HolidayCalledOff({}))]
  },
)
