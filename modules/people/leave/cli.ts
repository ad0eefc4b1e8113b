/** `ops leave`: balances, leave requests, and decisions on them. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { dateGiven, output, staffNamed } from "../cli-common.ts"
import { daysOf } from "@ops/platform/terminal/amounts.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { paged, printList, printWith, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { leaveRequests } from "./resource.ts"
import { screen } from "./screen.ts"

const balanceColumns: ReadonlyArray<TableColumn> = [
  { key: "leaveType", title: "Leave", kind: "text", priority: 0 },
  { key: "balance", title: "Left", kind: "integer", priority: 0 },
  { key: "pending", title: "Asked for", kind: "integer", priority: 1 },
  { key: "accrued", title: "Accrued this year", kind: "integer", priority: 2 },
  { key: "taken", title: "Taken this year", kind: "integer", priority: 1 },
  { key: "expires", title: "Expires next", kind: "text", priority: 2 },
]
const entryColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "kind", title: "Entry", kind: "text", priority: 0 },
  { key: "days", title: "Days", kind: "integer", priority: 0 },
  { key: "balance", title: "Balance", kind: "integer", priority: 0 },
  { key: "reason", title: "Reason", kind: "text", priority: 2 },
]
const typeColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "name", title: "Leave", kind: "text", priority: 0 },
  { key: "maxDaysPerYear", title: "Days a year", kind: "integer", priority: 0 },
  { key: "accrual", title: "Accrual", kind: "text", priority: 1 },
  { key: "carryForward", title: "Carried forward", kind: "text", priority: 2 },
  { key: "paid", title: "Paid", kind: "text", priority: 1 },
  { key: "countsEveryDay", title: "Every day counts", kind: "text", priority: 2 },
]

const api = async () => (await import("./contract.ts")).LeaveApi
const typesApi = async () => (await import("./leave-types.ts")).LeaveTypesApi
const requestsApi = async () => (await import("./resource.ts")).LeaveRequestsApi
const yes = (is: boolean) => (is ? "yes" : "no")

/** The leave type with this name, part of a name, or id. */
const typeNamed = async (call: Call, command: Command, name: string) => {
  const types = await call(command, await typesApi(), (client) => client.leaveTypes.list({ query: { status: "active" } }))
  const small = name.toLowerCase()
  const type =
    types.find((type) => String(type.id) === name || type.name.toLowerCase() === small) ?? types.find((type) => type.name.toLowerCase().startsWith(small))
  if (type) return type
  throw new Exit("usage", `There is no leave type "${name}".`, { next: `Name one of: ${types.map((type) => type.name).join(", ")}` })
}

const addBalance = (leave: Command, call: Call) =>
  leave
    .command("balance [staff]")
    .description("what is left of each type of leave; your own if no person is named")
    .option("--at <date>", "on this day, past or future")
    .option("--type <name>", "with the ledger of this type")
    .examples(
      { line: "ops leave balance", does: "your own" },
      { line: "ops leave balance FO-007 --at 2027-06-30", does: "expected balance without further leave" },
      { line: "ops leave balance FO-007 --type annual", does: "entry by entry" },
    )
    .action(async (staff: string | undefined, { at, type }: { readonly at?: string; readonly type?: string }, command: Command) => {
      const contract = await api()
      const day = at === undefined ? undefined : await dateGiven("--at", at)
      const own = staff === undefined ? await call(command, contract, (client) => client.leave.ownBalance({ query: {} })) : undefined
      if (own === null) throw new Exit("refused", "You are not a staff member, so you have no leave.", { next: "Name a person: ops leave balance FO-007" })
      const id = own?.staffId ?? (await staffNamed(call, command, staff!)).id
      const answer = own && day === undefined ? own : await call(command, contract, (client) => client.leave.balance({ params: { id }, query: { at: day } }))
      const kind = type === undefined ? undefined : await typeNamed(call, command, type)
      const options = commonOptions(command)
      const { print } = await output()
      if (kind) {
        const of = answer.balances.find(({ leaveTypeId }) => leaveTypeId === kind.id)
        return printWith(
          command,
          { name: answer.name, at: answer.at, leaveType: kind.name, balance: of?.balance ?? 0 },
          [
            { key: "name", title: "Staff", kind: "text" },
            { key: "at", title: "On", kind: "date" },
            { key: "leaveType", title: "Leave", kind: "text" },
            { key: "balance", title: "Left", kind: "integer" },
          ],
          { entries: [of?.entries ?? [], entryColumns] },
        )
      }
      if (options.format === "json" || options.format === "ndjson") return print(answer, options)
      if (!options.format || options.format === "table") process.stderr.write(`${answer.name} (${answer.staffNumber}) on ${answer.at}\n`)
      const rows = answer.balances.map((balance) => ({
        ...balance,
        expires: balance.expiring ? `${balance.expiring.days} after ${balance.expiring.date}` : "",
      }))
      await print(rows, { ...options, columns: balanceColumns })
    })

interface Asking extends Deciding {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly half?: boolean
  readonly reason: string
}

const addRequest = (leave: Command, call: Call, columns: ReadonlyArray<TableColumn>) =>
  leave
    .command("request <staff>")
    .description("request leave for yourself or a member of your team")
    .requiredOption("--type <name>", "which leave; ops leave types shows them")
    .requiredOption("--from <date>", "the first day")
    .option("--to <date>", "the last day; the first if not given")
    .option("--half", "half a day")
    .requiredOption("--reason <text>", "why")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only count the days and show the remaining balance").conflicts("yes"))
    .examples(
      { line: 'ops leave request FO-007 --type annual --from 2026-12-07 --to 2026-12-12 --reason "Home"', does: "asks, then submits" },
      { line: "ops leave request FO-007 --type annual --from 2026-12-07 --to 2027-01-16 --reason x --dry-run", does: "how many days it would take" },
    )
    .action(async (name: string, given: Asking, command: Command) => {
      const contract = await api()
      const startDate = await dateGiven("--from", given.from)
      const endDate = given.to === undefined ? startDate : await dateGiven("--to", given.to)
      const staff = await staffNamed(call, command, name)
      const type = await typeNamed(call, command, given.type)
      const halfDay = given.half === true
      const preview = await call(command, contract, (client) =>
        client.leave.preview({ params: { id: staff.id }, query: { leaveTypeId: type.id, startDate, endDate, halfDay: halfDay ? "true" : "false" } }),
      )
      const { print } = await output()
      if (given.dryRun) {
        await print(
          {
            staff: `${staff.firstName} ${staff.lastName}`,
            leave: type.name,
            startDate,
            endDate,
            totalDays: preview.totalDays,
            balance: preview.balance,
            left: preview.left,
            covered: preview.covered,
          },
          {
            ...commonOptions(command),
            columns: [
              { key: "staff", title: "Staff", kind: "text" },
              { key: "leave", title: "Leave", kind: "text" },
              { key: "startDate", title: "From", kind: "date" },
              { key: "endDate", title: "To", kind: "date" },
              { key: "totalDays", title: "Days", kind: "integer" },
              { key: "balance", title: "There are", kind: "integer" },
              { key: "left", title: "Left after it", kind: "integer" },
            ],
          },
        )
        if (!preview.covered) throw new Exit("refused", "The balance does not cover it; nothing was asked for.")
        return
      }
      const question = `Ask for ${preview.totalDays} days of ${type.name} for ${staff.firstName} ${staff.lastName}, ${startDate} to ${endDate}?`
      const payload = { staffId: staff.id, leaveTypeId: type.id, startDate, endDate, halfDay, reason: given.reason }
      await decide(command, given, { question, possible: true, name: "", columns }, async () =>
        call(command, await requestsApi(), (client) => client.leaveRequests.request({ payload })),
      )
    })

/** Adds the `leave` commands to the program. */
export const addLeaveCommands = (program: Command, call: Call): void => {
  const question = (verb: string) => (of: (typeof leaveRequests)["Row"]) =>
    `${verb} ${of.type} of ${of.name}, ${of.startDate} to ${of.endDate}, ${of.totalDays} days?`
  const { parent: leave, columns } = addResourceCommands<typeof leaveRequests>(program, call, {
    screen,
    api: requestsApi,
    name: "leave",
    description: "leave: balances, requests, decisions",
    siteNamed,
    columns: { staffNumber: { priority: 1 }, type: { title: "Leave" }, endDate: { priority: 0 }, totalDays: { priority: 0 } },
    list: {
      description: "list leave requests, pending first",
      switches: { mine: { meaning: "only your own", gives: { mine: "true" } } },
      examples: [
        { line: "ops leave list --status pending", does: "requests awaiting a decision" },
        { line: "ops leave list --site US --from 2026-11-01 -o csv", does: "a site's leave, for a spreadsheet" },
      ],
    },
    byHand: ["request"],
    commands: {
      approve: { question: question("Approve") },
      reject: {
        question: question("Reject"),
        required: ["reason"],
        meanings: { reason: "the reason, shown to the requester" },
        examples: [{ line: 'ops leave reject 12 --reason "The audit is in that week"', does: "asks, then rejects" }],
      },
      cancel: {
        question: question("Cancel"),
        examples: [
          { line: "ops leave cancel 12", does: "asks, then cancels it" },
          { line: 'ops leave cancel 12 --reason "Called back" --yes', does: "without asking" },
        ],
      },
    },
  })
  addBalance(leave, call)
  addRequest(leave, call, columns)
  paged(leave.command("types").description("leave types and their yearly allowance"))
    .examples({ line: "ops leave types", does: "all leave types" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await typesApi()
      const isJson = commonOptions(command).format === "json"
      await printList(
        command,
        { limit, all },
        typeColumns,
        (page) => call(command, contract, (client) => client.leaveTypes.list({ query: { status: "active", ...page }, responseMode: "decoded-and-response" })),
        (type) => (isJson ? type : { ...type, carryForward: yes(type.carryForward), paid: yes(type.paid), countsEveryDay: yes(type.countsEveryDay) }),
      )
    })
  leave
    .command("adjust <staff>")
    .description("add days to a balance or take some away; or pay some out")
    .requiredOption("--type <name>", "which leave")
    .requiredOption("--days <number>", "number of days: 2.5, or -3")
    .requiredOption("--reason <text>", "the reason, kept in the ledger")
    .option("--on <date>", "the day of the entry; today if not given")
    .option("--pay-out", "paid out instead of taken")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show the confirmation question").conflicts("yes"))
    .examples(
      { line: 'ops leave adjust FO-007 --type annual --days 2 --reason "Worked on two holidays"', does: "asks, then adds" },
      { line: 'ops leave adjust FO-007 --type annual --days -3 --on 2026-10-31 --reason "Counted twice"', does: "deducts three days, as of that day" },
      { line: 'ops leave adjust FO-007 --type annual --days 5 --pay-out --reason "Agreed in writing"', does: "pays five days out" },
    )
    .action(
      async (
        name: string,
        given: Deciding & { readonly type: string; readonly days: string; readonly reason: string; readonly on?: string; readonly payOut?: boolean },
        command: Command,
      ) => {
        const contract = await api()
        const days = daysOf("--days", given.days)
        const date = given.on === undefined ? undefined : await dateGiven("--on", given.on)
        const staff = await staffNamed(call, command, name)
        const type = await typeNamed(call, command, given.type)
        const payload = { kind: given.payOut ? ("encashed" as const) : ("adjusted" as const), leaveTypeId: type.id, days, date, reason: given.reason }
        const question = `${given.payOut ? "Pay out" : "Adjust"} ${type.name} of ${staff.firstName} ${staff.lastName} ${given.payOut ? "" : "by "}${given.days} days${date === undefined ? "" : ` on ${date}`}?`
        await decide(
          command,
          given,
          {
            question,
            possible: true,
            name: staff.staffNumber,
            columns: [
              { key: "leaveType", title: "Leave", kind: "text" },
              { key: "balance", title: "Left", kind: "integer" },
            ],
          },
          async () => {
            const answer = await call(command, contract, (client) => client.leave.adjust({ params: { id: staff.id }, payload }))
            return answer.balances.find(({ leaveTypeId }) => leaveTypeId === type.id)!
          },
        )
      },
    )
}
