/**
 * Menus of a site: a cycle of one to six weeks that repeats from its start date. Week 1 is the week of the start, day 1
 * is Monday. Of the menus in use, the one that started last applies.
 */
import { Schema } from "effect"
import { dateOf } from "@ops/platform/calendar.ts"
import { command, conflict, find, invalid, newId, permitted, type CommandGenerator, unchanged, get } from "@ops/platform/records/command.ts"
import { BusinessDate, Flag, Line, noted, Optional, partly, Parts, Ref, SiteName, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { count } from "@ops/platform/text.ts"
import { siteOf } from "@ops/sites/site.ts"
import { dishes, requirePlanner } from "../recipes/dish.ts"
import { dayNames, mealTypes } from "../labels.ts"

const slot = { week: Schema.Int, day: Schema.Int, mealType: Schema.Literals(mealTypes), dishIds: Schema.Array(Schema.Int) }
const Slot = Schema.Struct(slot)
/** `since`: the date from which the slot has these dishes. */
export const Entry = Schema.Struct({ ...slot, since: Schema.String })
/** A meal of the cycle and its dishes. */
export type MenuSlot = typeof Slot.Type

const terms = { name: Line(), weeks: Whole, startDate: BusinessDate }

export const MenuCycle = record(
  "menu_cycle",
  {
    siteId: Ref("site"),
    ...terms,
    isActive: Flag,
    /** only slots that have dishes */
    entries: Parts(Entry),
    /** the purchase requests made for it */
    requests: Parts(Schema.Int),
    createdBy: Optional(Ref("person")),
  },
  {
    label: "Menu",
    title: "name",
    unique: [{ fields: ["siteId", "name"], sentence: "This site already has a menu with this name" }],
  },
)
export type MenuCycleRow = Row<typeof MenuCycle>

const cycle = ({ weeks, startDate }: { readonly weeks: number; readonly startDate: string }) => `${count(weeks, "week")} from ${startDate}`
export const MenuPlanned = event(
  "MenuPlanned",
  1,
  { siteId: Ref("site"), ...terms, createdBy: Optional(Ref("person")) },
  (menu) => `${menu.name} planned: ${cycle(menu)}`,
)
export const MenuTermsChanged = event("MenuTermsChanged", 1, terms, (menu) => `Now ${menu.name}: ${cycle(menu)}`)
export const MenuSlotsSet = event("MenuSlotsSet", 1, { slots: Parts(Slot) }, ({ slots }, title) =>
  slots
    .map(
      ({ week, day, mealType, dishIds }) => `Week ${week} ${dayNames[day - 1]} ${mealType}: ${dishIds.map((id) => title("dish", id)).join(", ") || "nothing"}`,
    )
    .join("; "),
)
export const MenuPutToUse = event("MenuPutToUse", 1, {}, () => "Restored")
export const MenuSetAside = event("MenuSetAside", 1, {}, () => "Archived")
export const MenuShortagesRequested = event(
  "MenuShortagesRequested",
  1,
  { purchaseRequestId: Ref("purchase_request"), from: BusinessDate, to: BusinessDate },
  ({ purchaseRequestId, from, to }, title) => `What is short from ${from} to ${to} asked for by ${title("purchase_request", purchaseRequestId)}`,
)

const placeOf = ({ week, day, mealType }: Pick<MenuSlot, "week" | "day" | "mealType">) => week * 100 + day * 10 + mealTypes.indexOf(mealType)
const same = (one: ReadonlyArray<number>, other: ReadonlyArray<number>) => one.length === other.length && one.every((id, n) => id === other[n])

export const menuCycles = stream(MenuCycle, MenuPlanned, MenuTermsChanged, MenuSlotsSet, MenuPutToUse, MenuSetAside, MenuShortagesRequested).fold({
  MenuPlanned: (_, planned) => ({ ...planned, isActive: true, entries: [], requests: [] }),
  MenuTermsChanged: (menu, terms) => ({ ...menu, ...terms, entries: menu.entries.filter(({ week }) => week <= terms.weeks) }),
  MenuSlotsSet: (menu, { slots }, at) => ({
    ...menu,
    entries: [
      ...menu.entries.filter((entry) => !slots.some((slot) => placeOf(slot) === placeOf(entry))),
      ...slots.filter(({ dishIds }) => dishIds.length > 0).map((slot) => ({ ...slot, since: dateOf(at) })),
    ].sort((a, b) => placeOf(a) - placeOf(b)),
  }),
  MenuPutToUse: (menu) => ({ ...menu, isActive: true }),
  MenuSetAside: (menu) => ({ ...menu, isActive: false }),
  MenuShortagesRequested: (menu, { purchaseRequestId }) => ({ ...menu, requests: [...menu.requests, purchaseRequestId] }),
})

export const rows = ownSite("siteId", "people confined to a site: their own; others all")
/** The menu, if it belongs to the user's site; otherwise not found. */
export const menuOfOwnSite = visible(menuCycles, rows)

const given = { ...terms, weeks: noted(/^[1-6]$/, "A menu repeats after 1 to 6 weeks", Whole) }

export const planMenu = command("menu_cycle.plan", "Plan a menu", { siteId: SiteName, ...given }, function* ({ siteId, ...terms }, by) {
  requirePlanner(by)
  const site = yield* siteOf(siteId, by)
  if (!site.isActive) throw invalid(`${site.name} is closed`)
  if (yield* find(menuCycles, { siteId: site.id, name: terms.name })) throw conflict("This site already has a menu with this name")
  return [menuCycles.at(yield* newId(menuCycles), MenuPlanned({ siteId: site.id, ...terms, createdBy: by.person }))]
})

/** Changes the given fields. Weeks beyond a reduced number lose their dishes. */
export const changeMenu = command("menu_cycle.change", "Change a menu", { id: Ref("menu_cycle"), ...partly(given) }, function* ({ id, ...changes }, by) {
  requirePlanner(by)
  const menu = yield* menuOfOwnSite(id, by)
  yield* permitted()
  const { name, weeks, startDate } = { ...menu, ...changes }
  if (name === menu.name && weeks === menu.weeks && startDate === menu.startDate) return unchanged(id)
  const other = name === menu.name ? undefined : yield* find(menuCycles, { siteId: menu.siteId, name })
  if (other) throw conflict("This site already has a menu with this name")
  return [menuCycles.at(id, MenuTermsChanged({ name, weeks, startDate }))]
})

/** The maximum number of dishes of one meal. */
const mostDishes = 12

/** Sets the dishes of some meals of the cycle; without dishes the meal becomes empty. */
export const setSlots = command("menu_cycle.slots", function* ({ id, slots }: { readonly id: number; readonly slots: ReadonlyArray<MenuSlot> }, by) {
  requirePlanner(by)
  const menu = yield* menuOfOwnSite(id, by)
  if (slots.length === 0) throw invalid("Name at least one meal")
  if (new Set(slots.map(placeOf)).size < slots.length) throw invalid("Each meal can be named once")
  for (const slot of slots) yield* requireServable(menu, slot)
  const differing = slots.filter((slot) => {
    const before: ReadonlyArray<number> = menu.entries.find((entry) => placeOf(entry) === placeOf(slot))?.dishIds ?? []
    return !same(before, slot.dishIds)
  })
  if (differing.length === 0) return unchanged(id)
  return [menuCycles.at(id, MenuSlotsSet({ slots: differing }))]
})

function* requireServable(menu: MenuCycleRow, { week, day, mealType, dishIds }: MenuSlot): CommandGenerator<void> {
  if (!(week >= 1 && week <= menu.weeks)) throw invalid(`Week must be from 1 to ${menu.weeks}`)
  if (!(day >= 1 && day <= 7)) throw invalid("Day must be from 1, Monday, to 7, Sunday")
  if (dishIds.length > mostDishes) throw invalid(`A meal can have ${mostDishes} dishes at most`)
  if (new Set(dishIds).size < dishIds.length) throw invalid("A dish can be added to a meal only once")
  const before: ReadonlyArray<number> = menu.entries.find((entry) => placeOf(entry) === placeOf({ week, day, mealType }))?.dishIds ?? []
  for (const dishId of dishIds) {
    const dish = yield* get(dishes, dishId)
    if (before.includes(dishId)) continue
    if (!dish.isActive) throw invalid(`${dish.name} is retired. Choose another dish`)
    if (!dish.mealTypes.includes(mealType)) throw invalid(`${dish.name} is not available for ${mealType}. Choose another dish, or change its recipe`)
  }
}

const using = (summary: string, isActive: boolean) =>
  command("menu_cycle.use", summary, { id: Ref("menu_cycle") }, function* ({ id }, by) {
    requirePlanner(by)
    const menu = yield* menuOfOwnSite(id, by)
    if (menu.isActive === isActive) return unchanged(id)
    return [menuCycles.at(id, isActive ? MenuPutToUse({}) : MenuSetAside({}))]
  })
export const restoreMenu = using("Restore a menu", true)
export const archiveMenu = using("Archive a menu", false)
