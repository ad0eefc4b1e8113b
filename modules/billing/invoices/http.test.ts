import { createHash } from "node:crypto"
import { Duration, Effect, Exit, Layer, Logger, ManagedRuntime, Redacted, Scope } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { extractText } from "unpdf"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { runReactors } from "@ops/platform/event-store/reactor.ts"
import { queueMail } from "@ops/platform/mail/mail.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { mailSender } from "@ops/platform/mail/sender.ts"
import { type Command, command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { byLevel, serveApi } from "@ops/platform/testing/http.ts"
import { smtpSink, type SmtpSink } from "@ops/platform/testing/smtp.ts"
import { ClientAdded, clients } from "@ops/clients/client.ts"
import { BasisAgreed, clientContracts, ContractSigned, HeadCountPlanned, RateAgreed } from "@ops/clients/contracts/client-contract.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { mealSessions, SessionCompleted, SessionOpened } from "@ops/meals/meal-sessions/meal-session.ts"
import { companies, CompanyDescribed, SiteChanged, SiteOpened, sites } from "@ops/sites/site.ts"
import { billingTies } from "../closing.ts"
import { InvoiceDrafted, invoices } from "./invoice.ts"
import { generateInvoice, holdMeals } from "./invoice-generation.ts"
import { InvoicesApi } from "./contract.ts"
import { PaymentsApi } from "../payments/resource.ts"
import { PaymentsLive } from "../payments/server.ts"
import { InvoicesLive } from "./server.ts"
import { billingModule } from "../module.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { receivePayment } from "../payments/payment.ts"

/** Provides the person who reversed a payment, as identity does. */
const person = "create view person as select 7::bigint as id, 'Akol' as first_name, 'Deng' as last_name"
const known = { streams: [sites, companies, clients, clientContracts], consequences: [], views: [person], tables: [] }
const modules = [known, ledgerModule, mealsModule, billingModule, mailModule, documentsModule]
const runtime = ManagedRuntime.make(
  testDatabase({
    streams: modules.flatMap(({ streams }) => [...streams]),
    consequences: modules.flatMap(({ consequences }) => [...consequences]),
    views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
    tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
  }),
)

const api = Layer.mergeAll(
  HttpApiBuilder.layer(InvoicesApi).pipe(Layer.provide(InvoicesLive)),
  HttpApiBuilder.layer(PaymentsApi).pipe(Layer.provide(PaymentsLive)),
)
const web = serveApi(api, runtime)
const scope = Scope.makeUnsafe()
let sink: SmtpSink

const call = (token: string, address: string, body?: object, headers?: Record<string, string>) => web.call(token, address, body, undefined, headers)
const pdfOf = async (id: number, token = "7") => {
  const answer = await web.ask(token, `/api/invoices/${id}/download`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return {
    answer,
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    text: async () => (await extractText(new Uint8Array(bytes), { mergePages: true })).text,
  }
}
const statement = (text: string, values: ReadonlyArray<unknown> = []) =>
  runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, values)))
const count = async (text: string) => Number((await statement(`select count(*) as n from ${text}`))[0]!.n)
/** Events caused by people. The mail sender may still be working for an earlier test. */
const written = async () =>
  (await statement("select e.stream, e.type from es.event e join es.commit c on c.id = e.commit_id where c.actor not like 'system:%' order by position")).map(
    ({ stream, type }) => `${stream} ${type}`,
  )
const until = async (so: () => Promise<boolean>) => {
  while (!(await so())) await new Promise((resolve) => setTimeout(resolve, 20))
}
/** Writes changes to the log unchecked. */
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const rename = (facts: Parameters<typeof SiteChanged>[0]) =>
  runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, [sites.at(1, SiteChanged(facts))], system("test"))))

const today = dateOf(new Date())
const year = today.slice(0, 4)
const dueDate = `${Number(year) + 1}-01-31`
const asked = { siteId: 1, billingPeriod: "Camp services", staffCount: 120, totalAmount: "1180.00", clientName: "SLB", clientAddress: "Plot 4, Juba", dueDate }
const generate = (more: object = {}, headers: Record<string, string> = {}) => call("7", "/api/invoices/generate", { ...asked, ...more }, headers)
/** A meal of the contract on 5 October 2026, closed. */
const served = (id: number, mealType: "lunch" | "dinner"): ReadonlyArray<Change> => {
  const at = { sessionDate: "2026-10-05", startsAt: "2026-10-05T10:00:00.000Z", siteId: 2, clientId: 3, contractId: 1, projectId: null }
  const opened = { ...at, mealType, mealCost: 1250, currency: "USD" as const, notes: "", recordedBy: null, slot: `2/3/2026-10-05/${mealType}` }
  return [mealSessions.at(id, SessionOpened(opened)), mealSessions.at(id, SessionCompleted({ attended: 0, missed: 40 }))]
}
const unnamed = { contactPerson: null, phone: null, address: null, notes: null, paymentTerms: "30_days", status: "active", createdBy: null } as const

beforeAll(async () => {
  await runtime.runPromise(
    Effect.gen(function* () {
      const { execute } = yield* Records
      const by = system("test")
      const site = (id: number, code: string, slug: string, name: string) =>
        sites.at(id, SiteOpened({ code, slug, name, label: name, client: null, location: null }))
      const company = { name: "Field Office", tagline: "", vision: "", mission: "", email: "office@ours.example", phone: null, address: "Juba", services: [] }
      yield* execute(
        told,
        [
          site(1, "US", "unity-state", "Unity State"),
          site(2, "PA", "paloj-adar", "Paloj-Adar"),
          site(3, "JU", "juba-office", "Juba office"),
          companies.at(1, CompanyDescribed(company)),
        ],
        by,
      )
      yield* ledgerModule.setup
      const added = (id: number, companyName: string, email: string | null, currency: "USD" | "SSP" = "USD") =>
        clients.at(id, ClientAdded({ ...unnamed, clientCode: `CL-${id}`, companyName, email, currency }))
      yield* execute(told, [added(1, "SLB", "accounts@slb.example"), added(2, "Nile Works", null, "SSP"), added(3, "Upper Nile", "pay@upper.example")], by)
      const details = {
        staffCapacity: null,
        mealTypes: [],
        specialDietaryRequirements: null,
        kitchenFacilities: null,
        servingSchedule: null,
        cleaningType: null,
        serviceFrequency: null,
        areasIncluded: [],
        specialEquipment: null,
        chemicalsUsed: null,
        staffRequired: null,
        estimatedHours: null,
        hourlyRate: null,
      }
      const signed = {
        contractNumber: "CT-1",
        clientId: 3,
        siteId: 2,
        serviceType: "catering",
        startDate: "2026-01-01",
        endDate: null,
        currency: "USD",
      } as const
      yield* execute(
        told,
        [
          clientContracts.at(1, ContractSigned({ ...signed, taxCode: "SALES", details, notes: "", createdBy: null })),
          clientContracts.at(1, RateAgreed({ from: "2026-01-01", rate: 1250, bands: [] })),
          clientContracts.at(1, BasisAgreed({ from: "2026-01-01", basis: "planned", guaranteedShare: 0 })),
          clientContracts.at(1, HeadCountPlanned({ from: "2026-01-01", heads: 40, reason: "" })),
        ],
        by,
      )
      yield* execute(told, [...served(1, "lunch"), ...served(2, "dinner")], by)
      const settings = { ...(yield* loadConfig({})), mode: "production" as const, origin: "https://ops.example.org", pepper: Redacted.make("pepper") }
      sink = yield* Effect.provideService(smtpSink, Scope.Scope, scope)
      const quick = { ...mailSender, pause: Duration.millis(5), attempts: 3 }
      yield* runReactors([quick]).pipe(
        Effect.provideService(Config, { ...settings, smtpUrl: Redacted.make(sink.url) }),
        Effect.provideService(Scope.Scope, scope),
        Effect.provide(Logger.layer([])), // does not log the attempts that are expected to fail
      )
    }) as Effect.Effect<void, unknown, never>,
  )
}, 60_000)
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await web.dispose()
  await runtime.dispose()
})

// proves API-109, API-111
test("an invoice is generated, listed, shown, downloaded as the same PDF every time, and credited", async () => {
  const made = await generate({}, { "idempotency-key": "first" })
  expect(made).toMatchObject({
    status: 201,
    body: {
      invoiceNumber: `INV-${year}-00001`,
      siteId: 1,
      site: { id: 1, name: "Unity State", code: "US" },
      billingPeriod: "Camp services",
      staffCount: 120,
      subtotalAmount: "1000.00",
      taxAmount: "180.00",
      totalAmount: "1180.00",
      openAmount: "1180.00",
      clientName: "SLB",
      clientAddress: "Plot 4, Juba",
      dueDate,
      issueDate: today,
      status: "issued",
      overdue: false,
      template: "standard",
      canSend: true,
      canCredit: true,
      canPay: true,
      canDiscard: false,
    },
  })
  const { id, html } = made.body
  expect(html).toMatch(/^<!doctype html>/)
  for (const words of [`INV-${year}-00001`, "Plot 4, Juba", "Camp services", "1,180.00", "Sales tax 18%"]) expect(html).toContain(words)
  expect((await generate({}, { "idempotency-key": "first" })).body.id).toBe(id)
  expect(await generate({ totalAmount: "1.00" }, { "idempotency-key": "first" })).toMatchObject({
    status: 409,
    body: "This Idempotency-Key was used for another request. Send a new key.",
  })

  const { body: list } = await call("7", "/api/invoices?status=open")
  expect(list.map(({ id }: Fields) => id)).toEqual([id])
  expect((await call("7", "/api/invoices?status=overdue,paid")).body).toEqual([])

  const first = await pdfOf(id)
  expect(first.answer.headers.get("content-type")).toBe("application/pdf")
  expect(first.answer.headers.get("content-disposition")).toBe(`inline; filename="INV-${year}-00001.pdf"`)
  const text = await first.text()
  for (const words of [`INV-${year}-00001`, "SLB", "Plot 4, Juba", "Camp services, 120 staff", "1,000.00", "180.00", "1,180.00"]) expect(text).toContain(words)
  expect(text).not.toContain("DRAFT")
  // renaming the site later does not change a document that was issued
  const renamed = { code: "US", slug: "unity-state", name: "Bentiu", label: "Bentiu", client: null, location: null }
  await rename(renamed)
  expect((await pdfOf(id)).sha256).toBe(first.sha256)
  // a lost file is recreated byte for byte, or not at all
  await statement("delete from app.document where sha256 = $1", [first.sha256])
  await rename({ ...renamed, name: "Unity State" })
  expect((await pdfOf(id)).sha256).toBe(first.sha256)
  await statement("delete from app.document where sha256 = $1", [first.sha256])
  await rename(renamed)
  expect((await pdfOf(id)).answer.status).toBe(409)
  await rename({ ...renamed, name: "Unity State" })
  const events = await statement("select type, data from es.event where stream = $1 order by version", [`invoice/${id}`])
  expect(events.map(({ type }) => type)).toEqual([
    "InvoiceDrafted",
    "InvoiceIssued",
    "InvoiceRendered",
    "InvoiceDownloaded",
    "InvoiceDownloaded",
    "InvoiceDownloaded",
  ])
  expect(events[2]!.data).toEqual({ sha256: first.sha256, bytes: first.bytes.length })

  const credited = await call("7", `/api/invoices/${id}/credit`, { reason: "Wrong camp", lines: [{ line: "1", amount: "500.00" }] })
  expect(credited).toMatchObject({
    status: 201,
    body: { invoiceNumber: `CN-${year}-00001`, totalAmount: "590.00", creditOf: id, creditOfNumber: `INV-${year}-00001`, openAmount: "0.00" },
  })
  expect(await (await pdfOf(credited.body.id)).text()).toContain(`reduces invoice INV-${year}-00001 by USD 590.00`)
  expect((await call("7", `/api/invoices/${id}`)).body).toMatchObject({
    openAmount: "590.00",
    creditedAmount: "590.00",
    creditNotes: [{ id: credited.body.id, invoiceNumber: `CN-${year}-00001`, totalAmount: "590.00", issueDate: today }],
  })
})

test("a cancelled invoice cannot be sent, and its credit note is offered instead", async () => {
  const { body } = await generate({ billingPeriod: "Laundry" })
  const part = await call("7", `/api/invoices/${body.id}/credit`, { reason: "Half", lines: [{ line: "1", amount: "500.00" }] })
  // partly credited: still valid, and can be sent
  expect((await call("7", `/api/invoices/${body.id}`)).body).toMatchObject({ canSend: true, cancelledBy: null })
  const rest = await call("7", `/api/invoices/${body.id}/credit`, { reason: "Wrong camp" })
  const [first, last] = [part.body.invoiceNumber, rest.body.invoiceNumber]
  expect((await call("7", `/api/invoices/${body.id}`)).body).toMatchObject({
    status: "credited",
    canSend: false,
    cancelledBy: { id: rest.body.id, invoiceNumber: last, canSend: true },
  })
  expect(await call("7", `/api/invoices/${body.id}/send`, {})).toMatchObject({
    status: 409,
    body: `${body.invoiceNumber} was cancelled by ${first} and ${last}. Send the credit note instead`,
  })
  expect(await call("7", `/api/invoices/${rest.body.id}/send`, {})).toMatchObject({ status: 200, body: { canSend: true } })
})

test("the amounts invoiced this week and month are net of credit notes, so an invoice cancelled at once adds nothing", async () => {
  const tiles = async () => (await call("7", "/api/invoice-tiles")).body
  const before = await tiles()
  const { body } = await generate({ billingPeriod: "Pest control", totalAmount: "236.00" })
  expect(Number((await tiles()).invoicedThisMonth.USD) - Number(before.invoicedThisMonth.USD)).toBeCloseTo(236)
  await call("7", `/api/invoices/${body.id}/credit`, { reason: "Half", lines: [{ line: "1", amount: "100.00" }] })
  expect(Number((await tiles()).invoicedThisMonth.USD) - Number(before.invoicedThisMonth.USD)).toBeCloseTo(118)
  await call("7", `/api/invoices/${body.id}/credit`, { reason: "All" })
  expect((await tiles()).invoicedThisMonth).toEqual(before.invoicedThisMonth)
})

test("each bad input is refused with one sentence, and writes nothing", async () => {
  const before = await written()
  const refusals: ReadonlyArray<readonly [object, number, RegExp]> = [
    [{ siteId: "" }, 400, /^Site is required$/],
    [{ siteId: "atlantis" }, 400, /^Site is required$/],
    [{ billingPeriod: " " }, 400, /Billing period is required/],
    [{ staffCount: "-1" }, 400, /Staff count must not be negative/],
    [{ totalAmount: "1.005" }, 400, /Total amount must be a number with at most two decimals/],
    [{ totalAmount: 0 }, 422, /Total amount must be greater than 0/],
    [{ clientName: "" }, 400, /Client name is required/],
    [{ dueDate: "soon" }, 400, /Due date must be a day/],
    [{ dueDate: "2020-01-01" }, 422, /Due date must be on or after the issue date/],
    [{ periodStart: "2026-02-01", periodEnd: "2026-01-01" }, 422, /End date must be on or after the start date/],
  ]
  for (const [more, status, sentence] of refusals) {
    const { status: actual, body } = await generate(more)
    expect([actual, body]).toEqual([status, expect.stringMatching(sentence)])
  }
  expect((await call("7", "/api/payments", { clientId: "x", amount: "1" })).body).toBe("Client is required")
  expect((await call("7", "/api/invoices/1/credit", {})).status).toBe(400)
  expect((await call("7", "/api/invoices/1/send", { to: "not an address" })).body).toBe("Invalid email")
  expect((await call("7", "/api/invoices/999")).status).toBe(404)
  expect((await call("7", "/api/invoices?sort=secret")).status).toBe(400)
  expect(await written()).toEqual(before)
})

test("levels without the permission are refused; people confined to a site see only its invoices", async () => {
  const [{ id }] = (await call("7", "/api/invoices")).body
  for (const level of ["1", "3", "5", "6"]) expect((await call(level, "/api/invoices")).status).toBe(403)
  expect((await call("8@1", "/api/invoices")).body.length).toBeGreaterThan(0)
  expect((await call("8@2", "/api/invoices")).body).toEqual([])
  for (const path of [`/api/invoices/${id}`, `/api/invoices/${id}/download`]) expect((await call("8@2", path)).status).toBe(404)
  expect((await call("8@2", "/api/invoice-tiles")).body).toMatchObject({ totalInvoices: 0 })
  expect((await call("8", "/api/invoices/generate", asked)).status).toBe(403)
  expect((await call("8", `/api/invoices/${id}/send`, {})).status).toBe(403)
  expect((await call("8", "/api/payments", { clientId: 1, amount: "1" })).status).toBe(403)
  expect((await call("8", "/api/invoices")).body[0]).toMatchObject({ canSend: false, canCredit: false, canPay: false })
  expect(await count("es.event where type = 'InvoiceDownloaded' and (data->>'by')::int = 8")).toBe(0)
})

// proves API-254
test("a preview shows the invoice with its warnings and writes nothing", async () => {
  const before = await written()
  const preview = (more: object) => call("7", "/api/invoices/preview", { ...asked, ...more })
  expect(await preview({ clientName: "New Company" })).toMatchObject({
    status: 200,
    body: {
      subtotalAmount: "1000.00",
      taxAmount: "180.00",
      taxRate: "18.00",
      mealsTotal: null,
      warnings: [
        "There is no client New Company yet. A draft is added, for finance to complete",
        "The billing period contains no month. Choose its first and last day",
      ],
    },
  })
  const { body } = await preview({ siteId: "paloj-adar", clientName: "Upper Nile", billingPeriod: "October 2026" })
  expect(body).toMatchObject({
    mealsTotal: "1180.00",
    periodStart: "2026-10-01",
    periodEnd: "2026-10-31",
    warnings: [],
  })
  for (const words of ["Number given when issued", "Lunch, 2026-10-05", "Dinner, 2026-10-05", "1,180.00"]) expect(body.html).toContain(words)
  expect(body.pdf).toBeNull()
  const { pdf } = (await preview({ siteId: 2, clientName: "Upper Nile", billingPeriod: "October 2026", asPdf: true })).body
  expect(Buffer.from(pdf, "base64").subarray(0, 5).toString()).toBe("%PDF-")
  expect((await preview({ siteId: 2, clientName: "Upper Nile", billingPeriod: "10/2026", totalAmount: "1000" })).body.warnings).toEqual([
    "The total of USD 1000.00 differs from the USD 1180.00 calculated from the meals of this period",
  ])
  expect((await preview({ siteId: 2, clientName: "Upper Nile", billingPeriod: "September 2026" })).body.warnings).toEqual(["No unbilled meals in this period"])
  const blanks = ["An invoice for services: a staff count of 0 bills no meals", "Total amount must be greater than 0"]
  expect((await preview({ clientName: "Upper Nile", siteId: 2, staffCount: 0, totalAmount: 0 })).body).toMatchObject({ warnings: blanks, blanks })
  expect((await preview({ clientName: "<script>alert(1)</script>" })).body.html).not.toContain("<script>alert")
  expect(await written()).toEqual(before)
})

// proves API-255
test("the meals of a month are billed once, even by concurrent callers, and again after a full credit", async () => {
  const bill = { siteId: 2, clientName: "Upper Nile", billingPeriod: "October 2026" }
  const held = async () => (await statement("select held from meal_account where id = 1"))[0]?.held ?? null
  const before = await written()
  expect(await generate({ ...bill, totalAmount: "1000.00" })).toMatchObject({ status: 422, body: expect.stringMatching(/differs from the USD 1180.00/) })
  expect(await held()).toBeNull()
  expect(await written()).toEqual(before)
  expect((await generate({ ...bill, billingPeriod: "the usual" })).body).toMatch(/^Which days are "the usual"\?/)

  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => generate(bill, { "idempotency-key": `october-${n}` })))
  const won = answers.findIndex(({ status }) => status === 201)
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect(answers[won]!.body).toMatchObject({
    kind: "meal",
    contractId: 1,
    totalAmount: "1180.00",
    lines: [{ quantity: 40, unitPrice: "12.50" }, { quantity: 40 }],
  })
  expect(await held()).toBeNull()
  // repeating the call returns the same invoice; any other call is refused, naming the invoice that has the meals
  expect((await generate(bill, { "idempotency-key": `october-${won}` })).body.id).toBe(answers[won]!.body.id)
  const { invoiceNumber, id } = answers[won]!.body
  expect(await generate(bill)).toEqual({ status: 409, body: `These meals are already billed on ${invoiceNumber}` })
  expect((await call("7", "/api/invoices/preview", { ...asked, ...bill })).body.warnings).toEqual([`These meals are already billed on ${invoiceNumber}`])
  // a service invoice of the same client, site and month does not claim meals; its fields are checked before the books
  const laundry = { ...bill, staffCount: 0, totalAmount: "59.00" }
  expect((await call("7", "/api/invoices/preview", { ...asked, ...laundry })).body).toMatchObject({
    mealsTotal: null,
    questions: [],
    warnings: [`An invoice for services: the meals of this period are on ${invoiceNumber}`],
  })
  const service = await generate({ ...laundry, siteId: 2 })
  expect(service).toMatchObject({ status: 201, body: { kind: "service", contractId: null, totalAmount: "59.00" } })
  await call("7", `/api/invoices/${service.body.id}/credit`, { reason: "Done twice" })
  expect(await generate({ ...bill, totalAmount: "0.00" })).toEqual({ status: 422, body: "Total amount must be greater than 0" })
  expect(await generate({ ...bill, dueDate: "2026-01-01" })).toEqual({ status: 422, body: "Due date must be on or after the issue date" })
  const { body: tiles } = await call("7", "/api/invoice-tiles?siteId=paloj-adar")
  expect(tiles).toMatchObject({ totalInvoices: 2, pendingBills: 1, weeklyRevenue: { USD: "1180.00", SSP: "0.00" }, outstanding: { USD: "1180.00" } })

  expect((await call("7", `/api/invoices/${id}/credit`, { reason: "Wrong price" })).body).toMatchObject({ totalAmount: "1180.00", kind: "credit_note" })
  // an invoice that was cancelled in the week it was issued does not count as revenue
  expect((await call("7", "/api/invoice-tiles?siteId=paloj-adar")).body.weeklyRevenue).toEqual({ USD: "0.00", SSP: "0.00" })
  expect(await generate(bill)).toMatchObject({ status: 201, body: { replaces: id } })
})

test("meals held by a crashed process are released at the next start", async () => {
  const execute = <Input>(act: Command<Input>, input: Input) =>
    runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(act, input, system("test"))))
  await execute(holdMeals, { contractId: 1, from: "2026-09-01", to: "2026-09-30" })
  await runtime.runPromise(billingModule.setup)
  expect((await statement("select held from meal_account where id = 1"))[0]!.held).toBeNull()
})

test("a draft's PDF is marked as a draft and not stored; a discarded draft has no PDF", async () => {
  const [{ id: issued }] = (await call("7", "/api/invoices?kind=service")).body
  const [facts] = await statement("select data from es.event where stream = $1 and type = 'InvoiceDrafted'", [`invoice/${issued}`])
  const [id = 0] = await runtime.runPromise(Effect.flatMap(Records, ({ ids }) => ids("invoice", 1)))
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, [invoices.at(id, InvoiceDrafted(facts!.data))], system("test"))))
  const kept = await count("app.document")
  const { answer, text } = await pdfOf(id)
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, `inline; filename="Draft ${id}.pdf"`])
  expect(await text()).toContain("DRAFT")
  expect(await count("app.document")).toBe(kept)
  expect(await call("7", `/api/invoices/${id}/send`, {})).toEqual({ status: 409, body: "A draft cannot be sent. Issue it first" })
  expect((await call("7", `/api/invoices/${id}`)).body).toMatchObject({
    status: "draft",
    invoiceNumber: null,
    openAmount: "0.00",
    canDiscard: true,
    canSend: false,
  })
  expect((await call("7", `/api/invoices/${id}/discard`, { reason: "Not agreed" })).body).toMatchObject({ status: "discarded", canDiscard: false })
  expect((await pdfOf(id)).answer.status).toBe(409)
  const listed = async (query: string) => (await call("7", `/api/invoices${query}`)).body.map(({ id }: Fields) => id)
  expect(await listed("")).not.toContain(id)
  expect(await listed("?status=discarded")).toEqual([id])
  expect(await listed("?status=!paid,open&limit=1")).toHaveLength(1)
})

// proves API-256
test("a payment settles the oldest invoice first, once per key and reference, and never more than is open", async () => {
  const { body: bill } = await generate({ clientName: "Payer", totalAmount: "100.00" })
  const { body: next } = await generate({ clientName: "Payer", totalAmount: "50.00" })
  const payment = { clientId: String(bill.clientId), amount: "120.00", currency: "USD", method: "bank_transfer", date: `${today}T08:00:00Z`, reference: "TT-1" }
  const pay = (more: object = {}, headers: Record<string, string> = {}) => call("7", "/api/payments", { ...payment, ...more }, headers)
  const [one, other] = await Promise.all([pay({}, { "idempotency-key": "pay" }), pay({}, { "idempotency-key": "pay" })])
  expect([one.status, other.status, one.body.id === other.body.id]).toEqual([201, 201, true])
  expect(one.body).toMatchObject({
    paymentNumber: `RCT-${year}-0001`,
    date: today,
    amount: "120.00",
    unallocated: "0.00",
    allocations: [
      { invoiceId: bill.id, invoiceNumber: bill.invoiceNumber, amount: "100.00" },
      { invoiceId: next.id, amount: "20.00" },
    ],
  })
  expect(await pay()).toEqual({ status: 409, body: `This payment is already recorded as RCT-${year}-0001` })
  expect(await pay({ reference: "TT-2", allocations: [{ invoiceId: String(next.id), amount: "30.01" }] })).toEqual({
    status: 409,
    body: `Only USD 30.00 of ${next.invoiceNumber} is open`,
  })
  expect((await pay({ reference: "TT-2", date: dueDate })).body).toBe("Payment date cannot be in the future")
  // two concurrent callers with the same reference: one is recorded
  const both = await Promise.all([pay({ reference: "TT-3" }), pay({ reference: "TT-3" })])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await call("7", `/api/invoices/${next.id}`)).body).toMatchObject({
    status: "paid",
    paidDate: today,
    payments: [{ amount: "20.00" }, { amount: "30.00" }],
  })
  const [account] = (await call("7", `/api/client-accounts?clientId=${bill.clientId}`)).body
  expect(account).toMatchObject({ openInvoices: 0, open: { USD: "0.00", SSP: "0.00" }, credit: { USD: "90.00", SSP: "0.00" } })
  const { body: third } = await generate({ clientName: "Payer", totalAmount: "200.00" })
  expect((await call("7", `/api/invoices/${third.id}/apply-credit`, {})).body).toMatchObject({ status: "part_paid", openAmount: "110.00" })
  expect((await call("7", `/api/payments?clientId=${bill.clientId}`)).body.map(({ method }: Fields) => method).sort()).toEqual([
    "bank_transfer",
    "bank_transfer",
    "client_credit",
  ])
})

test("concurrent payments for one invoice never settle more than its total", async () => {
  const { body: bill } = await generate({ clientName: "Rush", totalAmount: "100.00" })
  const payment = { clientId: bill.clientId, amount: "30.00", allocations: [{ invoiceId: bill.id, amount: "30.00" }] }
  const answers = await Promise.all(Array.from({ length: 6 }, () => call("7", "/api/payments", payment)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409])
  expect((await call("7", `/api/invoices/${bill.id}`)).body).toMatchObject({ paidAmount: "90.00", openAmount: "10.00", status: "part_paid" })
})

// proves API-110
test("an invoice is mailed to its client once, and the event names the PDF", async () => {
  const { body: bill } = await generate({ totalAmount: "77.70" })
  expect((await call("7", `/api/invoices/${bill.id}/send`, { to: "someone@else.example" })).status).toBe(403)
  const sent = await call("7", `/api/invoices/${bill.id}/send`, { message: "As agreed on Tuesday." }, { "idempotency-key": "send-1" })
  expect(sent).toMatchObject({ status: 200, body: { mailStatus: expect.stringMatching(/queued|sent/) } })
  expect((await call("7", `/api/invoices/${bill.id}/send`, { message: "As agreed on Tuesday." }, { "idempotency-key": "send-1" })).status).toBe(200)
  await until(async () => (await call("7", `/api/invoices/${bill.id}`)).body.status === "sent")

  const mails = sink.messages.filter(({ subject }) => subject?.includes(bill.invoiceNumber))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.recipients).toEqual(["accounts@slb.example"])
  expect(mails[0]!.text).toContain("As agreed on Tuesday.")
  const [attachment] = mails[0]!.attachments
  expect(attachment).toMatchObject({ filename: `${bill.invoiceNumber}.pdf`, mimeType: "application/pdf" })
  const bytes = new Uint8Array(attachment!.content as ArrayBuffer)
  const [rendered] = await statement("select data from es.event where stream = $1 and type = 'InvoiceRendered'", [`invoice/${bill.id}`])
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(rendered!.data.sha256)
  expect((await pdfOf(bill.id)).sha256).toBe(rendered!.data.sha256)

  const { body: silent } = await generate({ clientName: "Nile Works", totalAmount: "1300.00" })
  expect(await call("7", `/api/invoices/${silent.id}/send`, {})).toEqual({ status: 422, body: "This client has no e-mail address" })
})

test("a bounced mail is recorded, and the invoice is not marked as sent", async () => {
  const { body: bill } = await generate({ totalAmount: "66.60" })
  sink.behave("refuse permanently", "accept")
  await call("7", `/api/invoices/${bill.id}/send`, {})
  await until(async () => (await count(`es.event where stream = 'invoice/${bill.id}' and type = 'InvoiceBounced'`)) === 1)
  expect((await call("7", `/api/invoices/${bill.id}`)).body).toMatchObject({ status: "issued", sentAt: null, mailStatus: "failed" })
})

test("a mail is not sent if its attachment is missing", async () => {
  const letter = {
    to: "accounts@slb.example",
    subject: "No file",
    text: "Attached",
    attachments: [{ name: "x.pdf", sha256: "0".repeat(64), mediaType: "application/pdf" }],
  }
  const [id] = await runtime.runPromise(Effect.flatMap(Records, ({ ids }) => ids("mail", 1)))
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, [queueMail(id!, letter)], system("test"))))
  await until(async () => (await statement("select status from mail where id = $1", [id]))[0]!.status === "failed")
  expect((await statement("select last_error from mail where id = $1", [id]))[0]!.last_error).toBe("The file x.pdf of this e-mail is no longer kept")
  expect(sink.messages.filter(({ subject }) => subject === "No file")).toEqual([])
})

test("twenty concurrent invoices, some of them refused, leave no gap in the numbers and agree with the books", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => generate({ clientName: `Crowd ${n % 7}`, totalAmount: n % 4 === 3 ? "0" : `${100 + n}.37`, siteId: (n % 3) + 1 })),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(15)
  for (const [series, table, column] of [
    ["INV", "invoice", "invoice_number"],
    ["CN", "invoice", "invoice_number"],
    ["JE", "journal_entry", "entry_number"],
  ]) {
    // entries for the fixed days of 2026 are numbered in that year's series
    for (const of of new Set(["2026", year])) {
      const rows = await statement(`select ${column} as number from ${table} where ${column} like '${series}-${of}-%' order by 1`)
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, n) => `${series}-${of}-${String(n + 1).padStart(5, "0")}`))
    }
  }
  const [books] = await statement(
    `select sum(debit - credit) filter (where a.account_number = '1100' and l.currency = 'USD')::bigint as owed, sum(debit_usd - credit_usd)::bigint as all
     from journal_line l join account a on a.id = l.account_id`,
  )
  const [open] = await statement(
    "select sum(total_amount - paid_amount - credited_amount)::bigint as owed from invoice where kind <> 'credit_note' and status not in ('draft', 'discarded') and currency = 'USD'",
  )
  expect(books).toEqual({ owed: open!.owed, all: 0 })
})

// proves API-267
test("aged receivables list what was open at the end of a past day, even if paid since, and add up to the account in the books", async () => {
  const at = (days: number) => {
    const today = addDays(dateOf(new Date()), -days)
    return { ...byLevel("7"), today, at: `${today}T09:00:00.000Z` }
  }
  const execute = <Input>(act: Command<Input>, input: Input, by: ReturnType<typeof at>) =>
    runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(act, input, by)))
  const bill = { siteId: 1, billingPeriod: "Old", period: null, staffCount: 1, clientName: "Slow Payers", clientAddress: "", template: "standard", notes: "" }
  const draft = { ...bill, totalAmount: 118_00, dueDate: at(40).today, overrideReason: null, meals: null }
  const { id } = await execute(generateInvoice, draft, at(60))
  const [{ client_id: clientId }] = await statement("select client_id from invoice where id = $1", [id])
  const money = { clientId, amount: 118_00, currency: "USD", method: "cash", date: at(2).today, reference: null, notes: "", allocations: null } as const
  await execute(receivePayment, money, at(2))

  const aged = async (days: number, currency = "USD") => (await call("7", `/api/reports/aged-receivables?asAt=${at(days).today}&currency=${currency}`)).body
  interface Section {
    readonly title: string
    readonly total: { readonly values: unknown }
  }
  const slow = ({ sections }: { readonly sections: ReadonlyArray<Section> }) => sections.find(({ title }) => title === "Slow Payers")?.total.values
  const before = await aged(3)
  expect(slow(before)).toMatchObject({ total: "118.00", days60: "118.00", notDue: "0.00" })
  expect(slow(await aged(50))).toMatchObject({ total: "118.00", notDue: "118.00" })
  expect(slow(await aged(61))).toBeUndefined()
  const now = await aged(0)
  expect(slow(now)).toBeUndefined()
  for (const { checks } of [before, now, await aged(0, "SSP")]) expect(checks).toEqual([expect.objectContaining({ ok: true, difference: "0.00" })])
  expect(await call("7", "/api/reports/aged-receivables?asAt=2099-01-01")).toEqual({ status: 400, body: "2099-01-01 is in the future" })
  expect((await call("7", "/api/reports/aged-receivables?asAt=soon")).status).toBe(400)
  expect((await call("6", "/api/reports/aged-receivables")).status).toBe(403)
})

test("reversing a bounced receipt after a preview reopens its invoice and leaves reports of earlier days unchanged", async () => {
  const { body: invoice } = await generate({ clientName: "Bouncing Ltd", totalAmount: "118.00" })
  const money = { clientId: invoice.clientId, amount: "150.00", method: "check", reference: "CHQ-9" }
  const { body: payment } = await call("7", "/api/payments", money)
  expect(payment).toMatchObject({ status: "received", reversal: null, canReverse: true, unallocated: "32.00" })
  const path = `/api/payments/${payment.id}`
  const before = await written()

  const preview = (await call("7", `${path}/reversal`)).body
  expect(preview.kinds).toEqual(["bank_return", "error"])
  expect(preview.entries).toMatchObject([
    {
      currency: "USD",
      total: "150.00",
      lines: [
        { accountNumber: "1100", debitAmount: "118.00", creditAmount: "0.00" },
        { accountNumber: "2300", debitAmount: "32.00" },
        { accountNumber: "1010", creditAmount: "150.00" },
      ],
    },
  ])
  expect(preview.documents).toMatchObject([
    { kind: "invoice", title: invoice.invoiceNumber, from: "paid", to: "issued" },
    { kind: "client_account", text: `Credit of USD 32.00 reversed: ${payment.paymentNumber} is reversed` },
    { kind: "client_account", text: `Owes ${invoice.invoiceNumber}` },
  ])
  expect(await written()).toEqual(before)
  expect((await call("8", `${path}/reversal`)).status).toBe(403)
  expect(await call("7", `${path}/reverse`, { kind: "bank_return", reason: " " })).toEqual({ status: 400, body: "Reason is required" })
  expect(await call("7", "/api/payments/99999/reverse", { reason: "x" })).toEqual({ status: 404, body: "Payment 99999 does not exist" })
  expect((await call("7", `${path}/reverse`, { reason: "x", version: 9 })).status).toBe(409)

  const reversed = await call("7", `${path}/reverse`, { kind: "bank_return", reason: "No funds", version: payment.version })
  expect(reversed).toMatchObject({
    status: 200,
    body: { status: "reversed", canReverse: false, reversal: { kind: "bank_return", reason: "No funds", date: today, by: "Akol Deng" } },
  })
  const { journalEntryId } = reversed.body.reversal
  const [entry] = await statement("select reverses, status from journal_entry where id = $1", [journalEntryId])
  expect(await statement("select reversed_by as by, status from journal_entry where id = $1", [entry!.reverses])).toEqual([
    { by: journalEntryId, status: "reversed" },
  ])
  expect((await call("7", `/api/invoices/${invoice.id}`)).body).toMatchObject({
    status: "issued",
    openAmount: "118.00",
    payments: [{ amount: "118.00" }, { amount: "-118.00", date: today }],
  })
  expect((await call("7", `${path}/history`)).body.map(({ text }: Fields) => text)).toEqual([
    `${payment.paymentNumber} received`,
    "Reversed, returned by the bank: No funds",
  ])
  expect(await call("7", `${path}/reverse`, { reason: "Again" })).toEqual({ status: 409, body: `${payment.paymentNumber} is reversed already` })
  for (const { sql, accounts } of billingTies) {
    const sums = (of: string) =>
      statement(`select currency, sum(amount)::bigint as amount from (${of}) s(currency, amount) group by currency having sum(amount) <> 0 order by 1`, [today])
    const inBooks = `select l.currency, case when a.account_type = 'asset' then l.debit - l.credit else l.credit - l.debit end
      from journal_line l join account a on a.id = l.account_id where a.account_number = '${accounts[0]}' and l.effective_date <= $1::date`
    expect(await sums(sql), accounts[0]).toEqual(await sums(inBooks))
  }
  // the same cheque, drawn again
  expect((await call("7", "/api/payments", money)).status).toBe(201)
})
