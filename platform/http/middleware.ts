/** What stands before every call: who asks (given by the identity module), may he, and plain words for what went wrong. */
import { Context, Effect, Layer, Cause } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { holdsAny } from "../access/levels.ts"
import { Rule } from "../access/rule.ts"
import { Who } from "../access/who.ts"
import { Config } from "../config.ts"
import { Refusal } from "../records/act.ts"
import { inWords } from "../text.ts"
import { Answered, Permit } from "./contract.ts"

/** The sentences of a failed check, one for each field, without the library's own words around them. */
export const sentenceOf = (message: string): string => {
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const sentences: Array<string> = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    if (line.startsWith("at [")) continue
    const place = lines[index + 1]?.match(/^at (.+)$/)?.[1]?.match(/"([^"]+)"\](?!.*")/)?.[1]
    if (line.startsWith("Missing key")) sentences.push(`${words(place ?? "A field")} is required`)
    else if (line.startsWith("Expected "))
      sentences.push(place ? `${words(place)} is not valid` : "The request must be a JSON object with the fields of this call")
    else sentences.push(line)
  }
  return [...new Set(sentences)].join(". ") || "The request could not be read"
}
const words = (field: string) => inWords(field.replace(/Id$/, ""))

export const AnsweredLive = Layer.succeed(
  Answered,
  Answered.of(
    (effect) =>
      Effect.catchCause(effect as Effect.Effect<HttpServerResponse.HttpServerResponse, any, any>, (cause) => {
        const error = Cause.squash(cause) as { _tag?: string; kind?: string; cause?: { message?: string } }
        if (error instanceof Refusal) return Effect.fail(error as never)
        if (HttpApiError.HttpApiSchemaError.is(error)) {
          if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
          return Effect.fail(new Refusal(400, sentenceOf(error.cause.message)) as never)
        }
        if (error._tag === "HttpApiPayloadTooLarge") return Effect.fail(new Refusal(413, "The request is too large: 256 KiB at most") as never)
        if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as never)
        return Effect.failCause(cause as never)
      }) as never,
  ),
)

/** Asks for a new proof of who one is; the header says so to our own pages, which ask the person and repeat the call. */
const proveAgain = HttpServerResponse.text("Confirm that it is you: type your password again.", {
  status: 403,
  headers: { "x-step-up": "required" },
})

export const PermitLive = Layer.effect(
  Permit,
  Effect.gen(function* () {
    const { mode } = yield* Config
    return Permit.of(
      Effect.fnUntraced(function* (effect, { endpoint }) {
        const rule = Context.get(endpoint.annotations as Context.Context<never>, Rule as never) as Rule | undefined
        if (!rule) return yield* Effect.fail(new Refusal(403, "This call has no rule yet, so nobody may make it") as never)
        const who = yield* Who
        if (rule.may === "demo" && mode !== "demo") return yield* Effect.fail(new Refusal(404, "Not found") as never)
        if (Array.isArray(rule.may) && !holdsAny(who, rule.may)) {
          const request = yield* HttpServerRequest.HttpServerRequest
          yield* Effect.logInfo("refused").pipe(
            Effect.annotateLogs({ actor: who.actor, method: request.method, url: request.url, needs: rule.may.join(" or ") }),
          )
          return yield* Effect.fail(new Refusal(403, `You do not have access to this. It needs: ${rule.may.join(" or ")}`) as never)
        }
        if (rule.stepUp && !who.proven) return proveAgain
        return yield* effect
      }),
    )
  }),
)
