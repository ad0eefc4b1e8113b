/** What the lists about clients are made of. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { Client } from "./client.ts"
import { ClientContract } from "./contracts/client-contract.ts"
import { Project } from "./projects/project.ts"
import { ProjectHead } from "./projects/project-head.ts"
import { StaffMember } from "./staff-members/staff-member.ts"

/** Who sees prices and budgets: levels 6, 7, 8 and 10. */
export const PRICES: ReadonlyArray<Permission> = ["operations.supervise", "department.manage", ...FINANCE]
const seesPrices = (who: SignedIn) => holdsAny(who, PRICES)
/** Allergies and diets are for those who feed people. */
const seesHealth = (who: SignedIn) => holdsAny(who, OPERATIONS)

const own = (site: string, { confinedTo }: SignedIn): ReadonlyArray<Condition> => (confinedTo === null ? [] : [{ sql: `${site} = ?`, values: [confinedTo] }])
const client = "json_build_object('id', c.id, 'companyName', c.company_name) as client"
const site = "json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site"
const inForce = "k.start_date <= es.today() and (k.end_date is null or k.end_date >= es.today())"
/** What a dated term says today; null before the first. */
const today = (terms: string, value: string) =>
  `(select ${value} from jsonb_array_elements(k.${terms}) t where (t->>'from')::date <= es.today() order by t->>'from' desc limit 1)`
const rateToday = today("rates", "es.money((t->>'rate')::bigint)")

/** `at`: only clients with a contract, a project or people at one of these sites; null for all. */
const ofClients = (who: SignedIn, at: ReadonlyArray<number> | null, code: "clientCode" | "customerCode", service: string): ListShape => {
  const sites = at === null ? "" : `and k.site_id = any('{${at.join(",")}}'::bigint[])`
  const there = (table: string) => `exists (select from ${table} x where x.client_id = c.id and x.site_id = any(?::bigint[]))`
  return {
    select:
      `${Client.answer("c", "id", "companyName", "contactPerson", "email", "phone", "address", "currency", "paymentTerms", "notes", "status", "createdBy", "version", "createdAt", "updatedAt")}, ` +
      `c.client_code as "${code}", to_char(k.start_date, 'YYYY-MM-DD') as "contractStartDate", to_char(k.end_date, 'YYYY-MM-DD') as "contractEndDate", ` +
      `${seesPrices(who) ? `(case when k.service_type = 'catering' then ${rateToday} end)` : "null::text"} as "mealRate", k.currency as "contractCurrency", ` +
      `(select count(*) from client_contract k where k.client_id = c.id and ${inForce} ${sites}) as "activeContracts", ` +
      `(select count(*) from staff_member p where p.client_id = c.id and p.status = 'active' ${sites.replace("k.", "p.")}) as "activeStaff"`,
    from:
      `client c left join lateral (select k.* from client_contract k where k.client_id = c.id and ${inForce} ${service} ${sites} ` +
      "order by k.start_date desc, k.id desc limit 1) k on true",
    id: "c.id",
    where: at === null ? [] : [{ sql: `(${["client_contract", "project", "staff_member"].map(there).join(" or ")})`, values: [at, at, at] }],
    filters: { status: "c.status", currency: "c.currency" },
    search: ["c.company_name", "c.client_code", "c.contact_person", "c.email"],
    sorts: { companyName: "c.company_name", [code]: "c.client_code", status: "c.status", createdAt: "c.created_at" },
    order: "companyName",
    file: code === "clientCode" ? "Clients" : "Customers",
    columns: [
      { key: code, title: "Code", kind: "text" },
      { key: "companyName", title: "Company", kind: "text" },
      { key: "contactPerson", title: "Contact", kind: "text" },
      { key: "email", title: "E-mail", kind: "text" },
      { key: "phone", title: "Phone", kind: "text" },
      { key: "paymentTerms", title: "Terms", kind: "text" },
      { key: "contractStartDate", title: "Contract from", kind: "date" },
      { key: "contractEndDate", title: "Contract to", kind: "date" },
      { key: "mealRate", title: "Meal rate", kind: "money" },
      { key: "contractCurrency", title: "Currency", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}

/** Clients with the catering contract in force today, the newest at these sites. Spec: API-017, ENT-12. */
export const clientList = (who: SignedIn, at: ReadonlyArray<number> | null): ListShape => ofClients(who, at, "clientCode", "and k.service_type = 'catering'")
/** The same parties with the contract in force for any service. Spec: API-294, ENT-05. */
export const customerList = (who: SignedIn, at: ReadonlyArray<number> | null): ListShape => ofClients(who, at, "customerCode", "")

const ratesSql = `(select coalesce(json_agg(json_build_object('from', t->>'from', 'rate', es.money((t->>'rate')::bigint),
    'bands', (select coalesce(json_agg(json_build_object('fromHeads', (b->>'fromHeads')::int, 'rate', es.money((b->>'rate')::bigint)) order by (b->>'fromHeads')::int), '[]')
      from jsonb_array_elements(t->'bands') b)) order by t->>'from'), '[]') from jsonb_array_elements(k.rates) t)`
const percent = (hundredths: string) => `case when ${hundredths} > 0 then es.money(${hundredths}) end`
const basesSql = `(select coalesce(json_agg(json_build_object('from', t->>'from', 'basis', t->>'basis',
    'guaranteedShare', ${percent("(t->>'guaranteedShare')::bigint")}) order by t->>'from'), '[]') from jsonb_array_elements(k.bases) t)`

/** Contracts with all their terms. Spec: API-294, ENT-06, ENT-07, ENT-11, NS-089. */
export const contractList = (who: SignedIn): ListShape => {
  const prices = seesPrices(who)
  return {
    select:
      `${ClientContract.answer("k", "id", "contractNumber", "clientId", "siteId", "serviceType", "startDate", "endDate", "currency", "taxCode", "notes", "createdBy", "version", "createdAt", "updatedAt")}, ` +
      `case when k.start_date > es.today() then 'scheduled' when ${inForce} then 'active' else 'ended' end as status, ${client}, ${site}, ` +
      `${prices ? rateToday : "null::text"} as "mealRate", ${prices ? ratesSql : "null::json"} as rates, ` +
      `${today("bases", "t->>'basis'")} as "billingBasis", ${today("bases", percent("(t->>'guaranteedShare')::bigint"))} as "guaranteedShare", ${basesSql} as bases, ` +
      `${today("head_counts", "(t->>'heads')::bigint")} as "currentStaffCount", k.head_counts as "headCounts", ` +
      `k.details || jsonb_build_object('estimatedHours', es.quantity((k.details->>'estimatedHours')::bigint), ` +
      `'hourlyRate', ${prices ? "es.money((k.details->>'hourlyRate')::bigint)" : "null::text"}) as details`,
    from: "client_contract k join client c on c.id = k.client_id join site s on s.id = k.site_id",
    id: "k.id",
    site: "k.site_id",
    where: own("k.site_id", who),
    filters: {
      status: `case when k.start_date > es.today() then 'scheduled' when ${inForce} then 'active' else 'ended' end`,
      clientId: "k.client_id",
      serviceType: "k.service_type",
    },
    search: ["k.contract_number", "c.company_name", "s.name"],
    sorts: { contractNumber: "k.contract_number", client: "c.company_name", site: "s.name", startDate: "k.start_date", endDate: "k.end_date" },
    order: "-startDate",
    file: "Contracts",
    columns: [
      { key: "contractNumber", title: "Contract #", kind: "text" },
      { key: "serviceType", title: "Service", kind: "text" },
      { key: "startDate", title: "From", kind: "date" },
      { key: "endDate", title: "To", kind: "date" },
      { key: "status", title: "Status", kind: "text" },
      { key: "mealRate", title: "Rate", kind: "money" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "billingBasis", title: "Billed by", kind: "text" },
      { key: "currentStaffCount", title: "Planned heads", kind: "integer" },
    ],
  }
}

/** Clients' projects. Spec: API-016, ENT-13. */
export const projectList = (who: SignedIn): ListShape => ({
  select:
    `${Project.answer("j", "id", "projectCode", "projectName", "clientId", "siteId", "location", "projectManager", "startDate", "endDate", "currency", "description", "status", "createdBy", "version", "createdAt", "updatedAt")}, ` +
    `${seesPrices(who) ? "es.money(j.budget_amount)" : "null::text"} as "budgetAmount", ${client}, ${site}`,
  from: "project j join client c on c.id = j.client_id join site s on s.id = j.site_id",
  id: "j.id",
  site: "j.site_id",
  where: own("j.site_id", who),
  filters: { status: "j.status", clientId: "j.client_id" },
  search: ["j.project_name", "j.project_code", "c.company_name", "j.location"],
  sorts: { projectName: "j.project_name", projectCode: "j.project_code", startDate: "j.start_date", status: "j.status" },
  order: "projectName",
  file: "Projects",
  columns: [
    { key: "projectCode", title: "Code", kind: "text" },
    { key: "projectName", title: "Project", kind: "text" },
    { key: "projectManager", title: "Manager", kind: "text" },
    { key: "startDate", title: "From", kind: "date" },
    { key: "endDate", title: "To", kind: "date" },
    { key: "status", title: "Status", kind: "text" },
  ],
})

/** Projects of every kind, by what is common to them. */
export const projectHeadList = (who: SignedIn): ListShape => ({
  select:
    `${ProjectHead.answer("j", "id", "kind", "number", "name", "siteId", "clientId", "isActive")}, ${site}, ` +
    "case when c.id is not null then json_build_object('id', c.id, 'companyName', c.company_name) end as client",
  from: "project_head j join site s on s.id = j.site_id left join client c on c.id = j.client_id",
  id: "j.id",
  site: "j.site_id",
  where: own("j.site_id", who),
  filters: { status: "case when j.is_active then 'active' else 'inactive' end", clientId: "j.client_id", kind: "j.kind" },
  search: ["j.name", "j.number", "c.company_name"],
  sorts: { name: "j.name", number: "j.number", site: "s.name" },
  order: "name",
  file: "Projects",
  columns: [
    { key: "number", title: "Number", kind: "text" },
    { key: "name", title: "Project", kind: "text" },
    { key: "kind", title: "Kind", kind: "text" },
  ],
})

/** The people we feed. Spec: API-018, SHP-16, ENT-14. */
export const staffMemberList = (who: SignedIn): ListShape => {
  const health = seesHealth(who)
  return {
    select:
      `${StaffMember.answer("p", "id", "staffNumber", "firstName", "lastName", "email", "phone", "position", "department", "clientId", "projectId", "siteId", "hireDate", "endDate", "status", "mealPlan", "createdBy", "version", "createdAt", "updatedAt")}, ` +
      ["allergies", "dietary_restrictions", "emergency_contact", "emergency_phone"]
        .map((column) => `${health ? `p.${column}` : "null::text"} as "${column.replace(/_./g, ([, letter]) => letter!.toUpperCase())}"`)
        .join(", ") +
      `, ${client}, ${site}, case when j.id is not null then json_build_object('id', j.id, 'projectName', j.project_name) end as project`,
    from: "staff_member p join client c on c.id = p.client_id join site s on s.id = p.site_id left join project j on j.id = p.project_id",
    id: "p.id",
    site: "p.site_id",
    where: own("p.site_id", who),
    filters: { status: "p.status", clientId: "p.client_id", projectId: "p.project_id", mealPlan: "p.meal_plan" },
    search: ["p.first_name || ' ' || p.last_name", "p.staff_number", "p.position"],
    sorts: { lastName: "p.last_name", firstName: "p.first_name", staffNumber: "p.staff_number", hireDate: "p.hire_date" },
    order: "lastName,firstName",
    file: "Staff members",
    columns: [
      { key: "staffNumber", title: "Staff #", kind: "text" },
      { key: "firstName", title: "First name", kind: "text" },
      { key: "lastName", title: "Last name", kind: "text" },
      { key: "position", title: "Position", kind: "text" },
      { key: "department", title: "Department", kind: "text" },
      { key: "mealPlan", title: "Meal plan", kind: "text" },
      { key: "hireDate", title: "From", kind: "date" },
      { key: "endDate", title: "Last day", kind: "date" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}
