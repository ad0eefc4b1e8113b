/** Parses the time of a meal: a day and an hour in Juba, from any of the accepted formats. */
import { Schema, SchemaGetter } from "effect"
import { dateOf, instantIn, isDate } from "@ops/platform/calendar.ts"

export interface MealTime {
  /** the business day, in Juba */
  readonly date: string
  /** the instant; null if only the day was given */
  readonly at: string | null
}

const form = /^\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-][01]\d:?[0-5]\d)?)?$/

/** Parses a day, a date and time in Juba, or an instant; undefined for anything else. */
export const parseMealTime = (text: string): MealTime | undefined => {
  const found = form.exec(text)
  if (!found || !isDate(text.slice(0, 10))) return undefined
  const [, time, , , , offset] = found
  if (time === undefined) return { date: text, at: null }
  const at = offset === undefined ? instantIn(text.slice(0, 19)) : new Date(text).toISOString()
  return { date: dateOf(at), at }
}

/** A day or a date and time in a payload. */
export const MealTimeInput = (message: string) =>
  Schema.String.check(Schema.makeFilter((text) => (parseMealTime(text) ? undefined : message))).pipe(
    Schema.decodeTo(Schema.Struct({ date: Schema.String, at: Schema.NullOr(Schema.String) }), {
      decode: SchemaGetter.transform((text: string) => parseMealTime(text)!),
      encode: SchemaGetter.transform(({ date, at }: MealTime) => at ?? date),
    }),
  )
