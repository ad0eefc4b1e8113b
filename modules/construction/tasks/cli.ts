/** `ops construction tasks`, `task`, `resources`, `snag`: the plan of a project, its resources, and its snags. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Effect } from "effect"
import type { HttpApiClient } from "effect/http-api"
import { attach } from "@ops/platform/terminal/attach.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { asking, constructionApi, onlyTyped, projectNamed, wholeOf } from "../cli-common.ts"
import type { ScheduleAnswer } from "../contract.ts"
import { resourceKinds } from "../labels.ts"
import { list } from "../money/cli-common.ts"
import type { construction } from "../projects/resource.ts"

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
  { key: "text", title: "Problem", kind: "text", priority: 0 },
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
interface Snag {
  readonly where?: string
  readonly due?: string
  readonly photo?: ReadonlyArray<string>
  readonly fixed?: string
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
/** The id of an asset given by its number; null for equipment that is not in the register. */
const assetOf = async (call: Call, command: Command, params: { readonly id: number; readonly taskId: number }, name: string) => {
  if (!/^AST-\d+$/i.test(name)) return null
  const found = await call(command, await constructionApi(), (client) => client.construction.candidates({ params }))
  const asset = found.find((one) => one.kind === "equipment" && one.name.startsWith(`${name.toUpperCase()} `))
  if (asset?.refId) return asset.refId
  const { Exit } = await import("@ops/platform/terminal/exit-codes.ts")
  throw new Exit("usage", `There is no asset ${name.toUpperCase()} at this site.`, { next: `ops construction resources ${params.id} ${params.taskId}` })
}
const payloadOf = async (call: Call, command: Command, { after, owner, weight, notes, name, start, end }: TaskGiven) =>
  onlyTyped({
    name,
    start,
    end,
    notes,
    after: after === undefined ? undefined : after === "none" ? [] : after.split(",").map((id) => wholeOf("--after", id.trim())),
    ownerId: owner === undefined ? undefined : owner === "none" ? null : await ownerOf(call, command, owner),
    weight: weight === undefined ? undefined : wholeOf("--weight", weight),
  })
const taskOptions = (command: Command) =>
  command
    .option("--after <tasks>", "the numbers of the tasks it comes after, with commas; none for none")
    .option("--owner <staff>", "who is responsible: staff number, name or id; none for no owner")
    .option("--weight <number>", "for a milestone: its weight in measured progress")
    .option("--notes <text>")

type Calls = HttpApiClient.Client<(typeof construction)["group"]>["construction"]
type Plan<E> = Effect.Effect<typeof ScheduleAnswer.Type, E>

/** Adds the commands for tasks, resources and snags. */
export const addTaskCommands = (parent: Command, call: Call): void => {
  const ask = asking(call, constructionApi)
  const idOf = async (command: Command, name: string) => (await projectNamed(call, command, name)).id
  const taskOf = async (command: Command, name: string, task: string) => ({ id: await idOf(command, name), taskId: wholeOf("The task", task) })
  /** Runs a call on a project's plan, or on one of its tasks, and prints the plan. */
  const onPlan = async <E>(command: Command, name: string, run: (calls: Calls, params: { readonly id: number }) => Plan<E>) => {
    const id = await idOf(command, name)
    await printTasks(command, await ask(command, ({ construction }) => run(construction, { id })))
  }
  type Params = Awaited<ReturnType<typeof taskOf>>
  const onTask = async <E>(command: Command, name: string, task: string, run: (calls: Calls, params: Params) => Plan<E>) => {
    const params = await taskOf(command, name, task)
    await printTasks(command, await ask(command, ({ construction }) => run(construction, params)))
  }

  parent
    .command("tasks <project>")
    .description("the plan of a project: its tasks and milestones")
    .examples({ line: "ops construction tasks PRJ-2026-0001", does: "ordered by start date" })
    .action((name: string, _, command: Command) => onPlan(command, name, (calls, params) => calls.tasks({ params })))
  taskOptions(parent.command("plan <project> <task>").description("plan a task, or a milestone"))
    .requiredOption("--start <date>", "the first day; of a milestone its day")
    .option("--end <date>", "the last day; the first if not given")
    .option("--milestone", "a milestone: the date of an achievement")
    .examples(
      { line: 'ops construction plan PRJ-2026-0001 "Foundations" --start 2026-12-01 --end 2026-12-14', does: "a task of two weeks" },
      {
        line: 'ops construction plan PRJ-2026-0001 "Roof closed" --start 2027-01-20 --milestone --weight 3 --after 1,2',
        does: "a milestone that counts for three",
      },
    )
    .action(async (project: string, name: string, given: TaskGiven & { start: string; milestone?: boolean }, command: Command) => {
      const more = { ...(await payloadOf(call, command, given)), ...(given.milestone && { kind: "milestone" as const }) }
      await onPlan(command, project, (calls, params) => calls.planTask({ params, payload: { ...more, name, start: given.start } }))
    })
  taskOptions(parent.command("move <project> <task>").description("change a task, by its number; --carry lets what follows move along"))
    .option("--name <name>", "another name")
    .option("--start <date>", "another first day")
    .option("--end <date>", "another last day")
    .option("--carry", "dependent tasks move if they would start too early")
    .examples({ line: "ops construction move PRJ-2026-0001 3 --end 2026-12-20 --carry", does: "a later end, and the tasks that depend on it" })
    .action(async (name: string, task: string, { carry = false, ...given }: TaskGiven & { carry?: boolean }, command: Command) => {
      const payload = { ...(await payloadOf(call, command, given)), carry }
      await onTask(command, name, task, (calls, params) => calls.changeTask({ params, payload }))
    })
  parent
    .command("remove <project> <task>")
    .description("remove a task that has not started from the plan, by its number")
    .option("--yes", "do not ask")
    .examples({ line: "ops construction remove PRJ-2026-0001 3", does: "asks, then removes it" })
    .action(async (name: string, task: string, { yes }: { yes?: boolean }, command: Command) => {
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Remove task ${wholeOf("The task", task)} from the plan of ${name}?`, { yes })
      await onTask(command, name, task, (calls, params) => calls.removeTask({ params }))
    })
  parent
    .command("progress <project> <task> <percent>")
    .description("set the progress of a task; 100 is done, a milestone is 0 or 100")
    .option("--on <date>", "the day; today if not given")
    .examples({ line: "ops construction progress PRJ-2026-0001 2 60", does: "task 2 is at 60%" })
    .action((name: string, task: string, percent: string, { on }: { on?: string }, command: Command) =>
      onTask(command, name, task, (calls, params) => calls.progressTask({ params, payload: { percent: wholeOf("Percent", percent), ...onlyTyped({ on }) } })),
    )
  parent
    .command("baseline <project>")
    .description("save the current plan as the baseline")
    .option("--reason <text>", "reason, if there is already a baseline")
    .examples({ line: 'ops construction baseline PRJ-2026-0001 --reason "Agreed with the client"', does: "a new baseline" })
    .action((name: string, { reason }: { reason?: string }, command: Command) =>
      onPlan(command, name, (calls, params) => calls.keepBaseline({ params, payload: onlyTyped({ reason }) })),
    )
  parent
    .command("resources <project> <task>")
    .description("people and equipment for a task, and who is not available")
    .examples({ line: "ops construction resources PRJ-2026-0001 2", does: "for the days of task 2" })
    .action(async (name: string, task: string, _, command: Command) => {
      const params = await taskOf(command, name, task)
      await list(command, await ask(command, ({ construction }) => construction.candidates({ params })), candidateColumns)
    })
  parent
    .command("assign <project> <task> <resource>")
    .description("assign a person or equipment to a task; refused where they are booked elsewhere on its days")
    .addOption(new Option("--kind <kind>", "type of resource").choices(resourceKinds).default("staff"))
    .examples(
      { line: "ops construction assign PRJ-2026-0001 2 FO-014", does: "a staff member" },
      { line: "ops construction assign PRJ-2026-0001 2 AST-0008 --kind equipment", does: "equipment in the register" },
      { line: 'ops construction assign PRJ-2026-0001 2 "Excavator 1" --kind equipment', does: "hired equipment" },
    )
    .action(async (name: string, task: string, resource: string, { kind }: { kind: (typeof resourceKinds)[number] }, command: Command) => {
      const idsOf = {
        equipment: async () => assetOf(call, command, await taskOf(command, name, task), resource),
        staff: () => ownerOf(call, command, resource),
        contractor: () => wholeOf("The contractor", resource),
      }
      const refId = await idsOf[kind]()
      const payload = { kind, ...(refId === null ? { name: resource } : { refId }) }
      await onTask(command, name, task, (calls, params) => calls.assignResource({ params, payload }))
    })
  parent
    .command("unassign <project> <task> <resource>")
    .description("release a resource from a task, by its key: staff/14, equipment/excavator 1")
    .examples({ line: "ops construction unassign PRJ-2026-0001 2 staff/14", does: "makes it available again" })
    .action((name: string, task: string, key: string, _, command: Command) =>
      onTask(command, name, task, (calls, params) => calls.releaseResource({ params, payload: { key } })),
    )
  parent
    .command("snag <project> [text]")
    .description("record a snag, or with --fixed close one; without both, list them")
    .option("--where <place>", "where it is")
    .option("--due <date>", "due date of the fix")
    .option("--photo <file...>", "photos of it")
    .option("--fixed <snag>", "the number of the snag")
    .examples(
      { line: 'ops construction snag PRJ-2026-0001 "Crack beside the door" --where "North wall" --photo crack.jpg', does: "note one" },
      { line: "ops construction snag PRJ-2026-0001 --fixed 1", does: "marks it as fixed" },
    )
    .action(async (name: string, text: string | undefined, given: Snag, command: Command) => {
      const { where: location, due: dueDate, photo, fixed } = given
      const id = await idOf(command, name)
      const run = async () => {
        if (fixed !== undefined) {
          const params = { id, snagId: wholeOf("--fixed", fixed) }
          return ask(command, ({ construction }) => construction.fixSnag({ params, payload: onlyTyped({ note: text }) }))
        }
        if (text === undefined) return ask(command, ({ construction }) => construction.snags({ params: { id } }))
        const payload = { text, ...onlyTyped({ location, dueDate }), photos: await attach(call, command, photo) }
        return ask(command, ({ construction }) => construction.findSnag({ params: { id }, payload }))
      }
      await list(command, await run(), snagColumns)
    })
}
