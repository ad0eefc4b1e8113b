/** A receipt of goods is reversed over HTTP, in the demo company: its stock movements are found by its commit, and the books tie afterwards. */
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Person } from "@ops/platform/testing/server.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { countRules } from "@ops/procurement/counted.ts"
import { superuserOf } from "../demo/superuser.ts"
import { type DemoServer, demoServer } from "../demo/demo-server.ts"
import { receiveGoods } from "./goods-receipt.ts"

let server: DemoServer
let finance: Person
let arrived: number
beforeAll(async () => {
  server = await demoServer()
  finance = await server.as("FO-FIN-001")
  arrived = await receiveGoods(server)
}, 300_000)
afterAll(() => server?.stop())

interface Request {
  readonly id: number
  readonly version: number
  readonly receipts?: ReadonlyArray<{ readonly number: number; readonly canReverse: boolean }>
}

it("finance reverses a receipt once: what the preview shows is posted and linked, the goods leave the stock, the books agree", async () => {
  const { body: requests } = await finance("GET", "/api/purchase-requests?limit=1000&sort=-requestDate")
  const receipts = (requests as ReadonlyArray<Request>).flatMap((request) =>
    (request.receipts ?? [])
      .filter(({ canReverse }) => canReverse)
      .map(({ number }) => ({ request, path: `/api/purchase-requests/${request.id}/receipts/${number}` })),
  )
  const previews = await Promise.all(receipts.map(async (receipt) => ({ ...receipt, preview: await finance("GET", `${receipt.path}/reversal`) })))
  // receipts whose goods are used, or billed and posted, report so
  for (const { preview } of previews.filter(({ preview }) => preview.status !== 200)) expect(preview.text).toMatch(/the rest was used|are billed and posted/)
  const { request, path, preview } = previews.find(({ request }) => request.id === arrived)!
  expect(preview.status, preview.text).toBe(200)
  expect(preview.body.kinds).toEqual(["supplier_return", "error"])
  const worth = preview.body.entries.flatMap(({ lines }: Fields) => lines).filter(({ accountNumber }: Fields) => accountNumber === "2050")
  expect(worth.length).toBe(preview.body.entries.length)

  const untied = async () => ((await finance("GET", "/api/ledger/checks")).body as ReadonlyArray<Fields>).filter(({ ok }) => !ok).map(({ key }) => key)
  const before = await untied()
  expect((await finance("POST", `${path}/reverse`, { reason: " " })).text).toBe("Reason is required")
  expect((await finance("POST", `${path}/reverse`, { reason: "Wrong goods", kind: "bank_return" })).text).toContain("A bank cannot return goods")
  const stale = await finance("POST", `${path}/reverse`, { reason: "Wrong goods", version: request.version - 1 })
  expect(stale.status).toBe(409)
  const done = await finance("POST", `${path}/reverse`, { reason: "Wrong goods", kind: "supplier_return", version: request.version })
  expect(done.status, done.text).toBe(200)
  const { status, receipts: after } = done.body
  const { reversal, canReverse } = after.find(({ number }: Fields) => path.endsWith(`/${number}`))
  expect([status, canReverse]).toEqual(["approved", false])
  expect(reversal).toMatchObject({ kind: "supplier_return", reason: "Wrong goods", by: "Nyandeng Garang Ater" })
  const { body: entry } = await finance("GET", `/api/journal-entries/${reversal.journalEntryId}`)
  const { body: original } = await finance("GET", `/api/journal-entries/${(entry as Fields).reverses}`)
  expect(original).toMatchObject({ status: "reversed", reversedBy: reversal.journalEntryId })
  const { body: movements } = await finance("GET", `/api/stock/movements?source=purchase_request/${request.id}&kind=return`)
  expect((movements as ReadonlyArray<Fields>).length).toBe(preview.body.entries.length)
  const again = await finance("POST", `${path}/reverse`, { reason: "Wrong goods" })
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("is already reversed")])
  expect(await untied(), "no control account is off that was not before").toEqual(before)
  expect(before).not.toContain("stock")
})

// proves U-18-1
it("a receipt that was recorded in error breaks the count after it, until the goods are counted again; goods sent back do not", async () => {
  const month = new Date().toISOString().slice(0, 7)
  const broken = async () => {
    const { body: lines } = await finance("GET", `/api/periods/${month}/checklist`)
    const { examples } = (lines as ReadonlyArray<{ key: string; examples: ReadonlyArray<Fields> }>).find(({ key }) => key === "stock-counts")!
    const alerts = await superuserOf(server.data)("set search_path to live, es, public", countRules[0]!.sql)
    return [examples.map(({ text }) => text), alerts.map(({ title }) => title)]
  }
  const chief = await server.as("FO-CEO-001")
  const count = async (quantity: string) => {
    const counted = await chief("POST", "/api/stock/counts", { siteId: 1, lines: [{ stockItemId: 4, quantity }] })
    expect(counted.status, counted.text).toBeLessThan(300)
  }
  const receive = async () => {
    const id = await receiveGoods(server)
    await count("90.00")
    return `/api/purchase-requests/${id}/receipts/1/reverse`
  }
  expect(await broken()).toEqual([[], []])
  const sentBack = await finance("POST", await receive(), { reason: "Wrong goods", kind: "supplier_return" })
  expect([sentBack.status, await broken()]).toEqual([200, [[], []]])
  const inError = await finance("POST", await receive(), { reason: "Entered twice", kind: "error" })
  expect(inError.status, inError.text).toBe(200)
  const counted = /^Cabbage at Unity State, counted on 20\d\d-\d\d-\d\d: /
  expect(await broken()).toEqual([
    [expect.stringMatching(/: receipt 1 of PR-\d{4}-\d{4} of .* was recorded in error, and reversed on /)],
    [expect.stringMatching(counted)],
  ])
  await count("80.00")
  expect(await broken()).toEqual([[], []])
})

it("goods that are not kept in stock are shown by name to who decides, receives and bills them; their receipt is reversed without a posting", async () => {
  const [operative, chief] = await Promise.all([server.as("FO-OPS-001"), server.as("FO-CEO-001")])
  const pump = { name: "Water pump", unit: "piece", quantity: 2, estimatedCost: "800.00" }
  const asked = await operative("POST", "/api/purchase-requests", { siteId: 1, priority: "high", items: [pump] })
  expect(asked.status, asked.text).toBe(201)
  const { id, requestNumber } = asked.body as Fields
  const path = `/api/purchase-requests/${id}`
  const stockItem = { id: null, name: "Water pump", category: "not_stocked", unit: "piece" }
  expect((await operative("GET", path)).body).toMatchObject({
    estimatedTotal: "800.00",
    items: [{ stockItemId: null, quantity: 2, unitCost: "400.0000", stockItem }],
  })
  const { body: waiting } = await chief("GET", `/api/approvals/purchase_request/${id}`)
  expect(waiting).toMatchObject({
    title: "Various items",
    detail: { items: [{ item: "Water pump", unit: "piece", onHand: null, lastPrice: null, amount: "800.00" }] },
  })

  const [vendor] = (await chief("GET", "/api/vendors?limit=1")).body as readonly [Fields]
  expect((await chief("PATCH", `${path}/approve`, { vendorId: vendor["id"] })).status).toBe(200)
  const received = await operative("POST", `${path}/receipts`, { lines: [{ itemId: 1, received: 2 }] })
  expect(received.body, received.text).toMatchObject({ status: "completed", receipts: [{ lines: [{ item: "Water pump", unit: "piece", received: 2 }] }] })
  expect((await finance("GET", `/api/stock/movements?source=purchase_request/${id}`)).body).toEqual([])
  expect((await finance("GET", `/api/accounts-payable/proposal?purchaseRequestId=${id}`)).body).toMatchObject({
    lines: [{ purchaseItemId: 1, description: "Water pump", unit: "piece", received: "2.00", amount: "800.00" }],
  })
  expect((await finance("GET", `/api/explain?figure=purchaseRequest.total&id=${id}`)).body).toMatchObject({
    value: "800.00",
    inputs: [{ label: "Water pump, 2 piece" }],
  })
  expect((await finance("GET", `${path}/receipts/1/reversal`)).body).toMatchObject({ entries: [] })
  const reversed = await finance("POST", `${path}/receipts/1/reverse`, { reason: "Wrong pump", kind: "supplier_return" })
  expect(reversed.body, reversed.text).toMatchObject({ status: "approved", requestNumber, items: [{ received: 0 }] })
})
