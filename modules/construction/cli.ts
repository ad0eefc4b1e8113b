/** `ops construction`: projects from opening to completion. Tasks and resources are in tasks/cli.ts. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { constructionApi, onlyTyped, type Project } from "./cli-common.ts"
import { projectTypes, typeName } from "./labels.ts"
import { addMoneyCommands } from "./money/cli.ts"
import type { construction } from "./projects/resource.ts"
import { screen } from "./projects/screen.ts"
import { addTaskCommands, snagColumns } from "./tasks/cli.ts"

/** The columns of a project for tables. JSON output has all fields. */
const flat = (project: Project) => ({
  ...project,
  projectType: `${typeName(project.projectType)}${project.typeGuessed ? " (to confirm)" : ""}`,
  projectManagerUser: project.projectManagerUser && `${project.projectManagerUser.firstName} ${project.projectManagerUser.lastName}`,
  taskCount: `${project.tasksDone} of ${project.taskCount} done`,
})

interface Facts {
  readonly description?: string
  readonly type?: (typeof projectTypes)[number]
  readonly budget?: string
  readonly manager?: string
  readonly start?: string
  readonly end?: string
}
const payloadOf = async ({ description, type, budget, manager, start, end }: Facts) =>
  onlyTyped({
    description,
    projectType: type,
    budget: budget === undefined ? undefined : await centsOf("--budget", budget),
    projectManager: manager,
    startDate: start,
    expectedEndDate: end,
  })
const factOptions = (command: Command): Command =>
  command
    .option("--description <text>")
    .addOption(new Option("--type <type>", "what is built; read from the name if not given").choices(projectTypes))
    .option("--budget <usd>", "the budget, in USD")
    .option("--manager <name>", "project manager: the full name of a person with an account, or any name")
    .option("--start <date>", "the first day")
    .option("--end <date>", "the expected completion date")

/** Adds `construction` to the program. */
export const addConstructionCommands = (program: Command, call: Call): void => {
  const { parent, columns, find } = addResourceCommands<typeof construction>(program, call, {
    screen,
    api: constructionApi,
    name: "construction",
    description: "renovation and construction projects",
    siteNamed,
    shown: flat,
    list: {
      description: "list projects",
      flags: { projectType: "type" },
      examples: [
        { line: "ops construction list --status in_progress", does: "projects in progress" },
        { line: "ops construction list --site US --sort expectedEndDate", does: "at Unity State, earliest completion first" },
        { line: "ops construction list --all -o csv > projects.csv", does: "all projects, as a file" },
      ],
    },
    show: {
      description: "one project with its snags and its history",
      tables: async ({ id }, command) => ({
        snags: [await call(command, await constructionApi(), (client) => client.construction.snags({ params: { id } })), snagColumns],
      }),
    },
    commands: {
      confirmType: { flags: { projectType: "type" }, meanings: { projectType: "what is built" } },
      complete: {
        flags: { actualEndDate: "end", overrideReason: "reason" },
        meanings: { actualEndDate: "the last day; today if not given", overrideReason: "reason to complete it despite open snags" },
      },
      reopen: { description: "level 10: reopen a completed project" },
    },
  })
  const print = async (command: Command, project: Project) => {
    await printRows(command, flat(project), columns)
  }
  factOptions(parent.command("create <name>").description("create a project; it starts in planning"))
    .requiredOption("--site <code>", "where: the site's code, name or id")
    .examples(
      {
        line: 'ops construction create "Renovation of the clinic" --site US --budget 48000 --end 2027-03-31',
        does: "recognized as a renovation, to be confirmed",
      },
      { line: 'ops construction create "Mess hall" --site 2 --type new_construction --manager "Lado Wani Kenyi"', does: "with its project manager" },
    )
    .action(async (projectName: string, { site, ...given }: Facts & { site: string }, command: Command) => {
      const payload = { projectName, siteId: await siteNamed(call, command, site), ...(await payloadOf(given)) }
      const project = await call(command, await constructionApi(), (client) => client.construction.open({ payload }))
      await print(command, project)
      const { printNext } = await import("@ops/platform/terminal/output.ts")
      printNext(`ops construction start ${project.projectNumber}`)
    })
  factOptions(parent.command("change <project>").description("change a project's details or dates"))
    .option("--name <name>", "another name")
    .examples(
      { line: "ops construction change PRJ-2026-0001 --end 2027-04-30", does: "a later completion" },
      { line: "ops construction change PRJ-2026-0001 --type renovation", does: "confirms the type recognized from its name" },
    )
    .action(async (named: string, { name, ...given }: Facts & { name?: string }, command: Command) => {
      const { id, version } = await find(named, command)
      const payload = { version, ...onlyTyped({ name }), ...(await payloadOf(given)) }
      await print(command, await call(command, await constructionApi(), (client) => client.construction.change({ params: { id }, payload })))
    })
  addTaskCommands(parent, call)
  addMoneyCommands(parent, call)
}
