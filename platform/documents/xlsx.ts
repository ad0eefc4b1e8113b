import type { Cell, SheetData } from "write-excel-file/node"
import { type Column, type Row, siteTimeZone, valueAt, wallClock } from "../lists/column.ts"
import { textOf } from "../text.ts"

/** Excel's own limit for the text of one cell. */
const longestText = 32_767

/** The escape of one character in the file format. */
const escaped = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`

/**
 * Text as stored in the file format. Text that looks like an escape is escaped itself, and so is the first letter of a word such as "constructor",
 * which the writer's string table mistakes for an existing key.
 */
const kept = (text: string) => {
  const whole = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
  const plain = whole.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
  return plain in {} ? escaped(plain[0]!) + plain.slice(1) : plain
}

const text = (value: unknown): Cell => ({ value: kept(textOf(value)), type: String, format: "@" })

/** A number, unless it exceeds the 15 digits of a spreadsheet: then it is written as text. */
const figure = (value: unknown, format: string): Cell => {
  const written = textOf(value)
  const exact = /^-?\d+(\.\d+)?$/.test(written) && written.replace(/^-?0*|\./g, "").length <= 15
  return exact ? { value: Number(written), type: Number, format } : text(written)
}

const onCalendar = (written: string, format: string): Cell =>
  /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(written)
    ? { value: new Date(written.length === 10 ? written : `${written.replace(" ", "T")}Z`), type: Date, format }
    : text(written)

const cell = (kind: Column["kind"], value: unknown, timeZone: string): Cell => {
  if (value === null || value === undefined || value === "") return null
  switch (kind) {
    case "money":
      return figure(value, "#,##0.00")
    case "integer":
      return figure(value, "0")
    case "date":
      return onCalendar(textOf(value).slice(0, 10), "yyyy-mm-dd")
    case "instant":
      return onCalendar(wallClock(value, timeZone), "yyyy-mm-dd hh:mm:ss")
    case "text":
      return text(value)
  }
}

const widths = { integer: 10, money: 18, date: 12, instant: 20 }

const widthOf = ({ kind, title, key, width }: Column, rows: readonly Row[]) => {
  if (width !== undefined) return width
  const content = kind === "text" ? rows.reduce((most, row) => Math.max(most, textOf(valueAt(row, key)).length), 8) : widths[kind]
  return Math.min(60, Math.max(content, title.length) + 2)
}

/** A sheet name that Excel accepts: at most 31 characters, none of `[]/\:*?`, no apostrophe at the ends. */
const sheetNamed = (name: string) =>
  name
    .replace(/[[\]/\\:*?]/g, "-")
    .slice(0, 31)
    .replace(/^'+|'+$/g, "")
    .trim() || "Sheet"

/**
 * Rows as a workbook of one sheet with a bold, frozen header. Money and integers are numbers (money with two decimals), dates are dates, text stays
 * text and is never a formula. Spreadsheets have no time zones: instants are local times of `timeZone`, which the column title states.
 */
export const toXlsx = async (
  sheetName: string,
  columns: readonly Column[],
  rows: readonly Row[],
  { timeZone = siteTimeZone }: { readonly timeZone?: string } = {},
): Promise<Uint8Array> => toWorkbook([{ name: sheetName, columns, rows }], { timeZone })

/** The same with several sheets, in order. */
export const toWorkbook = async (
  sheets: ReadonlyArray<{ readonly name: string; readonly columns: readonly Column[]; readonly rows: readonly Row[] }>,
  { timeZone = siteTimeZone }: { readonly timeZone?: string } = {},
): Promise<Uint8Array> => {
  const { default: writeXlsxFile } = await import("write-excel-file/node")
  const made = sheets.map(({ name, columns, rows }) => {
    const titled = columns.map((column) => (column.kind === "instant" ? { ...column, title: `${column.title} (${timeZone})` } : column))
    const head = titled.map(
      ({ kind, title }): Cell => ({
        value: kept(title),
        type: String,
        fontWeight: "bold",
        align: kind === "money" || kind === "integer" ? "right" : "left",
      }),
    )
    const body = rows.map((row) => columns.map(({ key, kind }) => cell(kind, valueAt(row, key), timeZone)))
    const data: SheetData = [head, ...body]
    return { data, sheet: sheetNamed(name), columns: titled.map((column) => ({ width: widthOf(column, rows) })), stickyRowsCount: 1 }
  })
  return writeXlsxFile(made).toBuffer()
}
