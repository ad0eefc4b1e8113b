/** Runs the checks of the fields of events and of the input of commands, whoever gives them. */
import { Schema } from "effect"
import { tooLarge } from "../decimal-input.ts"
import { sentencesOf } from "../faults.ts"
import { mostCents } from "../money.ts"
import { describedAs, labelIn } from "./field.ts"
import { invalid } from "./rejection.ts"

/** No number is larger than the largest amount, also in parts whose numbers have no kind of their own. */
const largest = tooLarge(mostCents, 100)
const hasTooLarge = (value: unknown): boolean =>
  typeof value === "number" ? largest(value) !== undefined : typeof value === "object" && value !== null && Object.values(value).some(hasTooLarge)

/**
 * Checks values of these fields: answers them without any key that is no field, or throws a Rejection that names every fault.
 */
export const checkOf = <const Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const schema = Schema.toType(Schema.Struct(fields)) as unknown as Schema.Codec<Schema.Struct.Type<Fields>>
  const structured = Object.entries(fields).flatMap(([name, field]) => (describedAs(field).sql === "jsonb" ? [name] : []))
  // made at their first use: a process meets few of all the events
  let check: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  let detailed: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  return (value: unknown): Schema.Struct.Type<Fields> => {
    let checked: Schema.Struct.Type<Fields>
    try {
      checked = (check ??= Schema.decodeUnknownSync(schema))(value)
    } catch {
      try {
        // the first pass ends at the first fault and is quick; this one finds them all
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
