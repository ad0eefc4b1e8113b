/** The rows of a spreadsheet, and the mapping of its columns to fields. Without dependencies, so that browser and command line share it. */
import type { InputField } from "../http/resources/input-fields.ts"
import { count, wordOf } from "../text.ts"

/** A cell of a file: a date in a spreadsheet is a `Date` at midnight UTC. */
export type Cell = string | number | boolean | Date | null
export interface TableRow {
  /** its line in the file, from 1 */
  readonly line: number
  readonly cells: ReadonlyArray<Cell>
}
export interface Table {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<TableRow>
}

/** A file that cannot be read; the message says in one sentence what to do. */
export class FileFault extends Error {}

/** A field of a record that can be imported: its input, and alternative headers in files. */
export interface ImportField extends InputField {
  readonly headers?: ReadonlyArray<string>
}
/** The field name by column header; empty for a column without a field. */
export type Mapping = Readonly<Record<string, string>>

/** The maximum number of rows in a file. */
export const mostRows = 100_000
/** The number of rows searched for the header, which may follow titles and print dates. */
const headerWithin = 10

/** A normalised header, equal for different spellings: "Unit Cost (USD)" and "unit_cost". */
export const headerKey = (header: string) =>
  header
    .toLowerCase()
    .replace(/\(.*?\)/g, "")
    .replace(/[^\p{L}\p{N}]/gu, "")

const isEmpty = (cell: Cell | undefined) => cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "")
const textOfCell = (cell: Cell | undefined) => (isEmpty(cell) ? "" : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim())

const namesOf = ({ name, label, headers = [] }: ImportField) => [name, label, name.replace(/Id$/, ""), ...headers].map(headerKey)

/** The field for each header, if there is one: by an earlier choice, otherwise by the field's name, label or alternative headers. */
export const mappingOf = (headers: ReadonlyArray<string>, fields: ReadonlyArray<ImportField>, chosen: Mapping = {}): Mapping => {
  const taken = new Set<string>()
  return Object.fromEntries(
    headers.map((header) => {
      const before = chosen[headerKey(header)]
      const field = before ?? fields.find((field) => namesOf(field).includes(headerKey(header)))?.name ?? ""
      if (taken.has(field) || !fields.some(({ name }) => name === field)) return [header, ""]
      taken.add(field)
      return [header, field]
    }),
  )
}

/** The table in a grid of cells. Its header is the row that matches most fields; rows above it are left out. Throws a `FileFault`. */
export const tableOf = (grid: ReadonlyArray<ReadonlyArray<Cell>>, fields: ReadonlyArray<ImportField>): Table => {
  const known = new Set(fields.flatMap(namesOf))
  const score = (cells: ReadonlyArray<Cell>) => cells.filter((cell) => known.has(headerKey(textOfCell(cell)))).length
  const scores = grid.slice(0, headerWithin).map(score)
  const best = Math.max(0, ...scores)
  const at = best > 0 ? scores.indexOf(best) : grid.findIndex((cells) => cells.some((cell) => !isEmpty(cell)))
  if (at < 0) throw new FileFault("The file is empty. Its first row must name the columns")
  const titles = grid[at]!.map(textOfCell)
  const used = titles.flatMap((title, n) => (title === "" ? [] : [n]))
  const headers = used.map((n) => titles[n]!)
  const twice = headers.find((header, n) => headers.findIndex((other) => headerKey(other) === headerKey(header)) < n)
  if (twice !== undefined) throw new FileFault(`Two columns are called "${twice}". Rename or remove one of them`)
  const unnamed = grid.slice(at + 1).findIndex((cells) => cells.some((cell, n) => !isEmpty(cell) && !used.includes(n)))
  if (unnamed >= 0) throw new FileFault(`Line ${at + 2 + unnamed} has a value in a column without a header. Give the column a header or empty it`)
  const rows = grid.flatMap((cells, n): ReadonlyArray<TableRow> => {
    if (n <= at) return []
    const own = used.map((n) => cells[n] ?? null)
    return own.every(isEmpty) ? [] : [{ line: n + 1, cells: own }]
  })
  // files put together from several, or printed page by page
  const again = rows.find(({ cells }) => cells.every((cell, n) => textOfCell(cell) === headers[n]))
  if (again) throw new FileFault(`Line ${again.line} repeats the header. Delete it`)
  if (rows.length === 0) throw new FileFault("The file has a header and no rows below it")
  if (rows.length > mostRows) throw new FileFault(`The file has ${count(rows.length, "row")}; ${mostRows} at most can be imported at a time. Split it`)
  return { headers, rows }
}

/** The order of day and month in a date such as 03/04/2026. */
export type DayOrder = "dmy" | "mdy"

const numericDay = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
/** The only possible date order in a column; undefined if both are possible. Throws a `FileFault` if the dates contradict each other. */
export const dayOrderOf = (cells: ReadonlyArray<Cell>): DayOrder | undefined => {
  const days = cells.map((cell) => numericDay.exec(textOfCell(cell)))
  const dayFirst = days.find((day) => day && Number(day[1]) > 12)
  const monthFirst = days.find((day) => day && Number(day[2]) > 12)
  if (dayFirst && monthFirst) throw new FileFault(`${dayFirst[0]} and ${monthFirst[0]} are in one column. Write all dates as 2026-11-21`)
  return dayFirst ? "dmy" : monthFirst ? "mdy" : undefined
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const two = (text: string | number) => String(text).padStart(2, "0")

/** A date in the format of the calls. */
const dayOf = (cell: Cell, label: string, order: DayOrder | undefined): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const text = textOfCell(cell)
  const [, first, second, year] = numericDay.exec(text) ?? []
  if (first !== undefined && second !== undefined) {
    if (order === undefined && first !== second) {
      throw new FileFault(`${label} ${text} can be read in two ways. Write ${year}-${two(second)}-${two(first)} or ${year}-${two(first)}-${two(second)}`)
    }
    const [day, month] = order === "mdy" ? [second, first] : [first, second]
    return `${year}-${two(month)}-${two(day)}`
  }
  const [, date, name = "", of] = /^(\d{1,2})[ -]([A-Za-z]{3})[A-Za-z]*[ -](\d{4})$/.exec(text) ?? []
  const month = months.indexOf(name.toLowerCase())
  return date !== undefined && month >= 0 ? `${of}-${two(month + 1)}-${two(date)}` : text
}

/** A number in the format of the calls: without spaces, currency and thousands separators. Ambiguous numbers are rejected. */
const numberOf = (cell: Cell, label: string, decimals: number): string => {
  if (typeof cell === "number") {
    // spreadsheets use binary floating point: 0.1 + 0.2 means 0.3
    const rounded = cell.toFixed(decimals)
    return Math.abs(Number(rounded) - cell) < 1e-9 * Math.max(1, Math.abs(cell)) ? rounded : String(cell)
  }
  const text = textOfCell(cell)
    .replace(/^(USD|SSP|\$|£)\s*|\s*(USD|SSP)$/gi, "")
    .replace(/[\s\u00a0\u202f']/g, "")
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(",", "")
  if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(text) || /^-?\d{1,3}(\.\d{3}){2,}$/.test(text)) return text.replaceAll(".", "").replace(",", ".")
  if (/^-?\d+,\d+$/.test(text)) throw new FileFault(`${label} ${text} can be read in two ways. Write ${text.replace(",", ".")} or ${text.replace(",", "")}`)
  return text
}

const yes = ["yes", "y", "true", "1", "x"]
const no = ["no", "n", "false", "0", ""]

/** The value of a field as its call takes it; undefined if the cell is empty. Throws a `FileFault`. */
export const valueOf = (field: ImportField, cell: Cell, order?: DayOrder): string | number | boolean | undefined => {
  const { kind, label, words = [], names = {} } = field
  if (isEmpty(cell)) return undefined
  const text = textOfCell(cell)
  switch (kind) {
    case "money":
    case "rate":
      return numberOf(cell, label, 2)
    case "quantity":
      return numberOf(cell, label, 3)
    case "whole": {
      const number = numberOf(cell, label, 0)
      return /^-?\d{1,15}(\.0+)?$/.test(number) ? Number(number) : number
    }
    case "days": {
      const number = Number(numberOf(cell, label, 2))
      return Number.isNaN(number) ? text : number
    }
    case "date":
    case "birthDate":
      return dayOf(cell, label, order)
    case "flag": {
      if (typeof cell === "boolean") return cell
      if (yes.includes(text.toLowerCase())) return true
      if (no.includes(text.toLowerCase())) return false
      throw new FileFault(`${label} must be yes or no`)
    }
    case "choice": {
      const meant = headerKey(text)
      return words.find((word) => [word, wordOf(word), names[word] ?? word].some((name) => headerKey(name) === meant)) ?? text
    }
    default:
      return text
  }
}

/** A row to be sent: its values by field, and the errors of unreadable cells. */
export interface ImportRow {
  readonly line: number
  readonly values: Readonly<Record<string, string | number | boolean>>
  readonly fault?: string
}

/** The rows of a table according to a mapping. `orders` is the date order by field, for columns where both are possible. */
export const rowsOf = (
  { headers, rows }: Table,
  fields: ReadonlyArray<ImportField>,
  mapping: Mapping,
  orders: Readonly<Record<string, DayOrder | undefined>> = {},
): ReadonlyArray<ImportRow> => {
  const columns = headers.flatMap((header, n) => {
    const field = fields.find(({ name }) => name === mapping[header])
    if (!field) return []
    const isDay = field.kind === "date" || field.kind === "birthDate"
    return [{ field, n, order: isDay ? (dayOrderOf(rows.map(({ cells }) => cells[n] ?? null)) ?? orders[field.name]) : undefined }]
  })
  return rows.map(({ line, cells }) => {
    const values: Record<string, string | number | boolean> = {}
    const faults: Array<string> = []
    for (const { field, n, order } of columns) {
      try {
        const value = valueOf(field, cells[n] ?? null, order)
        if (value !== undefined) values[field.name] = value
      } catch (error) {
        if (!(error instanceof FileFault)) throw error
        values[field.name] = textOfCell(cells[n])
        faults.push(error.message)
      }
    }
    return { line, values, ...(faults.length > 0 && { fault: faults.join(". ") }) }
  })
}

/** A row with some cells replaced by texts that a person entered, by field. */
export const editedRow = (row: ImportRow, fields: ReadonlyArray<ImportField>, edits: Readonly<Record<string, string>>): ImportRow => {
  const edited = fields.filter(({ name }) => name in edits)
  if (edited.length === 0) return row
  const texts = Object.fromEntries(fields.map(({ name }) => [name, edits[name] ?? row.values[name] ?? null]))
  const { line, values, fault } = rowsOf(
    { headers: fields.map(({ name }) => name), rows: [{ line: row.line, cells: fields.map(({ name }) => texts[name] ?? null) }] },
    fields,
    Object.fromEntries(fields.map(({ name }) => [name, name])),
  )[0]!
  return { line, values, ...(fault !== undefined && { fault }) }
}

/** The required fields without a column. */
export const missingFields = (fields: ReadonlyArray<ImportField>, mapping: Mapping): ReadonlyArray<ImportField> => {
  const held = new Set(Object.values(mapping))
  return fields.filter(({ name, required }) => required && !held.has(name))
}
