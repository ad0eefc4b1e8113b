/**
 * The backup file format: text compressed with Zstandard. The first line is the header. Each table follows: a line with its name and columns, its
 * rows in COPY text format, the line `\.`, and a line with the row count and the SHA-256 of the rows' text. The last line holds the data about the
 * whole backup and the SHA-256 of that data and everything before it. A row can never be `\.`.
 */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { createZstdCompress, createZstdDecompress } from "node:zlib"
import { linesOf } from "./log-file.ts"

export interface BackupHeader {
  readonly format: "field-office-backup"
  readonly version: 1
  /** identifies the backup; a separate file with its personal keys carries the same id */
  readonly id: string
  readonly part: "database" | "personal keys"
  readonly madeAt: string
  /** the version of the program that made the backup */
  readonly madeBy: string
  /** PEM: the public keys that verify the signatures of the seals; compare them with a copy kept elsewhere */
  readonly publicKeys: string
}

export interface BackupTable {
  /** with its schema, such as es.event */
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** Data about the whole backup, written last, when all of it is known. */
export interface BackupEnd {
  /** position of the last event in the backup, 0 for none */
  readonly position: number
  /** the last value of each sequence, by name with schema */
  readonly sequences: Readonly<Record<string, number>>
  /**
   * row counts and checksums of the read tables at the time of the backup, for comparison with the rows rebuilt from the log. Null if they were being
   * rebuilt at that moment
   */
  readonly rows: { readonly fingerprint: string; readonly tables: Readonly<Record<string, { readonly rows: number; readonly sum: string }>> } | null
  /** where the keys to the log's personal data are: within this file, in a separate file, left out, or none existed */
  readonly personalKeys: "within" | "apart" | "left out" | "none"
}

/** The parts of a backup, in the order in which they occur. */
export type BackupPart =
  | { readonly header: BackupHeader }
  | { readonly table: BackupTable }
  | { readonly rows: ReadonlyArray<string> }
  | { readonly end: BackupEnd }

/** The file was truncated or edited, or is not a backup file of this program. */
export class BackupFileError extends Error {
  readonly _tag = "BackupFileError"
}

const level = 3
const sha256 = () => createHash("sha256")

/** Serialises a backup as text. An open table is closed when the next part arrives. */
export async function* backupText(parts: AsyncIterable<BackupPart>): AsyncGenerator<string> {
  const whole = sha256()
  let open: { readonly table: string; rows: number; readonly sum: ReturnType<typeof sha256> } | undefined
  const said = (text: string) => {
    whole.update(text)
    return text
  }
  for await (const part of parts) {
    if ("rows" in part) {
      const text = part.rows.map((row) => `${row}\n`).join("")
      open!.rows += part.rows.length
      open!.sum.update(text)
      yield said(text)
      continue
    }
    if (open) yield said(`\\.\n${JSON.stringify({ closed: open.table, rows: open.rows, sha256: open.sum.digest("hex") })}\n`)
    open = "table" in part ? { table: part.table.table, rows: 0, sum: sha256() } : undefined
    if ("end" in part) {
      whole.update(JSON.stringify(part.end))
      yield `${JSON.stringify({ end: part.end, sha256: whole.digest("hex") })}\n`
    } else yield said(`${JSON.stringify("header" in part ? part.header : part)}\n`)
  }
}

export const compressed = () => createZstdCompress({ params: { 100: level, 201: 1 } }) // compression level; a checksum for each frame

/** Content of a line that is not a row. */
type Told = Partial<BackupHeader> & {
  readonly table?: BackupTable
  readonly closed?: string
  readonly rows?: number
  readonly end?: BackupEnd
  readonly sha256?: string
}

const rowsAtOnce = 2000

/** Reads the text of a backup and verifies every checksum. Throws BackupFileError, with the place, if the text was truncated or edited. */
export async function* readBackupText(lines: AsyncIterable<string>, name: string): AsyncGenerator<BackupPart> {
  const whole = sha256()
  let state: "header" | "between" | "rows" | "closing" | "ended" = "header"
  let table = ""
  let rows = 0
  let sum = sha256()
  let batch: Array<string> = []
  const edited = (where: string) => new BackupFileError(`${name} was edited: ${where}`)
  const parsed = (text: string): Told => {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === "object" && value !== null) return value as Told
    } catch {
      // reported below
    }
    throw edited(table === "" ? "its beginning cannot be read" : `what follows ${table} cannot be read`)
  }
  for await (const line of lines) {
    if (state === "rows") {
      if (line !== "\\.") {
        batch.push(line)
        if (batch.length < rowsAtOnce) continue
      }
      if (batch.length > 0) {
        const text = batch.map((row) => `${row}\n`).join("")
        sum.update(text)
        whole.update(text)
        rows += batch.length
        yield { rows: batch }
        batch = []
      }
      if (line !== "\\.") continue
      state = "closing"
      whole.update("\\.\n")
      continue
    }
    if (state === "header") {
      const isText = line.startsWith("{")
      const header = isText ? parsed(line) : undefined
      if (header?.format !== "field-office-backup") throw new BackupFileError(`${name} is not a backup: its first line does not say so`)
      if ((header.version as number) !== 1) throw new BackupFileError(`${name} has version ${header.version} of the format, and this program reads version 1`)
      yield { header: header as BackupHeader }
      state = "between"
    } else if (state === "ended") throw edited("there is data after its end")
    else {
      const told = parsed(line)
      if (state === "closing") {
        if (told.closed !== table || told.rows !== rows || told.sha256 !== sum.digest("hex")) {
          throw edited(`the rows of ${table} are not those that were written (${rows} are there, ${told.rows} were written)`)
        }
        state = "between"
      } else if (told.table) {
        if (!isTable(told.table)) throw edited(`what follows ${table || "its beginning"} is no table`)
        ;({ table } = told.table)
        rows = 0
        sum = sha256()
        state = "rows"
        yield { table: told.table }
      } else if (told.end) {
        whole.update(JSON.stringify(told.end))
        if (told.sha256 !== whole.digest("hex")) throw edited("its parts are missing or were changed")
        state = "ended"
        yield { end: told.end }
        continue
      } else throw edited(`what follows ${table || "its beginning"} is neither a table nor its end`)
    }
    whole.update(`${line}\n`)
  }
  if (state !== "ended")
    throw new BackupFileError(
      `${name} was cut: it ends ${state === "header" ? "before it begins" : table === "" ? "after its first line" : `within or after ${table}`}`,
    )
}

const isTable = ({ table, columns }: Partial<BackupTable>) =>
  /^(es|app)\.[a-z][a-z0-9_]*$/.test(String(table)) &&
  Array.isArray(columns) &&
  columns.length > 0 &&
  columns.every((column) => /^[a-z][a-z0-9_]*$/.test(String(column)))

/** Reads a backup file; see {@link readBackupText}. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const bytes = fs.createReadStream(file)
  const text = bytes.pipe(createZstdDecompress())
  bytes.on("error", (error) => text.destroy(error))
  try {
    yield* readBackupText(linesOf(text), file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof BackupFileError) throw error
    if (code === "ENOENT") throw new BackupFileError(`There is no file ${file}`)
    if (/^(Z_|ZSTD_)/.test(code ?? "")) throw new BackupFileError(`${file} was cut or edited, or is not a backup: it cannot be decompressed (${message})`)
    throw error
  } finally {
    bytes.destroy()
    text.destroy()
  }
}

export interface CheckedBackup {
  readonly header: BackupHeader
  readonly end: BackupEnd
  /** number of rows by table */
  readonly tables: ReadonlyMap<string, number>
  readonly columns: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Reads a backup to its end and returns a summary of its content. Rejects with BackupFileError if the file was truncated or edited. */
export const checkBackup = async (file: string, progress: (rows: number) => void = () => {}): Promise<CheckedBackup> => {
  const tables = new Map<string, number>()
  const columns = new Map<string, ReadonlyArray<string>>()
  let header: BackupHeader | undefined
  let end: BackupEnd | undefined
  let table = ""
  for await (const part of readBackup(file)) {
    if ("header" in part) header = part.header
    else if ("table" in part) {
      table = part.table.table
      tables.set(table, 0)
      columns.set(table, part.table.columns)
    } else if ("rows" in part) {
      tables.set(table, tables.get(table)! + part.rows.length)
      progress(part.rows.length)
    } else end = part.end
  }
  return { header: header!, end: end!, tables, columns }
}
