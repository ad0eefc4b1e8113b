/** Reads journal entries from a JSON or CSV file for the command line. */
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { JournalBatchInput } from "./contract.ts"

const named = (file: string) => (file === "-" ? "Standard input" : file)
const contentOf = async (file: string) => {
  const { readFileSync } = await import("node:fs")
  try {
    // file descriptor 0 is standard input
    return readFileSync(file === "-" ? 0 : file, "utf8")
  } catch (cause) {
    throw new Exit("usage", `${named(file)} cannot be read.`, { why: cause instanceof Error ? cause.message : String(cause), cause })
  }
}

/** An example file with two entries: one row per line; the rows of one entry have the same value in `entry`. */
export const csvExample = `entry,entryDate,description,reference,currency,account,debitAmount,creditAmount,lineDescription,siteId
1,2026-11-20,Bank charges,B-118,USD,6900,45.50,,,
1,2026-11-20,Bank charges,B-118,USD,1010,,45.50,,
2,2026-11-20,Fuel of the generator,,USD,6200,120.00,,Diesel,1
2,2026-11-20,Fuel of the generator,,USD,1000,,120.00,,1
`
export const jsonExample = `[
  {
    "entryDate": "2026-11-20",
    "description": "Bank charges",
    "reference": "B-118",
    "currency": "USD",
    "lines": [
      { "account": "6900", "debitAmount": "45.50" },
      { "account": "1010", "creditAmount": "45.50" }
    ]
  }
]
`
const columnsOfEntry = ["entryDate", "description", "reference", "currency"] as const
const columnsOfLine = ["account", "debitAmount", "creditAmount", "lineDescription", "siteId"] as const
export const example = "ops journal post --example shows one, with -o json as JSON."

type CsvRow = Readonly<Record<string, string>>

/** The entries of a CSV file: rows with the same value in `entry` are the lines of one entry. Empty cells are omitted. */
const entriesOfCsv = async (text: string): Promise<ReadonlyArray<object>> => {
  const { parse } = await import("csv-parse/sync")
  const rows: ReadonlyArray<CsvRow> = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true })
  const known = new Set<string>(["entry", ...columnsOfEntry, ...columnsOfLine])
  const unknown = Object.keys(rows[0] ?? {}).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`There is no column ${unknown.join(", ")}. The columns are ${[...known].join(", ")}`)
  const given = (row: CsvRow, names: ReadonlyArray<string>) =>
    names.flatMap((name) => (row[name] ? [[name === "lineDescription" ? "description" : name, row[name]] as const] : []))
  return [...Map.groupBy(rows, ({ entry }) => entry ?? "")].map(([entry, [first, ...more]]) => {
    const head = given(first!, columnsOfEntry)
    const other = more.find((row) => JSON.stringify(given(row, columnsOfEntry)) !== JSON.stringify(head))
    if (other) throw new Error(`The lines of entry ${entry} differ in their date, description, reference or currency`)
    return { ...Object.fromEntries(head), lines: [first!, ...more].map((row) => Object.fromEntries(given(row, columnsOfLine))) }
  })
}

/** The entries of a JSON or CSV file, in the shape of the call. An invalid file is a usage error, before anything is sent. */
export const entriesIn = async (file: string): Promise<typeof JournalBatchInput.Type> => {
  const [contract, Schema, content] = await Promise.all([import("./contract.ts"), import("effect/Schema"), contentOf(file)])
  const isJson = /\.json$/i.test(file) || (!/\.csv$/i.test(file) && /^\s*[[{]/.test(content))
  let entries: unknown
  try {
    entries = isJson ? JSON.parse(content) : await entriesOfCsv(content)
  } catch (error) {
    throw new Exit("usage", `${named(file)} is not ${isJson ? "JSON" : "a CSV of journal entries"}.`, { why: (error as Error).message, next: example })
  }
  try {
    return Schema.decodeUnknownSync(contract.JournalBatchInput)({ entries })
  } catch (error) {
    throw new Exit("usage", `${named(file)} does not contain journal entries.`, { why: (error as Error).message.split("\n")[0], next: example })
  }
}
