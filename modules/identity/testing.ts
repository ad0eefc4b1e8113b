/** The module served over real HTTP requests, for its tests: on a real database, with the clock of the test. */
import { Effect, Layer, Redacted } from "effect"
import { HttpEffect, HttpRouter, HttpServer, type HttpServerError, type HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { TestClock } from "effect/testing"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { openSite, sites } from "@ops/sites/site.ts"
import { IdentityApi } from "./contract.ts"
import { identityModule } from "./module.ts"
import { identity, AuthenticationLive } from "./server.ts"

export const origin = "http://localhost:3000"
export const demoPassword = "field-office-demo"
export const config = (mode: "demo" | "production") =>
  Layer.succeed(Config, {
    port: 3000,
    host: "127.0.0.1",
    origin,
    mode,
    dataFolder: "/nowhere",
    databaseUrl: undefined,
    embeddedInProduction: false,
    demoData: "on-request",
    smtpUrl: undefined,
    mailFrom: "a@b.c",
    demoPassword: mode === "demo" ? Redacted.make(demoPassword) : undefined,
    pepper: Redacted.make("p".repeat(32)),
    trustedProxies: [],
    webhookNetworks: [],
    signInService: undefined,
    backups: undefined,
    metricsToken: undefined,
    tracesUrl: undefined,
    rehearsal: undefined,
    personalKey: undefined,
    sealKey: undefined,
    sealNotes: "/nowhere/seals.notes",
    sealSeconds: 10,
    auditorMail: undefined,
    sources: {},
  })

interface Call {
  readonly cookies?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** The module served over real HTTP requests, with the clock of the test. */
export const serve = (mode: "demo" | "production", broken?: Layer.Layer<Database>) =>
  Effect.gen(function* () {
    const handlers = HttpApiBuilder.layer(IdentityApi).pipe(
      Layer.provide(identity(IdentityApi)),
      Layer.provide([AuthenticationLive, AuthorizationLive, ErrorMappingLive]),
      Layer.provide(broken ? Layer.merge(config(mode), broken) : config(mode)),
      Layer.provide(HttpServer.layerServices),
    )
    const app = yield* HttpRouter.toHttpEffect(Layer.fresh(handlers))
    const context = yield* Effect.context<never>()
    const handle = HttpEffect.toWebHandlerWith(context)(app as Effect.Effect<HttpServerResponse.HttpServerResponse, HttpServerError.HttpServerError>)
    const call = (method: string, path: string, { cookies = {}, headers = {}, body }: Call = {}) =>
      Effect.promise(async () => {
        const response = await handle(
          new Request(`${origin}${path}`, {
            method,
            headers: {
              "user-agent": "test",
              ...(Object.keys(cookies).length > 0 && {
                cookie: Object.entries(cookies)
                  .map(([name, value]) => `${name}=${value}`)
                  .join("; "),
              }),
              ...(body !== undefined && { "content-type": "application/json" }),
              ...headers,
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
        )
        const text = await response.text()
        const set = response.headers.getSetCookie()
        const given = Object.fromEntries(set.map((line) => line.split(";")[0]!.split("=") as [string, string]))
        const json = response.headers.get("content-type")?.startsWith("application/json")
        return { status: response.status, text, json: json ? JSON.parse(text) : undefined, set, cookies: { ...cookies, ...given }, headers: response.headers }
      })
    const login = (employeeId: string, password: string, more: Call = {}) => call("POST", "/api/auth/login", { body: { employeeId, password }, ...more })
    const user = (cookies: Record<string, string>) => call("GET", "/api/auth/user", { cookies })
    return { call, login, user }
  })

/** Each test has its own days, since time in the database does not go back. */
let month = Date.parse("2026-11-21T06:00:00.000Z")
export const newTime = Effect.suspend(() => TestClock.setTime((month += 40 * 86_400_000)))
/** The sites where the people of the tests work. */
export const prepare = Effect.gen(function* () {
  const { execute } = yield* Records
  const by = system("test", "2026-01-01T06:00:00.000Z")
  const at = { client: null, location: null }
  yield* execute(openSite, { id: 1, code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", ...at }, by)
  yield* execute(openSite, { id: 3, code: "JU", slug: "juba-office", name: "Juba office", label: "Juba Office", ...at }, by)
})
export const model = { ...identityModule, streams: [...identityModule.streams, sites] }

export const accounts = (id: string) =>
  Effect.flatMap(Database, ({ statement }) => Effect.map(statement("select * from person where employee_id = $1", [id]), ([row]) => row))
