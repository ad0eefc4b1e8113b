/** The metrics and alerts of a running server: planted faults show in both, with a given clock, and disappear once they have ended. */
import { once } from "node:events"
import * as fs from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { Context, Effect, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { afterAll, expect, test } from "vitest"
import { noteFinding } from "@ops/alerts/clock.ts"
import { Config } from "@ops/platform/config.ts"
import { Database, make as makeDatabase } from "@ops/platform/database/database.ts"
import { noLimits } from "@ops/platform/http/limits/rate-limit.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { copyDemo, newFolder } from "@ops/platform/testing/data-folder.ts"
import { appLayer, coreLayer } from "../app.ts"
import { demoServer } from "../demo/demo-server.ts"
import { watchOnce } from "./alerts.ts"
import { faultsOf } from "./faults.ts"
import type { Machine, Readings } from "./readings.ts"

const folder = newFolder("watch")
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
const token = "a token of the metrics for tests, 0123456789"

const well: Readings = {
  at: 0,
  commits: 10,
  position: 20,
  queues: [{ reactor: "mail", owed: 3, failing: 0, parked: 0, oldest: 5000, error: null, behind: 0 }],
  unsealed: 30,
  rowsCurrent: true,
  backup: 3600,
  disks: [{ folder: "/data", free: 50, size: 100 }],
  standbys: [{ name: "other_room", connected: true, behind: 1024 }],
  clock: 2,
}
const namesOf = (readings: Partial<Readings>) => faultsOf({ ...well, ...readings }).map(({ name, of, priority }) => `${name} ${of} ${priority}`)

test("each fault begins at its bound and names its remedy", () => {
  expect(namesOf({})).toEqual([])
  const failing = { reactor: "mail", owed: 3, failing: 1, parked: 0, oldest: 599, error: "451 4.7.1 Try again later", behind: 0 }
  expect(namesOf({ queues: [failing] })).toEqual([])
  expect(namesOf({ queues: [{ ...failing, oldest: 600 }] })).toEqual(["mail mail high"])
  // a server that is down is reported at once, one that defers a mail is not
  for (const error of ["ESOCKET: connect ECONNREFUSED 10.0.0.9:25", "EDNS: getaddrinfo ENOTFOUND mail.example.com", "ETIMEDOUT: Greeting never received"]) {
    expect(namesOf({ queues: [{ ...failing, oldest: 1, error }] })).toEqual(["mail mail high"])
  }
  expect(namesOf({ queues: [{ ...failing, reactor: "orders", oldest: 1800 }] })).toEqual(["reactor orders high"])
  expect(namesOf({ unsealed: 600 })).toEqual(["seal log critical"])
  expect([namesOf({ backup: null }), namesOf({ backup: 36 * 3600 }), namesOf({ backup: Number.POSITIVE_INFINITY })]).toEqual([
    [],
    ["backup database critical"],
    ["backup database critical"],
  ])
  expect([9.9, 2].map((free) => namesOf({ disks: [{ folder: "/data", free, size: 100 }] }))).toEqual([["disk /data high"], ["disk /data critical"]])
  const standby = { name: "other_room", connected: true, behind: 64 * 1024 ** 2 }
  expect([namesOf({ standbys: [standby] }), namesOf({ standbys: [{ ...standby, connected: false, behind: 0 }] })]).toEqual([
    ["standby other_room high"],
    ["standby other_room high"],
  ])
  expect([namesOf({ clock: 29.9 }), namesOf({ clock: 30 })]).toEqual([[], ["clock server critical"]])
  const messageOf = (readings: Partial<Readings>) => faultsOf({ ...well, ...readings })[0]!.message
  expect(messageOf({ queues: [{ ...failing, oldest: 1200 }] })).toBe(
    "3 e-mails wait, the oldest for 20 minutes. The last answer: 451 4.7.1 Try again later. Check SMTP_URL with ops doctor",
  )
  expect(messageOf({ standbys: [{ ...standby, connected: false }] })).toBe(
    'The standby "other_room" is not connected and 64 MB behind. Start it, or drop its slot: the database keeps what it lacks',
  )
  expect(messageOf({ clock: 90 })).toMatch(/^The clocks of this server, of the database and of the log differ by 90 seconds\. /)
})

test("a mail server that is down, an old seal, a missing backup, a full disk, a lost standby and a wrong clock show as metrics and alerts until they end", async () => {
  const data = path.join(folder, "data")
  const backups = path.join(folder, "backups")
  fs.mkdirSync(backups)
  copyDemo(data)
  const begun = Date.now()
  const state = { now: begun, free: 60 }
  const machine: Machine = { now: () => state.now, disk: () => ({ free: state.free, size: 100 }) }
  const config = Config.from({ OPS_DATA: data, OPS_METRICS_TOKEN: token, OPS_BACKUPS: backups })
  const memoMap = Layer.makeMemoMapUnsafe()
  const runtime = ManagedRuntime.make(Layer.provideMerge(coreLayer, config), { memoMap })
  const web = HttpRouter.toWebHandler(
    appLayer({ limits: noLimits, machine }).pipe(Layer.provide(config), Layer.provide([HttpServer.layerServices, Logger.layer([])])),
    { memoMap, disableLogger: true },
  )
  const get = (address: string, headers: Record<string, string> = {}) =>
    web.handler(new Request(`http://localhost:3000${address}`, { headers }), Context.empty() as Parameters<typeof web.handler>[1])
  const metrics = async () => (await get("/metrics", { authorization: `Bearer ${token}` })).text()
  const faults = async () => [...(await metrics()).matchAll(/^field_office_fault\{fault="(\w+)"\} 1$/gm)].map(([, name]) => name).sort()
  const open = () =>
    runtime.runPromise(
      Effect.flatMap(Database, ({ statement }) => statement("select title from alert where starts_with(open_cause, 'watch/') order by title", [])),
    )
  const done = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
  const watch = () => runtime.runPromise(watchOnce(machine))

  fs.writeFileSync(path.join(backups, "monday.backup"), "")
  expect([(await get("/metrics")).status, (await get("/metrics", { authorization: "Bearer wrong" })).status]).toEqual([401, 401])
  expect((await get("/api/sites/12345/history")).status).toBe(401)
  const text = await metrics()
  for (const line of [
    "field_office_up 1",
    'field_office_disk_free_bytes{folder="',
    'field_office_effects_owed{reactor="mail"} ',
    "field_office_backup_age_seconds ",
    "field_office_log_position ",
  ]) {
    expect(text).toContain(line)
  }
  expect(text).toMatch(/^field_office_requests\{method="GET",route="\/api\/sites\/:id\/history",status="401"\} 1$/m)
  expect(text).toMatch(/^field_office_request_seconds_bucket\{kind="read",le="0\.005"\} \d+$/m)

  const finding = {
    cause: "test/watch",
    type: "audit",
    priority: "other",
    title: "Unsealed",
    message: "",
    siteId: null,
    relatedEntity: null,
    relatedEntityId: null,
  } as const
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(noteFinding, finding, system("test"))))
  await watch()
  expect([await faults(), await open()]).toEqual([[], []])

  const standby = (statement: string) => {
    const [, , , port] = fs.readFileSync(path.join(data, "postgres/postmaster.pid"), "utf8").split("\n")
    const password = Redacted.make(fs.readFileSync(path.join(data, "postgres.password"), "utf8").trim())
    const owner = { host: "127.0.0.1", port: Number(port), user: "postgres", password, database: "postgres", max: 1 }
    const asked = Effect.flatMap(makeDatabase(owner), (database) => database.statement(statement, []))
    return runtime.runPromise(Effect.scoped(asked))
  }
  // a slot that its standby does not use
  await standby("select pg_create_physical_replication_slot('other_room', true)")
  await done("insert into es.effect (reactor, position, attempts, error) select 'mail', max(position), 2, 'ESOCKET: connect ECONNREFUSED' from es.event")
  fs.rmSync(path.join(backups, "monday.backup"))
  state.now = begun + 3_600_000
  state.free = 5
  await watch()
  expect(await faults()).toEqual(["backup", "clock", "disk", "mail", "seal", "standby"])
  expect((await open()).map(({ title }) => title)).toEqual([
    "A clock is wrong",
    "A disk is nearly full",
    "A standby is behind",
    "The log is not being sealed",
    "The mail server does not accept mail",
    "There is no recent backup",
  ])

  await standby("select pg_drop_replication_slot('other_room')")
  await done("delete from es.effect where error = 'ESOCKET: connect ECONNREFUSED'")
  fs.writeFileSync(path.join(backups, "tuesday.backup"), "")
  Object.assign(state, { now: begun, free: 60 })
  await watch()
  expect([await faults(), await open()]).toEqual([[], []])
  await web.dispose()
  await runtime.dispose()
}, 120_000)

test("without a token there is no /metrics, and traces of requests go where OPS_TRACES_URL says, but for those at secret addresses", async () => {
  const sent: Array<string> = []
  const collector = createServer((request, response) => {
    request.on("data", (part) => sent.push(String(part))).on("end", () => response.end("{}"))
  }).listen(0, "127.0.0.1")
  await once(collector, "listening")
  const { port } = collector.address() as AddressInfo
  const server = await demoServer({ env: { OPS_TRACES_URL: `http://127.0.0.1:${port}/v1/traces` } })
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.headers.get("content-type")).not.toMatch(/version=0\.0\.4/)
  for (const path of ["/api/calendars/feed/", "/api/acknowledgements/", "/api/day-links/"]) await fetch(`${server.url}${path}known-to-its-owner-alone`)
  await server.stop()
  collector.close()
  expect(sent.join("")).toMatch(/"service\.name".+"field-office".+\/metrics/s)
  expect(sent.join("")).not.toContain("known-to-its-owner-alone")
}, 120_000)
