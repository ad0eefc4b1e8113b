/** The accounts of the demo: one for each level. */
import { Effect, Redacted } from "effect"
import { Config, defaultDemoPassword } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { hashPassword, matches } from "./sign-in/passwords.ts"
import { addPerson, type NewPerson, setPassword } from "./person.ts"
import { instant } from "./sessions.ts"

interface DemoPerson extends Omit<NewPerson, "supervisor"> {
  /** the employee ID of the superior */
  readonly reportsTo?: string
}

/** The five of the specification (SHP-31), then security and a guest. */
const story: ReadonlyArray<DemoPerson> = [
  {
    employeeId: "FO-CEO-001",
    firstName: "Achol",
    lastName: "Deng Malual",
    role: "ceo",
    department: "operations",
    position: "Chief Executive Officer",
    siteId: 3,
    hireDate: "2016-02-01",
  },
  {
    employeeId: "FO-MGT-001",
    firstName: "Lado",
    lastName: "Wani Kenyi",
    role: "management",
    department: "operations",
    position: "Operations Manager",
    hireDate: "2017-08-14",
    reportsTo: "FO-CEO-001",
  },
  {
    employeeId: "FO-FIN-001",
    firstName: "Nyandeng",
    lastName: "Garang Ater",
    role: "finance",
    department: "finance",
    position: "Finance Officer",
    siteId: 3,
    hireDate: "2018-03-05",
    reportsTo: "FO-CEO-001",
  },
  {
    employeeId: "FO-SUP-001",
    firstName: "Gatluak",
    lastName: "Riek Tut",
    role: "supervisor",
    department: "catering",
    position: "Camp Supervisor",
    siteId: 1,
    hireDate: "2019-06-17",
    reportsTo: "FO-MGT-001",
  },
  {
    employeeId: "FO-OPS-001",
    firstName: "Nyakuoth",
    lastName: "Gai Bol",
    role: "field_operative",
    department: "catering",
    position: "Catering Assistant",
    siteId: 1,
    hireDate: "2022-01-10",
    reportsTo: "FO-SUP-001",
  },
  {
    employeeId: "FO-SEC-001",
    firstName: "Taban",
    lastName: "Loro Jada",
    role: "security",
    department: "operations",
    position: "Security Officer",
    siteId: 1,
    hireDate: "2020-11-02",
    reportsTo: "FO-MGT-001",
  },
  { employeeId: "FO-GST-001", firstName: "Poni", lastName: "Keji Lomoro", role: "guest", department: "operations", position: "Client Visitor", siteId: 3 },
]

const hashesSql = sql(
  { id: col.whole, hash: col.nullable(col.text) },
  "select id, password_hash as hash from person where id = any($1::bigint[]) and erased_at is null",
)

/** Creates missing demo accounts and sets the configured password; safe at every start. Returns ids by employee ID. Requires the sites 1 and 3. */
export const demoPeople = Effect.gen(function* () {
  const { pepper, demoPassword } = yield* Config
  const password = demoPassword ? Redacted.value(demoPassword) : defaultDemoPassword
  const by = system("demo", "2026-01-01T06:30:00.000Z", "demo")
  const ids: Record<string, number> = {}
  for (const { reportsTo, ...person } of story) {
    const supervisor = reportsTo === undefined ? null : ids[reportsTo]!
    const email = `${person.firstName}.${person.lastName.split(" ")[0]}@example.com`.toLowerCase()
    const added = yield* execute(addPerson, { ...person, email, supervisor, biometricEnabled: true, demo: true }, by, {
      key: `demo-person-${person.employeeId}`,
    })
    ids[person.employeeId] = added.id
  }
  // they share one password, so all of them need one hash, and one comparison at a later start
  const rows = yield* statement(hashesSql, [Object.values(ids)])
  const right = new Map<string, boolean>()
  for (const hash of new Set(rows.map((row) => row.hash))) {
    if (hash !== null) right.set(hash, yield* matches(pepper, hash, password))
  }
  const wrong = rows.filter((row) => row.hash === null || !right.get(row.hash))
  if (wrong.length > 0) {
    const hash = yield* hashPassword(pepper, password)
    const now = system("demo", yield* instant, "demo")
    for (const { id } of wrong) yield* execute(setPassword, { id, hash, mustChange: false, expiresAt: null }, now)
  }
  return ids as Readonly<Record<string, number>>
})
