/** Whether a person had a permission at an instant, from the events of the person and of the approval limits up to that instant. */
import { Effect } from "effect"
import { holdsNamed, levelName, levels, permissionsOf } from "@ops/platform/access/levels.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { logWhere } from "@ops/platform/records/history.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import type { RowMeta } from "@ops/platform/records/record.ts"
import { Model } from "@ops/platform/records/records.ts"
import { limitOf } from "@ops/procurement/policy.ts"
import { actorsOf } from "../events/events.ts"
import { bad, namesOf } from "../events/log.ts"

export interface PermissionsAsked {
  readonly person: string
  readonly at?: string | undefined
  readonly permission?: string | undefined
}

const nowSql = sql(
  { closed: col.whole, now: col.text, today: col.text },
  `select es.closed() as closed, to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now, to_char(es.today(), 'YYYY-MM-DD') as today`,
)

/** Every permission in the table of levels. */
export const allPermissions: ReadonlyArray<string> = [...new Set(levels.flatMap(({ level }) => permissionsOf(level)))].sort()

interface Person extends RowMeta {
  readonly id: number
  readonly employeeId: string
  readonly firstName: string
  readonly lastName: string
  readonly accessLevel: number
  readonly role: string
  readonly department: string | null
  readonly siteId: number | null
  readonly isActive: boolean
  readonly mustChangePassword: boolean
}

const who = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

/** The permissions of a person in the state given by their events, as their session would have had them. */
const permissionsIn = (person: Person | undefined) =>
  person === undefined || !person.isActive || person.mustChangePassword ? [] : person.accessLevel >= 10 ? allPermissions : permissionsOf(person.accessLevel)

const because = (person: Person | undefined, permission: string) => {
  if (!person) return "No account at that time"
  if (!person.isActive) return `${who(person)} was suspended`
  if (person.mustChangePassword) return `${who(person)} had only an initial password: nothing is accessible until they choose their own`
  const level = `level ${person.accessLevel}, ${levelName(person.accessLevel)}`
  if (person.accessLevel >= 10) return `${who(person)} had ${level}, which may do everything`
  const held = permissionsOf(person.accessLevel)
  if (held.includes(permission)) return `${who(person)} had ${level}, which has ${permission}`
  const full = `${permission.slice(0, permission.indexOf("."))}.full`
  return held.includes(full) ? `${who(person)} had ${level}, which has ${full}` : `${who(person)} had ${level}, which does not have ${permission}`
}

/** The state of a person after each of their events, up to a position of the log. */
export const stepsOf = (id: number, upTo: number) =>
  Effect.gen(function* () {
    const { streams } = yield* Model
    const people = streams.find(({ record }) => record.kind === "person")!
    const events = yield* logWhere("e.stream = $1 and e.position <= $2 order by e.version", [people.key(id), upTo])
    const steps: Array<{ readonly event: (typeof events)[number]; readonly person: Person }> = []
    for (const event of events) {
      const before = steps.at(-1)?.person ?? null
      steps.push({ event, person: people.evolve(before, id, event, event.occurredAt) as Person })
    }
    return steps
  })

/** A person's permissions at an instant, and their history. Refuses an invalid query (400) and an unknown person (404). */
export const permissionHistory = (asked: PermissionsAsked) =>
  Effect.gen(function* () {
    const { actors } = yield* actorsOf(asked.person)
    if (actors.length === 0) return yield* Effect.fail(notFound("The system itself has no level. Name a person"))
    if (actors.length > 1) return yield* Effect.fail(bad(`${actors.length} people are called ${asked.person}. Give the employee ID`))
    const permission = asked.permission || undefined
    if (permission !== undefined && !allPermissions.includes(permission)) {
      return yield* Effect.fail(bad(`There is no permission ${permission.slice(0, 60)}. There are: ${allPermissions.join(", ")}`))
    }
    const { closed, now, today } = (yield* statement(nowSql, []))[0]!
    const instant = asked.at ? yield* (yield* Snapshots).resolve(asked.at) : { position: closed, at: now, today }

    const id = Number(actors[0]!.slice("person:".length))
    const steps = yield* stepsOf(id, closed)
    const marks = ({ accessLevel, role, department, siteId, isActive, mustChangePassword }: Person) =>
      JSON.stringify([accessLevel, role, department, siteId, isActive, mustChangePassword])
    const turns = steps.filter(({ person }, n) => n === 0 || marks(person) !== marks(steps[n - 1]!.person))
    const sites = yield* namesOf(turns.flatMap(({ person: { siteId } }) => (siteId === null ? [] : [`site/${siteId}`])))
    const standing = ({ event, person }: (typeof turns)[number]) => ({
      position: event.position,
      at: event.occurredAt,
      by: event.by,
      text: event.text,
      level: person.accessLevel,
      levelName: levelName(person.accessLevel),
      role: person.role,
      department: person.department,
      site: person.siteId === null ? null : (sites.get(`site/${person.siteId}`) ?? `Site ${person.siteId}`).replace(/^Site (?=\D)/, ""),
      isActive: person.isActive,
    })
    const isThen = ({ event }: { readonly event: { readonly position: number } }) => event.position <= instant.position
    const then = steps.filter(isThen).at(-1)?.person
    const permissions = permissionsIn(then)

    const policies = yield* logWhere("e.stream = 'approval_policy/1' and e.type = 'ApprovalLimitSet' and e.position <= $1 order by e.version", [
      instant.position,
    ])
    const limits = policies.map(({ data }) => data as NonNullable<Parameters<typeof limitOf>[0]>["limits"][number])
    const limit = permissions.length === 0 || then === undefined ? undefined : limitOf({ limits }, then.accessLevel, instant.today)
    return {
      person: { id, employeeId: steps.at(-1)!.person.employeeId, name: who(steps.at(-1)!.person) },
      at: instant.at,
      position: instant.position,
      standing: turns.filter(isThen).map(standing).at(-1) ?? null,
      permissions,
      approvalLimit: {
        currency: "USD",
        upTo: typeof limit === "number" ? formatMoney(limit) : null,
        text:
          limit === undefined
            ? "Approved no purchases"
            : limit === null
              ? "Approved purchases without limit"
              : `Approved purchases up to USD ${formatMoney(limit)}`,
      },
      question:
        permission === undefined
          ? null
          : {
              permission,
              could: permissions.length > 0 && holdsNamed({ level: then!.accessLevel, permissions }, permission),
              because: because(then, permission),
            },
      timeline: turns.map(standing),
    }
  })
