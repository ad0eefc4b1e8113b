/** The product within this process, on the database of this machine: for those who have the server in their hands. */
import { Cause, Effect, Exit, Layer, Logger, ManagedRuntime, Redacted, References } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Sessions } from "@ops/identity/sessions.ts"
import { Config } from "@ops/platform/config.ts"
import * as Addresses from "@ops/platform/database/connection.ts"
import * as Database from "@ops/platform/database/database.ts"
import { migrateRows, migrateStore } from "@ops/platform/database/migrate.ts"
import * as EventStore from "@ops/platform/event-store/event-store.ts"
import type { Progress } from "@ops/platform/records/generation.ts"
import * as Instants from "@ops/platform/records/instant.ts"
import { PersonalKeys } from "@ops/platform/records/personal.ts"
import * as Records from "@ops/platform/records/records.ts"
import type { InProcess } from "@ops/platform/terminal/call.ts"
import { Exit as Ended } from "@ops/platform/terminal/exit-codes.ts"
import { appLayer, coreLayer } from "../server/app.ts"
import { model, setup } from "../server/modules.ts"
import { checkVersion } from "../server/refusals.ts"
import type { Connection } from "./client.ts"

/** What the process logs goes to stderr: warnings, or all of it. */
const logs = (verbose: boolean) =>
  Layer.mergeAll(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]), Layer.succeed(References.MinimumLogLevel, verbose ? "Debug" : "Warn"))

const valueOf = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/** The database with the log's tables as this version has them, without the limits of time that calls have. */
const storeLayer = Layer.effect(
  Database.Database,
  Effect.gen(function* () {
    const { owner, app } = yield* Addresses.DatabaseAddress
    yield* checkVersion(owner)
    yield* migrateStore(owner, { ifChanged: true })
    return yield* Database.make({ ...app, max: 4, timeouts: false })
  }),
).pipe(Layer.provide(Addresses.layer))

const workLayer = Layer.mergeAll(Records.layer, Instants.layer()).pipe(
  Layer.provideMerge(EventStore.layer),
  Layer.provideMerge(PersonalKeys.layer),
  Layer.provideMerge(storeLayer),
  Layer.provideMerge(Layer.succeed(Records.Model, model)),
  Layer.provideMerge(Config.layer),
  Layer.provideMerge(logs(false)),
)

/** Runs maintenance on the database of the environment; the log's tables are there, the rows are as they are. */
export const inProcess: InProcess = async (work) => valueOf(await Effect.runPromiseExit(Effect.provide(work, workLayer)))

/** Brings the rows to this version, and makes what a company has from its first day. Gives how the rows were made anew, if so. */
export const migrated = (progress?: (at: Progress) => void) => Effect.tap(migrateRows(progress), () => setup)

/**
 * The application behind the same contract, without a port, as the person with this employee ID: a token of theirs that
 * only this process knows, and that ends with it. Rejects with `Ended` where there is no such person.
 */
export const connectLocally = async (employeeId: string, verbose: boolean): Promise<Connection> => {
  const memoMap = Layer.makeMemoMapUnsafe()
  const base = Layer.mergeAll(Config.layer, logs(verbose))
  const runtime = ManagedRuntime.make(Sessions.layer.pipe(Layer.provideMerge(coreLayer), Layer.provideMerge(base)), { memoMap })
  try {
    const { id, token, url } = valueOf(
      await runtime.runPromiseExit(
        Effect.gen(function* () {
          const { origin } = yield* Config
          const { statement } = yield* Database.Database
          const [person] = yield* statement("select id from person where employee_id = $1 and is_active", [employeeId])
          if (!person) {
            return yield* Effect.die(
              new Ended("notAllowed", `There is no active person ${employeeId} in this database.`, { next: "Name another one with --as" }),
            )
          }
          const { id, token } = yield* (yield* Sessions).makeToken(person.id, "ops --local", ["all"])
          return { id, token: Redacted.make(token), url: origin }
        }),
      ),
    )
    const { handler, dispose } = HttpRouter.toWebHandler(appLayer().pipe(Layer.provide(HttpServer.layerServices), Layer.provideMerge(base)), {
      memoMap,
      disableLogger: true,
    })
    return {
      url,
      token,
      fetch: (input, init) => (handler as (request: Request) => Promise<Response>)(new Request(input, init)),
      close: async () => {
        await runtime.runPromiseExit(Effect.flatMap(Database.Database, ({ statement }) => statement("delete from app.token where id = $1", [id])))
        await dispose()
        await runtime.dispose()
      },
    }
  } catch (error) {
    await runtime.dispose()
    throw error
  }
}
