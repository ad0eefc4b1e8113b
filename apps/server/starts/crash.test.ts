/** Server and database are killed between any two steps and under load: nothing acknowledged is lost, nothing happens twice. */
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { times } from "@ops/platform/testing/thorough.ts"
import { runIn } from "../../cli/in-process.ts"

let folder: string
let port: number
let server: ChildProcess | undefined
const base = () => `http://localhost:${port}`

const start = async () => {
  server = spawn(process.execPath, [path.resolve(import.meta.dirname, "../main.ts")], {
    env: { ...process.env, PORT: String(port), OPS_DATA: folder, OPS_MODE: "demo", OPS_DEMO_DATA: "on-request", NODE_ENV: "" },
    stdio: "ignore",
  })
  for (let tries = 0; tries < 400; tries++) {
    if (
      await fetch(`${base()}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("The server did not start")
}

const killAndStartAgain = async () => {
  const ended = new Promise((resolve) => server!.once("exit", resolve))
  server!.kill("SIGKILL")
  await ended
  await start()
}

const call = async (cookie: string, method: string, path: string, body?: unknown) => {
  const answer = await fetch(base() + path, {
    method,
    headers: { "x-ops-client": "1", cookie, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "", text: await answer.text() }
}
const signIn = async (employeeId: string) => (await call("", "POST", "/api/auth/login", { employeeId, password: "field-office-demo" })).cookie

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "ops-crash-"))
  chmodSync(folder, 0o711)
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
  await start()
}, 120_000)

afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = new Promise((resolve) => server!.once("exit", resolve))
    server.kill("SIGTERM")
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Begins an upload that never ends: the server is killed first. `sent` counts its chunks. */
const endlessUpload = (cookie: string) => {
  const boundary = "half"
  const begin = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="voucher.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7 `
  const progress = { sent: 0 }
  const answer = fetch(`${base()}/api/attachments`, {
    method: "POST",
    headers: { "x-ops-client": "1", cookie, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: new ReadableStream({
      async pull(body) {
        body.enqueue(new TextEncoder().encode(progress.sent === 0 ? begin : "x".repeat(10_000)))
        if (progress.sent++ > 20) await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
      },
    }),
    duplex: "half",
  } as RequestInit).catch(() => undefined)
  return { progress, answer }
}
const upload = async (cookie: string) => {
  const form = new FormData()
  form.append("file", new Blob(["%PDF-1.7 whole"]), "voucher.pdf")
  const answer = await fetch(`${base()}/api/attachments`, { method: "POST", headers: { "x-ops-client": "1", cookie }, body: form })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

test("kill -9 between any two steps, and during an upload, loses nothing that was acknowledged and leaves no partial file", async () => {
  const finance = await signIn("FO-FIN-001")
  const vendor = await call(finance, "POST", "/api/vendors", { name: "Nile Traders", email: "orders@nile.example" })
  expect(vendor.status).toBe(201)
  await killAndStartAgain()

  const manager = await signIn("FO-SUP-001")
  const item = await call(manager, "POST", "/api/stock/items", { name: "Beans", category: "other", unit: "kg" })
  expect(item.status).toBe(201)
  const cook = await signIn("FO-OPS-001")
  const raised = await call(cook, "POST", "/api/purchase-requests", { siteId: "unity-state", priority: "high", justification: "Beans" })
  expect(raised.status).toBe(201)
  const { id } = JSON.parse(raised.text) as { id: number }
  await killAndStartAgain()

  // the session survives the server too
  const line = { purchaseRequestId: id, stockItemId: JSON.parse(item.text).id, quantity: 3, estimatedCost: "30.00" }
  expect((await call(cook, "POST", "/api/purchase-requests/items", line)).status).toBe(201)
  const kept = await upload(finance)
  const half = endlessUpload(finance)
  await expect.poll(() => half.progress.sent, { timeout: 20_000 }).toBeGreaterThan(20)
  await killAndStartAgain()
  expect(await half.answer).toBeUndefined()
  const again = await call(finance, "GET", `/api/attachments/${kept}/download`)
  expect([again.status, again.text]).toEqual([200, "%PDF-1.7 whole"])
  const later = await upload(finance)
  for (let between = kept + 1; between < later; between++) expect((await call(finance, "GET", `/api/attachments/${between}`)).status).toBe(404)
  expect(later).toBeGreaterThan(kept)

  const approved = await call(manager, "PATCH", `/api/purchase-requests/${id}/approve`, { vendorId: JSON.parse(vendor.text).id })
  expect(approved.status).toBe(200)
  await killAndStartAgain()

  const one = JSON.parse((await call(manager, "GET", `/api/purchase-requests/${id}`)).text)
  expect(one).toMatchObject({ status: "approved", estimatedTotal: "30.00", itemCount: 1, vendorName: "Nile Traders" })
  const history = JSON.parse((await call(manager, "GET", `/api/purchase-requests/${id}/history`)).text) as Array<{ type: string }>
  expect(history.map(({ type }) => type)).toEqual(["PurchaseRequestRaised", "PurchaseItemAdded", "PurchaseRequestApproved", "PurchaseOrderMailed"])

  const mails = () => {
    try {
      const names = readdirSync(path.join(folder, "mail")).filter((name) => name.endsWith(".eml"))
      return names.filter((name) => readFileSync(path.join(folder, "mail", name), "utf8").includes(one.requestNumber))
    } catch {
      return []
    }
  }
  await expect.poll(mails, { timeout: 90_000, interval: 200 }).toHaveLength(1)
  await expect
    .poll(async () => JSON.parse((await call(manager, "GET", `/api/purchase-requests/${id}`)).text).mailStatus, { timeout: 90_000, interval: 200 })
    .toBe("sent")
}, 240_000)

/** The embedded database server: which process to kill, and its port. */
const postgresServer = () => {
  const [pid, , , port] = readFileSync(path.join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")
  return { pid: Number(pid), port: Number(port) }
}

/** Kills the database. After the previous kill its processes may still answer for a moment before a new one starts; the new one is meant. */
const killDatabase = async () => {
  for (;;) {
    try {
      process.kill(postgresServer().pid, "SIGKILL")
      return
    } catch (error) {
      if (!["ESRCH", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

const isReady = () =>
  fetch(`${base()}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const audit = (...words: ReadonlyArray<string>) =>
  runIn({ OPS_DATA: folder, OPS_MODE: "demo", XDG_CACHE_HOME: path.join(folder, "cache") }, ["audit", ...words])

test("repeated kills of server, database or both under load leave nothing acknowledged lost, partial or duplicated", async () => {
  const [manager, finance, chief] = [await signIn("FO-SUP-001"), await signIn("FO-FIN-001"), await signIn("FO-CEO-001")]
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Africa/Juba" }).format(new Date())
  let stopped = false
  let acknowledged = 0
  const items = new Map<string, number>()
  const entries = new Map<string, string>()
  const strange: Array<string> = []

  /** Repeats the call with one key until it is answered, like a client that lost its connection. */
  const surely = async (cookie: string, address: string, body: unknown) => {
    const key = randomUUID()
    for (;;) {
      const answer = await fetch(base() + address, {
        method: "POST",
        headers: { "x-ops-client": "1", cookie, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(body),
      }).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => undefined,
      )
      if (answer && answer.status < 300) {
        acknowledged++
        return JSON.parse(answer.text)
      }
      if (answer && ![409, 429, 503].includes(answer.status)) {
        strange.push(`${answer.status} ${answer.text}`)
        return undefined
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const writer = async (name: string) => {
    for (let n = 0; !stopped; n++) {
      if (n % 3 === 0) {
        const description = `Takings ${name}-${n}`
        const lines = [
          { account: "1000", debitAmount: `${n + 1}.25`, creditAmount: "0" },
          { account: "4100", debitAmount: "0", creditAmount: `${n + 1}.25` },
        ]
        const draft = await surely(finance, "/api/journal-entries", { entryDate: today, description, lines })
        const made = draft && (await surely(chief, `/api/journal-drafts/${draft.id}/post`, {}))
        if (made) entries.set(description, made.entryNumber)
      } else {
        const item = `Item ${name}-${n}`
        const made = await surely(manager, "/api/stock/items", { name: item, category: "other", unit: "kg" })
        if (made) items.set(item, made.id)
      }
    }
  }
  const writers = ["a", "b", "c", "d", "e", "f"].map(writer)

  for (let round = 0; round < times(6, 30); round++) {
    const before = acknowledged
    while (acknowledged < before + 5 + Math.floor(Math.random() * 20)) await new Promise((resolve) => setTimeout(resolve, 5))
    // mostly the database: its loss hits the server in the middle of its work
    const victim = round % 6 === 5 ? "both" : round % 6 === 2 ? "server" : "database"
    if (victim !== "server") await killDatabase()
    if (victim !== "database") await killAndStartAgain()
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  stopped = true
  await Promise.all(writers)
  expect(strange).toEqual([])

  const password = readFileSync(path.join(folder, "postgres.password"), "utf8").trim()
  const sql = postgres({ host: "127.0.0.1", port: postgresServer().port, user: "postgres", password, database: "ops", max: 1, onnotice: () => {} })
  try {
    // each was repeated until answered: all of them exist exactly once
    const there = await sql`select name, id::int as id from live.stock_item where name like 'Item %'`
    expect(there).toHaveLength(items.size)
    expect(there.filter(({ name, id }) => items.get(name) !== id)).toEqual([])
    const posted = await sql`select description, entry_number as number, lines from live.journal_entry where description like 'Takings %'`
    expect(posted).toHaveLength(entries.size)
    expect(posted.filter(({ description, number }) => entries.get(description) !== number)).toEqual([])

    // the books: each entry balances, and the numbers have no gap
    const sides = (lines: ReadonlyArray<{ debit: number; credit: number }>) => lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    expect(posted.filter(({ lines }) => lines.length !== 2 || sides(lines) !== 0)).toEqual([])
    const numbers = posted.map(({ number }) => Number(/(\d+)$/.exec(number)![1])).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, n) => numbers[0]! + n))

    // nothing partial: every event has its commit, every stream its versions, every row the version of its stream
    const [{ alone, gaps }] = (await sql`
      select count(*) filter (where c.id is null)::int as alone, count(*) filter (where e.version > 1 and b.version is null)::int as gaps
      from es.event e left join es.commit c on c.id = e.commit_id left join es.event b on b.stream = e.stream and b.version = e.version - 1`) as unknown as [
      { alone: number; gaps: number },
    ]
    expect({ alone, gaps }).toEqual({ alone: 0, gaps: 0 })
  } finally {
    await sql.end()
  }
  // every row is the fold of its stream, and the log is unchanged
  for (const words of [["replay", "--diff"], ["verify"]]) {
    const { code, out, err } = await audit(...words)
    expect(code, out + err).toBe(0)
  }
}, 300_000)
