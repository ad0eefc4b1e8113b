/** The resource of sites. */
import { ANYONE } from "@ops/platform/access/rule.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { companyCalls } from "./contract.ts"
import { changeSite, closeSite, openNamedSite, reopenSite, sites as stream } from "./site.ts"

const manages = { may: ["sites.manage"], scope: "all" } as const
const status = {
  sql: "case when r.is_active then 'active' else 'closed' end",
  words: ["active", "closed"],
  names: { active: "Open", closed: "Closed" },
  label: "State",
}

export const sites = resource("sites", stream, {
  path: "/api/sites",
  noun: ["site", "sites"],
  answer: "Site",
  number: "code",
  read: { may: ANYONE, rows: everyRow("every site, id and name for all"), history: ["sites.manage"] },
  joins: [{ fields: {}, filters: { status }, sorts: { id: "r.id" } }],
  titles: { isActive: "Open" },
  list: {
    columns: ["code", "name", "client", "location", "capacity", "isActive"],
    filters: ["status"],
    sorts: ["name", "code", "capacity", "id"],
    order: "id",
    search: ["name", "code", "client", "location"],
    file: "Sites",
  },
  details: ["code", "label", "client", "location", "capacity"],
  commands: {
    open: creates(openNamedSite, { ...manages, imported: false }),
    change: updates(changeSite, { ...manages, method: "PATCH", path: "" }),
    close: updates(closeSite, { ...manages, method: "PUT" }),
    reopen: updates(reopenSite, { ...manages, method: "PUT" }),
  },
  more: companyCalls,
})

export const SitesApi = sites.api
