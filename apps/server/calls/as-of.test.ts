/** The whole server as of the past: its answer for a moment never changes. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import { demoServer } from "../demo/demo-server.ts"

describe("a server asked about the past", () => {
  let server: Server | undefined
  let ceo: Person
  beforeAll(async () => {
    server = await demoServer()
    ceo = await server.as("FO-CEO-001")
  }, 300_000)
  afterAll(() => server?.stop())

  const get = async (at: string, asOf?: string) => {
    const { status, headers, bytes } = await ceo("GET", asOf === undefined ? at : `${at}${at.includes("?") ? "&" : "?"}asOf=${encodeURIComponent(asOf)}`)
    // the time of the answer itself is not part of what was known
    const body = bytes.toString("latin1").replaceAll(/"asOf" : "[^"]*"/g, "")
    return { status, total: headers.get("x-total-count"), asOf: headers.get("x-as-of"), body }
  }
  const post = (at: string, body: object) => ceo("POST", at, body)
  const first = async (list: string) => (JSON.parse((await get(list)).body) as ReadonlyArray<{ id: number; [field: string]: unknown }>)[0]!
  const last = async () => JSON.parse((await get("/api/audit?after=-1")).body).at(-1).position as number
  /** Waits for the reactors to finish what earlier commands started. */
  const quiet = async () => {
    for (let before = -1, now = await last(); before !== now; before = now, now = await last()) await new Promise((resolve) => setTimeout(resolve, 1500))
    return last()
  }

  /** An answer without the decisions on its records, which a past instant does not have. */
  const undecided = (body: string) => body.replace(/"can[A-Z]\w*":(true|false),?/g, "").replace(/"cannot":\{[^}]*\},?/g, "")

  it("explains a figure as of a past moment", { timeout: 60_000 }, async () => {
    const yesterday = addDays(dateOf(new Date()), -1)
    const then = await ceo("GET", `/api/dashboard/metrics?asOf=${yesterday}`)
    const told = await ceo("GET", `/api/explain?figure=meals.staffFed&asOf=${yesterday}`)
    assert.strictEqual(told.body.value, then.body.staffFedToday)
    assert.strictEqual(told.body.asOf.slice(0, 10) <= yesterday, true)
    assert.isNotNull(told.headers.get("x-as-of"))
  })

  it("answers for a position what it answered then: lists, single records, histories, figures and files", { timeout: 120_000 }, async () => {
    const invoice = await first("/api/invoices?status=issued")
    const request = await first("/api/purchase-requests?status=pending")
    const paths = [
      "/api/invoices",
      "/api/invoices?limit=3&sort=-totalAmount",
      `/api/invoices/${invoice.id}`,
      "/api/invoices?format=csv",
      "/api/invoice-tiles",
      "/api/payments",
      "/api/client-accounts",
      "/api/purchase-requests",
      `/api/purchase-requests/${request.id}`,
      `/api/purchase-requests/${request.id}/history`,
      "/api/purchase-requests/figures",
      "/api/purchase-requests/outlook?siteId=1",
      "/api/vendors",
      "/api/stock/items",
      "/api/dashboard/metrics",
      "/api/journal-entries",
      "/api/meal-sessions?limit=50",
      "/api/meal-tiles",
      "/api/alerts",
      "/api/users",
      "/api/audit?after=-5",
    ]
    const position = await quiet()
    const then = new Map<string, Awaited<ReturnType<typeof get>>>()
    for (const at of paths) then.set(at, await get(at))
    assert.strictEqual(await last(), position)

    const changes = [
      await post("/api/purchase-requests", { siteId: 1, priority: "high", justification: "A latecomer" }),
      await post(`/api/purchase-requests/${request.id}/cancel`, { reason: "Not this week" }),
      await post("/api/vendors", { vendorName: "Latecomer Traders", category: "food" }),
      await post("/api/stock/items", { name: "Latecomer rice", category: "other", unit: "kg" }),
      await post("/api/payments", {
        clientId: invoice["clientId"],
        amount: "1.00",
        currency: invoice["currency"],
        method: "bank_transfer",
        invoiceId: invoice.id,
      }),
    ]
    assert.isAtLeast(changes.filter(({ status }) => status < 300).length, 2, changes.map(({ text }) => text).join("\n"))
    assert.isAbove(await quiet(), position)
    assert.notStrictEqual((await get("/api/purchase-requests")).body, then.get("/api/purchase-requests")!.body)

    for (const [at, before] of then) {
      const now = await get(at, `@${position}`)
      assert.deepStrictEqual({ ...now, body: undecided(now.body) }, { ...before, body: undecided(before.body), asOf: String(position) }, at)
    }
    // the search finds only what existed
    const found = async (asOf?: string) => (await get("/api/search?q=latecomer", asOf)).body
    assert.notStrictEqual(await found(), "[]")
    assert.strictEqual(await found(`@${position}`), "[]")
    // concurrent reads of two moments and of the present do not mix
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const at = ["@20", `@${position}`, undefined][n % 3]
        return { at, ...(await get("/api/purchase-requests?limit=5", at)) }
      }),
    )
    assert.strictEqual(new Set(answers.map(({ at, total, body }) => `${at} ${total} ${body}`)).size, 3)
    for (const { status } of answers) assert.strictEqual(status, 200)
  })

  it("shows a document as it was, without writing anything", { timeout: 60_000 }, async () => {
    const invoice = await first("/api/invoices?status=issued")
    const position = await quiet()
    const paper = await get(`/api/invoices/${invoice.id}/download`, `@${position}`)
    assert.match(paper.body, /^%PDF-/)
    assert.strictEqual(await quiet(), position)
    assert.match((await get("/api/invoices?format=xlsx", `@${position}`)).body, /^PK/)
  })

  it("refuses changes to the past with a sentence", async () => {
    const before = await last()
    for (const [method, at] of [
      ["POST", "/api/vendors?asOf=2026-10"],
      ["PUT", "/api/vendors/1?asOf=@5"],
      ["PATCH", "/api/vendors/1?asOf=@5"],
    ] as const) {
      const answer = await ceo(method, at, { name: "x" })
      if (answer.status === 404 || answer.status === 405) continue // this call does not exist
      assert.deepStrictEqual([answer.status, answer.text], [400, "The past can only be read. Leave out asOf to change something today"], `${method} ${at}`)
    }
    assert.strictEqual(await last(), before)
  })

  it("refuses a moment that it cannot look back to, with a sentence", async () => {
    for (const [asOf, sentence] of [
      ["2199-01-01", /^2199-01-01 is not a valid moment|^2199-01-01 is in the future/],
      ["2031-05", /^2031-05 is in the future/],
      ["2001-05", /^Nothing was recorded by 2001-05: the first event is of /],
      ["@0", /^There is no data before the first event/],
      ["@99999999", /^There is no event 99999999 yet: the last one is \d+$/],
      ["last week", /^last week is not a valid moment\. Give a day such as/],
    ] as const) {
      const answer = await get("/api/invoices", asOf)
      assert.strictEqual(answer.status, 400, asOf)
      assert.match(answer.body, sentence)
    }
  })

  it("shows a person no more of the past than of the present", async () => {
    const guest = await server!.as("FO-GST-001")
    assert.strictEqual((await guest("GET", "/api/invoices?asOf=@100")).status, 403)
    assert.strictEqual((await fetch(`${server!.url}/api/invoices?asOf=@100`)).status, 401)
  })
})
