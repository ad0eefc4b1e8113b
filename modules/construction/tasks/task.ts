/** Tasks and milestones of a project, in one schedule, whose id is the project's; and its baseline: the plan as saved earlier. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, consequence, forbidden, get, invalid, findById, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Flag, label, Line, Literals, Optional, partly, Parts, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { ConstructionCancelled, ConstructionCompleted, type ConstructionProjectRow, constructionProjects, projectOf } from "../projects/construction-project.ts"
import { book, type Booking, free, resourceKey, requireResource } from "./resource.ts"
import { carried, type Move, type Planned, tooSoon, requirePossible } from "./task-plan.ts"
import { resourceKinds, taskKinds } from "../labels.ts"
import { staffHere } from "@ops/people/assignments/staff-assignment.ts"

const Assigned = Schema.Struct({ key: Schema.String, kind: Schema.Literals(resourceKinds), refId: Schema.NullOr(Schema.Int), name: Schema.String })
export const Task = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  kind: Schema.Literals(taskKinds),
  start: Schema.String,
  end: Schema.String,
  ownerId: Schema.NullOr(Schema.Int),
  after: Schema.Array(Schema.Int),
  /** for a milestone: its weight in the measured progress */
  weight: Schema.Int,
  notes: Schema.String,
  percent: Schema.Int,
  actualStart: Schema.NullOr(Schema.String),
  actualEnd: Schema.NullOr(Schema.String),
  baselineStart: Schema.NullOr(Schema.String),
  baselineEnd: Schema.NullOr(Schema.String),
  resources: Schema.Array(Assigned),
})
export type Task = typeof Task.Type

export const ConstructionSchedule = record(
  "construction_schedule",
  { tasks: Parts(Task), lastTask: Whole, baselineOn: Optional(BusinessDate), baselineReason: Text(500) },
  { label: "Schedule", title: "'Schedule of project ' || id" },
)
export type ConstructionScheduleRow = Row<typeof ConstructionSchedule>

const facts = {
  name: Line(),
  kind: Literals(...taskKinds),
  start: BusinessDate,
  end: BusinessDate,
  ownerId: Optional(Ref("company_staff")),
  after: Parts(Schema.Int),
  weight: Whole,
  notes: Text(1000),
}
const taskId = Whole
const resource = { key: Line(), kind: Literals(...resourceKinds), refId: Optional(Whole), name: Text(200) }

export const TaskPlanned = event("TaskPlanned", 1, { taskId, ...facts }, ({ name, kind, start, end }) =>
  kind === "milestone" ? `Milestone planned: ${name}, ${start}` : `Task planned: ${name}, ${start} to ${end}`,
)
export const TaskChanged = event("TaskChanged", 1, { taskId, ...facts }, ({ name, start, end }) => `${name} changed: ${start} to ${end}`)
export const TasksMoved = event(
  "TasksMoved",
  1,
  { moves: Parts(Schema.Struct({ taskId: Schema.Int, start: Schema.String, end: Schema.String })) },
  ({ moves }) => `${moves.length} ${moves.length === 1 ? "task" : "tasks"} moved along`,
)
export const TaskRemoved = event("TaskRemoved", 1, { taskId, name: Line() }, ({ name }) => `${name} removed from the plan`)
export const TaskProgressed = event(
  "TaskProgressed",
  1,
  { taskId, name: Line(), percent: Whole, on: BusinessDate, reached: Flag },
  ({ name, percent, reached }) => (reached ? `${name} done` : `${name} at ${percent}%`),
)
export const BaselineKept = event(
  "BaselineKept",
  1,
  { on: BusinessDate, reason: Text(500) },
  ({ reason }) => `Plan saved as the baseline${reason ? `: ${reason}` : ""}`,
)
export const ResourceAssigned = event("ResourceAssigned", 1, { taskId, ...resource }, ({ key, name }) => `Assigned: ${name || key}`)
export const ResourceReleased = event("ResourceReleased", 1, { taskId, key: Line() }, ({ key }) => `Released: ${key}`)

const withTask = (row: ConstructionScheduleRow, id: number, change: (task: Task) => Task) => ({
  ...row,
  tasks: row.tasks.map((task) => (task.id === id ? change(task) : task)),
})

export const constructionSchedules = stream(
  ConstructionSchedule,
  TaskPlanned,
  TaskChanged,
  TasksMoved,
  TaskRemoved,
  TaskProgressed,
  BaselineKept,
  ResourceAssigned,
  ResourceReleased,
).fold({
  TaskPlanned: (row, { taskId, ...task }) => ({
    baselineOn: row?.baselineOn ?? null,
    baselineReason: row?.baselineReason ?? "",
    tasks: [
      ...(row?.tasks ?? []),
      { ...task, id: taskId, percent: 0, actualStart: null, actualEnd: null, baselineStart: null, baselineEnd: null, resources: [] },
    ],
    lastTask: taskId,
  }),
  TaskChanged: (row, { taskId, ...changed }) => withTask(row, taskId, (task) => ({ ...task, ...changed })),
  TasksMoved: (row, { moves }) => ({
    ...row,
    tasks: row.tasks.map((task) => {
      const move = moves.find(({ taskId }) => taskId === task.id)
      return move ? { ...task, start: move.start, end: move.end } : task
    }),
  }),
  TaskRemoved: (row, { taskId }) => ({ ...row, tasks: row.tasks.filter(({ id }) => id !== taskId) }),
  TaskProgressed: (row, { taskId, percent, on, reached }) =>
    withTask(row, taskId, (task) => ({
      ...task,
      percent,
      actualStart: percent === 0 ? null : (task.actualStart ?? on),
      actualEnd: reached ? on : null,
    })),
  BaselineKept: (row, { on, reason }) => ({
    ...row,
    baselineOn: on,
    baselineReason: reason,
    tasks: row.tasks.map((task) => ({ ...task, baselineStart: task.start, baselineEnd: task.end })),
  }),
  ResourceAssigned: (row, { taskId, ...resource }) => withTask(row, taskId, (task) => ({ ...task, resources: [...task.resources, resource] })),
  ResourceReleased: (row, { taskId, key }) =>
    withTask(row, taskId, (task) => ({ ...task, resources: task.resources.filter((resource) => resource.key !== key) })),
})

/** The project and its schedule, if the plan can still be changed. */
function* planOf(
  projectId: number,
  by: By,
): CommandGenerator<{ readonly project: ConstructionProjectRow; readonly tasks: ReadonlyArray<Task>; readonly lastTask: number }> {
  const project = yield* projectOf(projectId, by)
  if (project.status === "completed" || project.status === "cancelled")
    throw conflict(`${project.projectNumber} is ${project.status}, so its plan cannot change`)
  const schedule = yield* findById(constructionSchedules, projectId)
  return { project, tasks: schedule?.tasks ?? [], lastTask: schedule?.lastTask ?? 0 }
}
const taskOf = (tasks: ReadonlyArray<Task>, id: number): Task => {
  const task = tasks.find((task) => task.id === id)
  if (!task) throw invalid(`This project has no task ${id}`)
  return task
}
const requirePlanner = requiring("projects.manage", "Only people who manage projects can change the plan")
const asPlanned = ({ id, name, kind, start, end, after }: Task): Planned => ({ id, name, kind, start, end, after })

/** Describes a booking: the task, and its project's number. */
function* whereOf({ projectId, taskId }: Booking): CommandGenerator<string> {
  const project = yield* findById(constructionProjects, projectId)
  const task = (yield* findById(constructionSchedules, projectId))?.tasks.find(({ id }) => id === taskId)
  return `${task?.name ?? "another task"} (${project?.projectNumber ?? "another project"})`
}

/** Rebooks the resources of tasks whose days have changed. */
function* rebooked(projectId: number, tasks: ReadonlyArray<Task>, moves: ReadonlyArray<Move>): CommandGenerator<ReadonlyArray<Change>> {
  const changes: Array<Change> = []
  for (const { taskId, start, end } of moves) {
    const task = taskOf(tasks, taskId)
    if (task.start === start && task.end === end) continue
    for (const resource of task.resources) changes.push(yield* book(resource, { projectId, taskId, from: start, to: end }, whereOf))
  }
  return changes
}

type Facts = Omit<Parameters<typeof TaskPlanned>[0], "taskId">
const checked = (tasks: ReadonlyArray<Task>, task: Facts & { readonly id: number }) => {
  requirePossible(tasks.map(asPlanned), task)
  if (task.weight < 0 || task.weight > 1000) throw invalid("Weight must be a whole number from 0 to 1000")
}
function* requireOwner(ownerId: number | null, by: By): CommandGenerator<void> {
  if (ownerId === null) return
  const owner = yield* staffHere(ownerId, by)
  if (owner.status !== "active") throw invalid(`${owner.firstName} ${owner.lastName} does not currently work here`)
}

const on = { projectId: Ref("construction_project") }
const onTask = { ...on, taskId }
const owner = label("Owner", facts.ownerId)
const asked = {
  ...on,
  name: facts.name,
  kind: withDefault("task", facts.kind),
  start: facts.start,
  /** null means the start date; a milestone always ends on its start date */
  end: withDefault(null, Optional(facts.end)),
  ownerId: withDefault(null, owner),
  after: withDefault([], facts.after),
  weight: withDefault(1, facts.weight),
  notes: withDefault("", facts.notes),
}

export const planTask = command("construction_task.plan", "Plan a task, or a milestone", asked, function* ({ projectId, end, ...given }, by) {
  requirePlanner(by)
  const task = { ...given, end: given.kind === "milestone" ? given.start : (end ?? given.start) }
  const { tasks, lastTask } = yield* planOf(projectId, by)
  if (tasks.length >= 500) throw invalid("A project can have 500 tasks at most")
  yield* requireOwner(task.ownerId, by)
  checked(tasks, { ...task, id: lastTask + 1 })
  return [constructionSchedules.at(projectId, TaskPlanned({ taskId: lastTask + 1, ...task }))]
})

export type NewTask = Parameters<typeof planTask.decide>[0]

const changed = {
  ...onTask,
  /** dependent tasks move if they would start too early; else that is refused */
  carry: withDefault(false, Flag),
  ...partly({ ...facts, ownerId: owner }),
}

export const changeTask = command("construction_task.change", "Change a task", changed, function* ({ projectId, taskId, carry, ...asked }, by) {
  requirePlanner(by)
  const { tasks } = yield* planOf(projectId, by)
  const task = taskOf(tasks, taskId)
  const { name, kind, start, end, ownerId, after, weight, notes } = task
  const before: Facts = { name, kind, start, end, ownerId, after, weight, notes }
  const facts: Facts = { ...before, ...asked }
  if (JSON.stringify(facts) === JSON.stringify(before)) return unchanged(projectId)
  if (task.actualStart !== null && facts.start !== start) throw conflict(`${name} began on ${task.actualStart}, so its start cannot change. Its end can`)
  if (task.actualEnd !== null && facts.end !== end) throw conflict(`${name} is done, so its dates cannot change`)
  if (facts.ownerId !== ownerId) yield* requireOwner(facts.ownerId, by)
  checked(tasks, { ...facts, id: taskId })
  const moved: Task = { ...task, ...facts }
  const others = tasks.filter(({ id }) => id !== taskId)
  const begun = (planned: Planned) => taskOf(tasks, planned.id).actualStart !== null
  const moves = carry ? carried(tasks, moved, begun) : [{ taskId, start: facts.start, end: facts.end }]
  if (!carry) {
    const [next] = tooSoon([...others, moved]) ?? []
    if (next) throw invalid(`${next.name} starts on ${next.start}, before ${facts.name} would end. Move it first, or let it move as well`)
  }
  const further = moves.filter((move) => move.taskId !== taskId)
  return [
    constructionSchedules.at(projectId, TaskChanged({ taskId, ...facts })),
    ...(further.length > 0 ? [constructionSchedules.at(projectId, TasksMoved({ moves: further }))] : []),
    ...(yield* rebooked(projectId, tasks, moves)),
  ]
})

export const removeTask = command(
  "construction_task.remove",
  "Remove a task that has not started from the plan",
  onTask,
  function* ({ projectId, taskId }, by) {
    requirePlanner(by)
    const { tasks } = yield* planOf(projectId, by)
    const task = taskOf(tasks, taskId)
    if (task.actualStart !== null) throw conflict(`${task.name} has started, so it cannot be removed from the plan`)
    const next = tasks.find(({ after }) => after.includes(taskId))
    if (next) throw conflict(`${next.name} comes after ${task.name}. Change its predecessor first`)
    const freed: Array<Change> = []
    for (const { key } of task.resources) freed.push(...(yield* free(key, projectId, taskId)))
    return [constructionSchedules.at(projectId, TaskRemoved({ taskId, name: task.name })), ...freed]
  },
)

const progress = {
  ...onTask,
  /** 0 to 100; a milestone is either reached or not */
  percent: Whole,
  /** null means today */
  on: label("Day", Optional(BusinessDate)),
}

/** Records progress. The first progress sets the actual start of a task, 100 its actual end. */
export const progressTask = command(
  "construction_task.progress",
  "Record the progress of a task",
  progress,
  function* ({ projectId, taskId, percent, on }, by) {
    const { project, tasks } = yield* planOf(projectId, by)
    const task = taskOf(tasks, taskId)
    const day = on ?? by.today
    if (project.status !== "in_progress")
      throw conflict(`${project.projectNumber} is ${project.status === "planning" ? "in planning" : "on hold"}: progress is recorded once it is in progress`)
    if (!Number.isInteger(percent) || percent < 0 || percent > 100) throw invalid("Percent must be a whole number from 0 to 100")
    if (task.kind === "milestone" && percent !== 0 && percent !== 100) throw invalid("A milestone is either reached or not: 0 or 100")
    if (day > by.today) throw invalid("Progress cannot be in the future")
    if (task.actualStart !== null && day < task.actualStart) throw invalid(`${task.name} began on ${task.actualStart}: its progress cannot be before that`)
    if (task.percent === percent) return unchanged(projectId)
    if (percent === 100) {
      const open = task.after.map((id) => taskOf(tasks, id)).find(({ actualEnd }) => actualEnd === null)
      if (open) throw conflict(`${task.name} comes after ${open.name}, which is not done yet`)
    }
    return [constructionSchedules.at(projectId, TaskProgressed({ taskId, name: task.name, percent, on: day, reached: percent === 100 }))]
  },
)

const baseline = { ...on, reason: withDefault("", Text(500)) }

/** Saves the plan for later comparison. A second baseline needs a reason. */
export const keepBaseline = command(
  "construction_task.keep_baseline",
  "Save the current plan as the baseline",
  baseline,
  function* ({ projectId, reason }, by) {
    requirePlanner(by)
    const { tasks } = yield* planOf(projectId, by)
    if (tasks.length === 0) throw invalid("There is no task yet. Plan one before you save a baseline")
    const schedule = yield* get(constructionSchedules, projectId)
    if (schedule.baselineOn !== null && reason === "") throw invalid("Give a reason to change the baseline")
    return [constructionSchedules.at(projectId, BaselineKept({ on: by.today, reason }))]
  },
)

const assigned = {
  ...onTask,
  kind: resource.kind,
  refId: withDefault(null, label("Person", resource.refId)),
  name: withDefault("", label("Equipment", Text(180))),
}

const requireDispatcher = (by: By) => {
  if (by.person !== null && !holds(by, "projects.manage") && !holds(by, "operations.supervise")) {
    throw forbidden("Only people who manage projects, or supervise, can assign resources")
  }
}

/** Assigns a resource to a task, for all of its days. */
export const assignResource = command(
  "construction_task.assign",
  "Assign a person or equipment to a task",
  assigned,
  function* ({ projectId, taskId, ...resource }, by) {
    requireDispatcher(by)
    const { tasks } = yield* planOf(projectId, by)
    const task = taskOf(tasks, taskId)
    if (task.actualEnd !== null) throw conflict(`${task.name} is done already`)
    const key = resourceKey(resource)
    if (task.resources.some((one) => one.key === key)) return unchanged(projectId)
    yield* requireResource(resource, by)
    const booked = yield* book(resource, { projectId, taskId, from: task.start, to: task.end }, whereOf)
    const name = resource.refId === null ? resource.name : ""
    return [constructionSchedules.at(projectId, ResourceAssigned({ taskId, key, kind: resource.kind, refId: resource.refId, name })), booked]
  },
)

export const releaseResource = command(
  "construction_task.release",
  "Release a resource from a task",
  { ...onTask, key: label("Resource", Line()) },
  function* ({ projectId, taskId, key }, by) {
    requireDispatcher(by)
    const { tasks } = yield* planOf(projectId, by)
    const task = taskOf(tasks, taskId)
    if (!task.resources.some((one) => one.key === key)) return unchanged(projectId)
    return [constructionSchedules.at(projectId, ResourceReleased({ taskId, key })), ...(yield* free(key, projectId, taskId))]
  },
)

/** Releases the bookings of a finished project after its last day. */
function* allFree(_: unknown, { id: projectId, by }: { readonly id: number; readonly by: By }): CommandGenerator<ReadonlyArray<Change>> {
  const changes: Array<Change> = []
  for (const task of (yield* findById(constructionSchedules, projectId))?.tasks ?? []) {
    if (task.end < by.today) continue
    for (const { key } of task.resources) changes.push(...(yield* free(key, projectId, task.id)))
  }
  return changes
}

/** A task that is completed before its last day releases its resources. */
function* freedEarly(
  { taskId, on, reached }: { readonly taskId: number; readonly on: string; readonly reached: boolean },
  { id: projectId, row }: { readonly id: number; readonly row: ConstructionScheduleRow },
): CommandGenerator<ReadonlyArray<Change>> {
  const task = row.tasks.find(({ id }) => id === taskId)
  if (!task || !reached || on >= task.end) return []
  const changes: Array<Change> = []
  for (const { key } of task.resources) changes.push(...(yield* free(key, projectId, taskId)))
  return changes
}

export const scheduleConsequences = [
  consequence(ConstructionCompleted, allFree),
  consequence(ConstructionCancelled, allFree),
  consequence(TaskProgressed, freedEarly),
]
