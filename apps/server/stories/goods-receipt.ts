/** Goods for a test: requested, approved and received now, so that none of them are used or billed yet, on whatever day. */
import { expect } from "vitest"
import type { Server } from "@ops/platform/testing/server.ts"

/** Returns the id of the purchase request of which they are the first receipt. */
export const receiveGoods = async ({ as }: Pick<Server, "as">): Promise<number> => {
  const [worker, chief] = [await as("FO-OPS-001"), await as("FO-CEO-001")]
  const { body: request } = await worker("POST", "/api/purchase-requests", { siteId: 1, priority: "high", justification: "Milk" })
  await worker("POST", "/api/purchase-requests/items", { purchaseRequestId: request.id, stockItemId: 4, quantity: 10, estimatedCost: "6.00" })
  const { body: approved } = await chief("PATCH", `/api/purchase-requests/${request.id}/approve`)
  const lines = [{ itemId: approved.items[0].id, received: 10, damaged: 0 }]
  const received = await worker("POST", `/api/purchase-requests/${request.id}/receipts`, { lines })
  expect(received.status, received.text).toBe(201)
  return request.id as number
}
