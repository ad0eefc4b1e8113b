/** The commands of `ops contractors` about work: assignments, hours and the bill of a month. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { contractorNamed, todayInJuba, workApi } from "../cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { listOptions, printList, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { ContractorAssignmentAnswer, ContractorBillAnswer, ContractorHoursAnswer } from "./contract.ts"

export const assignmentColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "name", title: "Contractor", kind: "text", priority: 0 },
  { key: "task", title: "Task", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "startDate", title: "From", kind: "date", priority: 1 },
  { key: "endDate", title: "To", kind: "date", priority: 1 },
  { key: "actualHours", title: "Hours", kind: "text", priority: 1 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "rating", title: "Rating", kind: "text", priority: 2 },
]
export const billColumns: ReadonlyArray<TableColumn> = [
  { key: "number", title: "Number", kind: "text", priority: 0 },
  { key: "billNumber", title: "Bill #", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "hours", title: "Hours", kind: "text", priority: 1 },
  { key: "dueDate", title: "Due", kind: "date", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "payableStatus", title: "Bill's status", kind: "text", priority: 0 },
]
const hoursColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "date", title: "Day", kind: "date", priority: 0 },
  { key: "name", title: "Contractor", kind: "text", priority: 0 },
  { key: "task", title: "Task", kind: "text", priority: 1 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "hours", title: "Hours", kind: "text", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "bill", title: "Bill #", kind: "text", priority: 2 },
]
type Assignment = typeof ContractorAssignmentAnswer.Type
export const flatWork = <Row extends typeof ContractorBillAnswer.Type | typeof ContractorHoursAnswer.Type | Assignment>(row: Row) => ({
  ...row,
  name: `${row.contractor.firstName} ${row.contractor.lastName}`,
  siteCode: row.site.code,
})
export const flatAssignment = (row: Assignment) => flatWork(row)

const assignmentNamed = async (call: Call, command: Command, name: string): Promise<Assignment> => {
  if (!/^[1-9]\d*$/.test(name)) throw new Exit("usage", `"${name}" is not an id.`, { next: "ops contractors assignments shows them." })
  return call(command, await workApi(), (client) => client.contractorWork.assignment({ params: { id: Number(name) } }))
}
const thousandths = async (option: string, text: string): Promise<number> => {
  const { parseQuantity } = await import("@ops/platform/quantity.ts")
  const hours = parseQuantity(text)
  if (hours === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give hours such as 7.5." })
  return hours
}

/** Adds what is done about work to `contractors`. */
export const addWorkCommands = (contractors: Command, call: Call): void => {
  addExamples(
    listOptions(contractors.command("assignments").description("list assignments, the newest first"))
      .option("--contractor <number>", "of one contractor")
      .option("--status <words>", "assigned, started, completed or cancelled; several with commas")
      .action(
        async (
          { site, limit, all, contractor, ...query }: Paging & { site?: string; contractor?: string; status?: string; q?: string; sort?: string },
          command: Command,
        ) => {
          const contract = await workApi()
          const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
          const contractorId = contractor === undefined ? undefined : String((await contractorNamed(call, command, contractor)).id)
          await printList(
            command,
            { limit, all },
            assignmentColumns,
            (page) =>
              call(command, contract, (client) =>
                client.contractorWork.assignments({ query: { ...query, siteId, contractorId, ...page }, responseMode: "decoded-and-response" }),
              ),
            flatAssignment,
          )
        },
      ),
    [{ line: "ops contractors assignments --status started", does: "who is at work" }],
  )
  addExamples(
    contractors
      .command("assign <contractor>")
      .description("assign a contractor to a site, from a date")
      .requiredOption("--site <code>", "where: its code, name or id")
      .requiredOption("--task <text>", "what is to be done")
      .option("--from <date>", "the first day; today if not given")
      .option("--to <date>", "the last day; without an end if not given")
      .option("--project <id>", "a project of a client")
      .option("--hours <count>", "how many are estimated")
      .option("--notes <text>", "anything else")
      .option("--yes", "do not ask")
      .addOption(new Option("--dry-run", "only show what would be asked").conflicts("yes"))
      .action(
        async (
          name: string,
          given: Deciding & { site: string; task: string; from?: string; to?: string; project?: string; hours?: string; notes?: string },
          command: Command,
        ) => {
          const contract = await workApi()
          if (given.project !== undefined && !/^[1-9]\d*$/.test(given.project)) {
            throw new Exit("usage", `--project cannot be "${given.project}".`, { next: "Give the id of a project." })
          }
          const row = await contractorNamed(call, command, name)
          const startDate = given.from ?? (await todayInJuba())
          const payload = {
            contractorId: row.id,
            siteId: await siteNamed(call, command, given.site),
            task: given.task,
            startDate,
            endDate: given.to ?? null,
            projectId: given.project === undefined ? null : Number(given.project),
            estimatedHours: given.hours === undefined ? null : await thousandths("--hours", given.hours),
            notes: given.notes ?? null,
          }
          const question = `Assign ${row.firstName} ${row.lastName} to ${given.site} for ${given.task} from ${startDate}${given.to ? ` to ${given.to}` : ""}?`
          await decide(command, given, { question, possible: row.canAssign, name: row.contractorNumber, columns: assignmentColumns }, async () =>
            flatAssignment(await call(command, contract, (client) => client.contractorWork.assign({ payload }))),
          )
        },
      ),
    [{ line: 'ops contractors assign CON-0001 --site US --task "Rewiring of the kitchen" --to 2026-12-20', does: "from today on" }],
  )
  const changing = (verb: string, description: string) => decidable(contractors.command(`${verb} <assignment>`).description(description))
  const about = (verb: string, row: Assignment, possible: boolean) => ({
    question: `${verb} "${row.task}" of ${flatAssignment(row).name} at ${row.site.name}?`,
    possible,
    name: `assignment ${row.id}`,
    columns: assignmentColumns,
  })
  addExamples(
    changing("start", "the contractor has started")
      .option("--on <date>", "on this day; today if not given")
      .action(async (name: string, given: Deciding & { on?: string }, command: Command) => {
        const contract = await workApi()
        const row = await assignmentNamed(call, command, name)
        const payload = given.on === undefined ? null : { date: given.on }
        await decide(command, given, about("Start", row, row.canStart), async () =>
          flatAssignment(await call(command, contract, (client) => client.contractorWork.start({ params: { id: row.id }, payload }))),
        )
      }),
    [{ line: "ops contractors start 3 --yes", does: "today, without asking" }],
  )
  addExamples(
    changing("complete", "the work is done")
      .option("--on <date>", "the last day; today if not given")
      .option("--rating <number>", "how good it was, from 0 to 5")
      .option("--note <text>", "remarks")
      .action(async (name: string, given: Deciding & { on?: string; rating?: string; note?: string }, command: Command) => {
        const contract = await workApi()
        if (given.rating !== undefined && !/^[0-5](\.\d{1,2})?$/.test(given.rating)) {
          throw new Exit("usage", `--rating cannot be "${given.rating}".`, { next: "Give a number from 0 to 5, such as 4.5." })
        }
        const row = await assignmentNamed(call, command, name)
        const rating = given.rating === undefined ? null : Math.round(Number(given.rating) * 100)
        const payload = { ...(given.on && { date: given.on }), rating, note: given.note ?? "" }
        await decide(command, given, about("Complete", row, row.canComplete), async () =>
          flatAssignment(await call(command, contract, (client) => client.contractorWork.complete({ params: { id: row.id }, payload }))),
        )
      }),
    [{ line: 'ops contractors complete 3 --rating 4.5 --note "Clean work"', does: "asks, then completes and rates it" }],
  )
  addExamples(
    changing("cancel", "cancel an assignment on which no work is recorded")
      .requiredOption("--reason <text>", "why")
      .action(async (name: string, given: Deciding & { reason: string }, command: Command) => {
        const contract = await workApi()
        const row = await assignmentNamed(call, command, name)
        await decide(command, given, about("Cancel", row, row.canCancel), async () =>
          flatAssignment(
            await call(command, contract, (client) => client.contractorWork.cancel({ params: { id: row.id }, payload: { reason: given.reason } })),
          ),
        )
      }),
    [{ line: 'ops contractors cancel 4 --reason "Put off"', does: "asks, then cancels it" }],
  )
  addExamples(
    listOptions(contractors.command("hours [assignment]").description("list hours, or with an assignment, a day and a number record what was worked"))
      .option("--contractor <number>", "of one contractor")
      .option("--status <words>", "recorded, approved, rejected or billed; several with commas")
      .option("--from <date>", "from this day on")
      .option("--to <date>", "up to this day")
      .option("--on <date>", "record for this day; today if not given")
      .option("--worked <hours>", "the hours to record, such as 7.5")
      .option("--note <text>", "what was done")
      .action(
        async (
          assignment: string | undefined,
          {
            site,
            limit,
            all,
            contractor,
            on,
            worked,
            note,
            ...query
          }: Paging & { site?: string; contractor?: string; status?: string; q?: string; sort?: string; on?: string; worked?: string; note?: string },
          command: Command,
        ) => {
          const contract = await workApi()
          if (worked !== undefined) {
            if (assignment === undefined) throw new Exit("usage", "Say whose hours they are.", { next: "ops contractors hours 3 --worked 7.5" })
            const hours = await thousandths("--worked", worked)
            const row = await assignmentNamed(call, command, assignment)
            const payload = { assignmentId: row.id, date: on ?? (await todayInJuba()), hours, note: note ?? "" }
            const done = await call(command, contract, (client) => client.contractorWork.record({ payload }))
            const [{ print }, { commonOptions }] = await Promise.all([import("@ops/platform/terminal/output.ts"), import("@ops/platform/terminal/options.ts")])
            return print(flatWork(done), { ...commonOptions(command), columns: hoursColumns })
          }
          const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
          const contractorId = contractor === undefined ? undefined : String((await contractorNamed(call, command, contractor)).id)
          const assignmentId = assignment === undefined ? undefined : String((await assignmentNamed(call, command, assignment)).id)
          await printList(
            command,
            { limit, all },
            hoursColumns,
            (page) =>
              call(command, contract, (client) =>
                client.contractorWork.hours({ query: { ...query, siteId, contractorId, assignmentId, ...page }, responseMode: "decoded-and-response" }),
              ),
            flatWork,
          )
        },
      ),
    [
      { line: "ops contractors hours --status recorded", does: "what waits for approval" },
      { line: 'ops contractors hours 3 --on 2026-11-20 --worked 7.5 --note "Cables laid"', does: "records a day" },
    ],
  )
  addExamples(
    contractors
      .command("approve-hours <ids...>")
      .description("approve recorded hours, all or none of those named")
      .option("--yes", "do not ask")
      .action(async (names: ReadonlyArray<string>, given: Deciding, command: Command) => {
        const contract = await workApi()
        const wrong = names.find((name) => !/^[1-9]\d*$/.test(name))
        if (wrong !== undefined) throw new Exit("usage", `"${wrong}" is not an id.`, { next: "ops contractors hours --status recorded shows them." })
        const ids = names.map(Number)
        const columns: ReadonlyArray<TableColumn> = [{ key: "approved", title: "Approved", kind: "integer" }]
        const question = `Approve the hours of ${ids.length} ${ids.length === 1 ? "day" : "days"}?`
        await decide(command, given, { question, possible: true, name: names.join(", "), columns }, () =>
          call(command, contract, (client) => client.contractorWork.approve({ payload: { ids } })),
        )
      }),
    [{ line: "ops contractors approve-hours 14 15 16 --yes", does: "three days, without asking" }],
  )
  addExamples(
    contractors
      .command("reject-hours <id>")
      .description("reject recorded hours")
      .requiredOption("--reason <text>", "why")
      .option("--yes", "do not ask")
      .action(async (name: string, given: Deciding & { reason: string }, command: Command) => {
        const contract = await workApi()
        if (!/^[1-9]\d*$/.test(name)) throw new Exit("usage", `"${name}" is not an id.`, { next: "ops contractors hours --status recorded shows them." })
        await decide(command, given, { question: `Reject hours ${name}?`, possible: true, name: `hours ${name}`, columns: hoursColumns }, async () =>
          flatWork(
            await call(command, contract, (client) => client.contractorWork.reject({ params: { id: Number(name) }, payload: { reason: given.reason } })),
          ),
        )
      }),
    [{ line: 'ops contractors reject-hours 14 --reason "Left at noon"', does: "asks, then rejects" }],
  )
  addExamples(
    decidable(
      contractors
        .command("bill <contractor>")
        .description("make the approved hours of a month a bill that finance approves and pays")
        .requiredOption("--month <month>", "such as 2026-10; one that is over"),
    ).action(async (name: string, given: Deciding & { month: string }, command: Command) => {
      const contract = await workApi()
      const row = await contractorNamed(call, command, name)
      const question = `Bill ${given.month} of ${row.firstName} ${row.lastName}?`
      await decide(command, given, { question, possible: row.canBill, name: row.contractorNumber, columns: billColumns }, async () =>
        flatWork(await call(command, contract, (client) => client.contractorWork.bill({ params: { id: row.id }, payload: { month: given.month } }))),
      )
    }),
    [{ line: "ops contractors bill CON-0001 --month 2026-10", does: "asks, then enters the bill" }],
  )
}
