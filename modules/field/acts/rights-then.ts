/** The permissions that a person had at a past instant: someone suspended or promoted since acted with the permissions of that time. */
import { Effect, Schema } from "effect"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { Actor } from "@ops/platform/access/actor.ts"
import { siteScope } from "@ops/platform/access/site-scope.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { topLevel } from "@ops/identity/person.ts"

const personSql = sql(
  { name: col.text, events: col.json(Schema.Array(Schema.Struct({ type: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) }))) },
  `select p.first_name || ' ' || p.last_name as name,
     (select coalesce(json_agg(json_build_object('type', e.type, 'data', e.data) order by e.version), '[]') from es.event e
      where e.stream = 'person/' || p.id and e.occurred_at <= $2::timestamptz
        and e.type in ('PersonAdded', 'PersonChanged', 'AllSitesGranted', 'AllSitesWithdrawn', 'TopLevelConfirmed', 'PersonSuspended', 'PersonReinstated')) as events
   from person p where p.id = $1`,
)

interface Standing {
  readonly accessLevel: number
  readonly department: string | null
  readonly siteId: number | null
  readonly allSites: boolean
  readonly isActive: boolean
}
const afterEvent = (standing: Standing, { type, data }: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }): Standing => {
  const { accessLevel, department, siteId } = data as Pick<Standing, "accessLevel" | "department" | "siteId">
  switch (type) {
    case "PersonAdded":
    case "PersonChanged":
      return { ...standing, accessLevel, department, siteId }
    case "TopLevelConfirmed":
      return { ...standing, accessLevel: topLevel }
    case "AllSitesGranted":
    case "AllSitesWithdrawn":
      return { ...standing, allSites: type === "AllSitesGranted" }
    default:
      return { ...standing, isActive: type === "PersonReinstated" }
  }
}
const newcomer: Standing = { accessLevel: 0, department: null, siteId: null, allSites: false, isActive: true }

/** The person as the actor on a device at an instant; a sentence if they could not act then. */
export const personThen = (person: number, at: string) =>
  Effect.gen(function* () {
    const [row] = yield* statement(personSql, [person, at])
    if (!row) return `There is no person ${person}`
    if (row.events.length === 0) return `${row.name} had no account at that time`
    const standing = row.events.reduce(afterEvent, newcomer)
    if (!standing.isActive) return `${row.name} was suspended at that time`
    return {
      actor: `person:${person}`,
      person,
      name: row.name,
      level: standing.accessLevel,
      permissions: permissionsOf(standing.accessLevel),
      department: standing.department,
      confinedTo: siteScope(standing),
      simulated: false,
      via: "device",
    } satisfies Actor
  })
