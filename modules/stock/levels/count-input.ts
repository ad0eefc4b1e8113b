/** A count at a site as it is sent: the quantity on hand of each counted item. Pure: a device reads what it has signed by it. */
import { Schema } from "effect"
import { IdInput, SiteGiven, TextInput } from "@ops/platform/http/inputs.ts"
import { QuantityInput } from "@ops/platform/quantity.ts"

export const line = { stockItemId: IdInput("Stock item is required"), quantity: QuantityInput }

export const CountInput = Schema.Struct({
  siteId: SiteGiven,
  lines: Schema.Array(Schema.Struct(line)).check(
    Schema.isMinLength(1, { message: "Enter at least one count" }),
    Schema.isMaxLength(500, { message: "A count can have 500 items at most. Create another one for the rest" }),
  ),
  note: Schema.optional(TextInput("Note", { most: 200 })),
})
