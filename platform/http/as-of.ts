/** Every read call takes `asOf`: the same answer as the log would have given at a past time. */
import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Who } from "../access/who.ts"
import { Rejection } from "../records/command.ts"
import { Snapshots } from "../records/snapshots/snapshots.ts"
import { mapDatabaseErrors } from "./answer.ts"
import { Authorization } from "./contract.ts"
import { valuesOf } from "./query.ts"

/** The paths of an OpenAPI document, as far as its read calls are concerned. */
type Paths = Readonly<Record<string, { readonly get?: Reading }>>
interface Reading {
  readonly security?: ReadonlyArray<unknown>
  readonly parameters: Array<{ readonly name: string }>
}

/** Adds `asOf` to an OpenAPI document, in each read call that requires sign-in. */
export const documentAsOf = (document: Record<string, unknown>): Record<string, unknown> => {
  for (const { get } of Object.values(document["paths"] as Paths)) {
    if (!get || get.security?.length === 0 || get.parameters.some(({ name }) => name === asOfParameter.name)) continue
    get.parameters.push(asOfParameter)
  }
  return document
}
export const asOfParameter = {
  name: "asOf",
  in: "query",
  required: false,
  schema: { type: "string" },
  description: "Answers as of a moment of the past: a day such as 2026-10-31, a time, or @ and a position of the log",
}

/**
 * An Authorization that answers a permitted call as of the requested time: permissions are those of today; the data and today's date are those of
 * that time. The answer states the position of the log in `x-as-of` and its time in `x-as-of-at`.
 */
export const asOfRequests = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const permit = yield* Authorization
    const instants = yield* Snapshots
    const answered = <E, R>(effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const [asOf] = valuesOf(yield* HttpServerRequest.ParsedSearchParams, "asOf")
        if (asOf === undefined) return yield* effect
        if (request.method !== "GET" && request.method !== "HEAD") {
          return yield* Effect.fail(new Rejection(400, "The past can only be read. Leave out asOf to change something today"))
        }
        const instant = yield* instants.resolve(asOf)
        const { at, today, position } = instant
        const then = Effect.provideService(effect, Who, { ...(yield* Who), at, today })
        return HttpServerResponse.setHeaders(yield* instants.within(instant, then), { "x-as-of": String(position), "x-as-of-at": at })
      })
    return Authorization.of((effect, call) => permit(mapDatabaseErrors(answered(effect)) as typeof effect, call))
  }),
)
