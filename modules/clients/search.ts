/** Search for clients and their records. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Client } from "./client.ts"
import { ClientContract } from "./contracts/client-contract.ts"
import { Project } from "./projects/project.ts"
import { contracts } from "./contracts/resource.ts"
import { projects } from "./projects/resource.ts"
import { clients } from "./resource.ts"
import { staffMembers } from "./staff-members/resource.ts"
import { StaffMember } from "./staff-members/staff-member.ts"

export const clientsSearch: ReadonlyArray<SearchSource> = [
  {
    record: Client,
    label: "Client",
    heading: "Clients",
    call: "/api/clients",
    list: (who) => ({ ...clients.shape(who), from: "client r" }),
    alias: "r",
    words: (r) => [`${r}.client_code`, `${r}.company_name`, `${r}.contact_person`, `${r}.email`],
    number: "r.client_code",
    title: "r.company_name",
    named: true,
    detail: "r.contact_person",
    screen: "/clients?open=:id",
  },
  {
    record: ClientContract,
    label: "Contract",
    heading: "Contracts",
    call: "/api/contracts",
    list: contracts.shape,
    alias: "r",
    words: (r) => [`${r}.contract_number`, `${r}.service_type`, `${r}.notes`],
    number: "r.contract_number",
    title: "c.company_name",
    detail: "replace(r.service_type, '_', ' ')",
    site: "s.code",
    screen: "/clients?open=:id",
    opens: "r.client_id",
  },
  {
    record: Project,
    label: "Project",
    heading: "Projects",
    call: "/api/projects",
    list: projects.shape,
    alias: "r",
    words: (r) => [`${r}.project_code`, `${r}.project_name`, `${r}.location`, `${r}.project_manager`],
    number: "r.project_code",
    title: "r.project_name",
    named: true,
    detail: "c.company_name",
    site: "s.code",
    screen: "/clients?open=:id",
    opens: "r.client_id",
  },
  {
    record: StaffMember,
    label: "Client's staff member",
    heading: "Clients' staff",
    call: "/api/staff-members",
    list: staffMembers.shape,
    alias: "r",
    words: (r) => [`${r}.staff_number`, `${r}.first_name`, `${r}.last_name`, `${r}.position`],
    number: "r.staff_number",
    title: "r.first_name || ' ' || r.last_name",
    named: true,
    detail: "c.company_name",
    site: "s.code",
    screen: "/clients?open=:id",
    opens: "r.client_id",
  },
]
