/** The application with the demo data within the test's own process, without rate limits, and people who call it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Context, Effect, Exit, Layer, Logger, ManagedRuntime, Redacted, Scope } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { addPerson } from "@ops/identity/person.ts"
import { personNamed } from "@ops/identity/queries.ts"
import { actingAs, Sessions } from "@ops/identity/sessions.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import * as Connection from "@ops/platform/database/connection.ts"
import * as Database from "@ops/platform/database/database.ts"
import { noLimits } from "@ops/platform/http/limits/rate-limit.ts"
import { type Command, acting, Rejection, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { copyDemo, demoVariable, newFolder } from "@ops/platform/testing/data-folder.ts"
import { startServer } from "@ops/platform/testing/server.ts"
import { appLayer, coreLayer } from "../app.ts"

/** Calls as a person: the answer's status, text and bytes. A body is sent as JSON, a form unchanged. */
export type Caller = (
  method: string,
  address: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly text: string; readonly bytes: Buffer; readonly headers: Headers }>

/**
 * While `rehearsing.on`, commands are decided but not performed: a call that could be performed is rejected with this message, another one with its
 * own.
 */
export const wouldBeDone = "This would be done, and is only rehearsed"

export const demoApp = async () => {
  const folder = newFolder("demo-app")
  const data = path.join(folder, "data")
  copyDemo(data)
  // without prepared demo data a server creates it, once
  if (process.env[demoVariable] === undefined) await (await startServer([path.join(import.meta.dirname, "../main.ts")], { OPS_DATA: data })).stop()
  const config = Layer.effect(
    Config,
    Effect.map(loadConfig({ OPS_DATA: data, OPS_PEPPER_FILE: path.join(data, "pepper") }), (settings) => ({
      ...settings,
      pepper: settings.pepper ?? Redacted.make(""),
    })),
  )
  const memoMap = Layer.makeMemoMapUnsafe()
  const addresses = Connection.layer.pipe(Layer.provide(config))
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(Sessions.layer.pipe(Layer.provideMerge(coreLayer)), Layer.provideMerge(addresses, Layer.empty)).pipe(Layer.provide(config)),
    { memoMap },
  )
  const rehearsing = { on: false }
  const records = await runtime.runPromise(Records)
  const { execute, executeAll, rehearse } = records
  const decided: typeof rehearse = (act, input, by) =>
    Effect.flatMap(rehearse(act, input, by), ({ changes }) =>
      Effect.fail(changes.length > 0 ? new Rejection(409, wouldBeDone) : new Rejection(409, "This is already the case")),
    )
  Object.assign(records, {
    execute: ((act, input, by, options) => (rehearsing.on ? decided(act, input, acting(by)) : execute(act, input, by, options))) as typeof execute,
    executeAll: ((act, inputs) =>
      rehearsing.on
        ? Effect.as(
            Effect.forEach(inputs, ({ input, by }) => decided(act, input, acting(by))),
            0,
          )
        : executeAll(act, inputs)) as typeof executeAll,
  })
  const web = HttpRouter.toWebHandler(appLayer({ limits: noLimits }).pipe(Layer.provide(config), Layer.provide([HttpServer.layerServices, Logger.layer([])])), {
    memoMap,
    disableLogger: true,
  })
  const handler = web.handler as unknown as (request: Request, context: Context.Context<never>) => Promise<Response>
  const silent = Context.make(Logger.CurrentLoggers, new Set())
  const ownerScope = Effect.runSync(Scope.make())
  let ownerDatabase: Promise<Database.Database["Service"]> | undefined
  /** Runs SQL as the owner of the tables, who can change rows without the log. */
  const owner = async (text: string, values: ReadonlyArray<unknown> = []) => {
    ownerDatabase ??= runtime.runPromise(
      Effect.flatMap(Connection.DatabaseAddress, ({ owner }) => Database.make({ ...owner, max: 1, timeouts: false })).pipe(
        Effect.provideService(Scope.Scope, ownerScope),
      ),
    )
    const { statement } = await ownerDatabase
    return runtime.runPromise(statement(text, values))
  }
  const callerOf =
    (cookie: string): Caller =>
    async (method, address, body) => {
      const isForm = body instanceof FormData
      const headers = {
        cookie: `__Host-sid=${cookie}`,
        "x-ops-client": "1",
        "idempotency-key": crypto.randomUUID(),
        ...(!isForm && { "content-type": "application/json" }),
      }
      const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
      const answer = await handler(new Request(`http://localhost:3000${address}`, { method, headers, ...sent }), silent)
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() }
    }
  /** Signs in the account with this ID, as if with a password just now. */
  const signedIn = (employeeId: string) =>
    runtime.runPromise(
      Effect.gen(function* () {
        const { statement } = yield* Database.Database
        const [person] = yield* statement("select id, access_level as level from person where employee_id = $1", [employeeId])
        const sessions = yield* Sessions
        const opened = { person: Number(person!.id), level: Number(person!.level), method: "password", via: "web", userAgent: undefined } as const
        return callerOf(yield* sessions.open({ ...opened, replaces: undefined }))
      }),
    )
  /** Adds an account of a level at a site, signed in. */
  const person = async (level: number, siteId: number | null, more: { readonly department?: string; readonly allSites?: boolean } = {}) => {
    const employeeId = `T-${level}-${siteId ?? "none"}-${crypto.randomUUID().slice(0, 4)}`
    const facts = { employeeId, firstName: "Test", lastName: `Level ${level}`, accessLevel: level, siteId, department: "operations", ...more }
    await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(addPerson, facts, system("test"))))
    return signedIn(employeeId)
  }
  const dispose = async () => {
    await Effect.runPromise(Scope.close(ownerScope, Exit.void))
    await web.dispose()
    await runtime.dispose()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  /** Whether the account with this ID could perform a command now; undefined, or the reason why not. */
  const could = <Input>(employeeId: string, act: Command<Input>, input: Input) =>
    runtime.runPromise(
      Effect.gen(function* () {
        const person = (yield* personNamed(employeeId))!
        const by = actingAs(person, { at: new Date().toISOString(), via: "web", simulated: false, sessionId: null, proven: true })
        const { could } = yield* Records
        return yield* could(act, input, by)
      }),
    )
  return { owner, signedIn, person, could, rehearsing, dispose, runtime }
}
