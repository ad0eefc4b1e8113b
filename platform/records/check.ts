/** Runs the checks declared by the fields of events and of command input, whatever their source. */
import { Schema } from "effect"
import { tooLarge } from "../decimal-input.ts"
import { sentencesOf } from "../faults.ts"
import { mostCents } from "../money.ts"
import { describedAs, labelIn } from "./field.ts"
import { invalid } from "./rejection.ts"

/** No number may exceed the largest amount, including numbers inside structured values that have no kind of their own. */
const largest = tooLarge(mostCents, 100)
const hasTooLarge = (value: unknown): boolean =>
  typeof value === "number" ? largest(value) !== undefined : typeof value === "object" && value !== null && Object.values(value).some(hasTooLarge)

/** Makes the check for these fields: it returns the values without unknown keys, or throws a Rejection that lists every error. */
export const checkOf = <const Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const schema = Schema.toType(Schema.Struct(fields)) as unknown as Schema.Codec<Schema.Struct.Type<Fields>>
  const structured = Object.entries(fields).flatMap(([name, field]) => (describedAs(field).sql === "jsonb" ? [name] : []))
  // compiled at first use: a process meets only a few of all the events
  let check: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  let detailed: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  return (value: unknown): Schema.Struct.Type<Fields> => {
    let checked: Schema.Struct.Type<Fields>
    try {
      checked = (check ??= Schema.decodeUnknownSync(schema))(value)
    } catch {
      try {
        // the first pass stops at the first error and is fast; this one collects them all
        checked = (detailed ??= Schema.decodeUnknownSync(schema, { errors: "all" }))(value)
      } catch (error) {
        if (!(error instanceof Schema.SchemaError)) throw error
        throw invalid(sentencesOf(error, (name) => labelIn(fields, name)))
      }
    }
    const fault = structured.find((name) => hasTooLarge(checked[name as keyof typeof checked]))
    if (fault !== undefined) throw invalid(`${labelIn(fields, fault)} has an amount that is too large: an amount ${largest(Infinity)}`)
    return checked
  }
}
