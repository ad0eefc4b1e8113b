/** How many people ate, counted at the canteen: one record per site, client, day and meal. Counts heads, without names. */
import { capitalised } from "@ops/platform/text.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  newId,
  type CommandGenerator,
  type Outcome,
  all,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Literals, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { clients } from "@ops/clients/client.ts"
import { siteOf } from "@ops/sites/site.ts"
import { contractsAt, soleClient } from "../meal-sessions/catering-contract.ts"
import { unbilled } from "./meal-account.ts"
import { type SiteMealCapacity, siteMealCapacities } from "../capacities/meal-capacity.ts"

export const mealTypes = ["breakfast", "lunch", "dinner"] as const
export type MealType = (typeof mealTypes)[number]

const facts = {
  siteId: Ref("site"),
  /** the client whose people are counted; null at a site where no client has a catering contract */
  clientId: Optional(Ref("client")),
  date: BusinessDate,
  mealType: Literals(...mealTypes),
  staffCount: Whole,
  notes: Text(500),
  recordedBy: Optional(Ref("person")),
}
export const StaffFeedingRecord = record(
  "staff_feeding_record",
  {
    ...facts,
    /** unique name of the count */
    slot: Line(),
  },
  {
    grows: true,
    label: "Feeding record",
    title: "date || ' ' || meal_type",
    unique: [{ fields: ["slot"], sentence: "This meal is already recorded" }],
    indexes: [
      ["date", "siteId"],
      ["siteId", "date", "id"],
      ["date", "id"],
    ],
  },
)
export const MealsRecorded = event("MealsRecorded", 1, facts, ({ mealType, staffCount }) => `${staffCount} fed at ${mealType}`)
export const MealsCorrected = event(
  "MealsCorrected",
  1,
  { staffCount: Whole, notes: Text(500), recordedBy: Optional(Ref("person")) },
  ({ staffCount, notes }) => `Count corrected to ${staffCount}${notes ? `: ${notes}` : ""}`,
)

/** The name of a count: its site, client, day and meal. */
export const countName = (siteId: number, clientId: number | null, date: string, mealType: MealType) => `${siteId}/${clientId ?? "none"}/${date}/${mealType}`

export const staffFeedingRecords = stream(StaffFeedingRecord, MealsRecorded, MealsCorrected).fold({
  MealsRecorded: (_, recorded) => ({ ...recorded, slot: countName(recorded.siteId, recorded.clientId, recorded.date, recorded.mealType) }),
  MealsCorrected: (meals, corrected) => ({ ...meals, ...corrected }),
})

export interface Meals {
  readonly siteId: number | string
  readonly clientId?: number | null
  readonly mealType: MealType
  readonly staffCount: number
  readonly notes: string
  /** why a meal that already has a count gets another one */
  readonly reason?: string | undefined
  /** the count that is corrected, as the person saw it */
  readonly seen?: number | null | undefined
}

/** The same as a form or a device sends it. */
interface SentMeals extends Omit<Meals, "clientId" | "notes" | "reason"> {
  readonly clientId?: number | "" | null | undefined
  readonly notes?: string | null | undefined
  readonly reason?: string | null | undefined
}

/** What the site has: the capacity windows that may bound a count, by id, and who counted its meals, by person. */
export interface AtSite {
  readonly windows?: ReadonlyArray<number>
  readonly names?: ReadonlyMap<number, string>
}

/** How often the places of a site can be filled at one meal, and the highest count accepted if no capacity is set. */
const sittings = 3
const mostWithoutPlaces = 2_000
const placesAt = { breakfast: "maxBreakfastCapacity", lunch: "maxLunchCapacity", dinner: "maxDinnerCapacity" } as const

/**
 * The highest head-count accepted for a meal: three sittings of the places that the site has for it on the day. Feeding
 * and counting more people than there are places is allowed; a number beyond this limit is a typing error.
 */
export const mostHeads = (
  windows: ReadonlyArray<Pick<Row<typeof SiteMealCapacity>, "clientId" | "startDate" | "endDate" | "isActive" | (typeof placesAt)[MealType]>>,
  { clientId, date, mealType }: { readonly clientId: number | null; readonly date: string; readonly mealType: MealType },
): { readonly places: number | null; readonly most: number } => {
  const places = windows
    .filter((window) => window.isActive && (clientId === null || window.clientId === clientId))
    .filter(({ startDate, endDate }) => startDate <= date && (endDate === null || endDate >= date))
    .reduce((sum, window) => sum + window[placesAt[mealType]], 0)
  return places === 0 ? { places: null, most: mostWithoutPlaces } : { places, most: places * sittings }
}

/** People who serve meals; the system itself may too. */
export const serves = (by: By) => by.person === null || holdsAny(by, ["operations.basic", "operations.supervise", "department.manage"])
/** People who may change a meal afterwards: level 6 and above, in operations. */
export const supervises = (by: By) => by.person === null || (by.level >= 6 && holdsAny(by, ["operations.supervise", "department.manage"]))

/**
 * The client whose people are counted: the one named, else the only one with a catering contract at the site on the
 * day, else none. Rejected if there are several. Spec: X-25.
 */
function* clientFed(known: ReadonlyArray<number>, siteId: number, named: number | null, date: string) {
  const contracts = yield* contractsAt(known, siteId, date)
  if (named !== null) yield* get(clients, named)
  const clientId = named ?? soleClient(contracts) ?? null
  if (clientId === null && contracts.length > 0) throw invalid("Client is required")
  return { clientId, contractId: contracts.find((contract) => contract.clientId === clientId)?.id ?? null }
}

function* count(
  known: ReadonlyArray<number>,
  { windows = [], names = new Map() }: AtSite,
  meals: Meals,
  date: string,
  by: By,
): CommandGenerator<ReadonlyArray<Change> | Outcome> {
  const { siteId, clientId = null, mealType, staffCount, reason = "", seen = null } = meals
  const site = yield* siteOf(siteId, by)
  if (staffCount < 0 || staffCount > 100_000) throw invalid("Staff count must be a whole number from 0 to 100000")
  const fed = yield* clientFed(known, site.id, clientId, date)
  const { places, most } = mostHeads(yield* all(...windows.map((id) => get(siteMealCapacities, id))), { clientId: fed.clientId, date, mealType })
  if (staffCount > most) {
    throw invalid(
      places === null
        ? `${staffCount} people at one meal exceed the limit of ${most} for sites without a capacity. Check the number, or set the site's capacity`
        : `${staffCount} people at ${mealType} exceed the limit of ${most}: the site has ${places} places and ${sittings} sittings. Check the number, or set the capacity`,
    )
  }
  const before = yield* find(staffFeedingRecords, { slot: countName(site.id, fed.clientId, date, mealType) })
  if (before && before.staffCount === staffCount && (meals.notes === "" || before.notes === meals.notes)) return unchanged(before.id)
  const isMoved = before && seen !== null && seen !== before.staffCount
  if (before && (reason === "" || isMoved)) {
    const counter = before.recordedBy === null ? "Field Office" : (names.get(before.recordedBy) ?? "another person")
    // a count of a device that arrives later: a person decides, with both numbers
    const other = isMoved ? ` This count says ${staffCount}, and corrects ${seen}.` : by.onDevice ? ` This count says ${staffCount}.` : ""
    throw conflict(`${capitalised(mealType)} was counted by ${counter}: ${before.staffCount}.${other} Correct it with a reason`)
  }
  const notes = before ? reason : meals.notes
  const opened = yield* unbilled(fed.contractId, date)
  if (before) return [staffFeedingRecords.at(before.id, MealsCorrected({ staffCount, notes, recordedBy: by.person })), ...opened]
  const facts = { siteId: site.id, clientId: fed.clientId, date, mealType, staffCount, notes, recordedBy: by.person }
  return [staffFeedingRecords.at(yield* newId(staffFeedingRecords), MealsRecorded(facts)), ...opened]
}

/**
 * Records today's count of a meal. A second count of the same meal is a correction: it requires a reason (409 without
 * one), and both stay in the history. `known` holds the ids of the catering contracts at the site.
 */
export const recordMeals = (known: ReadonlyArray<number>, at: AtSite = {}) =>
  command("staff_feeding.record", function* (meals: Meals, by) {
    if (!serves(by)) throw forbidden("Only operations can record meals")
    return yield* count(known, at, meals, by.today, by)
  })

/** The same of what is sent. */
export const recordMealsAsSent = (known: ReadonlyArray<number>, at: AtSite = {}) =>
  command("staff_feeding.record", function* ({ clientId, notes, reason, ...meals }: SentMeals, by) {
    const given = { ...meals, clientId: typeof clientId === "number" ? clientId : null, notes: notes ?? "", reason: reason ?? "" }
    return yield* recordMeals(known, at).decide(given, by)
  })

/** Records or corrects the count of an earlier day, with a reason; level 6 and above, until it is billed. Spec: NS-021. */
export const correctMeals = (known: ReadonlyArray<number>, at: AtSite = {}) =>
  command("staff_feeding.correct", function* ({ date, reason, ...meals }: Omit<Meals, "notes"> & { readonly date: string; readonly reason: string }, by) {
    if (!supervises(by)) throw forbidden("Only a supervisor can correct the meals of an earlier day")
    if (reason === "") throw invalid("Reason is required")
    if (date > by.today) throw invalid("Meals of a future day cannot be counted")
    return yield* count(known, at, { ...meals, notes: reason, reason }, date, by)
  })
