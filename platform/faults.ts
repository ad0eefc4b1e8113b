/** Error messages for invalid values, one sentence per field that a person can act on. */
import { type Schema, SchemaIssue } from "effect"
import { faultOn, labelOf } from "./text.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The sentences for a schema's errors. A message that begins with a verb is prefixed with the name of its field: "must not be negative". */
export const sentencesOf = (error: { readonly issue: Schema.SchemaError["issue"] }, label: (field: string) => string = labelOf): string => {
  const sentences = issuesOf(error.issue).issues.map(({ message, path = [] }) => {
    const field = path.findLast((key) => typeof key === "string")
    if (message.startsWith("Missing key")) return `${field === undefined ? "A field" : labelOf(field)} is required`
    if (!message.startsWith("Expected ")) return faultOn(field === undefined ? "It" : label(String(field)), message)
    return field === undefined ? "The request must be a JSON object with the fields of this call" : `${label(field)} is not valid`
  })
  return [...new Set(sentences)].join(". ") || "The request could not be read"
}
