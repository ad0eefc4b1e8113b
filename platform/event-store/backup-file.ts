/**
 * A backup as a file: text, compressed with Zstandard. The first line is the header. Then comes each table: a line with its
 * name and columns, its rows as COPY writes them, the line `\.`, and a line that counts them and has the SHA-256 of their
 * text. The last line has what belongs to the whole, and the SHA-256 of this and everything before. A row can never be `\.`.
 */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { createZstdCompress, createZstdDecompress } from "node:zlib"
import { linesOf } from "./log-file.ts"

export interface BackupHeader {
  readonly format: "field-office-backup"
  readonly version: 1
  /** which backup it is: its keys, if they lie in a file of their own, name the same */
  readonly id: string
  readonly part: "database" | "personal keys"
  readonly madeAt: string
  /** which version of the program made it */
  readonly madeBy: string
  /** PEM: whose signatures the seals bear; to be compared with a copy of the key kept elsewhere */
  readonly publicKeys: string
}

export interface BackupTable {
  /** with its schema: es.event */
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** What belongs to the whole: written last, when all of it is known. */
export interface BackupEnd {
  /** the last event that is in it, 0 for none */
  readonly position: number
  /** how far each sequence had counted, by name with schema */
  readonly sequences: Readonly<Record<string, number>>
  /** the rows that people read, as they were: what is rebuilt from the log must be equal. Null where they were being made at that moment */
  readonly rows: { readonly fingerprint: string; readonly tables: Readonly<Record<string, { readonly rows: number; readonly sum: string }>> } | null
  /** the keys without which the log's personal data cannot be read: within this file, in a file of their own, left out, or there were none */
  readonly personalKeys: "within" | "apart" | "left out" | "none"
}

/** What a backup is made of, in this order. */
export type BackupPart =
  | { readonly header: BackupHeader }
  | { readonly table: BackupTable }
  | { readonly rows: ReadonlyArray<string> }
  | { readonly end: BackupEnd }

/** The file was cut or edited, or is none of ours. */
export class BackupFileError extends Error {
  readonly _tag = "BackupFileError"
}

const level = 3
const sha256 = () => createHash("sha256")

/** The text of a backup. A table that is opened is closed when the next part comes. */
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

export const compressed = () => createZstdCompress({ params: { 100: level, 201: 1 } }) // compression level; a checksum of each frame

/** What a line that is no row may say. */
type Told = Partial<BackupHeader> & {
  readonly table?: BackupTable
  readonly closed?: string
  readonly rows?: number
  readonly end?: BackupEnd
  readonly sha256?: string
}

const rowsAtOnce = 2000

/** Reads the text of a backup, and holds every sum against it. Throws BackupFileError, with the place, where it was cut or edited. */
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
      // told below
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
  /** how many rows each table has */
  readonly tables: ReadonlyMap<string, number>
  readonly columns: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Reads a backup to its end, and gives what is in it. Rejects with BackupFileError where it was cut or edited. */
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
