/** `ops audit events`, `duties`, `permissions`, `reads` and `diff`: the queries of an auditor. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call, InProcess } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList, readList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { count, inWords } from "@ops/platform/text.ts"
import { limitKinds } from "@ops/finance/shared/labels.ts"
import type { DutiesReport, MomentsDifference } from "./contract.ts"

const at: TableColumn = { key: "at", title: "When", kind: "instant", priority: 1 }
const by: TableColumn = { key: "by", title: "By", kind: "text", priority: 1 }
const position: TableColumn = { key: "position", title: "Position", kind: "integer", priority: 3 }
const record: TableColumn = { key: "record", title: "Record", kind: "text", priority: 1 }
const eventColumns: ReadonlyArray<TableColumn> = [
  position,
  { key: "occurredAt", title: "When", kind: "instant", priority: 1 },
  by,
  record,
  { key: "text", title: "What", kind: "text", priority: 0 },
  { key: "via", title: "Via", kind: "text", priority: 5 },
  { key: "command", title: "Command", kind: "text", priority: 6 },
  { key: "hash", title: "Hash", kind: "text", priority: 9 },
]
const pairColumns: ReadonlyArray<TableColumn> = [
  record,
  by,
  { key: "duties", title: "Duties", kind: "text", priority: 0 },
  { key: "why", title: "Rule", kind: "text", priority: 3 },
  { key: "reason", title: "Reason given", kind: "text", priority: 2 },
]
const overrideColumns: ReadonlyArray<TableColumn> = [
  at,
  by,
  record,
  { key: "text", title: "What", kind: "text", priority: 2 },
  { key: "reason", title: "Reason", kind: "text", priority: 0 },
  position,
]
const dutyColumns: ReadonlyArray<TableColumn> = [
  record,
  { key: "label", title: "Duty", kind: "text", priority: 0 },
  by,
  { key: "times", title: "Times", kind: "integer", priority: 3 },
  { ...at, title: "First" },
  position,
]
const standingColumns: ReadonlyArray<TableColumn> = [
  at,
  { key: "level", title: "Level", kind: "integer", priority: 0 },
  { key: "levelName", title: "Name", kind: "text", priority: 1 },
  { key: "department", title: "Department", kind: "text", priority: 4 },
  { key: "site", title: "Site", kind: "text", priority: 3 },
  { key: "isActive", title: "Active", kind: "text", priority: 0 },
  { ...by, priority: 2 },
  { key: "text", title: "What", kind: "text", priority: 2 },
  position,
]
const readColumns: ReadonlyArray<TableColumn> = [
  at,
  by,
  { key: "class", title: "Fields", kind: "text", priority: 0 },
  { key: "endpoint", title: "Call", kind: "text", priority: 1 },
  { key: "count", title: "Records", kind: "integer", priority: 1 },
  { key: "status", title: "Status", kind: "integer", priority: 2 },
  { key: "purpose", title: "Purpose", kind: "text", priority: 2 },
  { key: "path", title: "Path", kind: "text", priority: 5 },
]
const causeColumns: ReadonlyArray<TableColumn> = [
  { key: "command", title: "What was done", kind: "text", priority: 0 },
  by,
  { key: "acts", title: "Times", kind: "integer", priority: 1 },
  { key: "firstAt", title: "First", kind: "instant", priority: 3 },
  { key: "lastAt", title: "Last", kind: "instant", priority: 2 },
  { key: "rows", title: "Added, changed, removed", kind: "text", priority: 2 },
  { key: "money", title: "In money", kind: "text", priority: 0 },
]
const stoppedColumns: ReadonlyArray<TableColumn> = [
  record,
  { ...at, priority: 2 },
  { ...by, priority: 0 },
  { key: "amountUsd", title: "Amount (USD)", kind: "money", priority: 0 },
  { key: "waitedDays", title: "Waited (days)", kind: "text", priority: 2 },
  { key: "extraDays", title: "Longer (days)", kind: "text", priority: 1 },
  { key: "text", title: "What", kind: "text", priority: 4 },
  position,
]
const changeColumns: ReadonlyArray<TableColumn> = [
  record,
  { key: "what", title: "What", kind: "text", priority: 1 },
  { key: "field", title: "Field", kind: "text", priority: 0 },
  { key: "before", title: "Before", kind: "text", priority: 0 },
  { key: "after", title: "After", kind: "text", priority: 0 },
]

const isScreen = (format: string | undefined) => format === "table" || (format === undefined && process.stdout.isTTY)
const printing = () => import("@ops/platform/terminal/output.ts")
const contract = async () => (await import("./contract.ts")).AuditApi

type EventsGiven = Paging &
  Readonly<Record<"person" | "entity" | "id" | "type" | "site" | "from" | "to" | "command" | "via", string | undefined>> & {
    readonly oldestFirst?: boolean
  }

const events = async (call: Call, words: ReadonlyArray<string>, { limit, all, oldestFirst, site, ...given }: EventsGiven, command: Command) => {
  const [api, { print }, { withProgress }] = await Promise.all([contract(), printing(), import("@ops/platform/terminal/progress/progress.ts")])
  const query = { ...given, ...(words.length > 0 && { q: words.join(" ") }), ...(site && { siteId: site }), ...(oldestFirst && { sort: "position" }) }
  const { rows } = await withProgress("Searching the log", { unit: "found" }, (progress) =>
    readList(command, { limit, all }, async (page) => {
      const answer = await call(command, api, (client) => client.audit.events({ query: { ...query, ...page }, responseMode: "decoded-and-response" }))
      progress.advance(answer[0].length)
      return answer
    }),
  )
  const options = commonOptions(command)
  await print(rows, { ...options, columns: isScreen(options.format) ? eventColumns.slice(0, -1) : eventColumns })
}

const duties = async (
  call: Call,
  { show, ...query }: { readonly show: string; readonly from?: string; readonly to?: string; readonly chain?: string; readonly person?: string },
  command: Command,
) => {
  const [api, { print }] = await Promise.all([contract(), printing()])
  const options = commonOptions(command)
  const report: typeof DutiesReport.Type = await call(command, api, (client) => client.audit.duties({ query }))
  if (options.format === "json") return print(report, options)
  if (show === "overrides") await print(report.overrides, { ...options, columns: overrideColumns })
  else if (show === "all") {
    await print(
      report.records.flatMap(({ record, stream, chain, duties }) => duties.map((duty) => ({ record, chain, ...duty, stream }))),
      { ...options, columns: dutyColumns },
    )
  } else {
    const told = report.pairs.map(({ duties, ...pair }) => ({ ...pair, duties: duties.map(({ label }) => label).join(" + ") }))
    await print(told, { ...options, columns: pairColumns })
  }
  process.stderr.write(
    `From ${report.from} to ${report.to}: ${count(report.total, "chain")}, ${count(report.pairs.length, "pair")} of duties with one person, ${count(report.overrides.length, "override")}.\n`,
  )
}

interface PolicyGiven {
  readonly from?: string
  readonly to?: string
  readonly kind?: (typeof limitKinds)[number]
  readonly level?: string
  readonly upTo?: string
  readonly chain?: string
  readonly apart?: string
}

const policy = async (call: Call, { apart, ...given }: PolicyGiven, command: Command) => {
  const [api, { print }] = await Promise.all([contract(), printing()])
  const options = commonOptions(command)
  const [first, second] = apart?.split(",") ?? []
  const found = await call(command, api, (client) => client.audit.policy({ query: { ...given, ...(apart !== undefined && { first, second }) } }))
  if (options.format === "json") return print(found, options)
  const columns = found.amountUsd === null ? stoppedColumns.filter(({ key }) => key !== "amountUsd") : stoppedColumns
  await print(found.stopped, { ...options, columns })
  const worth = found.amountUsd === null ? "" : ` worth USD ${found.amountUsd}`
  const longer =
    found.usualDays === null
      ? "No decision shows how long another person would have taken"
      : `Another person usually took ${found.usualDays} days: together ${found.extraDays} more days of waiting`
  process.stderr.write(
    `${found.rule}, from ${found.from} to ${found.to}: ${count(found.count, "decision")} of ${found.checked} stopped${worth}.${found.count > 0 ? ` ${longer}.` : ""}\n`,
  )
}

const permissions = async (call: Call, person: string, query: { readonly at?: string; readonly permission?: string }, command: Command) => {
  const [api, { print }] = await Promise.all([contract(), printing()])
  const options = commonOptions(command)
  const history = await call(command, api, (client) => client.audit.permissions({ query: { person, ...query } }))
  if (options.format === "json") return print(history, options)
  await print(history.timeline, { ...options, columns: standingColumns })
  const { question, standing, approvalLimit } = history
  const was = standing ? `level ${standing.level}, ${standing.levelName}${standing.isActive ? "" : ", suspended"}` : "not known here yet"
  process.stderr.write(`${history.person.name} (${history.person.employeeId}) at ${history.at}: ${was}. ${approvalLimit.text}.\n`)
  if (question) process.stderr.write(`${question.permission}: ${question.could ? "yes" : "no"}. ${question.because}.\n`)
}

const reads = async (
  call: Call,
  inProcess: InProcess,
  {
    limit,
    all,
    verify,
    ...query
  }: Paging & { readonly verify?: boolean } & Readonly<Record<"person" | "class" | "record" | "from" | "to", string | undefined>>,
  command: Command,
) => {
  const { print } = await printing()
  const options = commonOptions(command)
  if (verify) {
    const { verifyReads } = await import("@ops/platform/http/access-log.ts")
    const { reads, head, broken } = await inProcess(verifyReads)
    if (broken) {
      throw new Exit("difference", `${broken.sentence}.`, { why: "The notes were changed directly in the database, not through the application." })
    }
    return print({ reads, whole: true, head }, options)
  }
  const api = await contract()
  await printList(command, { limit, all }, readColumns, (page) =>
    call(command, api, (client) => client.audit.reads({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
  )
}

/** Prints the changes of a list or report between two moments. */
export const diff = async (
  call: Call,
  list: string,
  { from, to, rows, plain }: { readonly from: string; readonly to: string; readonly rows?: boolean; readonly plain?: boolean },
  command: Command,
) => {
  const [api, { print }] = await Promise.all([contract(), printing()])
  const options = commonOptions(command)
  const found: typeof MomentsDifference.Type = await call(command, api, (client) => client.audit.moments({ query: { list, a: from, b: to } }))
  /** names of fields and commands, as words unless the output is for programs */
  const named = (name: string) => (plain ? inWords(name.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())) : name)
  const inMoney = (sums: typeof found.money) => sums.map(({ field, currency, difference }) => `${named(field)} ${currency} ${difference}`).join(", ")
  if (options.format === "json") await print(found, options)
  else if (rows || found.causes.every(({ rows }) => rows.length === 0)) {
    const told = found.rows.flatMap(({ fields, ...row }) => fields.map(({ field, ...values }) => ({ ...row, field: named(field), ...values })))
    await print(told, { ...options, columns: changeColumns })
  } else {
    const told = found.causes.map(({ money, added, changed, removed, rows: _, ...cause }) => ({
      ...cause,
      command: cause.command === null ? "nothing in the log" : named(cause.command),
      rows: `${added}, ${changed}, ${removed}`,
      money: inMoney(money),
    }))
    await print(told, { ...options, columns: causeColumns })
  }
  const total = found.money.length > 0 ? ` In money: ${inMoney(found.money)}.` : ""
  process.stderr.write(
    `${found.label}, from position ${found.a.position} to ${found.b.position}: ${found.added} added, ${found.changed} changed, ${found.removed} removed.${total}\n`,
  )
  if (found.causes.some(({ command }) => command === null)) {
    throw new Exit("difference", "Some changes are not explained by any event.", { next: "See which rows differ from the log: ops audit replay --diff" })
  }
}

/** Adds these queries to `ops audit`. */
export const addReportCommands = (audit: Command, call: Call, inProcess: InProcess): void => {
  paged(
    audit
      .command("events [words...]")
      .description("search the log in plain words, newest first")
      .option("--person <who>", "employee ID, part of the name, or system")
      .option("--entity <kind>", "the kind of record: purchase_request")
      .option("--id <id>", "the record's number, or its id with --entity")
      .option("--type <types>", "event types, separated by commas")
      .option("--site <site>", "of records at this site")
      .option("--from <day>", "from this date or time")
      .option("--to <day>", "up to this date or time")
      .option("--command <name>", "by this act: purchase_request.approve")
      .option("--via <door>", "web, cli, system or demo")
      .option("--oldest-first", "from the beginning"),
  )
    .examples(
      { line: "ops audit events override", does: "events that contain the word" },
      { line: "ops audit events --person FO-FIN-001 --from 2026-10-01 --to 2026-10-31", does: "everything one person did in October" },
      { line: "ops audit events --type InvoiceCredited -o csv", does: "every credit note, for a spreadsheet" },
    )
    .action((words: ReadonlyArray<string>, given: EventsGiven, command: Command) => events(call, words, given, command))
  audit
    .command("duties")
    .description("who held which duty: conflicting pairs held by one person, overrides with their reasons")
    .option("--from <day>", "defaults to the first of this month")
    .option("--to <day>", "defaults to today")
    .option("--chain <chain>", "purchase, invoice, meals, billing_run or journal")
    .option("--person <who>", "employee ID or part of the name")
    .option("--show <part>", "pairs, overrides, or all people in each chain", "pairs")
    .examples(
      { line: "ops audit duties --from 2026-10-01 --to 2026-10-31", does: "conflicting duties held by one person in October" },
      { line: "ops audit duties --show overrides", does: "overrides of this month, with reasons" },
      { line: "ops audit duties --chain purchase --show all -o csv", does: "who requested, approved and received each purchase" },
    )
    .action((given, command: Command) => {
      if (!["pairs", "overrides", "all"].includes(given.show))
        throw new Exit("usage", `--show cannot be "${given.show}".`, { next: "Choose pairs, overrides or all." })
      return duties(call, given, command)
    })
  audit
    .command("policy")
    .description("what another approval limit or separation of duties would have stopped, and its cost in waiting days")
    .option("--from <day>", "defaults to the first of this month")
    .option("--to <day>", "defaults to today")
    .addOption(new Option("--kind <word>", "the kind of decision to limit").choices(limitKinds))
    .option("--level <level>", "the level to limit")
    .option("--up-to <amount>", "the highest amount in USD the level would have approved: 2500.00")
    .option("--chain <chain>", "a separation of duties in this chain")
    .option("--apart <duties>", "two duties that one person could not have held: approved,paid")
    .examples(
      { line: "ops audit policy --kind purchase --level 8 --up-to 2500 --from 2026-01-01", does: "approvals of this year above USD 2,500" },
      { line: "ops audit policy --chain expense --apart approved,paid --from 2026-01-01", does: "expenses paid by their approver" },
    )
    .action((given: PolicyGiven, command: Command) => policy(call, given, command))
  audit
    .command("permissions <person>")
    .description("whether a person had a permission at a moment, and how they came to their level")
    .option("--at <time>", "a day, a month, a time, or @position; now, if not given")
    .option("--permission <name>", "the permission asked about: approval.team")
    .examples(
      { line: "ops audit permissions FO-SUP-001 --at 2026-10-15 --permission approval.team", does: "whether this person could approve on that day" },
      { line: "ops audit permissions FO-SUP-001", does: "their levels, sites and suspensions from the beginning" },
    )
    .action((person: string, given, command: Command) => permissions(call, person, given, command))
  paged(
    audit
      .command("reads")
      .description("who viewed sensitive data: health, mails, the log itself, exported files, sessions")
      .option("--person <who>", "employee ID or part of the name")
      .option("--class <fields>", "health, mail, log, export, sessions")
      .option("--record <id>", "the record shown: staff_member/12")
      .option("--from <day>", "from this date or time")
      .option("--to <day>", "up to this date or time"),
  )
    .option("--verify", "check on the machine of the database that no note was changed or removed; ends with 8 if one was")
    .examples(
      { line: "ops audit reads --class health --from 2026-11-01", does: "who viewed allergies and diets this month" },
      { line: "ops audit reads --person FO-SUP-001 -o csv", does: "everything shown to one person" },
      { line: "ops audit reads --verify", does: "proves that no entry is missing or changed" },
    )
    .action((given, command: Command) => reads(call, inProcess, given, command))
  audit
    .command("diff <list>")
    .description("what changed in a list or report between two moments, who changed it, and the effect in money")
    .requiredOption("--from <time>", "the first moment: a day, a month, a time, or @position")
    .option("--to <time>", "the second", "now")
    .option("--rows", "field by field, instead of by event")
    .examples(
      { line: "ops audit diff invoices --from 2026-10 --to now", does: "changes to the invoices since the end of October" },
      { line: "ops audit diff purchase-requests --from 2026-10-01 --to 2026-10-31 --rows", does: "field by field" },
      { line: "ops audit diff /api/dashboard/metrics --from 2026-10-31 --to 2026-11-20", does: "a report's figures, and the events behind them" },
    )
    .action((list: string, given, command: Command) => diff(call, list, given, command))
}
