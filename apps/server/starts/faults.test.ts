/** Answers while the database or the connection to it fails: each one is compared with the log. */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import postgres from "postgres"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { make } from "@ops/platform/database/embedded.ts"
import { usualSilence } from "@ops/platform/database/database.ts"
import { stopping } from "@ops/platform/http/serving/server.ts"
import { settling } from "@ops/platform/records/records.ts"
import { startProxy, type Proxy } from "@ops/platform/testing/proxy.ts"
import { newCluster } from "@ops/platform/testing/template.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { signIn, startServer, type ServerProcess } from "@ops/platform/testing/server.ts"
import { Redacted } from "effect"
import { serverHere } from "../demo/demo-server.ts"

const main = path.resolve(import.meta.dirname, "../main.ts")
const unlimited = path.resolve(import.meta.dirname, "../unlimited-server.ts")
const scope = Effect.runSync(Scope.make())
let folder: string
let address: { host: string; port: number; user: string; password: string }
let sql: postgres.Sql
let proxy: Proxy | undefined
const endings: Array<() => Promise<void>> = []

const urlOf = (port: number) => `postgres://${address.user}:${encodeURIComponent(address.password)}@127.0.0.1:${port}/books`
const settings = (port: number) => ({
  DATABASE_URL: urlOf(port),
  OPS_DATA: fs.mkdtempSync(path.join(folder, "data-")),
  OPS_DEMO_DATA: "on-request",
  // shared by all servers, so that passwords set through one server work with the others
  OPS_PEPPER: "a pepper for the tests of faults, 0123456789",
  OPS_PERSONAL_KEY: "a personal key for tests, 0123456789",
})
const started = (program: string | ReadonlyArray<string>, port: number) => startServer([program].flat(), settings(port), 50_000)
/** Made when the first test needs it, and ended after all. */
const lazily = (make: () => Promise<ServerProcess>) => {
  let made: Promise<ServerProcess> | undefined
  endings.push(async () => void (await (await made?.catch(() => undefined))?.stop("SIGKILL")))
  return () => (made ??= make())
}
/** For tests that leave the server and its connection alive. */
const running = lazily(() => started(unlimited, address.port))
/** For tests of the network between server and database. */
const proxied = lazily(async () => {
  proxy = await startProxy(address.port)
  return started(unlimited, proxy.port)
})

/** Sets the clock of a process forward by some hours. */
const shifted = (hours: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date
    const now = () => Real.now() + ${hours} * 3_600_000
    globalThis.Date = class extends Real {
      constructor(...given) {
        if (given.length === 0) super(now())
        else super(...given)
      }
      static now = now
    }`)}`
const behind = lazily(() => started([shifted(-1), main], address.port))
const ahead = lazily(() => started([shifted(1), unlimited], address.port))

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "ops-faults-"))
  fs.chmodSync(folder, 0o711)
  const { host, port, user, password } = await Effect.runPromise(Effect.provideService(Effect.flatMap(newCluster, make), Scope.Scope, scope))
  address = { host, port, user, password: Redacted.value(password) }
  const root = postgres({ ...address, database: "postgres", max: 1, onnotice: () => {} })
  await root`create database books`
  await root.end()
  sql = postgres({ ...address, database: "books", max: 2, onnotice: () => {} })
}, 60_000)

afterAll(async () => {
  await Promise.all(endings.map((end) => end()))
  proxy?.close()
  await sql.end({ timeout: 1 })
  await Effect.runPromise(Scope.close(scope, Exit.void))
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Said {
  readonly name: string
  readonly status: number
  readonly text: string
  readonly recorded: string | null
}

/** Adds a stock item with a unique name and without a key, like a careless program. */
const add = async (url: string, headers: Record<string, string>, signal?: AbortSignal, name = `Item ${randomUUID()}`): Promise<Said> => {
  const body = JSON.stringify({ name, category: "other", unit: "kg" })
  const answer = await fetch(`${url}/api/stock/items`, { method: "POST", headers, body, ...(signal && { signal }) })
  return { name, status: answer.status, text: await answer.text(), recorded: answer.headers.get("x-recorded") }
}

/** The false answers. */
const untrue = async (said: ReadonlyArray<Said>) => {
  const names = new Set((await sql`select name from live.stock_item`).map(({ name }) => name as string))
  return said.filter(({ name, status, text, recorded }) => {
    if (status === 201) return !names.has(name)
    if (recorded === "unknown") return !text.includes("We do not know whether this was recorded")
    if (recorded === "yes") return !names.has(name)
    if (text.includes("Nothing was written") || recorded === "no") return names.has(name)
    return true // no statement about it
  })
}

test("while connections are terminated under load, no answer misreports what was recorded", async () => {
  const { url } = await running()
  const headers = await signIn(url, "FO-SUP-001")
  const said: Array<Said> = []
  let isOver = false
  const writer = async () => {
    while (!isOver) said.push(await add(url, headers))
  }
  const writers = Array.from({ length: 12 }, writer)
  const answered = () => said.filter(({ status }) => status === 201).length
  let ended = 0
  while (ended < times(20, 60) || answered() <= 100) {
    await delay(40 + Math.random() * 80)
    const gone =
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ops' and datname = 'books' and state = 'active' limit 2`
    ended += gone.length
  }
  isOver = true
  await Promise.all(writers)
  expect(await untrue(said)).toEqual([])
  expect(said.filter(({ status }) => ![201, 503].includes(status))).toEqual([])
}, 120_000)

test("a commit whose answer is lost is reported as unknown, and the same key returns the result later", async () => {
  const { url } = await proxied()
  const headers = { ...(await signIn(url, "FO-SUP-001")), "idempotency-key": randomUUID() }
  const name = `Item ${randomUUID()}`
  const send = () => fetch(`${url}/api/stock/items`, { method: "POST", headers, body: JSON.stringify({ name, category: "other", unit: "kg" }) })
  // holds the commit until the network is silent, so that its answer is lost
  const lock = await sql.reserve()
  await lock`begin`
  await lock`lock table es.commit in share row exclusive mode`
  const answer = send()
  // the commit of the item, and not one that the server makes on its own
  const waiting = () => sql`select from pg_stat_activity where application_name = 'ops' and wait_event_type = 'Lock' and query like '%stock_item%'`
  while ((await waiting()).length === 0) await delay(10)
  proxy!.silence()
  await lock`rollback`
  lock.release()
  const first = await answer
  expect([first.status, first.headers.get("x-recorded"), await first.text()]).toEqual([
    503,
    "unknown",
    "The database is not reachable at the moment. We do not know whether this was recorded. Check the list, or send it again with the same Idempotency-Key.",
  ])
  expect(first.headers.get("retry-after")).toBe("5")
  expect(await sql`select name from live.stock_item where name = ${name}`).toHaveLength(1)
  proxy!.speak()
  await expect.poll(async () => (await send()).status, { timeout: 30_000 }).toBe(201)
  expect(await sql`select name from live.stock_item where name = ${name}`).toHaveLength(1)
}, 120_000)

/** Plants a fault in the database by SQL during the body, so that a failing test leaves the next one an intact database. */
const withFault = async (fault: string, mended: string, body: () => Promise<void>) => {
  await sql.unsafe(fault)
  try {
    await body()
  } finally {
    await sql.unsafe(mended)
  }
}

/** The time limits promised to operators on a silent network, in ms. */
const promised = { unavailable: 5_000, stopped: 10_000 }

test("the timeouts add up to what is promised: a 503 within 5 seconds, a stop within 10", () => {
  const { patience, answer } = usualSilence
  expect(patience + answer + settling).toBeLessThan(promised.unavailable)
  expect(stopping.idle).toBeLessThan(stopping.unfinished)
  expect(stopping.unfinished).toBeLessThan(stopping.over)
  // an aborted request can still wait for the database, which has its own deadline
  expect(stopping.over + patience + answer).toBeLessThan(promised.stopped)
})

test("on a network that drops everything, reads and writes answer 503 in time, and the process stops", async () => {
  const server = await proxied()
  const { url } = server
  const headers = await signIn(url, "FO-SUP-001")
  expect((await add(url, headers)).status).toBe(201)
  const read = async (path: string) => {
    const answer = await fetch(url + path, { headers })
    await answer.text()
    return answer.status
  }
  proxy!.silence()
  const began = performance.now()
  const said = Promise.all(Array.from({ length: 12 }, () => add(url, headers)))
  const statuses = Promise.all(["/api/stock/items", "/api/vendors", "/api/stock/items?format=csv", "/api/sites", "/readyz"].map(read))
  expect(new Set(await statuses)).toEqual(new Set([503]))
  expect(new Set((await said).map(({ status }) => status))).toEqual(new Set([503]))
  // several times the promise, so that a busy machine passes: without the deadlines an answer took 30 to 75 seconds
  expect(performance.now() - began).toBeLessThan(4 * promised.unavailable)
  expect(await read("/api/sites")).toBe(503)
  expect(await untrue(await said)).toEqual([])
  proxy!.speak()
  await expect.poll(() => read("/api/sites"), { timeout: 30_000 }).toBe(200)

  proxy!.silence()
  const last = read("/api/vendors").catch(() => 503)
  const asked = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - asked).toBeLessThan(4 * promised.stopped)
  expect(await last).toBe(503)
  // also ends the connections that the silence left behind in the database
  proxy!.close()
}, 180_000)

test("while the database cannot write, nothing is written and readyz reports not ready", async () => {
  const { url } = await running()
  const headers = await signIn(url, "FO-SUP-001")
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`)
    return [answer.status, await answer.text()]
  }
  expect(await ready()).toEqual([200, "ready"])
  const fullDisk = `
    create function es.full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on es.commit execute function es.full_disk();
    create trigger full_disk before insert on es.write_check execute function es.full_disk();`
  await withFault(fullDisk, "drop function es.full_disk() cascade", async () => {
    const said = await add(url, headers)
    expect(said).toMatchObject({
      status: 503,
      recorded: "no",
      text: "The database cannot write: its disk is full or broken. Nothing was written; tell your administrator.",
    })
    expect(await untrue([said])).toEqual([])
    expect(await ready()).toEqual([503, "The database cannot write: could not extend file"])
  })
  expect(await ready()).toEqual([200, "ready"])
  expect((await add(url, headers)).status).toBe(201)
}, 120_000)

test("a serialization failure or a deadlock is retried like a version conflict", async () => {
  const { url } = await running()
  const headers = await signIn(url, "FO-SUP-001")
  for (const code of ["40001", "40P01"]) {
    const failing = `
      create sequence es.failing;
      create function es.fail_twice() returns trigger language plpgsql security definer as $$ begin
        if nextval('es.failing') <= 2 then raise exception 'could not serialize' using errcode = '${code}'; end if; return new; end $$;
      create trigger fail_twice before insert on es.commit for each row execute function es.fail_twice();`
    await withFault(failing, "drop function es.fail_twice() cascade; drop sequence es.failing", async () => {
      expect((await add(url, headers)).status, code).toBe(201)
    })
  }
}, 120_000)

test.each([
  ["behind", behind],
  ["ahead of", ahead],
] as const)("a server whose clock is an hour %s the database's warns at its start and in readyz", async (words, started) => {
  const server = await started()
  const warning = new RegExp(`The clock of this server is 3,?\\d00 seconds ${words} the database's`)
  expect(server.said()).toMatch(warning)
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringMatching(warning)])
})

test("a process whose rows were taken over by another version answers 503, logs the reason, and exits", async () => {
  const server = await behind()
  const headers = await signIn(server.url, "FO-SUP-001")
  expect((await add(server.url, headers)).status).toBe(201)
  const [live] = await sql`select fingerprint from es.projection where name = 'rows' and state = 'active'`
  const named = (fingerprint: string) => `update es.projection set fingerprint = '${fingerprint}' where state = 'active'`
  await withFault(named("another version"), named(live!.fingerprint), async () => {
    const said = await add(server.url, headers)
    expect([said.status, said.text]).toEqual([
      503,
      "This server process was replaced by a newer version and is stopping. Nothing was written; try again in a moment.",
    ])
    expect(await untrue([said])).toEqual([])
    expect(await new Promise((resolve) => server.ended.then(resolve))).toBe(75)
    expect(server.said()).toContain("maintained by another version of this program")
  })
}, 120_000)

test("a process shut down gracefully under load records nothing that it does not answer", async () => {
  const server = await ahead()
  const headers = await signIn(server.url, "FO-SUP-001")
  const said: Array<Said> = []
  const unanswered: Array<string> = []
  let isOver = false
  const writer = async () => {
    while (!isOver) {
      const name = `Item ${randomUUID()}`
      try {
        said.push(await add(server.url, headers, undefined, name))
      } catch {
        // the server did not take it: it no longer listened, or it closed an idle connection while the request was under way
        unanswered.push(name)
        return
      }
    }
  }
  const writers = Array.from({ length: 12 }, writer)
  while (said.length < 50) await delay(10)
  expect(await server.stop()).toBe(0)
  isOver = true
  await Promise.all(writers)
  expect(await sql`select name from live.stock_item where name in ${sql(unanswered)}`).toEqual([])
  expect(said.filter(({ text }) => text === "")).toEqual([])
  expect(await untrue(said)).toEqual([])
}, 120_000)

test("a connection pooler is refused at startup, with instructions", async () => {
  // like a pooler: it names a backend of its own in the cancellation key
  const pooled = await startProxy(address.port, {
    change: (data) => {
      for (let at = 0; at + 13 <= data.length; at += 1 + data.readUInt32BE(at + 1)) {
        if (data[at] === 75 && data.readUInt32BE(at + 1) === 12) data.writeUInt32BE(1, at + 5)
        if (data.readUInt32BE(at + 1) < 4) break
      }
      return data
    },
  })
  await expect(serverHere(settings(pooled.port))).rejects.toThrow(/connection pooler such as PgBouncer.*Give the address and port of PostgreSQL itself/)
  pooled.close()
}, 60_000)

test("a recorded change is never reported as unwritten, even if its row cannot be read back", async () => {
  const { url } = await running()
  const headers = await signIn(url, "FO-SUP-001")
  for (const [code, sentence] of [
    ["53200", /^This was recorded \(Stock item [\w-]+\), but the answer could not be read back\. Reload the page to see it; do not enter it again\.$/],
    ["XX000", /^Something went wrong on our side\. This was recorded \(Stock item [\w-]+\), but .* Report this number to the office: /],
  ] as const) {
    const unreadable = `
      create function es.cannot_read() returns boolean language plpgsql as $$ begin raise exception 'cannot be read' using errcode = '${code}'; end $$;
      alter table live.stock_item enable row level security, force row level security;
      create policy adding on live.stock_item for insert with check (true);
      create policy reading on live.stock_item for select using (es.cannot_read())`
    const readable = "drop function es.cannot_read() cascade; drop policy adding on live.stock_item; alter table live.stock_item disable row level security"
    let said!: Said
    await withFault(unreadable, readable, async () => {
      said = await add(url, headers)
    })
    expect([said.status, said.recorded]).toEqual([code === "XX000" ? 500 : 503, "yes"])
    expect(said.text).toMatch(sentence)
    expect(await untrue([said])).toEqual([])
  }
}, 120_000)
