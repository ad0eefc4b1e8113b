/** A history as returned by the calls: events in plain words, who caused them and when, and what each changed. */
import { Schema } from "effect"

export const HistoryAnswer = Schema.Array(
  Schema.Struct({
    position: Schema.Int,
    at: Schema.String,
    /** when it arrived, if it was done on a device */
    recordedAt: Schema.optionalKey(Schema.String),
    by: Schema.String,
    via: Schema.String,
    type: Schema.String,
    text: Schema.String,
    changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Schema.String, to: Schema.String })),
  }).annotate({ identifier: "HistoryEvent" }),
)
