/** Which text can be kept. */
import { Schema } from "effect"

/** Refuses what Postgres cannot store: NUL characters and lone surrogates. */
export const wellFormed = Schema.makeFilter((text: string) =>
  text.includes("\0") || !text.isWellFormed() ? "Text has characters that cannot be stored" : undefined,
)
