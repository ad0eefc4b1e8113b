/** Snags: faults that must be fixed before a project is complete. They are part of their project's record. */
import { command, conflict, invalid, unchanged } from "@ops/platform/records/command.ts"
import { constructionProjects, projectOf, SnagFixed, SnagFound } from "../projects/construction-project.ts"

type Photos = Parameters<typeof SnagFound>[0]["photos"]

export interface NewSnag {
  readonly projectId: number
  readonly text: string
  readonly location: string
  readonly dueDate: string | null
  readonly photos: Photos
}

export const findSnag = command("construction_snag.find", function* ({ projectId, ...snag }: NewSnag, by) {
  const project = yield* projectOf(projectId, by)
  if (project.status === "cancelled" || project.status === "completed") {
    throw conflict(`${project.projectNumber} is ${project.status}. Reopen it before you add a snag`)
  }
  if (snag.dueDate !== null && snag.dueDate < by.today) throw invalid("The day by which it is fixed cannot be in the past")
  if (project.snags.length >= 500) throw invalid("A project can have 500 snags at most")
  return [constructionProjects.at(projectId, SnagFound({ ...snag, foundOn: by.today, by: by.person }))]
})

export const fixSnag = command("construction_snag.fix", function* ({ projectId, snagId, note }: { projectId: number; snagId: number; note: string }, by) {
  const project = yield* projectOf(projectId, by)
  const snag = project.snags.find(({ id }) => id === snagId)
  if (!snag) throw invalid(`${project.projectNumber} has no snag ${snagId}`)
  if (snag.fixedOn !== null) return unchanged(projectId)
  return [constructionProjects.at(projectId, SnagFixed({ snagId, fixedOn: by.today, note, by: by.person }))]
})
