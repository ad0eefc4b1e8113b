import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Database } from "@ops/platform/database/database.ts"
import { messages, StillSignedIn } from "@ops/platform/http/live/live.ts"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { demoPeople } from "./demo.ts"
import { StillSignedInLive } from "./server.ts"
import { suspend as command } from "./person.ts"
import { Sessions } from "./sessions.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { accounts, config, demoPassword, model, newTime, prepare, serve } from "./testing.ts"

const database = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(testDatabase(model)))
const ready = Effect.gen(function* () {
  yield* newTime
  yield* Effect.provide(demoPeople, config("demo"))
  const { call, login, user } = yield* serve("demo")
  /** Calls as a person who has just signed in. */
  const as = (employeeId: string) =>
    Effect.map(
      login(employeeId, demoPassword),
      ({ cookies }) =>
        (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
          call(method, path, { cookies, headers, ...(body !== undefined && { body }) }),
    )
  return { call, login, user, as }
})
const said = ({ status, text }: { readonly status: number; readonly text: string }) => [status, text]
const idOf = (employeeId: string) => Effect.map(accounts(employeeId), (row) => row.id as number)
const newcomer = (employeeId: string) => ({ employeeId, firstName: "Nyibol", lastName: "Kuol", siteId: 1 })

layer(database, { timeout: 60_000 })("the accounts of other people", (it) => {
  it.effect("are added by people who manage users, once, and returned as in the list", () =>
    Effect.gen(function* () {
      const { as } = yield* ready
      const ceo = yield* as("FO-CEO-001")
      const manager = yield* as("FO-MGT-001")
      assert.deepStrictEqual(said(yield* manager("POST", "/api/users", newcomer("N-1"))), [403, "You do not have access to this. It needs: users.manage"])

      const key = { "idempotency-key": "add-N-1" }
      const body = { ...newcomer("N-1"), role: "supervisor", email: "", siteId: "1", department: "catering" }
      const added = yield* ceo("POST", "/api/users", body, key)
      assert.strictEqual(added.status, 201)
      assert.deepInclude(added.json, { employeeId: "N-1", role: "supervisor", accessLevel: 6, siteId: 1, email: null, isActive: true })
      const { json: list } = yield* ceo("GET", "/api/users?q=N-1")
      assert.deepStrictEqual(list, [added.json])
      assert.deepStrictEqual((yield* ceo("POST", "/api/users", body, key)).json, added.json, "the same call again")
      assert.deepStrictEqual(said(yield* ceo("POST", "/api/users", body)), [409, "An employee with this ID already exists"])

      const refused = (more: object) => Effect.map(ceo("POST", "/api/users", { ...newcomer("N-2"), ...more }), said)
      assert.deepStrictEqual(yield* refused({ accessLevel: 11 }), [422, "Access level must be from 1 to 10"])
      assert.deepStrictEqual(yield* refused({ accessLevel: "ten" }), [400, "Access level must be a whole number"])
      assert.deepStrictEqual(yield* refused({ firstName: " " }), [400, "First name is required"])
      assert.deepStrictEqual(yield* refused({ email: "nobody" }), [400, "Invalid email"])
      assert.deepStrictEqual(yield* refused({ siteId: null }), [422, "Choose a site, or all sites"])
      assert.deepStrictEqual(yield* refused({ siteId: 1, allSites: true }), [422, "Choose one site or all sites, not both"])
      assert.deepStrictEqual(yield* refused({ siteId: 77 }), [404, "Site 77 does not exist"])
      assert.match((yield* refused({ employeeId: "N 2" }))[1] as string, /^Employee ID must be 1 to 40 letters/)
      assert.deepStrictEqual(yield* refused({ lastName: undefined }), [400, "Last name is required"])
    }),
  )

  it.effect("change only in the fields named, and never above the caller's own level", () =>
    Effect.gen(function* () {
      const { as } = yield* ready
      const ceo = yield* as("FO-CEO-001")
      const id = (yield* ceo("POST", "/api/users", { ...newcomer("C-1"), phoneNumber: "+211 91", siteId: 1 })).json.id
      const changed = yield* ceo("PATCH", `/api/users/${id}`, { position: "Cook", accessLevel: 6, phoneNumber: "" })
      assert.strictEqual(changed.status, 200)
      assert.deepInclude(changed.json, { position: "Cook", accessLevel: 6, phoneNumber: null, siteId: 1, firstName: "Nyibol" })
      assert.deepStrictEqual(said(yield* ceo("PATCH", `/api/users/${id}`, { siteId: null })), [422, "Choose a site, or all sites"])
      assert.deepInclude((yield* ceo("PATCH", `/api/users/${id}`, { allSites: true })).json, { siteId: null, allSites: true })
      assert.deepInclude((yield* ceo("PATCH", `/api/users/${id}`, { siteId: 1 })).json, { siteId: 1, allSites: false })
      assert.deepStrictEqual(said(yield* ceo("PATCH", `/api/users/${id}`, { supervisor: id })), [
        422,
        "This would create a circular reporting line. Choose another supervisor",
      ])
      assert.deepStrictEqual(said(yield* ceo("PATCH", `/api/users/${id}`, { accessLevel: 12 })), [422, "Access level must be from 1 to 10"])
      assert.deepStrictEqual(said(yield* ceo("PATCH", "/api/users/9999", { position: "Cook" })), [404, "Employee 9999 does not exist"])
      const manager = yield* as("FO-MGT-001")
      assert.strictEqual((yield* manager("PATCH", `/api/users/${yield* idOf("FO-MGT-001")}`, { accessLevel: 10 })).status, 403)
      // level 10 requires two people
      assert.strictEqual((yield* ceo("PATCH", `/api/users/${id}`, { accessLevel: 10 })).json.accessLevel, 6)
      assert.strictEqual((yield* ceo("PUT", `/api/users/${id}/confirm-level`)).status, 403)
      assert.deepInclude((yield* (yield* as("FO-FIN-001"))("PUT", `/api/users/${id}/confirm-level`)).json, { employeeId: "C-1", accessLevel: 10 })
    }),
  )

  it.effect("have a history of what was changed by whom, without sign-ins and sign-outs", () =>
    Effect.gen(function* () {
      const { as, login } = yield* ready
      const ceo = yield* as("FO-CEO-001")
      const id = (yield* ceo("POST", "/api/users", newcomer("H-1"))).json.id
      yield* ceo("PATCH", `/api/users/${id}`, { accessLevel: 6, siteId: 1 })
      const given = (yield* ceo("PUT", `/api/users/${id}/reset-password`)).json
      yield* login("H-1", given.password)
      const { json: history } = yield* ceo("GET", `/api/users/${id}/history`)
      assert.deepStrictEqual(
        history.map(({ type }: Fields) => type),
        ["PersonAdded", "PersonChanged", "PasswordSet"],
      )
      assert.deepInclude(history[1].changes, { field: "accessLevel", from: "3", to: "6" })
      assert.notInclude(JSON.stringify(history), "argon2")
      assert.strictEqual((yield* (yield* as("FO-FIN-001"))("GET", `/api/users/${id}/history`)).status, 403)
      assert.strictEqual((yield* ceo("GET", "/api/users/99999/history")).status, 404)
      const { json: list } = yield* ceo("GET", "/api/users?accessLevel=6&q=H-1")
      assert.deepInclude(list[0], { employeeId: "H-1", topLevelAsked: false, canConfirmLevel: false })
    }),
  )

  it.effect("are suspended and reinstated by higher levels; ended sessions stay closed", () =>
    Effect.gen(function* () {
      const { as, login, user } = yield* ready
      const manager = yield* as("FO-MGT-001")
      const [security, worker, boss] = [yield* idOf("FO-SEC-001"), yield* idOf("FO-OPS-001"), yield* idOf("FO-CEO-001")]
      const { cookies } = yield* login("FO-SEC-001", demoPassword)
      const suspend = (id: number, reason = "On leave") => manager("PUT", `/api/users/${id}/suspend`, { reason })

      assert.deepStrictEqual(said(yield* suspend(yield* idOf("FO-MGT-001"))), [403, "You cannot suspend yourself"])
      assert.deepStrictEqual(said(yield* suspend(worker)), [403, "Only people who manage users can do this, for their department or for all"])
      assert.deepStrictEqual(said(yield* suspend(boss)), [403, "You cannot change an account above your own level"])
      assert.deepStrictEqual(said(yield* suspend(security, " ")), [400, "Reason is required"])
      const suspended = yield* suspend(security)
      assert.deepStrictEqual([suspended.status, suspended.json.isActive], [200, false])
      assert.strictEqual((yield* suspend(security)).status, 409)
      assert.strictEqual((yield* login("FO-SEC-001", demoPassword)).status, 403)

      const back = yield* manager("PUT", `/api/users/${security}/reinstate`)
      assert.deepStrictEqual([back.status, back.json.isActive], [200, true])
      assert.strictEqual((yield* user(cookies)).status, 401, "the session of before")
      assert.strictEqual((yield* login("FO-SEC-001", demoPassword)).status, 200)
      assert.deepStrictEqual(said(yield* manager("PUT", `/api/users/${security}/reinstate`)), [409, "This employee is not suspended"])

      // the command alone, as an import performs it: the session is unused, not ended
      const other = yield* login("FO-SEC-001", demoPassword)
      yield* execute(command, { id: security, reason: "Left" }, system("test"))
      assert.strictEqual((yield* manager("PUT", `/api/users/${security}/reinstate`)).status, 200)
      assert.strictEqual((yield* user(other.cookies)).status, 401, "the session of before the file")
    }),
  )

  it.effect("get a password for one sign-in, which ends their open sessions", () =>
    Effect.gen(function* () {
      const { as, login, user, call } = yield* ready
      const ceo = yield* as("FO-CEO-001")
      const { cookies } = yield* login("FO-FIN-001", demoPassword)
      const { json: token } = yield* call("POST", "/api/auth/tokens", { cookies, body: {} })
      const wrong = []
      for (let n = 0; n < 6; n++) wrong.push((yield* login("FO-FIN-001", "wrong")).status)
      assert.deepStrictEqual(wrong, [401, 401, 401, 401, 401, 429])
      const given = yield* ceo("PUT", `/api/users/${yield* idOf("FO-FIN-001")}/reset-password`)
      assert.strictEqual(given.status, 200)
      assert.sameMembers(Object.keys(given.json), ["id", "employeeId", "password", "expiresAt"])
      assert.strictEqual((yield* user(cookies)).status, 401)
      assert.strictEqual((yield* call("GET", "/api/auth/user", { headers: { authorization: `Bearer ${token.token}` } })).status, 401)
      assert.strictEqual((yield* login("FO-FIN-001", demoPassword)).status, 401, "no more waiting, and not the old one")
      assert.strictEqual((yield* login("FO-FIN-001", given.json.password)).json.mustChangePassword, true)
      assert.strictEqual((yield* login("FO-FIN-001", given.json.password)).status, 403, "a second time")

      const own = yield* ceo("PUT", `/api/users/${yield* idOf("FO-CEO-001")}/reset-password`)
      assert.deepStrictEqual(said(own), [403, "You cannot set a first password for yourself"])
      const manager = yield* as("FO-MGT-001")
      assert.strictEqual((yield* manager("PUT", `/api/users/${yield* idOf("FO-CEO-001")}/reset-password`)).status, 403)
      assert.strictEqual((yield* login("FO-CEO-001", demoPassword)).status, 200, "nothing was set")
    }),
  )
})

layer(database, { timeout: 60_000 })("a renewed proof of identity", (it) => {
  const asks = "Confirm your identity: enter your password again."

  it.effect("is requested after ten minutes, starts a new session, and locks after five wrong passwords", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const { cookies } = yield* login("FO-CEO-001", demoPassword)
      const add = (employeeId: string, cookies: Record<string, string>) => call("POST", "/api/users", { cookies, body: newcomer(employeeId) })
      const prove = (password: string) => call("POST", "/api/auth/step-up", { cookies, body: { password } })
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* add("S-1", cookies)).status, 201)
      yield* TestClock.adjust("1 second")
      const refused = yield* add("S-2", cookies)
      assert.deepStrictEqual(said(refused), [403, asks])
      assert.strictEqual(refused.headers.get("x-step-up"), "required")
      assert.strictEqual((yield* call("GET", "/api/users", { cookies })).status, 200, "what needs none goes on")
      assert.deepStrictEqual(said(yield* call("POST", "/api/auth/tokens", { cookies, body: {} })), [403, asks])
      assert.deepStrictEqual(said(yield* call("POST", "/api/auth/passkey/register", { cookies, body: {} })), [403, asks])

      assert.deepStrictEqual(said(yield* prove("wrong")), [422, "Password is wrong"])
      assert.strictEqual((yield* add("S-2", cookies)).status, 403)
      const proven = yield* prove(demoPassword)
      assert.deepInclude(proven.json, { employeeId: "FO-CEO-001", simulated: false, passkeys: 0 })
      assert.match(proven.set[0]!, /^__Host-sid=[\w-]{43};.*HttpOnly/)
      assert.deepStrictEqual([(yield* user(cookies)).status, (yield* add("S-2", proven.cookies)).status], [401, 201])
      assert.strictEqual((yield* accounts("FO-CEO-001")).failed_sign_ins, 0)

      const statuses = []
      const again = (password: string) => call("POST", "/api/auth/step-up", { cookies: proven.cookies, body: { password } })
      for (let n = 0; n < 6; n++) statuses.push((yield* again("wrong")).status)
      assert.deepStrictEqual(statuses, [422, 422, 422, 422, 422, 429])
      assert.strictEqual((yield* login("FO-CEO-001", demoPassword, { cookies: proven.cookies })).status, 429, "one count for both on this device")
    }),
  )

  it.effect("is not requested from people without the permission, nor for a personal token", () =>
    Effect.gen(function* () {
      const { login, call } = yield* ready
      const worker = yield* login("FO-OPS-001", demoPassword)
      const boss = yield* login("FO-MGT-001", demoPassword)
      const { json: token } = yield* call("POST", "/api/auth/tokens", { cookies: boss.cookies, body: {} })
      yield* TestClock.adjust("20 minutes")
      const refused = yield* call("POST", "/api/users", { cookies: worker.cookies, body: newcomer("S-3") })
      assert.deepStrictEqual([refused.status, refused.headers.get("x-step-up")], [403, null])
      const id = yield* idOf("FO-SEC-001")
      const suspend = (given: object) => call("PUT", `/api/users/${id}/suspend`, { body: { reason: "On leave" }, ...given })
      assert.deepStrictEqual(said(yield* suspend({ cookies: boss.cookies })), [403, asks])
      assert.strictEqual((yield* suspend({ headers: { authorization: `Bearer ${token.token}` } })).status, 200)
    }),
  )

  it.effect("turns a simulated session into a real one", () =>
    Effect.gen(function* () {
      const { call } = yield* ready
      const { statement } = yield* Database
      const sessions = yield* Sessions
      const id = yield* idOf("FO-CEO-001")
      const opening = { person: id, level: 10, method: "demo-scan", via: "web", userAgent: undefined, replaces: undefined } as const
      const cookies = { "__Host-sid": yield* sessions.open(opening) }
      assert.deepStrictEqual(said(yield* call("POST", "/api/users", { cookies, body: newcomer("S-4") })), [403, asks])
      const proven = yield* call("POST", "/api/auth/step-up", { cookies, body: { password: demoPassword } })
      assert.strictEqual(proven.json.simulated, false)
      assert.strictEqual((yield* call("POST", "/api/users", { cookies: proven.cookies, body: newcomer("S-4") })).status, 201)
      const [{ type }] = yield* statement("select type from es.event where stream = $1 order by position desc limit 1", [`person/${id}`])
      assert.strictEqual(type, "IdentityConfirmed")
    }).pipe(Effect.provide(Sessions.layer)),
  )

  it.effect("live updates stop once the session is over", () =>
    Effect.gen(function* () {
      yield* ready
      const still = yield* StillSignedIn
      const sessions = yield* Sessions
      const token = yield* sessions.open({
        person: yield* idOf("FO-MGT-001"),
        level: 8,
        method: "password",
        via: "web",
        userAgent: undefined,
        replaces: undefined,
      })
      const who = (yield* sessions.find(token))!
      yield* TestClock.adjust("30 minutes")
      yield* sessions.renew(who.sessionId!, "password")
      assert.isUndefined(yield* sessions.find(token), "another secret")
      yield* TestClock.adjust("59 minutes")
      assert.isTrue(yield* still(who))
      yield* TestClock.adjust("1 minute")
      assert.isFalse(yield* still(who), "asking was no sign of life")
      assert.isTrue(yield* still({ ...who, sessionId: null }), "a token has no session")
      const made = yield* sessions.makeToken(who.person, "ops", ["all"])
      const holder = (yield* sessions.findToken(made.token))!.who
      assert.isTrue(yield* still(holder))
      const tail = { subscribe: Stream.never, position: Effect.succeed(5) }
      const began = yield* Latch.make()
      const heard: Array<unknown> = []
      const listening = yield* Effect.forkChild(
        Stream.runForEach(
          messages(tail, () => Effect.succeed([]), still(holder)),
          (message) =>
            Effect.andThen(
              Effect.sync(() => heard.push(message)),
              began.open,
            ),
        ),
      )
      yield* began.await
      const { statement } = yield* Database
      yield* statement("delete from app.token where id = $1", [made.id])
      assert.isFalse(yield* still(holder), "the token was ended")
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(listening)
      assert.lengthOf(heard, 1, "the stream ended with the token")
      yield* statement("delete from app.session", [])
      assert.isFalse(yield* still(who))
    }).pipe(Effect.provide([StillSignedInLive, Sessions.layer])),
  )
})
