import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as fc from "fast-check"
import { extractText } from "unpdf"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { command, type By, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { type accountTypes, AccountOpened, accounts } from "../accounts/account.ts"
import { checklist, ClosingChecks } from "../periods/closing.ts"
import { enterRate, exchangeRates, RateEntered } from "../exchange-rates/exchange-rate.ts"
import { type Entry, journalEntries, post } from "../journal-entries/journal-entry.ts"
import { ledgerModule } from "../module.ts"
import { approveTaxPayment, cancelTaxPayment, payTax, recordTaxPayment, reverseTaxPayment, taxPayments } from "./payments/tax-payment.ts"
import { drawUpReport, fileReport, reviewReport, type TaxLine, taxReports } from "./tax-report.ts"
import { TaxesApi } from "./contract.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { TaxPaymentsApi } from "./payments/resource.ts"
import { TaxPaymentsLive } from "./payments/server.ts"
import { TaxReportsLive } from "./server.ts"

const person = (id: number, level: number): By => ({
  ...system("test", givenAt),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
  today: "2026-11-21",
})
const [maker, checker, other] = [person(1, 7), person(2, 7), person(3, 10)]
const line = (tax: number, more: Partial<TaxLine> = {}): TaxLine => ({
  journalEntryId: 1,
  entryNumber: "JE-2026-00001",
  date: "2026-10-05",
  sourceKind: "invoice",
  sourceId: 4,
  description: "INV-2026-00004",
  siteId: 1,
  taxable: tax * 5,
  tax,
  taxUsd: tax,
  ...more,
})
const asked = { taxPeriod: "2026-10", taxType: "sales" as const, currency: "USD" as const, notes: "", lines: [line(2_000), line(500, { journalEntryId: 2 })] }
const chart: Record<string, (typeof accountTypes)[number]> = { 1010: "asset", 1020: "asset", 2200: "liability", 7900: "expense" }
const books = given(
  ...Object.entries(chart).map(([accountNumber, accountType], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName: "x", accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2026-01-01", rate: 130_000, source: "", enteredBy: null })),
)
const drawn = books.when(drawUpReport, asked, maker)
const filed = (by: Then = drawn, lines = asked.lines) =>
  by.when(reviewReport, { id: 1, books: lines }, checker).when(fileReport, { id: 1, books: lines, filingDate: null, reference: "URA-7" }, maker)
const payment = { taxReportId: 1, paymentAmount: null, paymentMethod: "bank_transfer" as const, paymentDate: "2026-11-20", referenceNumber: null, notes: "" }

test("a tax report is drawn up, reviewed by another person, filed and paid", () => {
  drawn.holds(taxReports, 1, { reportNumber: "TAX-2026-001", totalTaxable: 12_500, totalTaxOwed: 2_500, dueDate: "2026-11-15", status: "draft" })
  drawn.when(drawUpReport, asked, maker).gives()
  drawn.when(fileReport, { id: 1, books: asked.lines, filingDate: null, reference: null }, checker).refuses("TAX-2026-001 is not reviewed yet", 409)
  drawn.when(reviewReport, { id: 1, books: asked.lines }, maker).refuses("You prepared this report, so another person must review it", 403)
  drawn.when(recordTaxPayment, payment, maker).refuses("TAX-2026-001 is not filed yet", 409)
  const done = filed()
  done.holds(taxReports, 1, { status: "filed", filingDate: "2026-11-21", filingReference: "URA-7" })
  done.when(drawUpReport, { ...asked, notes: "again" }, maker).refuses(/TAX-2026-001 is already filed/, 409)
  const paid = done
    .when(recordTaxPayment, { ...payment, paymentAmount: 1_000 }, maker)
    .when(recordTaxPayment, payment, maker)
    .holds(taxPayments, 2, { paymentAmount: 1_500, bankAccount: "1010" })
  paid.when(recordTaxPayment, payment, maker).refuses("Nothing of TAX-2026-001 is open", 409)
  paid.when(approveTaxPayment, { id: 1 }, maker).refuses("You recorded this payment, so another person must approve it", 403)
  paid.when(payTax, { id: 1, paidDate: null, reference: null }, other).refuses("TXP-2026-0001 is not approved yet", 409)
  const approved = paid.when(approveTaxPayment, { id: 1 }, checker).when(approveTaxPayment, { id: 2 }, checker)
  approved.when(payTax, { id: 1, paidDate: null, reference: null }, checker).refuses("You approved this payment, so another person must pay it", 403)
  approved.when(cancelTaxPayment, { id: 2, reason: "twice" }, maker).when(recordTaxPayment, payment, maker).holds(taxPayments, 3, { paymentAmount: 1_500 })
  const half = approved.when(payTax, { id: 1, paidDate: null, reference: "B-1" }, other)
  half.holds(taxReports, 1, { status: "filed", totalTaxPaid: 1_000, reserved: 1_500 })
  half.when(payTax, { id: 2, paidDate: null, reference: null }, other).holds(taxReports, 1, { status: "paid", totalTaxPaid: 2_500, reserved: 0 })
  half.when(cancelTaxPayment, { id: 1, reason: "x" }, maker).refuses("TXP-2026-0001 is paid already", 409)
})

test("a report must be prepared again before review or filing if the books have changed", () => {
  const more = [...asked.lines, line(1, { journalEntryId: 3 })]
  const sentence = "The ledger has changed since TAX-2026-001 was prepared. Prepare it again"
  drawn.when(reviewReport, { id: 1, books: more }, checker).refuses(sentence, 409)
  const reviewed = drawn.when(reviewReport, { id: 1, books: asked.lines }, checker)
  reviewed.when(fileReport, { id: 1, books: more, filingDate: null, reference: null }, maker).refuses(sentence, 409)
  reviewed.when(drawUpReport, { ...asked, lines: more }, checker).holds(taxReports, 1, { status: "draft", totalTaxOwed: 2_501, createdBy: 2, reviewedBy: null })
  books.when(drawUpReport, { ...asked, taxPeriod: "2026-11" }, maker).refuses("November 2026 is not over", 422)
  books.when(drawUpReport, asked, person(4, 8)).refuses("Only finance can report and pay taxes", 403)
})

test("however a tax is split into payments, they clear exactly what the books owe, and the rest is an exchange difference", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_000_000 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 50_000, max: 900_000 }),
      (owed, shares, rate) => {
        const total = owed + shares.length
        const owedUsd = Math.round(total / 1_300)
        const lines = [line(total, { taxUsd: owedUsd })]
        const sum = shares.reduce((sum, share) => sum + share, 0)
        const parts = shares.slice(1).map((share) => Math.max(1, Math.floor((total * share) / sum) - 1))
        const first = total - parts.reduce((sum, part) => sum + part, 0)
        let world = filed(books.when(drawUpReport, { ...asked, currency: "SSP", lines }, maker), lines).when(
          enterRate,
          { type: "official", from: "2026-11-01", rate, source: "" },
          maker,
        )
        let usd = 0
        for (const [n, amount] of [first, ...parts].entries()) {
          const id = n + 1
          world = world.when(recordTaxPayment, { ...payment, paymentAmount: amount }, maker).when(approveTaxPayment, { id }, checker)
          world = world.when(payTax, { id, paidDate: null, reference: null }, other)
          expect(world.refusal).toBeUndefined()
          const [, , { lines }] = world.events.find(([, type]) => type === "JournalPosted")!
          usd += lines.find(({ accountId }: { accountId: number }) => accountId === 3).debitUsd
        }
        expect(usd).toBe(owedUsd)
        world.holds(taxReports, 1, { status: "paid", totalTaxPaid: total, reserved: 0 })
      },
    ),
    { numRuns: 40 },
  )
})

test("a tax payment is reversed by another person: the tax is owed again, and the books are as before", () => {
  const error = { id: 1, kind: "bank_return", reason: "Account closed" } as const
  const paid = filed()
    .when(recordTaxPayment, payment, maker)
    .when(approveTaxPayment, { id: 1 }, checker)
    .when(payTax, { id: 1, paidDate: "2026-11-20", reference: null }, maker)
  paid.when(reverseTaxPayment, error, maker).refuses("You paid this tax, so another person in finance must reverse it", 403)
  const reversed = paid.when(reverseTaxPayment, error, checker)
  reversed
    .holds(taxPayments, 1, { status: "reversed", reversalKind: "bank_return", reversalReason: "Account closed" })
    .holds(taxReports, 1, { status: "filed", totalTaxPaid: 0, reserved: 0 })
    .holds(journalEntries, 1, { status: "reversed", reversedBy: 2 })
    .holds(journalEntries, 2, { reverses: 1, entryDate: "2026-11-21" })
  reversed.when(reverseTaxPayment, error, other).refuses("TXP-2026-0001 is reversed already", 409)
  reversed.when(recordTaxPayment, payment, maker).holds(taxPayments, 2, { paymentAmount: 2_500 })
  filed().when(recordTaxPayment, payment, maker).when(reverseTaxPayment, error, checker).refuses("TXP-2026-0001 is not paid. Cancel it instead", 409)
})

test("taxes in SSP, paid in parts and reversed in any order, leave the tax account at what is owed, in both currencies", () => {
  const cents = fc.integer({ min: 1, max: 50_000_00 })
  fc.assert(
    fc.property(fc.array(cents, { minLength: 2, maxLength: 5 }), fc.array(fc.nat(), { maxLength: 5 }), (parts, order) => {
      const owed = parts.reduce((sum, part) => sum + part, 0)
      const lines = [line(owed, { taxUsd: Math.round(owed / 1300) })]
      let now: Then = filed(books.when(drawUpReport, { ...asked, currency: "SSP", lines }, maker), lines)
      for (const [n, amount] of parts.entries()) {
        now = now
          .when(recordTaxPayment, { ...payment, paymentAmount: amount }, maker)
          .when(approveTaxPayment, { id: n + 1 }, checker)
          .when(payTax, { id: n + 1, paidDate: null, reference: null }, maker)
      }
      for (const n of order) {
        const next = now.when(reverseTaxPayment, { id: (n % parts.length) + 1, kind: "error", reason: "x" }, checker)
        if (next.refusal === undefined) now = next
      }
      const report = now.row(taxReports, 1)!
      let [own, usd] = [0, 0]
      for (let id = 1; now.row(journalEntries, id); id++) {
        for (const { accountId, debit, credit, debitUsd, creditUsd } of now.row(journalEntries, id)!.lines) {
          if (accountId !== Object.keys(chart).indexOf("2200") + 1) continue
          own += debit - credit
          usd += debitUsd - creditUsd
        }
      }
      expect(own).toBe(report.totalTaxPaid)
      expect(usd).toBe(Number((BigInt(report.owedUsd) * BigInt(report.totalTaxPaid)) / BigInt(report.totalTaxOwed)))
      expect(report.status).toBe(report.totalTaxPaid === owed ? "paid" : "filed")
    }),
    { numRuns: 100 },
  )
})

const elsewhere = [
  "create view person as select 7::bigint as id, 'Akol' as first_name, 'Deng' as last_name",
  "create view party as select null::bigint as id, null::text as name where false",
  "create view company as select 1::bigint as id, 'Nile Camps' as name",
]
const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views, ...elsewhere] }))
const signedIn = (token: string): SignedIn => {
  const [level = 0, id = level] = token.split("@").map(Number)
  return { ...person(id, level), person: id, employeeId: token, siteId: null, sessionId: null, proven: true }
}
const api = Layer.mergeAll(
  HttpApiBuilder.layer(TaxesApi).pipe(Layer.provide(TaxReportsLive)),
  HttpApiBuilder.layer(TaxPaymentsApi).pipe(Layer.provide(TaxPaymentsLive)),
)
const web = serveApi(api, runtime, signedIn)
const call = (address: string, body?: object, token = "7") => web.call(token, address, body)
const documented = command("test.documented", (entry: Entry, by) => post(entry, by))
const book = (kind: string, date: string, lines: Entry["lines"], currency: "USD" | "SSP" = "USD") =>
  runtime.runPromise(
    Effect.flatMap(Records, ({ execute }) =>
      execute(
        documented,
        { date, description: `${kind} of ${date}`, reference: null, source: { kind, id: 9 }, currency, lines },
        system("test", `${date}T08:00:00.000Z`),
      ),
    ),
  )

beforeAll(async () => {
  await runtime.runPromise(ledgerModule.setup)
  await book("invoice", "2026-10-05", [
    { account: "1100", debit: 118_00 },
    { account: "4100", credit: 100_00, siteId: 1 },
    { account: "2200", credit: 18_00, siteId: 1 },
  ])
  await book("invoice", "2026-10-31", [
    { account: "4100", debit: 10_00, siteId: 1 },
    { account: "2200", debit: 1_80, siteId: 1 },
    { account: "1100", credit: 11_80 },
  ])
  await book("invoice", "2026-11-01", [
    { account: "1100", debit: 1_18 },
    { account: "4100", credit: 1_00 },
    { account: "2200", credit: 18 },
  ])
  await book("payment_run", "2026-10-20", [
    { account: "2000", debit: 500_00, description: "AP-1, Nile Foods", siteId: 2 },
    { account: "2210", credit: 100_00, description: "AP-1, Nile Foods", siteId: 2 },
    { account: "2000", debit: 70_00, description: "AP-2, Juba Water", siteId: 2 },
    { account: "1010", credit: 470_00 },
  ])
  // a tax payment is not a tax
  await book("tax_payment", "2026-10-15", [
    { account: "2200", debit: 5_00 },
    { account: "1010", credit: 5_00 },
  ])
}, 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

test("a report has the lines of its month and tax, each with its entry, and can be downloaded", async () => {
  const { status, body: report } = await call("/api/tax-reports", { taxPeriod: "2026-10", taxType: "sales" }, "7@7")
  expect(status).toBe(201)
  expect(report).toMatchObject({
    reportNumber: "TAX-2026-001",
    totalTaxable: "90.00",
    totalTaxOwed: "16.20",
    taxBalance: "16.20",
    inBooks: "16.20",
    canReview: false,
  })
  expect(report.lines.map(({ date, taxableAmount, taxRate, taxAmount, sourceKind }: Fields) => [date, taxableAmount, taxRate, taxAmount, sourceKind])).toEqual([
    ["2026-10-05", "100.00", "18.00", "18.00", "invoice"],
    ["2026-10-31", "-10.00", "18.00", "-1.80", "invoice"],
  ])
  const withheld = (await call("/api/tax-reports", { taxPeriod: "2026-10", taxType: "withholding" }, "7@7")).body
  expect(withheld.lines).toMatchObject([{ description: "AP-1, Nile Foods", taxableAmount: "500.00", taxAmount: "100.00", taxRate: "20.00" }])
  const pdf = await web.ask("7", `/api/tax-reports/${report.id}/statement?format=pdf`)
  expect(pdf.headers.get("content-disposition")).toContain("Sales tax TAX-2026-001 October 2026.pdf")
  const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true })
  for (const part of ["Sales tax TAX-2026-001", "Nile Camps", "JE-2026-00001", "18.00%", "16.20"]) expect(text).toContain(part)
  expect((await call(`/api/tax-reports/${report.id}/statement?format=csv`)).body).toContain("Tax owed")
  expect((await web.ask("7", `/api/tax-reports/${report.id}/statement?format=xlsx`)).status).toBe(200)
})

// proves API-266
test("a report is reviewed and filed as the books have it, then paid, and its history shows who did what", async () => {
  const [{ id }] = (await call("/api/tax-reports?taxType=sales")).body
  await book("invoice", "2026-10-30", [
    { account: "1100", debit: 2_36 },
    { account: "4100", credit: 2_00, siteId: 1 },
    { account: "2200", credit: 36, siteId: 1 },
  ])
  expect(await call(`/api/tax-reports/${id}/review`, {}, "10")).toMatchObject({ status: 409, body: expect.stringContaining("The ledger has changed") })
  expect((await call(`/api/tax-reports/${id}`)).body).toMatchObject({ inBooks: "16.56", totalTaxOwed: "16.20" })
  const blocking = await runtime.runPromise(Effect.provideService(checklist("2026-10"), ClosingChecks, ledgerModule.closing))
  expect(blocking.find(({ key }) => key === "tax-reports")!.examples[0]!.text).toBe("TAX-2026-001: USD 16.20, the books have 16.56")
  await call("/api/tax-reports", { taxPeriod: "2026-10", taxType: "sales" }, "7@7")
  expect((await call(`/api/tax-reports/${id}/review`, {}, "10")).body).toMatchObject({ status: "reviewed", canFile: true })
  expect((await call(`/api/tax-reports/${id}/file`, { filingDate: "2026-11-10" }, "7@7")).body).toMatchObject({ status: "filed", filingDate: "2026-11-10" })
  expect(await call("/api/tax-payments", { taxReportId: id, paymentAmount: "99.00" }, "7@7")).toMatchObject({
    status: 409,
    body: "Only USD 16.56 of TAX-2026-001 is open",
  })
  const { body: payment } = await call("/api/tax-payments", { taxReportId: id }, "7@7")
  expect(payment).toMatchObject({ paymentAmount: "16.56", status: "pending", canApprove: false, canCancel: true })
  await call(`/api/tax-payments/${payment.id}/approve`, {}, "10")
  expect((await call(`/api/tax-payments/${payment.id}/pay`, { reference: "B-77" }, "7@8")).body).toMatchObject({ status: "paid", referenceNumber: "B-77" })
  expect((await call(`/api/tax-reports/${id}`)).body).toMatchObject({ status: "paid", taxBalance: "0.00", inBooks: "16.56" })
  const history = (await call(`/api/tax-reports/${id}/history`)).body as ReadonlyArray<{ text: string }>
  expect(history.map(({ text }) => text)).toEqual(expect.arrayContaining(["Reviewed", "Filed on 2026-11-10", "Paid by TXP-2026-0001"]))
  const entries = await runtime.runPromise(
    Effect.flatMap(Database, ({ statement }) =>
      statement("select total_debit from journal_entry where source_kind = 'tax_payment' and total_debit = 1656", []),
    ),
  )
  expect(entries).toHaveLength(1)
})

test.each([
  [{ taxPeriod: "2026-13", taxType: "sales" }, 422, /is not a month/],
  [{ taxPeriod: "2026-12", taxType: "sales" }, 422, "December 2026 is not over"],
  [{ taxPeriod: "2026-10", taxType: "vat" }, 400, "Tax type must be one of: sales, withholding, pit, nsif"],
  [{ taxPeriod: "2026-10" }, 400, "Tax type is required"],
] as const)("a report of %o is refused", async (asked, status, sentence) => {
  const answer = await call("/api/tax-reports", asked)
  expect([answer.status, answer.body]).toEqual([status, sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence])
  expect((await call("/api/tax-reports", { taxPeriod: "2026-10", taxType: "sales" }, "8")).status).toBe(403)
})
