/** The SQL of the lists about clients. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { Client } from "./client.ts"
import { PRICES } from "./permissions.ts"
import { ProjectHead } from "./projects/project-head.ts"

const seesPrices = (who: SignedIn) => holdsAny(who, PRICES)

const own = (site: string, { confinedTo }: SignedIn): ReadonlyArray<Condition> => (confinedTo === null ? [] : [{ sql: `${site} = ?`, values: [confinedTo] }])
const site = "json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site"
export const inForce = (k: string) => `${k}.start_date <= es.today() and (${k}.end_date is null or ${k}.end_date >= es.today())`
/** Today's value of a dated term of a contract; null before the first. */
export const termToday = (k: string, terms: string, value: string) =>
  `(select ${value} from jsonb_array_elements(${k}.${terms}) t where (t->>'from')::date <= es.today() order by t->>'from' desc limit 1)`
export const rateToday = (k: string) => termToday(k, "rates", "es.money((t->>'rate')::bigint)")

/** `at`: only clients with a contract, a project or people at one of these sites; null for all. */
const ofClients = (who: SignedIn, at: ReadonlyArray<number> | null, code: "clientCode" | "customerCode", service: string): ListShape => {
  const sites = at === null ? "" : `and k.site_id = any('{${at.join(",")}}'::bigint[])`
  const there = (table: string) => `exists (select from ${table} x where x.client_id = c.id and x.site_id = any(?::bigint[]))`
  return {
    select:
      `${Client.answer("c", "id", "companyName", "contactPerson", "email", "phone", "address", "currency", "paymentTerms", "notes", "status", "statementsFrom", "createdBy", "version", "createdAt", "updatedAt")}, ` +
      `c.client_code as "${code}", to_char(k.start_date, 'YYYY-MM-DD') as "contractStartDate", to_char(k.end_date, 'YYYY-MM-DD') as "contractEndDate", ` +
      `${seesPrices(who) ? `(case when k.service_type = 'catering' then ${rateToday("k")} end)` : "null::text"} as "mealRate", k.currency as "contractCurrency", ` +
      `(select count(*) from client_contract k where k.client_id = c.id and ${inForce("k")} ${sites}) as "activeContracts", ` +
      `(select count(*) from staff_member p where p.client_id = c.id and p.status = 'active' ${sites.replace("k.", "p.")}) as "activeStaff"`,
    from:
      `client c left join lateral (select k.* from client_contract k where k.client_id = c.id and ${inForce("k")} ${service} ${sites} ` +
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

/** Projects of every kind, with their common fields. */
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
