/** A backup made during writes and restored elsewhere, with the real commands and servers. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { bare, type ServerProcess, startServer } from "@ops/platform/testing/server.ts"
import { runIn } from "../in-process.ts"
import { type BackupPart, backupText, compressed, readBackup } from "@ops/platform/event-store/backup-file.ts"

const main = path.join(import.meta.dirname, "../../../ops.mjs")
const folder = newFolder("drill")
const envOf = (data: string) => ({
  ...bare,
  OPS_DATA: path.join(folder, data),
  OPS_CONFIG_DIR: path.join(folder, "config"),
  XDG_CACHE_HOME: path.join(folder, "cache"),
  OPS_DEMO_DATA: "on-request",
  OPS_SEAL_SECONDS: "1",
  PORT: "0",
})
const ops = (data: string, ...words: ReadonlyArray<string>) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [main, ...words], { env: envOf(data) }, (_, out, err) => resolve({ code: child.exitCode!, out, err }))
  })

/** The same within this process, where the process is irrelevant. */
const opsHere = (data: string, ...words: ReadonlyArray<string>) => runIn(envOf(data), words)

/** Polls until it is true; the test's own time limit ends it. */
const until = async (so: () => Promise<boolean> | boolean) => {
  while (!(await so())) await new Promise((resolve) => setTimeout(resolve, 50))
}

const running: Array<ServerProcess> = []
const serve = async (data: string) => {
  const server = await startServer([main, "serve"], envOf(data))
  running.push(server)
  /** One person requests goods and another orders them by mail. */
  const order = async (vendorId: number, item: number) => {
    const [cook, manager] = [await server.as("FO-OPS-001"), await server.as("FO-SUP-001")]
    const { body: request } = await cook("POST", "/api/purchase-requests", { siteId: "unity-state", priority: "high", justification: "Beans" })
    await cook("POST", "/api/purchase-requests/items", { purchaseRequestId: request.id, stockItemId: item, quantity: 3, estimatedCost: "30.00" })
    const approved = await manager("PATCH", `/api/purchase-requests/${request.id}/approve`, { vendorId })
    expect(approved.status).toBe(200)
    await until(async () => (await manager("GET", `/api/purchase-requests/${request.id}`)).body.mailStatus === "sent")
    return request as { readonly id: number; readonly requestNumber: string }
  }
  return { ...server, order }
}
const mailsIn = (data: string) => fs.readdirSync(path.join(folder, data, "mail")).filter((name) => name.endsWith(".eml"))

describe("a backup made during writes", { timeout: 120_000 }, () => {
  const file = path.join(folder, "monday.backup")
  let acknowledged: ReadonlyArray<number>
  let request: { readonly id: number; readonly requestNumber: string }
  let vendorId: number

  beforeAll(async () => {
    const { as, order, stop } = await serve("one")
    const [finance, manager] = [await as("FO-FIN-001"), await as("FO-SUP-001")]
    vendorId = (await finance("POST", "/api/vendors", { name: "Nile Traders", email: "orders@nile.example" })).body.id
    const add = (name: string) => manager("POST", "/api/stock/items", { name, category: "other", unit: "kg" })
    const { body: beans } = await add("Beans")
    request = await order(vendorId, beans.id)

    const done: Array<number> = []
    let stopped = false
    const write = async (writer: number) => {
      for (let n = 0; !stopped; n++) {
        const { status, body } = await add(`Item ${writer}-${n}`)
        if (status === 201) done.push(body.id)
      }
    }
    const writers = [1, 2, 3].map(write)
    await until(() => done.length > 30)
    acknowledged = [...done]
    const made = await ops("one", "backup", file, "-o", "json")
    stopped = true
    await Promise.all(writers)
    assert.strictEqual(made.code, 0, made.err)
    expect(done.length, "they wrote meanwhile").toBeGreaterThan(acknowledged.length)
    const notes = () => fs.statSync(path.join(folder, "one", "seals.notes"), { throwIfNoEntry: false })?.size ?? 0
    const noted = notes()
    expect((await finance("POST", "/api/vendors", { name: "Added after the backup" })).status).toBe(201)
    await until(() => notes() > noted)
    await stop()
  }, 180_000)
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop()))
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it("is refused if truncated, corrupted, or forged with valid checksums, and then nothing is changed", async () => {
    const bytes = fs.readFileSync(file)
    const spoiled = Buffer.from(bytes)
    spoiled[Math.floor(bytes.length / 2)]! ^= 1
    for (const [name, content] of Object.entries({ cut: bytes.subarray(0, -100), spoiled })) {
      fs.writeFileSync(path.join(folder, name), content)
      const { code, err } = await opsHere("two", "restore", path.join(folder, name))
      expect(code, err).toBe(8)
      expect(err).toMatch(/was (cut|edited)/)
    }
    // a careful forger: one word of one event is changed, and every checksum of the file recomputed
    const rewritten = path.join(folder, "rewritten")
    async function* edited(): AsyncGenerator<BackupPart> {
      let table = ""
      for await (const part of readBackup(file)) {
        if ("table" in part) ({ table } = part.table)
        yield "rows" in part && table === "es.event" ? { rows: part.rows.map((row) => row.replace('"Nile Traders"', '"Nail Traders"')) } : part
      }
    }
    await pipeline(Readable.from(backupText(edited())), compressed(), fs.createWriteStream(rewritten))
    expect(await opsHere("two", "restore", rewritten, "--check")).toMatchObject({ code: 0 })
    const { code, err } = await opsHere("two", "restore", rewritten)
    expect(code, err).toBe(8)
    expect(err).toMatch(/has been changed.*position \d+/)
  })

  it("is restored into an empty database with identical rows, and what was sealed after it is reported", async () => {
    const strange = await opsHere("two", "restore", file)
    expect(strange.code, strange.err).toBe(5)
    expect(strange.err).toMatch(/encrypted with a different key.*\n.*Nothing was changed/)
    // files are copied by hand
    for (const name of ["keys", "pepper"]) fs.cpSync(path.join(folder, "one", name), path.join(folder, "two", name), { recursive: true })
    const restored = await ops("two", "restore", file, "--notes", path.join(folder, "one", "seals.notes"), "-o", "json")
    assert.strictEqual(restored.code, 0, restored.err)
    expect(JSON.parse(restored.out).data.sealedLater).toMatch(/seal \d+ of .* states \d+ events.*restored to an older state/)
    expect(JSON.parse(restored.out).data.rows).toMatch(/^\d+, equal to those backed up$/)
    const again = await opsHere("two", "restore", file)
    expect(again.code).toBe(5)
    expect(again.err).toMatch(/The database is not empty.*\n.*Restore into a new database/)
  })

  it("lets work continue there with nothing missing, no id reused, no old mail sent again, and a valid log", async () => {
    const { as, order, stop } = await serve("two")
    const manager = await as("FO-SUP-001")
    const { body: items } = await manager("GET", "/api/stock/items?limit=1000")
    const ids = (items as ReadonlyArray<{ id: number }>).map(({ id }) => id)
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
    expect((await manager("GET", `/api/purchase-requests/${request.id}`)).body).toMatchObject({ mailStatus: "sent", vendorName: "Nile Traders" })

    const { status, body: item } = await manager("POST", "/api/stock/items", { name: "Lentils", category: "other", unit: "kg" })
    expect(status).toBe(201)
    expect(ids).not.toContain(item.id)
    const next = await order(vendorId, item.id)
    expect(next.id).toBeGreaterThan(request.id)
    expect(next.requestNumber > request.requestNumber).toBe(true)
    // the reactor has reached the end of the log, past the mail of the first order
    const mails = mailsIn("two").map((name) => fs.readFileSync(path.join(folder, "two", "mail", name), "utf8"))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(next.requestNumber)
    await stop()
    const verified = await opsHere("two", "audit", "verify")
    expect(verified.code, verified.err).toBe(0)
  })

  it("is refused if a sequence could not be restored, which would assign a number twice, and names it", async () => {
    const ahead = path.join(folder, "ahead")
    async function* edited(): AsyncGenerator<BackupPart> {
      for await (const part of readBackup(file)) {
        yield "end" in part ? { end: { ...part.end, sequences: { ...part.end.sequences, "app.of_another_version_seq": 7 } } } : part
      }
    }
    await pipeline(Readable.from(backupText(edited())), compressed(), fs.createWriteStream(ahead))
    for (const name of ["keys", "pepper"]) fs.cpSync(path.join(folder, "one", name), path.join(folder, "five", name), { recursive: true })
    fs.chmodSync(path.join(folder, "five"), 0o711)
    const { code, err } = await opsHere("five", "restore", ahead)
    expect(code, err).toBe(5)
    expect(err).toMatch(/These sequences of .* could not be restored: app\.of_another_version_seq/)
  })

  it("can omit the keys of personal data or store them separately, and refuses unsafe uses", async () => {
    expect(await opsHere("one", "backup", file)).toMatchObject({ code: 5, err: expect.stringContaining("already") })
    expect(await opsHere("one", "backup", path.join(folder, "x"), "--keys", path.join(folder, "y"), "--without-keys")).toMatchObject({ code: 2 })
    expect(await opsHere("one", "backup", path.join(folder, "no", "such", "folder"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("cannot be written"),
    })
    // without the keys, names read as erased, and the person cannot be identified
    const [bare, keys] = [path.join(folder, "bare"), path.join(folder, "bare.keys")]
    const apart = await opsHere("one", "backup", bare, "--keys", keys, "-o", "json")
    expect(apart.code, apart.err).toBe(0)
    expect(JSON.parse(apart.out).data.personalKeys).toBe("apart")
    for (const name of ["keys", "pepper"]) fs.cpSync(path.join(folder, "one", name), path.join(folder, "four", name), { recursive: true })
    fs.chmodSync(path.join(folder, "four"), 0o711)
    expect(await opsHere("four", "restore", file, "--keys", keys)).toMatchObject({ code: 2, err: expect.stringContaining("does not belong") })
    const whole = await opsHere("four", "restore", bare, "--keys", keys, "-o", "json")
    expect(whole.code, whole.err).toBe(0)
    expect(JSON.parse(whole.out).data.rows).toMatch(/equal to those backed up$/)
    expect(await opsHere("three", "backup", path.join(folder, "x"))).toMatchObject({ code: 5, err: expect.stringContaining("no log") })
    expect(await opsHere("three", "restore", path.join(folder, "nowhere"))).toMatchObject({ code: 8, err: expect.stringContaining("There is no file") })
    expect(fs.existsSync(path.join(folder, "three"))).toBe(false)
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([])
  })
})
