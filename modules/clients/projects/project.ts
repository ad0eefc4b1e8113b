/** A client's project at a site, whose people are fed or served. */
import { command, conflict, find, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, label, Line, Literals, Money, Optional, partly, Ref, SeriesNumber, SiteName, Text, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { siteOf } from "@ops/sites/site.ts"
import { changed } from "../changes.ts"
import { activeClient, requireOffice } from "../client.ts"
import { nextCode } from "../code.ts"

const facts = {
  projectName: Line(),
  clientId: Ref("client"),
  siteId: Ref("site"),
  location: Optional(Line()),
  projectManager: Optional(Line()),
  startDate: Optional(BusinessDate),
  endDate: Optional(BusinessDate),
  budgetAmount: label("Budget", Optional(Money)),
  currency: Literals("USD", "SSP"),
  description: Text(),
}
export const Project = record(
  "project",
  { projectCode: SeriesNumber("PJ"), ...facts, status: Literals("active", "completed", "cancelled"), createdBy: Optional(Ref("person")) },
  {
    label: "Project",
    title: "project_name",
    unique: [{ fields: ["projectCode"], sentence: "Another project already has this code" }],
    indexes: [["clientId"]],
  },
)
export const ProjectOpened = event(
  "ProjectOpened",
  1,
  { projectCode: SeriesNumber("PJ"), ...facts, createdBy: Optional(Ref("person")) },
  ({ projectName }) => `Project ${projectName} opened`,
)
export const ProjectChanged = event("ProjectChanged", 1, facts, () => "Project's details changed")
export const ProjectClosed = event(
  "ProjectClosed",
  1,
  { status: Literals("completed", "cancelled"), endDate: BusinessDate },
  ({ status, endDate }) => `Project ${status} on ${endDate}`,
)
export const projects = stream(Project, ProjectOpened, ProjectChanged, ProjectClosed).fold({
  ProjectOpened: (_, project) => ({ ...project, status: "active" as const }),
  ProjectChanged: (project, changed) => ({ ...project, ...changed }),
  ProjectClosed: (project, closed) => ({ ...project, ...closed }),
})

export type ProjectFacts = Parameters<typeof ProjectChanged>[0]

export const rows = ownSite("siteId", "3 and 6: own site; 8: own site if it has one; 7 and 10: all")
const seen = visible(projects, rows)

const checked = ({ startDate, endDate, budgetAmount }: Pick<ProjectFacts, "startDate" | "endDate" | "budgetAmount">) => {
  if (startDate !== null && endDate !== null && endDate < startDate) throw invalid("End date must be on or after the start date")
  if (budgetAmount !== null && budgetAmount < 0) throw invalid("Budget must not be negative")
}

/** Opens a client's project at a site. */
export const openProject = command(
  "project.open",
  "Open a client's project at a site",
  {
    /** chosen by the caller; null uses the next of the series PJ-0001 */
    projectCode: Optional(Line(40)),
    ...facts,
    siteId: SiteName,
    currency: withDefault("USD", facts.currency),
    description: withDefault("", facts.description),
  },
  function* ({ projectCode, ...facts }, by) {
    requireOffice(by, "open projects")
    const site = yield* siteOf(facts.siteId, by)
    if (!site.isActive) throw invalid(`${site.name} is closed`)
    yield* activeClient(facts.clientId)
    checked(facts)
    if (projectCode && (yield* find(projects, { projectCode }))) throw conflict(`Another project already has the code ${projectCode}`)
    const code = projectCode ?? (yield* nextCode("PJ"))
    return [projects.at(yield* newId(projects), ProjectOpened({ ...facts, siteId: site.id, projectCode: code, createdBy: by.person }))]
  },
)
export type NewProject = Parameters<typeof openProject.decide>[0]

const { clientId: _client, siteId: _site, ...changing } = facts
/** Changes the given details of a project. Its client and site stay, since people and meals refer to them. */
export const changeProject = command(
  "project.change",
  "Change the details of a project",
  { id: Ref("project"), ...partly(changing) },
  function* ({ id, ...changes }, by) {
    requireOffice(by, "change projects")
    const project = yield* seen(id, by)
    yield* permitted()
    const { facts, differs } = changed(ProjectChanged, project, changes)
    if (!differs) return unchanged(id)
    checked(facts)
    return [projects.at(id, ProjectChanged(facts))]
  },
)

/** Closes an active project permanently. */
export const closeProject = command(
  "project.close",
  "Close a project permanently",
  { id: Ref("project"), status: Literals("completed", "cancelled"), endDate: BusinessDate },
  function* ({ id, status, endDate }, by) {
    requireOffice(by, "close projects")
    const project = yield* seen(id, by)
    if (project.status === status && project.endDate === endDate) return unchanged(id)
    if (project.status !== "active") throw conflict(`${project.projectName} is ${project.status} already`)
    yield* permitted()
    checked({ ...project, endDate })
    return [projects.at(id, ProjectClosed({ status, endDate }))]
  },
)
