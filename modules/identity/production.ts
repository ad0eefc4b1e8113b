/** The reasons why accounts prevent a start in production. */
import { Effect } from "effect"
import { Config, defaultDemoPassword } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { matches } from "./sign-in/passwords.ts"

const peopleSql = sql(
  { employeeId: col.text, demo: col.flag, hash: col.nullable(col.text) },
  `select employee_id as "employeeId", demo, password_hash as hash from person order by id`,
)

/** One sentence per reason; empty outside production, or if there is none. */
export const identityRefusals = Effect.gen(function* () {
  const { mode, pepper } = yield* Config
  if (mode !== "production") return []
  const people = yield* statement(peopleSql, [])
  const named = (found: ReadonlyArray<{ employeeId: string }>) => found.map(({ employeeId }) => employeeId).join(", ")
  const demo = people.filter((person) => person.demo)
  const open = yield* Effect.filter(
    people.flatMap(({ employeeId, hash }) => (hash === null ? [] : [{ employeeId, hash }])),
    ({ hash }) => matches(pepper, hash, defaultDemoPassword),
    { concurrency: 2 },
  )
  return [
    ...(demo.length > 0 ? [`These accounts belong to the demonstration: ${named(demo)}. Production needs a database without them.`] : []),
    ...(open.length > 0 ? [`The demo password opens these accounts: ${named(open)}. Give them other passwords.`] : []),
  ]
})
