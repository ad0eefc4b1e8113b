/** How often one account can call a server with the default limits. */
import { Context } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Rule } from "@ops/platform/access/rule.ts"
import { type Server, signIn } from "@ops/platform/testing/server.ts"
import { demoServer } from "../demo/demo-server.ts"
import { writes } from "../calls/every-call.ts"

let server: Server
beforeAll(async () => {
  server = await demoServer()
}, 300_000)
afterAll(() => server.stop())

/** As many people as the largest canteen serves at one meal. */
const rush = 130

test("130 people tapped in one after the other on a canteen's account stay within the limits", { timeout: 120_000 }, async () => {
  const supervisor = await server.as("FO-SUP-001")
  const { today } = (await supervisor("GET", "/api/dashboard/metrics")).body
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString()
  const form = { sessionDate: yesterday, mealType: "breakfast", projectId: 2, siteId: 1 }
  const { status, body: session } = await supervisor("POST", "/api/meal-sessions", form)
  expect(status).toBe(201)
  const { body: people } = await supervisor("GET", `/api/staff-members?siteId=1&limit=${rush}`)
  const diners = (people as ReadonlyArray<{ id: number; clientId: number }>).filter(({ clientId }) => clientId === session.clientId)
  const statuses = new Set<number>()
  for (let n = 0; n < rush; n++) {
    const tap = { mealSessionId: session.id, staffMemberId: diners[n % diners.length]!.id, attended: true }
    statuses.add((await supervisor("POST", "/api/meal-attendance", tap)).status)
  }
  expect([...statuses].filter((each) => each >= 300)).toEqual([])
})

test("130 consecutive changes pass with a token and exceed the limit in the browser", { timeout: 120_000 }, async () => {
  const headers = await signIn(server.url, "FO-MGT-001")
  const call = (method: string, path: string, given: object, body?: object) =>
    fetch(server.url + path, { method, headers: { ...given, "idempotency-key": crypto.randomUUID() }, ...(body && { body: JSON.stringify(body) }) })
  const made = await call("POST", "/api/auth/tokens", headers, { name: "Import", scopes: ["all"] })
  expect(made.status).toBe(201)
  const { token } = (await made.json()) as { token: string }
  const { cookie: _, ...plain } = headers
  const [{ id }] = (await (await fetch(`${server.url}/api/alerts?limit=1`, { headers })).json()) as [{ id: number }]
  const statuses = async (given: object) => {
    const found = new Set<number>()
    for (let n = 0; n < rush; n++) found.add((await call("POST", `/api/alerts/${id}/read`, given)).status)
    return [...found]
  }
  expect(await statuses({ ...plain, authorization: `Bearer ${token}` })).toEqual([200])
  expect(await statuses(headers)).toEqual([200, 429])
})

test("the calls that queues of people make on one account are those of a kiosk, a door and a canteen", () => {
  const taps = writes.filter(({ annotations }) => (Context.get(annotations as Context.Context<never>, Rule) as Rule | undefined)?.isTap)
  expect(taps.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    "POST /api/hr/attendance/tap",
    "POST /api/hr/kiosk/taps",
    "POST /api/meal-attendance",
  ])
})
