/** `ops daily-expenses`: what a site spent on a day: record and decide. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import { attach } from "@ops/platform/terminal/attach.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { listOptions, nameOf, printWithHistory } from "./cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversal-terminal.ts"
import { notePostingDay } from "@ops/ledger/posting-day-terminal.ts"
import type { DailyExpenseAnswer } from "./daily-expenses-contract.ts"
import { currencies, dailyCosts } from "./labels.ts"

type Day = typeof DailyExpenseAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "expenseDate", title: "Date", kind: "date", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  ...dailyCosts.map(({ field, label }) => ({ key: field, title: label, kind: "money" as const, priority: 3 })),
  { key: "totalCost", title: "Total", kind: "money", priority: 0 },
  { key: "staffCount", title: "Staff", kind: "integer", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "recorder", title: "Recorded by", kind: "text" },
  { key: "approver", title: "Approved by", kind: "text" },
  { key: "approvedDate", title: "Approved", kind: "instant" },
  { key: "rejectionReason", title: "Reason", kind: "text" },
  { key: "journalEntryNumber", title: "Journal entry", kind: "text" },
  ...reversalColumns,
]

const flat = (day: Day) => ({ ...day, recorder: nameOf(day.recordedByUser), approver: nameOf(day.approvedByUser), ...flatReversal(day) })
const api = async () => (await import("./daily-expenses-contract.ts")).DailyExpensesApi

const dayNamed = async (call: Call, command: Command, name: string): Promise<Day> => {
  if (!/^[1-9]\d*$/.test(name)) throw new Exit("usage", `"${name}" is not an id.`, { next: "ops daily-expenses list shows them." })
  return call(command, await api(), (client) => client.dailyExpenses.one({ params: { id: Number(name) } }))
}

interface Listing extends Paging {
  readonly status?: string
  readonly site?: string
  readonly from?: string
  readonly to?: string
  readonly q?: string
  readonly sort?: string
}
interface Recording extends Deciding {
  readonly site: string
  readonly date?: string
  readonly currency: (typeof currencies)[number]
  readonly staff?: string
  readonly notes?: string
  readonly receipt?: ReadonlyArray<string>
}

const flagOf = (field: string) => `--${field.replace(/Costs?$/, "").replace(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`)}`
const optionOf = (field: string) => field.replace(/Costs?$/, "")

/** Adds `daily-expenses` to the program. */
export const addDailyExpenseCommands = (program: Command, call: Call): void => {
  const days = program.command("daily-expenses").description("what each site spent on each day")

  addExamples(
    listOptions(days.command("list").description("list the daily expenses, the newest first"))
      .option("--status <words>", "pending, approved, rejected or reversed; several with commas")
      .action(async ({ site, limit, all, ...query }: Listing, command: Command) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        await printList(command, { limit, all }, listColumns, (page) =>
          call(command, contract, (client) => client.dailyExpenses.list({ query: { ...query, siteId, ...page }, responseMode: "decoded-and-response" })),
        )
      }),
    [
      { line: "ops daily-expenses list --status pending", does: "what waits for a decision" },
      { line: "ops daily-expenses list --site US --from 2026-10-01 --to 2026-10-31", does: "a site's October" },
    ],
  )
  addExamples(
    days
      .command("show <id>")
      .description("the expenses of a day with their history")
      .action(async (name: string, _, command: Command) => {
        const day = await dayNamed(call, command, name)
        const history = await call(command, await api(), (client) => client.dailyExpenses.history({ params: { id: day.id } }))
        await printWithHistory(command, flat(day), fieldColumns, history)
      }),
    [
      { line: "ops daily-expenses show 12", does: "by its id" },
      { line: "ops daily-expenses show 12 -o json", does: "for a program" },
    ],
  )

  const recording = days
    .command("record")
    .description("record what a site spent on a day")
    .requiredOption("--site <code>", "which site: its code, name or id")
    .option("--date <date>", "the day; today if not given")
    .addOption(new Option("--currency <code>", "of the amounts").choices(currencies).default("USD"))
  for (const { field, label } of dailyCosts) recording.option(`${flagOf(field)} <decimal>`, `${label.toLowerCase()}: how much`)
  addExamples(
    recording
      .option("--staff <count>", "how many people were there")
      .option("--notes <text>", "anything else")
      .option("--receipt <files...>", "files that go with it: PDF, JPEG, PNG or WEBP, 5 MB each at most")
      .option("--yes", "do not ask")
      .action(async (given: Recording, command: Command) => {
        const contract = await api()
        const { dateOf } = await import("@ops/platform/calendar.ts")
        const costs: Record<string, number> = {}
        for (const { field } of dailyCosts) {
          const text = (given as unknown as Record<string, string | undefined>)[optionOf(field)]
          if (text !== undefined) costs[field] = await centsOf(flagOf(field), text)
        }
        if (given.staff !== undefined && !/^\d{1,6}$/.test(given.staff)) {
          throw new Exit("usage", `--staff cannot be "${given.staff}".`, { next: "Give a whole number." })
        }
        const expenseDate = given.date ?? dateOf(new Date())
        const siteId = await siteNamed(call, command, given.site)
        const payload = { expenseDate, siteId, currency: given.currency, ...costs, staffCount: Number(given.staff ?? 0), notes: given.notes ?? null }
        await notePostingDay(call, command, expenseDate)
        const about = { question: `Record the expenses of ${given.site} on ${expenseDate}?`, possible: true, name: "", columns: fieldColumns }
        await decide(command, given, about, async () => {
          const receipts = await attach(call, command, given.receipt)
          return flat(await call(command, contract, (client) => client.dailyExpenses.record({ payload: { ...payload, receipts } })))
        })
      }),
    [
      { line: "ops daily-expenses record --site US --fuel 80.50 --staff-feeding 120 --staff 38", does: "asks, then records today" },
      { line: "ops daily-expenses record --site US --date 2026-11-20 --other 15 --yes", does: "yesterday, without asking" },
    ],
  )

  const deciding = (verb: string, description: string) => decidable(days.command(`${verb} <id>`).description(description))
  const about = (verb: string, { id, siteName, expenseDate, currency, totalCost }: Day, possible: boolean) => ({
    question: `${verb} the expenses of ${siteName} on ${expenseDate}: ${currency} ${totalCost}?`,
    possible,
    name: `daily expense ${id}`,
    columns: fieldColumns,
  })
  addExamples(
    deciding("approve", "approve the expenses of a day, and post them")
      .option("--override <reason>", "level 10: why your own are approved all the same")
      .action(async (name: string, given: Deciding & { readonly override?: string }, command: Command) => {
        const contract = await api()
        const day = await dayNamed(call, command, name)
        const payload = { version: day.version, ...(given.override && { overrideReason: given.override }) }
        const possible = day.canApprove || (day.status === "pending" && given.override !== undefined)
        await notePostingDay(call, command, day.expenseDate)
        await decide(command, given, about("Approve", day, possible), async () =>
          flat(await call(command, contract, (client) => client.dailyExpenses.approve({ params: { id: day.id }, payload }))),
        )
      }),
    [
      { line: "ops daily-expenses approve 12", does: "asks, then approves" },
      { line: "ops daily-expenses approve 12 --dry-run", does: "whether it is allowed" },
    ],
  )
  addExamples(
    deciding("reject", "send the expenses of a day back; they can be recorded again")
      .option("--reason <text>", "why; who recorded them reads it")
      .action(async (name: string, given: Deciding & { readonly reason?: string }, command: Command) => {
        const contract = await api()
        const day = await dayNamed(call, command, name)
        const payload = given.reason ? { reason: given.reason } : {}
        await decide(command, given, about("Reject", day, day.canReject), async () =>
          flat(await call(command, contract, (client) => client.dailyExpenses.reject({ params: { id: day.id }, payload }))),
        )
      }),
    [
      { line: 'ops daily-expenses reject 12 --reason "The fuel slips are missing"', does: "asks, then rejects" },
      { line: "ops daily-expenses reject 12 --yes", does: "without asking, and without a reason" },
    ],
  )
  addReverseCommand<Day>(days, {
    argument: "<id>",
    description: "reverse the expenses of a day that are in the books; they can be recorded again",
    columns: fieldColumns,
    example: "ops daily-expenses reverse 12",
    find: (name, command) => dayNamed(call, command, name),
    nameOf: ({ siteName, expenseDate }) => `the expenses of ${siteName} on ${expenseDate}`,
    preview: async ({ id }, command) => call(command, await api(), (client) => client.dailyExpenses.reversal({ params: { id } })),
    reverse: async ({ id }, payload, command) => flat(await call(command, await api(), (client) => client.dailyExpenses.reverse({ params: { id }, payload }))),
  })
}
