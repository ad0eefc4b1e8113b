/** The first person of a new installation. */
import { Effect } from "effect"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { conflict, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { demoPeople } from "./demo.ts"
import { firstPassword, hashPassword } from "./sign-in/passwords.ts"
import { addPerson, setPassword } from "./person.ts"
import { instant } from "./sessions.ts"

const chiefSql = sql({ employeeId: col.text }, `select employee_id as "employeeId" from person where access_level >= 10 limit 1`)

/**
 * Adds the first person of level 10 and returns the password: random, valid for one sign-in within 72 hours, shown only
 * once. Rejected (409) if a person of level 10 exists. Whoever runs it already controls the server.
 */
export const addFirstPerson = (who: { readonly employeeId: string; readonly firstName: string; readonly lastName: string; readonly email?: string | null }) =>
  Effect.gen(function* () {
    const { pepper } = yield* Config
    const [chief] = yield* statement(chiefSql, [])
    if (chief) return yield* Effect.fail(conflict(`There is a person of level 10 already: ${chief.employeeId}`))
    const by = system("setup", yield* instant)
    const { id } = yield* execute(addPerson, { ...who, role: "ceo", position: "Chief Executive Officer" }, by)
    const { password, expiresAt } = firstPassword(by.at)
    const hash = yield* hashPassword(pepper, password)
    yield* execute(setPassword, { id, hash, mustChange: true, expiresAt }, by)
    return { id, employeeId: who.employeeId, password, expiresAt }
  })

/** On each start in demo mode, ensures the demo accounts with the configured password. Requires the sites. */
export const setupIdentity = Effect.flatMap(Config, ({ mode }) => (mode === "demo" ? Effect.asVoid(demoPeople) : Effect.void))
