/** The calls about clients, their contracts, projects and people, as the terminal uses them; and those on projects of every kind. */
import { call } from "@ops/platform/http/call-group.ts"
import { BadgesGroup } from "./badges/contract.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { TokenArea } from "@ops/platform/access/rule.ts"
import { Authentication, Authorization, ErrorMapping, ListQuery } from "@ops/platform/http/contract.ts"
import { contracts } from "./contracts/resource.ts"
import { READERS } from "./permissions.ts"
import { projects } from "./projects/resource.ts"
import { clients } from "./resource.ts"
import { staffMembers } from "./staff-members/resource.ts"

const Whole = Schema.NullOr(Schema.Int)
const ClientNamed = Schema.Struct({ id: Schema.Int, companyName: Schema.String })
const SiteNamed = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })

/** A project of any kind, as shown in records that refer to it. */
export const ProjectHeadAnswer = Schema.Struct({
  id: Schema.Int,
  kind: Schema.Literals(["service", "construction"]),
  number: Schema.String,
  name: Schema.String,
  siteId: Schema.Int,
  site: SiteNamed,
  clientId: Whole,
  /** null for the company's own projects */
  client: Schema.NullOr(ClientNamed),
  isActive: Schema.Boolean,
}).annotate({ identifier: "ProjectHead" })

const query = { ...ListQuery, clientId: Schema.optional(Schema.String) }

export class ProjectHeadsGroup extends HttpApiGroup.make("projectHeads")
  .add(
    call.get("list", "/api/project-heads", "List projects with their client and site", Schema.Array(ProjectHeadAnswer), {
      query: { ...query, kind: Schema.optional(Schema.String) },
      may: READERS,
      scope: "3 and 6: own site; 8: own site if it has one; 7 and 10: all",
      words: { status: ["active", "inactive"] },
      dependsOn: ["project_head", "client", "site"],
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(TokenArea, "projects") {}

export class ClientsApi extends HttpApi.make("ops")
  .add(clients.group)
  .add(contracts.group)
  .add(ProjectHeadsGroup)
  .add(projects.group)
  .add(staffMembers.group)
  .add(BadgesGroup) {}
