/** The calls about construction projects, their tasks, resources and snags. Money is a decimal string in USD; dates are days of Juba. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { Attachment, AttachmentsInput } from "@ops/platform/documents/attachment-contract.ts"
import {
  ErrorMapping,
  created,
  DateInput,
  Id,
  IdInput,
  ListQuery,
  OneOf,
  Authorization,
  rejections,
  Authentication,
  TextInput,
} from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { projectStatuses, projectTypes, resourceKinds, taskKinds } from "./labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const StatusWord = Schema.Literals(projectStatuses)

export const ConstructionProjectAnswer = Schema.Struct({
  id: Schema.Int,
  projectNumber: Schema.String,
  name: Schema.String,
  projectType: Schema.Literals(projectTypes),
  /** the type was read from the name, and should be confirmed */
  typeGuessed: Schema.Boolean,
  status: StatusWord,
  statusReason: Text,
  description: Schema.String,
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  /** null for people who do not see costs, or where there is none */
  budget: Text,
  actualCost: Text,
  currency: Schema.String,
  startDate: Text,
  expectedEndDate: Text,
  actualEndDate: Text,
  projectManager: Whole,
  projectManagerText: Text,
  projectManagerUser: Schema.NullOr(Schema.Struct({ firstName: Schema.String, lastName: Schema.String })),
  /** percent, as the bar shows it */
  progress: Schema.Int,
  /** percent of what was delivered; null where nothing says so */
  measuredProgress: Whole,
  measuredBy: Schema.NullOr(Schema.Literals(["certificates", "milestones"])),
  gapSince: Text,
  openSnags: Schema.Int,
  snagCount: Schema.Int,
  taskCount: Schema.Int,
  tasksDone: Schema.Int,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

export const ConstructionFigures = Schema.Struct({
  active: Schema.Int,
  planned: Schema.Int,
  onHold: Schema.Int,
  completed: Schema.Int,
  byType: Schema.Struct({ new_construction: Schema.Int, renovation: Schema.Int, maintenance: Schema.Int }),
  totalBudget: Text,
  spent: Text,
  activeBudget: Text,
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
})

export const ScheduleAnswer = Schema.Struct({
  projectId: Schema.Int,
  startDate: Text,
  expectedEndDate: Text,
  baselineOn: Text,
  baselineReason: Schema.String,
  /** in the order of their starts */
  tasks: Schema.Array(TaskAnswer),
  statuses: Schema.Array(Schema.Struct({ status: StatusWord, on: Schema.String, reason: Text })),
  today: Schema.String,
})

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
})

export const CandidateAnswer = Schema.Struct({
  key: Schema.String,
  kind: Schema.Literals(resourceKinds),
  refId: Whole,
  name: Schema.String,
  /** what they do, or where it is */
  detail: Schema.String,
  /** why not in these days: on another task, or on leave */
  busy: Text,
})

/** A person of the company who can be responsible for a task. */
export const OwnerAnswer = Schema.Struct({ id: Schema.Int, name: Schema.String, detail: Schema.String })

/** A value that a form may leave out, send as null or send empty. */
const maybe = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), schema])))
const budget = maybe(MoneyInput("Budget must be a number with at most two decimals"))
const projectType = Schema.optional(Schema.NullOr(OneOf("Type", ...projectTypes)))

export const NewProjectInput = Schema.Struct({
  projectName: TextInput("Project name", { required: true, most: 200 }),
  description: Schema.optional(Schema.NullOr(TextInput("Description"))),
  siteId: Schema.Union([Schema.String, Schema.Finite]),
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
  /** the version of the project that the person looked at; 409 if it has changed since */
  version: Schema.optional(Schema.Int),
})
const Reason = TextInput("Reason", { most: 500 })
export const ReasonInput = Schema.Struct({ reason: Schema.optional(Schema.NullOr(Reason)) })
export const CompletionInput = Schema.Struct({
  actualEndDate: maybe(DateInput("End")),
  overrideReason: Schema.optional(Schema.NullOr(Reason)),
})
export const TypeInput = Schema.Struct({ projectType: OneOf("Type", ...projectTypes) })

const Weight = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }, { message: "Weight must be a whole number from 0 to 1000" }))
const After = Schema.Array(IdInput("Each task it comes after must be one of the project's"))
const taskFields = {
  ownerId: maybe(IdInput("Owner must be one of the list")),
  after: Schema.optional(After),
  weight: Schema.optional(Weight),
  notes: Schema.optional(Schema.NullOr(TextInput("Notes", { most: 1000 }))),
}
export const NewTaskInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 200 }),
  kind: Schema.optional(OneOf("Kind", ...taskKinds)),
  start: DateInput("Start"),
  /** of a milestone its start */
  end: maybe(DateInput("End")),
  ...taskFields,
})
export const TaskChangeInput = Schema.Struct({
  name: Schema.optional(TextInput("Name", { required: true, most: 200 })),
  kind: Schema.optional(OneOf("Kind", ...taskKinds)),
  start: Schema.optional(DateInput("Start")),
  end: Schema.optional(DateInput("End")),
  ...taskFields,
  /** what comes after moves along where it would begin too soon */
  carry: Schema.optional(Schema.Boolean),
})
export const ProgressInput = Schema.Struct({
  percent: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }, { message: "Percent must be a whole number from 0 to 100" })),
  on: maybe(DateInput("Day")),
})
export const ResourceInput = Schema.Struct({
  kind: OneOf("Kind", ...resourceKinds),
  refId: Schema.optional(Schema.NullOr(IdInput("Person must be one of the list"))),
  name: Schema.optional(Schema.NullOr(TextInput("Equipment", { most: 180 }))),
})
export const ReleaseInput = Schema.Struct({ key: TextInput("Resource", { required: true, most: 200 }) })
export const NewSnagInput = Schema.Struct({
  text: TextInput("What is wrong", { required: true, most: 500 }),
  location: Schema.optional(Schema.NullOr(TextInput("Location", { most: 200 }))),
  dueDate: maybe(DateInput("The day by which it is fixed")),
  photos: Schema.optional(AttachmentsInput),
})
export const SnagFixedInput = Schema.Struct({ note: Schema.optional(Schema.NullOr(TextInput("Note", { most: 500 }))) })

const ownSite = "levels 1 to 6 with a site: their own; level 8: its own if it has one; 7 and 10: all"
const seeing: ReadonlyArray<Permission> = [...OPERATIONS, ...FINANCE]
const one = { params: { id: Id } }
const oneTask = { params: { id: Id, taskId: Id } }
const project = "/api/construction-projects/:id"
const managers: Rule = { may: ["projects.manage"], scope: "8: its own site if it has one" }
const made = ["construction_project", "construction_schedule", "construction_resource", "project_cost", "project_contract", "site"]

const projectStep = <const Name extends string>(name: Name) =>
  HttpApiEndpoint.patch(name, `${project}/${name}`, { ...one, success: ConstructionProjectAnswer, error: rejections })

/** Projects and their tasks. */
export class ConstructionGroup extends HttpApiGroup.make("construction")
  .add(
    HttpApiEndpoint.get("list", "/api/construction-projects", {
      query: { ...ListQuery, projectType: Schema.optional(Schema.String) },
      success: Schema.Array(ConstructionProjectAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: seeing, scope: `${ownSite}; budget and cost not for level 3` })
      .annotate(InvalidatedBy, made),
  )
  .add(
    HttpApiEndpoint.get("figures", "/api/construction-projects/figures", { query: ListQuery, success: ConstructionFigures, error: rejections })
      .annotate(Rule, { may: seeing, scope: `${ownSite}; money not for level 3` })
      .annotate(InvalidatedBy, ["construction_project", "project_cost"]),
  )
  .add(
    HttpApiEndpoint.get("one", project, { ...one, success: ConstructionProjectAnswer, error: rejections })
      .annotate(Rule, { may: seeing, scope: `${ownSite}; budget and cost not for level 3` })
      .annotate(InvalidatedBy, made),
  )
  .add(
    HttpApiEndpoint.get("history", `${project}/history`, { ...one, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: ["operations.supervise", "department.manage", ...FINANCE], scope: ownSite })
      .annotate(InvalidatedBy, ["construction_project", "construction_schedule"]),
  )
  .add(
    HttpApiEndpoint.post("open", "/api/construction-projects", {
      payload: NewProjectInput,
      success: ConstructionProjectAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { ...managers, duties: "a project begins in planning; one that is taken over comes with its dates" }),
  )
  .add(
    HttpApiEndpoint.patch("change", project, { ...one, payload: ProjectChangeInput, success: ConstructionProjectAnswer, error: rejections }).annotate(
      Rule,
      managers,
    ),
  )
  .add(
    HttpApiEndpoint.patch("confirmType", `${project}/type`, { ...one, payload: TypeInput, success: ConstructionProjectAnswer, error: rejections }).annotate(
      Rule,
      managers,
    ),
  )
  .add(projectStep("start").annotate(Rule, managers))
  .add(
    HttpApiEndpoint.patch("hold", `${project}/hold`, { ...one, payload: ReasonInput, success: ConstructionProjectAnswer, error: rejections }).annotate(
      Rule,
      managers,
    ),
  )
  .add(projectStep("resume").annotate(Rule, managers))
  .add(
    HttpApiEndpoint.patch("complete", `${project}/complete`, {
      ...one,
      payload: [Schema.Null, CompletionInput],
      success: ConstructionProjectAnswer,
      error: rejections,
    }).annotate(Rule, { ...managers, duties: "no open snag, or a reason" }),
  )
  .add(
    HttpApiEndpoint.patch("reopen", `${project}/reopen`, { ...one, payload: ReasonInput, success: ConstructionProjectAnswer, error: rejections }).annotate(
      Rule,
      {
        may: ["approval.override"],
        scope: "all",
      },
    ),
  )
  .add(
    HttpApiEndpoint.patch("cancel", `${project}/cancel`, { ...one, payload: ReasonInput, success: ConstructionProjectAnswer, error: rejections }).annotate(
      Rule,
      managers,
    ),
  )
  .add(
    HttpApiEndpoint.get("tasks", `${project}/tasks`, { ...one, success: ScheduleAnswer, error: rejections })
      .annotate(Rule, { may: seeing, scope: ownSite })
      .annotate(InvalidatedBy, ["construction_schedule", "construction_project", "company_staff", "contractor"]),
  )
  .add(
    HttpApiEndpoint.post("planTask", `${project}/tasks`, { ...one, payload: NewTaskInput, success: ScheduleAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      managers,
    ),
  )
  .add(
    HttpApiEndpoint.patch("changeTask", `${project}/tasks/:taskId`, {
      ...oneTask,
      payload: TaskChangeInput,
      success: ScheduleAnswer,
      error: rejections,
    }).annotate(Rule, managers),
  )
  .add(
    HttpApiEndpoint.post("removeTask", `${project}/tasks/:taskId/remove`, { ...oneTask, success: ScheduleAnswer, error: rejections }).annotate(Rule, managers),
  )
  .add(
    HttpApiEndpoint.patch("progressTask", `${project}/tasks/:taskId/progress`, {
      ...oneTask,
      payload: ProgressInput,
      success: ScheduleAnswer,
      error: rejections,
    }).annotate(Rule, { may: OPERATIONS, scope: "levels 3 and 6: own site" }),
  )
  .add(
    HttpApiEndpoint.post("keepBaseline", `${project}/baseline`, {
      ...one,
      payload: [Schema.Null, ReasonInput],
      success: ScheduleAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, managers),
  )
  .add(
    HttpApiEndpoint.get("people", `${project}/people`, { ...one, success: Schema.Array(OwnerAnswer), error: rejections })
      .annotate(Rule, { may: ["projects.manage", "operations.supervise"], scope: "the active people of the project's site, and those of no site; no pay" })
      .annotate(InvalidatedBy, ["company_staff"]),
  )
  .add(
    HttpApiEndpoint.get("candidates", `${project}/tasks/:taskId/candidates`, { ...oneTask, success: Schema.Array(CandidateAnswer), error: rejections })
      .annotate(Rule, { may: ["projects.manage", "operations.supervise"], scope: "own site: its people, and those of no site" })
      .annotate(InvalidatedBy, ["construction_schedule", "construction_resource", "company_staff", "contractor", "leave_account"]),
  )
  .add(
    HttpApiEndpoint.post("assignResource", `${project}/tasks/:taskId/resources`, {
      ...oneTask,
      payload: ResourceInput,
      success: ScheduleAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: ["projects.manage", "operations.supervise"], scope: "6: own site", duties: "no person or equipment is in two places on one day" }),
  )
  .add(
    HttpApiEndpoint.post("releaseResource", `${project}/tasks/:taskId/resources/release`, {
      ...oneTask,
      payload: ReleaseInput,
      success: ScheduleAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["projects.manage", "operations.supervise"], scope: "6: own site" }),
  )
  .add(
    HttpApiEndpoint.get("snags", `${project}/snags`, { ...one, success: Schema.Array(SnagAnswer), error: rejections })
      .annotate(Rule, { may: seeing, scope: ownSite })
      .annotate(InvalidatedBy, ["construction_project"]),
  )
  .add(
    HttpApiEndpoint.post("findSnag", `${project}/snags`, {
      ...one,
      payload: NewSnagInput,
      success: Schema.Array(SnagAnswer).pipe(created),
      error: rejections,
    }).annotate(Rule, { may: OPERATIONS, scope: "levels 3 and 6: own site" }),
  )
  .add(
    HttpApiEndpoint.patch("fixSnag", `${project}/snags/:snagId/fix`, {
      params: { id: Id, snagId: Id },
      payload: [Schema.Null, SnagFixedInput],
      success: Schema.Array(SnagAnswer),
      error: rejections,
    }).annotate(Rule, { may: OPERATIONS, scope: "levels 3 and 6: own site" }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

/** What the server and the command line build on. */
export class ConstructionApi extends HttpApi.make("ops").add(ConstructionGroup) {}
