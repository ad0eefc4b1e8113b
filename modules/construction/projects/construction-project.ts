/** A renovation or construction project: its site, budget and progress. Money in USD cents. */
import { Schema } from "effect"
import { type By, get, notFound, type CommandGenerator } from "@ops/platform/records/command.ts"
import { AttachedFile, BusinessDate, SeriesNumber, Flag, Instant, Line, Literals, Money, Optional, Parts, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { projectStatuses, projectTypes, statusName, typeName } from "../labels.ts"

/** A file attached to a snag, by its hash. */
/** A fault that must be fixed before the project is complete. */
export const Snag = Schema.Struct({
  id: Schema.Int,
  text: Schema.String,
  location: Schema.String,
  photos: Schema.Array(AttachedFile),
  foundOn: Schema.String,
  foundBy: Schema.NullOr(Schema.Int),
  dueDate: Schema.NullOr(Schema.String),
  fixedOn: Schema.NullOr(Schema.String),
  fixedBy: Schema.NullOr(Schema.Int),
  fixNote: Schema.String,
})
/** A status change: the instant, and the business day. */
const StatusChange = Schema.Struct({
  status: Schema.Literals(projectStatuses),
  on: Schema.String,
  reason: Schema.NullOr(Schema.String),
  by: Schema.NullOr(Schema.Int),
})

const facts = {
  name: Line(),
  description: Text(),
  siteId: Ref("site"),
  projectType: Literals(...projectTypes),
  expectedEndDate: Optional(BusinessDate),
  budget: Optional(Money),
  /** the manager: a person with an account, or the name as typed */
  projectManager: Optional(Ref("person")),
  projectManagerText: Optional(Line()),
}

export const ConstructionProject = record(
  "construction_project",
  {
    projectNumber: SeriesNumber("PRJ"),
    ...facts,
    status: Literals(...projectStatuses),
    /** the type was guessed from the name, and is not confirmed yet */
    typeGuessed: Flag,
    startDate: Optional(BusinessDate),
    actualEndDate: Optional(BusinessDate),
    currency: Literals("USD"),
    /** why it is on hold, was cancelled, or was completed despite open snags */
    statusReason: Optional(Text(500)),
    /** in chronological order */
    statuses: Parts(StatusChange),
    snags: Parts(Snag),
    /** since when the shown and the measured progress differ by more than 20 points */
    gapSince: Optional(Instant),
    createdBy: Optional(Ref("person")),
  },
  {
    label: "Construction project",
    title: "name",
    unique: [{ fields: ["projectNumber"], sentence: "Another project has this number" }],
    indexes: [["status"], ["siteId"]],
  },
)
export type ConstructionProjectRow = Row<typeof ConstructionProject>

const by = Optional(Ref("person"))
export const ConstructionProjectOpened = event(
  "ConstructionProjectOpened",
  1,
  {
    projectNumber: SeriesNumber("PRJ"),
    ...facts,
    typeGuessed: Flag,
    status: Literals(...projectStatuses),
    startDate: Optional(BusinessDate),
    on: BusinessDate,
    by,
  },
  ({ name, status }) => `Project ${name} created${status === "planning" ? "" : `, ${statusName(status).toLowerCase()} already`}`,
)
export const ConstructionProjectChanged = event(
  "ConstructionProjectChanged",
  1,
  { ...facts, startDate: Optional(BusinessDate) },
  () => "Project's details changed",
)
export const ConstructionTypeConfirmed = event(
  "ConstructionTypeConfirmed",
  1,
  { projectType: Literals(...projectTypes) },
  ({ projectType }) => `Type confirmed: ${typeName(projectType).toLowerCase()}`,
)
/** The budget after an approved change; null means no budget. */
export const ConstructionBudgetRevised = event(
  "ConstructionBudgetRevised",
  1,
  { budget: Optional(Money), note: Text(500) },
  ({ budget, note }) => `Budget is now ${budget === null ? "not set" : `USD ${formatMoney(budget)}`}${note === "" ? "" : `: ${note}`}`,
)
export const ConstructionStarted = event("ConstructionStarted", 1, { on: BusinessDate, startDate: BusinessDate, by }, () => "Work started")
export const ConstructionHeld = event("ConstructionHeld", 1, { on: BusinessDate, reason: Text(500), by }, ({ reason }) => `On hold: ${reason}`)
export const ConstructionResumed = event("ConstructionResumed", 1, { on: BusinessDate, by }, () => "Work resumed")
export const ConstructionCompleted = event(
  "ConstructionCompleted",
  1,
  { on: BusinessDate, actualEndDate: BusinessDate, openSnags: Schema.Int, overrideReason: Optional(Text(500)), by },
  ({ openSnags, overrideReason }) =>
    `Completed${overrideReason === null ? "" : ` with ${openSnags} open ${openSnags === 1 ? "snag" : "snags"}: ${overrideReason}`}`,
)
export const ConstructionReopened = event("ConstructionReopened", 1, { on: BusinessDate, reason: Text(500), by }, ({ reason }) => `Reopened: ${reason}`)
export const ConstructionCancelled = event("ConstructionCancelled", 1, { on: BusinessDate, reason: Text(500), by }, ({ reason }) => `Cancelled: ${reason}`)
export const SnagFound = event(
  "SnagFound",
  1,
  { text: Line(500), location: Text(200), photos: Parts(AttachedFile), foundOn: BusinessDate, dueDate: Optional(BusinessDate), by },
  ({ text }) => `Snag found: ${text}`,
)
export const SnagFixed = event("SnagFixed", 1, { snagId: Schema.Int, fixedOn: BusinessDate, note: Text(500), by }, ({ snagId }) => `Snag ${snagId} fixed`)
export const ProgressGapOpened = event(
  "ProgressGapOpened",
  1,
  { shown: Schema.Int, measured: Schema.Int },
  ({ shown, measured }) => `Measured progress is ${measured}%, where the calendar says ${shown}%`,
)
export const ProgressGapClosed = event("ProgressGapClosed", 1, {}, () => "Measured progress and elapsed time agree again")

const began = (row: ConstructionProjectRow, status: (typeof projectStatuses)[number], on: string, reason: string | null, by: number | null) => ({
  ...row,
  status,
  statusReason: reason,
  statuses: [...row.statuses, { status, on, reason, by }],
})

export const constructionProjects = stream(
  ConstructionProject,
  ConstructionProjectOpened,
  ConstructionProjectChanged,
  ConstructionTypeConfirmed,
  ConstructionBudgetRevised,
  ConstructionStarted,
  ConstructionHeld,
  ConstructionResumed,
  ConstructionCompleted,
  ConstructionReopened,
  ConstructionCancelled,
  SnagFound,
  SnagFixed,
  ProgressGapOpened,
  ProgressGapClosed,
).fold({
  ConstructionProjectOpened: (_, { by, on, ...opened }) => ({
    ...opened,
    actualEndDate: opened.status !== "completed" ? null : opened.expectedEndDate !== null && opened.expectedEndDate < on ? opened.expectedEndDate : on,
    currency: "USD" as const,
    statusReason: null,
    statuses: [{ status: opened.status, on, reason: null, by }],
    snags: [],
    gapSince: null,
    createdBy: by,
  }),
  ConstructionProjectChanged: (project, changed) => ({
    ...project,
    ...changed,
    typeGuessed: project.typeGuessed && changed.projectType === project.projectType,
  }),
  ConstructionTypeConfirmed: (project, { projectType }) => ({ ...project, projectType, typeGuessed: false }),
  ConstructionBudgetRevised: (project, { budget }) => ({ ...project, budget }),
  ConstructionStarted: (project, { on, startDate, by }) => ({ ...began(project, "in_progress", on, null, by), startDate }),
  ConstructionHeld: (project, { on, reason, by }) => began(project, "on_hold", on, reason, by),
  ConstructionResumed: (project, { on, by }) => began(project, "in_progress", on, null, by),
  ConstructionCompleted: (project, { on, actualEndDate, overrideReason, by }) => ({ ...began(project, "completed", on, overrideReason, by), actualEndDate }),
  ConstructionReopened: (project, { on, reason, by }) => ({ ...began(project, "in_progress", on, reason, by), actualEndDate: null }),
  ConstructionCancelled: (project, { on, reason, by }) => began(project, "cancelled", on, reason, by),
  SnagFound: (project, { by, ...snag }) => ({
    ...project,
    snags: [...project.snags, { ...snag, id: project.snags.length + 1, foundBy: by, fixedOn: null, fixedBy: null, fixNote: "" }],
  }),
  SnagFixed: (project, { snagId, fixedOn, note, by }) => ({
    ...project,
    snags: project.snags.map((snag) => (snag.id === snagId ? { ...snag, fixedOn, fixedBy: by, fixNote: note } : snag)),
  }),
  ProgressGapOpened: (project, _, at) => ({ ...project, gapSince: at }),
  ProgressGapClosed: (project) => ({ ...project, gapSince: null }),
})

/** The project, if it belongs to the person's site; otherwise refused as not found. */
export function* projectOf(id: number, by: Pick<By, "confinedTo">): CommandGenerator<ConstructionProjectRow> {
  const project = yield* get(constructionProjects, id)
  if (by.confinedTo !== null && project.siteId !== by.confinedTo) throw notFound(`Construction project ${id} does not exist`)
  return project
}
