/** Code that the forms about head-counts share. */
import { metricsPath } from "@ops/platform/ui/data/inbox-path.ts"
import { Schema } from "effect"
import { pathsOf } from "../../web/client.ts"

/** The lists that a head-count changes. */
export const feedingLists = [...pathsOf("GET /api/staff-feeding", "GET /api/meal-tiles", "GET /api/daily-meal-summaries"), metricsPath]

export const mealOptions = [
  { value: "breakfast", label: "Breakfast" },
  { value: "lunch", label: "Lunch" },
  { value: "dinner", label: "Dinner" },
]

export const Heads = Schema.Number.annotate({ message: "Staff count must be a whole number" }).check(
  Schema.makeFilter((heads) => (Number.isInteger(heads) && heads >= 0 && heads <= 100_000 ? undefined : "Staff count must be a whole number from 0 to 100000")),
)
