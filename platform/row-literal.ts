/**
 * Rows as Postgres writes them: the text of a row type, and of an array of rows. It reads them straight into the types of the
 * columns, which costs it less than JSON.
 */

const control = /[^ -\uffff]/
const special = /["\\(),\s]/

/** JSON's quotes are those of Postgres too, but for control characters, which JSON writes as letters. */
const quoted = (text: string) => (control.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(text))

const field = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value === "" || special.test(value) ? quoted(value) : value
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value)
}

/** One row. Objects are JSON, what is missing is null. */
export const rowLiteral = (values: ReadonlyArray<unknown>): string => {
  let text = ""
  for (const value of values) text += `${text === "" ? "(" : ","}${field(value)}`
  return `${text})`
}

/** An array of rows, each as {@link rowLiteral} gives it. */
export const rowsLiteral = (rows: ReadonlyArray<string>): string => `{${rows.map(quoted).join(",")}}`

/** The value of a field of any row. */
export const fieldValue = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
