/** Commands on a project as a whole: open, start, hold, resume, complete, reopen, cancel. */
import { projects } from "@ops/clients/projects/project.ts"
import { command, conflict, forbidden, get, invalid, newId, nextNumber, permitted, all, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, label, Line, Literals, Optional, Ref, Text } from "@ops/platform/records/field.ts"
import { count } from "@ops/platform/text.ts"
import { sites, siteOf } from "@ops/sites/site.ts"
import {
  ConstructionCancelled,
  ConstructionCompleted,
  ConstructionHeld,
  ConstructionProjectChanged,
  ConstructionProjectOpened,
  type ConstructionProjectRow,
  constructionProjects,
  ConstructionReopened,
  ConstructionResumed,
  ConstructionStarted,
  ConstructionTypeConfirmed,
  ProgressGapClosed,
  ProgressGapOpened,
  projectOf,
} from "./construction-project.ts"
import { widestGap } from "../tasks/progress.ts"
import { type ProjectStatus, type ProjectType, projectTypes, statusName, typeIn } from "../labels.ts"

const requireManager = requiring("projects.manage", (what: string) => `Only people who manage projects can ${what}`)
const requireDateOrder = (startDate: string | null, expectedEndDate: string | null) => {
  if (startDate !== null && expectedEndDate !== null && expectedEndDate < startDate) {
    throw invalid("Expected completion must be on or after the start date")
  }
}
const rejectNegative = (budget: number | null) => {
  if (budget !== null && budget < 0) throw invalid("Budget must not be negative")
}

export interface NewProject {
  readonly projectName: string
  readonly description: string
  readonly siteId: number | string
  readonly status: ProjectStatus
  /** null means as indicated by the name, otherwise new construction */
  readonly projectType: ProjectType | null
  /** cents */
  readonly budget: number | null
  readonly projectManager: number | null
  readonly projectManagerText: string | null
  readonly startDate: string | null
  readonly expectedEndDate: string | null
}

/** Opens a project. It starts in planning; one that is taken over from elsewhere keeps its status and its dates. */
export const openConstructionProject = command("construction_project.open", function* (input: NewProject, by) {
  requireManager(by, "create one")
  const { projectName: name, siteId, projectType, status, startDate, expectedEndDate, budget, ...rest } = input
  const site = yield* siteOf(siteId, by)
  if (!site.isActive) throw invalid(`${site.name} is closed`)
  if (status !== "planning") {
    if (by.person !== null && by.level < 8) throw forbidden("A new project starts in planning: start work afterwards")
    if (status === "cancelled") throw invalid("A new project cannot be cancelled already")
    if (startDate === null) throw invalid(`A new project starts in planning. To take over one that is ${statusName(status).toLowerCase()}, give its start date`)
  }
  requireDateOrder(startDate, expectedEndDate)
  rejectNegative(budget)
  const guess = projectType === null ? typeIn(name) : undefined
  // one number series with the projects of clients: a project id is never used twice
  const [id, projectNumber] = yield* all(newId(projects), nextNumber("PRJ", by.today.slice(0, 4)))
  const opened = {
    ...rest,
    projectNumber,
    name,
    siteId: site.id,
    status,
    startDate,
    expectedEndDate,
    budget,
    projectType: projectType ?? guess ?? ("new_construction" as const),
    typeGuessed: guess !== undefined,
    on: by.today,
    by: by.person,
  }
  return [constructionProjects.at(id, ConstructionProjectOpened(opened))]
})

export interface ProjectChange {
  readonly id: number
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly projectType?: ProjectType | undefined
  readonly startDate?: string | null | undefined
  readonly expectedEndDate?: string | null | undefined
  readonly budget?: number | null | undefined
  readonly projectManager?: number | null | undefined
  readonly projectManagerText?: string | null | undefined
}

/** Changes the given fields of a project. Its site stays; its budget can be changed here only while it is in planning. */
export const changeConstructionProject = command("construction_project.change", function* ({ id, ...asked }: ProjectChange, by) {
  requireManager(by, "change one")
  const project = yield* projectOf(id, by)
  if (project.status === "cancelled") throw conflict(`${project.name} was cancelled, so its details cannot change`)
  const { name, description, siteId, projectType, startDate, expectedEndDate, budget, projectManager, projectManagerText } = project
  const before = { name, description, siteId, projectType, startDate, expectedEndDate, budget, projectManager, projectManagerText }
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Partial<typeof before>
  const after = { ...before, ...given }
  if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
  if (after.budget !== budget && project.status !== "planning") {
    throw conflict("Work has started, so the budget can only be changed by an approved change")
  }
  if (after.startDate === null && startDate !== null && project.status !== "planning") throw invalid("Work has started, so the project needs its start date")
  requireDateOrder(after.startDate, after.expectedEndDate)
  rejectNegative(after.budget)
  return [constructionProjects.at(id, ConstructionProjectChanged(after))]
})

const project = { id: Ref("construction_project") }
const reasoned = { ...project, reason: Line(500) }
const typed = { ...project, projectType: label("Type", Literals(...projectTypes)) }

export const confirmType = command(
  "construction_project.confirm_type",
  "Confirm the type recognized from a project's name",
  typed,
  function* ({ id, projectType }, by) {
    requireManager(by, "confirm its type")
    const project = yield* projectOf(id, by)
    yield* permitted()
    if (!project.typeGuessed && project.projectType === projectType) return unchanged(id)
    return [constructionProjects.at(id, ConstructionTypeConfirmed({ projectType }))]
  },
)

/** Refuses a command that the status does not allow. */
const requireStatus = (project: ConstructionProjectRow, statuses: ReadonlyArray<ProjectStatus>, can: string) => {
  if (statuses.includes(project.status)) return
  throw conflict(`${can}. ${project.projectNumber} is ${statusName(project.status).toLowerCase()}`)
}

/** The start date is today, unless one is already set. */
export const startProject = command("construction_project.start", "Start work: planning becomes in progress", project, function* ({ id }, by) {
  requireManager(by, "start it")
  const project = yield* projectOf(id, by)
  if (project.status === "in_progress") return unchanged(id)
  requireStatus(project, ["planning"], "Only a project in planning can be started")
  const site = yield* get(sites, project.siteId)
  if (!site.isActive) throw invalid(`${site.name} is closed`)
  const startDate = project.startDate ?? by.today
  requireDateOrder(startDate, project.expectedEndDate)
  return [constructionProjects.at(id, ConstructionStarted({ on: by.today, startDate, by: by.person }))]
})

export const holdProject = command("construction_project.hold", "Put a project in progress on hold", reasoned, function* ({ id, reason }, by) {
  requireManager(by, "put it on hold")
  const project = yield* projectOf(id, by)
  requireStatus(project, ["in_progress"], "Only a project in progress can be put on hold")
  yield* permitted()
  return [constructionProjects.at(id, ConstructionHeld({ on: by.today, reason, by: by.person }))]
})

export const resumeProject = command("construction_project.resume", "Resume a project that is on hold", project, function* ({ id }, by) {
  requireManager(by, "resume it")
  const project = yield* projectOf(id, by)
  if (project.status === "in_progress") return unchanged(id)
  requireStatus(project, ["on_hold"], "Only a project on hold can be resumed")
  return [constructionProjects.at(id, ConstructionResumed({ on: by.today, by: by.person }))]
})

const completion = {
  ...project,
  /** null means today */
  actualEndDate: label("End", Optional(BusinessDate)),
  /** reason to complete it despite open snags */
  overrideReason: label("Reason", Optional(Text(500))),
}
export const completeProject = command(
  "construction_project.complete",
  "Complete a project: no open snags, or with a reason",
  completion,
  function* ({ id, actualEndDate, overrideReason }, by) {
    requireManager(by, "complete it")
    const project = yield* projectOf(id, by)
    requireStatus(project, ["in_progress"], "Only a project in progress can be completed")
    const open = project.snags.filter(({ fixedOn }) => fixedOn === null).length
    if (open > 0 && !overrideReason) {
      throw invalid(
        `${count(open, "snag")} of ${project.projectNumber} ${open === 1 ? "is" : "are"} open. Fix ${open === 1 ? "it" : "them"}, or give a reason to complete anyway`,
      )
    }
    yield* permitted()
    const end = actualEndDate ?? by.today
    if (end > by.today) throw invalid("The end cannot be in the future")
    if (project.startDate !== null && end < project.startDate) throw invalid("The end must be on or after the start date")
    const completed = { on: by.today, actualEndDate: end, openSnags: open, overrideReason: open > 0 ? overrideReason : null, by: by.person }
    return [constructionProjects.at(id, ConstructionCompleted(completed))]
  },
)

export const reopenProject = command("construction_project.reopen", "Reopen a completed project", reasoned, function* ({ id, reason }, by) {
  if (by.level < 10) throw forbidden("Only level 10 can reopen a completed project")
  const project = yield* projectOf(id, by)
  requireStatus(project, ["completed"], "Only a completed project can be reopened")
  yield* permitted()
  return [constructionProjects.at(id, ConstructionReopened({ on: by.today, reason, by: by.person }))]
})

export const cancelProject = command("construction_project.cancel", "Cancel a project that has not started", reasoned, function* ({ id, reason }, by) {
  requireManager(by, "cancel it")
  const project = yield* projectOf(id, by)
  requireStatus(project, ["planning"], "Only a project in planning can be cancelled")
  yield* permitted()
  return [constructionProjects.at(id, ConstructionCancelled({ on: by.today, reason, by: by.person }))]
})

/** Records whether measured progress and progress by the calendar differ too much; null means not measured. */
export const noteProgress = command(
  "construction_project.note_progress",
  function* ({ id, shown, measured }: { id: number; shown: number; measured: number | null }) {
    const project = yield* get(constructionProjects, id)
    const apart = measured !== null && project.status === "in_progress" && Math.abs(shown - measured) > widestGap
    if (apart === (project.gapSince !== null)) return unchanged(id)
    return [constructionProjects.at(id, apart ? ProgressGapOpened({ shown, measured }) : ProgressGapClosed({}))]
  },
)
