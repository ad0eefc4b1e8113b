/** What the forms about head counts share. */
import { Schema } from "effect"

/** What a head count moves. */
export const feedingLists = ["/api/staff-feeding", "/api/meal-tiles", "/api/daily-meal-summaries", "/api/dashboard/metrics"]

export const mealOptions = [
  { value: "breakfast", label: "Breakfast" },
  { value: "lunch", label: "Lunch" },
  { value: "dinner", label: "Dinner" },
]

export const Heads = Schema.Number.annotate({ message: "Staff count must be a whole number" }).check(
  Schema.makeFilter((heads) => (Number.isInteger(heads) && heads >= 0 && heads <= 100_000 ? undefined : "Staff count must be a whole number from 0 to 100000")),
)
