import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Config, loadConfig } from "../config.ts"
import * as Address from "./connection.ts"
import * as Database from "./database.ts"
import { superuserOptions, temporaryServer } from "./temporary-server.ts"

const configured = (env: Record<string, string>) =>
  Layer.effect(
    Config,
    Effect.map(loadConfig(env), (settings) => ({ ...settings, pepper: Redacted.make("x".repeat(32)) })),
  )
const addresses = (env: Record<string, string>) =>
  Effect.map(Layer.build(Layer.provide(Address.layer, configured(env))), (context) => Effect.runSync(Effect.provide(Address.DatabaseAddress, context)))
const ask = (options: Database.DatabaseOptions, text: string) =>
  Effect.scoped(Effect.flatMap(Database.make({ ...options, max: 1 }), ({ statement }) => statement(text, [])))
const who = "select session_user, current_user, current_database() as database"
const bySuperuser = (text: string) => Effect.flatMap(superuserOptions, (options) => ask(options, text))

layer(temporaryServer, { excludeTestServices: true, timeout: "60 seconds" })("the address of the database", (it) => {
  it.effect("embedded: the role owns nothing, in a database that belongs to the superuser", () =>
    Effect.gen(function* () {
      const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-address-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })))
      fs.chmodSync(folder, 0o711)
      const secret = path.join(folder, "ops.password")
      const { app, owner, embedded } = yield* addresses({ OPS_DATA: folder })
      assert.isTrue(embedded)
      assert.deepInclude((yield* ask(app, who))[0], { session_user: "ops", current_user: "ops", database: "ops" })
      assert.deepInclude((yield* ask(owner, who))[0], { current_user: "postgres", database: "ops" })
      for (const text of ["create table public.mine (i int)", "create schema mine", "create role more"]) {
        assert.strictEqual((yield* Effect.flip(ask(app, text))).code, "42501")
      }
      assert.strictEqual(fs.statSync(secret).mode & 0o777, 0o600)

      fs.writeFileSync(secret, "another-one")
      const again = yield* addresses({ OPS_DATA: folder })
      assert.deepInclude((yield* ask(again.app, who))[0], { current_user: "ops" })
    }),
  )

  it.effect("DATABASE_URL: its user signs in, and the application switches to the role", () =>
    Effect.gen(function* () {
      const { host, port } = yield* superuserOptions
      yield* bySuperuser("create role deployer login createrole password 'carrot'")
      yield* bySuperuser("create role guest login password 'carrot'")
      yield* bySuperuser("create database books owner deployer")

      for (const time of ["first", "second"]) {
        const { app, owner, embedded } = yield* addresses({
          DATABASE_URL: `postgres://deployer:carrot@${host}:${port}/books`,
        })
        assert.isFalse(embedded, time)
        assert.deepInclude((yield* ask(owner, who))[0], { current_user: "deployer", database: "books" })
        assert.deepInclude((yield* ask(app, who))[0], {
          session_user: "deployer",
          current_user: "ops",
          database: "books",
        })
      }

      const error = yield* Effect.flip(Effect.asVoid(addresses({ DATABASE_URL: `postgres://guest:carrot@${host}:${port}/books` })))
      assert.match(error.message, /may not prepare the role ops.*grant ops to/)
      const wrong = yield* Effect.flip(Effect.asVoid(addresses({ DATABASE_URL: `postgres://guest:turnip@${host}:${port}/books` })))
      assert.match(wrong.message, /password authentication failed.*28P01/)
    }),
  )

  const imitations = {
    "takes no lock, as CockroachDB": `alter function pg_catalog.pg_try_advisory_lock(int, int) rename to original;
      create function pg_catalog.pg_try_advisory_lock(int, int) returns boolean language sql as 'select true'`,
    "shows no lock, as YugabyteDB in the first second": `alter view pg_catalog.pg_locks rename to original;
      create view pg_catalog.pg_locks as select * from pg_catalog.original where false`,
  }
  for (const [n, [name, change]] of Object.entries(imitations).entries()) {
    it.effect(`a database that ${name} is refused before anything is written to it`, () =>
      Effect.gen(function* () {
        const server = yield* superuserOptions
        yield* bySuperuser(`create database imitation_${n}`)
        const imitation = yield* Database.make({ ...server, database: `imitation_${n}`, max: 1 })
        yield* imitation.query((sql) => sql.unsafe(`set allow_system_table_mods = on; ${change}`).simple())
        const secret = encodeURIComponent(Redacted.value(server.password))
        const url = `postgres://${server.user}:${secret}@${server.host}:${server.port}/imitation_${n}`
        const error = yield* Effect.flip(Effect.asVoid(addresses({ DATABASE_URL: url })))
        assert.match(error.message, /does not keep advisory locks as PostgreSQL does/)
      }),
    )
  }
})
