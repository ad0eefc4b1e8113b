/** `ops backup` and `ops restore`: everything that cannot be recreated, in one file, and back. */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Command } from "@ops/platform/terminal/command.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "file", title: "File", kind: "text" },
  { key: "events", title: "Events", kind: "integer" },
  { key: "position", title: "Up to position", kind: "integer" },
  { key: "documents", title: "Documents", kind: "integer" },
  { key: "seals", title: "Seals", kind: "integer" },
  { key: "personalKeys", title: "Personal keys", kind: "text" },
  { key: "bytes", title: "Bytes", kind: "integer", priority: 5 },
  { key: "madeAt", title: "Made", kind: "instant", priority: 5 },
  { key: "rows", title: "Rows", kind: "text", priority: 5 },
  { key: "signedBy", title: "Sealed with key", kind: "text", priority: 6 },
  { key: "sealedLater", title: "Sealed after it", kind: "text", priority: 6 },
]

/** A failure and its cause. */
interface Caused {
  readonly _tag?: string
  readonly message: string
  readonly cause?: Caused
}

/** Maps errors of a backup file or the database to exit codes. */
const orTold = async <A>(work: Promise<A>): Promise<A> => {
  try {
    return await work
  } catch (error) {
    for (let cause = error as Caused | undefined; cause; cause = cause.cause) {
      if (cause._tag === "BackupFileError") {
        throw new Exit("difference", `${cause.message}.`, { next: "Nothing was changed. Take another copy of the backup, or an older one.", cause })
      }
      if (cause._tag === "NotRestored") {
        const next = "Nothing was changed. Restore into a new database: OPS_DATA with an empty folder, or DATABASE_URL with a new database."
        throw new Exit("refused", `${cause.message}.`, {
          next: /empty/.test(cause.message) ? next : "Nothing was changed. Restore with that version, then start this one.",
          cause,
        })
      }
    }
    throw error
  }
}

const summary = (
  file: string,
  { header, end, tables }: { header: { madeAt: string }; end: { position: number; personalKeys: string }; tables: ReadonlyMap<string, number> },
) => ({
  file,
  events: tables.get("es.event") ?? 0,
  position: end.position,
  documents: tables.get("app.document") ?? 0,
  seals: tables.get("es.seal") ?? 0,
  personalKeys: end.personalKeys,
  madeAt: header.madeAt,
})

/** Writes a file atomically, readable only by its owner. */
const draftOf = (file: string) => {
  if (fs.existsSync(file)) throw new Exit("refused", `The file ${file} already exists and was not changed.`, { next: "Give another name." })
  const draft = `${file}.${randomUUID().slice(0, 8)}.partial`
  try {
    fs.closeSync(fs.openSync(draft, "wx", 0o600))
  } catch (error) {
    throw new Exit("usage", `${file} cannot be written: ${(error as Error).message}.`, { next: "Name a file in a folder you can write to." })
  }
  return draft
}
const settle = (draft: string, file: string) => {
  const handle = fs.openSync(draft, "r+")
  fs.fsyncSync(handle)
  fs.closeSync(handle)
  fs.renameSync(draft, file)
}

const backup = async (file: string, { keys, withoutKeys }: { readonly keys?: string; readonly withoutKeys?: boolean }, command: Command) => {
  if (keys !== undefined && withoutKeys) throw new Exit("usage", "--keys and --without-keys exclude each other.", { next: "Give one of them." })
  if (file === "-" && process.stdout.isTTY) throw new Exit("usage", "A backup cannot be written to the terminal.", { next: "ops backup - > FILE" })
  const [{ withProgress }, { print, printNext }, { checkBackup }, { backUp }] = await Promise.all([
    import("@ops/platform/terminal/progress/progress.ts"),
    import("@ops/platform/terminal/output.ts"),
    import("@ops/platform/event-store/backup-file.ts"),
    import("./backup-work.ts"),
  ])
  const draft = file === "-" ? undefined : draftOf(path.resolve(file))
  let keysDraft: string | undefined
  try {
    keysDraft = keys === undefined ? undefined : draftOf(path.resolve(keys))
    const made = await withProgress("Backing up", { steps: ["Writing", ...(draft ? ["Reading it back"] : [])], unit: "rows" }, async (progress) => {
      progress.begin("Writing")
      let before = 0
      const made = await backUp({
        to: () => (draft === undefined ? process.stdout : fs.createWriteStream(draft)),
        keysTo: withoutKeys ? "nowhere" : keysDraft === undefined ? undefined : () => fs.createWriteStream(keysDraft!),
        progress: ({ rows, total }) => {
          progress.expect(total)
          progress.advance(rows - before)
          before = rows
        },
      })
      if (draft) {
        progress.begin("Reading it back", before)
        for (const each of [draft, ...(keysDraft ? [keysDraft] : [])]) await checkBackup(each, progress.advance)
      }
      if (made.end.personalKeys === "within") {
        progress.note(
          "The keys of personal data are in the file: people erased later can be read from it until it is destroyed. --keys FILE writes them to a separate file.",
        )
      }
      if (made.end.personalKeys === "left out")
        progress.note("Without the keys of personal data the names in this backup cannot be read. Keep a backup with keys too.")
      if (made.end.rows === null) progress.note("The rows were being rebuilt during the backup, so a restore cannot compare its rows with them.")
      return made
    })
    if (draft) settle(draft, path.resolve(file))
    if (keys !== undefined && keysDraft) settle(keysDraft, path.resolve(keys))
    if (!draft) return
    await print({ ...summary(file, made), bytes: fs.statSync(file).size }, { ...commonOptions(command), columns: columns.filter(({ key }) => key !== "rows") })
    printNext(`ops restore --check ${file}`)
  } finally {
    for (const each of [draft, keysDraft]) if (each) fs.rmSync(each, { force: true })
  }
}

interface RestoreGiven {
  readonly check?: boolean
  readonly keys?: string
  readonly key?: string
  readonly notes?: string
}

const restore = async (file: string, given: RestoreGiven, command: Command) => {
  const [{ withProgress }, { print, printNext }, { checkBackup }, work] = await Promise.all([
    import("@ops/platform/terminal/progress/progress.ts"),
    import("@ops/platform/terminal/output.ts"),
    import("@ops/platform/event-store/backup-file.ts"),
    import("./backup-work.ts"),
  ])
  const { check = false, keys } = given
  const steps = check ? ["Reading the file"] : ["Reading the file", "Writing the log", "Verifying it", "Making the rows", "Comparing them"]
  const result = await withProgress("Restoring", { steps, unit: "rows" }, async (progress) => {
    progress.begin("Reading the file")
    const checked = await checkBackup(file, progress.advance)
    if (checked.header.part !== "database") throw new Exit("usage", `${file} holds personal keys only.`, { next: "ops restore BACKUP --keys FILE" })
    const apart = keys === undefined ? undefined : await checkBackup(keys, progress.advance)
    if (apart && apart.header.id !== checked.header.id)
      throw new Exit("usage", `${keys} does not belong to ${file}: it was written with another backup.`, { next: "Give the keys file of this backup." })
    if (apart && apart.header.part !== "personal keys")
      throw new Exit("usage", `${keys} is a backup, not a file of personal keys.`, { next: "Give the file that ops backup --keys wrote." })
    if (checked.end.personalKeys === "apart" && keys === undefined && !check) {
      progress.note(
        "The keys of personal data are in a separate file that was not given, so personal data in the log stays unreadable. Give it with --keys FILE.",
      )
    }
    const told = summary(file, checked)
    if (check) return { told, checked, restored: undefined }
    const restored = await work.restore({
      file,
      checked,
      keysFile: keys,
      hasKeys: apart !== undefined || ["within", "none"].includes(checked.end.personalKeys),
      ...given,
      progress,
    })
    return { told, checked, restored }
  })
  const { told, restored } = result
  await print(
    { ...told, ...restored },
    {
      ...commonOptions(command),
      columns: columns.filter(({ key }) =>
        check ? !["rows", "bytes", "signedBy", "sealedLater"].includes(key) : key !== "bytes" && (key !== "sealedLater" || given.notes),
      ),
    },
  )
  if (!check) printNext("ops doctor, then ops serve")
}

/** Adds `backup` and `restore` to the program. */
export const addBackupCommands = (program: Command): void => {
  program
    .command("backup <file>")
    .description("write everything that cannot be rebuilt to one file, while the system is in use")
    .option("--keys <file>", "write the keys of personal data to a separate file")
    .option("--without-keys", "leave the keys of personal data out")
    .examples(
      { line: "ops backup /backups/2026-10-31.backup", does: "the log, seals, documents and pending mail, as of one moment; read back to verify it" },
      { line: "ops backup monday.backup --keys monday.keys", does: "the keys that erasure destroys, in a separate file: keep it for a shorter time" },
      { line: "ops backup - | ssh store 'cat > ops.backup'", does: "to another machine" },
    )
    .action((file: string, given, command: Command) => orTold(backup(file, given, command)))
  program
    .command("restore <file>")
    .description("read a backup into an empty database, verify it, and build the rows; all or nothing")
    .option("--check", "only read the file and show what is in it; needs no database")
    .option("--keys <file>", "the keys of personal data, if they are in a separate file")
    .option("--key <file>", "the public key (PEM) that must have signed the seals; else the key of this machine, or the one that the backup names")
    .option("--notes <file>", "seal notes kept elsewhere, to compare with the log")
    .examples(
      { line: "ops restore monday.backup --check", does: "check that it is complete, and list what is in it" },
      { line: "OPS_DATA=/var/lib/ops-new ops restore monday.backup", does: "into a new embedded database" },
      { line: "ops restore monday.backup --notes seals.notes", does: "and report what was sealed but is not in the backup" },
    )
    .action((file: string, given, command: Command) => orTold(restore(file, given, command)))
}
