/** Webhooks on a real database, with receivers on this machine. */
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { people, PersonAdded, PersonSuspended } from "@ops/identity/person.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { type Command, command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { person } from "@ops/platform/testing/person.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { deliverDue, sendTest, webhookTables } from "./delivering.ts"
import { webhookRules } from "./alert.ts"
import { secretOf } from "./signature.ts"
import { addWebhook, endWebhook, makeSecret, pauseWebhook, replayWebhook, resumeWebhook, webhooks } from "./webhook.ts"

const runtime = ManagedRuntime.make(testDatabase({ streams: [webhooks, people, sites], tables: webhookTables }))
type Ready = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
const settings = {
  ...Effect.runSync(loadConfig({ OPS_PEPPER: "a pepper for tests, 0123456789 abcdef", OPS_WEBHOOK_NETWORKS: "127.0.0.1" })),
} as Config["Service"]
const run = <A, E>(effect: Effect.Effect<A, E, Ready>) => runtime.runPromise(effect)
const rows = (text: string) => run(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const execute = <Input>(doing: Command<Input>, input: Input) =>
  run(Effect.flatMap(Records, ({ execute }) => execute(doing, input, { ...person(10), at: new Date().toISOString() })))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const tell = (...changes: ReadonlyArray<Change>) =>
  run(Effect.flatMap(Records, ({ execute }) => execute(told, changes, system("test", new Date().toISOString()))))
const deliver = (given: Partial<Config["Service"]> = {}) =>
  run(deliverDue((kind) => (kind === "site" ? "/api/sites" : undefined)).pipe(Effect.provideService(Config, { ...settings, ...given })))
const opened = (id: number) =>
  sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null }))

interface Got {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
const got: Array<Got> = []
let status = 200
const receiver = createServer((request, response) => {
  let body = ""
  request
    .on("data", (part) => (body += part))
    .on("end", () => {
      got.push({ headers: request.headers, body })
      response.writeHead(status).end("secrets of the receiver")
    })
})
const sitesTold = () =>
  got.splice(0).flatMap(({ body }) => (JSON.parse(body) as { messages: Array<{ record: { id: number } }> }).messages.map(({ record }) => record.id))

let url: string
let id: number
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1")
  await once(receiver, "listening")
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  await tell(
    people.at(
      10,
      PersonAdded({
        employeeId: "CEO",
        firstName: "Achol",
        lastName: "Deng",
        email: null,
        phoneNumber: null,
        position: null,
        department: null,
        role: "ceo",
        accessLevel: 10,
        siteId: null,
        supervisor: null,
        hireDate: null,
        biometricEnabled: false,
        demo: false,
      }),
    ),
  )
  await tell(opened(1))
  id = (await execute(addWebhook, { name: "Warehouse", url, kinds: "site", fromPosition: null })).id
}, 120_000)
afterAll(async () => {
  receiver.close()
  await runtime.dispose()
})

const dueNow = () => rows("update app.webhook_state set due = now()")
const state = async () =>
  (await rows("select position, attempts, error, failing_since is not null as failing from app.webhook_state order by beginning desc limit 1"))[0]

test("a webhook tells nothing before it has a secret; then what happened since it was added, signed, and not what the record says", async () => {
  await tell(opened(2))
  expect([await deliver(), got.length]).toEqual([0, 0])
  await execute(makeSecret, { id })
  expect(await deliver()).toBe(1)
  const [first] = got
  const { messages, webhook } = JSON.parse(first!.body)
  expect([webhook, messages]).toEqual([
    id,
    [{ position: expect.any(Number), type: "SiteOpened", at: expect.any(String), record: { kind: "site", id: 2 }, path: "/api/sites/2" }],
  ])
  expect(first!.body).not.toContain("Site 2")
  const { "webhook-id": message, "webhook-timestamp": timestamp, "webhook-signature": signature } = first!.headers as Record<string, string>
  const key = Buffer.from(secretOf(settings.pepper, { id, secretNumber: 1 }).slice("whsec_".length), "base64")
  expect(signature).toBe(`v1,${createHmac("sha256", key).update(`${message}.${timestamp}.${first!.body}`).digest("base64")}`)
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  got.length = 0
  await execute(makeSecret, { id })
  await tell(opened(3))
  await deliver()
  // for a day the previous secret signs too
  expect(String(got[0]!.headers["webhook-signature"]).split(" ")).toHaveLength(2)
  got.length = 0
})

// proves U-25
test("a receiver that answers 500 is tried again later and later; nothing is lost, and order is kept", async () => {
  status = 500
  await tell(opened(4))
  expect([await deliver(), sitesTold()]).toEqual([0, [4]])
  expect(await state()).toMatchObject({ attempts: 1, error: "The receiver answered 500", failing: true })
  // it waits, whatever happens meanwhile
  await tell(opened(5))
  expect([await deliver(), sitesTold()]).toEqual([0, []])
  await dueNow()
  await deliver()
  expect([sitesTold(), (await state())!["attempts"]]).toEqual([[4, 5], 2])
  const waits = await rows("select extract(epoch from due - now())::int as seconds from app.webhook_state")
  expect(waits[0]!["seconds"]).toBeGreaterThan(15)

  // after a day: an alert
  expect(await rows(webhookRules[0]!.sql)).toEqual([])
  await rows("update app.webhook_state set failing_since = now() - interval '25 hours'")
  expect(await rows(webhookRules[0]!.sql)).toMatchObject([{ title: "Warehouse has accepted nothing for a day", priority: "high" }])
  status = 200
  await dueNow()
  expect([await deliver(), sitesTold(), await state()]).toMatchObject([1, [4, 5], { attempts: 0, error: null, failing: false }])
  expect(await rows(webhookRules[0]!.sql)).toEqual([])
  const tried = await rows("select attempt, status, error, messages from app.webhook_delivery order by id desc limit 3")
  expect(tried).toMatchObject([
    { attempt: 3, status: 200, error: null, messages: 2 },
    { attempt: 2, status: 500, error: "The receiver answered 500" },
    { attempt: 1, status: 500 },
  ])
})

test("what is paused waits, what is replayed is told from there, and what has ended is told nothing", async () => {
  await execute(pauseWebhook, { id })
  await tell(opened(6))
  expect([await deliver(), sitesTold()]).toEqual([0, []])
  await execute(resumeWebhook, { id })
  expect([await deliver(), sitesTold()]).toEqual([1, [6]])
  await execute(replayWebhook, { id, fromPosition: 0 })
  expect([await deliver(), sitesTold()]).toEqual([1, [1, 2, 3, 4, 5, 6]])
  expect([await deliver(), sitesTold()]).toEqual([0, []])
})

test("a test message is signed, has no events, is listed as a delivery, and leaves the position; without a secret or after its end it is refused", async () => {
  const sendTo = (id: number, given: Partial<Config["Service"]> = {}) =>
    run(
      sendTest(id).pipe(
        Effect.provideService(Config, { ...settings, ...given }),
        Effect.catch(({ message }) => Effect.succeed(message)),
      ),
    )
  const { id } = await execute(addWebhook, { name: "Office", url, kinds: "site", fromPosition: null })
  expect(await sendTo(id)).toBe("This webhook has no secret to sign a message with. Create one first")
  await execute(makeSecret, { id })
  got.length = 0
  status = 200
  expect(await sendTo(id)).toEqual({ status: 200, error: null, tookMs: expect.any(Number) })
  const [{ headers, body }] = got.splice(0) as [Got]
  expect(JSON.parse(body)).toEqual({ webhook: id, messages: [] })
  const key = Buffer.from(secretOf(settings.pepper, { id, secretNumber: 1 }).slice("whsec_".length), "base64")
  const mac = createHmac("sha256", key).update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
  expect(headers["webhook-signature"]).toBe(`v1,${mac.digest("base64")}`)
  status = 500
  expect(await sendTo(id)).toMatchObject({ status: 500, error: "The receiver answered 500" })
  status = 200
  expect(await rows(`select messages, status from app.webhook_delivery where webhook_id = ${id} order by id`)).toEqual([
    { messages: 0, status: 200 },
    { messages: 0, status: 500 },
  ])
  expect(await rows(`select from app.webhook_state where webhook_id = ${id}`)).toEqual([])
  expect(await sendTo(id, { rehearsal: new Date().toISOString() })).toBe("A rehearsal sends nothing to other programs")
  await execute(endWebhook, { id })
  expect(await sendTo(id)).toBe("This webhook has ended. Add a new one")
  expect(await sendTo(999)).toBe("Webhook 999 does not exist")
})

test("a demonstration reaches only what is listed, a rehearsal no one, and a webhook of who is no longer an administrator tells nothing", async () => {
  await tell(opened(7))
  await deliver({ webhookNetworks: [] })
  expect([sitesTold(), (await state())!["error"]]).toEqual([[], expect.stringContaining("In demo mode nothing leaves this machine")])
  await deliver({ webhookNetworks: [], mode: "production" })
  await dueNow()
  expect(await deliver({ rehearsal: "2026-06-30T21:59:59.999Z" })).toBe(0)
  await tell(people.at(10, PersonSuspended({ reason: "Left" })))
  await deliver()
  expect([sitesTold(), (await state())!["error"]]).toEqual([[], "The person who added this webhook is no longer an administrator. Add it again"])
  await execute(endWebhook, { id })
  await dueNow()
  expect([await deliver(), sitesTold()]).toEqual([0, []])
})
