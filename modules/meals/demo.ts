/** Two months of head counts at three sites in the demo scenario: 247 heads today, 235 yesterday. */
import { Effect } from "effect"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { mealTypes, recordMeals } from "./staff-feeding.ts"

const today = [120, 85, 42]
const times = { breakfast: "07:30", lunch: "13:00", dinner: "19:00" }

export const cateringDemo = ({ as, act, chance, days }: Scenario) =>
  Effect.gen(function* () {
    for (const [index, day] of days.entries()) {
      const left = days.length - 1 - index
      for (const [site, heads] of today.entries()) {
        const fed = left === 0 ? heads : left === 1 ? heads - 4 : heads - chance.between(2, 8)
        for (const mealType of mealTypes) {
          // the day's largest meal is its head count; dinner of today may still be to come
          const staffCount = mealType === "lunch" || left === 0 ? fed : fed - chance.between(0, 6)
          const meals = { siteId: site + 1, mealType, staffCount, notes: "" }
          yield* act(`meals-${day}-${site}-${mealType}`, recordMeals, meals, as("FO-CEO-001", day, times[mealType]))
        }
      }
    }
  })
