/**
 * `node tools/standby-drill.ts`: a leader with a synchronous standby is lost under load. Eight callers record stock items through one server, which
 * reaches the database at an address that always leads to the leader, as Patroni provides it. The leader is killed and its data directory taken away,
 * the standby is promoted, and the address leads to it. Shows that no acknowledged item is lost or recorded twice, that the server continues by itself,
 * and that the log is intact. Runs on the databases that `npm ci` brings. Exits with 1 if any of this does not hold.
 */
import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import postgres from "postgres"
import { Effect, Exit, Logger, Redacted, Scope } from "effect"
import { make } from "@ops/platform/database/embedded.ts"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { bare, signIn, startServer } from "@ops/platform/testing/server.ts"
import { standbyOf } from "@ops/platform/testing/standby.ts"

const [callers, enough] = [8, 300]
const root = path.resolve(import.meta.dirname, "..")
const folder = newFolder("drill")
const scope = Effect.runSync(Scope.make())
/** The embedded database restarts a server that dies; the leader's attempts to come back, which fail, are not printed. */
const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) =>
  Effect.runPromise(effect.pipe(Effect.provideService(Scope.Scope, scope), Effect.provide(Logger.layer([]))))
type Database = Effect.Success<ReturnType<typeof make>>
const connect = ({ host, port, user, password }: Database, database: string) =>
  postgres({ host, port, user, password: Redacted.value(password), database, max: 1, onnotice: () => {} })

/** An address that leads to the leader. */
const addressOf = async (leader: number) => {
  const state = { leader }
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const there = net.connect({ port: state.leader, host: "127.0.0.1" })
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      open.add(one)
      one
        .on("error", () => {})
        .on("close", () => {
          open.delete(one)
          other.destroy()
        })
        .pipe(other)
    }
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const close = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { port: (server.address() as net.AddressInfo).port, state, close }
}

let server: Awaited<ReturnType<typeof startServer>> | undefined
let address: Awaited<ReturnType<typeof addressOf>> | undefined
try {
  const leader = await run(make(path.join(folder, "leader", "postgres")))
  const standby = await run(standbyOf(leader))
  const first = connect(leader, "postgres")
  await first`create database books`
  await first`alter system set synchronous_standby_names = '*'`
  await first`select pg_reload_conf()`
  while ((await first`select from pg_stat_replication where sync_state = 'sync'`).length === 0) await delay(50)
  console.log("The standby follows the leader synchronously.")

  address = await addressOf(leader.port)
  const env = {
    DATABASE_URL: `postgres://${leader.user}:${encodeURIComponent(Redacted.value(leader.password))}@127.0.0.1:${address.port}/books`,
    OPS_DATA: path.join(folder, "data"),
    OPS_DEMO_DATA: "on-request",
    OPS_PEPPER: randomUUID(),
    OPS_PERSONAL_KEY: randomUUID(),
  }
  server = await startServer([path.join(root, "apps/server/unlimited-server.ts")], env)
  const { url } = server
  const headers = await signIn(url, "FO-SUP-001")

  const recorded: Array<string> = []
  const others = new Map<string, number>()
  let isOver = false
  const call = async () => {
    while (!isOver) {
      const name = `Item ${randomUUID()}`
      const body = JSON.stringify({ name, category: "other", unit: "kg" })
      const status = await fetch(`${url}/api/stock/items`, { method: "POST", headers: { ...headers, "idempotency-key": randomUUID() }, body }).then(
        async (answer) => (await answer.text(), answer.status),
        () => 0,
      )
      if (status === 201) recorded.push(name)
      else {
        others.set(name, status)
        await delay(50)
      }
    }
  }
  const calling = Promise.all(Array.from({ length: callers }, call))
  const more = async (items: number) => {
    const until = recorded.length + items
    while (recorded.length < until) await delay(20)
  }
  await more(enough)

  const [{ data_directory: lost }] = (await first`show data_directory`) as unknown as [{ data_directory: string }]
  const [pid] = fs.readFileSync(path.join(lost, "postmaster.pid"), "utf8").split("\n")
  await first.end({ timeout: 1 })
  const before = recorded.length
  fs.renameSync(lost, `${lost}.lost`)
  process.kill(Number(pid), "SIGKILL")
  console.log(`The leader is lost, after ${before} acknowledged items.`)
  const second = connect(standby, "books")
  await second`select pg_promote()`
  address.state.leader = standby.port
  const promoted = performance.now()
  await more(1)
  const seconds = ((performance.now() - promoted) / 1000).toFixed(1)
  await more(enough)
  isOver = true
  await calling
  console.log(`The standby leads. The same server recorded again ${seconds} s after the promotion, and ${recorded.length - before} items in all since then.`)

  const times = new Map((await second`select name, count(*)::int as n from live.stock_item group by 1`).map(({ name, n }) => [name as string, n as number]))
  const missing = recorded.filter((name) => !times.has(name))
  const twice = [...times].filter(([, n]) => n > 1)
  const unsure = [...others.keys()].filter((name) => times.has(name))
  const counts = Object.entries(Object.groupBy(others.values(), String)).map(([status, found]) => `${found!.length} of status ${status}`)
  console.log(`Acknowledged: ${recorded.length}, of which missing: ${missing.length}. Recorded twice: ${twice.length}.`)
  console.log(`Not acknowledged: ${others.size} (${counts.join(", ") || "none"}), of which recorded nevertheless: ${unsure.length}.`)
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, "ops.mjs"), "audit", "verify"], { env: { ...bare, ...env }, cwd: root })
  console.log(stdout.trim())
  await second.end({ timeout: 1 })
  if (missing.length > 0 || twice.length > 0) process.exitCode = 1
} finally {
  await server?.stop()
  address?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  fs.rmSync(folder, { recursive: true, force: true })
}
