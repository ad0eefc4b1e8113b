import { execFile } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as http from "node:http"
import * as net from "node:net"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Config, loadConfig } from "@ops/platform/config.ts"
import { copyDemo, newFolder } from "@ops/platform/testing/data-folder.ts"
import { bare, type Server, type ServerProcess, signIn, startServer } from "@ops/platform/testing/server.ts"
import { appLayer } from "./app.ts"

const folder = newFolder("app")
const settings = { OPS_DATA: path.join(folder, "data"), PORT: "0" }
const main = path.join(import.meta.dirname, "main.ts")
const start = () => startServer([main], settings)

const ours = { "x-ops-client": "1", "content-type": "application/json" }
const addItem = ({ url }: Server, headers: Record<string, string>, name: string) =>
  fetch(`${url}/api/stock/items`, { method: "POST", headers, body: JSON.stringify({ name, category: "other", unit: "kg" }) })

/** The messages of a live stream, one by one. */
const listen = async ({ url }: Server, headers: Record<string, string>) => {
  const answer = await fetch(`${url}/api/events/stream`, { headers })
  assert.strictEqual(answer.status, 200)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  return async (): Promise<{ position: number; lists: Array<string> }> => {
    while (!text.includes("\n\n")) {
      const { value, done } = await reader.read()
      assert.isFalse(done, "the stream has ended")
      text += value
    }
    const [message = ""] = text.split("\n\n", 1)
    text = text.slice(message.length + 2)
    return JSON.parse(message.replace(/^data: /, ""))
  }
}

/** A proxy that hands each request to the next of these servers. */
const inTurn = async (servers: ReadonlyArray<Server>) => {
  let n = 0
  const turns = servers.map(() => 0)
  const proxy = http.createServer((asked, answer) => {
    const turn = n++ % servers.length
    turns[turn]!++
    const { method, headers, url } = asked
    const onward = http.request(new URL(url!, servers[turn]!.url), { method: method!, headers }, (found) => {
      answer.writeHead(found.statusCode!, found.headers)
      found.pipe(answer)
    })
    onward.on("error", () => answer.destroy())
    answer.on("close", () => onward.destroy())
    asked.pipe(onward)
  })
  await once(proxy.listen(0, "127.0.0.1"), "listening")
  const close = () => {
    proxy.closeAllConnections()
    proxy.close()
  }
  return { url: `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`, turns, close }
}

describe("the server", () => {
  let one: ServerProcess
  let other: ServerProcess
  beforeAll(async () => {
    copyDemo(settings.OPS_DATA)
    one = await start()
    other = await start()
  }, 300_000)
  afterAll(() => Promise.all([one, other].map(({ stop }) => stop("SIGKILL"))))

  it("reports where it is, who can sign in, and how", () => {
    assert.match(one.said(), /FO-CEO-001\s+CEO/)
    assert.match(one.said(), /Password of all: field-office-demo/)
  })

  it("is live and ready, and serves its contract", async () => {
    const alive = await fetch(`${one.url}/healthz`)
    assert.strictEqual(await alive.text(), "alive")
    // closing idle connections is left to callers and proxies, which keep them for a minute
    assert.strictEqual(alive.headers.get("keep-alive"), "timeout=65")
    assert.strictEqual(await (await fetch(`${one.url}/readyz`)).text(), "ready")
    const contract = (await (await fetch(`${one.url}/openapi.json`)).json()) as { paths: object }
    assert.property(contract.paths, "/api/purchase-requests")
    assert.match(await (await fetch(`${one.url}/docs`)).text(), /<html/)
  })

  it("refuses callers without a session and admits callers with one", async () => {
    const refused = await fetch(`${one.url}/api/sites`)
    assert.deepStrictEqual([refused.status, await refused.text()], [401, "Not signed in"])
    const sites = await fetch(`${one.url}/api/sites`, { headers: await signIn(one.url, "FO-GST-001") })
    assert.lengthOf((await sites.json()) as Array<unknown>, 3)
    assert.match(sites.headers.get("x-position") ?? "", /^\d+$/)
    assert.strictEqual((await fetch(`${one.url}/api/events/stream`)).status, 401)
  })

  it("answers several reads in one request, each as by itself, and nothing that streams, writes or nests", async () => {
    const headers = await signIn(one.url, "FO-OPS-001")
    const paths = ["/api/sites?limit=1", "/api/audit?limit=1", "/api/no-such"]
    const together = (of: ReadonlyArray<string>) => fetch(`${one.url}/api/reads?${new URLSearchParams(of.map((path) => ["of", path]))}`, { headers })
    const answers = (await (await together(paths)).json()) as ReadonlyArray<{ status: number; headers: Record<string, string>; body: string }>
    for (const [n, path] of paths.entries()) {
      const alone = await fetch(`${one.url}${path}`, { headers })
      const { status, body, headers: of } = answers[n]!
      assert.deepStrictEqual([status, body, of["x-total-count"]], [alone.status, await alone.text(), alone.headers.get("x-total-count") ?? undefined])
    }
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 403, 404],
    )
    for (const bad of ["/api/events/stream", "/api/reads?of=/api/sites", "/metrics", "/api/sites?format=csv", "/api/attachments/1/download"])
      assert.strictEqual((await together(["/api/sites", bad])).status, 400, bad)
    assert.strictEqual((await together(Array(21).fill("/api/sites"))).status, 400)
    assert.strictEqual((await fetch(`${one.url}/api/reads?of=/api/sites`).then((answer) => answer.json()))[0].status, 401)
  })

  it("asks a simulated session for the password and gives it a new secret", async () => {
    const call = (method: string, at: string, cookie: string, body?: object) =>
      fetch(`${one.url}${at}`, { method, headers: { ...ours, cookie }, ...(body && { body: JSON.stringify(body) }) })
    const cookieOf = (answer: Response) => answer.headers.get("set-cookie")!.split(";")[0]!
    const scanned = cookieOf(await call("POST", "/api/auth/demo-scan", "", { employeeId: "FO-CEO-001", method: "face" }))
    const person = { employeeId: "X-1", firstName: "Nyibol", lastName: "Kuol", siteId: 1 }
    const refused = await call("POST", "/api/users", scanned, person)
    assert.deepStrictEqual([refused.status, await refused.text()], [403, "Confirm your identity: enter your password again."])
    assert.strictEqual(refused.headers.get("x-step-up"), "required")
    assert.match(refused.headers.get("content-type")!, /^text\/plain/)
    const proven = cookieOf(await call("POST", "/api/auth/step-up", scanned, { password: "field-office-demo" }))
    assert.strictEqual((await call("POST", "/api/users", scanned, person)).status, 401)
    assert.strictEqual((await call("POST", "/api/users", proven, person)).status, 201)
  })

  it("pushes changes live between two servers on one database", async () => {
    const headers = await signIn(one.url, "FO-CEO-001")
    const next = await listen(other, headers) // a session is valid on both
    const { position } = await next()
    assert.strictEqual((await addItem(one, headers, "Rope")).status, 201)
    let message = await next()
    while (!message.lists.includes("/api/stock/items")) message = await next()
    assert.isAbove(message.position, position)
    const items = (await (await fetch(`${other.url}/api/stock/items`, { headers })).json()) as Array<{ name: string }>
    assert.include(
      items.map(({ name }) => name),
      "Rope",
    )
  })

  it("is one server to callers whose requests several processes take in turn: recorded once, numbered without a gap, mailed once, and shown live", async () => {
    const { url, turns, close } = await inTurn([one, other])
    const [headers, finance] = [await signIn(url, "FO-CEO-001"), await signIn(url, "FO-FIN-001")]
    const send = async (address: string, body: object, by = headers, key: string = crypto.randomUUID()) => {
      const answer = await fetch(url + address, { method: "POST", headers: { ...by, "idempotency-key": key }, body: JSON.stringify(body) })
      const text = await answer.text()
      assert.isTrue(answer.ok, text)
      return JSON.parse(text) as { id: number; journalEntryId: number }
    }
    const read = async (address: string) => (await fetch(url + address, { headers })).json()
    const streams = await Promise.all([one, other].map((server) => listen(server, headers)))
    for (const next of streams) await next()

    const key = crypto.randomUUID()
    const sent = await Promise.all(Array.from({ length: 4 }, () => send("/api/vendors", { name: "Sent four times" }, headers, key)))
    assert.strictEqual(new Set(sent.map(({ id }) => id)).size, 1)
    for (const next of streams) while (!(await next()).lists.includes("/api/vendors"));

    const lines = [
      { account: "1010", debitAmount: "5.00", creditAmount: "0.00" },
      { account: "1020", debitAmount: "0.00", creditAmount: "5.00" },
    ]
    const entry = { entryDate: new Date().toISOString(), description: "Moved to the bank", lines }
    const drafts = await Promise.all(Array.from({ length: 12 }, () => send("/api/journal-entries", entry, finance)))
    const posted = await Promise.all(drafts.map(({ id }) => send(`/api/journal-drafts/${id}/post`, {})))
    const entries = await Promise.all(posted.map(({ journalEntryId }) => read(`/api/journal-entries/${journalEntryId}`)))
    const numbers = (entries as ReadonlyArray<{ entryNumber: string }>).map(({ entryNumber }) => Number(entryNumber.slice(-5))).sort((a, b) => a - b)
    assert.deepStrictEqual(
      numbers,
      numbers.map((_, n) => numbers[0]! + n),
    )

    const mails = await Promise.all(Array.from({ length: 4 }, (_, n) => send("/api/settings/mail/test", { to: `one${n}@example.org` })))
    for (const { id } of mails) {
      for (;;) {
        const mail = (await read(`/api/mails/${id}`)) as { status: string; attempts: number }
        if (mail.status === "queued") continue
        assert.deepStrictEqual([mail.status, mail.attempts], ["sent", 1])
        break
      }
    }
    for (const turn of turns) assert.isAbove(turn, 10)
    close()
  }, 60_000)

  it("notifies a person at one site of changes at that site and of no others", async () => {
    const ceo = { ...ours, ...(await signIn(one.url, "FO-CEO-001")) }
    const raise = async (siteId: number) => {
      const order = { siteId, serviceType: "cleaning", priority: "low", description: "Sweep the yard" }
      const raised = await fetch(`${one.url}/api/work-orders`, { method: "POST", headers: ceo, body: JSON.stringify(order) })
      assert.strictEqual(raised.status, 201)
    }
    const streams = await Promise.all(["FO-SUP-001", "FO-CEO-001"].map(async (employeeId) => listen(other, await signIn(one.url, employeeId))))
    for (const next of streams) await next()
    await raise(2)
    const vendor = { name: `Twine ${crypto.randomUUID()}` }
    const added = await fetch(`${one.url}/api/vendors`, { method: "POST", headers: ceo, body: JSON.stringify(vendor) })
    assert.strictEqual(added.status, 201, await added.text())
    /** The lists named before the new vendor, which belongs to the company and therefore reaches every session. */
    const heard = await Promise.all(
      streams.map(async (next) => {
        const lists: Array<string> = []
        while (!lists.includes("/api/vendors")) lists.push(...(await next()).lists)
        return lists.includes("/api/work-orders")
      }),
    )
    assert.deepStrictEqual(heard, [false, true])
    await raise(1)
    for (const next of streams) while (!(await next()).lists.includes("/api/work-orders"));
  })

  it("serves no file outside the web app", async () => {
    const socket = net.connect(Number(new URL(one.url).port), "127.0.0.1")
    socket.write("GET /../../../package.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    let text = ""
    socket.on("data", (data) => (text += data))
    await once(socket, "close")
    assert.match(text, /^HTTP\/1\.1 404 /)
  })

  it("shuts down gracefully with its database, even with a listener connected", async () => {
    const headers = await signIn(one.url, "FO-SEC-001")
    const next = await listen(one, headers)
    await next()
    assert.deepStrictEqual(await Promise.all([one.stop("SIGTERM"), other.stop("SIGINT")]), [0, 0])
    assert.isFalse(fs.existsSync(path.join(settings.OPS_DATA, "postgres", "postmaster.pid")))
  }, 30_000)

  // last: for the servers, this process is another version, because its code was transformed for the tests; it takes over the rows
  it("answers the same within the process", async () => {
    const config = Effect.map(loadConfig({ ...settings, OPS_PEPPER_FILE: path.join(settings.OPS_DATA, "pepper") }), (config) => ({
      ...config,
      pepper: config.pepper ?? Redacted.make(""),
    }))
    const web = HttpRouter.toWebHandler(appLayer().pipe(Layer.provide(Layer.effect(Config, config)), Layer.provide(HttpServer.layerServices)), {
      disableLogger: true,
    })
    const call = (address: string, headers: Record<string, string>, body?: object) => {
      const sent = body && { method: "POST", body: JSON.stringify(body) }
      return web.handler(new Request(`http://localhost:3000${address}`, { headers, ...sent }), Context.empty() as Parameters<typeof web.handler>[1])
    }
    const signedIn = await call("/api/auth/login", ours, { employeeId: "FO-CEO-001", password: "field-office-demo" })
    const headers = { ...ours, cookie: signedIn.headers.get("set-cookie")!.split(";")[0]! }
    assert.strictEqual((await call("/api/sites", {})).status, 401)
    assert.strictEqual((await call("/api/sites", headers)).status, 200)
    assert.strictEqual((await call("/api/nothing", headers)).status, 404)
    await web.dispose()
  }, 120_000)
})

describe("a refused start", () => {
  const refused = (env: Record<string, string>) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = execFile(process.execPath, [main], { env: { ...bare, ...settings, ...env } }, (_, out, err) =>
        resolve({ code: child.exitCode, said: out + err }),
      )
    })

  it("lists every reason, starts nothing, and exits with 1", async () => {
    const { code, said } = await refused({
      OPS_MODE: "production",
      OPS_ORIGIN: "http://ops.example.com",
      HOST: "0.0.0.0",
      OPS_PEPPER: "a pepper for tests, 0123456789abcdef",
      OPS_DATA: path.join(folder, "none"),
    })
    assert.strictEqual(code, 1)
    assert.match(said, /^The server does not start:\n- HOST is 0\.0\.0\.0.*\n- OPS_ORIGIN is http.*\n- There is no DATABASE_URL/)
    assert.isFalse(fs.existsSync(path.join(folder, "none")))
  }, 30_000)

  it("names the port that is in use", async () => {
    const taken = net.createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as net.AddressInfo
    const { code, said } = await refused({ PORT: String(port) })
    taken.close()
    assert.deepStrictEqual([code, said.trim()], [1, `Port ${port} is taken by another program. Stop it, or set PORT to another one.`])
  }, 30_000)
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
