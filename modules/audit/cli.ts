/** `ops events`, `ops trail` and `ops projections`: the log as it grows, the events of one record, and the rows folded from the log. */
import { setTimeout as pause } from "node:timers/promises"
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call, Machine } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { AuditEvent } from "./contract.ts"
import { addEvidenceCommands } from "./evidence/cli.ts"
import { addAuditMonthCommand } from "./month/cli.ts"
import type { Lists } from "./month/gather.ts"
import { addReplayCommands, differenceOf } from "./replay/cli.ts"
import { addReportCommands } from "./reports-cli.ts"
import { addSealCommands } from "./seals/cli.ts"

type Told = typeof AuditEvent.Type

const position: TableColumn = { key: "position", title: "Position", kind: "integer", priority: 2 }
const trailColumns: ReadonlyArray<TableColumn> = [
  position,
  { key: "occurredAt", title: "When", kind: "instant", priority: 1 },
  { key: "by", title: "By", kind: "text", priority: 1 },
  { key: "via", title: "Via", kind: "text", priority: 3 },
  { key: "text", title: "What", kind: "text", priority: 0 },
  { key: "hash", title: "Hash", kind: "text", priority: 9 },
]
const tailColumns: ReadonlyArray<TableColumn> = [
  position,
  { key: "at", title: "Written", kind: "instant", priority: 1 },
  { key: "by", title: "By", kind: "text", priority: 1 },
  { key: "record", title: "Record", kind: "text", priority: 1 },
  { key: "text", title: "What", kind: "text", priority: 0 },
  { key: "type", title: "Event", kind: "text", priority: 4 },
]
const rebuiltColumns: ReadonlyArray<TableColumn> = [
  { key: "events", title: "Events", kind: "integer" },
  { key: "rows", title: "Rows", kind: "integer" },
  { key: "seconds", title: "Seconds", kind: "text" },
  { key: "eventsPerSecond", title: "Events a second", kind: "integer" },
  { key: "position", title: "Position", kind: "integer" },
  { key: "generation", title: "Generation", kind: "integer" },
  { key: "stopped", title: "Writing paused", kind: "text" },
  { key: "differing", title: "Rows that differed", kind: "integer" },
]

const most = 1000

/** The log after a position, page by page up to its current end. */
async function* pagesAfter(call: Call, command: Command, query: { readonly entity?: string; readonly id?: string }, after: number) {
  const { AuditApi } = await import("./contract.ts")
  let position = after
  for (;;) {
    const page: ReadonlyArray<Told> = await call(command, AuditApi, (client) =>
      client.audit.log({ query: { ...query, after: String(position), limit: String(most) } }),
    )
    if (page.length > 0) yield page
    if (page.length < most) return
    position = page.at(-1)!.position
  }
}

const tail = async (call: Call, { after, limit, follow }: { readonly after?: string; readonly limit: string; readonly follow?: boolean }, command: Command) => {
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  for (const [flag, value] of [
    ["--after", after ?? "0"],
    ["--limit", limit],
  ] as const) {
    if (!/^\d{1,15}$/.test(value)) throw new Exit("usage", `${flag} cannot be "${value}".`, { next: "Give a whole number." })
  }
  // an endless stream cannot be one document
  const format = follow && options.format === "json" ? "ndjson" : options.format
  let headers = options.headers
  let position = after === undefined ? -Number(limit) : Number(after)
  const collected: Array<Told> = []
  for (;;) {
    for await (const page of pagesAfter(call, command, {}, position)) {
      position = page.at(-1)!.position
      if (follow) {
        await print(page, { ...options, format, headers, columns: tailColumns })
        headers = false
      } else collected.push(...page)
    }
    if (!follow) return print(collected, { ...options, columns: tailColumns })
    if (position < 0) position = 0
    await pause(1000)
  }
}

/** Adds `events`, `trail` and `projections` to the program. `lists`: the month-end checks and ties of the modules. */
export const addAuditCommands = (program: Command, call: Call, machine: Machine, lists: () => Promise<Lists>): void => {
  const { inProcess, onTheLog } = machine
  const events = program.command("events").description("the event log")
  events
    .command("tail")
    .description("the latest events, in plain words")
    .option("--after <position>", "all events after this position")
    .option("--limit <count>", "without --after: start this many positions before the end", "20")
    .option("-f, --follow", "keep printing new events until Ctrl-C")
    .examples(
      { line: "ops events tail", does: "the last twenty" },
      { line: "ops events tail --follow", does: "the last twenty, then new events as they occur" },
      { line: "ops events tail --after 1200 -o ndjson", does: "all events after position 1200, for a program" },
    )
    .action((given, command: Command) => tail(call, given, command))

  program
    .command("trail <record>")
    .description("the complete history of a record, and who made each change")
    .examples(
      { line: "ops trail PR-2026-0001", does: "of a purchase request, by its number" },
      { line: "ops trail FO-CEO-001", does: "of a person, by employee ID" },
      { line: "ops trail stock_level/7 -o json", does: "of any record, by kind and id, with hashes" },
    )
    .action(async (name: string, _, command: Command) => {
      if (/^\d+$/.test(name)) throw new Exit("usage", "An id alone does not identify a record.", { next: `Add its kind: ops trail purchase_request/${name}` })
      const [, entity, id] = /^([a-z_]+)\/(\d+)$/.exec(name) ?? []
      const rows: Array<Told> = []
      for await (const page of pagesAfter(call, command, entity && id ? { entity, id } : { id: name }, 0)) rows.push(...page)
      const { print } = await import("@ops/platform/terminal/output.ts")
      const options = commonOptions(command)
      const isScreen = options.format === "table" || (options.format === undefined && process.stdout.isTTY)
      if (isScreen && rows[0]) process.stderr.write(`${rows[0].record} (${rows[0].stream})\n`)
      await print(rows, { ...options, columns: isScreen ? trailColumns.slice(0, -1) : trailColumns })
    })

  const projections = program.command("projections").description("the read tables derived from the log")
  projections
    .command("rebuild")
    .description("rebuild all rows from the log, on the database's machine, while the system is in use")
    .examples({ line: "ops projections rebuild", does: "shows progress, then the speed" }, { line: "ops projections rebuild -o json", does: "for a program" })
    .action(async (_, command: Command) => {
      const [{ withProgress }, { print }, { Effect }, { rebuild }, { Model }, { logFindings }, { editedLog }] = await Promise.all([
        import("@ops/platform/terminal/progress/progress.ts"),
        import("@ops/platform/terminal/output.ts"),
        import("effect"),
        import("@ops/platform/records/generations/generation.ts"),
        import("@ops/platform/records/records.ts"),
        import("./seals/seals.ts"),
        import("./events/edited-log.ts"),
      ])
      const edited = editedLog(await onTheLog(logFindings), "Rows built from an edited log would contain the forged data, so nothing was rebuilt.")
      if (edited) throw edited
      const rebuilt = await withProgress("Folding the log", { unit: "events" }, async (progress) => {
        let events = 0
        const told = (at: { readonly events: number; readonly total: number }) => {
          progress.expect(Math.max(at.total, at.events))
          progress.advance(at.events - events)
          events = at.events
        }
        let began = 0
        const made = await inProcess(
          Effect.gen(function* () {
            const { streams, views } = yield* Model
            began = performance.now()
            return yield* rebuild(streams, views, told)
          }),
        )
        const seconds = (performance.now() - began) / 1000
        return { events, ...made, seconds: seconds.toFixed(2), eventsPerSecond: Math.round(events / seconds) }
      })
      const { compared, sameCode, stopped, ...told } = rebuilt
      const differing = sameCode ? compared.differing : null
      await print(
        { ...told, stopped: `${Math.round(stopped)} ms`, differing, differences: compared.differences },
        { ...commonOptions(command), columns: rebuiltColumns },
      )
      // the rows are correct now; the difference is still reported
      if (compared.differing > 0) throw differenceOf(compared, true)
    })

  const audit = program.command("audit").description("verify the log and look at the past")
  addSealCommands(audit, call, onTheLog)
  addReplayCommands(audit, program, machine)
  addAuditMonthCommand(audit, machine, lists)
  addReportCommands(audit, call, inProcess)
  addEvidenceCommands(audit, call)
}
