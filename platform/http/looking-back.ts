/** Every reading call takes `asOf`: the same answer as the log would have given it at a moment of the past. */
import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Who } from "../access/who.ts"
import { Refusal } from "../records/act.ts"
import { Instants } from "../records/instant.ts"
import { orUnavailable } from "./answer.ts"
import { Permit } from "./contract.ts"

/** The moment a call asks for; undefined for the present. */
const asked = ({ url }: { readonly url: string }) => {
  const query = url.indexOf("?")
  return query < 0 ? undefined : new URLSearchParams(url.slice(query + 1)).get("asOf") || undefined
}

/**
 * A Permit that, once a call is permitted, answers it as of the moment asked for: whose rights count are those of today,
 * what is seen and what counts as today are of then. The answer names the position of the log in `x-as-of`
 * and its moment in `x-as-of-at`.
 */
export const lookingBack = Layer.effect(
  Permit,
  Effect.gen(function* () {
    const permit = yield* Permit
    const instants = yield* Instants
    const answered = (effect: Effect.Effect<HttpServerResponse.HttpServerResponse, any, any>) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const asOf = asked(request)
        if (asOf === undefined) return yield* effect
        if (request.method !== "GET" && request.method !== "HEAD") {
          return yield* Effect.fail(new Refusal(400, "The past can only be read. Leave out asOf to change something today"))
        }
        const instant = yield* instants.resolve(asOf)
        const { at, today, position } = instant
        const then = Effect.provideService(effect, Who, { ...(yield* Who), at, today })
        return HttpServerResponse.setHeaders(yield* instants.within(instant, then), { "x-as-of": String(position), "x-as-of-at": at })
      })
    return Permit.of((effect, call) => permit(orUnavailable(answered(effect)) as typeof effect, call))
  }),
)
