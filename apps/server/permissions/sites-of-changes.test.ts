/** The sites to which a change is announced: records of every kind in the demo data, and a record that moves. */
import { afterAll, beforeAll, expect, test } from "vitest"
import type { StoredEvent } from "@ops/platform/event-store/event-store.ts"
import { demoApp } from "../demo/demo-app.ts"
import { isForeign, sitesOfRow } from "./site-of-rows.ts"
import { sitesOfChanges } from "./sites-of-changes.ts"

let app: Awaited<ReturnType<typeof demoApp>>
beforeAll(async () => {
  app = await demoApp()
}, 300_000)
afterAll(() => app.dispose())

const sitesOf = (events: ReadonlyArray<object>) => app.runtime.runPromise(sitesOfChanges(events as ReadonlyArray<StoredEvent>))
const changed = (stream: string) => ({ stream, version: 2, data: {} })

test("a change to a record of any kind belongs to the record's sites", async () => {
  const kinds = [...sitesOfRow.keys()].filter((kind) => !["person", "holiday"].includes(kind))
  const rows = await Promise.all(
    kinds.map((kind) => app.owner(`select '${kind}/' || r.id as stream from live.${kind} r where ${isForeign(kind, 2)} order by r.id desc limit 2`)),
  )
  const streams = rows.flat().map(({ stream }) => String(stream))
  const known = await sitesOf(streams.map(changed))
  expect(streams.filter((stream) => (known.get(stream) ?? []).length === 0 || known.get(stream)!.includes(2))).toEqual([])
  expect(streams.length).toBeGreaterThan(60)
})

test("the directory of accounts, the holidays and company-wide records belong to no site", async () => {
  const none = ["person/5", "holiday/1", "vendor/1", "stock_item/1", "account/1"]
  expect([...(await sitesOf(none.map(changed)))]).toEqual([])
})

test("moving a record also counts as a change at its previous site", async () => {
  const ceo = await app.signedIn("FO-CEO-001")
  const [asset] = await app.owner("select id from live.asset where site_id = 1 and is_active order by id limit 1")
  expect((await ceo("PATCH", `/api/assets/${asset!.id}`, { siteId: 2 })).status).toBe(200)
  const [event] = await app.owner("select stream, version, data from es.event where stream = $1 order by version desc limit 1", [`asset/${asset!.id}`])
  expect(new Set((await sitesOf([event!])).get(`asset/${asset!.id}`))).toEqual(new Set([1, 2]))
})
