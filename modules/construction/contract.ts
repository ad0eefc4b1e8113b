/** The calls for a project's tasks, resources and snags, and those that name its manager. Money is a decimal string in USD; dates are in Juba time. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { call } from "@ops/platform/http/call-group.ts"
import { FINANCE, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { Attachment } from "@ops/platform/documents/attachment-contract.ts"
import { created, DateInput, Id, IdInput, ListQuery, OneOf, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { payloadOf } from "@ops/platform/http/resources/wire.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { projectStatuses, projectTypes, resourceKinds, taskKinds } from "./labels.ts"
import { findSnag, fixSnag } from "./snags/snag.ts"
import { assignResource, changeTask, keepBaseline, planTask, progressTask, releaseResource } from "./tasks/task.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

export const ConstructionFigures = Schema.Struct({
  active: Schema.Int,
  planned: Schema.Int,
  onHold: Schema.Int,
  completed: Schema.Int,
  byType: Schema.Struct({ new_construction: Schema.Int, renovation: Schema.Int, maintenance: Schema.Int }),
  totalBudget: Text,
  spent: Text,
  activeBudget: Text,
  /** the tasks that run today or are late, of the projects in progress; those that end first */
  work: Schema.Array(
    Schema.Struct({ projectId: Schema.Int, project: Schema.String, name: Schema.String, percent: Schema.Int, end: Schema.String, late: Schema.Boolean }),
  ),
})

export const TaskAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  kind: Schema.Literals(taskKinds),
  start: Schema.String,
  end: Schema.String,
  ownerId: Whole,
  ownerName: Text,
  after: Schema.Array(Schema.Int),
  weight: Schema.Int,
  notes: Schema.String,
  percent: Schema.Int,
  actualStart: Text,
  actualEnd: Text,
  baselineStart: Text,
  baselineEnd: Text,
  resources: Schema.Array(Schema.Struct({ key: Schema.String, kind: Schema.Literals(resourceKinds), refId: Whole, name: Schema.String })),
}).annotate({ identifier: "Task" })

export const ScheduleAnswer = Schema.Struct({
  projectId: Schema.Int,
  startDate: Text,
  expectedEndDate: Text,
  baselineOn: Text,
  baselineReason: Schema.String,
  /** ordered by start */
  tasks: Schema.Array(TaskAnswer),
  statuses: Schema.Array(Schema.Struct({ status: Schema.Literals(projectStatuses), on: Schema.String, reason: Text })),
  today: Schema.String,
}).annotate({ identifier: "ProjectSchedule" })

export const SnagAnswer = Schema.Struct({
  id: Schema.Int,
  text: Schema.String,
  location: Schema.String,
  photos: Schema.Array(Attachment),
  foundOn: Schema.String,
  foundByName: Text,
  dueDate: Text,
  fixedOn: Text,
  fixedByName: Text,
  fixNote: Schema.String,
}).annotate({ identifier: "Snag" })

export const CandidateAnswer = Schema.Struct({
  key: Schema.String,
  kind: Schema.Literals(resourceKinds),
  refId: Whole,
  name: Schema.String,
  /** job title, or location */
  detail: Schema.String,
  /** why it is not available on these days: on another task, or on leave */
  busy: Text,
}).annotate({ identifier: "TaskCandidate" })

/** A person who can be responsible for a task. */
export const OwnerAnswer = Schema.Struct({ id: Schema.Int, name: Schema.String, detail: Schema.String }).annotate({ identifier: "TaskOwner" })

/** A value that a form may leave out, send as null or send empty. */
const maybe = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), schema])))
const budget = maybe(MoneyInput("Budget must be a number with at most two decimals"))
const projectType = Schema.optional(Schema.NullOr(OneOf("Type", ...projectTypes)))

export const NewProjectInput = Schema.Struct({
  projectName: TextInput("Project name", { required: true, most: 200 }),
  description: Schema.optional(Schema.NullOr(TextInput("Description"))),
  siteId: SiteGiven,
  status: Schema.optional(OneOf("Status", ...projectStatuses)),
  budget,
  projectManager: Schema.optional(Schema.NullOr(TextInput("Project manager", { most: 200 }))),
  projectType,
  startDate: maybe(DateInput("Start date")),
  expectedEndDate: maybe(DateInput("Expected completion")),
})
export const ProjectChangeInput = Schema.Struct({
  name: Schema.optional(TextInput("Project name", { required: true, most: 200 })),
  description: Schema.optional(TextInput("Description")),
  projectType: Schema.optional(OneOf("Type", ...projectTypes)),
  budget,
  projectManager: Schema.optional(Schema.NullOr(TextInput("Project manager", { most: 200 }))),
  startDate: maybe(DateInput("Start date")),
  expectedEndDate: maybe(DateInput("Expected completion")),
  /** the version of the project that the caller read; 409 if it has changed since */
  version: Schema.optional(Schema.Int),
})

export const path = "/api/construction-projects"
export const rows = "levels 1 to 6 with a site: their own; level 8: its own if it has one; 7 and 10: all"
export const SEES_PROJECTS: ReadonlyArray<Permission> = [...OPERATIONS, ...FINANCE]
export const SEES_MONEY: ReadonlyArray<Permission> = ["operations.supervise", "department.manage", ...FINANCE]
export const managers: Rule = { may: ["projects.manage"], scope: "8: its own site if it has one" }
const dispatchers: Rule = { may: ["projects.manage", "operations.supervise"], scope: "6: own site" }
const builders: Rule = { may: OPERATIONS, scope: "levels 3 and 6: own site" }

type Fields = Parameters<typeof payloadOf>[0]
/** The payload of a command's call: the fields that are not in its path. */
const given = <F extends Fields>({ fields }: { readonly fields: F }, more: Fields = {}) => {
  const { projectId: _, taskId: __, snagId: ___, ...rest } = fields as Fields
  return payloadOf(rest as Omit<F, "projectId" | "taskId" | "snagId">, more)
}
const order = { after: Schema.optional(Schema.Array(IdInput("Each predecessor must be a task of the project"))) }
const project = `${path}/:id` as const
const task = `${project}/tasks/:taskId` as const
const taskParams = { id: Id, taskId: Id }
const snags = Schema.Array(SnagAnswer)

/** Calls on the parts of a project; each answers with the whole part: the plan, or the snags. */
export const partCalls = [
  call.get("tasks", `${project}/tasks`, "Read the schedule of a project", ScheduleAnswer, {
    may: SEES_PROJECTS,
    scope: rows,
    dependsOn: ["construction_schedule", "construction_project", "company_staff", "contractor"],
  }),
  call.post("planTask", `${project}/tasks`, "Plan a task", ScheduleAnswer.pipe(created), { payload: given(planTask, order), ...managers }),
  call.patch("changeTask", task, "Change a task", ScheduleAnswer, { params: taskParams, payload: given(changeTask, order), ...managers }),
  call.post("removeTask", `${task}/remove`, "Remove a task", ScheduleAnswer, { params: taskParams, ...managers }),
  call.patch("progressTask", `${task}/progress`, "Report the progress of a task", ScheduleAnswer, {
    params: taskParams,
    payload: given(progressTask),
    ...builders,
  }),
  call.post("keepBaseline", `${project}/baseline`, "Keep the schedule as a baseline", ScheduleAnswer.pipe(created), {
    payload: [Schema.Null, given(keepBaseline)],
    ...managers,
  }),
  call.get("people", `${project}/people`, "List who can work on a project", Schema.Array(OwnerAnswer), {
    ...dispatchers,
    scope: "active people of the project's site or of no site; no pay",
    dependsOn: ["company_staff"],
  }),
  call.get("candidates", `${task}/candidates`, "List people and equipment for a task", Schema.Array(CandidateAnswer), {
    params: { id: Id, taskId: Id },
    ...dispatchers,
    scope: "own site: its people and those of no site",
    dependsOn: ["construction_schedule", "construction_resource", "company_staff", "contractor", "leave_account"],
  }),
  call.post("assignResource", `${task}/resources`, "Assign a person or equipment to a task", ScheduleAnswer.pipe(created), {
    params: taskParams,
    payload: given(assignResource),
    ...dispatchers,
    duties: "no person or equipment in two places on one day",
  }),
  call.post("releaseResource", `${task}/resources/release`, "Release a person or equipment from a task", ScheduleAnswer, {
    params: taskParams,
    payload: given(releaseResource),
    ...dispatchers,
  }),
  call.get("snags", `${project}/snags`, "List the snags of a project", snags, { may: SEES_PROJECTS, scope: rows, dependsOn: ["construction_project"] }),
  call.post("findSnag", `${project}/snags`, "Record a snag", snags.pipe(created), { payload: given(findSnag), ...builders }),
  call.patch("fixSnag", `${project}/snags/:snagId/fix`, "Record that a snag is fixed", snags, {
    params: { id: Id, snagId: Id },
    payload: [Schema.Null, given(fixSnag)],
    ...builders,
  }),
] as const

export const figuresCall = call.get("figures", `${path}/figures`, "Read the figures of construction", ConstructionFigures, {
  query: ListQuery,
  may: SEES_PROJECTS,
  scope: `${rows}; money not for level 3`,
  dependsOn: ["construction_project", "project_cost", "construction_schedule"],
})

/** The calls that accept the name of a project's manager and look the person up. */
export const namingCalls = <A>(answer: Schema.Codec<A>) =>
  [
    call.post("open", path, "Open a construction project", answer.pipe(created), {
      payload: NewProjectInput,
      ...managers,
      duties: "a project starts in planning; one taken over has its dates",
    }),
    call.patch("change", project, "Change a construction project", answer, { payload: ProjectChangeInput, ...managers }),
  ] as const
