/** The shared record of a construction project that other modules refer to: its project head. */
import { consequence, get, findById, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { headed } from "@ops/clients/projects/project-head.ts"
import {
  ConstructionCancelled,
  ConstructionCompleted,
  ConstructionProjectChanged,
  ConstructionProjectOpened,
  type ConstructionProjectRow,
  constructionProjects,
  ConstructionReopened,
} from "./construction-project.ts"
import { ContractAgreed, projectContracts } from "../billing/contract-terms.ts"

function* headOf({ id, projectNumber: number, name, siteId, status }: ConstructionProjectRow): CommandGenerator<ReadonlyArray<Change>> {
  const contract = yield* findById(projectContracts, id)
  const isActive = status !== "completed" && status !== "cancelled"
  return yield* headed(id, { kind: "construction", number, name, siteId, clientId: contract?.clientId ?? null, isActive })
}
const head = (_: unknown, { row }: { readonly row: ConstructionProjectRow }) => headOf(row)

export const projectHeadConsequences = [
  consequence(ConstructionProjectOpened, head),
  consequence(ConstructionProjectChanged, head),
  consequence(ConstructionCompleted, head),
  consequence(ConstructionCancelled, head),
  consequence(ConstructionReopened, head),
  consequence(ContractAgreed, function* (_, { id }) {
    return yield* headOf(yield* get(constructionProjects, id))
  }),
]

export const projectHeadsSql = `select p.id, p.project_number as number, p.name, p.site_id, k.client_id, p.status not in ('completed', 'cancelled') as is_active
  from construction_project p left join project_contract k on k.id = p.id`
