/** HTTP calls for tests, within the process: real handlers on a test database, called by people identified by their token. */
import { Context, Effect, Layer, Logger, type ManagedRuntime, Redacted } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { permissionsOf } from "../access/levels.ts"
import { type SignedIn, Who } from "../access/who.ts"
import { Config } from "../config.ts"
import { ErrorMapping, Authentication } from "../http/contract.ts"
import { ErrorMappingLive, AuthorizationLive } from "../http/middleware.ts"
import { acting, Rejection, system } from "../records/command.ts"
import { answerFault } from "./answer-fault.ts"

/** Signs in a person with the level in the token, and the site to which the person is confined: "6@1". The person's id is the level. */
export const byLevel = (token: string): SignedIn => {
  const [level = 0, siteId = null] = token.split("@").map(Number)
  const by = { ...acting(system("test")), actor: `person:${level}`, person: level, level, permissions: permissionsOf(level), confinedTo: siteId }
  return { ...by, department: "operations", employeeId: token, siteId, sessionId: null, proven: true }
}

/** As on a server, but JSON that does not match the contract becomes a 500 that states the difference. Lists requested as a file are not checked. */
const AnsweredAsDeclared = Layer.effect(
  ErrorMapping,
  Effect.map(ErrorMapping, (answered) =>
    ErrorMapping.of((effect, call) =>
      Effect.map(answered(effect, call), (answer) => {
        const { body, status } = answer
        if (body._tag !== "Uint8Array" || status >= 300 || !body.contentType.startsWith("application/json")) return answer
        const fault = answerFault(call.endpoint, body.contentType, JSON.parse(new TextDecoder().decode(body.body)))
        return fault === undefined ? answer : HttpServerResponse.text(`${call.endpoint.method} ${call.endpoint.path}: ${fault}`, { status: 500 })
      }),
    ),
  ),
).pipe(Layer.provide(ErrorMappingLive))

/** Serves an API like a server. Layers given to it, such as a Config, override the defaults. */
export const serveApi = (
  api: Layer.Layer<never, unknown, unknown>,
  runtime: ManagedRuntime.ManagedRuntime<never, unknown>,
  signedIn: (token: string) => SignedIn = byLevel,
) => {
  const sessions = Layer.succeed(
    Authentication,
    Authentication.of({
      cookie: () => Effect.fail(new Rejection(401, "Only tokens")),
      bearer: (effect, { credential }) => Effect.provideService(effect, Who, signedIn(Redacted.value(credential))),
    }),
  )
  const served = api.pipe(
    Layer.provide([sessions, AnsweredAsDeclared, AuthorizationLive]),
    Layer.provide(Layer.succeed(Config, { mode: "demo" } as Config["Service"])),
    Layer.provide(Layer.effectContext(runtime.contextEffect)),
    Layer.provide([HttpServer.layerServices, Logger.layer([])]),
  )
  const web = HttpRouter.toWebHandler(served as Layer.Layer<never, unknown, HttpRouter.HttpRouter>, { disableLogger: true }) as {
    readonly handler: (request: Request, context: Context.Context<never>) => Promise<Response>
    readonly dispose: () => Promise<void>
  }
  const ask = (
    token: string,
    address: string,
    body?: object | null,
    method = body === undefined ? "GET" : "POST",
    more: Readonly<Record<string, string>> = {},
  ) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...more }
    const request = new Request(`http://localhost${address}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return web.handler(request, Context.empty())
  }
  /** The complete answer. */
  const whole = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = answer.headers.get("content-type")?.startsWith("application/json")
    return { status: answer.status, headers: answer.headers, bytes, body: isJson ? JSON.parse(text) : text }
  }
  /** The parts of an answer that most tests check. */
  const call = async (...asked: Parameters<typeof ask>) => {
    const { status, body } = await whole(...asked)
    return { status, body }
  }
  return { handler: (request: Request) => web.handler(request, Context.empty()), ask, whole, call, dispose: web.dispose }
}
