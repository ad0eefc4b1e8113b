/** What a form's schema says of a field of files. */
import { Schema } from "effect"

/** The ids of files that have arrived; a file that is still under way, or did not arrive, is in the list as 0. */
export const Files = Schema.Array(Schema.Finite).check(
  Schema.makeFilter((ids) => (ids.includes(0) ? "Wait until every file has arrived, or remove the one that did not" : undefined)),
)
