/** `ops construction`: projects from their opening to their completion. Tasks and resources are in tasks/cli.ts. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { historyColumns, paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { constructionApi, type Project, projectNamed } from "./cli-common.ts"
import { addMoneyCommands } from "./money/cli.ts"
import { addTaskCommands, snagColumns } from "./tasks/cli.ts"
import { projectTypes, type ProjectStatus, statusName, typeName } from "./labels.ts"

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "projectNumber", title: "Project #", kind: "text", priority: 0 },
  { key: "name", title: "Project", kind: "text", priority: 0 },
  { key: "type", title: "Type", kind: "text", priority: 2 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "shownStatus", title: "Status", kind: "text", priority: 0 },
  { key: "budget", title: "Budget (USD)", kind: "money", priority: 1 },
  { key: "actualCost", title: "Spent (USD)", kind: "money", priority: 2 },
  { key: "progress", title: "Progress (%)", kind: "integer", priority: 1 },
  { key: "measuredProgress", title: "Measured (%)", kind: "integer", priority: 2 },
  { key: "expectedEndDate", title: "Expected", kind: "date", priority: 2 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "manager", title: "Manager", kind: "text" },
  { key: "startDate", title: "Start", kind: "date" },
  { key: "actualEndDate", title: "Completed", kind: "date" },
  { key: "tasks", title: "Tasks", kind: "text" },
  { key: "openSnags", title: "Open snags", kind: "integer" },
  { key: "statusReason", title: "Reason", kind: "text" },
  { key: "description", title: "Description", kind: "text" },
]

/** The project with what tables show of its parts. JSON has it whole. */
const flat = (project: Project) => ({
  ...project,
  type: `${typeName(project.projectType)}${project.typeGuessed ? " (to confirm)" : ""}`,
  shownStatus: statusName(project.status),
  siteCode: project.site.code,
  siteName: project.site.name,
  manager: project.projectManagerUser && `${project.projectManagerUser.firstName} ${project.projectManagerUser.lastName}`,
  tasks: `${project.tasksDone} of ${project.taskCount} done`,
})

interface Facts {
  readonly description?: string
  readonly type?: (typeof projectTypes)[number]
  readonly budget?: string
  readonly manager?: string
  readonly start?: string
  readonly end?: string
}
const payloadOf = async (given: Facts) => ({
  ...(given.description !== undefined && { description: given.description }),
  ...(given.type !== undefined && { projectType: given.type }),
  ...(given.budget !== undefined && { budget: await centsOf("--budget", given.budget) }),
  ...(given.manager !== undefined && { projectManager: given.manager }),
  ...(given.start !== undefined && { startDate: given.start }),
  ...(given.end !== undefined && { expectedEndDate: given.end }),
})
const factOptions = (command: Command): Command =>
  command
    .option("--description <text>")
    .addOption(new Option("--type <type>", "what is built; read from the name if not given").choices(projectTypes))
    .option("--budget <usd>", "the budget, in USD")
    .option("--manager <name>", "who runs it: the full name of a person with an account, or any name")
    .option("--start <date>", "the first day")
    .option("--end <date>", "the expected completion date")

interface Stepping extends Deciding {
  readonly reason?: string
  readonly end?: string
}

/** Adds `construction` to the program, and returns it so that other files can add to it. */
export const addConstructionCommands = (program: Command, call: Call): Command => {
  const construction = program.command("construction").description("renovation and construction projects")

  addExamples(
    paged(
      construction
        .command("list")
        .description("list the projects you may see")
        .option("--status <words>", "planning, in_progress, on_hold, completed or cancelled; several with commas")
        .option("--type <words>", "new_construction, renovation or maintenance; several with commas")
        .option("--site <code>", "at one site: its code, name or id")
        .option("--q <text>", "with this text in number, name, description, site or manager")
        .option("--sort <order>", "by a field, such as expectedEndDate; a minus sign before it reverses the order"),
    ).action(
      async (
        { site, type, status, q, sort, limit, all }: Paging & { site?: string; type?: string; status?: string; q?: string; sort?: string },
        command: Command,
      ) => {
        const contract = await constructionApi()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        await printList(
          command,
          { limit, all },
          listColumns,
          (page) =>
            call(command, contract, (client) =>
              client.construction.list({ query: { status, projectType: type, siteId, q, sort, ...page }, responseMode: "decoded-and-response" }),
            ),
          flat,
        )
      },
    ),
    [
      { line: "ops construction list --status in_progress", does: "what is being built" },
      { line: "ops construction list --site US --sort expectedEndDate", does: "at Unity State, the first to be complete first" },
      { line: "ops construction list --all -o csv > projects.csv", does: "everything you may see, as a file" },
    ],
  )
  addExamples(
    construction
      .command("show <project>")
      .description("one project with its snags and its history")
      .action(async (name: string, _, command: Command) => {
        const project = await projectNamed(call, command, name)
        const contract = await constructionApi()
        const params = { id: project.id }
        const snags = await call(command, contract, (client) => client.construction.snags({ params }))
        // people who see a project without its costs do not see its history either
        const history = await call(command, contract, (client) => client.construction.history({ params })).catch((refusal) => {
          if (refusal?.status === 403) return []
          throw refusal
        })
        await printWith(command, flat(project), fieldColumns, { snags: [snags, snagColumns], history: [history, historyColumns] })
      }),
    [
      { line: "ops construction show PRJ-2026-0001", does: "by its number" },
      { line: "ops construction show 12 -o json", does: "by its id, for a program" },
    ],
  )
  addExamples(
    factOptions(construction.command("create <name>").description("create a project; it begins in planning"))
      .requiredOption("--site <code>", "where: the site's code, name or id")
      .action(async (projectName: string, { site, ...given }: Facts & { site: string }, command: Command) => {
        const payload = { projectName, siteId: await siteNamed(call, command, site), ...(await payloadOf(given)) }
        const project = await call(command, await constructionApi(), (client) => client.construction.open({ payload }))
        const { print, printNext } = await import("@ops/platform/terminal/output.ts")
        await print(flat(project), { ...commonOptions(command), columns: fieldColumns })
        printNext(`ops construction start ${project.projectNumber}`)
      }),
    [
      { line: 'ops construction create "Renovation of the clinic" --site US --budget 48000 --end 2027-03-31', does: "read as a renovation, to be confirmed" },
      { line: 'ops construction create "Mess hall" --site 2 --type new_construction --manager "Lado Wani Kenyi"', does: "with who runs it" },
    ],
  )
  addExamples(
    factOptions(construction.command("change <project>").description("change what a project is, or when"))
      .option("--name <name>", "another name")
      .action(async (named: string, { name, ...given }: Facts & { name?: string }, command: Command) => {
        const { id, version } = await projectNamed(call, command, named)
        const payload = { version, ...(name !== undefined && { name }), ...(await payloadOf(given)) }
        const project = await call(command, await constructionApi(), (client) => client.construction.change({ params: { id }, payload }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(flat(project), { ...commonOptions(command), columns: fieldColumns })
      }),
    [
      { line: "ops construction change PRJ-2026-0001 --end 2027-04-30", does: "a later completion" },
      { line: "ops construction change PRJ-2026-0001 --type renovation", does: "confirms the type that was read from its name" },
    ],
  )

  /** A step of a project's course, which asks first. */
  const step = (
    verb: string,
    description: string,
    from: ReadonlyArray<ProjectStatus>,
    run: (project: Project, given: Stepping, command: Command) => Promise<Project>,
    options: (command: Command) => Command = (command) => command,
  ) =>
    decidable(options(construction.command(`${verb} <project>`).description(description))).action(async (name: string, given: Stepping, command: Command) => {
      const project = await projectNamed(call, command, name)
      const question = `${verb[0]!.toUpperCase()}${verb.slice(1)} ${project.projectNumber}, ${project.name}?`
      const possible = from.includes(project.status) && (verb !== "complete" || project.openSnags === 0 || given.reason !== undefined)
      await decide(command, given, { question, possible, name: project.projectNumber, columns: fieldColumns }, async () =>
        flat(await run(project, given, command)),
      )
    })
  const withReason = (command: Command) => command.requiredOption("--reason <text>", "why; it stays in the history")

  addExamples(
    step("start", "work begins: planning becomes in progress", ["planning"], async ({ id }, _, command) =>
      call(command, await constructionApi(), (client) => client.construction.start({ params: { id } })),
    ),
    [{ line: "ops construction start PRJ-2026-0001", does: "asks, then starts it" }],
  )
  addExamples(
    step(
      "hold",
      "put a project in progress on hold",
      ["in_progress"],
      async ({ id }, { reason = "" }, command) =>
        call(command, await constructionApi(), (client) => client.construction.hold({ params: { id }, payload: { reason } })),
      withReason,
    ),
    [{ line: 'ops construction hold PRJ-2026-0001 --reason "The road is flooded"', does: "asks, then holds it" }],
  )
  addExamples(
    step("resume", "resume a project that is on hold", ["on_hold"], async ({ id }, _, command) =>
      call(command, await constructionApi(), (client) => client.construction.resume({ params: { id } })),
    ),
    [{ line: "ops construction resume PRJ-2026-0001 --yes", does: "without asking" }],
  )
  addExamples(
    step(
      "complete",
      "the work is done; no snag is open, or you say why that does not matter",
      ["in_progress"],
      async ({ id }, { reason, end }, command) =>
        call(command, await constructionApi(), (client) =>
          client.construction.complete({
            params: { id },
            payload: { ...(end !== undefined && { actualEndDate: end }), ...(reason !== undefined && { overrideReason: reason }) },
          }),
        ),
      (command) => command.option("--end <date>", "the last day; today if not given").option("--reason <text>", "why it is completed despite open snags"),
    ),
    [
      { line: "ops construction complete PRJ-2026-0001 --dry-run", does: "whether it is allowed" },
      { line: "ops construction complete PRJ-2026-0001 --end 2026-11-20", does: "asks, then completes it" },
    ],
  )
  addExamples(
    step(
      "reopen",
      "level 10: reopen a completed project",
      ["completed"],
      async ({ id }, { reason = "" }, command) =>
        call(command, await constructionApi(), (client) => client.construction.reopen({ params: { id }, payload: { reason } })),
      withReason,
    ),
    [{ line: 'ops construction reopen PRJ-2026-0001 --reason "The roof leaks"', does: "asks, then reopens it" }],
  )
  addExamples(
    step(
      "cancel",
      "cancel a project that has not begun",
      ["planning"],
      async ({ id }, { reason = "" }, command) =>
        call(command, await constructionApi(), (client) => client.construction.cancel({ params: { id }, payload: { reason } })),
      withReason,
    ),
    [{ line: 'ops construction cancel PRJ-2026-0004 --reason "The client withdrew"', does: "asks, then cancels it" }],
  )
  addTaskCommands(construction, call)
  addMoneyCommands(construction, call)
  return construction
}
