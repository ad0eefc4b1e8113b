/** How many people ate, counted at the canteen: one record a site, client, day and meal. Heads, not persons by name. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { act, type By, find, forbidden, get, invalid, newId, type Steps, unchanged } from "@ops/platform/records/act.ts"
import { BusinessDate, Line, Literals, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { clients } from "@ops/clients/client.ts"
import { siteOf } from "@ops/sites/site.ts"
import { contractsAt, soleClient } from "./catering-contract.ts"
import { unbilled } from "./meal-account.ts"

export const mealTypes = ["breakfast", "lunch", "dinner"] as const
export type MealType = (typeof mealTypes)[number]

const facts = {
  siteId: Ref("site"),
  /** whose people they are; null at a site where no client has a contract for catering */
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
    /** names the count, so that there is only one */
    slot: Line(),
  },
  {
    label: "Feeding record",
    title: "date || ' ' || meal_type",
    unique: [{ fields: ["slot"], sentence: "This meal is recorded already" }],
    indexes: [["date", "siteId"]],
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
}

/** People who serve meals; the system itself may too. */
export const serves = (by: By) => by.person === null || holdsAny(by, ["operations.basic", "operations.supervise", "department.manage"])
/** People whose word counts after the fact: level 6 and above, of operations. */
export const supervises = (by: By) => by.person === null || (by.level >= 6 && holdsAny(by, ["operations.supervise", "department.manage"]))

/**
 * Whose people a count is of: the client named, else the site's sole one with a contract for catering on the day, else
 * nobody's. Refused where several could be meant. Spec: X-25.
 */
function* clientFed(known: ReadonlyArray<number>, siteId: number, named: number | null, date: string) {
  const contracts = yield* contractsAt(known, siteId, date)
  if (named !== null) yield* get(clients, named)
  const clientId = named ?? soleClient(contracts) ?? null
  if (clientId === null && contracts.length > 0) throw invalid("Client is required")
  return { clientId, contractId: contracts.find((contract) => contract.clientId === clientId)?.id ?? null }
}

function* count(known: ReadonlyArray<number>, { siteId, clientId = null, mealType, staffCount, notes }: Meals, date: string, by: By): Steps<any> {
  const site = yield* siteOf(siteId, by)
  if (staffCount < 0 || staffCount > 100_000) throw invalid("Staff count must be a whole number from 0 to 100000")
  const fed = yield* clientFed(known, site.id, clientId, date)
  const before = yield* find(staffFeedingRecords, { slot: countName(site.id, fed.clientId, date, mealType) })
  if (before && before.staffCount === staffCount && before.notes === notes) return unchanged(before.id)
  const opened = yield* unbilled(fed.contractId, date)
  if (before) return [staffFeedingRecords.at(before.id, MealsCorrected({ staffCount, notes, recordedBy: by.person })), ...opened]
  const facts = { siteId: site.id, clientId: fed.clientId, date, mealType, staffCount, notes, recordedBy: by.person }
  return [staffFeedingRecords.at(yield* newId(staffFeedingRecords), MealsRecorded(facts)), ...opened]
}

/**
 * Records today's count of a meal; a second count of the same meal corrects the first and keeps both in the history.
 * `known` are the contracts for catering at the site, by id.
 */
export const recordMeals = (known: ReadonlyArray<number>) =>
  act("staff_feeding.record", function* (meals: Meals, by) {
    if (!serves(by)) throw forbidden("Only operations can record meals")
    return yield* count(known, meals, by.today, by)
  })

/** Records or corrects the count of an earlier day, with a reason; level 6 and above, until it is billed. Spec: NS-021. */
export const correctMeals = (known: ReadonlyArray<number>) =>
  act("staff_feeding.correct", function* ({ date, reason, ...meals }: Omit<Meals, "notes"> & { readonly date: string; readonly reason: string }, by) {
    if (!supervises(by)) throw forbidden("A supervisor corrects the meals of an earlier day")
    if (reason === "") throw invalid("Reason is required")
    if (date > by.today) throw invalid("Meals of a day to come cannot be counted")
    return yield* count(known, { ...meals, notes: reason }, date, by)
  })
