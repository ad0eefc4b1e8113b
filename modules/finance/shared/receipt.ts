/** A file that is attached to a record: which one, and its hash, so that the record's event identifies the file. */
import { Schema } from "effect"

export const Receipt = Schema.Struct({ id: Schema.Int, name: Schema.String, type: Schema.String, size: Schema.Int, sha256: Schema.String })
export type Receipt = typeof Receipt.Type
