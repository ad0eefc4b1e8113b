/** `ops construction tasks`, `task`, `resources`, `snag`: the plan of a project, who and what works on it, and its snags. */
import { type Command, Option } from "commander"
import { attach } from "@ops/platform/terminal/attach.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { constructionApi, projectNamed, wholeOf } from "../cli-common.ts"
import type { ScheduleAnswer } from "../contract.ts"
import { resourceKinds } from "../labels.ts"

const taskColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Task", kind: "integer", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "kind", title: "Kind", kind: "text", priority: 3 },
  { key: "start", title: "Start", kind: "date", priority: 0 },
  { key: "end", title: "End", kind: "date", priority: 0 },
  { key: "baselineEnd", title: "Baseline end", kind: "date", priority: 2 },
  { key: "actualEnd", title: "Done", kind: "date", priority: 1 },
  { key: "percent", title: "%", kind: "integer", priority: 1 },
  { key: "follows", title: "After", kind: "text", priority: 2 },
  { key: "ownerName", title: "Owner", kind: "text", priority: 2 },
  { key: "assigned", title: "Resources", kind: "text", priority: 3 },
]
const candidateColumns: ReadonlyArray<TableColumn> = [
  { key: "key", title: "Resource", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "detail", title: "Work", kind: "text", priority: 1 },
  { key: "busy", title: "Not free", kind: "text", priority: 0 },
]
export const snagColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Snag", kind: "integer", priority: 0 },
  { key: "text", title: "What is wrong", kind: "text", priority: 0 },
  { key: "location", title: "Where", kind: "text", priority: 1 },
  { key: "foundOn", title: "Found", kind: "date", priority: 1 },
  { key: "dueDate", title: "Due", kind: "date", priority: 2 },
  { key: "fixedOn", title: "Fixed", kind: "date", priority: 0 },
]

const printTasks = async (command: Command, schedule: typeof ScheduleAnswer.Type) => {
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  if (options.format === "json") return print(schedule, options)
  const rows = schedule.tasks.map((task) => ({ ...task, follows: task.after.join(", "), assigned: task.resources.map(({ name }) => name).join(", ") }))
  await print(rows, { ...options, columns: taskColumns })
}

interface TaskGiven {
  readonly start?: string
  readonly end?: string
  readonly after?: string
  readonly owner?: string
  readonly weight?: string
  readonly name?: string
  readonly notes?: string
}
/** The staff member's id, by staff number, name or id. */
const ownerOf = async (call: Call, command: Command, name: string) => {
  const [{ PeopleApi }, { Exit }] = await Promise.all([import("@ops/people/contract.ts"), import("@ops/platform/terminal/exit-codes.ts")])
  if (/^[1-9]\d*$/.test(name)) return Number(name)
  const found = await call(command, PeopleApi, (client) => client.staff.list({ query: { q: name, limit: "1000" } }))
  const small = name.toLowerCase()
  const one = found.find((person) => person.staffNumber.toLowerCase() === small || `${person.firstName} ${person.lastName}`.toLowerCase() === small)
  if (one) return one.id
  throw new Exit("usage", `There is no staff member "${name}".`, { next: "Give a staff number like FO-014, or the full name. ops staff list shows them." })
}
/** The id of an asset that is named by its number; null for equipment that is not in the register. */
const assetOf = async (call: Call, command: Command, params: { readonly id: number; readonly taskId: number }, name: string) => {
  if (!/^AST-\d+$/i.test(name)) return null
  const found = await call(command, await constructionApi(), (client) => client.construction.candidates({ params }))
  const asset = found.find((one) => one.kind === "equipment" && one.name.startsWith(`${name.toUpperCase()} `))
  if (asset?.refId) return asset.refId
  const { Exit } = await import("@ops/platform/terminal/exit-codes.ts")
  throw new Exit("usage", `There is no asset ${name.toUpperCase()} at this site.`, { next: `ops construction resources ${params.id} ${params.taskId}` })
}
const payloadOf = async (call: Call, command: Command, given: TaskGiven) => ({
  ...(given.after !== undefined && { after: given.after === "none" ? [] : given.after.split(",").map((id) => wholeOf("--after", id.trim())) }),
  ...(given.owner !== undefined && { ownerId: given.owner === "none" ? null : await ownerOf(call, command, given.owner) }),
  ...(given.weight !== undefined && { weight: wholeOf("--weight", given.weight) }),
  ...(given.notes !== undefined && { notes: given.notes }),
})
const taskOptions = (command: Command) =>
  command
    .option("--after <tasks>", "the numbers of the tasks it comes after, with commas; none for none")
    .option("--owner <staff>", "who is responsible: staff number, name or id; none for no owner")
    .option("--weight <number>", "of a milestone: its part of the measured progress")
    .option("--notes <text>")

/** Adds what is done with tasks, resources and snags. */
export const addTaskCommands = (construction: Command, call: Call): void => {
  /** Runs a call on a project's plan and prints the plan. */
  const onPlan = async (command: Command, name: string, run: (project: { readonly id: number }) => Promise<typeof ScheduleAnswer.Type>) =>
    printTasks(command, await run(await projectNamed(call, command, name)))

  addExamples(
    construction
      .command("tasks <project>")
      .description("the plan of a project: its tasks and milestones")
      .action((name: string, _, command: Command) =>
        onPlan(command, name, async ({ id }) => call(command, await constructionApi(), (client) => client.construction.tasks({ params: { id } }))),
      ),
    [{ line: "ops construction tasks PRJ-2026-0001", does: "in the order of their starts" }],
  )
  addExamples(
    taskOptions(construction.command("plan <project> <task>").description("plan a task, or a milestone"))
      .requiredOption("--start <date>", "the first day; of a milestone its day")
      .option("--end <date>", "the last day; the first if not given")
      .option("--milestone", "a day on which something is reached")
      .action((name: string, task: string, given: TaskGiven & { start: string; milestone?: boolean }, command: Command) =>
        onPlan(command, name, async ({ id }) => {
          const { start, end } = given
          const payload = {
            name: task,
            start,
            ...(end !== undefined && { end }),
            ...(given.milestone && { kind: "milestone" as const }),
            ...(await payloadOf(call, command, given)),
          }
          return call(command, await constructionApi(), (client) => client.construction.planTask({ params: { id }, payload }))
        }),
      ),
    [
      { line: 'ops construction plan PRJ-2026-0001 "Foundations" --start 2026-12-01 --end 2026-12-14', does: "a task of two weeks" },
      {
        line: 'ops construction plan PRJ-2026-0001 "Roof closed" --start 2027-01-20 --milestone --weight 3 --after 1,2',
        does: "a milestone that counts for three",
      },
    ],
  )
  addExamples(
    taskOptions(construction.command("move <project> <task>").description("change a task, by its number; --carry lets what follows move along"))
      .option("--name <name>", "another name")
      .option("--start <date>", "another first day")
      .option("--end <date>", "another last day")
      .option("--carry", "what comes after moves along where it would begin too soon")
      .action((name: string, task: string, given: TaskGiven & { carry?: boolean }, command: Command) =>
        onPlan(command, name, async ({ id }) => {
          const { start, end, carry = false } = given
          const dates = { ...(start !== undefined && { start }), ...(end !== undefined && { end }), ...(given.name !== undefined && { name: given.name }) }
          const payload = { ...dates, ...(await payloadOf(call, command, given)), carry }
          return call(command, await constructionApi(), (client) =>
            client.construction.changeTask({ params: { id, taskId: wholeOf("The task", task) }, payload }),
          )
        }),
      ),
    [{ line: "ops construction move PRJ-2026-0001 3 --end 2026-12-20 --carry", does: "a later end, and what follows with it" }],
  )
  addExamples(
    construction
      .command("remove <project> <task>")
      .description("take a task that has not begun out of the plan, by its number")
      .option("--yes", "do not ask")
      .action(async (name: string, task: string, { yes }: { yes?: boolean }, command: Command) => {
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        const taskId = wholeOf("The task", task)
        await confirm(`Take task ${taskId} out of the plan of ${name}?`, { yes })
        await onPlan(command, name, async ({ id }) =>
          call(command, await constructionApi(), (client) => client.construction.removeTask({ params: { id, taskId } })),
        )
      }),
    [{ line: "ops construction remove PRJ-2026-0001 3", does: "asks, then takes it out" }],
  )
  addExamples(
    construction
      .command("progress <project> <task> <percent>")
      .description("set the progress of a task; 100 is done, a milestone is 0 or 100")
      .option("--on <date>", "the day; today if not given")
      .action((name: string, task: string, percent: string, { on }: { on?: string }, command: Command) =>
        onPlan(command, name, async ({ id }) => {
          const payload = { percent: wholeOf("Percent", percent), ...(on !== undefined && { on }) }
          return call(command, await constructionApi(), (client) =>
            client.construction.progressTask({ params: { id, taskId: wholeOf("The task", task) }, payload }),
          )
        }),
      ),
    [{ line: "ops construction progress PRJ-2026-0001 2 60", does: "task 2 is at 60 %" }],
  )
  addExamples(
    construction
      .command("baseline <project>")
      .description("keep the present plan as a baseline for comparison")
      .option("--reason <text>", "why, if there is a baseline already")
      .action((name: string, { reason }: { reason?: string }, command: Command) =>
        onPlan(command, name, async ({ id }) =>
          call(command, await constructionApi(), (client) =>
            client.construction.keepBaseline({ params: { id }, payload: reason === undefined ? {} : { reason } }),
          ),
        ),
      ),
    [{ line: 'ops construction baseline PRJ-2026-0001 --reason "Agreed with the client"', does: "a new baseline" }],
  )
  addExamples(
    construction
      .command("resources <project> <task>")
      .description("who and what a task could be given, and who is not free in its days")
      .action(async (name: string, task: string, _, command: Command) => {
        const { id } = await projectNamed(call, command, name)
        const params = { id, taskId: wholeOf("The task", task) }
        const rows = await call(command, await constructionApi(), (client) => client.construction.candidates({ params }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(rows, { ...commonOptions(command), columns: candidateColumns })
      }),
    [{ line: "ops construction resources PRJ-2026-0001 2", does: "for the days of task 2" }],
  )
  addExamples(
    construction
      .command("assign <project> <task> <resource>")
      .description("assign a person or equipment to a task; refused where they are booked elsewhere on its days")
      .addOption(new Option("--kind <kind>", "what the resource is").choices(resourceKinds).default("staff"))
      .action((name: string, task: string, resource: string, { kind }: { kind: (typeof resourceKinds)[number] }, command: Command) =>
        onPlan(command, name, async ({ id }) => {
          const params = { id, taskId: wholeOf("The task", task) }
          const refId =
            kind === "equipment"
              ? await assetOf(call, command, params, resource)
              : kind === "staff"
                ? await ownerOf(call, command, resource)
                : wholeOf("The contractor", resource)
          const payload = { kind, ...(refId === null ? { name: resource } : { refId }) }
          return call(command, await constructionApi(), (client) => client.construction.assignResource({ params, payload }))
        }),
      ),
    [
      { line: "ops construction assign PRJ-2026-0001 2 FO-014", does: "a staff member" },
      { line: "ops construction assign PRJ-2026-0001 2 AST-0008 --kind equipment", does: "a machine of the register" },
      { line: 'ops construction assign PRJ-2026-0001 2 "Excavator 1" --kind equipment', does: "one that is hired" },
    ],
  )
  addExamples(
    construction
      .command("unassign <project> <task> <resource>")
      .description("take a resource off a task, by its key: staff/14, equipment/excavator 1")
      .action((name: string, task: string, key: string, _, command: Command) =>
        onPlan(command, name, async ({ id }) =>
          call(command, await constructionApi(), (client) =>
            client.construction.releaseResource({ params: { id, taskId: wholeOf("The task", task) }, payload: { key } }),
          ),
        ),
      ),
    [{ line: "ops construction unassign PRJ-2026-0001 2 staff/14", does: "free for something else" }],
  )
  addExamples(
    construction
      .command("snag <project> [text]")
      .description("record a snag, or with --fixed close one; without both, list them")
      .option("--where <place>", "where it is")
      .option("--due <date>", "by when it is to be fixed")
      .option("--photo <file...>", "pictures of it")
      .option("--fixed <snag>", "the number of the snag that is fixed")
      .action(
        async (
          name: string,
          text: string | undefined,
          { where, due, photo, fixed }: { where?: string; due?: string; photo?: ReadonlyArray<string>; fixed?: string },
          command: Command,
        ) => {
          const { id } = await projectNamed(call, command, name)
          const contract = await constructionApi()
          const run = async () => {
            if (fixed !== undefined) {
              const params = { id, snagId: wholeOf("--fixed", fixed) }
              return call(command, contract, (client) => client.construction.fixSnag({ params, payload: text === undefined ? {} : { note: text } }))
            }
            if (text === undefined) return call(command, contract, (client) => client.construction.snags({ params: { id } }))
            const photos = await attach(call, command, photo)
            const payload = { text, ...(where !== undefined && { location: where }), ...(due !== undefined && { dueDate: due }), photos }
            return call(command, contract, (client) => client.construction.findSnag({ params: { id }, payload }))
          }
          const snags = await run()
          const { print } = await import("@ops/platform/terminal/output.ts")
          await print(snags, { ...commonOptions(command), columns: snagColumns })
        },
      ),
    [
      { line: 'ops construction snag PRJ-2026-0001 "Crack beside the door" --where "North wall" --photo crack.jpg', does: "note one" },
      { line: "ops construction snag PRJ-2026-0001 --fixed 1", does: "marks it as fixed" },
    ],
  )
}
