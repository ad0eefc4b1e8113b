/** The settings over their calls, on a real database: who changes them, who sees them, and what their history shows. */
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ApprovalLimitsGroup } from "@ops/finance/approval-limits/contract.ts"
import { ApprovalLimitsLive } from "@ops/finance/approval-limits/server.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { LedgerGroup } from "@ops/ledger/contract.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { rateChanges } from "@ops/ledger/exchange-rates/resource.ts"
import { RateChangesLive } from "@ops/ledger/exchange-rates/server.ts"
import { LedgerLive } from "@ops/ledger/server.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { MailGroup } from "@ops/platform/mail/contract.ts"
import { mailLive } from "@ops/platform/mail/server.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { approvals } from "@ops/reporting/approvals/server.ts"
import { ApprovalsGroup } from "@ops/reporting/approvals/contract.ts"
import { CompanyGroup } from "@ops/sites/contract.ts"
import { sites } from "@ops/sites/resource.ts"
import { SitesLive } from "@ops/sites/server.ts"
import { setupSites } from "@ops/sites/setup.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { inbox, model } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))

/** Signs in the token's person with a level: "2:7". */
const signedIn = (token: string): SignedIn => {
  const [person = 0, level = 0] = token.split(":").map(Number)
  const by = { ...system("test", new Date().toISOString()), actor: `person:${person}`, person, level, permissions: permissionsOf(level) }
  return { ...by, department: "operations", employeeId: token, siteId: null, sessionId: null, proven: true }
}
class TestApi extends HttpApi.make("ops")
  .add(sites.group)
  .add(CompanyGroup)
  .add(MailGroup)
  .add(LedgerGroup)
  .add(rateChanges.group)
  .add(ApprovalLimitsGroup)
  .add(ApprovalsGroup) {}
const smtp = Redacted.make("smtp://mailer:secret-word@127.0.0.1:2525")
const config = { mode: "demo", origin: "http://localhost", mailFrom: "Field Office <office@localhost>", smtpUrl: smtp, pepper: Redacted.make("pepper") }
const web = serveApi(
  HttpApiBuilder.layer(TestApi).pipe(
    Layer.provide([SitesLive, mailLive([]), LedgerLive, RateChangesLive, ApprovalLimitsLive, approvals(inbox)]),
    Layer.provide(Layer.succeed(Config, config as Config["Service"])),
  ),
  runtime,
  signedIn,
)
const call = async (token: string | null, address: string, body?: object, method = body ? "POST" : "GET") => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" }
  const request = new Request(`http://localhost${address}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await web.handler(request)
  const text = await answer.text()
  const isJson = answer.headers.get("content-type")?.startsWith("application/json")
  return { status: answer.status, body: isJson ? JSON.parse(text) : text }
}
const [chief, finance, other, manager] = ["1:10", "2:7", "3:7", "4:8"] as const
const events = () =>
  runtime.runPromise(
    Effect.flatMap(Database, ({ statement }) => Effect.map(statement("select count(*)::int as n from es.event", []), ([row]) => row.n as number)),
  )

const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const someone = (id: number, accessLevel: number) =>
  people.at(
    id,
    PersonAdded({
      employeeId: `E-${id}`,
      firstName: `P${id}`,
      lastName: "Deng",
      email: null,
      phoneNumber: null,
      role: "finance",
      accessLevel,
      department: null,
      position: null,
      siteId: null,
      supervisor: null,
      hireDate: null,
      biometricEnabled: false,
      demo: false,
    }),
  )

beforeAll(
  () =>
    runtime.runPromise(
      Effect.gen(function* () {
        yield* setupSites
        yield* ledgerModule.setup
        yield* (yield* Records).execute(told, [someone(1, 10), someone(2, 7), someone(3, 7), someone(4, 8)], system("test"))
      }),
    ),
  60_000,
)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

// proves S-LAND-04
test("only level 10 changes the company's description; others read only its public part", async () => {
  const { mode: _, ...facts } = (await call(null, "/api/company")).body
  const described = { ...facts, name: "Nile Services", email: "office@nile.example", taxNumber: "100-234-567", bank: "Nile Commercial Bank" }
  expect((await call(finance, "/api/company", described, "PUT")).status).toBe(403)
  expect((await call(chief, "/api/company", { ...described, email: "nobody" }, "PUT")).body).toBe("Invalid email")
  expect((await call(chief, "/api/company", described, "PUT")).body).toMatchObject({ name: "Nile Services", taxNumber: "100-234-567" })

  const shown = (await call(null, "/api/company")).body
  expect(shown).toMatchObject({ name: "Nile Services", email: "office@nile.example" })
  expect(Object.keys(shown).filter((key) => key === "taxNumber" || key === "bank")).toEqual([])
  expect((await call(manager, "/api/settings/company")).status).toBe(403)
  expect((await call(chief, "/api/settings/company")).body).toMatchObject({ bank: "Nile Commercial Bank" })
  const { body: history } = await call(chief, "/api/settings/company/history")
  expect(history.at(-2)).toMatchObject({ by: "P1 Deng", changes: expect.arrayContaining([{ field: "name", from: "Field Office", to: "Nile Services" }]) })
  expect(history.at(-1)).toMatchObject({
    type: "CompanyLegalDetailsSet",
    changes: expect.arrayContaining([{ field: "taxNumber", from: "nothing", to: "100-234-567" }]),
  })
})

test("sites are opened, changed and closed by people who manage sites, and each has a unique code", async () => {
  const site = { name: "Bentiu camp", code: "BE", client: "SLB", capacity: 220 }
  expect((await call(manager, "/api/sites", site)).status).toBe(403)
  const before = await events()
  expect(await call(chief, "/api/sites", { ...site, code: "US" })).toEqual({ status: 409, body: "Unity State has the code US already" })
  expect((await call(chief, "/api/sites", { ...site, code: "bentiu" })).body).toBe("Code must be two to four capital letters or digits, such as US")
  expect((await call(chief, "/api/sites", { ...site, name: " " })).body).toBe("Name is required")
  expect(await events()).toBe(before)
  const opened = await call(chief, "/api/sites", site)
  expect(opened).toMatchObject({ status: 201, body: { slug: "bentiu-camp", label: "Bentiu camp", capacity: 220, isActive: true } })
  const path = `/api/sites/${opened.body.id}`
  expect((await call(chief, path, { capacity: null, location: "Bentiu" }, "PATCH")).body).toMatchObject({ capacity: null, location: "Bentiu", client: "SLB" })
  expect((await call(chief, `${path}/close`, { reason: " " }, "PUT")).body).toBe("Reason is required")
  expect((await call(chief, `${path}/close`, { reason: "Contract ended" }, "PUT")).body).toMatchObject({ isActive: false })
  expect(await call(chief, `${path}/close`, { reason: "Again" }, "PUT")).toEqual({ status: 409, body: "Bentiu camp is closed already" })
  expect((await call(chief, `${path}/reopen`, undefined, "PUT")).body).toMatchObject({ isActive: true })
  const { body: history } = await call(chief, `${path}/history`)
  expect(history.map(({ type }: Fields) => type)).toEqual(["SiteOpened", "SiteCapacitySet", "SiteChanged", "SiteCapacitySet", "SiteClosed", "SiteReopened"])
  expect((await call(chief, "/api/sites/999/history")).status).toBe(404)
})

test("changing the rate of a day that already has one requires two people, over the API and in the inbox", async () => {
  const rate = (await call(finance, "/api/exchange-rates")).body[0]
  const before = await events()
  expect(await call(finance, "/api/exchange-rates", { from: rate.from, rate: "1400" })).toEqual({
    status: 409,
    body: `The official rate for ${rate.from} is 1300.00 already. Changing it needs two people: propose the change, and another person confirms it`,
  })
  expect((await call(finance, "/api/exchange-rates/changes", { from: rate.from, rate: "1400", reason: " " })).body).toBe("Reason is required")
  expect((await call(manager, "/api/exchange-rates/changes", { from: rate.from, rate: "1400", reason: "x" })).status).toBe(403)
  expect(await events()).toBe(before)

  const proposed = await call(finance, "/api/exchange-rates/changes", { from: rate.from, rate: "1400", reason: "Mistyped" })
  expect(proposed).toMatchObject({ status: 201, body: { was: "1300.00", rate: "1400.00", status: "proposed", canConfirm: false, canReject: true } })
  const { id, changeNumber } = proposed.body
  expect((await call(finance, `/api/exchange-rates/changes/${id}/confirm`, undefined, "POST")).body).toBe(
    "You proposed this change, so another person must confirm it",
  )
  expect((await call(finance, "/api/exchange-rates")).body[0].rate).toBe("1300.00")

  // it waits for others, not for the proposer
  const waiting = async (token: string) => (await call(token, "/api/approvals?kind=rate_change")).body.map(({ number }: Fields) => number)
  expect([await waiting(finance), await waiting(other), await waiting(chief), await waiting(manager)]).toEqual([[], [changeNumber], [changeNumber], []])

  expect((await call(other, `/api/exchange-rates/changes/${id}/confirm`, undefined, "POST")).body).toMatchObject({
    status: "confirmed",
    decidedByUser: { firstName: "P3" },
  })
  expect((await call(finance, "/api/exchange-rates")).body[0]).toMatchObject({ from: rate.from, rate: "1400.00", enteredByUser: { firstName: "P2" } })
  expect(await waiting(other)).toEqual([])
  expect((await call(other, `/api/exchange-rates/changes/${id}/confirm`, undefined, "POST")).body).toBe(`${changeNumber} is confirmed already`)
  const { body: history } = await call(manager, "/api/exchange-rates/history")
  expect(history.slice(0, 3).map(({ type, by }: Fields) => [type, by])).toEqual([
    ["RateEntered", "P3 Deng"],
    ["RateChangeConfirmed", "P3 Deng"],
    ["RateChangeProposed", "P2 Deng"],
  ])
})

test("a proposed tax rate waits in the inbox of people who can confirm it, and is decided by the calls named there", async () => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Juba" }).format()
  const [tax] = (await call(finance, "/api/tax-codes")).body
  const propose = (rate: string) => call(finance, `/api/tax-codes/${tax.code}/rates`, { from: `${today.slice(0, 7)}-01`, rate, source: "Finance Act" })
  const waiting = async (token: string) => (await call(token, "/api/approvals?kind=tax_rate")).body
  expect((await propose("21")).body.proposals).toMatchObject([{ rate: "21.00" }])
  expect([await waiting(finance), await waiting(manager)]).toEqual([[], []])
  const [item] = await waiting(other)
  expect(item).toMatchObject({
    label: "Tax rate",
    number: `${tax.code} ${today.slice(0, 7)}-01`,
    title: `${tax.name}: 21.00% from ${today.slice(0, 7)}-01, Finance Act`,
    rule: "Not the person who proposed it",
    path: "/settings?tab=taxes",
    since: expect.stringMatching(/^\d{4}-/),
  })
  expect((await call(other, item.reject.path, { reason: "Not yet law" }, item.reject.method)).body.proposals).toEqual([])
  expect(await waiting(other)).toEqual([])
  await propose("21.5")
  const [again] = await waiting(chief)
  expect((await call(chief, again.approve.path, undefined, again.approve.method)).body).toMatchObject({ rate: "21.50", proposals: [] })
  expect(await waiting(chief)).toEqual([])
})

// proves API-295
test("approval limits and taxes have effective dates, and their histories show who set them", async () => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Juba" }).format()
  const limit = { kind: "expense", level: 8, from: today, upTo: "7500.00" }
  expect((await call(finance, "/api/approval-limits", limit)).status).toBe(403)
  expect((await call(chief, "/api/approval-limits", { ...limit, from: "2026-01-01" })).body).toBe("A limit holds from today on, or from a later day")
  expect((await call(chief, "/api/approval-limits", { ...limit, level: 3 })).body).toBe("Level 3 cannot decide on expenses. Give one of: 7, 8, 10")
  expect(await call(chief, "/api/approval-limits", limit)).toMatchObject({ status: 201, body: { upTo: "7500.00", isCurrent: true } })
  expect((await call(chief, "/api/approval-limits", { ...limit, kind: "purchase", upTo: null })).status).toBe(201)
  const texts = async (path: string) => (await call(finance, path)).body.map(({ text, by }: Fields) => [text, by])
  expect((await texts("/api/approval-limits/history")).slice(0, 2)).toEqual([
    [`Level 8 approves purchases without limit from ${today}`, "P1 Deng"],
    [`Level 8 approves expenses up to USD 7500.00 from ${today}`, "P1 Deng"],
  ])
  await call(finance, "/api/tax-codes/SALES/rates", { from: "2099-01-01", rate: "20" })
  expect((await texts("/api/tax-codes/history")).map(([text]: ReadonlyArray<unknown>) => text)).toContain("Sales tax: 20.00% from 2099-01-01")
})

test("only level 10 changes the mail settings; the server's secrets are never shown", async () => {
  expect((await call(manager, "/api/settings/mail")).status).toBe(403)
  const shown = await call(chief, "/api/settings/mail")
  expect(shown.body).toEqual({
    senderName: null,
    senderAddress: null,
    replyTo: null,
    isOn: true,
    from: "Field Office <office@localhost>",
    server: "127.0.0.1:2525",
    mode: "demo",
  })
  expect((await call(chief, "/api/settings/mail", { replyTo: "x" }, "PUT")).body).toBe("Invalid email")
  const set = await call(chief, "/api/settings/mail", { senderName: "Nile Services", replyTo: "desk@nile.example" }, "PUT")
  expect(set.body).toMatchObject({ from: "Nile Services <office@localhost>", replyTo: "desk@nile.example" })
  expect(await call(chief, "/api/settings/mail/test", { to: "me@nile.example" })).toMatchObject({
    status: 201,
    body: { to: "me@nile.example", status: "queued" },
  })
  expect((await call(chief, "/api/settings/mail/test", { to: "" })).body).toBe("Address is required")
  await call(chief, "/api/settings/mail", { isOn: false, senderName: "" }, "PUT")
  expect(await call(chief, "/api/settings/mail/test", { to: "me@nile.example" })).toEqual({ status: 409, body: "Mail is off. Turn it on first" })
  const { body: history } = await call(chief, "/api/settings/mail/history")
  expect(history.at(-1).changes).toEqual(
    expect.arrayContaining([
      { field: "isOn", from: "true", to: "false" },
      { field: "senderName", from: "Nile Services", to: "nothing" },
    ]),
  )
  expect(JSON.stringify([shown.body, history])).not.toContain("secret-word")
})
