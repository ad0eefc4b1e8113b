/** What a form's schema says of a field that begins empty and must not stay so. */
import type { Schema } from "effect"

/** A field whose check refuses `undefined`: what is sent has a value, while what is typed may not have one yet. */
export const filled = <Value, Typed>(field: Schema.Codec<Value, Typed>) => field as Schema.Codec<Exclude<Value, undefined>, Typed>
