import { expect, test } from "vitest"
import { ApiError } from "@ops/platform/ui/data/api.ts"
import { type Ahead, aheadBy } from "./read-ahead.ts"

const sheet = (clientId: number): Ahead => ({ path: "/api/signed-days/sheet", query: { clientId } })
const order: Ahead = { path: "/api/work-orders/7", version: 3 }
/** Reads by answers that are set by client; what was asked for, by client or path. */
const reading = () => {
  const asked: Array<unknown> = []
  const faults = new Map<unknown, ApiError>()
  const read = aheadBy(async ({ path, query }) => {
    const what = query?.["clientId"] ?? path
    asked.push(what)
    const fault = faults.get(what)
    if (fault) throw fault
  })
  return { asked, faults, read: async (...all: ReadonlyArray<Ahead>) => (await read("1", all), asked.splice(0)) }
}

// proves U-06-11
test("what a device may not read for one client does not stop the reads of another, and is not asked again", async () => {
  const { faults, read } = reading()
  faults.set(1, new ApiError(403, "No")).set(2, new ApiError(404, "None"))
  expect(await read(sheet(1), sheet(2), sheet(3), order)).toEqual([1, 2, 3, order.path])
  faults.clear()
  expect(await read(sheet(1), sheet(2), sheet(3))).toEqual([3])
})

test("a record is read again once it has changed, a sheet each time, and a page of a list apart from the list", async () => {
  const { read } = reading()
  const levels: Ahead = { path: "/api/stock/levels", version: 1 }
  await read(order, sheet(3), levels)
  expect(await read(order, sheet(3), levels, { ...levels, isPage: true })).toEqual([3, levels.path])
  expect(await read({ ...order, version: 4 })).toEqual([order.path])
})

test("without a connection, and while the server has a fault, the rest waits for the next time", async () => {
  const { faults, read } = reading()
  for (const fault of [new ApiError(0, "Away", true), new ApiError(500, "Fault")]) {
    faults.set(1, fault)
    expect(await read(sheet(1), sheet(2))).toEqual([1])
  }
  faults.clear()
  expect(await read(sheet(1), sheet(2))).toEqual([1, 2])
})
