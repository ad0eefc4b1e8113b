/** The full client of a contract: sends changes, reads every answer, and reports errors. */
import { randomUUID } from "node:crypto"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { type HttpApi, HttpApiClient, type HttpApiGroup } from "effect/http-api"
import * as Schema from "effect/Schema"
import type { Command } from "@ops/platform/terminal/command.ts"
import { isInDoubt, pauses } from "@ops/client/placing.ts"
import { sentencesOf } from "@ops/platform/faults.ts"
import type { Credential } from "@ops/platform/terminal/call.ts"
import { Exit as Ended } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { visible } from "@ops/platform/terminal/terminal.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import type { Reached } from "./transport.ts"
import { ours } from "./transport.ts"

/** The statuses with which the contract rejects; any other failure has another source. */
const refusals = new Set([400, 401, 403, 404, 409, 413, 415, 422, 429, 503])

/** Detects answers that are not part of the contract: from another program at this address, or from an internal error of the server. */
const foreign = (response: HttpClientResponse.HttpClientResponse, url: string) =>
  Effect.gen(function* () {
    const { status, headers } = response
    const requestId = headers["x-request-id"]
    const isText = (headers["content-type"] ?? "").startsWith("text/plain")
    if (status < 400 || (refusals.has(status) && isText)) return response
    if (requestId === undefined || !isText) {
      return yield* Effect.die(
        new Ended("unavailable", `${url} does not answer as Field Office does (status ${status}).`, { next: "Check --url, or the profile: ops config show" }),
      )
    }
    const sentence = yield* Effect.orDie(response.text)
    return yield* Effect.die(new Ended(status >= 500 ? "unavailable" : "failure", sentence, { requestId }))
  })

/** Thrown before anything is sent. */
const pastIsRead = new Ended("usage", "This command changes data, and the past is read-only.", {
  next: "Remove --as-of to change current data.",
})

/** Implements `Call`, with the resolved server and person. */
export const callWhole = async <Id extends string, Groups extends HttpApiGroup.Constraint, A, E>(
  { url, token, ask }: Reached,
  command: Command,
  api: HttpApi.HttpApi<Id, Groups>,
  use: (client: HttpApiClient.Client<Groups>) => Effect.Effect<A, E>,
  credential?: Credential,
): Promise<A> => {
  const { verbose, asOf } = commonOptions(command)
  let requestId: string | undefined
  let method: string | undefined

  const prepared = (request: HttpClientRequest.HttpClientRequest) => {
    const headers = {
      ...ours,
      ...(request.method !== "GET" && { "idempotency-key": randomUUID() }),
      ...(credential?.cookie !== undefined && { cookie: credential.cookie }),
    }
    if (asOf !== undefined && request.method !== "GET") throw pastIsRead
    const named = HttpClientRequest.setHeaders(asOf === undefined ? request : HttpClientRequest.setUrlParam(request, "asOf", asOf), headers)
    return token && credential === undefined ? HttpClientRequest.bearerToken(named, token()) : named
  }
  const transformClient = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    client.pipe(
      HttpClient.mapRequest(prepared),
      HttpClient.transform((answer, request) => {
        const began = performance.now()
        return untilKnown(answer).pipe(
          Effect.tap((response) =>
            Effect.sync(() => {
              requestId = response.headers["x-request-id"]
              method = request.method
              if (!verbose) return
              const line = `${request.method} ${response.request.url} ${response.status}, ${Math.round(performance.now() - began)} ms, request ${requestId ?? "-"}`
              process.stderr.write(`${visible(line)}\n`)
            }),
          ),
          Effect.flatMap((response) => foreign(response, url)),
        )
      }),
    )

  const exit = await Effect.runPromiseExit(
    // none of our calls requires client middleware
    Effect.flatMap(
      HttpApiClient.make(api, { baseUrl: url, transformClient }) as Effect.Effect<HttpApiClient.Client<Groups>, never, HttpClient.HttpClient>,
      use,
    ).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, ask as typeof fetch)),
  )
  if (Exit.isSuccess(exit)) return exit.value
  throw told(Cause.squash(exit.cause), requestId, method)
}

/** Asks again while the server cannot tell what became of a request, or cannot read back what it recorded. */
const untilKnown = <E, R>(
  answer: Effect.Effect<HttpClientResponse.HttpClientResponse, E, R>,
  [pause, ...left] = pauses,
): Effect.Effect<HttpClientResponse.HttpClientResponse, E, R> =>
  Effect.flatMap(answer, (response) =>
    pause !== undefined && isInDoubt(response.headers["x-recorded"])
      ? // a later attempt's own result does not answer for the first one
        Effect.map(Effect.delay(untilKnown(answer, left), pause), (later) => (later.status >= 500 ? response : later))
      : Effect.succeed(response),
  )

/** A failure with what the user can do about it, and the request id in the server's log. */
const told = (error: unknown, requestId: string | undefined, method: string | undefined): unknown => {
  const { _tag, reason } = (error ?? {}) as { readonly _tag?: string; readonly reason?: { readonly _tag?: string } }
  // a read that the server does not understand had invalid arguments
  if (error instanceof Rejection && error.status === 400 && method === "GET") return new Ended("usage", `${error.message}.`, { requestId, cause: error })
  // there is no answer yet: the request could not be encoded, and the server would have rejected it with the same message
  if (error instanceof Schema.SchemaError && method === undefined) return new Rejection(400, sentencesOf(error))
  if (_tag === "SchemaError" || reason?._tag === "DecodeError") {
    return new Ended("failure", "The server's response has a format that this version cannot read.", {
      next: "Use the version of ops that matches the server.",
      requestId,
      cause: error,
    })
  }
  if (error instanceof Error && requestId !== undefined && !("requestId" in error)) Object.assign(error, { requestId })
  return error
}
