/** Calendars at secret addresses: what they show, to whom, and when they end. */
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Person } from "@ops/platform/testing/server.ts"
import { type DemoServer, demoServer } from "../demo/demo-server.ts"

let server: DemoServer
let ceo: Person
let supervisor: Person
beforeAll(async () => {
  server = await demoServer({ limits: false })
  ;[ceo, supervisor] = await Promise.all([server.as("FO-CEO-001"), server.as("FO-SUP-001")])
}, 300_000)
afterAll(() => server.stop())

const read = async (address: string) => {
  const answer = await fetch(server.url + new URL(address).pathname)
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() }
}
const make = (who: Person, what: ReadonlyArray<string>) => who("POST", "/api/calendars", { name: "Camp", what })
const summaries = (text: string) => [...text.replaceAll("\r\n ", "").matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary!)

// proves U-27
test("a calendar shows what its person may see, and no more; its address is shown once and ends with it", async () => {
  const { status, body } = await make(supervisor, ["leave", "rosters", "maintenance"])
  expect([status, body.address]).toEqual([201, expect.stringMatching(/\/api\/calendars\/feed\/[\w-]{43}\.ics$/)])
  const feed = await read(body.address)
  expect([feed.status, feed.type]).toEqual([200, "text/calendar; charset=utf-8"])
  expect(feed.text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/)
  const said = summaries(feed.text)
  const own = (await supervisor("GET", "/api/hr/leave-requests?status=!pending,rejected,cancelled&limit=1000")).body as ReadonlyArray<{
    name: string
    type: string
  }>
  const plans = (await supervisor("GET", "/api/maintenance-plans?status=active&limit=1000")).body as ReadonlyArray<{
    planNumber: string
    nextDue: string | null
  }>
  expect(said.filter((summary) => summary.endsWith(": on leave")).every((summary) => own.some(({ name }) => summary.startsWith(name)))).toBe(true)
  expect(said.filter((summary) => summary.startsWith("PM-")).length).toBe(plans.filter(({ nextDue }) => nextDue !== null).length)
  // neither the reason nor the type of leave is in any of them
  expect(own.some(({ type }) => feed.text.includes(type))).toBe(false)
  const all = summaries((await read((await make(ceo, ["leave", "rosters", "maintenance"])).body.address)).text)
  expect(all.length).toBeGreaterThan(said.length)

  const list = await supervisor("GET", "/api/calendars")
  expect(list.body).toMatchObject([{ name: "Camp", what: ["leave", "rosters", "maintenance"], lastReadAt: expect.any(String) }])
  expect(list.text).not.toContain(body.address.split("/").at(-1).slice(0, 20))
  expect((await ceo("DELETE", `/api/calendars/${body.id}`)).status).toBe(404)
  expect((await supervisor("DELETE", `/api/calendars/${body.id}`)).status).toBe(204)
  const gone = { status: 404, text: "There is no such calendar. Its owner may have revoked it" }
  expect(await read(body.address)).toMatchObject(gone)
  expect(await read(`${server.url}/api/calendars/feed/${"x".repeat(43)}.ics`)).toMatchObject(gone)
})

test("a calendar of nothing is refused, one that is read too often waits, and that of a suspended person ends", async () => {
  expect((await make(supervisor, [])).text).toBe("Choose at least one of leave, rosters and maintenance")
  expect((await make(supervisor, ["payroll"])).status).toBe(400)
  const { address } = (await make(supervisor, ["rosters"])).body
  const statuses: Array<number> = []
  const minute = () => Math.floor(Date.now() / 60_000)
  const began = minute()
  // the limit is 10 a minute: this is more than two minutes allow, in case one ends meanwhile
  for (let n = 0; n < 21; n++) statuses.push((await read(address)).status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(10)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10 * (minute() - began + 1))
  const other = (await make(supervisor, ["leave"])).body.address
  const [{ id }] = (await ceo("GET", "/api/users?q=FO-SUP-001")).body
  expect((await ceo("PUT", `/api/users/${id}/suspend`, { reason: "Left" })).status).toBe(200)
  expect((await read(other)).status).toBe(404)
})
