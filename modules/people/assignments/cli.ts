/** `ops assignments`: who works where, in turns or for good. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { assignmentTypes } from "./labels.ts"
import type { AssignmentAnswer } from "./contract.ts"
import { staffNamed, todayInJuba } from "../cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { listOptions, printList, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"

type Assignment = typeof AssignmentAnswer.Type

const columns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "staffNumber", title: "Staff #", kind: "text", priority: 1 },
  { key: "name", title: "Staff", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "role", title: "Role", kind: "text", priority: 0 },
  { key: "type", title: "Type", kind: "text", priority: 1 },
  { key: "startDate", title: "From", kind: "date", priority: 0 },
  { key: "endDate", title: "To", kind: "date", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "projectName", title: "Project", kind: "text", priority: 3 },
]
const countColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Day", kind: "date", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "ownStaff", title: "Own staff", kind: "integer", priority: 1 },
  { key: "ownPresent", title: "At work", kind: "integer", priority: 2 },
  { key: "planned", title: "Planned", kind: "integer", priority: 1 },
  { key: "expected", title: "Should be there", kind: "integer", priority: 0 },
  { key: "fed", title: "Ate", kind: "integer", priority: 0 },
  { key: "gap", title: "Gap", kind: "integer", priority: 0 },
]
const api = async () => (await import("./contract.ts")).AssignmentsApi
const flat = (row: Assignment) => ({
  ...row,
  staffNumber: row.staff.staffNumber,
  name: `${row.staff.firstName} ${row.staff.lastName}`,
  siteCode: row.site.code,
  type: row.rotation === null ? row.assignmentType : `${row.rotation.daysOn}/${row.rotation.daysOff}`,
})

const assignmentNamed = async (call: Call, command: Command, name: string): Promise<Assignment> => {
  if (!/^[1-9]\d*$/.test(name)) throw new Exit("usage", `"${name}" is not an id.`, { next: "ops assignments list shows them." })
  return call(command, await api(), (client) => client.assignments.one({ params: { id: Number(name) } }))
}

interface Assigning extends Deciding {
  readonly site: string
  readonly role: string
  readonly from?: string
  readonly to?: string
  readonly type?: (typeof assignmentTypes)[number]
  readonly turns?: string
  readonly project?: string
  readonly notes?: string
}

/** Adds `assignments` to the program. */
export const addAssignmentCommands = (program: Command, call: Call): void => {
  const assignments = program.command("assignments").description("who works where, in turns or for good")
  addExamples(
    listOptions(assignments.command("list").description("list assignments, the newest first"))
      .option("--status <words>", "planned, active, completed or cancelled; several with commas")
      .addOption(new Option("--type <word>", "of one kind").choices(assignmentTypes))
      .action(
        async (
          { site, limit, all, type, ...query }: Paging & { site?: string; type?: string; status?: string; q?: string; sort?: string },
          command: Command,
        ) => {
          const contract = await api()
          const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
          await printList(
            command,
            { limit, all },
            columns,
            (page) =>
              call(command, contract, (client) =>
                client.assignments.list({ query: { ...query, siteId, assignmentType: type, ...page }, responseMode: "decoded-and-response" }),
              ),
            flat,
          )
        },
      ),
    [
      { line: "ops assignments list --status active,planned", does: "current and upcoming" },
      { line: "ops assignments list --type rotation --site US", does: "who works in turns at a site" },
    ],
  )
  addExamples(
    listOptions(assignments.command("head-count").description("head-count of a site: expected, planned, fed, and the gap"))
      .option("--from <date>", "from this day on; two weeks back if not given")
      .option("--to <date>", "up to this day")
      .action(async ({ site, limit, all, ...query }: Paging & { site?: string; from?: string; to?: string; sort?: string }, command: Command) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        await printList(command, { limit, all }, countColumns, (page) =>
          call(command, contract, (client) => client.assignments.headCount({ query: { ...query, siteId, ...page }, responseMode: "decoded-and-response" })),
        )
      }),
    [{ line: "ops assignments head-count --site US --from 2026-11-01", does: "a site's month, day by day" }],
  )
  addExamples(
    assignments
      .command("assign <staff>")
      .description("assign a person to a site")
      .requiredOption("--site <code>", "where: its code, name or id")
      .requiredOption("--role <text>", "as what")
      .option("--from <date>", "the first day; today if not given")
      .option("--to <date>", "the last day; without an end if not given")
      .addOption(new Option("--type <word>", "permanent by default").choices(assignmentTypes))
      .option("--turns <on/off>", "in turns of so many days on and off: 28/28")
      .option("--project <id>", "a project of the client")
      .option("--notes <text>", "anything else")
      .option("--yes", "do not ask")
      .addOption(new Option("--dry-run", "only show what would be asked").conflicts("yes"))
      .action(async (name: string, given: Assigning, command: Command) => {
        const contract = await api()
        const [, on, off] = given.turns === undefined ? [] : (/^(\d{1,3})\/(\d{1,3})$/.exec(given.turns) ?? [])
        if (given.turns !== undefined && on === undefined)
          throw new Exit("usage", `--turns cannot be "${given.turns}".`, { next: "Give days on and off, such as 28/28." })
        if (given.project !== undefined && !/^[1-9]\d*$/.test(given.project))
          throw new Exit("usage", `--project cannot be "${given.project}".`, { next: "Give the id of a project." })
        const staff = await staffNamed(call, command, name)
        const siteId = await siteNamed(call, command, given.site)
        const startDate = given.from ?? (await todayInJuba())
        const payload = {
          staffId: staff.id,
          siteId,
          assignmentType:
            given.type ?? (on === undefined ? (given.project === undefined ? ("permanent" as const) : ("project" as const)) : ("rotation" as const)),
          startDate,
          endDate: given.to ?? null,
          role: given.role,
          rotation: on === undefined ? null : { daysOn: Number(on), daysOff: Number(off) },
          projectId: given.project === undefined ? null : Number(given.project),
          notes: given.notes ?? null,
        }
        const question = `Assign ${staff.firstName} ${staff.lastName} to ${given.site} as ${given.role} from ${startDate}${given.to ? ` to ${given.to}` : ""}?`
        await decide(command, given, { question, possible: true, name: staff.staffNumber, columns }, async () =>
          flat(await call(command, contract, (client) => client.assignments.assign({ payload }))),
        )
      }),
    [
      { line: 'ops assignments assign FO-012 --site US --role "Technician" --from 2026-12-01 --turns 28/28', does: "in turns, without an end" },
      {
        line: "ops assignments assign FO-022 --site PA --role Driver --type temporary --from 2026-12-01 --to 2026-12-10 --yes",
        does: "for ten days, without asking",
      },
    ],
  )
  const changing = (verb: string, description: string) =>
    decidable(assignments.command(`${verb} <id>`).description(description).option("--reason <text>", "why"))
  const about = (verb: string, row: Assignment, possible: boolean) => ({
    question: `${verb} the assignment of ${flat(row).name} as ${row.role} at ${row.site.name}?`,
    possible,
    name: `assignment ${row.id}`,
    columns,
  })
  addExamples(
    changing("end", "set the day on which an assignment ends")
      .option("--on <date>", "the last day; today if not given")
      .action(async (name: string, given: Deciding & { readonly on?: string; readonly reason?: string }, command: Command) => {
        const contract = await api()
        const row = await assignmentNamed(call, command, name)
        const payload = { reason: given.reason ?? "", ...(given.on && { endDate: given.on }) }
        await decide(command, given, about("End", row, row.canEnd), async () =>
          flat(await call(command, contract, (client) => client.assignments.end({ params: { id: row.id }, payload }))),
        )
      }),
    [{ line: "ops assignments end 4 --on 2026-12-31", does: "asks, then ends it" }],
  )
  addExamples(
    changing("cancel", "cancel an assignment that has not started").action(
      async (name: string, given: Deciding & { readonly reason?: string }, command: Command) => {
        const contract = await api()
        const row = await assignmentNamed(call, command, name)
        await decide(command, given, about("Cancel", row, row.canCancel), async () =>
          flat(await call(command, contract, (client) => client.assignments.cancel({ params: { id: row.id }, payload: { reason: given.reason ?? "" } }))),
        )
      },
    ),
    [{ line: "ops assignments cancel 7 --yes", does: "without asking" }],
  )
}
