/**
 * Rows as Postgres writes them: the text of an array of a row type. It reads them straight into the types of the columns,
 * which costs it less than JSON.
 */

const control = /[^ -\uffff]/
const special = /["\\(),\s]/

/** In quotes for the row, which stand in the quotes of the array. JSON's are those of Postgres too, but for control characters. */
const quoted = (text: string) =>
  control.test(text) ? `\\"${text.replace(/["\\]/g, "\\\\\\$&")}\\"` : JSON.stringify(JSON.stringify(text)).slice(1, -1)

const field = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value === "" || special.test(value) ? quoted(value) : value
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value)
}

/** One row, as it stands in an array. Objects are JSON, what is missing is null. */
export const rowLiteral = (values: ReadonlyArray<unknown>): string => {
  let text = '"('
  for (let n = 0; n < values.length; n++) text += n === 0 ? field(values[n]) : `,${field(values[n])}`
  return `${text})"`
}

/** An array of rows, each as {@link rowLiteral} gives it. */
export const rowsLiteral = (rows: ReadonlyArray<string>): string => `{${rows.join(",")}}`
