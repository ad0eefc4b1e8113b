/**
 * Extracts the beginning of a backup as a backup of its own: the log up to a position, as if nothing had happened since. Seals, reads and pending
 * reactor effects are left out; they belong to the installation that was backed up.
 */
import * as fs from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type BackupPart, backupText, compressed, readBackup } from "./backup-file.ts"

/** The tables that are included besides the log: keys, files, and the mode. */
const kept = ["es.personal_key", "es.installation", "app.document", "app.attachment", "app.import_header"]

const columnOf = (columns: ReadonlyArray<string>, name: string) => {
  const index = columns.indexOf(name)
  return (row: string) => row.split("\t")[index]!
}

/** The commits of the events up to a position; only these are included. */
const commitsUpTo = async (file: string, position: number) => {
  const commits = new Set<string>()
  let read: ((row: string) => void) | undefined
  for await (const part of readBackup(file)) {
    if ("table" in part) {
      const [at, commit] = [columnOf(part.table.columns, "position"), columnOf(part.table.columns, "commit_id")]
      read = part.table.table === "es.event" ? (row) => Number(at(row)) <= position && commits.add(commit(row)) : undefined
    } else if ("rows" in part && read) part.rows.forEach(read)
  }
  return commits
}

/** The parts of a backup, limited to what had happened up to a position. */
export async function* excerpt(parts: AsyncIterable<BackupPart>, position: number, commits: ReadonlySet<string>): AsyncGenerator<BackupPart> {
  let rowsOf: ((rows: ReadonlyArray<string>) => ReadonlyArray<string>) | undefined
  for await (const part of parts) {
    if ("header" in part) yield { header: { ...part.header, publicKeys: "" } }
    else if ("table" in part) {
      const { table, columns } = part.table
      const [at, id] = [columnOf(columns, "position"), columnOf(columns, "id")]
      if (table === "es.commit") rowsOf = (rows) => rows.filter((row) => commits.has(id(row)))
      else if (table === "es.event") rowsOf = (rows) => rows.filter((row) => Number(at(row)) <= position)
      // past events must not trigger reactors again
      else if (table === "es.reactor") rowsOf = (rows) => rows.map((row) => row.replace(`\t${at(row)}`, `\t${position}`))
      else rowsOf = kept.includes(table) ? (rows) => rows : undefined
      if (rowsOf) yield part
    } else if ("rows" in part) {
      const rows = rowsOf?.(part.rows) ?? []
      if (rows.length > 0) yield { rows }
    } else {
      // the log shows which numbers had been drawn by then
      const sequences = Object.fromEntries(Object.entries(part.end.sequences).filter(([name]) => name.startsWith("app.")))
      yield { end: { ...part.end, position, sequences, rows: null } }
    }
  }
}

/** Writes the excerpt of a backup file up to a position into another file. Rejects with BackupFileError if the backup was truncated or edited. */
export const writeExcerpt = async (from: string, to: string, position: number) => {
  const commits = await commitsUpTo(from, position)
  await pipeline(Readable.from(backupText(excerpt(readBackup(from), position, commits))), compressed(), fs.createWriteStream(to, { mode: 0o600 }))
}
