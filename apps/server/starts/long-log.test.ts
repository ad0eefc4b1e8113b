/** What a start reads of the log, counted by Postgres: an installation with the log of many years starts like a new one. */
import * as path from "node:path"
import * as fs from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Config, loadConfig } from "@ops/platform/config.ts"
import * as Database from "@ops/platform/database/database.ts"
import { make } from "@ops/platform/database/embedded.ts"
import { copyDemo, demoVariable, newFolder } from "@ops/platform/testing/data-folder.ts"
import { startServer } from "@ops/platform/testing/server.ts"
import { startedLayer } from "../app.ts"

const folder = newFolder("long-log")
const data = path.join(folder, "data")
const scope = Effect.runSync(Scope.make())
let query: (text: string) => Promise<ReadonlyArray<Record<string, unknown>>>

beforeAll(async () => {
  copyDemo(data)
  // without prepared demo data a server creates it, once
  if (process.env[demoVariable] === undefined) await (await startServer([path.join(import.meta.dirname, "../main.ts")], { OPS_DATA: data })).stop()
  const server = await Effect.runPromise(Scope.provide(make(path.join(data, "postgres")), scope))
  const owner = await Effect.runPromise(Scope.provide(Database.make({ ...server, database: "ops", max: 1, timeouts: false }), scope))
  query = (text) => Effect.runPromise(owner.query((sql) => sql.unsafe(text).simple())) as Promise<ReadonlyArray<Record<string, unknown>>>
  await query("vacuum analyze es.event")
  await query("vacuum analyze es.commit")
  await start() // a newer version of the demo data's rows, if any
}, 120_000)
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Starts a server up to its first request, and ends it. */
const start = async () => {
  const config = Layer.effect(
    Config,
    Effect.map(loadConfig({ OPS_DATA: data, OPS_PEPPER_FILE: path.join(data, "pepper") }), (settings) => ({
      ...settings,
      pepper: settings.pepper ?? Redacted.make(""),
    })),
  )
  const runtime = ManagedRuntime.make(startedLayer.pipe(Layer.provide(config)))
  await runtime.runPromise(Effect.void)
  await runtime.dispose()
}

/** The number of events and commits, or of their index entries, that all connections have read until now. Connections count when they end. */
const entriesRead = async () => {
  const others =
    "select count(*)::int as many from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()"
  while ((await query(others))[0]!["many"] !== 0) await delay(20)
  const [row] = await query(
    `select ((select sum(seq_tup_read) from pg_stat_user_tables where relid in ('es.event'::regclass, 'es.commit'::regclass))
       + (select sum(idx_tup_read) from pg_stat_user_indexes where relid in ('es.event'::regclass, 'es.commit'::regclass)))::int as entries`,
  )
  return row!["entries"] as number
}
const readBy = async (work: () => Promise<void>) => {
  const before = await entriesRead()
  await work()
  return (await entriesRead()) - before
}
/** Looked up by the initial records of the company, each by its command, and by the checks at the end of the log. */
const few = 3000

test("a start reads a few entries of the log, which has more than fifty thousand", async () => {
  const [log] = await query("select count(*)::int as events from es.event")
  expect(log!["events"]).toBeGreaterThan(50_000)
  expect(await readBy(start)).toBeLessThan(few)
}, 60_000)

test("a start that refolds a small kind of record reads only the events of that kind", async () => {
  await query("comment on table live.site is 'folded by older code'")
  await query("update es.projection set fingerprint = 'older' where name = 'rows' and state = 'active'")
  expect(await readBy(start)).toBeLessThan(few)
  expect(await query("select fingerprint = 'older' as old from es.projection where name = 'rows' and state = 'active'")).toEqual([{ old: false }])
}, 60_000)
