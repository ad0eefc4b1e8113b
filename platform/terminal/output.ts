import { type Column, isoInstant, type Row, siteTimeZone, valueAt, wallClock } from "../lists/column.ts"
import { textOf } from "../text.ts"
import { grouped } from "./amounts.ts"
import { Exit } from "./exit-codes.ts"
import type { Format } from "./options.ts"
import { canRun } from "./reading.ts"
import { painter, type Terminal, terminal as processTerminal, visible } from "./terminal.ts"

/** A column that may be dropped on a narrow screen: the highest `priority` number first (default 2). */
export interface TableColumn extends Column {
  readonly priority?: number | undefined
  /**
   * For money: the field of the row with the currency code, by default `currency`. `null` if the value is not an amount in one currency, such as an
   * exchange rate.
   */
  readonly currency?: string | null | undefined
}

export interface PrintOptions {
  /** The columns of a table; by default every field of the rows. JSON contains the complete rows. */
  readonly columns?: readonly TableColumn[] | undefined
  /** By default a table on a screen, and plain lines in a pipe. */
  readonly format?: Format | undefined
  readonly fields?: readonly string[] | undefined
  /** The currency of the amounts if the rows do not contain it, such as those of an invoice's lines. */
  readonly currency?: string | undefined
  readonly headers?: boolean | undefined
  /** In a table, one field per line. */
  readonly expanded?: boolean | undefined
  readonly timeZone?: string | undefined
}

const schemaVersion = 1

/** The columns to print: those of `fields` in their order, else the declared ones, else every field of the rows. */
const columnsFor = (rows: readonly Row[], { columns, fields }: PrintOptions): readonly TableColumn[] => {
  const declared = columns ?? []
  const present = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((key) => !declared.some((column) => column.key === key))
    .map((key): TableColumn => ({ key, title: key, kind: "text" }))
  if (!fields) return columns ?? present
  const known = [...declared, ...present]
  return fields.map((field) => {
    const column = known.find(({ key }) => key === field)
    if (column) return column
    throw new Exit("usage", `There is no field "${field}".`, {
      next: `Choose from ${known.map(({ key }) => key).join(",")}`,
    })
  })
}

/** JSON with invisible characters escaped: the same data, but safe on a screen. */
const json = (data: unknown, indent?: number) =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value), indent).replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )

const picked = (row: Row, columns: readonly Column[] | undefined) =>
  columns ? Object.fromEntries(columns.map(({ key }) => [key, valueAt(row, key) ?? null])) : row

const namesCurrency = ({ title }: Column) => /\b[A-Z]{3}\b/.test(title)
const currencyField = (column: TableColumn) => (column.kind !== "money" || column.currency === null ? undefined : (column.currency ?? "currency"))

/** An amount preceded by its currency, unless the column title names the currency. */
const amount = (row: Row, column: TableColumn, currency: string) => {
  const digits = grouped(textOf(valueAt(row, column.key)))
  const field = currencyField(column)
  const code = field === undefined || namesCurrency(column) || digits === "" ? "" : textOf(valueAt(row, field) ?? currency)
  return code === "" ? digits : `${code} ${digits}`
}

/** Removes a column that only repeats the currency shown with the amounts. */
const withoutRepeatedCurrency = (columns: readonly TableColumn[]) =>
  columns.filter(({ key, kind }) => kind === "money" || !columns.some((column) => currencyField(column) === key && !namesCurrency(column)))

const isFile = (value: unknown): value is { readonly name: string } => typeof value === "object" && value !== null && "sha256" in value && "name" in value
/** A value as a text: files by their names. */
const plainText = (value: unknown) => (Array.isArray(value) && value.every(isFile) ? value.map(({ name }) => name).join(", ") : textOf(value))

/** A value in readable form: one line, without terminal control sequences. */
const readable = (row: Row, column: TableColumn, { timeZone = siteTimeZone, currency = "" }: PrintOptions) => {
  const { key, kind } = column
  const value = valueAt(row, key)
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (kind === "money") return visible(amount(row, column, currency))
  if (kind === "instant") return visible(wallClock(value, timeZone)).replace(/(\d\d:\d\d):\d\d$/, "$1")
  return visible(plainText(value))
}

/** The width of a text on screen in columns. Loaded only for tables, because it takes as long as the start of Node itself. */
let stringWidth: (text: string) => number

/** Made only for a text that is cut, because the first use of Intl loads its data. */
let graphemes: Intl.Segmenter | undefined

/** The text cut to a width on screen, with an ellipsis. */
const cut = (text: string, width: number) => {
  if (stringWidth(text) <= width) return text
  let shown = ""
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(shown + segment) >= width) break
    shown += segment
  }
  return `${shown}…`
}

/** The text wrapped between words to lines of a width. */
const inLines = (text: string, width: number) =>
  text.split(" ").reduce((lines, word) => {
    const last = lines.slice(lines.lastIndexOf("\n") + 1)
    return stringWidth(`${last} ${word}`) > width ? `${lines}\n${word}` : `${lines} ${word}`
  })

const space = (text: string, width: number) => " ".repeat(Math.max(0, width - stringWidth(text)))

interface Strip {
  readonly column: TableColumn
  readonly title: string
  readonly cells: readonly string[]
  width: number
}

const gap = "  "
const shortest = 24

/** The minimum width of a strip: only text columns can be cut, and never below their title. */
const least = ({ column, title, width }: Strip) => (column.kind === "text" ? Math.min(width, Math.max(shortest, stringWidth(title))) : width)

const room = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + gap.length, -gap.length)

/**
 * Fits strips to a screen: long texts are cut, and if that is not enough columns are left out, the least important first and among equals the
 * rightmost. The first column always stays.
 */
const fitted = (strips: readonly Strip[], screen: number): readonly Strip[] => {
  let shown = strips
  while (shown.length > 1 && room(shown.map(least)) > screen) {
    const priority = (strip: Strip) => strip.column.priority ?? 2
    const leaving = shown.slice(1).reduce((worst, strip) => (priority(strip) >= priority(worst) ? strip : worst))
    shown = shown.filter((strip) => strip !== leaving)
  }
  let excess = room(shown.map(({ width }) => width)) - screen
  for (const strip of shown.toSorted((one, other) => other.width - one.width)) {
    const given = Math.max(0, Math.min(excess, strip.width - least(strip)))
    strip.width -= given
    excess -= given
  }
  return shown
}

const isRight = ({ kind }: Column) => kind === "money" || kind === "integer"

const printTable = (rows: readonly Row[], declared: readonly TableColumn[], options: PrintOptions, terminal: Terminal) => {
  const columns = options.fields ? declared : withoutRepeatedCurrency(declared)
  const { headers = true, format } = options
  // a terminal of unknown width reports 0
  const screen = format === "wide" || !terminal.stdout.isTTY ? Infinity : terminal.stdout.columns || 80
  const strips = columns.map((column): Strip => {
    const title = headers ? visible(column.title) : ""
    const cells = rows.map((row) => readable(row, column, options))
    return {
      column,
      title,
      cells,
      width: cells.reduce((most, cell) => Math.max(most, stringWidth(cell)), stringWidth(title)),
    }
  })
  const shown = fitted(strips, screen)
  const paint = painter(terminal.stdout, terminal.env)
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => {
        const { column, width } = shown[index]!
        const short = cut(text, width)
        return isRight(column) ? space(short, width) + short : short + space(short, width)
      })
      .join(gap)
      .trimEnd()
  const head = headers ? [paint("bold", line(shown.map(({ title }) => title))), paint("dim", shown.map(({ width }) => "─".repeat(width)).join(gap))] : []
  terminal.stdout.write([...head, ...rows.map((_, index) => line(shown.map(({ cells }) => cells[index]!)))].map((text) => `${text}\n`).join(""))

  const left = strips.filter((strip) => !shown.includes(strip)).map(({ column }) => visible(column.title))
  const isCut = shown.some(({ cells, width }) => cells.some((cell) => stringWidth(cell) > width))
  const notes = [...(left.length ? [`left out ${left.join(", ")}`] : []), ...(isCut ? ["cut long texts"] : [])]
  if (notes.length) terminal.stderr.write(`${inLines(`To fit ${screen} columns: ${notes.join("; ")}. Use -o wide, --expanded or --fields.`, screen)}\n`)
}

/** One field per line; several records are separated by a line with their number. */
const printExpanded = (rows: readonly Row[], declared: readonly TableColumn[], options: PrintOptions, terminal: Terminal) => {
  const columns = options.fields ? declared : withoutRepeatedCurrency(declared)
  const paint = painter(terminal.stdout, terminal.env)
  const width = Math.max(0, ...columns.map(({ title }) => stringWidth(visible(title))))
  rows.forEach((row, index) => {
    if (rows.length > 1) terminal.stdout.write(`${paint("dim", `── ${index + 1} of ${rows.length} ──`)}\n`)
    for (const column of columns) {
      const title = visible(column.title)
      const line = `${paint("bold", title)}${space(title, width)}${gap}${readable(row, column, options)}`
      terminal.stdout.write(`${line.trimEnd()}\n`)
    }
  })
}

/** One line per row, fields separated by tabs, values unchanged; tabs and line breaks within values are made visible. */
const printPlain = (lines: readonly (readonly string[])[], terminal: Terminal) =>
  terminal.stdout.write(lines.map((line) => `${line.map((text) => visible(text)).join("\t")}\n`).join(""))

const raw = (row: Row, { key, kind }: Column) => (kind === "instant" ? isoInstant(valueAt(row, key)) : plainText(valueAt(row, key)))

/**
 * Prints rows, or one record, on stdout and nothing else there; remarks go to stderr. Money stays a decimal string in every machine-readable format;
 * only tables group its digits. Throws `Exit` (usage) for an unknown field.
 */
export const print = async (data: Row | readonly Row[], options: PrintOptions = {}, terminal: Terminal = processTerminal): Promise<void> => {
  const isList = Array.isArray(data)
  const rows: readonly Row[] = isList ? data : [data]
  const columns = columnsFor(rows, options)
  const chosen = options.fields && columns
  const { headers = true, format = terminal.stdout.isTTY ? "table" : "plain" } = options
  switch (format) {
    case "json": {
      const shown = rows.map((row) => picked(row, chosen))
      terminal.stdout.write(`${json({ schemaVersion, data: isList ? shown : shown[0] }, terminal.stdout.isTTY ? 2 : undefined)}\n`)
      return
    }
    case "ndjson":
      terminal.stdout.write(rows.map((row) => `${json(picked(row, chosen))}\n`).join(""))
      return
    case "csv": {
      const { toCsv } = await import("../documents/csv.ts")
      // a pipe needs no byte order mark for Excel; line breaks are safe inside quotes, but a lone carriage return could hide text
      const csv = toCsv(columns, rows, { bom: false, headers }).replace(/\r(?!\n)/g, (character) => visible(character))
      terminal.stdout.write(visible(csv, "\r\n\t"))
      return
    }
    case "plain":
      printPlain(
        isList
          ? [...(headers ? [columns.map(({ title }) => title)] : []), ...rows.map((row) => columns.map((column) => raw(row, column)))]
          : columns.map((column) => [...(headers ? [column.title] : []), raw(data, column)]),
        terminal,
      )
      return
    case "table":
    case "wide":
      stringWidth = (await import("string-width")).default
      if (isList && rows.length === 0) terminal.stderr.write("Nothing found.\n")
      else if (options.expanded || !isList) printExpanded(rows, columns, options, terminal)
      else printTable(rows, columns, options, terminal)
  }
}

/** Suggests the command that usually comes next, as the last line on stderr; nothing if it cannot be run. */
export const printNext = (line: string, { stderr }: Terminal = processTerminal): void => {
  if (canRun(line)) stderr.write(`Next: ${visible(line)}\n`)
}
