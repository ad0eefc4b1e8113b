/** Queries about people: for the sign-in, one's own account, and the directory. */
import { Effect } from "effect"
import { holds, levelDescription, levelName, permissionsOf } from "@ops/platform/access/levels.ts"
import { siteScope } from "@ops/platform/access/site-scope.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, type Statement } from "@ops/platform/database/statement.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import type { UserAnswer } from "./contract.ts"
import { Person } from "./person.ts"

const namedSql = sql(stateColumns(Person), `select ${Person.state("p")} from person p where p.employee_id = $1`)
const personSql = sql(stateColumns(Person), `select ${Person.state("p")} from person p where p.id = $1`)
const first = <A>(asked: Statement<A>, value: string | number) => Effect.map(statement(asked, [value]), ([row]) => row)

/** The person with this e-mail address, ignoring case; none if several people have it. */
const emailSql = sql(stateColumns(Person), `select ${Person.state("p")} from person p where lower(p.email) = lower($1) limit 2`)
export const personWithEmail = (email: string) => Effect.map(statement(emailSql, [email]), ([one, another]) => (another ? undefined : one))

const groupsSql = sql(
  { groupName: col.text, accessLevel: col.whole },
  `select g.group_name as "groupName", g.access_level as "accessLevel" from sign_in_group g
   where g."from" <= $1::date and (g."to" is null or g."to" >= $1::date) order by g.group_name`,
)
/** The level that each group grants on a day. */
export const groupLevels = (day: string) => statement(groupsSql, [day])

/** The person with exactly this employee ID, with all fields, for signing in. */
export const personNamed = (employeeId: string) => first(namedSql, employeeId)
export const personOf = (id: number) => first(personSql, id)

const shown = [
  "employeeId",
  "firstName",
  "lastName",
  "email",
  "phoneNumber",
  "role",
  "accessLevel",
  "department",
  "position",
  "siteId",
  "allSites",
  "hireDate",
  "biometricEnabled",
  "isActive",
  "lastLogin",
  "createdAt",
  "updatedAt",
] as const
const user =
  `p.id::text as id, ${Person.answer("p", ...shown)}, p.supervisor::text as supervisor, ` +
  `null::text as "profileImageUrl", null::text as "fingerprintHash", null::text as "faceRecognitionHash", ` +
  `(select json_build_object('id', s.id, 'name', s.name, 'code', s.code, 'label', s.label) from site s where s.id = p.site_id) as site`

const { employeeId, firstName, lastName, email, phoneNumber, role, accessLevel, department, position, siteId, allSites, hireDate, biometricEnabled } =
  stateColumns(Person)
const { isActive, lastLogin, createdAt, updatedAt } = stateColumns(Person)
const contact = { email, phoneNumber, role, accessLevel, department, position, siteId, allSites, hireDate, biometricEnabled }
const userSql = sql(
  {
    id: col.text,
    employeeId,
    firstName,
    lastName,
    isActive,
    lastLogin,
    createdAt,
    updatedAt,
    ...contact,
    supervisor: col.nullable(col.text),
    profileImageUrl: col.nullable(col.text),
    fingerprintHash: col.nullable(col.text),
    faceRecognitionHash: col.nullable(col.text),
    site: col.nullable(col.object),
    mustChangePassword: col.flag,
    passkeys: col.whole,
    workingSite: col.nullable(col.object),
    language: col.nullable(col.text),
  },
  `select ${user}, p.must_change_password as "mustChangePassword", jsonb_array_length(p.passkeys) as passkeys,
          (select json_build_object('siteId', w.site_id) from working_site w where w.id = p.id) as "workingSite",
          (select l.language from language_choice l where l.id = p.id) as language from person p where p.id = $1`,
)
const demoSql = sql(
  { employeeId: col.text, name: col.text, role: stateColumns(Person).role, accessLevel: col.whole },
  `select employee_id as "employeeId", first_name || ' ' || last_name as name, role, access_level as "accessLevel"
   from person where demo and is_active order by access_level desc, id`,
)

/** One's own account, as sent to the browser after signing in. */
export const userAnswer = (id: number, simulated: boolean) =>
  Effect.gen(function* () {
    const [row] = yield* statement(userSql, [id])
    if (!row) return yield* Effect.die(new Error(`There is no person ${id}`))
    return {
      ...row,
      levelName: levelName(row.accessLevel),
      levelDescription: levelDescription(row.accessLevel),
      permissions: permissionsOf(row.accessLevel),
      siteConfined: siteScope(row) !== null,
      simulated,
    } as typeof UserAnswer.Type
  })

/** The accounts of demo mode, highest level first. */
export const demoAccounts = Effect.gen(function* () {
  const rows = yield* statement(demoSql, [])
  return rows.map((row) => ({ ...row, levelName: levelName(row.accessLevel) }))
})

/** Whether the user may grant the requested level 10 to another person: SQL over `p`. */
export const canConfirmLevel = ({ level, person }: SignedIn) =>
  level < 7 ? "false" : `(p.top_level_asked_by is not null and p.is_active and ${Number(person)} not in (p.id, p.top_level_asked_by))`

/** The people the user may see: with all fields for all people or the own department, else names for pickers. */
export const userList = (who: SignedIn): ListShape => {
  const all = holds(who, "users.manage")
  const department = !all && holds(who, "users.department")
  return {
    select:
      all || department
        ? `${user}, p.top_level_asked_by is not null as "topLevelAsked", ${canConfirmLevel(who)} as "canConfirmLevel"`
        : `p.id::text as id, ${Person.answer("p", "employeeId", "firstName", "lastName", "position", "department", "siteId", "isActive")}`,
    from: "person p",
    id: "p.id",
    where: department ? [{ sql: "p.department = ?", values: [who.department] }] : [],
    site: "p.site_id",
    filters: {
      department: "p.department",
      status: "case when p.is_active then 'active' else 'suspended' end",
      ...((all || department) && { accessLevel: "p.access_level" }),
    },
    search: ["p.employee_id", "p.first_name || ' ' || p.last_name", "p.position", "p.department"],
    sorts: {
      name: "p.last_name || ' ' || p.first_name",
      employeeId: "p.employee_id",
      department: "p.department",
      position: "p.position",
      id: "p.id",
      ...((all || department) && { accessLevel: "p.access_level", lastLogin: "p.last_login" }),
    },
    order: "name",
  }
}
