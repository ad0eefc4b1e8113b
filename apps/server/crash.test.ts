/** The server is killed between any two steps of a purchase: nothing that was acknowledged is lost, and the mail goes once. */
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

let folder: string
let port: number
let server: ChildProcess | undefined
const base = () => `http://localhost:${port}`

const start = async () => {
  server = spawn(process.execPath, [path.resolve(import.meta.dirname, "main.ts")], {
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

test("kill -9 between any two steps loses nothing that was acknowledged", async () => {
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

  // the session outlives the server too
  const line = { purchaseRequestId: id, stockItemId: JSON.parse(item.text).id, quantity: 3, estimatedCost: "30.00" }
  expect((await call(cook, "POST", "/api/purchase-requests/items", line)).status).toBe(201)
  await killAndStartAgain()

  const approved = await call(manager, "PATCH", `/api/purchase-requests/${id}/approve`, { vendorId: JSON.parse(vendor.text).id })
  expect(approved.status).toBe(200)
  await killAndStartAgain()

  const one = JSON.parse((await call(manager, "GET", `/api/purchase-requests/${id}`)).text)
  expect(one).toMatchObject({ status: "approved", estimatedTotal: "30.00", itemCount: 1, vendorName: "Nile Traders" })
  const history = JSON.parse((await call(manager, "GET", `/api/purchase-requests/${id}/history`)).text) as Array<{ type: string }>
  expect(history.map(({ type }) => type)).toEqual(["PurchaseRequestRaised", "PurchaseItemAdded", "PurchaseRequestApproved"])

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
