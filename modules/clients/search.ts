/** How clients and their records are searched. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Client } from "./client.ts"
import { ClientContract } from "./contracts/client-contract.ts"
import { Project } from "./projects/project.ts"
import { clientList, contractList, projectList, staffMemberList } from "./queries.ts"
import { StaffMember } from "./staff-members/staff-member.ts"

export const clientsSearch: ReadonlyArray<SearchSource> = [
  {
    record: Client,
    label: "Client",
    heading: "Clients",
    call: "/api/clients",
    list: (who) => ({ ...clientList(who, who.confinedTo === null ? null : [who.confinedTo]), from: "client c" }),
    alias: "c",
    words: (c) => [`${c}.client_code`, `${c}.company_name`, `${c}.contact_person`, `${c}.email`],
    number: "c.client_code",
    title: "c.company_name",
    named: true,
    detail: "c.contact_person",
    screen: "/clients?open=:id",
  },
  {
    record: ClientContract,
    label: "Contract",
    heading: "Contracts",
    call: "/api/contracts",
    list: contractList,
    alias: "k",
    words: (k) => [`${k}.contract_number`, `${k}.service_type`, `${k}.notes`],
    number: "k.contract_number",
    title: "c.company_name",
    detail: "replace(k.service_type, '_', ' ')",
    site: "s.code",
    screen: "/clients?open=:id",
    opens: "k.client_id",
  },
  {
    record: Project,
    label: "Project",
    heading: "Projects",
    call: "/api/projects",
    list: projectList,
    alias: "j",
    words: (j) => [`${j}.project_code`, `${j}.project_name`, `${j}.location`, `${j}.project_manager`],
    number: "j.project_code",
    title: "j.project_name",
    named: true,
    detail: "c.company_name",
    site: "s.code",
    screen: "/clients?open=:id",
    opens: "j.client_id",
  },
  {
    record: StaffMember,
    label: "Client's staff member",
    heading: "Clients' staff",
    call: "/api/staff-members",
    list: staffMemberList,
    alias: "p",
    words: (p) => [`${p}.staff_number`, `${p}.first_name`, `${p}.last_name`, `${p}.position`],
    number: "p.staff_number",
    title: "p.first_name || ' ' || p.last_name",
    named: true,
    detail: "c.company_name",
    site: "s.code",
    screen: "/clients?open=:id",
    opens: "p.client_id",
  },
]
