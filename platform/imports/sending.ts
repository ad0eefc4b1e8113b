/** How the rows of a file are sent: in batches of one call each, with every row checked before the first is written. */
import { type DayOrder, FileFault, type ImportField, type ImportRow, type Mapping, missingFields, rowsOf, type Table } from "./table.ts"
import { wordOf } from "../text.ts"

/** A row as sent to the calls. */
interface SentRow {
  readonly line: number
  readonly copy: number
  readonly values: ImportRow["values"]
}
export interface CheckedRow {
  readonly line: number
  readonly status: "new" | "done" | "refused"
  readonly reason: string | null
}
/** The calls of one kind of import. */
interface Calls {
  readonly check: (rows: ReadonlyArray<SentRow>) => Promise<{ readonly digest: string; readonly rows: ReadonlyArray<CheckedRow> }>
  readonly post: (rows: ReadonlyArray<SentRow>, digest: string, mapping: Mapping) => Promise<{ readonly written: number; readonly done: number }>
}
/** Called with the number of rows completed since the last call. */
type Advance = (rows: number) => void

const rowsAtMost = 500
/** The body of a call is limited to 256 KiB. */
const charactersAtMost = 60_000

/** The rows in batches of one call each. Equal rows are distinguished by their count, so that the same file yields the same rows again. */
export const partsOf = (rows: ReadonlyArray<ImportRow>): ReadonlyArray<ReadonlyArray<SentRow>> => {
  const copies = new Map<string, number>()
  const parts: Array<Array<SentRow>> = []
  let size = Infinity
  for (const { line, values } of rows) {
    const text = JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
    const copy = copies.get(text) ?? 0
    copies.set(text, copy + 1)
    size += text.length + 40
    if (size > charactersAtMost || parts.at(-1)!.length === rowsAtMost) {
      parts.push([])
      size = text.length + 40
    }
    parts.at(-1)!.push({ line, copy, values })
  }
  return parts
}

/** The rows of a table, ready to be sent. Throws a `FileFault` if a required field has no column. */
export const prepared = (table: Table, fields: ReadonlyArray<ImportField>, mapping: Mapping, days?: DayOrder): ReadonlyArray<ImportRow> => {
  const missing = missingFields(fields, mapping)
  if (missing.length > 0) throw new FileFault(`No column holds ${missing.map(({ label }) => label).join(", ")}. Choose the column of each`)
  return rowsOf(table, fields, mapping, Object.fromEntries(fields.map(({ name }) => [name, days])))
}

/** The result that each row would have; nothing is written. */
export const checkRows = async (rows: ReadonlyArray<ImportRow>, { check }: Calls, advance: Advance = () => {}): Promise<ReadonlyArray<CheckedRow>> => {
  const readable = rows.filter(({ fault }) => fault === undefined)
  const checked = rows.flatMap(({ line, fault }): ReadonlyArray<CheckedRow> => (fault === undefined ? [] : [{ line, status: "refused", reason: fault }]))
  for (const part of partsOf(readable)) {
    checked.push(...(await check(part)).rows)
    advance(part.length)
  }
  return checked.sort((a, b) => a.line - b.line)
}

/**
 * Writes the rows: all or none per call, one call after the other. If it was interrupted, or rejected because of concurrent changes, it can be run
 * again: rows already written are not written twice.
 */
export const postRows = async (
  rows: ReadonlyArray<ImportRow>,
  mapping: Mapping,
  { check, post }: Calls,
  advance: Advance = () => {},
  signal?: AbortSignal,
): Promise<{ readonly written: number; readonly done: number; readonly left: number }> => {
  let written = 0
  let done = 0
  for (const part of partsOf(rows)) {
    if (signal?.aborted) break
    const answer = await post(part, (await check(part)).digest, mapping)
    written += answer.written
    done += answer.done
    advance(part.length)
  }
  return { written, done, left: rows.length - written - done }
}

/** A description of a field's values for a person filling in a file. */
export const describedField = ({ kind, words = [], names = {}, most }: ImportField): string => {
  switch (kind) {
    case "money":
      return "an amount such as 1250.00"
    case "rate":
      return "a rate such as 5400.00"
    case "quantity":
      return "a number with at most three decimals"
    case "whole":
      return "a whole number"
    case "days":
      return "a number of days such as 2.5"
    case "date":
    case "birthDate":
      return "a day such as 2026-11-21"
    case "flag":
      return "yes or no"
    case "choice":
      return words.map((word) => names[word] ?? wordOf(word)).join(", ")
    case "site":
      return "the code or name of a site"
    case "ref":
      return "a number, name or id"
    default:
      return most === undefined ? "text" : `text of at most ${most} characters`
  }
}

/** A template file: its header. */
export const templateOf = (fields: ReadonlyArray<ImportField>): string => `${fields.map(({ label }) => `"${label.replaceAll('"', '""')}"`).join(",")}\r\n`
