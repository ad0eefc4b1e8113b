/** Snags: faults that must be fixed before a project is complete. They are part of their project's record. */
import { command, conflict, invalid, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Files, label, Line, Optional, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { constructionProjects, projectOf, SnagFixed, SnagFound } from "../projects/construction-project.ts"

const project = { projectId: Ref("construction_project") }
const found = {
  ...project,
  text: label("Problem", Line(500)),
  location: withDefault("", Text(200)),
  dueDate: withDefault(null, label("Due date", Optional(BusinessDate))),
  photos: withDefault([], Files),
}

export const findSnag = command("construction_snag.find", "Record a snag", found, function* ({ projectId, ...snag }, by) {
  const project = yield* projectOf(projectId, by)
  if (project.status === "cancelled" || project.status === "completed") {
    throw conflict(`${project.projectNumber} is ${project.status}. Reopen it before you add a snag`)
  }
  if (snag.dueDate !== null && snag.dueDate < by.today) throw invalid("The due date cannot be in the past")
  if (project.snags.length >= 500) throw invalid("A project can have 500 snags at most")
  return [constructionProjects.at(projectId, SnagFound({ ...snag, foundOn: by.today, by: by.person }))]
})

const fixed = { ...project, snagId: Whole, note: withDefault("", Text(500)) }

export const fixSnag = command("construction_snag.fix", "Record that a snag is fixed", fixed, function* ({ projectId, snagId, note }, by) {
  const project = yield* projectOf(projectId, by)
  const snag = project.snags.find(({ id }) => id === snagId)
  if (!snag) throw invalid(`${project.projectNumber} has no snag ${snagId}`)
  if (snag.fixedOn !== null) return unchanged(projectId)
  return [constructionProjects.at(projectId, SnagFixed({ snagId, fixedOn: by.today, note, by: by.person }))]
})
