/** A head-count as it is sent. Pure: a device reads what it has signed by it. */
import { Schema } from "effect"
import { wholeInput } from "@ops/platform/decimal-input.ts"
import { IdInput, OneOf, SiteGiven, TextInput } from "@ops/platform/http/inputs.ts"
import { mealTypes } from "./staff-feeding.ts"

export const Chosen = (message: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), IdInput(message)])))
export const Reason = Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 })))
export const Notes = Schema.optional(Schema.NullOr(TextInput("Notes", { most: 500 })))

export const MealsInput = Schema.Struct({
  siteId: SiteGiven,
  clientId: Chosen("Client must be one of the list"),
  mealType: OneOf("Meal type", ...mealTypes),
  staffCount: wholeInput("Staff count must be a whole number", 999_999),
  notes: Notes,
  /** required if the meal is already counted and the count changes */
  reason: Reason,
  /** the count that is corrected, as the person saw it: it is rejected if there is another one by now */
  seen: Schema.optional(Schema.NullOr(Schema.Int)),
})
