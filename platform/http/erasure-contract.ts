/** How an erasure is requested, and what is shown before it. */
import { Schema } from "effect"
import { erasureFields } from "../records/field.ts"
import { payloadOf } from "./resources/wire.ts"

export const ErasureInput = payloadOf(erasureFields)

export const ErasureAnswer = Schema.Struct({
  fields: Schema.Array(Schema.String),
  /** how many events of the log can no longer be read in full */
  events: Schema.Int,
  /** positions of events from before personal data was encrypted; where there are any, it is refused */
  inClear: Schema.Array(Schema.Int),
}).annotate({ identifier: "Erasure" })
