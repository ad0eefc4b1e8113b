/** `ops audit replay` and `ops audit as-of`: compares the rows with a new fold of the log, and runs any reading command as of a moment. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Compared } from "@ops/platform/records/snapshots/compare.ts"
import type { KeyFault } from "@ops/platform/records/personal-data/personal.ts"
import type { Machine } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { count } from "@ops/platform/text.ts"

const tableColumns: ReadonlyArray<TableColumn> = [
  { key: "table", title: "Table", kind: "text" },
  { key: "rows", title: "Rows", kind: "integer" },
]
const comparedColumns: ReadonlyArray<TableColumn> = [...tableColumns, { key: "differing", title: "Differing", kind: "integer" }]
const differenceColumns: ReadonlyArray<TableColumn> = [
  { key: "record", title: "Record", kind: "text", priority: 0 },
  { key: "what", title: "What", kind: "text", priority: 1 },
  { key: "field", title: "Field", kind: "text", priority: 0 },
  { key: "rows", title: "In the rows", kind: "text", priority: 0 },
  { key: "log", title: "By the log", kind: "text", priority: 0 },
  { key: "position", title: "Event", kind: "integer", priority: 1 },
  { key: "type", title: "Since", kind: "text", priority: 2 },
]

const fileColumns: ReadonlyArray<TableColumn> = [
  { key: "record", title: "File of", kind: "text", priority: 0 },
  { key: "what", title: "What", kind: "text", priority: 0 },
  { key: "position", title: "Event", kind: "integer", priority: 1 },
  { key: "sha256", title: "SHA-256", kind: "text", priority: 2 },
]

/** One line for each field that differs; a row that is missing or has no events is one line. */
const flat = ({ differences }: Compared) =>
  differences.flatMap(({ stream, record, what, fields, event }) =>
    (fields.length > 0 ? fields : [{ field: "", rows: "", log: "" }]).map((field) => ({
      stream,
      record,
      what,
      ...field,
      position: event?.position ?? null,
      type: event?.type ?? null,
    })),
  )

/** The findings as a failure, with the exit code for a difference. */
export const differenceOf = ({ differing, differences }: Compared, isMended = false): Exit => {
  const first = differences[0]!
  const field = first.fields.find(({ field }) => field !== "version" && field !== "updatedAt") ?? first.fields[0]
  const since = first.event ? ` since event ${first.event.position} (${first.event.type})` : ""
  const said =
    first.what === "changed" && field
      ? `${first.record}: ${field.field} is ${field.rows}, in the log ${field.log}${since}`
      : first.what === "missing"
        ? `${first.record} is missing; the log has it${since}`
        : `${first.record} exists, but the log has no event for it`
  // a kept sum belongs to many records
  const trail = first.stream.includes("/") ? [`See who did what to it: ops trail ${first.stream}`] : []
  const [one, many] = isMended ? ["row was", "rows were"] : ["row is", "rows are"]
  return new Exit("difference", `${count(differing, one, many)} different from the log. The first: ${said}.`, {
    why: `The log is intact, so these rows were changed directly in the database.${isMended ? " They now match the log." : ""}`,
    next: [...trail, ...(isMended ? [] : ["Rebuild the rows from the log: ops projections rebuild"])].join(". "),
  })
}

/** Keys of personal data that differ from the log: the data they encrypt cannot be compared, and the rows are not at fault. */
const keyFault = (found: ReadonlyArray<KeyFault & { readonly record: string }>): Exit => {
  const { record, what } = found[0]!
  return new Exit(
    "difference",
    `${count(found.length, "key of personal data is", "keys of personal data are")} damaged or missing. The first: the key of ${record} is ${what}.`,
    {
      why:
        what === "damaged"
          ? "The master key decrypts other keys, so this row of es.personal_key was changed."
          : "No event erases this record, so its key should be in es.personal_key.",
      next: "Take the row of this record from a backup of es.personal_key, then replay again",
    },
  )
}

/** Lowers the priority of work that can wait, in favour of requests. Not during a switch: it holds locks that writers wait for. */
const giveWay = async () => {
  const { constants, setPriority } = await import("node:os")
  setPriority(constants.priority.PRIORITY_LOW)
}

const aboutReplay = "An edited log proves nothing, so the rows that differ may be the correct ones. Do not rebuild them."

const replayed = async ({ inProcess, onTheLog }: Machine, { until, diff }: { readonly until?: string; readonly diff?: boolean }, command: Command) => {
  const options = commonOptions(command)
  await giveWay()
  const [
    { withProgress },
    { print },
    { Effect },
    { replay },
    { Model },
    { Snapshots },
    { republished },
    { logFindings },
    { editedLog },
    { PersonalKeys },
    { namesOf },
  ] = await Promise.all([
    import("@ops/platform/terminal/progress/progress.ts"),
    import("@ops/platform/terminal/output.ts"),
    import("effect"),
    import("@ops/platform/records/generations/replay.ts"),
    import("@ops/platform/records/records.ts"),
    import("@ops/platform/records/snapshots/snapshots.ts"),
    import("@ops/platform/records/reproducible-documents.ts"),
    import("../seals/seals.ts"),
    import("../events/edited-log.ts"),
    import("@ops/platform/records/personal-data/personal.ts"),
    import("../events/log.ts"),
  ])
  /** Throws if the log itself was edited. */
  const requireUneditedLog = async () => {
    const edited = editedLog(await onTheLog(logFindings), aboutReplay)
    if (edited) throw edited
  }
  const { position, tables, compared, documents, published } = await withProgress("Folding the log", { unit: "events" }, (progress) => {
    let events = 0
    return inProcess(
      Effect.gen(function* () {
        const { streams, views } = yield* Model
        if (diff) {
          const { check, faults } = yield* PersonalKeys
          yield* check
          const found = yield* faults(streams.flatMap(({ erasing }) => [...erasing]))
          const names = yield* namesOf(found.map(({ stream }) => stream))
          if (found.length > 0) throw keyFault(found.map((fault) => ({ ...fault, record: names.get(fault.stream) ?? fault.stream })))
        }
        const instant = until === undefined ? undefined : yield* Effect.flatMap(Snapshots, ({ resolve }) => resolve(until))
        const replayed = yield* replay(streams, views, {
          until: instant,
          diff: diff === true,
          progress: (at) => {
            progress.expect(Math.max(at.total, at.events))
            progress.advance(at.events - events)
            events = at.events
          },
        })
        return { ...replayed, published: diff ? yield* republished(replayed.position) : undefined }
      }),
    )
  }).catch(async (error) => {
    // an event that cannot be folded may have been forged
    if (!(error instanceof Exit)) await requireUneditedLog()
    throw error
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (options.format === "json") {
    await print(
      {
        position,
        rows,
        tables: compared?.tables ?? tables,
        ...(compared && { differing: compared.differing, differences: compared.differences, documents, published }),
      },
      options,
    )
  } else {
    await print(compared?.tables ?? tables, { ...options, columns: compared ? comparedColumns : tableColumns })
    if (documents && documents.faults.length > 0) await print(documents.faults, { ...options, columns: fileColumns })
    if (compared && compared.differing > 0) await print(flat(compared), { ...options, columns: differenceColumns })
  }
  if (!compared || !documents || !published) return
  if (compared.differing > 0 || published.differing.length > 0) await requireUneditedLog()
  if (compared.differing > 0) throw differenceOf(compared)
  const [lost] = documents.faults
  if (lost) {
    const named = lost.record === null ? "a file without an event" : `a file of ${lost.record} (event ${lost.position})`
    throw new Exit(
      "difference",
      `${count(documents.faults.length, "document is", "documents are")} missing or changed. The first: ${named} ${lost.what === "missing" ? "was deleted" : "was changed"}, SHA-256 ${lost.sha256}.`,
      { next: "Restore the file with this SHA-256 from a backup. To list all of them: ops audit replay --diff -o json" },
    )
  }
  if (published.differing.length > 0) {
    throw new Exit(
      "difference",
      `${count(published.differing.length, "statement", "statements")} recalculated as of the month's close differs from the published version: ${published.differing[0]}.`,
      {
        why: "The log before the close, or the calculation of the statement, has changed.",
        next: "Check the log: ops audit verify",
      },
    )
  }
  if (published.missing.length > 0) {
    throw new Exit("difference", `Nothing was compared for ${published.missing.join(", ")}: the month is closed, and its pack was never published.`, {
      next: "Publish the pack of each closed month, then replay again: ops close pack --period MONTH",
    })
  }
  const { incomparable } = published
  const older = incomparable.map(({ name, version, present }) => `${name} (calculated by version ${version} of the statement, now version ${present})`)
  process.stderr.write(
    `${count(rows, "row", "rows")} rebuilt from the log up to event ${position}: all equal. ${count(documents.kept, "published document", "published documents")} unchanged, ${count(published.made, "statement", "statements")} of closed months reproduced byte for byte.\n` +
      `${older.length === 0 ? "" : `Not comparable: ${older.join(", ")}. The stored files are unchanged.\n`}`,
  )
}

/** Adds `replay` and `as-of` to `ops audit`. */
export const addReplayCommands = (audit: Command, program: Command, machine: Machine): void => {
  audit
    .command("replay")
    .description("rebuild every row from the log in a separate copy; with --diff compare it with the live rows")
    .option("--until <time>", "up to this moment: a day, a month, a time, or @position")
    .option("--diff", "compare with the live rows, and exit with 8 if one differs from its events")
    .examples(
      { line: "ops audit replay --diff", does: "proves that the read tables match the log, while the system is in use" },
      { line: "ops audit replay --until 2026-10 --diff", does: "the same for the rows that screens show as of the end of October" },
      { line: "ops audit replay --diff -o json", does: "for a program, with each row that differs and the event since which it differs" },
    )
    .action((given, command: Command) => replayed(machine, given, command))
  audit
    .command("as-of <time> <command...>")
    .description("run any reading command as of a moment of the past; the same as its option --as-of")
    .examples(
      { line: "ops audit as-of 2026-10 -- invoices list", does: "the invoices as known at the end of October" },
      { line: "ops audit as-of @1234 -- invoices list -o json", does: "the invoices right after event 1234" },
      { line: "ops invoices list --as-of 2026-10-31T18:00:00Z", does: "the same, as an option" },
    )
    .action(async (time: string, words: ReadonlyArray<string>) => {
      await program.parseAsync(["--as-of", time, ...words], { from: "user" })
    })
}
