/** The commands' way to the product: the contract's own client, over HTTP as the person who signed in, or in process. */
import { randomUUID } from "node:crypto"
import type { Command } from "commander"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type * as Redacted from "effect/Redacted"
import type { Call, Credential } from "@ops/platform/terminal/call.ts"
import { Exit as Ended } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { effective } from "@ops/platform/terminal/profile.ts"
import { visible } from "@ops/platform/terminal/terminal.ts"

export interface Connection {
  readonly url: string
  readonly token: Redacted.Redacted
  readonly fetch: typeof globalThis.fetch
  readonly close: () => Promise<void>
}

/** What the contract knows how to refuse with; any other failure comes from elsewhere. */
const refusals = new Set([400, 401, 403, 404, 409, 413, 415, 422, 429, 503])

/** Tells what did not come out of the contract: another program at this address, or a fault of the server. */
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

/** Nothing has been sent when this is thrown. */
const pastIsRead = new Ended("usage", "The past can only be read, and this command changes something.", { next: "Leave out --as-of to do it today." })

let local: Promise<Connection> | undefined

const connect = async (
  command: Command,
  anonymous: boolean,
): Promise<Omit<Connection, "token" | "close"> & { readonly token: Redacted.Redacted | undefined }> => {
  const given = command.opts<{ local?: boolean; as?: string }>()
  if (given.local) {
    if (given.as === undefined) throw new Ended("usage", "With --local somebody must be named who acts.", { next: "Add --as EMPLOYEE_ID" })
    local ??= import("./local.ts").then(({ connectLocally }) => connectLocally(given.as!, commonOptions(command).verbose))
    return local
  }
  if (given.as !== undefined) throw new Ended("usage", "--as goes with --local only.", { next: "Sign in as that person: ops login --profile NAME" })
  const { url, token, profile } = await effective(commonOptions(command), process.env)
  if (!token.value && !anonymous) {
    const usual = url.from === `profile ${profile.value}` || url.from === "default"
    throw new Ended("notAllowed", `You are not signed in at ${url.value}.`, { next: usual ? "ops login" : `ops login --url ${url.value}` })
  }
  return { url: new URL(url.value).origin, token: token.value, fetch: globalThis.fetch }
}

/** Ends what a call has opened; for the end of the program. */
export const disconnect = async (): Promise<void> => {
  await local?.then(
    ({ close }) => close(),
    () => undefined,
  )
}

export const call: Call = async (command, api, use, credential?: Credential) => {
  const { url, token, fetch } = await connect(command, credential !== undefined)
  const { verbose, asOf } = commonOptions(command)
  let requestId: string | undefined

  const prepared = (request: HttpClientRequest.HttpClientRequest) => {
    const headers = {
      "x-ops-client": "1",
      accept: "application/json, text/plain",
      ...(request.method !== "GET" && { "idempotency-key": randomUUID() }),
      ...(credential?.cookie !== undefined && { cookie: credential.cookie }),
    }
    if (asOf !== undefined && request.method !== "GET") throw pastIsRead
    const named = HttpClientRequest.setHeaders(asOf === undefined ? request : HttpClientRequest.setUrlParam(request, "asOf", asOf), headers)
    return token && credential === undefined ? HttpClientRequest.bearerToken(named, token) : named
  }
  const transformClient = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    client.pipe(
      HttpClient.mapRequest(prepared),
      HttpClient.transform((answer, request) => {
        const began = performance.now()
        return answer.pipe(
          Effect.tap((response) =>
            Effect.sync(() => {
              requestId = response.headers["x-request-id"]
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
    Effect.flatMap(HttpApiClient.make(api as never, { baseUrl: url, transformClient }) as Effect.Effect<any, never, HttpClient.HttpClient>, (client) =>
      use(client),
    ).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetch)),
  )
  if (Exit.isSuccess(exit)) return exit.value
  throw told(Cause.squash(exit.cause), requestId)
}

/** A failure with what a person can do about it, and the number under which the server's log has it. */
const told = (error: unknown, requestId: string | undefined): unknown => {
  const { _tag, reason } = (error ?? {}) as { readonly _tag?: string; readonly reason?: { readonly _tag?: string } }
  if (_tag === "SchemaError" || reason?._tag === "DecodeError") {
    return new Ended("failure", "The server's answer has a form that this version does not know.", {
      next: "Use the version of ops that belongs to the server.",
      requestId,
      cause: error,
    })
  }
  if (error instanceof Error && requestId !== undefined && !("requestId" in error)) Object.assign(error, { requestId })
  return error
}
