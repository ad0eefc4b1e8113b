/**
 * The company's sign-in service, by OpenID Connect: code flow with PKCE. It identifies who has signed in there; the
 * account and its permissions are determined here. Request and response are bound to the browser that began: state,
 * nonce and the PKCE secret are derived from its cookie.
 */
import { hkdfSync } from "node:crypto"
import type { Configuration, IDToken } from "openid-client"
import { Clock, Effect, Redacted } from "effect"
import { Config, type Settings } from "@ops/platform/config.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { secret, sha256 } from "../sessions.ts"
import { keepChallenge, markVisitor, takeChallenge, visitor } from "./challenges.ts"

/** Loaded on the first sign-in by the service. */
const library = () => import("openid-client")

type Provider = NonNullable<Settings["signInService"]>
export const signInService = Effect.flatMap(Config, ({ signInService }) =>
  signInService ? Effect.succeed(signInService) : Effect.fail(notFound("There is no sign-in service here. Sign in with your password or passkey")),
)

/** How long the sign-in at the service may take, in ms; how recent it must be, in seconds; and the timeout of requests, in seconds. */
const lasts = 10 * 60_000
const freshFor = 600
const patience = 10
/** How long the discovered configuration of the service is cached, in ms. */
const knownFor = 60 * 60_000

const used = new Rejection(401, "This sign-in was already used, was started in another browser, or took longer than ten minutes. Start again")
const away = ({ name }: Provider) => new Rejection(503, `${name} is not responding. Sign in with your password or passkey, or try again in a few minutes`)
const untrusted = ({ name }: Provider, why: string) =>
  new Rejection(401, `The answer of ${name} cannot be trusted, so no one was signed in: ${why}. Tell your administrator`)
const declined = ({ name }: Provider) => new Rejection(401, `${name} did not let you sign in. Try again, or sign in with your password`)

interface Failure extends Error {
  readonly code?: string
  readonly error?: string
  readonly cause?: unknown
}
/** A failure as a sentence. A code that is used again is `invalid_grant`. */
const refusalOf = (provider: Provider, failure: Failure): Rejection => {
  if (failure.error === "invalid_grant") return used
  if (failure.code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") return declined(provider)
  const isSilent = failure.name === "TimeoutError" || failure.code === "OAUTH_TIMEOUT" || (failure instanceof TypeError && failure.code === undefined)
  const isBroken = failure.code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || failure.code === "OAUTH_RESPONSE_IS_NOT_JSON" || failure.code === "OAUTH_PARSE_ERROR"
  if (isSilent || isBroken) return away(provider)
  return untrusted(provider, failure.message.replace(/[.\s]+$/, "").slice(0, 200))
}

const isLoopback = (issuer: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${issuer}/`)

let known: { readonly configuration: Configuration; readonly issuer: string; readonly at: number } | undefined
/** The discovered configuration of the service, which has the requested issuer. */
const discovered = (provider: Provider) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (known?.issuer === provider.issuer && now - known.at < knownFor) return known.configuration
    const configuration = yield* asking(provider, async (oidc) => {
      const { issuer, clientId, clientSecret } = provider
      const authentication = clientSecret ? oidc.ClientSecretPost(Redacted.value(clientSecret)) : oidc.None()
      const execute = [oidc.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [oidc.allowInsecureRequests] : [])]
      return oidc.discovery(new URL(issuer), clientId, undefined, authentication, { execute, timeout: patience })
    })
    known = { configuration, issuer: provider.issuer, at: now }
    return configuration
  })
const asking = <A>(provider: Provider, ask: (oidc: Awaited<ReturnType<typeof library>>) => Promise<A>) =>
  Effect.tryPromise({ try: async () => ask(await library()), catch: (failure) => refusalOf(provider, failure as Failure) })

/** The page to which the service redirects browsers back. */
const returnTo = (origin: string) => `${origin}/biometric-login`

const derived = (mark: string, state: string, purpose: "nonce" | "verifier") =>
  Effect.map(Config, ({ pepper }) => Buffer.from(hkdfSync("sha256", Redacted.value(pepper), mark, `sign-in ${purpose} ${state}`, 32)).toString("base64url"))

/** The address at which the browser signs in. */
export const beginAtProvider = Effect.gen(function* () {
  const provider = yield* signInService
  const { origin } = yield* Config
  const configuration = yield* discovered(provider)
  const [mark, state] = [secret(), secret()]
  yield* keepChallenge(sha256(mark), "provider", sha256(state), null, lasts)
  yield* markVisitor(mark, "10 minutes")
  const [nonce, verifier] = [yield* derived(mark, state, "nonce"), yield* derived(mark, state, "verifier")]
  return yield* asking(provider, async (oidc) =>
    oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: returnTo(origin),
      scope: provider.scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      // so that a new session always follows a recent proof of identity
      max_age: String(freshFor),
    }),
  )
})

/** The claims of the service about the person who signed in: once for each beginning, and only in the same browser. */
export const finishAtProvider = (asked: URLSearchParams) =>
  Effect.gen(function* () {
    const provider = yield* signInService
    const { origin } = yield* Config
    const mark = yield* visitor
    const state = asked.get("state") ?? ""
    if (mark === undefined) return yield* Effect.fail(used)
    const kept = yield* Effect.catchIf(
      takeChallenge(sha256(mark), "provider"),
      (error) => error instanceof Rejection,
      () => Effect.fail(used),
    )
    if (kept.challenge !== sha256(state)) return yield* Effect.fail(used)
    const configuration = yield* discovered(provider)
    const [nonce, verifier] = [yield* derived(mark, state, "nonce"), yield* derived(mark, state, "verifier")]
    const address = new URL(`${returnTo(origin)}?${asked}`)
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, maxAge: freshFor, idTokenExpected: true }
    const tokens = yield* asking(provider, (oidc) => oidc.authorizationCodeGrant(configuration, address, checks))
    const claims = tokens.claims()
    return claims ? { provider, claims } : yield* Effect.fail(untrusted(provider, "it identifies no one"))
  })

/** The account identified by the operator's configured claim; undefined if there is no reliable value. */
export const namedBy = ({ claim }: Provider, claims: IDToken): { readonly email: string } | { readonly employeeId: string } | undefined => {
  const value = claims[claim]
  if (typeof value !== "string" || value === "") return undefined
  if (claim !== "email") return { employeeId: value }
  // an unverified address may be anyone's
  return claims["email_verified"] === true ? { email: value } : undefined
}

/** The groups of a person according to the service. */
export const groupsIn = ({ groups }: Provider, claims: IDToken): ReadonlyArray<string> => {
  const value = claims[groups]
  return Array.isArray(value) ? value.filter((group) => typeof group === "string") : typeof value === "string" ? [value] : []
}
