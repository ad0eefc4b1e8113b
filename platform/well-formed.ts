/** Which text can be stored. */
import { Schema } from "effect"

/** The error for text that Postgres cannot store: NUL characters and lone surrogates. */
export const unstorable = (text: string) => (text.includes("\0") || !text.isWellFormed() ? "Text has characters that cannot be stored" : undefined)

export const wellFormed = Schema.makeFilter(unstorable)
