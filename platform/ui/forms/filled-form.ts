/** The schema of a form field that is empty at first and must be filled in. */
import type { Schema } from "effect"

/** A field whose check rejects `undefined`: the submitted value is present, while the input may still be empty. */
export const filled = <Value, Typed>(field: Schema.Codec<Value, Typed>) => field as Schema.Codec<Exclude<Value, undefined>, Typed>
