/** Bills and payment runs over HTTP, on a real database: permissions, the books, and the files. */
import { createHash } from "node:crypto"
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { vendors } from "@ops/procurement/vendors/vendor.ts"
import { companies, sites } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { financeModule } from "../module.ts"
import { payables as bills } from "./resource.ts"
import { PayablesLive } from "./server.ts"
import { payableChecks, payableTies } from "./closing.ts"
import { arrived, buyers } from "./testing.ts"
import { paymentRuns as runs } from "../payment-runs/resource.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { PaymentRunsLive } from "../payment-runs/server.ts"

const known = { streams: [sites, companies, people, vendors, purchaseRequests, stockItems], consequences: [], views: [], tables: [] }
const modules = [known, ledgerModule, documentsModule, financeModule]
const runtime = ManagedRuntime.make(
  testDatabase({
    streams: modules.flatMap(({ streams }) => [...streams]),
    consequences: modules.flatMap(({ consequences }) => [...consequences]),
    views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
    tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
  }),
)

/** Signs in with a level, as the person of the second number, restricted to the site of the third: "7.72", "8.8@2". */
const signedIn = (token: string): SignedIn => {
  const [, level = "0", person = level, site] = /^(\d+)(?:\.(\d+))?(?:@(\d+))?$/.exec(token) ?? []
  const siteId = site === undefined ? null : Number(site)
  const id = Number(person)
  const by = {
    ...system("test", new Date().toISOString()),
    actor: `person:${id}`,
    person: id,
    level: Number(level),
    permissions: permissionsOf(Number(level)),
    confinedTo: siteId,
  }
  return { ...by, department: "operations", employeeId: token, siteId, sessionId: null, proven: true }
}
class BillsApi extends HttpApi.make("ops").add(bills.group).add(runs.group) {}
const web = serveApi(HttpApiBuilder.layer(BillsApi).pipe(Layer.provide(Layer.mergeAll(PayablesLive, PaymentRunsLive))), runtime, signedIn)
const { call } = web
const file = async (token: string, address: string) => {
  const { status, headers, bytes } = await web.whole(token, address)
  return { status, name: headers.get("content-disposition"), bytes }
}
const statement = (text: string, values: ReadonlyArray<unknown> = []) =>
  runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, values)))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const person = (id: number, accessLevel: number) =>
  people.at(
    id,
    PersonAdded({
      employeeId: `FO-${id}`,
      firstName: `Person${id}`,
      lastName: "Deng",
      accessLevel,
      email: null,
      phoneNumber: null,
      role: "finance",
      department: "operations",
      position: "Officer",
      siteId: null,
      hireDate: null,
      supervisor: null,
      biometricEnabled: false,
      demo: false,
    }),
  )
const { today } = system("test", new Date().toISOString())
const [clerk, checker] = ["7.71", "7.72"]

beforeAll(async () => {
  await runtime.runPromise(
    Effect.gen(function* () {
      const { execute } = yield* Records
      yield* ledgerModule.setup
      yield* financeModule.setup
      // the setup provides the chart, the categories and the rate
      const own = buyers.filter(({ stream: { record } }) => ["site", "vendor", "purchase_request", "stock_item"].includes(record.kind))
      yield* execute(told, [...own, arrived(60, 40), ...[71, 72, 7].map((id) => person(id, 7)), person(10, 10)], system("test"))
    }),
  )
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

const bill = { vendorId: 1, invoiceNumber: "A-1", invoiceDate: addDays(today, -40), category: "supplies", siteId: 1, amount: "118.00", taxAmount: "18.00" }
let n = 0
const owing = async (more: object = {}) => {
  const { status, body } = await call(clerk, "/api/accounts-payable", { ...bill, invoiceNumber: `N-${++n}`, ...more })
  expect([status, body]).toEqual([201, expect.anything()])
  return (await call(checker, `/api/accounts-payable/${body.id}/approve`, { version: body.version })).body
}

// proves API-263
test("a bill goes from the order to the vendor's account, and the books agree", async () => {
  const proposal = (await call(clerk, "/api/accounts-payable/proposal?purchaseRequestId=1")).body
  expect(proposal).toMatchObject({
    requestNumber: "PR-2026-0001",
    vendorName: "Vendor 1",
    lines: [
      { description: "Tomatoes", ordered: "100.00", received: "60.00", billed: "0.00", quantity: "60.00", amount: "210.00" },
      { description: "Onions", quantity: "40.00", amount: "88.00" },
    ],
  })
  const lines = proposal.lines.map(({ purchaseItemId, quantity, amount }: Fields) => ({ purchaseItemId, quantity, amount }))
  const entered = await call(clerk, "/api/accounts-payable", {
    vendorId: 1,
    invoiceNumber: "KF/118",
    invoiceDate: addDays(today, -10),
    category: "supplies",
    purchaseRequestId: 1,
    withholdingRate: "10",
    lines,
  })
  expect(entered).toMatchObject({
    status: 201,
    body: {
      amount: "298.00",
      balance: "298.00",
      currency: "USD",
      dueDate: addDays(today, 20),
      siteName: "Site 2",
      withholdingRate: "10.00",
      match: { state: "matched", differences: [] },
      canApprove: false,
      canDispute: true,
      canPay: false,
      createdByUser: { firstName: "Person71" },
    },
  })
  const { id } = entered.body
  // billed goods cannot be billed again
  expect((await call(clerk, "/api/accounts-payable/proposal?purchaseRequestId=1")).body.lines[0]).toMatchObject({ billed: "60.00", quantity: "0.00" })
  const twice = await call(checker, "/api/accounts-payable", { ...bill, invoiceNumber: "kf/118" })
  expect(twice).toEqual({ status: 409, body: `Invoice kf/118 of Vendor 1 is already entered as ${entered.body.billNumber}` })

  const [seen] = (await call(checker, "/api/accounts-payable?waiting=true")).body
  expect(seen).toMatchObject({ id, canApprove: true })
  expect((await call(checker, `/api/accounts-payable/${id}/approve`, { version: 99 })).status).toBe(409)
  const approved = (await call(checker, `/api/accounts-payable/${id}/approve`, { version: seen.version })).body
  expect(approved).toMatchObject({ status: "open", postedDate: addDays(today, -10), journalEntryNumber: expect.stringMatching(/^JE-/), canPay: true })

  const offer = (await call(clerk, `/api/payment-runs/proposal?dueBy=${addDays(today, 30)}`)).body
  expect(offer).toMatchObject({
    account: "1010",
    bills: 1,
    total: "298.00",
    withheld: "29.80",
    net: "268.20",
    vendors: [{ vendorName: "Vendor 1", items: [{ payableId: id }] }],
  })
  const draft = await call(clerk, "/api/payment-runs", { currency: "USD", items: [{ payableId: id }] })
  expect(draft).toMatchObject({
    status: 201,
    body: { status: "draft", total: "298.00", withheld: "29.80", canApprove: false, canExecute: false, maker: { firstName: "Person71" } },
  })
  const run = draft.body.id
  expect((await call(clerk, "/api/payment-runs/proposal")).body.bills).toBe(0)
  expect((await call(clerk, `/api/payment-runs/${run}/approve`, {})).status).toBe(403)
  const remittance = `/api/payment-runs/${run}/vendors/1/remittance/download`
  expect((await call(clerk, remittance)).status).toBe(409)
  expect((await call(checker, `/api/payment-runs/${run}/approve`, {})).body).toMatchObject({
    status: "approved",
    canExecute: true,
    checker: { firstName: "Person72" },
  })
  const executed = (await call(clerk, `/api/payment-runs/${run}/execute`, { reference: "TT 1" })).body
  expect(executed).toMatchObject({ status: "executed", reference: "TT 1", vendors: [{ bills: 1, amount: "298.00", withholding: "29.80", net: "268.20" }] })
  const entry = await statement(
    "select a.account_number as account, l.debit, l.credit, l.site_id from journal_line l join account a on a.id = l.account_id where l.journal_entry_id = $1 order by l.line",
    [executed.journalEntryId],
  )
  expect(entry).toEqual([
    { account: "2000", debit: 298_00, credit: 0, site_id: 2 },
    { account: "1010", debit: 0, credit: 268_20, site_id: 2 },
    { account: "2210", debit: 0, credit: 29_80, site_id: 2 },
  ])
  const paid = (await call(clerk, `/api/accounts-payable/${id}`)).body
  expect(paid).toMatchObject({
    status: "paid",
    balance: "0.00",
    withheldAmount: "29.80",
    paidDate: today,
    payments: [{ runNumber: executed.runNumber, amount: "298.00" }],
  })
  const texts = (await call(clerk, `/api/accounts-payable/${id}/history`)).body.map(({ text }: { text: string }) => text)
  expect(texts).toEqual([
    `${paid.billNumber} entered: invoice KF/118 of Vendor 1`,
    `Approved, posted from ${addDays(today, -10)}`,
    `Put on payment run ${executed.runNumber}`,
    `Paid by ${executed.runNumber} on ${today}`,
  ])

  // the files are the same bytes every time, with their hash in the log
  const advice = await file(clerk, remittance)
  const sha256 = createHash("sha256").update(advice.bytes).digest("hex")
  expect(advice).toMatchObject({ status: 200, name: `attachment; filename="Remittance ${executed.runNumber}-VEN-2026-0001.pdf"` })
  expect(Buffer.from(advice.bytes.slice(0, 5)).toString()).toBe("%PDF-")
  expect((await file(checker, remittance)).bytes).toEqual(advice.bytes)
  const certificate = await file(clerk, `/api/payment-runs/${run}/vendors/1/certificate/download`)
  expect([certificate.status, certificate.name]).toEqual([200, `attachment; filename="Withholding ${executed.runNumber}-VEN-2026-0001.pdf"`])
  expect((await call(clerk, `/api/payment-runs/${run}`)).body.documents).toEqual([
    { vendorId: 1, document: "remittance", sha256 },
    { vendorId: 1, document: "certificate", sha256: createHash("sha256").update(certificate.bytes).digest("hex") },
  ])
  const made = await statement("select count(*)::int as n from es.event where stream = $1 and type = 'PaymentDocumentMade'", [`payment_run/${run}`])
  expect(made).toEqual([{ n: 2 }])
})

test.each([
  [{ vendorId: "" }, 400, "Vendor is required"],
  [{ invoiceNumber: " " }, 400, "Invoice number is required"],
  [{ amount: "1.005" }, 400, "Amount must be a number with at most two decimals"],
  [{ invoiceDate: "yesterday" }, 400, "Invoice date must be a day such as 2026-11-21"],
  [{ withholdingRate: "a lot" }, 400, "Withholding must be a percentage between 0 and 100"],
  [{ withholdingRate: "100" }, 422, "Withholding must be a percentage between 0 and 100"],
  [{ lines: [{ quantity: "1.2345", amount: "1.00" }] }, 400, "Quantity must be a number with at most three decimals"],
  [{ vendorId: 99 }, 404, "Vendor 99 does not exist"],
  [{ category: "gravel" }, 422, "The category gravel has no account. Set one, or choose an account for each line"],
  [{ siteId: null }, 422, "Site is required"],
  [{ attachments: [4711] }, 422, "There is no file 4711 of yours. Upload it first"],
] as const)("%o is refused with a sentence, and nothing is written", async (more, status, sentence) => {
  const events = await statement("select count(*) as n from es.event")
  const answer = await call(clerk, "/api/accounts-payable", { ...bill, ...more })
  expect([answer.status, answer.body]).toEqual([status, sentence])
  expect(await statement("select count(*) as n from es.event")).toEqual(events)
})

test("level 8 reads the bills of its site but decides on none; lower levels do not see them", async () => {
  const one = await owing({ siteId: 1 })
  const other = await owing({ siteId: 2 })
  const run = (await call(clerk, "/api/payment-runs", { currency: "USD", items: [{ payableId: one.id }] })).body
  const ids = async (token: string) => (await call(token, "/api/accounts-payable")).body.map(({ id }: { id: number }) => id)
  expect(await ids("8")).toEqual(expect.arrayContaining([one.id, other.id]))
  const local = await ids("8.8@2")
  expect(local).toContain(other.id)
  expect(local).not.toContain(one.id)
  expect((await call("8.8@2", `/api/accounts-payable/${one.id}`)).status).toBe(404)
  expect((await call("8.8@2", `/api/payment-runs/${run.id}`)).status).toBe(404)
  expect((await call("8", `/api/payment-runs/${run.id}`)).body).toMatchObject({ canApprove: false, canExecute: false, canCancel: false })
  expect((await call("8", "/api/accounts-payable", bill)).status).toBe(403)
  expect((await call("6@1", "/api/accounts-payable")).status).toBe(403)
})

test("when two runs claim a bill concurrently, one gets it and the other gets a clear error", async () => {
  const { id, billNumber } = await owing()
  const answers = await Promise.all([clerk, checker].map((token) => call(token, "/api/payment-runs", { currency: "USD", items: [{ payableId: id }] })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatch(new RegExp(`^${billNumber} is on payment run PAY-\\d{4}-\\d{4} already$`))
})

// proves API-267
test("payables as at a day include bills paid since then, and agree with the books", async () => {
  const { id } = await owing({
    vendorId: 2,
    currency: "SSP",
    amount: "260000.00",
    taxAmount: "0",
    invoiceDate: addDays(today, -50),
    dueDate: addDays(today, -35),
  })
  const run = (await call(clerk, "/api/payment-runs", { currency: "SSP", paymentDate: addDays(today, -2), items: [{ payableId: id, amount: "100000" }] })).body
  await call(checker, `/api/payment-runs/${run.id}/approve`, {})
  expect((await call(clerk, `/api/payment-runs/${run.id}/execute`, {})).body).toMatchObject({ status: "executed", rate: "1300.00" })
  const aged = async (asAt: string) => (await call("8", `/api/reports/aged-payables?currency=SSP&asAt=${asAt}`)).body
  const before = await aged(addDays(today, -3))
  expect(before.sections[0]).toMatchObject({ title: "Vendor 2", total: { values: { total: "260000.00", notDue: "0.00", days60: "260000.00" } } })
  expect(before.checks).toEqual([{ name: "Open bills equal the payables account", ok: true, difference: "0.00" }])
  expect((await aged(today)).sections.at(-1).total.values).toMatchObject({ total: "160000.00", days60: "160000.00" })
  expect((await aged(addDays(today, -51))).sections).toHaveLength(1)
  expect((await call("8", "/api/reports/aged-payables?asAt=2099-01-01")).body).toBe("2099-01-01 is in the future")
  const csv = await call("8", "/api/reports/aged-payables?currency=SSP&format=csv")
  expect(csv.body).toContain("160000.00")

  const figures = (await call("7", "/api/accounts-payable/figures")).body
  expect(figures.open.SSP).toBe("160000.00")
  expect(figures.overdue.SSP).toBe("160000.00")
  expect((await call("7", "/api/accounts-payable/figures?siteId=3")).body.open).toEqual({ USD: "0.00", SSP: "0.00" })
})

test("a bill waiting for approval keeps its month open, and payables reconcile throughout", async () => {
  const { body } = await call(clerk, "/api/accounts-payable", { ...bill, invoiceNumber: "WAITS", invoiceDate: addDays(today, -5) })
  const found = await statement(payableChecks[0]!.sql, [addDays(today, -5), today])
  expect(found.map(({ text }) => text)).toEqual([`${body.billNumber}, Vendor 1: USD 118.00`])
  const withdrawn = await call(clerk, `/api/accounts-payable/${body.id}/credit`, { reason: "Not ours" })
  expect(withdrawn.body).toMatchObject({ status: "credited", journalEntryNumber: null })
  expect(await statement(payableChecks[0]!.sql, [addDays(today, -5), today])).toEqual([])
  const sums = async (sql: string) =>
    statement(`select currency, sum(amount)::bigint as amount from (${sql}) s(currency, amount) group by currency order by currency`, [today])
  const books = await sums(
    "select l.currency, l.credit - l.debit from journal_line l join account a on a.id = l.account_id where a.account_number = '2000' and l.effective_date <= $1::date",
  )
  expect(books.map(({ currency }) => currency)).toEqual(["SSP", "USD"])
  expect(await sums(payableTies[0]!.sql)).toEqual(books)
})

test("a payment returned by the bank reopens its bill, leaves other vendors' documents untouched, and payables reconcile", async () => {
  const [one, two] = [await owing({ withholdingRate: "10" }), await owing({ vendorId: 2, currency: "USD" })]
  const run = (await call(clerk, "/api/payment-runs", { currency: "USD", items: [{ payableId: one.id }, { payableId: two.id }] })).body
  const path = `/api/payment-runs/${run.id}`
  await call(checker, `${path}/approve`, {})
  const executed = (await call(clerk, `${path}/execute`, {})).body
  expect(executed).toMatchObject({ status: "executed", reversal: null, canReverse: false })
  expect(await call(clerk, `${path}/reversal`)).toEqual({ status: 403, body: "You executed this payment run, so another person in finance must reverse it" })
  const preview = (await call(checker, `${path}/reversal?vendorId=1`)).body
  expect(preview.entries[0].lines.map(({ accountNumber }: Fields) => accountNumber)).toEqual(["2000", "1010", "2210"])
  expect(preview.documents).toMatchObject([{ kind: "payable", title: one.billNumber, from: "paid", to: "open" }])

  const returned = await call(checker, `${path}/reverse`, { kind: "bank_return", reason: "Account closed", vendorId: 1 })
  expect(returned.body).toMatchObject({
    status: "executed",
    vendors: [{ vendorId: 1, reversal: { kind: "bank_return", reason: "Account closed" } }, { reversal: null }],
  })
  expect((await call(clerk, `/api/accounts-payable/${one.id}`)).body).toMatchObject({
    status: "open",
    balance: one.amount,
    withheldAmount: "0.00",
    canPay: true,
  })
  expect((await call(clerk, `/api/accounts-payable/${two.id}`)).body).toMatchObject({ status: "paid" })
  expect((await file(clerk, `${path}/vendors/1/remittance/download`)).status).toBe(409)
  expect((await file(clerk, `${path}/vendors/2/remittance/download`)).status).toBe(200)

  const rest = await call(checker, `${path}/reverse`, { reason: "Wrong run" })
  expect(rest.body).toMatchObject({ status: "reversed", reversal: { kind: "error" }, vendors: [{ reversal: {} }, { reversal: {} }] })
  const sums = async (sql: string) =>
    statement(`select currency, sum(amount)::bigint as amount from (${sql}) s(currency, amount) group by currency order by currency`, [today])
  expect(await sums(payableTies[0]!.sql)).toEqual(
    await sums(
      "select l.currency, l.credit - l.debit from journal_line l join account a on a.id = l.account_id where a.account_number = '2000' and l.effective_date <= $1::date",
    ),
  )
})
