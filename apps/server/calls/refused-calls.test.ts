/** The effects of rejected or repeated calls, and calls without a body, on the demo data over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import { demoServer } from "../demo/demo-server.ts"

describe("refused calls", { timeout: 120_000 }, () => {
  let server: Server
  let manager: Person
  let supervisor: Person
  beforeAll(async () => {
    server = await demoServer()
    manager = await server.as("FO-MGT-001")
    supervisor = await server.as("FO-SUP-001")
  }, 300_000)
  afterAll(() => server.stop())

  const numberOf = (text: string) => Number(/(\d+)$/.exec(text)![1])
  const request = { siteId: 1, priority: "low", items: [{ stockItemId: 1, quantity: 1, estimatedCost: "5.00" }] }
  const raised = async () => (await manager("POST", "/api/purchase-requests", request)).body

  it("for a purchase request use up no number", async () => {
    const before = await raised()
    for (const wrong of [
      { ...request, siteId: 999 },
      { ...request, items: [{ stockItemId: 99_999, quantity: 1, estimatedCost: "5.00" }] },
      { ...request, items: [{ stockItemId: 1, quantity: 0, estimatedCost: "5.00" }] },
    ]) {
      expect((await manager("POST", "/api/purchase-requests", wrong)).status).toBeGreaterThanOrEqual(400)
    }
    const after = await raised()
    expect(numberOf(after.requestNumber)).toBe(numberOf(before.requestNumber) + 1)
  })

  it("for a work order use up no number", async () => {
    const order = { siteId: 1, serviceType: "cleaning", priority: "low", description: "Sweep the yard" }
    const raise = async (siteId: number) => supervisor("POST", "/api/work-orders", { ...order, siteId })
    const before = await raise(1)
    expect(before.status).toBe(201)
    expect((await raise(999)).status).toBeGreaterThanOrEqual(400)
    expect((await raise(2)).status).toBeGreaterThanOrEqual(400)
    const after = await raise(1)
    expect(numberOf(after.body.orderNumber)).toBe(numberOf(before.body.orderNumber) + 1)
  })

  it("to reopen a rejected request twice leave one copy, which the second refusal names", async () => {
    const { id, requestNumber } = await raised()
    expect((await (await server.as("FO-CEO-001"))("PATCH", `/api/purchase-requests/${id}/reject`, {})).status).toBe(200)
    const copy = await manager("POST", `/api/purchase-requests/${id}/reopen`)
    expect(copy.status).toBe(201)
    const again = await manager("POST", `/api/purchase-requests/${id}/reopen`)
    expect(again).toMatchObject({ status: 409, text: `${requestNumber} is already reopened as ${copy.body.requestNumber}` })
  })

  it("to reopen a rejected request concurrently leave one copy, and every other caller learns its number", async () => {
    const ceo = await server.as("FO-CEO-001")
    for (let n = 0; n < 3; n++) {
      const { id, requestNumber } = await raised()
      expect((await ceo("PATCH", `/api/purchase-requests/${id}/reject`, {})).status).toBe(200)
      const answers = await Promise.all([manager, ceo, manager, ceo].map((person) => person("POST", `/api/purchase-requests/${id}/reopen`)))
      const copies = answers.filter(({ status }) => status === 201).map(({ body }) => body)
      expect(copies).toHaveLength(1)
      const refusal = [409, `${requestNumber} is already reopened as ${copies[0].requestNumber}`]
      expect(answers.filter(({ status }) => status !== 201).map(({ status, text }) => [status, text])).toEqual([refusal, refusal, refusal])
      const { body: history } = await manager("GET", `/api/purchase-requests/${id}/history`)
      expect(history.at(-1)).toMatchObject({ type: "PurchaseRequestReopened", text: `Raised again as ${copies[0].requestNumber}` })
    }
  })

  it("to cancel a work order twice report that it is already cancelled", async () => {
    const { body: order } = await supervisor("POST", "/api/work-orders", { siteId: 1, serviceType: "cleaning", priority: "low", description: "Sweep" })
    const cancel = () => supervisor("PATCH", `/api/work-orders/${order.id}/cancel`, { reason: "Raised twice" })
    expect((await cancel()).status).toBe(200)
    expect(await cancel()).toMatchObject({ status: 409, text: `${order.orderNumber} is cancelled already` })
  })

  it("with a vendor number that no form generates from the time add no vendor", async () => {
    const finance = await server.as("FO-FIN-001")
    for (const vendorNumber of ["HACK", "VEN-2026-0001", "VEN-1", "VEN-1763712000000-1", "ven-1763712000000"]) {
      const { status, text } = await finance("POST", "/api/vendors", { name: "Sobat Ropes", vendorNumber })
      expect([vendorNumber, status, text]).toEqual([vendorNumber, 400, "Vendor number is set by Field Office. Leave it out"])
    }
    expect((await finance("GET", "/api/vendors?q=Sobat Ropes")).body).toEqual([])
  })

  it("do not include calls without a body if every field of it is optional", async () => {
    const { body: alerts } = await manager("GET", "/api/alerts?priority=medium,high&status=open&limit=1")
    expect(await manager("POST", `/api/alerts/${alerts[0].id}/resolve`)).toMatchObject({ status: 200, body: { status: "resolved" } })
    // rejected for what is missing in the record, not for the missing body
    const { body: orders } = await supervisor("GET", "/api/work-orders?status=in_progress&limit=1")
    expect((await supervisor("PATCH", `/api/work-orders/${orders[0].id}/complete`)).text).not.toContain("JSON object")
    const { body: projects } = await manager("GET", "/api/construction-projects?limit=1")
    expect((await manager("PATCH", `/api/construction-projects/${projects[0].id}/snags/99999/fix`)).text).not.toContain("JSON object")
  })
})
