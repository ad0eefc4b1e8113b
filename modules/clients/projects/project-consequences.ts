import { consequence } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { type Project, ProjectChanged, ProjectClosed, ProjectOpened } from "./project.ts"
import { headed } from "./project-head.ts"

const head = (_: unknown, { id, row }: { readonly id: number; readonly row: Row<typeof Project> }) => {
  const { projectCode: number, projectName: name, siteId, clientId, status } = row
  return headed(id, { kind: "service", number, name, siteId, clientId, isActive: status === "active" })
}
export const projectConsequences = [consequence(ProjectOpened, head), consequence(ProjectChanged, head), consequence(ProjectClosed, head)]
