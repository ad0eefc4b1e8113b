/**
 * The head of every project, whatever its kind: its name, site and client, and whether it is active. Client projects
 * and construction projects both maintain one, under the project's own id, so that other modules can refer to either
 * kind.
 */
import { command, findById, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { DocumentNumber, Flag, Line, Literals, Optional, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"

const facts = {
  kind: Literals("service", "construction"),
  number: DocumentNumber,
  name: Line(),
  siteId: Ref("site"),
  /** null for the company's own projects */
  clientId: Optional(Ref("client")),
  isActive: Flag,
}
export const ProjectHead = record("project_head", facts, { label: "Project", title: "name", indexes: [["siteId"]] })
export const ProjectHeaded = event(
  "ProjectHeaded",
  1,
  facts,
  ({ number, name, isActive }) => `Listed as ${number} ${name}${isActive ? "" : ", which has ended or was cancelled"}`,
)
export const projectHeads = stream(ProjectHead, ProjectHeaded).fold({ ProjectHeaded: (_, head) => head })
export type HeadFacts = Parameters<typeof ProjectHeaded>[0]

/** The changes that update the head of a project; none if it is up to date. */
export function* headed(id: number, facts: HeadFacts): CommandGenerator<ReadonlyArray<Change>> {
  const known: Row<typeof ProjectHead> | undefined = yield* findById(projectHeads, id)
  const same = known && (Object.keys(facts) as Array<keyof HeadFacts>).every((name) => facts[name] === known[name])
  return same ? [] : [projectHeads.at(id, ProjectHeaded(facts))]
}

/** Adds the head of a project that was opened before heads existed. */
export const adoptHead = command("project_head.adopt", function* ({ id, ...facts }: HeadFacts & { readonly id: number }) {
  const changes = yield* headed(id, facts)
  return changes.length > 0 ? changes : unchanged(id)
})
