/** The SQL of the lists about clients. */
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { ProjectHead } from "./projects/project-head.ts"

const own = (site: string, { confinedTo }: SignedIn): ReadonlyArray<Condition> => (confinedTo === null ? [] : [{ sql: `${site} = ?`, values: [confinedTo] }])
const site = "json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site"
export const inForce = (k: string) => `${k}.start_date <= es.today() and (${k}.end_date is null or ${k}.end_date >= es.today())`
/** Today's value of a dated term of a contract; null before the first. */
export const termToday = (k: string, terms: string, value: string) =>
  `(select ${value} from jsonb_array_elements(${k}.${terms}) t where (t->>'from')::date <= es.today() order by t->>'from' desc limit 1)`
export const rateToday = (k: string) => termToday(k, "rates", "es.money((t->>'rate')::bigint)")

/** Projects of every kind, with their common fields. */
export const projectHeadList = (who: SignedIn): ListShape => ({
  select:
    `${ProjectHead.answer("j", "id", "kind", "number", "name", "siteId", "clientId", "isActive")}, ${site}, ` +
    "case when c.id is not null then json_build_object('id', c.id, 'companyName', c.company_name) end as client",
  from: "project_head j join site s on s.id = j.site_id left join client c on c.id = j.client_id",
  base: "project_head j",
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
