/** `ops assignments`: who works where, on rotation or permanently. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { listOptions, printList, type Paging } from "@ops/platform/terminal/lists.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { staffNamed, todayInJuba } from "../cli-common.ts"
import { assignmentTypes } from "./labels.ts"
import type { assignments as resource } from "./resource.ts"
import { screen } from "./screen.ts"

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
const api = async () => (await import("./resource.ts")).AssignmentsApi

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

/** Adds the `assignments` commands to the program. */
export const addAssignmentCommands = (program: Command, call: Call): void => {
  const question =
    (verb: string) =>
    ({ name, role, siteName }: (typeof resource)["Row"]) =>
      `${verb} the assignment of ${name} as ${role} at ${siteName}?`
  const { parent: assignments, columns } = addResourceCommands<typeof resource>(program, call, {
    screen,
    api,
    description: "who works where, on rotation or permanently",
    siteNamed,
    columns: { role: { priority: 0 }, startDate: { priority: 0 }, endDate: { priority: 0 }, staffNumber: { priority: 1 } },
    list: {
      flags: { staffId: "staff" },
      named: { staffId: async (call, command, name) => (await staffNamed(call, command, name)).id },
      examples: [
        { line: "ops assignments list --status active,planned", does: "current and upcoming" },
        { line: "ops assignments list --type rotation --site US", does: "people on rotation at a site" },
      ],
    },
    byHand: ["assign"],
    commands: {
      end: {
        flags: { endDate: "on" },
        meanings: { endDate: "the last day; today if not given" },
        question: question("End"),
        examples: [{ line: "ops assignments end 4 --on 2026-12-31", does: "asks, then ends it" }],
      },
      cancel: { question: question("Cancel"), examples: [{ line: "ops assignments cancel 7 --yes", does: "without asking" }] },
    },
  })
  listOptions(assignments.command("head-count").description("head-count of a site: expected, planned, fed, and the difference"))
    .option("--from <date>", "from this day on; two weeks back if not given")
    .option("--to <date>", "up to this day")
    .examples({ line: "ops assignments head-count --site US --from 2026-11-01", does: "a site's month, day by day" })
    .action(async ({ site, limit, all, ...query }: Paging & { site?: string; from?: string; to?: string; sort?: string }, command: Command) => {
      const contract = await api()
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      await printList(command, { limit, all }, countColumns, (page) =>
        call(command, contract, (client) => client.assignments.headCount({ query: { ...query, siteId, ...page }, responseMode: "decoded-and-response" })),
      )
    })
  assignments
    .command("assign <staff>")
    .description("assign a person to a site")
    .requiredOption("--site <code>", "where: its code, name or id")
    .requiredOption("--role <text>", "as what")
    .option("--from <date>", "the first day; today if not given")
    .option("--to <date>", "the last day; without an end if not given")
    .addOption(new Option("--type <word>", "permanent by default").choices(assignmentTypes))
    .option("--turns <on/off>", "rotation of days on and off: 28/28")
    .option("--project <id>", "a project of the client")
    .option("--notes <text>", "anything else")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show the confirmation question").conflicts("yes"))
    .examples(
      { line: 'ops assignments assign FO-012 --site US --role "Technician" --from 2026-12-01 --turns 28/28', does: "on rotation, with no end date" },
      {
        line: "ops assignments assign FO-022 --site PA --role Driver --type temporary --from 2026-12-01 --to 2026-12-10 --yes",
        does: "for ten days, without asking",
      },
    )
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
        call(command, contract, (client) => client.assignments.assign({ payload })),
      )
    })
}
