/** The afternoon of a newcomer (docs/guides/import.md): an empty installation, the files of the guide, and its program, run as written. */
import { execFile, execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import type { Person } from "@ops/platform/testing/server.ts"
import { type DemoServer, demoServer } from "../demo/demo-server.ts"

const root = path.join(import.meta.dirname, "../../..")
const folder = newFolder("afternoon")
let server: DemoServer
let ceo: Person
beforeAll(async () => {
  server = await demoServer({ limits: false, empty: true })
  ceo = await server.as("FO-CEO-001")
}, 300_000)
afterAll(async () => {
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

// proves U-25-3
test("the program of the guide compiles, fills an empty installation from its files, and changes nothing the second time", async () => {
  fs.cpSync(path.join(root, "docs/guides/import"), folder, { recursive: true })
  fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }')
  execFileSync(process.execPath, ["apps/server/client-package.ts", path.join(folder, "node_modules/@ops/client")], { cwd: root })
  fs.mkdirSync(path.join(folder, "node_modules/@types"))
  fs.symlinkSync(path.join(root, "node_modules/@types/node"), path.join(folder, "node_modules/@types/node"))
  const strict = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext", "--types", "node"]
  const compiled = await promisify(execFile)(path.join(root, "node_modules/.bin/tsc"), [...strict, "afternoon.ts"], { cwd: folder }).catch((error) => error)
  expect(compiled.stdout).toBe("")

  const { token } = (await ceo("POST", "/api/auth/tokens", { name: "Afternoon", scopes: ["all"] })).body
  const env = { ...process.env, OFFICE_URL: server.url, OFFICE_TOKEN: token }
  const run = async () => (await promisify(execFile)(process.execPath, ["afternoon.ts"], { cwd: folder, env })).stdout
  const counts = async () =>
    Promise.all(
      ["vendors", "assets", "clients", "staff-members", "hr/staff", "stock/items", "meal-sessions", "invoices", "payments", "journal-drafts"].map(
        async (list) => [list, Number((await ceo("GET", `/api/${list}?limit=1`)).headers.get("x-total-count"))],
      ),
    )
  const said = await run()
  expect(
    said
      .trim()
      .split("\n")
      .map((line) => line.replace(/^ *[\d.]+ s {2}/, "")),
  ).toContain("first bill and its payment")
  const first = await counts()
  expect(Object.fromEntries(first)).toMatchObject({
    vendors: 3,
    assets: 2,
    clients: 1,
    "staff-members": 3,
    "hr/staff": 2,
    "stock/items": 3,
    invoices: 1,
    payments: 1,
  })
  await run()
  expect(await counts()).toEqual(first)
  const [invoice] = (await ceo("GET", "/api/invoices")).body
  expect(invoice.status).toBe("paid")
}, 120_000)
