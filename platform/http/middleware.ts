/** Middleware of every call: authentication (provided by the identity module), authorization, and a message for errors. */
import { Context, Effect, Layer, Cause } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { holdsAny } from "../access/levels.ts"
import { Rule } from "../access/rule.ts"
import { Who } from "../access/who.ts"
import { Config } from "../config.ts"
import { DatabaseError } from "../database/database.ts"
import { sentencesOf } from "../faults.ts"
import { Rejection } from "../records/command.ts"
import { Outcome } from "../records/outcome.ts"
import { TooLarge, tooLargeTotal } from "../too-large.ts"
import { ErrorMapping, Authorization } from "./contract.ts"
import { wrongFilter } from "./filter-words.ts"
import { RequestContext } from "./limits/request-limits.ts"
import { asksForFile, type QueryValues } from "./query.ts"
import { refuseUnknown } from "./unknown-fields.ts"

const isTooLarge = (error: unknown) => error instanceof TooLarge || (error instanceof DatabaseError && error.cause instanceof TooLarge)

/** Notes the declared path of a call, for the request metrics. */
const noteRoute = (path: string) => Effect.map(RequestContext, (noted) => void (noted.route = path))

export const ErrorMappingLive = Layer.succeed(
  ErrorMapping,
  ErrorMapping.of((effect, { endpoint }) =>
    // if no permission is required, nothing else checks the fields
    Effect.catchCause(
      Effect.andThen(noteRoute(endpoint.path), endpoint.middlewares.has(Authorization) ? effect : Effect.andThen(refuseUnknown(endpoint), effect)),
      (cause) => {
        const error = Cause.squash(cause) as { _tag?: string; kind?: string }
        if (error instanceof Rejection) return Effect.fail(error)
        if (HttpApiError.HttpApiSchemaError.is(error)) {
          if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
          return Effect.fail(new Rejection(400, sentencesOf(error.cause)))
        }
        if (error._tag === "HttpApiPayloadTooLarge") return Effect.fail(new Rejection(413, "The request is too large: 256 KiB at most"))
        if (isTooLarge(error)) {
          // a call that has committed does not fail because its total cannot be shown
          return Effect.flatMap(Outcome, (written) => (written?.recorded ? Effect.failCause(cause) : Effect.fail(new Rejection(422, tooLargeTotal))))
        }
        return Effect.failCause(cause)
      },
    ),
  ),
)

/** Requests a new confirmation of identity; our own pages recognise the header, ask the person and repeat the call. */
const proveAgain = HttpServerResponse.text("Confirm your identity: enter your password again.", {
  status: 403,
  headers: { "x-step-up": "required" },
})

/** Whether a call exports pay, bank, identity or health data as a file. */
const exportsPrivate = ({ audited }: Rule, query: QueryValues) =>
  audited !== undefined && ["pay", "bank", "identity", "health"].includes(audited) && asksForFile(query)

export const AuthorizationLive = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const { mode } = yield* Config
    return Authorization.of(
      Effect.fnUntraced(function* (effect, { endpoint }) {
        const rule = Context.get(endpoint.annotations, Rule)
        if (!rule) return yield* Effect.fail(new Rejection(403, "This call has no access rule yet, so it is not allowed"))
        const who = yield* Who
        if (rule.may === "demo" && mode !== "demo") return yield* Effect.fail(new Rejection(404, "Not found"))
        if (Array.isArray(rule.may) && !holdsAny(who, rule.may)) {
          const request = yield* HttpServerRequest.HttpServerRequest
          yield* Effect.logInfo("refused").pipe(
            Effect.annotateLogs({ actor: who.actor, method: request.method, path: request.url.replace(/[?#].*$/s, ""), needs: rule.may.join(" or ") }),
          )
          return yield* Effect.fail(new Rejection(403, `You do not have access to this. It needs: ${rule.may.join(" or ")}`))
        }
        const query = yield* HttpServerRequest.ParsedSearchParams
        const wrong = wrongFilter(endpoint, query)
        if (wrong !== undefined) return yield* Effect.fail(new Rejection(400, wrong))
        if ((rule.stepUp || exportsPrivate(rule, query)) && !who.proven) return proveAgain
        yield* refuseUnknown(endpoint)
        return yield* effect
      }),
    )
  }),
)
