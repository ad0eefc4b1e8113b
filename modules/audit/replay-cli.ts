/** `ops audit replay` and `ops audit as-of`: the log folded again beside the rows, and any reading command as of a moment. */
import type { Command } from "commander"
import type { Compared } from "@ops/platform/records/compare.ts"
import type { InProcess } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { count } from "@ops/platform/text.ts"

const tableColumns: ReadonlyArray<TableColumn> = [
  { key: "table", title: "Table", kind: "text" },
  { key: "rows", title: "Rows", kind: "integer" },
]
const comparedColumns: ReadonlyArray<TableColumn> = [...tableColumns, { key: "differing", title: "Differing", kind: "integer" }]
const differenceColumns: ReadonlyArray<TableColumn> = [
  { key: "stream", title: "Record", kind: "text", priority: 0 },
  { key: "what", title: "What", kind: "text", priority: 1 },
  { key: "field", title: "Field", kind: "text", priority: 0 },
  { key: "rows", title: "In the rows", kind: "text", priority: 0 },
  { key: "log", title: "By the log", kind: "text", priority: 0 },
  { key: "position", title: "Event", kind: "integer", priority: 1 },
  { key: "type", title: "Since", kind: "text", priority: 2 },
]

/** One line for each field that differs; a row that is missing or has no events is one line. */
const flat = ({ differences }: Compared) =>
  differences.flatMap(({ stream, what, fields, event }) =>
    (fields.length > 0 ? fields : [{ field: "", rows: "", log: "" }]).map((field) => ({
      stream,
      what,
      ...field,
      position: event?.position ?? null,
      type: event?.type ?? null,
    })),
  )

/** What was found, as a failure with the code for a difference. */
export const differenceOf = ({ differing, differences }: Compared, isMended = false): Exit => {
  const first = differences[0]!
  const field = first.fields.find(({ field }) => field !== "version" && field !== "updatedAt") ?? first.fields[0]
  const since = first.event ? ` since event ${first.event.position} (${first.event.type})` : ""
  const said =
    first.what === "changed" && field
      ? `${first.stream}: ${field.field} is ${field.rows}, the log says ${field.log}${since}`
      : first.what === "missing"
        ? `${first.stream} is missing; the log has it${since}`
        : `${first.stream} is there, and the log knows nothing of it`
  const [one, many] = isMended ? ["row was", "rows were"] : ["row is", "rows are"]
  return new Exit("difference", `${count(differing, one, many)} not what the log says. The first: ${said}.`, {
    why: `Only the log counts. Somebody has changed rows past it, in the database itself.${isMended ? " They are as the log says now." : ""}`,
    next: `See who did what to it: ops trail ${first.stream}${isMended ? "" : ". Make the rows anew: ops projections rebuild"}`,
  })
}

/** Work that can wait leaves the processor to those who serve people. Not for a switch: it holds what writers wait for. */
const giveWay = async () => {
  const { constants, setPriority } = await import("node:os")
  setPriority(constants.priority.PRIORITY_LOW)
}

const replayed = async (inProcess: InProcess, { until, diff }: { readonly until?: string; readonly diff?: boolean }, command: Command) => {
  const options = commonOptions(command)
  await giveWay()
  const [{ withProgress }, { print }, { Effect }, { replay }, { Model }, { Instants }, { republished }] = await Promise.all([
    import("@ops/platform/terminal/progress.ts"),
    import("@ops/platform/terminal/output.ts"),
    import("effect"),
    import("@ops/platform/records/replay.ts"),
    import("@ops/platform/records/records.ts"),
    import("@ops/platform/records/instant.ts"),
    import("@ops/platform/records/publication.ts"),
  ])
  const { position, tables, compared, documents, published } = await withProgress("Folding the log", { unit: "events" }, (progress) => {
    let events = 0
    return inProcess(
      Effect.gen(function* () {
        const { streams, views } = yield* Model
        const instant = until === undefined ? undefined : yield* Effect.flatMap(Instants, ({ resolve }) => resolve(until))
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
    if (compared && compared.differing > 0) await print(flat(compared), { ...options, columns: differenceColumns })
  }
  if (!compared || !documents || !published) return
  if (compared.differing > 0) throw differenceOf(compared)
  if (documents.spoiled.length > 0) {
    throw new Exit(
      "difference",
      `${count(documents.spoiled.length, "published document is", "published documents are")} not what was given out: ${documents.spoiled[0]}.`,
      {
        next: "Take the bytes from the backup; their SHA-256 is their name.",
      },
    )
  }
  if (published.differing.length > 0) {
    throw new Exit(
      "difference",
      `${count(published.differing.length, "statement", "statements")} made again as of the close of the month is not what was given out: ${published.differing[0]}.`,
      {
        why: "The log before the close, or how the statement is made of it, is not what it was.",
        next: "Check the log: ops audit verify",
      },
    )
  }
  process.stderr.write(
    `${count(rows, "row", "rows")} made anew from the log up to event ${position}: all equal. ${count(documents.kept, "published document", "published documents")} unchanged, ${count(published.made, "statement", "statements")} of closed months made again byte for byte.\n`,
  )
}

/** Adds `replay` and `as-of` to `ops audit`. */
export const addReplayCommands = (audit: Command, program: Command, inProcess: InProcess): void => {
  addExamples(
    audit
      .command("replay")
      .description("make every row anew from the log, beside those people work on; with --diff compare them, one by one")
      .option("--until <time>", "up to this moment: a day, a month, a time, or @position")
      .option("--diff", "compare with the rows, and end with 8 if one is not what its events say")
      .action((given, command: Command) => replayed(inProcess, given, command)),
    [
      { line: "ops audit replay --diff", does: "proves that the rows are what the log says, while people work" },
      { line: "ops audit replay --until 2026-10 --diff", does: "the same for the rows that screens show of the end of October" },
      { line: "ops audit replay --diff -o json", does: "for a program, with each row that differs and the event since which it does" },
    ],
  )
  addExamples(
    audit
      .command("as-of <time> <command...>")
      .description("run any reading command as of a moment of the past; the same as its option --as-of")
      .action(async (time: string, words: ReadonlyArray<string>) => {
        await program.parseAsync(["--as-of", time, ...words], { from: "user" })
      }),
    [
      { line: "ops audit as-of 2026-10 -- invoices list", does: "the invoices as they were known at the end of October" },
      { line: "ops audit as-of @1234 -- requests show PR-2026-0001 -o json", does: "a request right after event 1234" },
      { line: "ops invoices list --as-of 2026-10-31T18:00:00Z", does: "the same, as an option" },
    ],
  )
}
