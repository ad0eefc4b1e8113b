/** Passkeys: the device checks finger, face or PIN by itself and signs a challenge; only its public key is known here. */
import { createHmac } from "node:crypto"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Clock, Effect, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { passkeyRefused, type PersonRow } from "../person.ts"
import { secret, sha256 } from "../sessions.ts"

/** Some hundred modules, for what few do and seldom: whoever does it loads them. */
const webauthn = () => import("@simplewebauthn/server")

/** Challenges under way, one for each browser or session; whoever takes one removes it. */
export const challengeTables = [
  `create table if not exists app.challenge (
    bound_to text primary key, purpose text not null, challenge text not null, person_id bigint, ends_at timestamptz not null)`,
]

const lasts = 2 * 60_000
const timeout = lasts
const tooLate = new Rejection(401, "The check took too long. Start again.")
const refused = new Rejection(401, passkeyRefused)

/** Marks a browser before it has a session, so that only the one that asked for a challenge can answer it. */
const visitorCookie = HttpApiSecurity.apiKey({ in: "cookie", key: "__Host-visitor" })
const visitor = Effect.map(HttpServerRequest.HttpServerRequest, ({ cookies }) => cookies["__Host-visitor"])

const keepSql = sql(
  {},
  `with over as (delete from app.challenge where ends_at <= $5::timestamptz and bound_to <> $1)
   insert into app.challenge (bound_to, purpose, challenge, person_id, ends_at) values ($1, $2, $3, $4, $6::timestamptz)
   on conflict (bound_to) do update set purpose = excluded.purpose, challenge = excluded.challenge,
     person_id = excluded.person_id, ends_at = excluded.ends_at`,
)
const takeSql = sql(
  { challenge: col.text, person: col.nullable(col.whole), timely: col.flag },
  `delete from app.challenge where bound_to = $1 and purpose = $2
   returning challenge, person_id as person, ends_at > $3::timestamptz as timely`,
)
const keep = (boundTo: string, purpose: "sign-in" | "register", challenge: string, person: number | null) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const now = yield* Clock.currentTimeMillis
    yield* statement(keepSql, [boundTo, purpose, challenge, person, new Date(now).toISOString(), new Date(now + lasts).toISOString()])
  })

const take = (boundTo: string, purpose: "sign-in" | "register") =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const now = yield* Clock.currentTimeMillis
    const [row] = yield* statement(takeSql, [boundTo, purpose, new Date(now).toISOString()])
    return row?.timely ? row : yield* Effect.fail(tooLate)
  })

/** The name under which devices keep our keys: the host of the public address. */
const relyingParty = Effect.map(Config, ({ origin }) => ({ origin, id: new URL(origin).hostname }))

/**
 * The options of a sign-in for an employee ID. For an unknown ID, or without a passkey, a made-up key is named, always the
 * same for the same ID, so that the answer does not tell who works here.
 */
export const signInOptions = (employeeId: string, person: PersonRow | undefined) =>
  Effect.gen(function* () {
    const { pepper } = yield* Config
    const { id } = yield* relyingParty
    const known = person?.isActive && person.biometricEnabled ? person.passkeys : []
    const madeUp = { id: createHmac("sha256", Redacted.value(pepper)).update(`passkey of ${employeeId}`).digest("base64url"), transports: ["internal"] }
    const options = yield* Effect.promise(async () =>
      (await webauthn()).generateAuthenticationOptions({
        rpID: id,
        timeout,
        userVerification: "required",
        allowCredentials: known.length > 0 ? known.map((key) => ({ id: key.credentialId, transports: [...key.transports] })) : [madeUp],
      }),
    )
    const mark = secret()
    yield* keep(sha256(mark), "sign-in", options.challenge, known.length > 0 ? person!.id : null)
    yield* HttpApiBuilder.securitySetCookie(visitorCookie, mark, { path: "/", secure: true, httpOnly: true, sameSite: "lax", maxAge: "2 minutes" })
    return options
  })

/** Who has answered the challenge of this browser, with which key, and how often that key says it has signed. */
export const checkSignIn = <E, R>(response: unknown, personOf: (id: number) => Effect.Effect<PersonRow | undefined, E, R>) =>
  Effect.gen(function* () {
    const { origin, id } = yield* relyingParty
    const mark = yield* visitor
    if (mark === undefined) return yield* Effect.fail(tooLate)
    const challenge = yield* take(sha256(mark), "sign-in")
    const person = challenge.person === null ? undefined : yield* personOf(challenge.person)
    const given = response as AuthenticationResponseJSON
    const passkey = person?.passkeys.find(({ credentialId }) => credentialId === given?.id)
    if (!person?.isActive || !person.biometricEnabled || !passkey) return yield* Effect.fail(refused)
    const { verified, authenticationInfo } = yield* Effect.tryPromise({
      try: async () =>
        (await webauthn()).verifyAuthenticationResponse({
          response: given,
          expectedChallenge: challenge.challenge,
          expectedOrigin: origin,
          expectedRPID: id,
          requireUserVerification: true,
          // the counter is ours to judge: the library would only throw
          credential: { id: passkey.credentialId, publicKey: Buffer.from(passkey.publicKey, "base64url"), counter: 0 },
        }),
      catch: () => refused,
    })
    if (!verified) return yield* Effect.fail(refused)
    return { person, passkey, counter: authenticationInfo.newCounter }
  })

/** The options with which a signed-in person's device makes a new key. */
export const registerOptions = (person: PersonRow, session: number) =>
  Effect.gen(function* () {
    const { id } = yield* relyingParty
    const options = yield* Effect.promise(async () =>
      (await webauthn()).generateRegistrationOptions({
        rpName: "Field Office",
        rpID: id,
        userID: new TextEncoder().encode(`person:${person.id}`),
        userName: person.employeeId,
        userDisplayName: `${person.firstName} ${person.lastName}`,
        timeout,
        attestationType: "none",
        excludeCredentials: person.passkeys.map((key) => ({ id: key.credentialId, transports: [...key.transports] })),
        authenticatorSelection: { authenticatorAttachment: "platform", residentKey: "required", userVerification: "required" },
      }),
    )
    yield* keep(`session:${session}`, "register", options.challenge, person.id)
    return options
  })

/** The key that a device has made for the challenge of this session. */
export const checkRegistration = (response: unknown, session: number) =>
  Effect.gen(function* () {
    const { origin, id } = yield* relyingParty
    const { challenge } = yield* take(`session:${session}`, "register")
    const { verified, registrationInfo } = yield* Effect.tryPromise({
      try: async () =>
        (await webauthn()).verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: id,
          requireUserVerification: true,
        }),
      catch: () => new Rejection(422, "The device's passkey could not be checked. Try again."),
    })
    if (!verified) return yield* Effect.fail(new Rejection(422, "The device's passkey could not be checked. Try again."))
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
  })
