/** Who may see which contractors, their work and their fields. `c` is the contractor, `d` the department. */
import { type Permission, holds, holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition } from "@ops/platform/http/list-query.ts"
import { quoted } from "@ops/platform/text.ts"

export const READERS: ReadonlyArray<Permission> = ["team.manage", "department.manage", "finance.full"]
/** Permissions to lead the contractors of a department; and, including those, to see money. */
export const LEADERS: ReadonlyArray<Permission> = ["users.department", "users.manage"]
export const PAYERS: ReadonlyArray<Permission> = [...LEADERS, "finance.full"]
/** Permissions to assign contractors to work. */
export const places = { may: ["team.manage", "department.manage"], scope: "6: own site; 8: own department; 10: all" } as const

const seesAll = (who: SignedIn) => holds(who, "users.manage")
const leadsOne = (who: SignedIn) => !seesAll(who) && holds(who, "users.department")
/** Whether the person sees names, contact, identity and bank details: level 10, and managers of the contractor's department. */
export const seesWhole = (who: SignedIn) => seesAll(who) || leadsOne(who)
export const seesMoney = (who: SignedIn) => seesWhole(who) || holds(who, "finance.full")

/** The rows of work that a person may see; `site` is the condition on the site of the row. */
export const scope = (who: SignedIn, site: string): ReadonlyArray<Condition> => {
  if (seesAll(who) || holds(who, "finance.full")) return []
  const here = who.confinedTo === null ? [] : [{ sql: `(${site})`, values: [who.confinedTo] }]
  if (leadsOne(who)) return [{ sql: "lower(d.name) = lower(?::text)", values: [who.department] }, ...here]
  return here
}
/** Whether the caller manages the work at the site of `r`: the same rule as in the commands. */
export const dealsSql = (who: SignedIn, site: string): string => {
  if (who.level >= 10) return "true"
  if (!holdsAny(who, ["team.manage", "users.department"])) return "false"
  const here = who.confinedTo === null ? "true" : `${site} is not distinct from ${Number(who.confinedTo)}::bigint`
  const department = `lower(d.name) = lower(${quoted(who.department ?? "")})`
  return holds(who, "team.manage") ? here : `(${here} and ${department})`
}

const shown = "6: own site; 8: own department; 7 and 10: all"
/** The work at the sites and in the departments that a person may see. */
export const workRows = { where: (who: SignedIn) => scope(who, "r.site_id = ?"), words: shown } as const
/** Contractors at the site of their contract, or of an assignment that is not cancelled. */
export const contractorRows = {
  where: (who: SignedIn) => {
    const works = `exists (select from contractor_assignment x where x.contractor_id = r.id and x.site_id = ${Number(who.confinedTo ?? 0)} and x.status <> 'cancelled')`
    return scope(who, `r.site_id = ? or ${works}${leadsOne(who) ? " or r.site_id is null" : ""}`)
  },
  words: shown,
} as const
