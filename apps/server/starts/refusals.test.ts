import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { addPerson, reinstate, suspend } from "@ops/identity/person.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import * as Database from "@ops/platform/database/database.ts"
import { superuserOptions } from "@ops/platform/database/temporary-server.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { model } from "../modules.ts"
import { checkDatabase, checkVersion, type Finding, logFindings, machineFindings, settingsRefusals } from "./refusals.ts"

const good = {
  OPS_MODE: "production",
  OPS_ORIGIN: "https://ops.example.com",
  HOST: "0.0.0.0",
  DATABASE_URL: "postgres://ops@db.example.com/ops?sslmode=verify-full",
  OPS_PEPPER: "a pepper for tests, 0123456789abcdef",
  OPS_SEAL_KEY: "-----BEGIN PRIVATE KEY-----",
  OPS_PERSONAL_KEY: "a personal key for tests, 0123456789",
}
const configOf = (env: Record<string, string>) =>
  Effect.map(
    loadConfig(env, () => "a pepper for tests, 0123456789abcdef"),
    (settings) => ({ ...settings, pepper: settings.pepper ?? Redacted.make("p") }),
  )
const reasons = (env: Record<string, string>, nodeEnv?: string, mode = 0o600) => settingsRefusals(Effect.runSync(configOf(env)), nodeEnv, () => mode)
const without = (name: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))

describe("settings that prevent a start", () => {
  it("are absent from a valid configuration", () => {
    assert.deepStrictEqual(reasons({}), [])
    assert.deepStrictEqual(reasons(good, "production"), [])
    assert.deepStrictEqual(reasons({ ...without("DATABASE_URL"), OPS_EMBEDDED_IN_PRODUCTION: "yes" }), [])
    assert.deepStrictEqual(reasons({ ...good, HOST: "127.0.0.1", OPS_ORIGIN: "http://localhost:3000" }), [])
  })

  it.each<[string, Record<string, string>, string | undefined, RegExp]>([
    ["include an address that others can reach without https, even in demo mode", { HOST: "0.0.0.0" }, undefined, /HOST is 0\.0\.0\.0.*https/],
    ["include a host name that others can reach", { HOST: "ops.lan", OPS_ORIGIN: "http://ops.lan:3000" }, undefined, /HOST is ops\.lan/],
    ["include plain http in production", { ...good, HOST: "127.0.0.1", OPS_ORIGIN: "http://ops.example.com" }, undefined, /production needs https/],
    ["include the embedded database, unless it is intended", without("DATABASE_URL"), undefined, /OPS_EMBEDDED_IN_PRODUCTION=yes/],
    [
      "include an unencrypted database connection over the network",
      { ...good, DATABASE_URL: "postgres://ops@db.example.com/ops" },
      undefined,
      /sslmode=verify-full/,
    ],
    ["include demo mode if NODE_ENV is production", {}, "production", /NODE_ENV is production, and OPS_MODE is demo/],
    ["include production if NODE_ENV is development", good, "development", /NODE_ENV is development, and OPS_MODE is production/],
  ])("%s", (_, env, nodeEnv, sentence) => {
    const found = reasons(env, nodeEnv)
    assert.lengthOf(found, 1)
    assert.match(found[0]!, sentence)
  })

  it("include a secret that every account can read", () => {
    const env = { ...without("OPS_PEPPER"), OPS_PEPPER_FILE: "/run/secrets/pepper" }
    assert.deepStrictEqual(reasons(env, undefined, 0o640), [])
    assert.match(reasons(env, undefined, 0o644).join(), /OPS_PEPPER_FILE is \/run\/secrets\/pepper, which every account/)
  })
})

describe("machine conditions that prevent a start", () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-refusals-"))
  const faults = (free: number, dataFolder = folder) => machineFindings({ dataFolder }, () => free).flatMap(({ faults }) => faults)

  it("are absent with enough disk space and private files", () => {
    fs.chmodSync(folder, 0o711) // required by the database's own account
    fs.writeFileSync(path.join(folder, "pepper"), "", { mode: 0o600 })
    assert.deepStrictEqual(faults(0.1), [])
    assert.isAbove(machineFindings({ dataFolder: folder }).length, 0, "the real disk can be asked")
  })
  it("include a nearly full disk, even before the folder exists", () => {
    const asked: Array<string> = []
    const [disk] = machineFindings({ dataFolder: path.join(folder, "not/yet") }, (folder) => (asked.push(folder), 0.099))
    assert.match(disk!.faults[0]!, /^Only 9% of the disk of .*not\/yet is free: make room/)
    assert.deepStrictEqual(asked, [folder])
  })
  it.skipIf(process.platform === "win32")("include a folder that others can list and a secret that they can read", () => {
    fs.chmodSync(folder, 0o755)
    fs.chmodSync(path.join(folder, "pepper"), 0o604)
    assert.deepStrictEqual(faults(1), [
      `OPS_DATA is ${folder}, which every account of this machine can list: chmod o-rw ${folder}`,
      `${folder}/pepper can be read by every account of this machine: chmod o-rwx ${folder}/pepper`,
    ])
    fs.rmSync(folder, { recursive: true })
  })
})

const production = Layer.effect(Config, Effect.orDie(configOf(good)))

/** A short log: one person, with three events. */
const written = Layer.effectDiscard(
  Effect.gen(function* () {
    const { execute } = yield* Records
    const by = system("test")
    const { id } = yield* execute(addPerson, { employeeId: "E-1", firstName: "Achol", lastName: "Deng" }, by)
    yield* execute(suspend, { id, reason: "On leave" }, by)
    yield* execute(reinstate, { id }, by)
  }),
)

layer(written.pipe(Layer.provideMerge(testDatabase(model))), { timeout: 60_000 })("database conditions that prevent a start", (it) => {
  const now = Effect.suspend(() => TestClock.setTime(Date.now()))
  const owner = Effect.flatMap(superuserOptions, (options) => Database.make({ ...options, max: 1 }))

  it.effect("are absent for the role that can only read the log", () => Effect.andThen(now, Effect.provide(checkDatabase, production)))

  it.effect("include a role that can bypass the rules of the log, and weak settings", () =>
    Effect.gen(function* () {
      yield* now
      const database = yield* owner
      yield* database.statement("set synchronous_commit = off", [])
      const { message } = yield* Effect.flip(Effect.provide(checkDatabase, [production, Layer.succeed(Database.Database, database)]))
      assert.match(message, /as postgres, who can write to the log directly/)
      assert.match(message, /synchronous_commit off/)
    }),
  )

  it.effect("include a clock more than five minutes behind the last event", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.now() - 4 * 60_000)
      yield* Effect.provide(checkDatabase, production)
      yield* TestClock.setTime(Date.now() - 6 * 60_000)
      const { message } = yield* Effect.flip(Effect.provide(checkDatabase, production))
      assert.match(message, /^The server does not start:\n- The clock says .* UTC, and the last event was written at .*: correct the clock/)
      assert.lengthOf(message.split("\n"), 2)
    }),
  )

  class Found {
    readonly findings: ReadonlyArray<Finding>
    constructor(findings: ReadonlyArray<Finding>) {
      this.findings = findings
    }
  }
  /** The findings after a superuser of the database ran these statements. */
  const after = (...texts: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      yield* now
      const database = yield* owner
      const look = Effect.gen(function* () {
        for (const text of ["set local session_replication_role = replica", ...texts]) yield* database.statement(text, [])
        const findings = yield* logFindings
        // a transaction that fails leaves no trace
        return yield* Effect.fail(new Found(findings.filter(({ faults }) => faults.length > 0)))
      })
      const found = yield* Effect.flip(Effect.provideService(database.transaction(look), Database.Database, database))
      assert.instanceOf(found, Found)
      return found.findings
    })

  it.effect.each([
    ["include a changed event", 'update es.event set data = data || \'{"reason": "Theft"}\' where version = 2'],
    ["include an event moved to another time", "update es.event set occurred_at = occurred_at - interval '1 day' where version = 1"],
    ["include an event attributed to another person", "update es.commit set actor = 'person:1' where id = (select min(commit_id) from es.event)"],
    ["include a removed event", "delete from es.event where version = 2"],
    ["include two swapped events", "update es.event e set type = o.type, data = o.data from es.event o where e.version > 1 and o.version = 5 - e.version"],
    [
      "include an appended event",
      "insert into es.event select position + 1, stream, 4, type, schema_version, occurred_at, data, commit_id, hash from es.event where version = 3",
    ],
  ] as const)("%s", ([_, text]) =>
    Effect.gen(function* () {
      const found = yield* after(text)
      assert.deepStrictEqual(
        found.map(({ check }) => check),
        ["Hash chain"],
      )
      assert.match(found[0]!.faults[0]!, /^The log was changed in violation of its rules: .* at position \d+ \(person\/1\).*\. Keep this database/)
    }),
  )

  it.effect("include a log or rows of another version", () =>
    Effect.gen(function* () {
      const faults = (text: string) => Effect.map(after(text), (found) => found.find(({ check }) => check === "Version")?.faults)
      assert.match((yield* faults("update es.commit set app_version = '99.10.0'"))![0]!, /written by version 99\.10\.0 and this is .*: start 99\.10\.0/)
      assert.match(
        (yield* faults("update es.event set type = 'PersonKnighted' where version = 3"))![0]!,
        /does not know: PersonKnighted \(1\), as event \d+ of person\/\d+\. Start the version/,
      )
      assert.match((yield* faults("update es.event set schema_version = 9 where version = 3"))![0]!, /does not know: PersonReinstated \(9\)/)
      assert.match((yield* faults("update es.projection set fingerprint = 'other'"))![0]!, /^The rows were created by another version/)
      assert.isUndefined(yield* faults("update es.commit set app_version = '0.0.9'"), "an older one is no harm")
    }),
  )

  it.effect("are checked before any repair, and also without a log", () =>
    Effect.gen(function* () {
      const options = yield* superuserOptions
      yield* checkVersion(options)
      const database = yield* owner
      yield* database.statement("alter table es.commit disable trigger user", [])
      yield* database.statement("update es.commit set app_version = '99.0.0'", [])
      assert.match((yield* Effect.flip(checkVersion(options))).message, /^The server does not start:\n- The database was written by version 99/)
      yield* database.statement("alter schema es rename to gone", [])
      yield* checkVersion(options)
      yield* database.statement("alter schema gone rename to es", [])
    }),
  )
})
