/** The calls about petty cash over HTTP, on a real database: permissions, bad input, concurrent callers, and the books. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { takeFile } from "@ops/platform/documents/attachment.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { byLevel, serveApi } from "@ops/platform/testing/http.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { checklist, ClosingChecks } from "@ops/ledger/periods/closing.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { checked, Ties } from "@ops/ledger/checks/ties.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { financeModule } from "../module.ts"
import { pettyCashChecks, pettyCashTies } from "./closing.ts"
import { pettyCashFloats as floatCalls } from "../petty-cash-floats/resource.ts"
import { pettyCash } from "./resource.ts"
import { PettyCashFloatsLive } from "../petty-cash-floats/server.ts"
import { PettyCashLive } from "./server.ts"

/** Stated balances can name a client. */
const partyView = "create view party as select null::bigint as id, null::text as name where false"
const known = { streams: [sites, people], consequences: [], views: [partyView], tables: [] }
const modules = [known, ledgerModule, financeModule, documentsModule]
const runtime = ManagedRuntime.make(
  testDatabase({
    streams: modules.flatMap(({ streams }) => [...streams]),
    consequences: modules.flatMap(({ consequences }) => [...consequences]),
    views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
    tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
  }),
)

class Api extends HttpApi.make("ops").add(pettyCash.group).add(floatCalls.group) {}
const web = serveApi(HttpApiBuilder.layer(Api).pipe(Layer.provide([PettyCashFloatsLive, PettyCashLive])), runtime)
const { call } = web
const patch = (token: string, id: number, verb: string, body: object = {}) => call(token, `/api/crm/petty-cash-requests/${id}/${verb}`, body, "PATCH")
const statement = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const person = (id: number) => {
  const name = { employeeId: `FO-${id}`, firstName: `Person${id}`, lastName: "Deng", email: null, phoneNumber: null, demo: false, accessLevel: id }
  const job = { role: "finance", department: "operations", position: null, siteId: null, supervisor: null, hireDate: null, biometricEnabled: false } as const
  return people.at(id, PersonAdded({ ...name, ...job }))
}
const { today } = system("test", new Date().toISOString())
/** A receipt uploaded by the person. */
const uploaded = (token: string) =>
  runtime.runPromise(Effect.map(Effect.provideService(takeFile("slip.pdf", Buffer.from("%PDF-1.4 slip")), Who, byLevel(token)), ({ id }) => id))

const wish = { amount: "80.00", currency: "USD", category: "transport", purpose: "Taxi to the airstrip", notes: "" }
const asked = async (token = "3@1", more: object = {}) => (await call(token, "/api/crm/petty-cash-requests", { ...wish, ...more })).body
let float: { readonly id: number }

beforeAll(async () => {
  await runtime.runPromise(
    Effect.gen(function* () {
      const { execute } = yield* Records
      yield* ledgerModule.setup
      yield* financeModule.setup
      const places = [1, 2].map((id) =>
        sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
      )
      yield* execute(told, [...places, ...[3, 5, 6, 7, 8, 10].map(person)], system("test"))
    }),
  )
  float = (await call("7", "/api/petty-cash-floats", { name: "Site 1", siteId: 1, custodianId: 5, limit: "500.00" })).body
  await call("7", `/api/petty-cash-floats/${float.id}/top-up`, { reference: "CHQ-1" })
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

// proves API-281
test("petty cash is requested, approved, paid out and retired with receipts, and the books agree", async () => {
  const { status, body: request } = await call("3@1", "/api/crm/petty-cash-requests", wish)
  expect(status).toBe(201)
  expect(request).toMatchObject({
    status: "pending",
    amount: "80.00",
    siteName: "Site 1",
    requestedByUser: { firstName: "Person3", lastName: "Deng" },
    canApprove: false,
  })
  const { id } = request
  expect((await call("6@1", `/api/crm/petty-cash-requests/${id}`)).body).toMatchObject({ canApprove: true, canReject: true, canDisburse: false })
  expect((await patch("6@1", id, "approve")).body).toMatchObject({ status: "approved", approvedByUser: { firstName: "Person6" } })
  expect((await call("5@1", `/api/crm/petty-cash-requests/${id}`)).body).toMatchObject({ canDisburse: true })
  const paid = await patch("5@1", id, "disburse", { floatId: float.id })
  expect(paid.body).toMatchObject({
    status: "disbursed",
    floatName: "Site 1",
    disbursedDate: today,
    disbursementEntryNumber: expect.stringMatching(/^JE-/),
    canRetire: true,
  })
  expect((await call("7", `/api/petty-cash-floats/${float.id}`)).body).toMatchObject({ balance: "420.00", out: "80.00" })
  const retired = await patch("5@1", id, "retire", { spent: "65.50", receipts: [await uploaded("5@1")] })
  expect(retired.body).toMatchObject({
    status: "retired",
    spent: "65.50",
    returned: "14.50",
    receipts: [{ name: "slip.pdf" }],
    retiredByUser: { firstName: "Person5" },
  })
  const lines = await statement(`select a.account_number as account, l.debit, l.credit, l.site_id from journal_line l join account a on a.id = l.account_id
    where l.journal_entry_id = ${retired.body.retirementEntryId} order by l.line`)
  expect(lines).toEqual([
    { account: "6200", debit: 6550, credit: 0, site_id: 1 },
    { account: "1050", debit: 1450, credit: 0, site_id: 1 },
    { account: "1310", debit: 0, credit: 8000, site_id: 1 },
  ])
  const book = (await call("5@1", `/api/petty-cash-floats/${float.id}/movements`)).body
  expect(book.map(({ kind, amount, balance }: Record<string, string>) => [kind, amount, balance])).toEqual([
    ["return", "14.50", "434.50"],
    ["disbursement", "-80.00", "420.00"],
    ["top_up", "500.00", "500.00"],
  ])
  const history = (await call("3@1", `/api/crm/petty-cash-requests/${id}/history`)).body
  expect(history.map(({ text }: { text: string }) => text)).toEqual([
    "Petty cash requested",
    "Approved",
    "Paid out of Site 1",
    "Retired: 65.50 spent, 14.50 given back",
  ])
})

test.each([
  [{ amount: "0" }, 422, "Amount must be greater than 0"],
  [{ amount: "1.005" }, 400, "Amount must be a number with at most two decimals"],
  [{ category: "bribes" }, 400, "Category must be one of: marketing_materials, transport, entertainment, office_supplies, meals, other"],
  [{ currency: "EUR" }, 400, "Currency must be one of: USD, SSP"],
  [{ purpose: " " }, 400, "Purpose is required"],
  [{ siteId: 2 }, 403, "You work at another site than Site 2"],
] as const)("%o is refused with a sentence, and nothing is written", async (more, status, sentence) => {
  const events = await statement("select count(*) as n from es.event")
  const answer = await call("3@1", "/api/crm/petty-cash-requests", { ...wish, ...more })
  expect([answer.status, answer.body]).toEqual([status, sentence])
  expect(await statement("select count(*) as n from es.event")).toEqual(events)
})

test("each level sees its own rows, site, department, or all; the custodian sees what is approved for their site", async () => {
  const mine = await asked("3@1")
  const elsewhere = await asked("10", { siteId: 2 })
  const approved = await asked("3@1")
  await patch("6@1", approved.id, "approve")
  const sees = async (token: string) => {
    const ids = (await call(token, "/api/crm/petty-cash-requests?limit=1000")).body.map(({ id }: { id: number }) => id)
    return [mine, elsewhere, approved].map(({ id }) => ids.includes(id))
  }
  expect(await sees("3@1")).toEqual([true, false, true])
  expect(await sees("5@1")).toEqual([false, false, true])
  expect(await sees("6@1")).toEqual([true, false, true])
  expect(await sees("8")).toEqual([true, true, true])
  expect(await sees("7")).toEqual([true, true, true])
  expect((await call("5@1", `/api/crm/petty-cash-requests/${mine.id}`)).status).toBe(404)
  expect((await call("3@1", `/api/petty-cash-floats`)).body).toEqual([])
  expect((await call("3@1", `/api/petty-cash-floats/${float.id}/movements`)).status).toBe(404)
})

test("the permissions shown to a caller equal what the commands allow", { timeout: 60_000 }, async () => {
  const verbs = { canApprove: "approve", canReject: "reject", canDisburse: "disburse" } as const
  const payloads = { approve: {}, reject: { reason: "No" }, disburse: { floatId: float.id } }
  for (const amount of ["80.00", "100.01", "1000.01"]) {
    for (const token of ["3@1", "5@1", "6@1", "7", "8", "10"]) {
      for (const [flag, verb] of Object.entries(verbs)) {
        const { id } = await asked("3@1", { amount })
        if (verb === "disburse") await patch("10", id, "approve", { overrideReason: "Urgent" })
        const row = await call(token, `/api/crm/petty-cash-requests/${id}`)
        const { status, body } = await patch(token, id, verb, payloads[verb])
        const can = row.status === 200 && row.body[flag]
        // the float of the custodian may have too little in it
        const short = verb === "disburse" && /left\. Top it up first/.test(String(body))
        expect([token, verb, amount, can]).toEqual([token, verb, amount, status === 200 || short])
        if (verb === "disburse" && status === 200) await patch("7", id, "retire", { spent: "0" })
      }
    }
  }
})

test("when two payouts concurrently claim the last cash of a float, one is refused because the float is empty", async () => {
  const { body: small } = await call("7", "/api/petty-cash-floats", { name: "Small", siteId: 1, custodianId: 5, limit: "100.00" })
  await call("7", `/api/petty-cash-floats/${small.id}/top-up`, { account: "1000" })
  const both = [await asked(), await asked()]
  for (const { id } of both) await patch("6@1", id, "approve")
  const answers = await Promise.all(both.map(({ id }) => patch("5@1", id, "disburse", { floatId: small.id })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toBe("Small has USD 20.00 left. Top it up first, or choose another float")
  expect((await call("7", `/api/petty-cash-floats/${small.id}`)).body).toMatchObject({ balance: "20.00", out: "80.00" })
})

test("a float's name is unique, the custodian cannot count, and stale approvals are refused", async () => {
  const twice = await call("7", "/api/petty-cash-floats", { name: "Site 1", siteId: 2, custodianId: 6, limit: "10.00" })
  expect([twice.status, twice.body]).toEqual([409, "Another float already has this name"])
  const own = await call("5@1", `/api/petty-cash-floats/${float.id}/count`, { counted: "434.50" })
  expect(own.status).toBe(403)
  const { balance } = (await call("6@1", `/api/petty-cash-floats/${float.id}`)).body
  const short = (Number(balance) - 5).toFixed(2)
  const silent = await call("6@1", `/api/petty-cash-floats/${float.id}/count`, { counted: short })
  expect([silent.status, silent.body]).toEqual([422, `The book has USD ${balance}, so 5.00 is missing. Say why`])
  const counted = await call("6@1", `/api/petty-cash-floats/${float.id}/count`, { counted: short, reason: "A torn note" })
  expect(counted.body).toMatchObject({ balance: short, lastCountedOn: today })
  const { id } = await asked()
  const stale = await patch("6@1", id, "approve", { version: 7 })
  expect([stale.status, stale.body]).toEqual([409, "This petty cash request has changed since you opened it. Check it again before you decide"])
})

test("floats and open advances reconcile with the books; closing a month waits for retirements and counts", async () => {
  const sides = await runtime.runPromise(Effect.provideService(checked(today), Ties, pettyCashTies))
  const petty = sides.filter(({ key }) => key.startsWith("petty"))
  expect(petty.map(({ key, ok }) => [key, ok])).toEqual([
    ["petty-cash", true],
    ["petty-cash-out", true],
  ])
  expect(petty.every(({ subLedger }) => subLedger > 0)).toBe(true)
  const lines = await runtime.runPromise(Effect.provideService(checklist(today.slice(0, 7)), ClosingChecks, pettyCashChecks))
  expect(lines.map(({ key, ok, examples }) => [key, ok, examples[0]?.text])).toEqual([
    ["petty-cash-advances", false, expect.stringMatching(/^PC-\d{4}-\d{4}, Taxi to the airstrip: USD 80.00 out since /)],
    ["petty-cash-counts", false, `Small was not counted in ${today.slice(0, 7)}`],
  ])
  await statement("alter table petty_cash_movement disable trigger all")
  await statement("update petty_cash_movement set amount = amount + 100 where kind = 'top_up'")
  const broken = await runtime.runPromise(Effect.provideService(checked(today), Ties, pettyCashTies))
  expect(broken.find(({ key }) => key === "petty-cash")!.ok).toBe(false)
})
