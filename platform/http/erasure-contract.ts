/** How an erasure is requested, and what is shown before it. */
import { Schema } from "effect"
import { erasureFields } from "../records/field.ts"
import { payloadOf } from "./resources/wire.ts"

export const ErasureInput = payloadOf(erasureFields)

export const ErasureAnswer = Schema.Struct({
  fields: Schema.Array(Schema.String),
  /** number of events in the log that will no longer be readable in full */
  events: Schema.Int,
  /** positions of events from before personal data was encrypted; if there are any, the erasure is rejected */
  inClear: Schema.Array(Schema.Int),
}).annotate({ identifier: "Erasure" })
