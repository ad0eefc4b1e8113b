/** The application on a temporary database server, with people to act for. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { Config, loadConfig } from "@ops/platform/config.ts"
import { Database, make as makeDatabase } from "@ops/platform/database/database.ts"
import { EmbeddedPostgres } from "@ops/platform/database/embedded.ts"
import { temporaryServer } from "@ops/platform/database/temporary-server.ts"
import { acting, type By, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { coreLayer } from "../../apps/server/app.ts"

export interface Server {
  readonly url: (database: string) => string
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

/** Runs `use` on a PostgreSQL with our own settings (durable, as in production) in a temporary folder. */
export const withServer = async <A>(use: (server: Server) => Promise<A>): Promise<A> => {
  const runtime = ManagedRuntime.make(temporaryServer)
  try {
    const { host, port, user, password } = await runtime.runPromise(EmbeddedPostgres)
    const secret = Redacted.value(password)
    const url = (database: string) => `postgres://${user}:${encodeURIComponent(secret)}@${host}:${port}/${database}`
    return await use({ url, host, port, user, password: secret })
  } finally {
    await runtime.dispose()
  }
}

/** The environment of a server process on a database, without demo data. */
export const environment = (url: string, folder: string) => ({
  DATABASE_URL: url,
  OPS_DATA: folder,
  OPS_MODE: "demo",
  OPS_DEMO_DATA: "on-request",
  OPS_PEPPER: "a pepper of the benchmark, long enough to do",
  PORT: "0",
})

export type Core = Layer.Success<typeof coreLayer>

export interface Company {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Core>) => Promise<A>
  /** runs SQL as the owner of the database, without timeouts: inserts the data of a benchmark */
  readonly lay: (text: string) => Promise<void>
  /** the environment for a separate server process */
  readonly env: Readonly<Record<string, string>>
  readonly by: By
}

/** Runs `use` on the application's core in a new database of the server. */
export const withCompany = async <A>(server: Server, database: string, use: (company: Company) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(path.join(tmpdir(), "ops-bench-"))
  const owner = (name: string) => makeDatabase({ url: Redacted.make(server.url(name)), max: 1, timeouts: false })
  const asOwner = (name: string, text: string) =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(owner(name), ({ query }) => Effect.asVoid(query((sql) => sql.unsafe(text).simple())))))
  await asOwner("postgres", `create database ${database}`)
  const env = environment(server.url(database), folder)
  const config = Layer.effect(
    Config,
    Effect.map(loadConfig(env), (settings) => ({ ...settings, pepper: settings.pepper ?? Redacted.make("") })),
  )
  const runtime = ManagedRuntime.make(coreLayer.pipe(Layer.provide(config)))
  try {
    const by: By = { ...acting(system("bench")), level: 10 }
    return await use({ run: (effect) => runtime.runPromise(effect), lay: (text) => asOwner(database, text), env, by })
  } finally {
    await runtime.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Performs commands, as the application does. */
export const performer = (company: Company) => company.run(Effect.map(Effect.all([Records, Database]), ([records, database]) => ({ ...records, ...database })))
