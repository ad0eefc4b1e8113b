/** Passkeys: the device checks finger, face or PIN itself and signs a challenge; only its public key is stored here. */
import { createHmac } from "node:crypto"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Effect, Redacted } from "effect"
import { Config } from "@ops/platform/config.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { passkeyRefused, type PersonRow } from "../person.ts"
import { secret, sha256 } from "../sessions.ts"
import { keepChallenge, markVisitor, takeChallenge, tooLate, visitor } from "./challenges.ts"

/** Loaded on first use: some hundred modules that few requests need. */
const webauthn = () => import("@simplewebauthn/server")

const lasts = 2 * 60_000
const timeout = lasts
const refused = new Rejection(401, passkeyRefused)

/** The name under which devices store passkeys: the host of the public address. */
const relyingParty = Effect.map(Config, ({ origin }) => ({ origin, id: new URL(origin).hostname }))

/**
 * The options of a sign-in for an employee ID. For an unknown ID, or one without a passkey, they contain a made-up key,
 * always the same for the same ID, so that the answer does not reveal who works here.
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
    yield* keepChallenge(sha256(mark), "sign-in", options.challenge, known.length > 0 ? person!.id : null, lasts)
    yield* markVisitor(mark, "2 minutes")
    return options
  })

/** The person who answered this browser's challenge, the passkey, and its signature counter. */
export const checkSignIn = <E, R>(response: unknown, personOf: (id: number) => Effect.Effect<PersonRow | undefined, E, R>) =>
  Effect.gen(function* () {
    const { origin, id } = yield* relyingParty
    const mark = yield* visitor
    if (mark === undefined) return yield* Effect.fail(tooLate)
    const challenge = yield* takeChallenge(sha256(mark), "sign-in")
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
          // the counter is checked by our own code: the library would only throw
          credential: { id: passkey.credentialId, publicKey: Buffer.from(passkey.publicKey, "base64url"), counter: 0 },
        }),
      catch: () => refused,
    })
    if (!verified) return yield* Effect.fail(refused)
    return { person, passkey, counter: authenticationInfo.newCounter }
  })

/** The options for creating a passkey on a signed-in person's device. */
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
    yield* keepChallenge(`session:${session}`, "register", options.challenge, person.id, lasts)
    return options
  })

/** The passkey that a device created for this session's challenge. */
export const checkRegistration = (response: unknown, session: number) =>
  Effect.gen(function* () {
    const { origin, id } = yield* relyingParty
    const { challenge } = yield* takeChallenge(`session:${session}`, "register")
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
