/**
 * Rows in Postgres's own text format: a row literal, and an array of row literals. Postgres parses them directly into the column types, which is
 * cheaper than JSON.
 */

const control = /[^ -\uffff]/
const special = /["\\(),\s]/

/** JSON quoting also works in Postgres, except for control characters, which JSON writes as escapes with letters. */
const quoted = (text: string) => (control.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(text))

const field = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value === "" || special.test(value) ? quoted(value) : value
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value)
}

/** A row literal. Objects become JSON, undefined becomes null. */
export const rowLiteral = (values: ReadonlyArray<unknown>): string => {
  let text = ""
  for (const value of values) text += `${text === "" ? "(" : ","}${field(value)}`
  return `${text})`
}

/** An array of rows, each made by {@link rowLiteral}. */
export const rowsLiteral = (rows: ReadonlyArray<string>): string => `{${rows.map(quoted).join(",")}}`

/** The value of a field of any row. */
export const fieldValue = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
