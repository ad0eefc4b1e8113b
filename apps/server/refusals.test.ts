import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Config, loadConfig } from "@ops/platform/config.ts"
import * as Database from "@ops/platform/database/database.ts"
import { superuserOptions } from "@ops/platform/database/temporary-server.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { model } from "./modules.ts"
import { checkDatabase, settingsRefusals } from "./refusals.ts"

const good = {
  OPS_MODE: "production",
  OPS_ORIGIN: "https://ops.example.com",
  HOST: "0.0.0.0",
  DATABASE_URL: "postgres://ops@db.example.com/ops?sslmode=verify-full",
  OPS_PEPPER: "p".repeat(32),
}
const configOf = (env: Record<string, string>) =>
  Effect.map(
    loadConfig(env, () => "p".repeat(32)),
    (settings) => ({ ...settings, pepper: settings.pepper ?? Redacted.make("p") }),
  )
const reasons = (env: Record<string, string>, nodeEnv?: string, mode = 0o600) => settingsRefusals(Effect.runSync(configOf(env)), nodeEnv, () => mode)
const without = (name: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))

describe("what the settings forbid", () => {
  it("nothing, when they are right", () => {
    assert.deepStrictEqual(reasons({}), [])
    assert.deepStrictEqual(reasons(good, "production"), [])
    assert.deepStrictEqual(reasons({ ...without("DATABASE_URL"), OPS_EMBEDDED_IN_PRODUCTION: "yes" }), [])
    assert.deepStrictEqual(reasons({ ...good, HOST: "127.0.0.1", OPS_ORIGIN: "http://localhost:3000" }), [])
  })

  it.each<[string, Record<string, string>, string | undefined, RegExp]>([
    ["an address others can reach, without https, in demo mode too", { HOST: "0.0.0.0" }, undefined, /HOST is 0\.0\.0\.0.*https/],
    ["a name others can reach", { HOST: "ops.lan", OPS_ORIGIN: "http://ops.lan:3000" }, undefined, /HOST is ops\.lan/],
    ["plain http in production", { ...good, HOST: "127.0.0.1", OPS_ORIGIN: "http://ops.example.com" }, undefined, /production needs https/],
    ["the embedded database, unless it is meant", without("DATABASE_URL"), undefined, /OPS_EMBEDDED_IN_PRODUCTION=yes/],
    ["a database over the network in the clear", { ...good, DATABASE_URL: "postgres://ops@db.example.com/ops" }, undefined, /sslmode=verify-full/],
    ["demo mode where NODE_ENV says production", {}, "production", /NODE_ENV is production, and OPS_MODE is demo/],
    ["production where NODE_ENV says development", good, "development", /NODE_ENV is development, and OPS_MODE is production/],
  ])("%s", (_, env, nodeEnv, sentence) => {
    const found = reasons(env, nodeEnv)
    assert.lengthOf(found, 1)
    assert.match(found[0]!, sentence)
  })

  it("a secret that everybody can read", () => {
    const env = { ...without("OPS_PEPPER"), OPS_PEPPER_FILE: "/run/secrets/pepper" }
    assert.deepStrictEqual(reasons(env, undefined, 0o640), [])
    assert.match(reasons(env, undefined, 0o644).join(), /OPS_PEPPER_FILE is \/run\/secrets\/pepper, which every account/)
  })
})

const production = Layer.effect(Config, Effect.orDie(configOf(good)))

layer(testDatabase(model), { timeout: 60_000 })("what the database forbids", (it) => {
  it.effect("nothing, to the role that may only read the log", () => Effect.provide(checkDatabase, production))

  it.effect("one who may write the log past its rules, and weak settings", () =>
    Effect.gen(function* () {
      const owner = yield* Database.make({ ...(yield* superuserOptions), max: 1 })
      yield* owner.statement("set synchronous_commit = off", [])
      const { message } = yield* Effect.flip(Effect.provide(checkDatabase, [production, Layer.succeed(Database.Database, owner)]))
      assert.match(message, /as postgres, who may write the log past its rules/)
      assert.match(message, /synchronous_commit off/)
    }),
  )
})
