/** The work commands of `ops contractors`: assignments, hours and the monthly bill. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { contractors } from "../resource.ts"
import { screen as hoursScreen } from "./hours/screen.ts"
import type { contractorAssignments, contractorHours } from "./resource.ts"
import { screen } from "./screen.ts"

export const assignmentsApi = async () => (await import("./resource.ts")).ContractorAssignmentsApi
const hoursApi = async () => (await import("./resource.ts")).ContractorHoursApi
export const billsApi = async () => (await import("../bills/resource.ts")).ContractorBillsApi

export const assignmentColumns: ReadonlyArray<TableColumn> = [{ key: "id", title: "Id", kind: "integer", priority: 0 }, ...screen.columns]
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

export const dryRun = () => new Option("--dry-run", "only show the confirmation question").conflicts("yes")

/** Adds the work commands to `contractors`. */
export const addWorkCommands = (
  parent: Command,
  call: Call,
  contractorNamed: (name: string, command: Command) => Promise<(typeof contractors)["Row"]>,
): void => {
  const contractorId = async (_: Call, command: Command, name: string) => (await contractorNamed(name, command)).id
  const description = parent.description()
  addResourceCommands<typeof contractorAssignments>(parent, call, {
    screen,
    api: assignmentsApi,
    parent,
    name: "contractors",
    description,
    siteNamed,
    listVerb: "assignments",
    list: {
      named: { contractorId },
      description: "list assignments, newest first",
      examples: [{ line: "ops contractors assignments --status started", does: "assignments in progress" }],
    },
    show: { verb: "show-assignment", examples: [{ line: "ops contractors show-assignment 3", does: "by its id" }] },
    byHand: ["rate"],
    commands: {
      assign: {
        arguments: ["contractorId"],
        named: { contractorId },
        options: [dryRun()],
        note: async (command, _, { contractorId }) => {
          if (command.opts()["dryRun"] === undefined) return
          const { canAssign, contractorNumber } = await contractorNamed(String(contractorId), command)
          if (!canAssign) throw new Exit("refused", `You cannot do this to ${contractorNumber} now; nothing was done.`)
        },
        flags: { contractorId: "contractor", assignmentType: "kind", startDate: "from", endDate: "to", estimatedHours: "hours" },
        meanings: {
          contractorId: "number or id of the contractor",
          task: "work to do",
          startDate: "the first day; today if not given",
          endDate: "the last day; without an end if not given",
          projectId: "client project",
          estimatedHours: "estimated hours",
          notes: "anything else",
        },
        question: ({ task, startDate, endDate }, { contractor, site }) =>
          `Assign ${contractor} to ${site} for ${task} from ${startDate}${endDate ? ` to ${endDate}` : ""}?`,
        examples: [{ line: 'ops contractors assign CON-0001 --site US --task "Rewiring of the kitchen" --to 2026-12-20', does: "from today on" }],
      },
      start: {
        flags: { date: "on" },
        meanings: { date: "on this day; today if not given" },
        question: ({ task, name, siteName }) => `Start "${task}" of ${name} at ${siteName}?`,
        examples: [{ line: "ops contractors start 3 --yes", does: "today, without asking" }],
      },
      complete: {
        flags: { date: "on" },
        meanings: { date: "the last day; today if not given", rating: "rating of the work, from 0 to 5", note: "remarks" },
        question: ({ task, name, siteName }) => `Complete "${task}" of ${name} at ${siteName}?`,
        examples: [{ line: 'ops contractors complete 3 --rating 4.5 --note "Clean work"', does: "asks, then completes and rates it" }],
      },
      cancel: {
        question: ({ task, name, siteName }) => `Cancel "${task}" of ${name} at ${siteName}?`,
        examples: [{ line: 'ops contractors cancel 4 --reason "Put off"', does: "asks, then cancels it" }],
      },
    },
  })
  addResourceCommands<typeof contractorHours>(parent, call, {
    screen: hoursScreen,
    api: hoursApi,
    parent,
    name: "contractors",
    description,
    siteNamed,
    listVerb: "hours",
    list: {
      named: { contractorId },
      description: "list hours worked, newest first",
      examples: [
        { line: "ops contractors hours --status recorded", does: "hours awaiting approval" },
        { line: "ops contractors hours --assignment 3", does: "of one assignment" },
      ],
    },
    show: { verb: "show-hours", examples: [{ line: "ops contractors show-hours 14", does: "by their id" }] },
    commands: {
      record: {
        verb: "record-hours",
        arguments: ["assignmentId"],
        flags: { assignmentId: "assignment", date: "on", hours: "worked" },
        meanings: { assignmentId: "the id of the assignment", date: "the day; today if not given", hours: "such as 7.5", note: "what was done" },
        immediate: true,
        examples: [{ line: 'ops contractors record-hours 3 --worked 7.5 --on 2026-11-20 --note "Cables laid"', does: "records a day" }],
      },
      reject: {
        verb: "reject-hours",
        question: ({ id }) => `Reject hours ${id}?`,
        examples: [{ line: 'ops contractors reject-hours 14 --reason "Left at noon"', does: "asks, then rejects" }],
      },
    },
  })
  parent
    .command("approve-hours <ids...>")
    .description("approve recorded hours, all together or none")
    .option("--yes", "do not ask")
    .examples({ line: "ops contractors approve-hours 14 15 16 --yes", does: "three days, without asking" })
    .action(async (names: ReadonlyArray<string>, given: Deciding, command: Command) => {
      const wrong = names.find((name) => !/^[1-9]\d*$/.test(name))
      if (wrong !== undefined) throw new Exit("usage", `"${wrong}" is not an id.`, { next: "ops contractors hours --status recorded shows them." })
      const ids = names.map(Number)
      const columns: ReadonlyArray<TableColumn> = [{ key: "approved", title: "Approved", kind: "integer" }]
      const question = `Approve the hours of ${ids.length} ${ids.length === 1 ? "day" : "days"}?`
      await decide(command, given, { question, possible: true, name: names.join(", "), columns }, async () =>
        call(command, await hoursApi(), (client) => client.contractorHours.approve({ payload: { ids } })),
      )
    })
  decidable(
    parent
      .command("bill <contractor>")
      .description("create a bill from the approved hours of a month, for finance to approve and pay")
      .requiredOption("--month <month>", "such as 2026-10; one that is over"),
  )
    .examples({ line: "ops contractors bill CON-0001 --month 2026-10", does: "asks, then enters the bill" })
    .action(async (name: string, given: Deciding & { month: string }, command: Command) => {
      const row = await contractorNamed(name, command)
      const question = `Bill ${given.month} of ${row.name}?`
      await decide(command, given, { question, possible: row.canBill, name: row.contractorNumber, columns: billColumns }, async () =>
        call(command, await billsApi(), (client) => client.contractorBills.bill({ params: { id: row.id }, payload: { month: given.month } })),
      )
    })
}
