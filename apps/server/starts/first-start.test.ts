/** The first starts of an installation, with the real server: modes, folders, and interruptions. */
import { spawn } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { dateOf } from "@ops/platform/calendar.ts"
import * as Database from "@ops/platform/database/database.ts"
import { make } from "@ops/platform/database/embedded.ts"
import { chance } from "@ops/platform/demo/scenario.ts"
import { copyDemo, demoVariable, newFolder } from "@ops/platform/testing/data-folder.ts"
import { bare, type Server, startServer } from "@ops/platform/testing/server.ts"
import { dataFolder } from "@ops/platform/testing/template.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { enter, runIn } from "../../cli/in-process.ts"
import { serverHere } from "../demo/demo-server.ts"

const main = path.join(import.meta.dirname, "../main.ts")
const folder = newFolder("first-start")
const started: Array<Server> = []
afterAll(async () => {
  await Promise.all(started.map(({ stop }) => stop()))
  fs.rmSync(folder, { recursive: true, force: true })
})

type Env = Readonly<Record<string, string | undefined>>
const ops = (env: Env, ...words: ReadonlyArray<string>) => runIn({ OPS_CONFIG_DIR: path.join(folder, "config"), ...env }, words)
/** A server in this process, which takes a third of the time of a new one, and what it says on stderr until it answers. */
const start = async (env: Env) => {
  const leave = enter({ NODE_ENV: undefined })
  let said = ""
  const error = vi.spyOn(console, "error").mockImplementation((line: string) => void (said += `${line}\n`))
  try {
    const server = await serverHere(env)
    started.push(server)
    return { ...server, said }
  } finally {
    error.mockRestore()
    leave()
  }
}
/** Polls until it is true; the test's own time limit ends it. */
const until = async (so: () => boolean | Promise<boolean>) => {
  while (!(await so())) await new Promise((resolve) => setTimeout(resolve, 10))
}
/** The reason why a server does not start. */
const refusal = (env: Env, starting: (env: Env) => Promise<Server> = start) =>
  starting(env).then(
    async ({ stop }) => `it started, and ended with ${await stop()}`,
    (error) => (error as Error).message,
  )

describe("an installation on its own PostgreSQL", { timeout: 120_000 }, () => {
  const scope = Effect.runSync(Scope.make())
  let urlOf: (database: string) => string
  /** Runs statements as the owner of a database, and returns the rows of the last one. */
  let query: (database: string, text: string) => Promise<ReadonlyArray<Fields>>

  beforeAll(async () => {
    const server = await Effect.runPromise(Effect.provideService(Effect.flatMap(dataFolder, make), Scope.Scope, scope))
    urlOf = (database) => `postgres://${server.user}:${Redacted.value(server.password)}@${server.host}:${server.port}/${database}`
    query = (database, text) =>
      Effect.runPromise(
        Effect.scoped(Effect.flatMap(Database.make({ ...server, database, max: 1 }), ({ query }) => query(async (sql) => [...(await sql.unsafe(text))]))),
      )
    for (const name of ["books", "play"]) await query("postgres", `create database ${name}`)
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const data = (name: string) => path.join(folder, name, "data")
  const production = () => ({
    OPS_MODE: "production",
    OPS_ORIGIN: "http://localhost:3000",
    DATABASE_URL: urlOf("books"),
    OPS_DATA: data("books"),
    OPS_SEAL_NOTES: path.join(folder, "books", "notes", "seals.notes"),
    OPS_SEAL_SECONDS: "1",
    OPS_PEPPER: "Qm9va3Mgb2YgdGhlIGNvbXBhbnkgMTIzNDU2Nzg5",
    OPS_PERSONAL_KEY: "ZmllbGQgb2ZmaWNlIHBlcnNvbmFsIGtleSA5ODc2NTQ",
    OPS_SEAL_KEY: sealKey,
  })
  const sealKey = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }) as string
  const demo = () => ({ DATABASE_URL: urlOf("play"), OPS_DATA: data("play"), OPS_DEMO_DATA: "on-request" })

  it("starts in production twice under umask 022 and makes only private folders", async () => {
    const env = production()
    const open = ["--input-type=module", "-e", `process.umask(0o022); await import(${JSON.stringify(main)})`]
    for (let start = 1; start <= 2; start++) {
      const { stop, said } = await startServer(open, env)
      if (start === 1) {
        const first = await ops(env, "users", "add", "CEO-1", "--first", "--first-name", "Achol", "--last-name", "Deng", "--yes")
        expect(first.code, first.err).toBe(0)
        await until(() => fs.existsSync(env.OPS_SEAL_NOTES))
      }
      expect(await stop(), said()).toBe(0)
    }
    const made = [
      path.join(folder, "books"),
      ...fs.readdirSync(path.join(folder, "books"), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, "books", name)),
    ]
    const folders = made.filter((each) => fs.statSync(each).isDirectory())
    expect(folders).toContain(path.dirname(env.OPS_SEAL_NOTES))
    expect(folders.filter((each) => (fs.statSync(each).mode & 0o077) !== 0)).toEqual([])
  })

  it("refuses demo mode on a production database, with OPS_MODE missing or set to demo, and writes nothing", async () => {
    const { OPS_MODE: _, ...forgotten } = production()
    const before = await query("books", "select count(*) as commits from es.commit")
    const isNotSet = /belongs to a production installation, and OPS_MODE is not set, which means demo: set OPS_MODE=production/
    expect(await refusal(forgotten, (env) => startServer([main], env))).toMatch(isNotSet)
    expect(await refusal({ ...forgotten, OPS_MODE: "demo" })).toMatch(/belongs to a production installation, and OPS_MODE is demo: /)
    const migrated = await ops(forgotten, "migrate")
    expect(migrated.code).not.toBe(0)
    expect(migrated.err).toMatch(/belongs to a production installation/)
    expect((await ops(forgotten, "demo", "load")).code).not.toBe(0)
    expect(await query("books", "select count(*) as commits from es.commit")).toEqual(before)
  })

  it("loads demo data for every level, but not into a database that already has an account or a person's command, and rebuilds no rows of its own version", async () => {
    const server = await start(demo())
    expect(server.said).not.toContain("Rebuilding the rows")
    const [ceo, supervisor] = [await server.as("FO-CEO-001"), await server.as("FO-SUP-001")]
    expect((await supervisor("GET", "/api/demo-data/status")).body).toMatchObject({ loaded: false })
    expect(
      (await ceo("POST", "/api/users", { employeeId: "FO-NEW-001", firstName: "Nyibol", lastName: "Kuol", role: "field_operative", siteId: 1 })).status,
    ).toBe(201)
    const refused = await supervisor("POST", "/api/demo-data/load")
    expect(refused).toMatchObject({ status: 409, text: expect.stringMatching(/other work in this database/) })
    await server.stop()
  })

  it("refuses production on a demo database", async () => {
    expect(await refusal({ ...production(), DATABASE_URL: urlOf("play") })).toMatch(
      /belongs to a demonstration, and OPS_MODE is production: production needs a separate database/,
    )
  })

  it("recognises by the first account the mode of a database made before modes were recorded", async () => {
    const { OPS_MODE: _, ...forgotten } = production()
    for (const name of ["books", "play"]) await query(name, "drop table es.installation")
    expect(await refusal(forgotten)).toMatch(/belongs to a production installation/)
    expect(await refusal({ ...production(), DATABASE_URL: urlOf("play") })).toMatch(/belongs to a demonstration/)
    await (await start(production())).stop()
    expect(await query("books", "select mode from es.installation")).toEqual([{ mode: "production" }])
  })

  it("keeps the recorded mode, which not even the owner of the tables can change", async () => {
    await expect(query("books", "update es.installation set mode = 'demo'")).rejects.toThrow(/append only/)
    await expect(query("books", "delete from es.installation")).rejects.toThrow(/append only/)
  })

  it("shows how far it is when it rebuilds the rows of another version", async () => {
    await query("play", "update es.projection set fingerprint = 'another version' where name = 'rows' and state = 'active'")
    // marks the fold of every table as changed
    const tables = await query("play", "select relname as name from pg_class where relnamespace = 'live'::regnamespace and relkind = 'r'")
    await query("play", tables.map(({ name }) => `comment on table live.${name} is null`).join(";"))
    const [{ events }] = (await query("play", "select count(*)::int as events from es.event")) as [{ events: number }]
    const server = await start(demo())
    await server.stop()
    const lines = server.said.match(/^Rebuilding the rows: .*$/gm) ?? []
    expect(lines[0]).toMatch(/^Rebuilding the rows: 0 of \d+ events$/)
    expect(lines.at(-1)).toBe(`Rebuilding the rows: done, ${events} events`)
  })
})

/** One interruption of the first start: what must exist before the signal is sent. */
interface Stop {
  readonly at: string
  readonly reached: (data: string, said: string) => boolean
}
const there = (name: string): Stop => ({ at: name, reached: (data) => fs.existsSync(path.join(data, name)) })
const acts = (n: number): Stop => ({
  at: `act ${n}`,
  reached: (_, said) => [...said.matchAll(/after (\d+) commands/g)].some(([, told]) => Number(told) >= n),
})

describe("the first start in demo mode", { timeout: 400_000 }, () => {
  it("loads its demo data only when a person requests them", async () => {
    const server = await start({ OPS_DATA: path.join(folder, "asked"), OPS_DEMO_DATA: "on-request" })
    const supervisor = await server.as("FO-SUP-001")
    expect((await supervisor("GET", "/api/demo-data/status")).body).toMatchObject({ loaded: false })
    expect((await supervisor("GET", "/api/purchase-requests")).body).toEqual([])
    // the end of the scenario is checked below: both load the same one
    const asked = supervisor("POST", "/api/demo-data/load").catch(() => undefined)
    await until(async () => (await supervisor("GET", "/api/stock/items")).body.length > 0)
    await server.stop()
    await asked
  })

  /** The number of events of each type up to the day of its start; there are more the later it is. */
  const countsOf = (data: string) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const server = yield* make(path.join(data, "postgres"))
          const { statement } = yield* Database.make({ ...server, database: "ops", max: 1 })
          const [{ at }] = (yield* statement("select recorded_at as at from es.commit where command_id = 'system:demo:demo-loaded'", [])) as [{ at: string }]
          const counts = yield* statement(
            `select e.type, count(*) as events from es.event e join es.commit c on c.id = e.commit_id
            where c.via = 'demo' and e.occurred_at < date_trunc('day', $1::timestamptz at time zone 'Africa/Juba') at time zone 'Africa/Juba'
            group by 1 order by 1`,
            [at],
          )
          return { counts, day: dateOf(new Date(at).toISOString()) }
        }),
      ),
    )

  it("resumes after being stopped at any point by any signal, and ends like one that was never stopped", async () => {
    const data = path.join(folder, "stopped")
    const dice = chance(20261123)
    const stops: ReadonlyArray<Stop> = [
      there(dice.pick(["postgres.new", "postgres.password"])),
      acts(250 * dice.between(1, 2)),
      acts(1),
      there(dice.pick(["ops.password", "keys"])),
      acts(250),
    ].slice(0, times(3, 5))
    const signals = ["SIGKILL", "SIGTERM", "SIGINT"] as const
    for (const [n, { at, reached }] of stops.entries()) {
      const child = spawn(process.execPath, [main], { env: { ...bare, PORT: "0", OPS_DATA: data }, stdio: ["ignore", "pipe", "pipe"] })
      let said = ""
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text))
      const ended = new Promise((resolve) => child.once("close", resolve))
      await until(() => reached(data, said) || child.exitCode !== null)
      expect(child.exitCode, `stop ${n} at ${at}: it ended by itself\n${said}`).toBeNull()
      child.kill(signals[n % signals.length]!)
      await ended
      expect(said, `stop ${n} at ${at}`).not.toContain("Field Office is at")
      if (n > 1) expect(said, `stop ${n} at ${at}`).toContain("Loading starts again")
    }
    // the terminal loads what a start does, and once
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    const load = () => ops({ OPS_DATA: data }, "demo", "load", "-o", "json")
    const loaded = await load()
    expect(loaded.code, loaded.err).toBe(0)
    expect(JSON.parse(loaded.out).data).toMatchObject({ loaded: true, already: false })
    expect(error.mock.calls.flat().join("\n")).toContain("Loading starts again")
    error.mockRestore()
    expect(JSON.parse((await load()).out).data).toMatchObject({ already: true, events: 0 })
    const server = await start({ OPS_DATA: data })
    expect(server.said).toBe("")
    expect((await (await server.as("FO-CEO-001"))("GET", "/api/demo-data/status")).body).toMatchObject({ loaded: true })
    await server.stop()

    const whole = path.join(folder, "whole")
    copyDemo(whole)
    const { counts, day } = await countsOf(data)
    if (process.env[demoVariable] === undefined || (await countsOf(whole)).day !== day) {
      fs.rmSync(whole, { recursive: true, force: true })
      await (await startServer([main], { OPS_DATA: whole })).stop()
    }
    expect(counts).toEqual((await countsOf(whole)).counts)
    const replayed = await ops({ OPS_DATA: data }, "audit", "replay", "--diff")
    expect(replayed.code, replayed.err).toBe(0)
  })
})
