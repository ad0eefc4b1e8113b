/** The product within this process, on the database of this machine: for operators of the server. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Cause, Effect, Exit, Layer, Logger, ManagedRuntime, References } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Sessions } from "@ops/identity/sessions.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import * as Addresses from "@ops/platform/database/connection.ts"
import * as Database from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { migrateRows, migrateStore } from "@ops/platform/records/generations/migrate.ts"
import type { Progress } from "@ops/platform/records/generations/generation.ts"
import type { InProcess } from "@ops/platform/terminal/call.ts"
import { Exit as Ended } from "@ops/platform/terminal/exit-codes.ts"
import { appLayer, coreLayer } from "../server/app.ts"
import { recordsOn } from "../server/core.ts"
import { keepMode } from "../server/installation-mode.ts"
import { setup } from "../server/modules.ts"
import { checkVersion } from "../server/starts/refusals.ts"
import { discardUnfinishedDemo } from "../server/demo/unfinished-demo.ts"
import type { Connection } from "./transport.ts"

/** Log output of the process goes to stderr: warnings only, or everything. */
const logs = (verbose: boolean) =>
  Layer.mergeAll(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]), Layer.succeed(References.MinimumLogLevel, verbose ? "Debug" : "Warn"))

const valueOf = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/**
 * The product on the database of the environment, with this version's log tables and without time limits of queries. With `anyEvents` also if the log
 * contains events that this version cannot fold.
 */
const workLayer = ({ anyEvents = false } = {}) => {
  const database = Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const { owner, app } = yield* Addresses.DatabaseAddress
      if (!anyEvents) yield* checkVersion(owner)
      yield* migrateStore(owner, { ifChanged: true })
      return yield* Database.make({ ...app, max: 4, timeouts: false })
    }),
  ).pipe(Layer.provide(Addresses.layer))
  return recordsOn(database).pipe(Layer.provideMerge(Config.layer), Layer.provideMerge(logs(false)))
}

/** Runs work on the database of the environment, which is created if there is none. */
export const inNewProcess: InProcess = async (work) => valueOf(await Effect.runPromiseExit(Effect.provide(work, workLayer())))

/** Exits with `refused` if there is no installation: reading one must not create it. */
const expectInstallation = async () => {
  const { databaseUrl, dataFolder, pepper } = valueOf(await Effect.runPromiseExit(loadConfig(process.env)))
  if (databaseUrl ? pepper || fs.existsSync(dataFolder) : fs.existsSync(path.join(dataFolder, "postgres", "PG_VERSION"))) return
  throw new Ended("refused", `There is no installation in ${dataFolder}.`, {
    next: "Set OPS_DATA to the data folder of the installation, or create a new one: npm start. ops doctor shows the settings.",
  })
}

/** Runs maintenance on the database of the environment; the log's tables are up to date, the rows are left as they are. */
export const inProcess: InProcess = async (work) => {
  await expectInstallation()
  return inNewProcess(work)
}

/** The same for work that reads the log without folding it: an event of an unknown type does not stop it. */
export const onTheLog: InProcess = async (work) => {
  await expectInstallation()
  return valueOf(await Effect.runPromiseExit(Effect.provide(work, workLayer({ anyEvents: true }))))
}

/** Clears away demo data that was not loaded completely, before any other connection of this process. */
export const discardUnfinished = async () =>
  valueOf(
    await Effect.runPromiseExit(
      Effect.flatMap(Addresses.DatabaseAddress, ({ owner }) => discardUnfinishedDemo(owner)).pipe(
        Effect.provide(Addresses.layer.pipe(Layer.provideMerge(Config.layer))),
      ),
    ),
  )

/** Migrates the rows to this version, and creates a company's initial records. Returns how the rows were rebuilt, if they were. */
export const migrated = (progress?: (at: Progress) => void) =>
  keepMode.pipe(
    Effect.andThen(migrateRows(progress)),
    Effect.tap(() => setup),
  )

/**
 * The application with the same contract, without a port, as the person with this employee ID, by a token that only this process knows and that
 * expires with it. Rejects with `Ended` if there is no such person.
 */
const personSql = sql({ id: col.whole }, "select id from person where employee_id = $1 and is_active")
const endTokenSql = sql({}, "delete from app.token where id = $1")

export const connectLocally = async (employeeId: string, verbose: boolean): Promise<Connection> => {
  await expectInstallation()
  const memoMap = Layer.makeMemoMapUnsafe()
  const base = Layer.mergeAll(Config.layer, logs(verbose))
  const runtime = ManagedRuntime.make(Sessions.layer.pipe(Layer.provideMerge(coreLayer), Layer.provideMerge(base)), { memoMap })
  try {
    const { id, token, url } = valueOf(
      await runtime.runPromiseExit(
        Effect.gen(function* () {
          const { origin } = yield* Config
          const { statement } = yield* Database.Database
          const [person] = yield* statement(personSql, [employeeId])
          if (!person) {
            return yield* Effect.die(
              new Ended("notAllowed", `There is no active person ${employeeId} in this database.`, { next: "Name another one with --as" }),
            )
          }
          const { id, token } = yield* (yield* Sessions).makeToken(person.id, "ops --local", ["all"])
          return { id, token: () => token, url: origin }
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
      ask: (address, asking) => (handler as (request: Request) => Promise<Response>)(new Request(address, asking as RequestInit)),
      close: async () => {
        await runtime.runPromiseExit(Effect.flatMap(Database.Database, ({ statement }) => statement(endTokenSql, [id])))
        await dispose()
        await runtime.dispose()
      },
    }
  } catch (error) {
    await runtime.dispose()
    throw error
  }
}
