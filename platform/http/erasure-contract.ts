/** How an erasure is requested, and what is shown before it. */
import { Schema } from "effect"
import { TextInput } from "./contract.ts"

export const ErasureInput = Schema.Struct({
  /** stays in the log: it must not say again what is erased */
  reason: TextInput("Reason", { required: true, most: 500 }),
  /** the number of whoever is erased, typed again */
  confirm: TextInput("Confirmation", { required: true, most: 100 }),
})

export const ErasureAnswer = Schema.Struct({
  fields: Schema.Array(Schema.String),
  /** how many events of the log can no longer be read in full */
  events: Schema.Int,
  /** positions of events from before personal data was encrypted; where there are any, it is refused */
  inClear: Schema.Array(Schema.Int),
})
