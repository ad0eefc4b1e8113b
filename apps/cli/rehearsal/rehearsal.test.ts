/** A rehearsal begins with the log up to a moment, changes nothing in the installation, sends no mail, and can be deleted. */
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { copyDemo, demoVariable } from "@ops/platform/testing/data-folder.ts"
import { personAt, type ServerProcess, startServer } from "@ops/platform/testing/server.ts"
import { installation, jsonOf, main } from "../installation.ts"

const demo = installation({})
let rehearsal: ServerProcess | undefined
beforeAll(async () => {
  if (process.env[demoVariable] !== undefined) copyDemo(demo.data)
  await demo.serve()
}, 300_000)
afterAll(async () => {
  await rehearsal?.stop()
  await demo.stop()
})

const totalOf = async (server: Pick<ServerProcess, "as">, address: string) => {
  const { headers, text } = await (await server.as("FO-CEO-001"))("GET", address)
  return Number(headers.get("x-total-count") ?? `no total: ${text}`)
}
const hasVendor = async (server: Pick<ServerProcess, "as">, name: string) => {
  const { body } = await (await server.as("FO-CEO-001"))("GET", "/api/vendors")
  return (body as ReadonlyArray<{ readonly name: string }>).some((vendor) => vendor.name === name)
}

// proves U-16
test("a rehearsal has what was there at the end of a day; what is done in it stays in it, and goes with it", async () => {
  const day = "2026-10-31"
  rehearsal = await startServer([main, "rehearse", "start", "training", "--as-of", day, "--port", "0"], demo.env)
  const [here, there] = [{ as: (id: string) => personAt(demo.env["OPS_URL"]!, id) }, rehearsal]
  for (const list of ["/api/purchase-requests", "/api/journal-entries", "/api/invoices"]) {
    expect(await totalOf(there, list), list).toBe(await totalOf(here, `${list}?asOf=${day}`))
    expect(await totalOf(there, list), list).toBeGreaterThan(0)
  }
  expect((await (await there.as("FO-CEO-001"))("GET", "/api/company")).body).toMatchObject({ rehearsal: expect.stringMatching(/^2026-10-31T/) })
  expect((await (await here.as("FO-CEO-001"))("GET", "/api/company")).body).not.toHaveProperty("rehearsal")

  const added = await (await there.as("FO-CEO-001"))("POST", "/api/vendors", { name: "Only rehearsed Ltd" })
  expect(added.status, added.text).toBe(201)
  expect(await hasVendor(here, "Only rehearsed Ltd")).toBe(false)

  expect(jsonOf(await demo.ops(["rehearse", "list", "-o", "json"])).data).toMatchObject([{ name: "training", state: "running" }])
  const early = await demo.ops(["rehearse", "remove", "training", "--yes"])
  expect(early).toMatchObject({ code: 5, err: expect.stringContaining("is running") })
  await rehearsal.stop("SIGTERM")
  // it continues where it was
  rehearsal = await startServer([main, "rehearse", "start", "training", "--port", "0"], demo.env)
  expect(await hasVendor(rehearsal, "Only rehearsed Ltd")).toBe(true)
  await rehearsal.stop("SIGTERM")
  expect(await demo.ops(["rehearse", "remove", "training", "--yes"])).toMatchObject({ code: 0 })
  expect(fs.readdirSync(path.join(demo.data, "rehearsals"))).toEqual([])
}, 300_000)

test("a rehearsal without a moment, one of an unknown name and a port that is none are refused with what to do", async () => {
  for (const [words, said] of [
    [["start"], "ops rehearse start --as-of"],
    [["start", "unknown"], 'There is no rehearsal "unknown"'],
    [["remove", "unknown", "--yes"], 'There is no rehearsal "unknown"'],
    [["start", "a/b", "--as-of", "2026-10-31"], "letters, digits, dots and dashes"],
    [["start", "x", "--port", "http"], "--port cannot be"],
  ] as const) {
    const { code, err } = await demo.opsHere(["rehearse", ...words])
    expect(err, words.join(" ")).toContain(said)
    expect(code, words.join(" ")).not.toBe(0)
  }
})
