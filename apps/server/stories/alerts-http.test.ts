/** The alert calls over HTTP: what each level sees and can do, notifications, and the digest. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { AlertRaised, alerts } from "@ops/alerts/alert.ts"
import { alerts as resource } from "@ops/alerts/resource.ts"
import { alertsLive } from "@ops/alerts/server.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { actingAs } from "@ops/identity/sessions.ts"
import { siteAt } from "@ops/meals/testing.ts"
import { Config } from "@ops/platform/config.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { waitingLists } from "@ops/reporting/approvals/on-behalf.ts"
import { inbox, model } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))

/** Signs in with the token's level, and confined to its site: "6@1". The person's id is the level. */
const signedIn = (token: string) => {
  const [level = 0, siteId = null] = token.split("@").map(Number)
  const person = {
    id: level,
    employeeId: `FO-${level}`,
    firstName: `Person${level}`,
    lastName: "Deng",
    department: null,
    accessLevel: level,
    siteId,
    allSites: false,
    mustChangePassword: false,
  }
  return actingAs(person, { at: new Date().toISOString(), via: "web", simulated: false, sessionId: null, proven: true })
}
class TestApi extends HttpApi.make("ops").add(resource.group) {}
const web = serveApi(
  HttpApiBuilder.layer(TestApi).pipe(
    Layer.provide(alertsLive(waitingLists(inbox))),
    Layer.provide(Layer.succeed(Config, { mode: "demo", origin: "https://ops.example.org" } as Config["Service"])),
  ),
  runtime,
  signedIn,
)
const call = (token: string, method: string, address: string, body?: object) => web.call(token, address, body, method)
const titles = async (token: string, query = "") => (await call(token, "GET", `/api/alerts${query}`)).body.map(({ title }: { title: string }) => title)

const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const person = (level: number, siteId: number | null) =>
  people.at(
    level,
    PersonAdded({
      employeeId: `FO-${level}`,
      firstName: `Person${level}`,
      lastName: "Deng",
      email: level === 1 ? null : `person${level}@example.org`,
      phoneNumber: null,
      role: "finance",
      accessLevel: level,
      department: null,
      position: null,
      siteId,
      supervisor: null,
      hireDate: null,
      biometricEnabled: false,
      demo: false,
    }),
  )
const raised = (id: number, type: string, priority: "critical" | "high", siteId: number | null) =>
  alerts.at(
    id,
    AlertRaised({ cause: `test/${id}`, type, priority, title: `${type} ${siteId}`, message: "", siteId, relatedEntity: null, relatedEntityId: null }),
  )

beforeAll(async () => {
  const changes = [
    siteAt(1, "one"),
    siteAt(2, "two"),
    ...(
      [
        [1, 1],
        [3, 1],
        [5, 1],
        [6, 1],
        [7, null],
        [8, null],
        [10, null],
      ] as const
    ).map(([level, siteId]) => person(level, siteId)),
    raised(1, "stock", "critical", 1),
    raised(2, "stock", "high", 2),
    raised(3, "invoices", "high", 1),
    raised(4, "people", "high", null),
    raised(5, "security", "critical", null),
    raised(6, "audit", "critical", null),
  ]
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, changes, system("test"))))
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

// proves API-002, API-210
test("each person sees alerts of their own kinds and site; others answer as not found", async () => {
  expect(await titles("1@1")).toEqual(["stock 1"])
  expect(await titles("5@1")).toEqual(["security null", "stock 1"])
  expect(await titles("6@1")).toEqual(["stock 1"])
  expect(await titles("7", "?sort=title")).toEqual(["invoices 1", "people null", "stock 1", "stock 2"])
  expect((await titles("10")).length).toBe(6)
  expect(await titles("10", "?type=stock&siteId=2")).toEqual(["stock 2"])
  expect(await titles("10", "?priority=critical&status=resolved")).toEqual([])
  for (const address of ["/api/alerts/3", "/api/alerts/3/history"])
    expect(await call("6@1", "GET", address)).toEqual({ status: 404, body: "Alert 3 does not exist" })
  expect(await call("6@1", "POST", "/api/alerts/3/resolve", {})).toEqual({ status: 404, body: "Alert 3 does not exist" })
  expect((await call("6@1", "GET", "/api/notifications")).body).toMatchObject({ unread: 1, alerts: [{ title: "stock 1", isRead: false }] })
  // the bell requests its count and as few alerts as possible
  const one = (await call("10", "GET", "/api/notifications?limit=1")).body
  expect([one.unread, one.alerts.length]).toEqual([6, 1])
  expect(await call("10", "GET", "/api/notifications?limit=0")).toEqual({ status: 400, body: "limit must be a whole number from 1 to 1000" })
})

// proves API-211, API-212
test("an alert is read, acknowledged in bulk, assigned, resolved with a note, and its history shows each step", async () => {
  expect((await call("6@1", "POST", "/api/alerts/1/read")).body).toMatchObject({ isRead: true })
  expect((await call("6@1", "GET", "/api/notifications")).body.unread).toBe(0)
  expect(await call("7", "POST", "/api/notifications/read")).toEqual({ status: 200, body: { read: 4 } })
  expect(await call("7", "POST", "/api/notifications/read")).toEqual({ status: 200, body: { read: 0 } })
  expect(await call("7", "POST", "/api/alerts/acknowledge", { ids: [1, 2, 5] })).toEqual({ status: 404, body: "Alert 5 does not exist" })
  expect(await call("7", "POST", "/api/alerts/acknowledge", { ids: [] })).toEqual({ status: 400, body: "Choose from 1 to 200 alerts" })
  expect(await call("7", "POST", "/api/alerts/acknowledge", { ids: [1, 2] })).toEqual({ status: 200, body: { acknowledged: 2 } })
  expect((await call("8", "GET", "/api/alerts/4/assignees")).body.map(({ id }: { id: number }) => id)).toEqual([10, 7, 8])
  expect((await call("8", "POST", "/api/alerts/1/assign", { to: 6 })).body).toMatchObject({ assignedTo: 6, assignedToName: "Person6 Deng" })
  expect(await titles("6@1", "?assignedTo=6")).toEqual(["stock 1"])
  expect((await call("6@1", "POST", "/api/alerts/1/resolve", {})).body).toBe("Add a note that says how this critical alert was resolved")
  expect((await call("6@1", "POST", "/api/alerts/1/resolve", { note: "Diesel came" })).body).toMatchObject({ status: "resolved", resolution: "Diesel came" })
  const history = (await call("6@1", "GET", "/api/alerts/1/history")).body as ReadonlyArray<{ text: string }>
  expect(history.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["Raised: stock 1", "Acknowledged by Person7 Deng", "Assigned to Person6 Deng", "Resolved by Person6 Deng: Diesel came"]),
  )
})

test("each person chooses their own notifications; the bell omits what they switched off, except critical alerts", async () => {
  const never = { app: false, mail: false, digest: false }
  const kinds = (await call("7", "GET", "/api/notification-choices")).body as ReadonlyArray<{ kind: string }>
  expect(kinds.map(({ kind }) => kind)).not.toContain("audit")
  const chosen = await call("7", "PUT", "/api/notification-choices", { choices: { stock: never, people: { ...never, mail: true } } })
  expect(chosen.body.filter(({ app }: { app: boolean }) => !app).map(({ kind }: { kind: string }) => kind)).toEqual(["stock", "people"])
  expect((await call("7", "GET", "/api/notifications")).body.alerts.map(({ title }: { title: string }) => title)).toEqual(["invoices 1"])
  expect(await call("7", "PUT", "/api/notification-choices", { choices: { audit: never } })).toEqual({
    status: 422,
    body: 'You get no alerts of the kind "audit". Leave it out',
  })
  await call("10", "PUT", "/api/notification-choices", { choices: { audit: never, stock: never } })
  const shown = (await call("10", "GET", "/api/notifications")).body.alerts.map(({ title }: { title: string }) => title)
  expect(shown).toContain("audit null")
  expect(shown).not.toContain("stock 2")
})

test("people can read their own digest, and those of others only if they manage users", async () => {
  const own = (await call("7", "GET", "/api/notifications/digest")).body
  expect(own).toMatchObject({ employeeId: "FO-7", to: "person7@example.org", subject: "Your day: 1 new alert" })
  expect(own.text).toContain("invoices 1 (Site 1)")
  expect(own.text, "chosen not to be in it").not.toContain("people null")
  expect(await call("7", "GET", "/api/notifications/digest?for=FO-10")).toEqual({
    status: 403,
    body: "Only people who manage users can see the digest of another person",
  })
  expect((await call("10", "GET", "/api/notifications/digest?for=FO-6")).body).toMatchObject({ name: "Person6 Deng", subject: null, text: null })
  expect(await call("10", "GET", "/api/notifications/digest?for=FO-99")).toEqual({ status: 404, body: "There is no active person with the employee ID FO-99" })
  expect((await call("8", "POST", "/api/notifications/digest")).status).toBe(403)
  expect(await call("10", "POST", "/api/notifications/digest")).toEqual({ status: 200, body: { sent: 4 } })
  expect(await call("10", "POST", "/api/notifications/digest")).toEqual({ status: 200, body: { sent: 0 } })
})
