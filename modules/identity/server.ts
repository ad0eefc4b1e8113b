/** The handlers of signing in and out, sessions, tokens, and the directory. */
import { Clock, Effect, Layer, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { holds, levelName } from "@ops/platform/access/levels.ts"
import { type SignedIn as SignedInPerson, Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { ahead, type DatabaseError, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { inputFor } from "@ops/platform/http/resources/wire.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { Authentication, sessionCookie } from "@ops/platform/http/contract.ts"
import { listAnswer, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { valuesOf } from "@ops/platform/http/query.ts"
import { StillSignedIn } from "@ops/platform/http/live/live.ts"
import { type Command, forbidden, invalid, notFound, Rejection } from "@ops/platform/records/command.ts"
import { erasureOf, requireEncrypted } from "@ops/platform/records/personal-data/erasure.ts"
import { history } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { IdentityApi } from "./contract.ts"
import { beginAtProvider, finishAtProvider, groupsIn, namedBy } from "./sign-in/provider.ts"
import { checkRegistration, checkSignIn, registerOptions, signInOptions } from "./sign-in/passkeys.ts"
import { firstPassword, passwordFault, Passwords } from "./sign-in/passwords.ts"
import {
  addPerson,
  changePerson,
  confirmTopLevel,
  confirmIdentity,
  countsBack,
  erasePerson,
  failSignIn,
  type Method,
  passkeyRefused,
  people,
  type PersonRow,
  registerPasskey,
  reinstate,
  reportPasskey,
  setPassword,
  signIn,
  signInByProvider,
  signInWithPasskey,
  signOut,
  suspend,
  topLevel,
} from "./person.ts"
import { demoAccounts, groupLevels, personNamed, personOf, personWithEmail, userAnswer, userList } from "./queries.ts"
import { actingAs, allows, instant, Sessions, type SessionMethod, sha256 } from "./sessions.ts"
import { areaOf, areasFor, areasOf, faultOfScopes, TokenAreas } from "./token-areas.ts"
import { chooseLanguage } from "./language.ts"
import { chooseWorkingSite } from "./working-site.ts"
import { callerAddress, clearTries, keepsPassword, perMinute, rememberDevice, takeTry } from "./sign-in/throttle.ts"

const notSignedIn = new Rejection(401, "Not signed in")
const ended = new Rejection(401, "Your session has ended. Please sign in again.")
const cookieOf = (request: HttpServerRequest.HttpServerRequest) => request.cookies[sessionCookie.key]

/** Identifies the caller: by the browser's cookie or, without one, by a personal token limited to its scopes. */
export const AuthenticationLive = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    // the answer is the rejection of the last scheme tried: it reports what the first one found
    const refused = new WeakMap<object, Rejection>()
    return Authentication.of({
      cookie: Effect.fnUntraced(function* (effect, { credential }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const token = Redacted.value(credential)
        if (token === "") return yield* Effect.fail(notSignedIn)
        const who = yield* mapDatabaseErrors(ahead(sessions.find(token))).pipe(
          Effect.flatMap((who) => (who ? Effect.succeed(who) : Effect.fail(ended))),
          Effect.tapError((refusal) => Effect.sync(() => refused.set(request, refusal))),
        )
        return yield* Effect.provideService(effect, Who, who)
      }),
      bearer: Effect.fnUntraced(function* (effect, { credential, endpoint, group }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const token = Redacted.value(credential)
        if (token === "") return yield* Effect.fail(refused.get(request) ?? notSignedIn)
        const found = yield* mapDatabaseErrors(ahead(sessions.findToken(token)))
        if (!found) return yield* Effect.fail(new Rejection(401, "This token is invalid or has expired. Sign in again."))
        const isPast = valuesOf(yield* HttpServerRequest.ParsedSearchParams, "asOf").length > 0
        if (!allows(found.scopes, areaOf(group), endpoint.method, isPast)) {
          return yield* Effect.fail(forbidden(`This token may not do that: its scopes are ${found.scopes.join(", ")}`))
        }
        return yield* Effect.provideService(effect, Who, found.who)
      }),
    })
  }),
).pipe(Layer.provide(Sessions.layer))

/** For live updates: they stop when the person is signed out. */
export const StillSignedInLive = Layer.effect(
  StillSignedIn,
  // an unreachable database ends no session
  Effect.map(
    Sessions,
    ({ isOpen }) =>
      (who: SignedInPerson) =>
        Effect.orElseSucceed(isOpen(who), () => true),
  ),
).pipe(Layer.provide(Sessions.layer))

const setCookie = (token: string) => HttpApiBuilder.securitySetCookie(sessionCookie, token, { path: "/", secure: true, httpOnly: true, sameSite: "lax" })

/** Opens a session in place of the browser's previous one, and returns the person. */
const begin = (person: PersonRow, method: SessionMethod) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const request = yield* HttpServerRequest.HttpServerRequest
    const token = yield* sessions.open({
      person: person.id,
      level: person.accessLevel,
      method,
      via: viaOf(request),
      userAgent: request.headers["user-agent"],
      replaces: cookieOf(request),
    })
    yield* setCookie(token)
    if (method !== "demo-scan") yield* rememberDevice(person.id, yield* instant)
    return yield* userAnswer(person.id, method === "demo-scan")
  })
const viaOf = ({ headers }: HttpServerRequest.HttpServerRequest) => (headers["x-ops-client"] === "1" ? ("cli" as const) : ("web" as const))

/** The person as the actor of a command, before there is a session. */
const asActor = (person: PersonRow, simulated: boolean) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    return actingAs(person, { at: yield* instant, via: viaOf(request), simulated, sessionId: null })
  })

/** Records a failure without delaying the answer, so that response times do not reveal whether an ID exists. */
const noteFailure = (person: PersonRow, method: Method, lockedUntil: string | null) =>
  Effect.gen(function* () {
    const by = yield* asActor(person, false)
    const noted = Effect.flatMap(keepsPassword(person.id, by.at), (keepPassword) =>
      execute(failSignIn, { id: person.id, method, lockedUntil, keepPassword }, by),
    )
    yield* Effect.forkDetach(Effect.ignore(noted))
  })

/** The person who answered a challenge, and the passkey. One whose counter did not increase proves nothing, and ends every session. */
const provePasskey = (response: unknown) =>
  Effect.gen(function* () {
    const { person, passkey, counter } = yield* checkSignIn(response, personOf)
    const used = { credentialId: passkey.credentialId, counter }
    if (!countsBack(passkey.counter, counter)) return { person, used }
    const sessions = yield* Sessions
    yield* sessions.endAll(person.id)
    yield* execute(reportPasskey, { id: person.id, ...used }, yield* asActor(person, false))
    return yield* Effect.fail(new Rejection(401, passkeyRefused))
  })

const SignInLive = HttpApiBuilder.group(
  IdentityApi,
  "signIn",
  Effect.fn(function* (handlers) {
    const { mode, demoPassword } = yield* Config
    const passwords = yield* Passwords
    const demo = mode === "demo"
    const lookups = perMinute(10)
    const signIns = perMinute(20)

    const inDemo = demo ? Effect.void : Effect.fail(notFound("Not found"))
    const taken = (limit: typeof signIns) =>
      Effect.gen(function* () {
        const address = yield* callerAddress
        yield* limit.take(address, yield* Clock.currentTimeMillis)
        return address
      })
    const unknown = notFound("Employee ID not found")
    const wrong = (person: PersonRow | undefined) =>
      new Rejection(401, !demo ? "Invalid employee ID or password" : person ? "Invalid password" : "Employee ID not found")

    /** Sign-ins take priority over the requests of signed-in users. */
    const signingIn = <A, E, R>(effect: Effect.Effect<A, E | DatabaseError, R>) => mapDatabaseErrors(ahead(effect))
    return handlers.handleAll({
      lookup: ({ payload: { employeeId } }) =>
        signingIn(
          Effect.gen(function* () {
            // gives the same answer for every ID, so that attempts reveal nothing
            if (!demo) return { employeeId, biometricEnabled: true }
            const address = yield* taken(lookups)
            const person = yield* personNamed(employeeId)
            if (!person?.isActive) return yield* Effect.fail(unknown)
            yield* lookups.giveBack(address)
            const { biometricEnabled, firstName, lastName, position, department, accessLevel } = person
            return { employeeId, biometricEnabled, firstName, lastName, position, department, accessLevel, levelName: levelName(accessLevel) }
          }),
        ),

      login: ({ payload: { employeeId, password } }) =>
        signingIn(
          Effect.gen(function* () {
            const address = yield* taken(signIns)
            const { person, right, lockedUntil } = yield* passwords.inTurn(
              Effect.gen(function* () {
                const { lockedUntil } = yield* takeTry(employeeId, yield* instant)
                const person = yield* personNamed(employeeId)
                const right = yield* passwords.matches(person?.passwordHash ?? null, password)
                return { person, right, lockedUntil }
              }),
            )
            if (!person || !right) {
              if (person) yield* noteFailure(person, "password", lockedUntil)
              return yield* Effect.fail(wrong(person))
            }
            yield* clearTries(employeeId, yield* instant)
            yield* signIns.giveBack(address)
            const by = yield* asActor(person, false)
            if (person.passwordExpiresAt !== null && person.passwordExpiresAt <= by.at) {
              return yield* Effect.fail(forbidden("This first password was valid for one sign-in within three days. Ask for a new one."))
            }
            yield* execute(signIn, { id: person.id, method: "password" }, by)
            return yield* begin(person, "password")
          }),
        ),

      passkeyOptions: ({ payload: { employeeId } }) =>
        signingIn(
          Effect.gen(function* () {
            yield* taken(signIns)
            const person = yield* personNamed(employeeId)
            if (demo && !person?.isActive) return yield* Effect.fail(unknown)
            if (demo && person?.passkeys.length === 0) return yield* Effect.fail(notFound("No passkey is registered for this employee"))
            return jsonResponse(JSON.stringify(yield* signInOptions(employeeId, person)))
          }),
        ),

      passkeyVerify: ({ payload: { response } }) =>
        signingIn(
          Effect.gen(function* () {
            const address = yield* taken(signIns)
            const { person, used } = yield* provePasskey(response)
            yield* execute(signInWithPasskey, { id: person.id, ...used }, yield* asActor(person, false))
            // the options counted too
            yield* signIns.giveBack(address)
            yield* signIns.giveBack(address)
            return yield* begin(person, "passkey")
          }),
        ),

      providerBegin: () =>
        signingIn(
          Effect.gen(function* () {
            yield* taken(signIns)
            return { url: (yield* beginAtProvider).href }
          }),
        ),

      providerFinish: ({ payload }) =>
        signingIn(
          Effect.gen(function* () {
            const address = yield* taken(signIns)
            const { provider, claims } = yield* finishAtProvider(new URLSearchParams(Object.entries(payload)))
            const named = namedBy(provider, claims)
            const person = named && ("email" in named ? yield* personWithEmail(named.email) : yield* personNamed(named.employeeId))
            if (!person) return yield* Effect.fail(forbidden(`${provider.name} knows you, but you have no account here. Ask your administrator`))
            const by = yield* asActor(person, false)
            const policy = yield* groupLevels(by.today)
            const groups = new Set(groupsIn(provider, claims))
            const [given = null] = policy.filter(({ groupName }) => groups.has(groupName)).sort((a, b) => b.accessLevel - a.accessLevel)
            if (policy.length > 0 && given === null && person.accessLevel < topLevel) {
              return yield* Effect.fail(forbidden(`None of your groups at ${provider.name} gives a level here. Ask your administrator`))
            }
            yield* execute(signInByProvider, { id: person.id, provider: provider.name, given }, by)
            // the beginning counted too
            yield* signIns.giveBack(address)
            yield* signIns.giveBack(address)
            return yield* begin((yield* personOf(person.id))!, "provider")
          }),
        ),

      demoScan: ({ payload: { employeeId } }) =>
        signingIn(
          Effect.gen(function* () {
            yield* inDemo
            const address = yield* taken(signIns)
            yield* Effect.sleep("2 seconds")
            const person = yield* personNamed(employeeId)
            if (!person?.demo || !person.isActive) return yield* Effect.fail(unknown)
            if (!person.biometricEnabled) return yield* Effect.fail(forbidden("Biometric sign-in is switched off for this employee."))
            yield* execute(signIn, { id: person.id, method: "demo-scan" }, yield* asActor(person, true))
            yield* signIns.giveBack(address)
            return yield* begin(person, "demo-scan")
          }),
        ),

      demoAccounts: () =>
        signingIn(
          Effect.gen(function* () {
            yield* inDemo
            return { password: demoPassword ? Redacted.value(demoPassword) : "", accounts: yield* demoAccounts }
          }),
        ),
    })
  }),
)

/** Fails unless the password is the person's own; attempts count as in signing in. */
const provePassword = (person: PersonRow, password: string, sentence: string) =>
  Effect.gen(function* () {
    const passwords = yield* Passwords
    const { right, lockedUntil } = yield* passwords.inTurn(
      Effect.gen(function* () {
        const { lockedUntil } = yield* takeTry(person.employeeId, yield* instant)
        return { right: yield* passwords.matches(person.passwordHash, password), lockedUntil }
      }),
    )
    if (right) return yield* clearTries(person.employeeId, yield* instant)
    yield* noteFailure(person, "password", lockedUntil)
    return yield* Effect.fail(invalid(sentence))
  })

const instantSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const sessionsSql = sql(
  {
    id: col.whole,
    userId: col.text,
    employeeId: col.text,
    name: col.text,
    method: col.text,
    via: col.text,
    simulated: col.flag,
    createdAt: col.text,
    lastSeenAt: col.text,
    endsAt: col.text,
    current: col.flag,
    sameBrowser: col.flag,
  },
  `select s.id, s.person_id::text as "userId", p.employee_id as "employeeId", p.first_name || ' ' || p.last_name as name,
     s.method, s.via, s.simulated, ${instantSql("s.created_at")} as "createdAt", ${instantSql("s.last_seen_at")} as "lastSeenAt",
     ${instantSql("s.ends_at")} as "endsAt", s.id is not distinct from $2::bigint as current,
     coalesce(s.user_agent = $5::text, false) as "sameBrowser"
   from app.session s join person p on p.id = s.person_id
   where ($3::boolean or s.person_id = $1::bigint) and s.ends_at > $4::timestamptz and s.last_seen_at > $4::timestamptz - interval '60 minutes'
   order by s.last_seen_at desc, s.id desc limit 1000`,
)
const holderSql = sql(
  { person: col.whole, level: col.whole },
  `select s.person_id as person, p.access_level as level from app.session s join person p on p.id = s.person_id where s.id = $1`,
)
const tokensSql = sql(
  { id: col.whole, name: col.text, scopes: col.list(col.text), createdAt: col.text, lastUsedAt: col.nullable(col.text), endsAt: col.text },
  `select id, name, scopes, ${instantSql("created_at")} as "createdAt", ${instantSql("last_used_at")} as "lastUsedAt", ${instantSql("ends_at")} as "endsAt"
   from app.token where person_id = $1 and ends_at > $2::timestamptz order by id desc`,
)
const endTokenSql = sql({ id: col.whole }, "delete from app.token where id = $1 and person_id = $2 returning id")

/** The signed-in person's own row. */
const signedInPerson = Effect.flatMap(Who, ({ person }) => Effect.flatMap(personOf(person), (row) => (row ? Effect.succeed(row) : Effect.fail(ended))))

const AuthLive = HttpApiBuilder.group(
  IdentityApi,
  "auth",
  Effect.fn(function* (handlers) {
    const passwords = yield* Passwords
    const sessions = yield* Sessions

    /** The id of the session of this request; personal tokens have none. */
    const ownSession = (who: SignedInPerson) =>
      who.sessionId === null ? Effect.fail(forbidden("This needs a session: sign in with the browser")) : Effect.succeed(who.sessionId)
    const gone = notFound("There is no such session")

    return handlers.handleAll({
      user: () =>
        handle(function* () {
          const { person, simulated } = yield* Who
          return yield* userAnswer(person, simulated)
        }),

      workingSite: ({ payload: { siteId } }) =>
        handle(function* () {
          const who = yield* Who
          yield* execute(chooseWorkingSite, { siteId }, who, yield* commandKey)
          return yield* userAnswer(who.person, who.simulated)
        }),

      language: ({ payload: { language } }) =>
        handle(function* () {
          const who = yield* Who
          yield* execute(chooseLanguage, { language }, who, yield* commandKey)
          return yield* userAnswer(who.person, who.simulated)
        }),

      logout: ({ query: { keep } }) =>
        handle(function* () {
          const who = yield* Who
          yield* sessions.end(yield* ownSession(who))
          yield* execute(signOut, { id: who.person }, who)
          return HttpServerResponse.empty({
            status: 204,
            // one person's drafts must not be visible to the next
            ...(keep !== "unsent" && { headers: { "clear-site-data": '"storage"' } }),
          }).pipe(
            // the cookie is expired by name, since others may be set for this host
            HttpServerResponse.expireCookieUnsafe(sessionCookie.key, { path: "/", secure: true, httpOnly: true, sameSite: "lax" }),
          )
        }),

      password: ({ payload: { currentPassword, newPassword } }) =>
        handle(function* () {
          const who = yield* Who
          yield* ownSession(who)
          const person = yield* signedInPerson
          yield* provePassword(person, currentPassword, "Current password is wrong")
          const fault = newPassword === currentPassword ? "The new password is the same as the old one. Choose another one" : passwordFault(newPassword, person)
          if (fault) return yield* Effect.fail(invalid(fault))
          const hash = yield* passwords.inTurn(passwords.hash(newPassword))
          yield* execute(setPassword, { id: person.id, hash, mustChange: false, expiresAt: null }, who)
          yield* sessions.endAll(person.id)
          yield* begin(person, "password")
        }),

      stepUp: ({ payload }) =>
        handle(function* () {
          const who = yield* Who
          const session = yield* ownSession(who)
          let passkey = null
          if ("password" in payload) yield* provePassword(yield* signedInPerson, payload.password, "Password is wrong")
          else {
            const { person, used } = yield* provePasskey(payload.response)
            if (person.id !== who.person) return yield* Effect.fail(forbidden("This passkey belongs to another person"))
            passkey = used
          }
          yield* execute(confirmIdentity, { id: who.person, passkey }, who)
          yield* setCookie(yield* sessions.renew(session, passkey ? "passkey" : "password"))
          return yield* userAnswer(who.person, false)
        }),

      registerPasskey: ({ payload: { response, name } }) =>
        handle(function* () {
          const who = yield* Who
          const session = yield* ownSession(who)
          const person = yield* signedInPerson
          if (person.mustChangePassword) return yield* Effect.fail(forbidden("Choose your own password first"))
          if (response === undefined) return jsonResponse(JSON.stringify(yield* registerOptions(person, session)))
          const made = yield* checkRegistration(response, session)
          yield* execute(registerPasskey, { ...made, addedAt: who.at, name: name || `Passkey ${person.passkeys.length + 1}` }, who)
          return { registered: true }
        }),

      sessions: () =>
        handle(function* () {
          const who = yield* Who
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          return yield* statement(sessionsSql, [who.person, who.sessionId, holds(who, "access.monitor"), who.at, sha256(headers["user-agent"] ?? "")])
        }),

      endSession: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          const [session] = yield* statement(holderSql, [id])
          const monitors = holds(who, "access.monitor")
          if (!session || (session.person !== who.person && !monitors)) return yield* Effect.fail(gone)
          if (session.person !== who.person && session.level >= who.level) {
            return yield* Effect.fail(forbidden("You can only end sessions of people below your own level"))
          }
          yield* sessions.end(id)
        }),

      tokens: () =>
        handle(function* () {
          const who = yield* Who
          return yield* statement(tokensSql, [who.person, who.at])
        }),

      tokenAreas: () =>
        Effect.gen(function* () {
          return areasFor(yield* TokenAreas, yield* Who)
        }),

      makeToken: ({ payload: { name = "ops", scopes = ["all"] } }) =>
        handle(function* () {
          const who = yield* Who
          yield* ownSession(who)
          const fault = faultOfScopes(scopes, yield* TokenAreas)
          if (fault !== undefined) return yield* Effect.fail(invalid(fault))
          const person = yield* signedInPerson
          if (person.mustChangePassword) return yield* Effect.fail(forbidden("Choose your own password first"))
          return { ...(yield* sessions.makeToken(person.id, name || "ops", scopes)), name: name || "ops", scopes }
        }),

      endToken: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          const rows = yield* statement(endTokenSql, [id, who.person])
          if (rows.length === 0) return yield* Effect.fail(notFound("There is no such token"))
        }),
    })
  }),
)

/** Events left out of an account's history, which shows changes to the account but not each sign-in and sign-out. */
const signingEvents: ReadonlySet<string> = new Set(["SignedIn", "SignedOut", "SignInFailed", "PasskeyUsed", "IdentityConfirmed"])
const isFact = (field: string) => !["mustChangePassword", "passwordExpiresAt", "failedSignIns", "lockedUntil", "lastLogin"].includes(field)

/** The fields of an account that were sent; the empty ones as null. */
const entered = (payload: object) => {
  const { id: _, ...given } = inputFor(changePerson)(payload)
  return given
}

const UsersLive = HttpApiBuilder.group(
  IdentityApi,
  "users",
  Effect.fn(function* (handlers) {
    const passwords = yield* Passwords
    const sessions = yield* Sessions

    /** Executes a command on a person and returns the row as in the list. */
    const answer = <Input>(act: Command<Input>, input: Input, status = 200) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { id } = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
        return yield* rowAnswer(userList(who), id, "Employee", status)
      })

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/users", userList(who), query)),
      add: ({ payload }) =>
        answer(addPerson, { ...entered(payload), employeeId: payload.employeeId, firstName: payload.firstName, lastName: payload.lastName }, 201),
      change: ({ params: { id }, payload }) => answer(changePerson, { id, ...entered(payload) }),
      history: ({ params: { id } }) =>
        handle(function* () {
          if ((yield* rowText(userList(yield* Who), id)) === undefined) return yield* Effect.fail(notFound(`Employee ${id} does not exist`))
          return (yield* history(people, id))
            .filter(({ type }) => !signingEvents.has(type))
            .map((line) => ({ ...line, changes: line.changes.filter(({ field }) => isFact(field)) }))
        }),
      confirmLevel: ({ params: { id } }) =>
        handle(function* () {
          yield* execute(confirmTopLevel, { id }, yield* Who, yield* commandKey)
          const { employeeId, firstName, lastName, accessLevel } = (yield* personOf(id))!
          return { id: String(id), employeeId, firstName, lastName, accessLevel }
        }),
      suspend: ({ params: { id }, payload: { reason } }) =>
        // a session that was only unused would become valid again on reinstatement
        Effect.tap(answer(suspend, { id, reason }), () => mapDatabaseErrors(sessions.endAll(id))),
      // those of an account that was suspended by a file have not been ended yet
      reinstate: ({ params: { id } }) => Effect.tap(answer(reinstate, { id }), () => mapDatabaseErrors(sessions.endAll(id))),
      erasure: ({ params: { id } }) => mapDatabaseErrors(erasureOf(people, id)),
      erase: ({ params: { id }, payload }) =>
        Effect.andThen(
          mapDatabaseErrors(requireEncrypted(people, id)),
          Effect.tap(answer(erasePerson, { id, ...payload }), () => mapDatabaseErrors(sessions.endAll(id))),
        ),
      resetPassword: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          const { password, expiresAt } = firstPassword(who.at)
          const hash = yield* passwords.inTurn(passwords.hash(password))
          // without the caller's idempotency key: a repeated call makes a new password, since the first was not stored
          yield* execute(setPassword, { id, hash, mustChange: true, expiresAt }, who)
          yield* sessions.endAll(id)
          const { employeeId } = (yield* personOf(id))!
          yield* clearTries(employeeId, who.at)
          return { id, employeeId, password, expiresAt }
        }),
    })
  }),
)

/** The handlers of the module; tokens can be limited to areas of the contract `api`. */
export const identity = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  Layer.mergeAll(SignInLive, AuthLive, UsersLive).pipe(Layer.provide([Sessions.layer, Passwords.layer, Layer.succeed(TokenAreas, areasOf(api))]))
