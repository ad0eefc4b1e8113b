/** The examples in docs/guides/api.md: each request is sent as written, and must be answered like the block after it. */
import { execFile, execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Server } from "@ops/platform/testing/server.ts"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { demoServer } from "./demo/demo-server.ts"

const guide = fs.readFileSync(path.join(import.meta.dirname, "../../docs/guides/api.md"), "utf8")
const blocks = [...guide.matchAll(/^```http\n(.*?)\n```$/gms)].map(([, text]) => text!)

let server: Server
let token: string
beforeAll(async () => {
  server = await demoServer({ env: { OPS_WEBHOOK_NETWORKS: "127.0.0.1" } })
  const ceo = await server.as("FO-CEO-001")
  token = (await ceo("POST", "/api/auth/tokens", { name: "Guide", scopes: ["all"] })).body.token
}, 300_000)
afterAll(() => server.stop())

const parts = (block: string) => {
  const [head = "", ...body] = block.split("\n\n")
  const [first = "", ...headers] = head.split("\n")
  return { first, headers: Object.fromEntries(headers.map((line) => line.split(/: /, 2) as [string, string])), body: body.join("\n\n") }
}
/** A text with * for parts that differ from run to run. */
const pattern = (text: string) =>
  expect.stringMatching(
    new RegExp(
      `^${text
        .split("*")
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join(".*")}$`,
      "s",
    ),
  )

test("the examples of the guide to the API are answered as it says", async () => {
  expect(blocks.length).toBeGreaterThan(14)
  const ids: Array<unknown> = []
  for (let n = 0; n < blocks.length; n += 2) {
    const { first, headers, body } = parts(blocks[n]!.replaceAll("$TOKEN", token))
    const [method = "", address = ""] = first.split(" ")
    const answer = await fetch(`${server.url}${address}`, { method, headers, ...(body && { body }) })
    const text = await answer.text()
    const expected = parts(blocks[n + 1]!)
    expect(`${answer.status}`, `${blocks[n]}\n${text}`).toBe(expected.first)
    for (const [name, value] of Object.entries(expected.headers)) expect(answer.headers.get(name), `${first} ${name}`).toEqual(pattern(value))
    if (/^[[{]/.test(expected.body)) expect(JSON.parse(text), first).toMatchObject(JSON.parse(expected.body))
    else expect(text, first).toEqual(pattern(expected.body))
    if (answer.status === 201 && address === "/api/stock/items") ids.push(JSON.parse(text).id)
  }
  // the same request under the same key is written once
  expect(new Set(ids).size).toBe(1)
})

// proves U-25-2
test("the program of the guide compiles against the package that npm run client writes, and does what the guide says", async () => {
  const folder = newFolder("client")
  const root = path.join(import.meta.dirname, "../..")
  try {
    const [, program] = /^```ts\n(.*?)\n```$/ms.exec(guide)!
    fs.writeFileSync(path.join(folder, "program.ts"), program!)
    fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }')
    execFileSync(process.execPath, ["apps/server/client-package.ts", path.join(folder, "node_modules/@ops/client")], { cwd: root })
    fs.mkdirSync(path.join(folder, "node_modules/@types"))
    fs.symlinkSync(path.join(root, "node_modules/@types/node"), path.join(folder, "node_modules/@types/node"))
    const strict = [
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--skipLibCheck",
      "false",
      "--target",
      "es2024",
      "--module",
      "nodenext",
      "--types",
      "node",
    ]
    const compiled = await promisify(execFile)(path.join(root, "node_modules/.bin/tsc"), [...strict, "program.ts"], { cwd: folder }).catch((error) => error)
    expect(compiled.stdout).toBe("")
    const env = { ...process.env, OFFICE_URL: server.url, OFFICE_TOKEN: token }
    const run = async () => JSON.parse((await promisify(execFile)(process.execPath, ["program.ts"], { cwd: folder, env })).stdout)
    const said = { costly: true, same: true, sentence: "Unit cost must not be negative" }
    expect([await run(), await run()]).toEqual([said, said])
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
