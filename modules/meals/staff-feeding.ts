/** How many people ate, counted at the canteen: one record a site, day and meal. Heads, not persons by name. */
import { act, find, forbidden, invalid, newId } from "@ops/platform/records/act.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { BusinessDate, Literals, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { siteOf } from "@ops/sites/site.ts"

export const mealTypes = ["breakfast", "lunch", "dinner"] as const

const facts = {
  siteId: Ref("site"),
  date: BusinessDate,
  mealType: Literals(...mealTypes),
  staffCount: Whole,
  notes: Text(500),
  recordedBy: Optional(Ref("person")),
}
export const StaffFeedingRecord = record("staff_feeding_record", facts, {
  label: "Feeding record",
  title: "date || ' ' || meal_type",
  unique: [{ fields: ["siteId", "date", "mealType"], sentence: "This meal is recorded already" }],
  indexes: [["date"]],
})
export const MealsRecorded = event("MealsRecorded", 1, facts, ({ mealType, staffCount }) => `${staffCount} fed at ${mealType}`)
export const MealsCorrected = event(
  "MealsCorrected",
  1,
  { staffCount: Whole, notes: Text(500), recordedBy: Optional(Ref("person")) },
  ({ staffCount }) => `Count corrected to ${staffCount}`,
)
export const staffFeedingRecords = stream(StaffFeedingRecord, MealsRecorded, MealsCorrected).fold({
  MealsRecorded: (_, recorded) => recorded,
  MealsCorrected: (meals, corrected) => ({ ...meals, ...corrected }),
})

export interface Meals {
  readonly siteId: number | string
  readonly mealType: (typeof mealTypes)[number]
  readonly staffCount: number
  readonly notes: string
}

/** Records today's count of a meal; a second count of the same meal corrects the first and keeps both in the history. */
export const recordMeals = act("staff_feeding.record", function* ({ siteId, mealType, staffCount, notes }: Meals, by) {
  if (by.person !== null && !holdsAny(by, ["operations.basic", "operations.supervise", "department.manage"]))
    throw forbidden("Only operations can record meals")
  const site = yield* siteOf(siteId, by)
  if (staffCount < 0 || staffCount > 100_000) throw invalid("Staff count must be a whole number from 0 to 100000")
  const known = yield* find(staffFeedingRecords, { siteId: site.id, date: by.today, mealType })
  if (known) return [staffFeedingRecords.at(known.id, MealsCorrected({ staffCount, notes, recordedBy: by.person }))]
  const id = yield* newId(staffFeedingRecords)
  return [staffFeedingRecords.at(id, MealsRecorded({ siteId: site.id, date: by.today, mealType, staffCount, notes, recordedBy: by.person }))]
})
