/** A file that hangs on a record: which one, and its print, so that the record's event says what the file was. */
import { Schema } from "effect"

export const Receipt = Schema.Struct({ id: Schema.Int, name: Schema.String, type: Schema.String, size: Schema.Int, sha256: Schema.String })
export type Receipt = typeof Receipt.Type
