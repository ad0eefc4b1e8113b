/** A person is erased over HTTP and disappears from lists, histories, past states and the sign-in; the log stays verifiable. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { verifyLog } from "@ops/platform/event-store/verify.ts"
import { history } from "@ops/platform/records/history.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { demoPeople } from "./demo.ts"
import { people } from "./person.ts"
import { personOf } from "./queries.ts"
import { config, demoPassword, model, newTime, prepare, serve } from "./testing.ts"

const database = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(testDatabase(model)))
const said = ({ status, text }: { readonly status: number; readonly text: string }) => [status, text]
const words = /Nyibol|Kuol|nyibol@example|211 91 234|Mayen/
const nyibol = { firstName: "Nyibol", lastName: "Kuol", email: "nyibol@example.com", phoneNumber: "+211 91 234" }

layer(database, { timeout: 60_000 })("the erasure of a person", (it) => {
  it.effect(
    "requires an administrator, another person who is suspended, and the number typed again; afterwards no record names the person",
    () =>
      Effect.gen(function* () {
        yield* newTime
        yield* Effect.provide(demoPeople, config("demo"))
        const { call, login } = yield* serve("demo")
        const as = (employeeId: string) =>
          Effect.map(
            login(employeeId, demoPassword),
            ({ cookies }) =>
              (method: string, path: string, body?: unknown) =>
                call(method, path, { cookies, ...(body !== undefined && { body }) }),
          )
        const ceo = yield* as("FO-CEO-001")
        const manager = yield* as("FO-MGT-001")
        const { statement } = yield* Database
        const instants = yield* Snapshots

        const id = Number((yield* ceo("POST", "/api/users", { ...nyibol, siteId: 1, employeeId: "N-9", role: "field_operative" })).json.id)
        const { json: first } = yield* ceo("PUT", `/api/users/${id}/reset-password`)
        assert.strictEqual((yield* login("N-9", first.password)).status, 200)
        yield* ceo("PATCH", `/api/users/${id}`, { lastName: "Mayen" })
        const [{ position }] = yield* statement("select max(position) as position from es.event", [])
        const then = yield* instants.resolve(`@${position}`)
        assert.deepInclude(yield* instants.within(then, personOf(id)), { firstName: "Nyibol" })

        const erase = (caller: typeof ceo, of: number, confirm: string, reason = "Asked for it") =>
          Effect.map(caller("POST", `/api/users/${of}/erase`, { reason, confirm }), said)
        assert.deepStrictEqual(yield* erase(manager, id, "N-9"), [403, "You do not have access to this. It needs: system.admin"])
        assert.deepStrictEqual(yield* erase(ceo, id, "N-9"), [409, "N-9 is active. Suspend the person first"])
        const [{ id: self }] = yield* statement("select id from person where employee_id = 'FO-CEO-001'", [])
        assert.deepStrictEqual(yield* erase(ceo, self, "FO-CEO-001"), [403, "You cannot erase yourself"])
        assert.deepStrictEqual(yield* erase(ceo, 9999, "N-9"), [404, "Employee 9999 does not exist"])
        yield* ceo("PUT", `/api/users/${id}/suspend`, { reason: "Left the company" })
        assert.deepStrictEqual(yield* erase(ceo, id, "N-8"), [422, "To confirm, enter the employee ID of the person you are erasing"])
        assert.deepStrictEqual(yield* erase(ceo, id, "N-9", " "), [400, "Reason is required"])
        assert.deepInclude(yield* personOf(id), { firstName: "Nyibol", lastName: "Mayen" })

        const { json: looked } = yield* ceo("GET", `/api/users/${id}/erasure`)
        assert.deepStrictEqual(looked, { fields: ["firstName", "lastName", "email", "phoneNumber"], events: 3, inClear: [] })
        const erased = yield* ceo("POST", `/api/users/${id}/erase`, { reason: "Asked for it", confirm: "N-9" })
        assert.strictEqual(erased.status, 200)
        assert.deepInclude(erased.json, { employeeId: "N-9", firstName: "erased", lastName: "person", email: null, phoneNumber: null, isActive: false })
        assert.strictEqual((yield* erase(ceo, id, "N-9"))[0], 200, "again changes nothing")

        const { text: list } = yield* ceo("GET", "/api/users?limit=1000")
        assert.include(list, "N-9")
        assert.notMatch(list, words)
        const told = yield* history(people, id)
        assert.deepStrictEqual(
          told.filter(({ type }) => type.startsWith("Person")).map(({ text }) => text),
          [
            "erased person added as N-9, Field Operative",
            "Changed: field_operative, no department, Field Operative, Unity State",
            "Suspended: Left the company",
            "Personal data erased: Asked for it",
          ],
        )
        assert.notMatch(JSON.stringify(told), words)
        assert.deepInclude(yield* instants.within(yield* instants.resolve(`@${position}`), personOf(id)), { firstName: "erased", email: null })
        const [{ all }] = yield* statement(
          "select (select jsonb_agg(e)::text from es.event e) || (select jsonb_agg(c)::text from es.commit c) || (select jsonb_agg(p)::text from person p) as all",
          [],
        )
        assert.notMatch(all, words)

        for (const password of [first.password, demoPassword, "erased"]) assert.notStrictEqual((yield* login("N-9", password)).status, 200)
        const gone = [409, "The personal data of N-9 was erased. Add the person again"]
        assert.deepStrictEqual(said(yield* ceo("PATCH", `/api/users/${id}`, { firstName: "Nyibol" })), gone)
        assert.deepStrictEqual(said(yield* ceo("PUT", `/api/users/${id}/reinstate`)), gone)
        assert.deepStrictEqual(said(yield* ceo("PUT", `/api/users/${id}/reset-password`)), gone)
        assert.strictEqual((yield* ceo("POST", "/api/users", { ...nyibol, siteId: 1, employeeId: "N-10" })).status, 201, "the address is free again")

        const { clean } = yield* verifyLog({ keys: [] })
        assert.isTrue(clean)
        const { compared } = yield* replay(model.streams, [], { diff: true })
        assert.deepStrictEqual(compared!.differences, [])
      }),
    60_000,
  )
})
