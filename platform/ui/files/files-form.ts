/** The schema of a form's file field. */
import { Schema } from "effect"

/** The ids of uploaded files; a file still uploading, or failed, is 0 in the list. */
export const Files = Schema.Array(Schema.Finite).check(
  Schema.makeFilter((ids) => (ids.includes(0) ? "Wait until every file is uploaded, or remove the failed one" : undefined)),
)
