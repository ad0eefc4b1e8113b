/** Schemas shared by the contracts of sales and marketing. */
import { Schema, SchemaGetter } from "effect"
import { isDate } from "@ops/platform/calendar.ts"
import { wholeInput } from "@ops/platform/decimal-input.ts"
import { DateInput, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"

export const Text = Schema.NullOr(Schema.String)
export const Whole = Schema.NullOr(Schema.Int)
export const kept = { version: Schema.Int, createdAt: Schema.String, updatedAt: Schema.String }
export const UserNamed = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))

/** Optional text; it can be cleared. */
export const line = (field: string, most = 200) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
export const day = (field: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), DateInput(field)])))
export const Amount = (field: string) => MoneyInput(`${field} must be a number with at most two decimals`)
export const Reason = TextInput("Reason", { required: true, most: 500 })
/** A whole number, or its digits. */
export const WholeInput = (field: string) => wholeInput(`${field} must be a whole number`)

const local = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/
/** Converts text to an instant; a time without a zone is in Juba, two hours ahead of UTC for every year accepted. Undefined if invalid. */
const instantOf = (text: string): string | undefined => {
  const zonedText = zoned.test(text) ? text : local.test(text) ? `${text.length === 10 ? `${text}T00:00` : text}+02:00` : undefined
  if (zonedText === undefined || !isDate(text.slice(0, 10))) return undefined
  const time = Date.parse(zonedText)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
/** A date and time in a payload: 2026-11-21T10:30, in Juba unless it has a zone. */
export const InstantInput = (field: string) =>
  Schema.String.check(
    Schema.makeFilter((text) =>
      text.trim() === ""
        ? `${field} is required`
        : instantOf(text.trim()) === undefined
          ? `${field} must be a day and time such as 2026-11-21T10:30`
          : undefined,
    ),
  ).pipe(
    Schema.decodeTo(Schema.String, {
      decode: SchemaGetter.transform((text: string) => instantOf(text.trim())!),
      encode: SchemaGetter.transform((text: string) => text),
    }),
  )
