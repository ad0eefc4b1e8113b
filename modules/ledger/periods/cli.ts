/** `ops close` and `ops periods`: the months of the books. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { PeriodAnswer } from "./contract.ts"

const periodColumns: ReadonlyArray<TableColumn> = [
  { key: "period", title: "Period", kind: "text", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "closedBy", title: "Closed by", kind: "text", priority: 2 },
  { key: "closedAt", title: "Closed", kind: "instant", priority: 1 },
  { key: "notes", title: "Notes", kind: "text", priority: 2 },
]
const checkColumns: ReadonlyArray<TableColumn> = [
  { key: "state", title: "", kind: "text", priority: 0 },
  { key: "key", title: "Check", kind: "text", priority: 0 },
  { key: "count", title: "Open items", kind: "integer", priority: 0 },
  { key: "next", title: "What to do", kind: "text", priority: 1 },
  { key: "title", title: "Requirement", kind: "text", priority: 2 },
  { key: "example", title: "Example", kind: "text", priority: 3 },
]

const fileColumns: ReadonlyArray<TableColumn> = [
  { key: "report", title: "Report", kind: "text", priority: 0 },
  { key: "file", title: "File", kind: "text", priority: 0 },
  { key: "bytes", title: "Bytes", kind: "integer", priority: 1 },
]

const versionColumns: ReadonlyArray<TableColumn> = [
  { key: "version", title: "Version", kind: "integer", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "closedAt", title: "Closed", kind: "instant", priority: 0 },
  { key: "closedBy", title: "Closed by", kind: "text", priority: 1 },
  { key: "supersededAt", title: "Re-opened", kind: "instant", priority: 1 },
  { key: "reopenedBy", title: "Re-opened by", kind: "text", priority: 2 },
  { key: "statements", title: "Statements", kind: "text", priority: 2 },
  { key: "notes", title: "Notes", kind: "text", priority: 3 },
]
type Version = (typeof PeriodAnswer.Type)["versions"][number]
const fullName = (person: Version["closedByUser"]) => (person ? `${person.firstName} ${person.lastName}` : "")
const flatVersion = ({ closedByUser, reopenedByUser, pack, overrides, reopeningReason, ...version }: Version) => ({
  ...version,
  status: version.supersededAt === null ? "current" : "superseded",
  closedBy: fullName(closedByUser),
  reopenedBy: fullName(reopenedByUser),
  statements: pack.map(({ report }) => report).join(", "),
  notes: [...overrides.map(({ key, reason }) => `${key}: ${reason}`), reopeningReason && `re-opened: ${reopeningReason}`].filter(Boolean).join("; "),
})

const api = async () => (await import("./contract.ts")).PeriodsApi
const output = () => import("@ops/platform/terminal/output.ts")

interface Shown {
  readonly period: string
  readonly status: string
  readonly reason: string
  readonly closedAt: string | null
  readonly closedByUser: { readonly firstName: string; readonly lastName: string } | null
  readonly reopeningReason: string | null
  readonly overrides: ReadonlyArray<{ readonly key: string; readonly reason: string }>
}
const flat = ({ closedByUser, reopeningReason, overrides, reason, ...period }: Shown) => ({
  ...period,
  closedBy: closedByUser ? `${closedByUser.firstName} ${closedByUser.lastName}` : "",
  notes: [reason, reopeningReason && `re-opening asked: ${reopeningReason}`, ...overrides.map(({ key, reason }) => `${key}: ${reason}`)]
    .filter(Boolean)
    .join("; "),
})
const printPeriod = async (period: Shown, command: Command) => {
  const { print } = await output()
  const options = commonOptions(command)
  await print(options.format === "json" ? period : flat(period), { ...options, columns: periodColumns })
}

/** Parses `key=reason` arguments. */
const overridesOf = (given: ReadonlyArray<string> = []) =>
  given.map((text) => {
    const [, key, reason] = /^([a-z-]+)=(.+)$/.exec(text) ?? []
    if (key === undefined || reason === undefined)
      throw new Exit("usage", `--over cannot be "${text}".`, { next: 'Give a line of the checklist and a reason: --over drafts="waits for the client"' })
    return { key, reason }
  })

interface Given {
  readonly period: string
  readonly over?: ReadonlyArray<string>
  readonly soft?: boolean
  readonly reason?: string
  readonly confirm?: string
  readonly dryRun?: boolean
  readonly out?: string
  readonly packVersion?: string
}

const lines = async (call: Call, period: string, command: Command) => call(command, await api(), (client) => client.periods.checklist({ params: { period } }))

/** Prints the checklist, blocking lines first, each with the command that resolves it. Returns the blocking lines. */
const printChecklist = async (call: Call, period: string, command: Command) => {
  const found = (await lines(call, period, command)).toSorted((one, other) => Number(one.ok) - Number(other.ok))
  const { print } = await output()
  const options = commonOptions(command)
  const rows = found.map((line) => ({
    ...line,
    state: line.ok ? "PASS" : "BLOCKED",
    next: line.ok ? "" : `→ ${line.command}`,
    example: line.examples[0]?.text ?? "",
  }))
  await print(options.format === "json" ? found : rows, { ...options, columns: checkColumns })
  const blocking = found.filter(({ ok }) => !ok)
  const verb = blocking.length === 1 ? "blocks" : "block"
  process.stderr.write(
    blocking.length === 0 ? `All ${found.length} checks of ${period} pass.\n` : `${blocking.length} of ${found.length} checks ${verb} ${period}.\n`,
  )
  return blocking
}

const run = async (call: Call, given: Given, command: Command) => {
  const { period, soft, reason = "" } = given
  const overrides = overridesOf(given.over)
  if (soft && reason === "") throw new Exit("usage", "A soft close needs a reason.", { next: 'Add --reason "…"' })
  if (given.dryRun) {
    const open = (await printChecklist(call, period, command)).filter(({ key }) => !overrides.some((override) => override.key === key))
    if (open.length > 0 && !soft)
      throw new Exit("refused", `${period} cannot be closed yet: ${open.map(({ key }) => key).join(", ")}.`, { next: `ops close checklist --period ${period}` })
    return
  }
  const { confirmByTyping } = await import("@ops/platform/terminal/confirm.ts")
  await confirmByTyping(`${soft ? "Soft-close" : "Close"} ${period}?`, period, given)
  const contract = await api()
  const params = { period }
  const closed = soft
    ? await call(command, contract, (client) => client.periods.softClose({ params, payload: { reason } }))
    : await call(command, contract, (client) => client.periods.close({ params, payload: { overrides } }))
  await printPeriod(closed, command)
}

/** Adds `close` and `periods` to the program. */
export const addPeriodCommands = (program: Command, call: Call): void => {
  const close = program.command("close").description("close months")
  close
    .command("checklist")
    .description("the checks that must pass before a month is closed")
    .requiredOption("--period <month>", "the month: 2026-10")
    .examples({
      line: "ops close checklist --period 2026-10",
      does: "blocking checks first, each with the command that resolves it; exit code 8 if any check blocks",
    })
    .action(async ({ period }: Given, command: Command) => {
      const [first] = await printChecklist(call, period, command)
      if (first) throw new Exit("difference", `${period} cannot be closed yet.`, { next: first.command })
      const { printNext } = await output()
      printNext(`ops close run --period ${period}`)
    })
  close
    .command("run")
    .description("close a month: nothing can be posted to it after that")
    .requiredOption("--period <month>", "the month: 2026-10")
    .option("--over <line=reason...>", "close despite an open check, with a reason")
    .option("--soft", "soft close: only finance can still post")
    .option("--reason <text>", "reason for the soft close")
    .option("--dry-run", "only show what would block it")
    .option("--confirm <month>", "the month, to confirm without a prompt")
    .examples(
      { line: "ops close run --period 2026-10 --dry-run", does: "changes nothing" },
      { line: 'ops close run --period 2026-10 --over drafts="waits for the client" --confirm 2026-10', does: "closes despite one open check" },
    )
    .action((given: Given, command: Command) => run(call, given, command))
  close
    .command("pack")
    .description("the statements of a closed month, as published")
    .requiredOption("--period <month>", "the month: 2026-10")
    .option("--pack-version <number>", "an earlier version, of a close that was re-opened; ops periods versions lists them")
    .option("--out <folder>", "where the files go; this folder if not given", ".")
    .examples({ line: "ops close pack --period 2026-10 --out october", does: "profit and loss, balance sheet, cash flow, trial balance and expenses as PDF" })
    .action(async ({ period, packVersion: version, out = "." }: Given, command: Command) => {
      const fs = await import("node:fs/promises")
      const path = await import("node:path")
      const { packReports } = await import("./contract.ts")
      await fs.mkdir(out, { recursive: true })
      const files: Array<{ report: string; file: string; bytes: number }> = []
      for (const report of packReports) {
        const bytes = await call(command, await api(), (client) => client.periods.pack({ params: { period, report }, query: { ...(version && { version }) } }))
        const file = path.join(out, `${report} ${period}.pdf`)
        await fs.writeFile(file, bytes)
        files.push({ report, file, bytes: bytes.length })
      }
      await (await output()).print(files, { ...commonOptions(command), columns: fileColumns })
    })
  close
    .command("reopen")
    .description("reopen a closed month: one person requests it with a reason, a second person of level 10 confirms")
    .requiredOption("--period <month>", "the month: 2026-10")
    .option("--reason <text>", "the reason; without it you confirm another person's request")
    .option("--confirm <month>", "the month, to confirm without a prompt")
    .examples(
      { line: 'ops close reopen --period 2026-10 --reason "A bill came late"', does: "asks" },
      { line: "ops close reopen --period 2026-10", does: "confirms another person's request" },
    )
    .action(async ({ period, reason, confirm }: Given, command: Command) => {
      const { confirmByTyping } = await import("@ops/platform/terminal/confirm.ts")
      await confirmByTyping(reason ? `Ask for ${period} to be re-opened?` : `Re-open ${period}?`, period, { confirm })
      const contract = await api()
      await printPeriod(
        await call(command, contract, (client) => client.periods.reopen({ params: { period }, payload: { ...(reason && { reason }) } })),
        command,
      )
      if (!reason) return
      process.stderr.write(`${period} stays closed until another person of level 10 confirms: ops close reopen --period ${period}\n`)
    })
  const periods = program.command("periods").description("accounting months")
  periods
    .command("versions")
    .description("every close of a month, including reopened ones, with the statements published at each")
    .requiredOption("--period <month>", "the month: 2026-10")
    .examples(
      { line: "ops periods versions --period 2026-10", does: "who closed it, when, with which exceptions, and why it was reopened" },
      { line: "ops close pack --period 2026-10 --pack-version 1", does: "the statements of the first close" },
    )
    .action(async ({ period }: Given, command: Command) => {
      const rows = await call(command, await api(), (client) => client.periods.list({ query: { q: period } }))
      const versions = rows.find((row) => row.period === period)?.versions ?? []
      if (versions.length === 0) throw new Exit("refused", `${period} was never closed.`, { next: "ops periods list" })
      const { print } = await output()
      const options = commonOptions(command)
      await print(options.format === "json" ? versions : versions.map(flatVersion), { ...options, columns: versionColumns })
    })
  paged(periods.command("list").description("months with their status, latest first"))
    .examples({ line: "ops periods list", does: "all of them" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      const isJson = commonOptions(command).format === "json"
      await printList(
        command,
        { limit, all },
        periodColumns,
        (page) => call(command, contract, (client) => client.periods.list({ query: page, responseMode: "decoded-and-response" })),
        (period) => (isJson ? period : flat(period)),
      )
    })
}
