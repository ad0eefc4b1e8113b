import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { levels, permissionsOf } from "@ops/platform/access/levels.ts"
import { Database, DatabaseError } from "@ops/platform/database/database.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { authenticator } from "@ops/platform/testing/authenticator.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { demoPeople } from "../demo.ts"
import { hashPassword, Passwords } from "./passwords.ts"
import { addPerson, changePerson, setPassword, suspend } from "../person.ts"
import { identityRefusals } from "../production.ts"
import { addFirstPerson } from "../setup.ts"
import { keepsPassword } from "./throttle.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { accounts, config, demoPassword, model, newTime, origin, prepare, serve } from "../testing.ts"

const database = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(testDatabase(model)))
const ceo = Effect.map(
  accounts("FO-CEO-001"),
  (row): By => ({
    ...system("test", "2026-11-21T06:00:00.000Z"),
    actor: `person:${row.id}`,
    person: row.id,
    level: 10,
    permissions: permissionsOf(10),
    department: "operations",
    via: "web",
  }),
)
/** Polls until the condition holds: for data written alongside an answer. */
const eventually = <A, E, R>(read: Effect.Effect<A, E, R>, so: (value: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.flatMap(read, (value) =>
    so(value)
      ? Effect.succeed(value)
      : Effect.andThen(
          Effect.promise(() => new Promise((done) => setTimeout(done, 10))),
          eventually(read, so),
        ),
  )

layer(database, { timeout: 60_000 })("signing in, in demo mode", (it) => {
  const ready = Effect.gen(function* () {
    yield* newTime
    yield* Effect.provide(demoPeople, config("demo"))
    return yield* serve("demo")
  })

  // proves API-001, API-202
  it.effect("returns the person, sets an HttpOnly cookie and records one event", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const { json: accounts } = yield* call("GET", "/api/auth/demo-accounts")
      assert.strictEqual(accounts.password, demoPassword)
      assert.deepStrictEqual(
        accounts.accounts.map((account: Fields) => account.accessLevel),
        levels.map(({ level }) => level),
      )

      const answer = yield* login("FO-SUP-001", demoPassword)
      assert.strictEqual(answer.status, 200)
      assert.match(answer.set[0]!, /^__Host-sid=[\w-]{43};/)
      for (const part of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"]) assert.include(answer.set[0], part)
      assert.notMatch(answer.set[0]!, /Domain/)
      assert.deepInclude(answer.json, {
        employeeId: "FO-SUP-001",
        firstName: "Gatluak",
        role: "supervisor",
        accessLevel: 6,
        levelName: "Supervisor",
        levelDescription: "Team Leadership",
        siteId: 1,
        siteConfined: true,
        fingerprintHash: null,
        faceRecognitionHash: null,
        simulated: false,
        lastLogin: new Date(yield* Clock.currentTimeMillis).toISOString(),
        mustChangePassword: false,
      })
      assert.deepStrictEqual(answer.json.site, { id: 1, name: "Unity State", code: "US", label: "Unity State - SLB" })
      assert.include(answer.json.permissions, "approval.team")
      assert.isString(answer.json.id)
      assert.notInclude(answer.text, "argon2")
      assert.deepStrictEqual((yield* user(answer.cookies)).json, answer.json)
      const { statement } = yield* Database
      const [{ kept }] = yield* statement("select count(*) as kept from app.session where token = $1", [answer.cookies["__Host-sid"]])
      assert.strictEqual(kept, 0, "only the hash of the token is kept")
    }),
  )

  // proves API-201, MSG-02, MSG-03, MSG-85
  it.effect("reports what was wrong, and rejects anyone not signed in", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const said = ({ status, text }: { status: number; text: string }) => [status, text]
      assert.deepStrictEqual(said(yield* login("FO-XXX-999", demoPassword)), [401, "Employee ID not found"])
      assert.deepStrictEqual(said(yield* login("fo-sup-001", demoPassword)), [401, "Employee ID not found"])
      assert.deepStrictEqual(said(yield* login("FO-FIN-001", "nonsense")), [401, "Invalid password"])
      assert.deepStrictEqual(said(yield* user({})), [401, "Not signed in"])
      assert.deepStrictEqual(said(yield* user({ "__Host-sid": "nonsense" })), [401, "Your session has ended. Please sign in again."])
      assert.deepStrictEqual(said(yield* call("POST", "/api/auth/lookup", { body: { employeeId: "FO-XXX-999" } })), [404, "Employee ID not found"])
      const { json } = yield* call("POST", "/api/auth/lookup", { body: { employeeId: "FO-FIN-001" } })
      assert.deepStrictEqual(json, {
        employeeId: "FO-FIN-001",
        biometricEnabled: true,
        firstName: "Nyandeng",
        lastName: "Garang Ater",
        position: "Finance Officer",
        department: "finance",
        accessLevel: 7,
        levelName: "Finance",
      })
      const failed = yield* eventually(accounts("FO-FIN-001"), (row) => row.failed_sign_ins === 1)
      assert.strictEqual(failed.locked_until, null)
    }),
  )

  it.effect("five wrong attempts lock an ID for 15 minutes, each further one again; success resets the count; unknown IDs are alike", () =>
    Effect.gen(function* () {
      const { login } = yield* ready
      for (const id of ["FO-GST-001", "FO-XXX-000"]) {
        yield* TestClock.adjust("20 minutes")
        const statuses = []
        for (let n = 0; n < 6; n++) statuses.push((yield* login(id, "wrong")).status)
        assert.deepStrictEqual(statuses, [401, 401, 401, 401, 401, 429])
        yield* TestClock.adjust("15 minutes")
        assert.strictEqual((yield* login(id, "wrong")).status, 401)
        const waits = yield* login(id, demoPassword)
        assert.deepStrictEqual([waits.status, waits.text], [429, "Too many failed attempts. Try again in 15 minutes."])
      }
      const { locked_until } = yield* eventually(accounts("FO-GST-001"), (row) => row.failed_sign_ins === 6)
      assert.isNotNull(locked_until)
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual((yield* login("FO-GST-001", demoPassword)).status, 200)
      assert.strictEqual((yield* accounts("FO-GST-001")).failed_sign_ins, 0)
      assert.strictEqual((yield* login("FO-GST-001", "wrong")).status, 401)
    }),
  )

  it.effect("wrong passwords from elsewhere do not lock out the person's known device, but its own do", () =>
    Effect.gen(function* () {
      const { login } = yield* ready
      const { cookies } = yield* login("FO-OPS-001", demoPassword)
      yield* TestClock.adjust("2 minutes")
      for (let n = 0; n < 5; n++) yield* login("FO-OPS-001", "wrong")
      assert.strictEqual((yield* login("FO-OPS-001", demoPassword)).status, 429, "another device waits")
      assert.strictEqual((yield* login("FO-OPS-001", demoPassword, { cookies: { "__Host-device": "made-up" } })).status, 429, "an unknown device waits")
      assert.strictEqual((yield* login("FO-SUP-001", demoPassword, { cookies })).status, 200)
      const own = { cookies: { "__Host-device": cookies["__Host-device"]! } }
      assert.strictEqual((yield* login("FO-OPS-001", demoPassword, own)).status, 200)
      const tries = []
      for (let n = 0; n < 6; n++) tries.push((yield* login("FO-OPS-001", "wrong", own)).status)
      assert.deepStrictEqual(tries, [401, 401, 401, 401, 401, 429])
    }),
  )

  it.effect("a hundred wrong passwords disable a password, but not that of a known device's owner or the last of level 10", () =>
    Effect.gen(function* () {
      const { login } = yield* ready
      const { statement } = yield* Database
      const keeps = (id: string) => Effect.flatMap(accounts(id), (row) => keepsPassword(Number(row.id), "2030-01-01T00:00:00.000Z"))
      yield* statement("delete from app.known_device", [])
      assert.deepStrictEqual([yield* keeps("FO-CEO-001"), yield* keeps("FO-OPS-001")], [true, false])
      yield* login("FO-OPS-001", demoPassword)
      const { id } = yield* accounts("FO-OPS-001")
      yield* statement("update app.known_device set last_at = '2029-12-31T00:00:00Z' where person_id = $1", [id])
      assert.isTrue(yield* keeps("FO-OPS-001"))
    }),
  )

  it.effect("a burst of simultaneous guesses still counts as five", () =>
    Effect.gen(function* () {
      const { login } = yield* ready
      yield* TestClock.adjust("10 minutes")
      const answers = yield* Effect.all(
        Array.from({ length: 15 }, () => login("FO-XXX-burst", "guess")),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(answers.filter(({ status }) => status === 401).length, 5)
      assert.strictEqual(answers.filter(({ status }) => status === 429).length, 10)
    }),
  )

  it.effect("an IP address has twenty wrong attempts a minute; successful ones do not count", () =>
    Effect.gen(function* () {
      const { login } = yield* ready
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* login("FO-OPS-001", demoPassword)).status, 200)
      for (let n = 0; n < 20; n++) assert.strictEqual((yield* login(`FO-NO-${n}`, "x")).status, 401)
      assert.strictEqual((yield* login("FO-OPS-001", demoPassword)).status, 429)
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual((yield* login("FO-OPS-001", demoPassword)).status, 200)
    }),
  )

  it.effect("a change of level applies from the next request, and suspending ends the session", () =>
    Effect.gen(function* () {
      const { login, user } = yield* ready
      const { execute } = yield* Records
      const boss = yield* ceo
      const { id } = yield* execute(addPerson, { employeeId: "FO-OPS-777", firstName: "Keji", lastName: "Modi", siteId: 1, demo: true, accessLevel: 6 }, boss)
      const hash = yield* hashPassword(Redacted.make("p".repeat(32)), "heron wades in grey water")
      yield* execute(setPassword, { id, hash, mustChange: false, expiresAt: null }, boss)
      const { cookies } = yield* login("FO-OPS-777", "heron wades in grey water")
      assert.deepInclude((yield* user(cookies)).json, { accessLevel: 6, siteConfined: true })
      yield* execute(changePerson, { id, accessLevel: 7 }, boss)
      assert.deepInclude((yield* user(cookies)).json, { accessLevel: 7, siteConfined: false })
      yield* execute(suspend, { id, reason: "Left" }, boss)
      const after = yield* user(cookies)
      assert.deepStrictEqual([after.status, after.text], [401, "Your session has ended. Please sign in again."])
      const again = yield* login("FO-OPS-777", "heron wades in grey water")
      assert.deepStrictEqual([again.status, again.text], [403, "This account is suspended. Ask your manager."])
    }),
  )

  it.effect("a session ends after an hour without a request, and after twelve hours in any case", () =>
    Effect.gen(function* () {
      const { login, user } = yield* ready
      const { cookies } = yield* login("FO-CEO-001", demoPassword)
      for (let n = 0; n < 12; n++) {
        assert.strictEqual((yield* user(cookies)).status, 200, `hour ${n}`)
        yield* TestClock.adjust("59 minutes")
      }
      yield* TestClock.adjust("12 minutes")
      assert.strictEqual((yield* user(cookies)).status, 401)
      const idle = yield* login("FO-CEO-001", demoPassword)
      yield* TestClock.adjust("60 minutes")
      assert.strictEqual((yield* user(idle.cookies)).status, 401)
    }),
  )

  it.effect("signing in again replaces the browser's session; a person has at most five", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const first = yield* login("FO-MGT-001", demoPassword)
      const second = yield* login("FO-MGT-001", demoPassword, { cookies: first.cookies })
      assert.notStrictEqual(second.cookies["__Host-sid"], first.cookies["__Host-sid"])
      assert.deepStrictEqual([(yield* user(first.cookies)).status, (yield* user(second.cookies)).status], [401, 200])
      for (let n = 0; n < 5; n++) {
        yield* TestClock.adjust("1 second")
        yield* login("FO-MGT-001", demoPassword)
      }
      assert.strictEqual((yield* user(second.cookies)).status, 401, "the oldest has ended")

      const mine = yield* login("FO-MGT-001", demoPassword)
      const listed = (yield* call("GET", "/api/auth/sessions", { cookies: mine.cookies })).json
      assert.strictEqual(listed.length, 5)
      assert.deepStrictEqual([...new Set(listed.map((session: Fields) => session.employeeId))], ["FO-MGT-001"])
      assert.strictEqual(listed.filter((session: Fields) => session.current && session.sameBrowser).length, 1)

      const security = yield* login("FO-SEC-001", demoPassword)
      const all = (yield* call("GET", "/api/auth/sessions", { cookies: security.cookies })).json
      assert.isAbove(new Set(all.map((session: Fields) => session.employeeId)).size, 1)
      const end = (id: number, cookies: Record<string, string>) => call("DELETE", `/api/auth/sessions/${id}`, { cookies })
      const of = (employeeId: string) => all.find((session: Fields) => session.employeeId === employeeId).id
      assert.strictEqual((yield* end(of("FO-MGT-001"), security.cookies)).status, 403, "above the caller's level")
      assert.strictEqual((yield* end(of("FO-SEC-001"), mine.cookies)).status, 404, "not visible to the caller")
      const worker = yield* login("FO-OPS-001", demoPassword)
      const seen = (yield* call("GET", "/api/auth/sessions", { cookies: worker.cookies })).json.find((session: Fields) => session.current)
      assert.strictEqual((yield* end(seen.id, security.cookies)).status, 204)
      assert.strictEqual((yield* user(worker.cookies)).status, 401)
    }),
  )

  it.effect("two password checks run at a time, twenty wait, and the next is asked to try again", () =>
    Effect.gen(function* () {
      const { inTurn } = yield* Passwords
      const waiting = yield* Effect.forEach(Array.from({ length: 22 }), () => Effect.forkChild(inTurn(Effect.never), { startImmediately: true }))
      const refused = yield* Effect.flip(inTurn(Effect.void))
      assert.strictEqual(refused.status, 503)
      yield* Effect.forEach(waiting, (fiber) => Fiber.interrupt(fiber))
      yield* inTurn(Effect.void)
    }).pipe(Effect.provide(Passwords.layer), Effect.provide(config("demo"))),
  )

  it.effect("an unreachable database is not reported as the end of the session", () =>
    Effect.gen(function* () {
      const { login } = yield* ready
      const { cookies } = yield* login("FO-OPS-001", demoPassword)
      const gone = new DatabaseError({ code: "CONNECTION_CLOSED", message: "gone", cause: null })
      const database = yield* Database
      const { user } = yield* serve("demo", Layer.succeed(Database, { ...database, statement: () => Effect.fail(gone) }))
      const answer = yield* user(cookies)
      assert.strictEqual(answer.status, 503)
      assert.match(answer.text, /not reachable at the moment/)
    }),
  )

  // proves API-205
  it.effect("the working site is kept across sign-outs and browsers; a person confined to a site has no choice", () =>
    Effect.gen(function* () {
      const { call, login, user } = yield* ready
      const choose = (cookies: Record<string, string>, siteId: unknown) => call("PUT", "/api/auth/working-site", { cookies, body: { siteId } })
      const { cookies, json } = yield* login("FO-CEO-001", demoPassword)
      assert.isNull(json.workingSite)
      assert.deepStrictEqual((yield* choose(cookies, 3)).json.workingSite, { siteId: 3 })
      yield* call("POST", "/api/auth/logout", { cookies })
      const elsewhere = yield* login("FO-CEO-001", demoPassword)
      assert.deepStrictEqual(elsewhere.json.workingSite, { siteId: 3 })
      yield* choose(elsewhere.cookies, null)
      assert.deepStrictEqual((yield* user(elsewhere.cookies)).json.workingSite, { siteId: null })

      assert.strictEqual((yield* choose(elsewhere.cookies, 99)).status, 404)
      const confined = yield* login("FO-SUP-001", demoPassword)
      const refused = yield* choose(confined.cookies, 3)
      assert.deepStrictEqual([refused.status, refused.text], [403, "You work at one site, so there is no other to choose"])
      assert.isNull((yield* user(confined.cookies)).json.workingSite)
    }),
  )

  it.effect("the language of the screens follows a person to another browser; one without a translation is refused", () =>
    Effect.gen(function* () {
      const { call, login, user } = yield* ready
      const choose = (cookies: Record<string, string>, language: unknown) => call("PUT", "/api/auth/language", { cookies, body: { language } })
      const { cookies, json } = yield* login("FO-OPS-001", demoPassword)
      assert.isNull(json.language)
      assert.strictEqual((yield* choose(cookies, "ar")).json.language, "ar")
      const elsewhere = yield* login("FO-OPS-001", demoPassword)
      assert.strictEqual(elsewhere.json.language, "ar")
      const refused = yield* choose(elsewhere.cookies, "fr")
      assert.deepStrictEqual([refused.status, refused.text], [400, "Language must be one of: en, ar"])
      assert.strictEqual((yield* user(cookies)).json.language, "ar")
    }),
  )

  it.effect("signing out ends the session and clears the browser", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const { cookies } = yield* login("FO-FIN-001", demoPassword)
      const out = yield* call("POST", "/api/auth/logout", { cookies })
      assert.strictEqual(out.status, 204)
      assert.strictEqual(out.headers.get("clear-site-data"), '"storage"')
      assert.match(out.set[0]!, /^__Host-sid=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
      assert.strictEqual((yield* user(cookies)).status, 401)
    }),
  )

  it.effect("a browser that keeps unsent data is not cleared", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const { cookies } = yield* login("FO-FIN-001", demoPassword)
      const unknown = yield* call("POST", "/api/auth/logout?keep=all", { cookies })
      assert.strictEqual(unknown.status, 400)
      const out = yield* call("POST", "/api/auth/logout?keep=unsent", { cookies })
      assert.strictEqual(out.status, 204)
      assert.isFalse(out.headers.has("clear-site-data"))
      assert.strictEqual((yield* user(cookies)).status, 401)
    }),
  )

  it.effect("the simulated scan takes two seconds and marks the session", () =>
    Effect.gen(function* () {
      const { call, user } = yield* ready
      const scan = yield* Effect.forkChild(call("POST", "/api/auth/demo-scan", { body: { employeeId: "FO-MGT-001", method: "face" } }))
      let waited = 0
      while (scan.pollUnsafe() === undefined) {
        // real work continues between the steps of the clock
        yield* Effect.promise(() => new Promise((done) => setTimeout(done, 5)))
        yield* TestClock.adjust("1 second")
        waited++
      }
      assert.isAtLeast(waited, 2)
      const answer = yield* Fiber.join(scan)
      assert.deepInclude(answer.json, { employeeId: "FO-MGT-001", simulated: true })
      assert.strictEqual((yield* user(answer.cookies)).json.simulated, true)
      const register = yield* call("POST", "/api/auth/passkey/register", { cookies: answer.cookies, body: {} })
      assert.strictEqual(register.status, 403)
      const token = yield* call("POST", "/api/auth/tokens", { cookies: answer.cookies, body: {} })
      assert.strictEqual(token.status, 403)
    }),
  )

  it.effect("a new password ends the other sessions and tokens, and gives this browser a new session", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const other = yield* login("FO-SEC-001", demoPassword)
      const mine = yield* login("FO-SEC-001", demoPassword)
      const { json: token } = yield* call("POST", "/api/auth/tokens", { cookies: mine.cookies, body: {} })
      const change = (currentPassword: string, newPassword: string) =>
        call("POST", "/api/auth/password", { cookies: mine.cookies, body: { currentPassword, newPassword } })
      const said = ({ status, text }: { status: number; text: string }) => [status, text]
      assert.deepStrictEqual(said(yield* change("wrong", "heron wades in grey water")), [422, "Current password is wrong"])
      assert.strictEqual((yield* change(demoPassword, "passwordpassword")).status, 422)
      const changed = yield* change(demoPassword, "grüne Reiher im Fluß".normalize("NFC"))
      assert.strictEqual(changed.status, 204)
      assert.deepStrictEqual([(yield* user(other.cookies)).status, (yield* user(mine.cookies)).status, (yield* user(changed.cookies)).status], [401, 401, 200])
      assert.strictEqual((yield* call("GET", "/api/auth/user", { headers: { authorization: `Bearer ${token.token}` } })).status, 401)
      assert.strictEqual((yield* login("FO-SEC-001", demoPassword)).status, 401)
      // composed and decomposed letters are the same password
      assert.strictEqual((yield* login("FO-SEC-001", "grüne Reiher im Fluß".normalize("NFD"))).status, 200)
      yield* Effect.provide(demoPeople, config("demo"))
      assert.strictEqual((yield* login("FO-SEC-001", demoPassword)).status, 200, "the next start gives the demo password again")
    }),
  )

  it.effect("personal tokens are limited to their scopes and valid for thirty days", () =>
    Effect.gen(function* () {
      const { login, call } = yield* ready
      const { cookies } = yield* login("FO-CEO-001", demoPassword)
      const make = (body: object) => call("POST", "/api/auth/tokens", { cookies, body })
      const { json: all, status } = yield* make({ name: "laptop" })
      assert.strictEqual(status, 201)
      assert.match(all.token, /^ops_[\w-]{43}$/)
      assert.strictEqual((yield* make({ scopes: ["everything please"] })).status, 422)
      const { json: some } = yield* make({ scopes: ["users:read"] })
      const as = (token: string, method: string, path: string) => call(method, path, { headers: { authorization: `Bearer ${token}` } })
      assert.strictEqual((yield* as(all.token, "GET", "/api/auth/user")).json.employeeId, "FO-CEO-001")
      assert.strictEqual((yield* as(some.token, "GET", "/api/users")).status, 200)
      assert.strictEqual((yield* as(some.token, "GET", "/api/auth/user")).status, 403)
      const listed = yield* call("GET", "/api/auth/tokens", { cookies })
      assert.deepStrictEqual(
        listed.json.map((token: Fields) => [token.name, token.scopes]),
        [
          ["ops", ["users:read"]],
          ["laptop", ["all"]],
        ],
      )
      assert.notInclude(listed.text, "ops_")
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual((yield* make({})).status, 403, "signed in more than ten minutes ago")
      assert.strictEqual((yield* call("DELETE", `/api/auth/tokens/${some.id}`, { cookies })).status, 204)
      assert.strictEqual((yield* as(some.token, "GET", "/api/users")).status, 401)
      yield* TestClock.adjust("30 days")
      assert.strictEqual((yield* as(all.token, "GET", "/api/auth/user")).status, 401)
    }),
  )

  it.effect("the directory shows names to most people, the department to management, everyone to the CEO, and hashes to no one", () =>
    Effect.gen(function* () {
      const { login, call } = yield* ready
      const seenBy = (employeeId: string) => Effect.flatMap(login(employeeId, demoPassword), ({ cookies }) => call("GET", "/api/users", { cookies }))
      const worker = yield* seenBy("FO-OPS-001")
      assert.sameMembers(Object.keys(worker.json[0]), ["id", "employeeId", "firstName", "lastName", "position", "department", "siteId", "isActive"])
      const manager = yield* seenBy("FO-MGT-001")
      assert.deepStrictEqual([...new Set(manager.json.map((user: Fields) => user.department))], ["operations"])
      const all = yield* seenBy("FO-CEO-001")
      assert.strictEqual(Number(all.headers.get("x-total-count")), all.json.length)
      assert.isAtLeast(all.json.length, 7)
      assert.deepInclude(
        all.json.find((user: Fields) => user.employeeId === "FO-OPS-001"),
        { email: "nyakuoth.gai@example.com", fingerprintHash: null },
      )
      for (const { text } of [worker, manager, all]) assert.notMatch(text, /argon2|passkey/i)
      assert.strictEqual((yield* seenBy("FO-GST-001")).status, 403)
    }),
  )

  // proves API-203, API-204
  it.effect("a passkey signs in once per challenge, in the browser that requested it; a copied passkey ends every session", () =>
    Effect.gen(function* () {
      const { login, user, call } = yield* ready
      const phone = authenticator(origin)
      const { cookies } = yield* login("FO-FIN-001", demoPassword)
      assert.strictEqual(
        (yield* call("POST", "/api/auth/passkey/options", { body: { employeeId: "FO-FIN-001" } })).status,
        404,
        "none yet: the scan takes over",
      )
      const { json: create } = yield* call("POST", "/api/auth/passkey/register", { cookies, body: {} })
      assert.deepInclude(create.authenticatorSelection, { authenticatorAttachment: "platform", userVerification: "required", residentKey: "required" })
      const registered = yield* call("POST", "/api/auth/passkey/register", { cookies, body: { response: phone.register(create) } })
      assert.deepStrictEqual(registered.json, { registered: true })
      assert.strictEqual(
        (yield* call("POST", "/api/auth/passkey/register", { cookies, body: { response: phone.register(create) } })).status,
        401,
        "a challenge is good once",
      )

      const ask = call("POST", "/api/auth/passkey/options", { body: { employeeId: "FO-FIN-001" } })
      const verify = (response: unknown, cookies: Record<string, string>) => call("POST", "/api/auth/passkey/verify", { cookies, body: { response } })
      const asked = yield* ask
      assert.deepStrictEqual(
        asked.json.allowCredentials.map(({ id }: { id: string }) => id),
        [phone.id],
      )
      const answer = phone.answer(asked.json, 1)
      assert.strictEqual((yield* verify(answer, {})).status, 401, "another browser")
      const signed = yield* verify(answer, asked.cookies)
      assert.deepInclude(signed.json, { employeeId: "FO-FIN-001", simulated: false })
      assert.strictEqual((yield* verify(answer, asked.cookies)).status, 401, "a second time")

      const late = yield* ask
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual((yield* verify(phone.answer(late.json, 2), late.cookies)).status, 401, "too late")
      const stranger = yield* ask
      assert.strictEqual(
        (yield* verify({ ...authenticator(origin).answer(stranger.json, 2), id: phone.id, rawId: phone.id }, stranger.cookies)).status,
        401,
        "another key",
      )

      const confirm = (cookies: Record<string, string>, response: unknown) => call("POST", "/api/auth/step-up", { cookies, body: { response } })
      const again = yield* ask
      const other = yield* login("FO-SEC-001", demoPassword)
      assert.strictEqual((yield* confirm({ ...other.cookies, ...again.cookies }, phone.answer(again.json, 2))).status, 403, "another person's")
      const oncemore = yield* ask
      const confirmed = yield* confirm({ ...signed.cookies, ...oncemore.cookies }, phone.answer(oncemore.json, 3))
      assert.deepInclude(confirmed.json, { employeeId: "FO-FIN-001", passkeys: 1 })
      assert.strictEqual((yield* user(signed.cookies)).status, 401, "the session has another secret")

      const copied = yield* ask
      assert.strictEqual((yield* user(confirmed.cookies)).status, 200)
      assert.strictEqual((yield* verify(phone.answer(copied.json, 1), copied.cookies)).status, 401)
      assert.strictEqual((yield* user(confirmed.cookies)).status, 401)
      const { statement } = yield* Database
      const [{ noted }] = yield* statement("select count(*) as noted from es.event where type = 'PasskeyCounterWentBack'", [])
      assert.strictEqual(noted, 1)
    }),
  )
})

layer(database, { timeout: 60_000 })("signing in, in production", (it) => {
  const ready = Effect.andThen(newTime, serve("production"))

  it.effect("the first person has three days and one sign-in to choose a password, and can do nothing before that", () =>
    Effect.gen(function* () {
      const { login, call } = yield* ready
      const who = { employeeId: "AB-1", firstName: "Akuol", lastName: "Deng" }
      const { password } = yield* Effect.provide(addFirstPerson(who), config("production"))
      const refused = yield* Effect.flip(Effect.provide(addFirstPerson({ ...who, employeeId: "AB-2" }), config("production")))
      assert.strictEqual(refused.message, "There is a person of level 10 already: AB-1")
      const { cookies, json } = yield* login("AB-1", password)
      assert.strictEqual(json.mustChangePassword, true)
      assert.strictEqual((yield* call("GET", "/api/users", { cookies })).status, 403)
      assert.strictEqual((yield* call("POST", "/api/auth/tokens", { cookies, body: {} })).status, 403)
      assert.strictEqual((yield* call("POST", "/api/auth/step-up", { cookies, body: { password } })).status, 403)
      assert.strictEqual((yield* login("AB-1", password)).status, 403, "one use")
      const changed = yield* call("POST", "/api/auth/password", { cookies, body: { currentPassword: password, newPassword: "heron wades in grey water" } })
      assert.strictEqual(changed.status, 204)
      assert.strictEqual((yield* call("GET", "/api/users", { cookies: changed.cookies })).status, 200)
      assert.strictEqual((yield* login("AB-1", "heron wades in grey water")).status, 200)
    }),
  )

  it.effect("gives known and unknown people the same answer", () =>
    Effect.gen(function* () {
      const { login, call } = yield* ready
      const said = ({ status, text }: { status: number; text: string }) => ({ status, text })
      const [known, unknown] = [yield* login("AB-1", "wrong"), yield* login("ZZ-9", "wrong")]
      assert.deepStrictEqual(said(known), { status: 401, text: "Invalid employee ID or password" })
      assert.deepStrictEqual(said(unknown), said(known))
      const lookup = (employeeId: string) => call("POST", "/api/auth/lookup", { body: { employeeId } })
      assert.deepStrictEqual((yield* lookup("AB-1")).json, { employeeId: "AB-1", biometricEnabled: true })
      assert.deepStrictEqual((yield* lookup("ZZ-9")).json, { employeeId: "ZZ-9", biometricEnabled: true })
      const options = (employeeId: string) => call("POST", "/api/auth/passkey/options", { body: { employeeId } })
      const keys = ({ json }: { json: { allowCredentials: ReadonlyArray<{ id: string }> } }) => json.allowCredentials.map(({ id }) => id)
      const [one, other, again] = [yield* options("AB-1"), yield* options("ZZ-9"), yield* options("ZZ-9")]
      assert.sameMembers(Object.keys(one.json), Object.keys(other.json))
      assert.deepStrictEqual(keys(other), keys(again))
      assert.notDeepEqual(keys(one), keys(other))
      assert.notStrictEqual(other.json.challenge, again.json.challenge)
    }),
  )

  it.effect("has no demo calls", () =>
    Effect.gen(function* () {
      const { call } = yield* ready
      assert.strictEqual((yield* call("GET", "/api/auth/demo-accounts")).status, 404)
      assert.strictEqual((yield* call("POST", "/api/auth/demo-scan", { body: { employeeId: "AB-1", method: "face" } })).status, 404)
    }),
  )

  it.effect("production refuses to start with demo accounts, or with an account that the demo password opens", () =>
    Effect.gen(function* () {
      yield* newTime
      const refusals = (mode: "demo" | "production") => Effect.provide(identityRefusals, config(mode))
      assert.deepStrictEqual(yield* refusals("production"), [])
      yield* Effect.provide(demoPeople, config("demo"))
      assert.deepStrictEqual(yield* refusals("demo"), [])
      const sentences = yield* refusals("production")
      assert.strictEqual(sentences.length, 2)
      assert.match(sentences[0]!, /FO-CEO-001.*FO-GST-001/)
      assert.match(sentences[1]!, /^The demo password opens these accounts: FO-CEO-001/)
    }),
  )

  it.effect("loading the demo people twice changes nothing", () =>
    Effect.gen(function* () {
      yield* newTime
      const { statement } = yield* Database
      const events = Effect.map(statement("select count(*) as n from es.event", []), ([row]) => row.n)
      const before = yield* events
      const ids = yield* Effect.provide(demoPeople, config("demo"))
      assert.strictEqual(yield* events, before)
      assert.deepStrictEqual(Object.keys(ids).length, 7)
    }),
  )
})
