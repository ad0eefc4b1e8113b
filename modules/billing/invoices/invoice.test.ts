import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { MailFailed, mailFailed, mails, mailSent } from "@ops/platform/mail/mail.ts"
import type { By, Command } from "@ops/platform/records/command.ts"
import { documentSeries } from "@ops/platform/records/series.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { ClientAdded, clients } from "@ops/clients/client.ts"
import { AccountOpened, accounts, type accountTypes } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { confirmOpening } from "@ops/ledger/openings/opening.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { TaxCodeAdded, taxCodes, taxOn, TaxRateSet } from "@ops/ledger/taxes/tax-code.ts"
import { mealAccounts, PeriodBilled, PeriodHeld } from "@ops/meals/head-counts/meal-account.ts"
import { companies, CompanyDescribed, sites, SiteOpened } from "@ops/sites/site.ts"
import { clientAccounts } from "../receivables/client-account.ts"
import { creditInvoice, discardInvoice, downloadInvoice, InvoiceDrafted, type InvoiceDraft, invoices, openOf, sendInvoice } from "./invoice.ts"
import { openInvoices } from "./import.ts"
import { generateInvoice, type GenerateInput, holdMeals, type MealsBilled, releaseMeals, splitGross, rejectDoubtful } from "./invoice-generation.ts"
import { isMonth, periodNamed } from "./invoice-period.ts"
import { applyCredit, payments, receivePayment, reversePayment } from "../payments/payment.ts"
import { convertCredit } from "../payments/conversion.ts"
import { billingConsequences } from "../postings.ts"

const person = (id: number, level: number, more: Partial<By> = {}): By => ({
  actor: `person:${id}`,
  person: id,
  name: `Person ${id}`,
  level,
  permissions: permissionsOf(level),
  department: "finance",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
  ...more,
})
const finance = person(1, 7)
const manager = person(2, 8)

const types: Record<string, (typeof accountTypes)[number]> = { 1: "asset", 2: "liability", 3: "equity", 4: "income", 7: "expense" }
const numbers = ["1000", "1010", "1020", "1100", "1150", "1910", "2200", "2300", "3000", "4100", "4200", "4300", "4900", "7900"]
const chart = numbers.map((accountNumber, n) =>
  accounts.at(
    n + 1,
    AccountOpened({ accountNumber, accountName: accountNumber, accountType: types[accountNumber[0]!]!, subType: null, parentAccountId: null, description: "" }),
  ),
)
const client = (id: number, companyName: string, currency: "USD" | "SSP", email: string | null = null) =>
  clients.at(
    id,
    ClientAdded({
      clientCode: `CL-${id}`,
      companyName,
      contactPerson: null,
      email,
      phone: null,
      address: "Juba",
      currency,
      paymentTerms: "30_days",
      notes: null,
      status: "active",
      createdBy: null,
    }),
  )
const dollar = (from: string, rate: number) => exchangeRates.at(1, RateEntered({ type: "official", from, rate, source: "", enteredBy: null }))

const company = given(
  companies.at(
    1,
    CompanyDescribed({ name: "Field Office", tagline: "", vision: "", mission: "", email: "office@ours.example", phone: null, address: "Juba", services: [] }),
  ),
  sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity", client: null, location: null })),
  client(1, "SLB", "USD", "accounts@slb.example"),
  client(2, "Nile Works", "SSP"),
  ...chart,
  taxCodes.at(1, TaxCodeAdded({ code: "SALES", name: "Sales tax" })),
  taxCodes.at(1, TaxRateSet({ from: "2020-01-01", rate: 1800, source: "" })),
  dollar("2020-01-01", 130_000),
  dollar("2026-12-01", 150_000),
).with(...billingConsequences)

const asked: GenerateInput = {
  siteId: 1,
  billingPeriod: "October 2026",
  period: null,
  staffCount: 120,
  totalAmount: 118_000,
  clientName: "SLB",
  clientAddress: "",
  dueDate: "2026-12-21",
  template: "standard",
  notes: "",
  overrideReason: null,
  meals: null,
}
const meals: MealsBilled = {
  contractId: 7,
  currency: "USD",
  projectId: null,
  lines: [
    { description: "Breakfast", quantity: 10, unitPrice: 3_333, amount: 33_330, taxRate: 1800 },
    { description: "Lunch", quantity: 11, unitPrice: 6_061, amount: 66_671, taxRate: 1800 },
  ],
  taxes: [{ rate: 1800, net: 100_001, tax: 18_000 }],
  subtotalAmount: 100_001,
  taxAmount: 18_000,
  totalAmount: 118_001,
  taxCode: "SALES",
  mealsServed: 21,
  mealsMissed: 2,
  replaces: null,
  problems: [],
}
const october = { from: "2026-10-01", to: "2026-10-31" }
const issued = company.when(generateInvoice, asked, finance)
const held = company.when(holdMeals, { contractId: 7, ...october }, finance)
const mealBill = held.when(generateInvoice, { ...asked, totalAmount: 118_001, meals }, finance)
const inSsp = company.when(generateInvoice, { ...asked, clientName: "Nile Works", totalAmount: 1_300_000_77 }, finance)
const money = { clientId: 1, currency: "USD" as const, method: "bank_transfer" as const, date: "2026-11-21", reference: null, notes: "", allocations: null }

/** The balance of an account in the books: debits less credits, in its currency and in USD. */
const inBooks = (then: Then, number: string, currency?: "USD" | "SSP") => {
  const account = numbers.indexOf(number) + 1
  let own = 0
  let usd = 0
  for (let id = 1; ; id++) {
    const entry = then.row(journalEntries, id)
    if (!entry) return { own, usd }
    for (const line of entry.lines.filter(({ accountId }) => accountId === account)) {
      if (currency === undefined || entry.currency === currency) own += line.debit - line.credit
      usd += line.debitUsd - line.creditUsd
    }
  }
}

test("a billing period in words is read as a month, and unknown words are not", () => {
  for (const text of ["October 2026", "oct 2026", "Oct. 2026", "10/2026", "2026-10", "2026/10", " OCTOBER  2026 ", "2026-10-01 to 2026-10-31"]) {
    expect(periodNamed(text), text).toEqual(october)
  }
  expect([october, { ...october, to: "2026-10-30" }, { ...october, to: "2026-11-30" }].map(isMonth)).toEqual([true, false, false])
  expect(periodNamed("February 2028")).toEqual({ from: "2028-02-01", to: "2028-02-29" })
  expect(periodNamed("Sept 2026")).toEqual({ from: "2026-09-01", to: "2026-09-30" })
  expect(periodNamed("12/2026")).toEqual({ from: "2026-12-01", to: "2026-12-31" })
  for (const text of ["", "this month", "13/2026", "Octopus 2026", "2026", "10/26", "0/2026", "2026-10-31 to 2026-10-01", "Mayor 2026"]) {
    expect(periodNamed(text), text).toBeUndefined()
  }
})

test("a gross amount is split into net and tax to the cent", () => {
  expect(splitGross(118_000, 1800)).toEqual({ net: 100_000, tax: 18_000 })
  expect(splitGross(1, 1800)).toEqual({ net: 1, tax: 0 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), fc.integer({ min: 0, max: 10_000 }), (gross, rate) => {
      const { net, tax } = splitGross(gross, rate)
      return net + tax === gross && net >= 0 && tax >= 0 && Math.abs(taxOn(net, rate) - tax) <= 1
    }),
  )
  // and back: a net amount plus tax is split into the same parts
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999_999_999 }),
      fc.integer({ min: 0, max: 10_000 }),
      (net, rate) => splitGross(net + taxOn(net, rate), rate).net === net,
    ),
  )
})

describe("generating", () => {
  test("drafts, issues and posts in one commit, and leaves no gap in the numbers", () => {
    issued.gives(
      ["invoice/1", "InvoiceDrafted"],
      ["invoice/1", "InvoiceIssued", { invoiceNumber: "INV-2026-00001", issueDate: "2026-11-21", rate: 100 }],
      ["document_series/1", "NumberTaken"],
      // October gets the revenue, the date of the invoice the receivable and the tax
      ["journal_entry/1", "JournalPosted"],
      ["document_series/2", "NumberTaken"],
      ["journal_entry/2", "JournalPosted"],
      ["document_series/2", "NumberTaken"],
      ["client_account/1", "InvoiceOwed", { clientId: 1, invoiceId: 1, currency: "USD", issueDate: "2026-11-21" }],
    )
    issued.holds(journalEntries, 1, { entryNumber: "JE-2026-00001", entryDate: "2026-10-31", totalDebit: 100_000 })
    issued.holds(journalEntries, 2, { entryNumber: "JE-2026-00002", entryDate: "2026-11-21", totalDebit: 118_000 })
    expect(inBooks(issued, "1150").own).toBe(0)
    issued.holds(invoices, 1, {
      kind: "service",
      status: "issued",
      subtotalAmount: 100_000,
      taxAmount: 18_000,
      totalAmount: 118_000,
      periodStart: "2026-10-01",
      periodEnd: "2026-10-31",
      client: { name: "SLB", address: "Juba", email: "accounts@slb.example" },
      seller: { name: "Field Office", address: "Juba", email: "office@ours.example" },
    })
    expect(["1100", "4200", "2200"].map((number) => inBooks(issued, number).own)).toEqual([118_000, -100_000, -18_000])
    issued.when(generateInvoice, asked, finance).holds(invoices, 2, { invoiceNumber: "INV-2026-00002" }).holds(documentSeries, 1, { last: 2 })
  })
  test("an unknown client is added as a draft client; a period that is not a month is kept as typed", () => {
    const made = company.when(generateInvoice, { ...asked, clientName: "New Oil", clientAddress: "Malakal", billingPeriod: "the first days" }, finance)
    made.holds(clients, 3, { companyName: "New Oil", status: "draft" })
    made.holds(invoices, 1, { billingPeriod: "the first days", periodStart: null, client: { name: "New Oil", address: "Malakal", email: null } })
  })
  test("an invoice with lines comes to what they come to with tax, and bills no meals", () => {
    const lines = [
      { description: "Laundry", quantity: 660, unitPrice: 250 },
      { description: "New heater", quantity: 1, unitPrice: 38_500 },
    ]
    const services = { ...asked, staffCount: 0, totalAmount: 0, lines }
    company.when(generateInvoice, services, finance).holds(invoices, 1, {
      kind: "service",
      lines: lines.map((line) => ({ ...line, amount: line.quantity * line.unitPrice, taxRate: 1800 })),
      subtotalAmount: 203_500,
      taxAmount: 36_630,
      totalAmount: 240_130,
    })
    company.when(generateInvoice, { ...services, staffCount: 30 }, finance).refuses(/An invoice with lines is for services/)
    company.when(generateInvoice, { ...services, lines: [{ ...lines[0]!, quantity: 0 }] }, finance).refuses("Quantity must be greater than 0")
  })
  test("an invoice claims its meals, which cannot be billed again", () => {
    mealBill.holds(invoices, 1, { kind: "meal", contractId: 7, lines: meals.lines, mealsServed: 21, overrideReason: null })
    mealBill.holds(mealAccounts, 7, { held: null, billed: [{ ...october, invoiceId: 1 }] })
    expect(inBooks(mealBill, "4100").own).toBe(-100_001)
    mealBill.when(holdMeals, { contractId: 7, from: "2026-10-31", to: "2026-11-02" }, finance).refuses("These meals are already billed on INV-2026-00001", 409)
    mealBill.when(generateInvoice, { ...asked, totalAmount: 118_001, meals }, finance).refuses("These meals are already billed on INV-2026-00001", 409)
  })
  test("the meals must be held for this particular invoice", () => {
    company.when(generateInvoice, { ...asked, totalAmount: 118_001, meals }, finance).refuses(/being billed right now/, 409)
    const other = company.when(holdMeals, { contractId: 7, from: "2026-10-01", to: "2026-10-07" }, finance)
    other.when(generateInvoice, { ...asked, totalAmount: 118_001, meals }, finance).refuses(/being billed right now/, 409)
    const byRun = given(mealAccounts.at(7, PeriodHeld({ contractId: 7, ...october, runId: 3 })))
    byRun.when(holdMeals, { contractId: 7, ...october }, finance).refuses(/being billed right now/, 409)
    byRun.when(releaseMeals, { contractId: 7, ...october }, finance).gives()
    held.when(releaseMeals, { contractId: 7, ...october }, finance).holds(mealAccounts, 7, { held: null })
    mealBill.when(releaseMeals, { contractId: 7, ...october }, finance).gives()
  })
  test("a total that differs from the meals requires a reason, which is kept", () => {
    held
      .when(generateInvoice, { ...asked, meals }, finance)
      .refuses("The total of USD 1180.00 differs from the USD 1180.01 calculated from the meals of this period. Give a reason to bill it anyway", 422)
    held
      .when(generateInvoice, { ...asked, meals, overrideReason: "Agreed by phone" }, finance)
      .holds(invoices, 1, { overrideReason: "Agreed by phone", totalAmount: 118_000, subtotalAmount: 100_000, kind: "meal" })
  })
  test("billing meals that are already on a draft, or a period that has not started, requires a reason", () => {
    const beside = { ...asked, draftBill: "Draft 17" }
    company
      .when(generateInvoice, beside, finance)
      .refuses("The meals of this period are on Draft 17, which is not issued yet. Give a reason to bill it anyway", 422)
    company
      .when(generateInvoice, { ...beside, overrideReason: "Extra laundry" }, finance)
      .holds(invoices, 1, { kind: "service", contractId: null, overrideReason: "Extra laundry" })
    const early = { ...asked, billingPeriod: "December 2026" }
    company.when(generateInvoice, early, finance).refuses("December 2026 has not started. Give a reason to bill it anyway", 422)
    company.when(generateInvoice, { ...early, overrideReason: "Paid in advance" }, finance).holds(invoices, 1, { overrideReason: "Paid in advance" })
    company.when(generateInvoice, { ...asked, billingPeriod: "November 2026" }, finance).holds(invoices, 1, { overrideReason: null })
  })
  test("is refused with nothing to bill, a due date in the past, no exchange rate, or no permission", () => {
    company.when(generateInvoice, { ...asked, totalAmount: 0 }, finance).refuses("Total amount must be greater than 0", 422)
    company.when(generateInvoice, { ...asked, dueDate: "2026-11-20" }, finance).refuses("Due date must be on or after the issue date", 422)
    company.when(generateInvoice, { ...asked, siteId: "atlantis" }, finance).refuses("Site is required", 400)
    company.when(generateInvoice, asked, manager).refuses("Only finance can create invoices", 403)
    given(client(2, "Nile Works", "SSP"))
      .when(generateInvoice, { ...asked, clientName: "Nile Works" }, finance)
      .refuses("Site 1 does not exist", 404)
  })
  test("is refused for meals of future days and while a session is open", () => {
    const refused = (more: Partial<GenerateInput>, today = "2026-11-21") =>
      expect(() => rejectDoubtful({ ...asked, totalAmount: 118_001, meals, ...more }, today))
    refused({}).not.toThrow()
    refused({}, "2026-10-31").not.toThrow()
    refused({}, "2026-10-30").toThrow("October 2026 is not over. Bill its meals afterwards, or choose earlier days")
    const open = { ...meals, obstacles: ["Lunch of 2026-10-03: the session is not closed"] }
    refused({ meals: open, overrideReason: "x" }).toThrow("Lunch of 2026-10-03: the session is not closed. Settle it first, or bill other days")
  })
  test("an invoice in SSP is posted at the rate of its day", () => {
    inSsp.holds(invoices, 1, { currency: "SSP", rate: 130_000 })
    expect(inBooks(inSsp, "1100")).toEqual({ own: 130_000_077, usd: toUsd(130_000_077, 130_000) })
  })
})

describe("a draft", () => {
  const draft: InvoiceDraft = {
    kind: "meal",
    siteId: 1,
    clientId: 1,
    contractId: 7,
    projectId: null,
    client: { name: "SLB", address: "", email: null },
    seller: { name: "Field Office", address: "", email: null },
    billingPeriod: "October 2026",
    billingType: "monthly",
    periodStart: october.from,
    periodEnd: october.to,
    dueDate: "2026-12-21",
    currency: "USD",
    staffCount: 0,
    mealsServed: 21,
    mealsMissed: 2,
    lines: meals.lines,
    taxCode: "SALES",
    taxes: meals.taxes,
    subtotalAmount: 100_001,
    taxAmount: 18_000,
    totalAmount: 118_001,
    template: "standard",
    notes: "",
    overrideReason: null,
    runId: null,
    planDigest: null,
    creditOf: null,
    replaces: null,
    generatedBy: 1,
  }
  const drafted = given(invoices.at(1, InvoiceDrafted(draft)), mealAccounts.at(7, PeriodBilled({ contractId: 7, ...october, invoiceId: 1 })))
  test("can be discarded, which releases its meals; an issued invoice cannot", () => {
    const gone = drafted.when(discardInvoice, { id: 1, reason: "Wrong month" }, finance)
    gone.holds(invoices, 1, { status: "discarded" }).holds(mealAccounts, 7, { billed: [] })
    gone.when(discardInvoice, { id: 1, reason: "" }, finance).refuses("This draft is already discarded", 409)
    mealBill.when(discardInvoice, { id: 1, reason: "" }, finance).refuses(/INV-2026-00001 is issued and cannot be discarded/, 409)
    drafted.when(discardInvoice, { id: 1, reason: "" }, manager).refuses("Only finance can change invoices", 403)
  })
  test("cannot be credited, sent, paid or stored as a PDF", () => {
    const rendered = { sha256: "a".repeat(64), bytes: 10 }
    drafted.when(creditInvoice, { id: 1, reason: "x", lines: null }, finance).refuses("A draft cannot be credited. Discard it instead", 409)
    drafted.when(sendInvoice, { id: 1, rendered, to: null, cc: null, subject: null, message: null }, finance).refuses(/A draft cannot be sent/, 409)
    drafted.when(downloadInvoice, { id: 1, rendered }, finance).refuses("Drafts have no stored PDF", 409)
    given(client(1, "SLB", "USD"), invoices.at(1, InvoiceDrafted(draft)))
      .when(receivePayment, { ...money, amount: 1, allocations: [{ invoiceId: 1, amount: 1 }] }, finance)
      .refuses("Draft 1 is not to be paid", 422)
  })
})

describe("crediting", () => {
  const all = { id: 1, reason: "Wrong client", lines: null }
  test("an invoice of the earlier books corrects the opening balances until they are confirmed, and lessens other income afterwards", () => {
    const open = { clientId: 1, siteId: 1, invoiceNumber: "NB-71", invoiceDate: "2026-09-30", dueDate: "2026-10-30", amount: 8_600, currency: null, notes: "" }
    const taken = company.when(openInvoices.exposed.command as Command<typeof open>, open, finance)
    const booked = (then: Then) => ["1100", "3000", "4900"].map((number) => inBooks(then, number).own)
    expect(booked(taken)).toEqual([8_600, -8_600, 0])
    expect(booked(taken.when(creditInvoice, all, finance))).toEqual([0, 0, 0])
    const confirmed = taken.when(confirmOpening, { id: 1 }, person(3, 10))
    expect(booked(confirmed.when(creditInvoice, all, finance))).toEqual([0, -8_600, 8_600])
  })
  test("in full reverses everything, links both documents and releases the meals", () => {
    const credited = mealBill.when(creditInvoice, all, finance)
    expect(credited.id).toBe(2)
    credited.holds(invoices, 2, {
      kind: "credit_note",
      invoiceNumber: "CN-2026-00001",
      creditOf: 1,
      totalAmount: 118_001,
      lines: meals.lines,
      status: "issued",
    })
    credited.holds(invoices, 1, { status: "credited", creditedAmount: 118_001, creditNotes: [2] })
    credited.holds(mealAccounts, 7, { billed: [] }).holds(clientAccounts, 1, { open: [], creditUsd: 0 })
    expect(["1100", "4100", "2200", "2300"].map((number) => inBooks(credited, number).own)).toEqual([0, 0, 0, 0])
    credited.when(creditInvoice, all, finance).refuses("INV-2026-00001 is already credited in full", 409)
    credited.when(creditInvoice, { ...all, id: 2 }, finance).refuses(/A credit note cannot be credited/, 409)
    // and the month can be billed again
    credited
      .when(holdMeals, { contractId: 7, ...october }, finance)
      .when(generateInvoice, { ...asked, totalAmount: 118_001, meals: { ...meals, replaces: 1 } }, finance)
      .holds(invoices, 3, { invoiceNumber: "INV-2026-00002", replaces: 1 })
  })
  test("by lines reverses a quantity or an amount, and the remainder later to the cent", () => {
    const some = mealBill.when(creditInvoice, { ...all, lines: [{ line: 1, quantity: 3, amount: null }] }, finance)
    some.holds(invoices, 2, { subtotalAmount: 9_999, taxAmount: taxOn(9_999, 1800), lines: [{ ...meals.lines[0]!, quantity: 3, amount: 9_999 }] })
    some.holds(invoices, 1, { status: "issued", creditedAmount: 9_999 + taxOn(9_999, 1800) }).holds(mealAccounts, 7, { billed: [{ ...october, invoiceId: 1 }] })
    const more = some.when(creditInvoice, { ...all, lines: [{ line: 2, quantity: null, amount: 12_345 }] }, finance)
    more.holds(invoices, 3, { invoiceNumber: "CN-2026-00002", subtotalAmount: 12_345 })
    const rest = more.when(creditInvoice, all, finance)
    rest.holds(invoices, 1, { status: "credited", creditedAmount: 118_001 }).holds(mealAccounts, 7, { billed: [] })
    rest.holds(invoices, 4, { subtotalAmount: 100_001 - 9_999 - 12_345 })
    expect(["1100", "4100", "2200"].map((number) => inBooks(rest, number).own)).toEqual([0, 0, 0])
  })
  test("is refused beyond the invoice, without a reason, and for unknown lines", () => {
    const line = (line: number, quantity: number | null, amount: number | null = null) => ({ ...all, lines: [{ line, quantity, amount }] })
    mealBill.when(creditInvoice, line(1, 11), finance).refuses("Line 1 has a quantity of 10", 422)
    mealBill.when(creditInvoice, line(2, null, 66_672), finance).refuses("Line 2 has an amount of USD 666.71 before tax", 422)
    mealBill.when(creditInvoice, line(3, 1), finance).refuses("INV-2026-00001 has no line 3", 422)
    mealBill.when(creditInvoice, line(1, 1, 1), finance).refuses(/a quantity or an amount for line 1, not both/, 422)
    mealBill.when(creditInvoice, { ...all, lines: [] }, finance).refuses("Name at least one line to credit", 422)
    mealBill.when(creditInvoice, { ...all, reason: "" }, finance).refuses("Reason is required", 422)
    mealBill.when(creditInvoice, all, manager).refuses("Only finance can change invoices", 403)
    mealBill
      .when(creditInvoice, line(2, null), finance)
      .when(creditInvoice, line(2, null), finance)
      .refuses("Only USD 333.30 before tax is left to credit at 18.00%", 422)
  })
  test("in many small parts, each with its tax rounded up, still adds up to the total", () => {
    const small = { line: 1, quantity: null, amount: 3 }
    let story: Pick<Then, "when" | "row"> = company.when(generateInvoice, { ...asked, totalAmount: 118 }, finance)
    for (let n = 0; n < 30; n++) story = story.when(creditInvoice, { ...all, lines: [small] }, finance)
    expect(story.row(invoices, 1)).toMatchObject({ creditedAmount: 90 + 18, totalAmount: 118 })
    story.when(creditInvoice, all, finance).holds(invoices, 1, { creditedAmount: 118, status: "credited" })
  })
  test("a paid invoice in SSP gives the client credit at the invoice's rate until it is used", () => {
    const total = 130_000_077
    const paid = inSsp.when(receivePayment, { ...money, clientId: 2, currency: "SSP", amount: total }, finance)
    const later = person(1, 7, { today: "2026-12-05" })
    const credited = paid.when(creditInvoice, all, later)
    credited.holds(clientAccounts, 2, { creditSsp: total, creditSspWorth: toUsd(total, 130_000) })
    expect(inBooks(credited, "7900").usd).toBe(0)
    const next = credited.when(generateInvoice, { ...asked, clientName: "Nile Works", totalAmount: total }, later)
    const used = next.when(applyCredit, { invoiceId: 3, amount: 50_000_000 }, later).when(applyCredit, { invoiceId: 3, amount: null }, later)
    used.holds(clientAccounts, 2, { creditSsp: 0, creditSspWorth: 0 })
    expect(["1100", "2300"].map((number) => inBooks(used, number))).toEqual([
      { own: 0, usd: 0 },
      { own: 0, usd: 0 },
    ])
    expect(inBooks(used, "7900").usd).toBe(toUsd(total, 150_000) - toUsd(total, 130_000))
  })
  test("a paid invoice gives the client credit", () => {
    const paid = issued.when(receivePayment, { ...money, amount: 118_000 }, finance)
    const credited = paid.when(creditInvoice, { ...all, lines: [{ line: 1, quantity: null, amount: 50_000 }] }, finance)
    credited.holds(invoices, 1, { status: "paid", paidAmount: 59_000, creditedAmount: 59_000 }).holds(clientAccounts, 1, { creditUsd: 59_000 })
    expect(["1100", "2300", "4200"].map((number) => inBooks(credited, number).own)).toEqual([0, -59_000, -50_000])
    paid.when(creditInvoice, all, finance).holds(invoices, 1, { status: "credited", paidAmount: 0 }).holds(clientAccounts, 1, { creditUsd: 118_000 })
  })
})

describe("payments", () => {
  const two = issued.when(generateInvoice, { ...asked, totalAmount: 50_000 }, finance)
  test("settle the oldest invoices first; any surplus becomes the client's credit", () => {
    const paid = two.when(receivePayment, { ...money, amount: 170_000 }, finance)
    paid.holds(invoices, 1, { status: "paid", paidDate: "2026-11-21" }).holds(invoices, 2, { status: "paid" })
    paid.holds(payments, 1, { paymentNumber: "RCT-2026-0001", unallocated: 2_000, recordedBy: 1 }).holds(clientAccounts, 1, { open: [], creditUsd: 2_000 })
    expect(["1010", "1100", "2300"].map((number) => inBooks(paid, number).own)).toEqual([170_000, 0, -2_000])
    two
      .when(receivePayment, { ...money, method: "cash", amount: 120_000 }, finance)
      .holds(invoices, 2, { status: "part_paid", paidAmount: 2_000 })
      .holds(clientAccounts, 1, { open: [{ invoiceId: 2, currency: "USD", issueDate: "2026-11-21" }] })
  })
  test.each([1, 2, 100])("an invoice stays partly paid while %i cents are open, and a payment of that amount settles it", (open) => {
    const nearly = issued.when(receivePayment, { ...money, amount: 118_000 - open }, finance)
    nearly.holds(invoices, 1, { status: "part_paid", paidAmount: 118_000 - open, paidDate: null })
    nearly.when(receivePayment, { ...money, amount: open }, finance).holds(invoices, 1, { status: "paid", paidAmount: 118_000 })
  })
  test("settle the named invoices, up to their open amounts", () => {
    const to = (invoiceId: number, amount: number) => ({ ...money, amount: 60_000, allocations: [{ invoiceId, amount }] })
    two.when(receivePayment, to(2, 50_000), finance).holds(invoices, 2, { status: "paid" }).holds(clientAccounts, 1, { creditUsd: 10_000 })
    two.when(receivePayment, to(2, 50_001), finance).refuses("Only USD 500.00 of INV-2026-00002 is open", 409)
    two.when(receivePayment, to(1, 60_001), finance).refuses("The payment is smaller than the allocated amount", 422)
    two.when(receivePayment, to(1, 0), finance).refuses("Each allocation must be greater than 0", 422)
    two.when(receivePayment, { ...to(1, 100), allocations: [1, 1].map((invoiceId) => ({ invoiceId, amount: 5 })) }, finance).refuses(/named once/, 422)
    two.when(receivePayment, { ...to(1, 100), clientId: 2 }, finance).refuses("INV-2026-00001 is another client's", 422)
    two
      .when(receivePayment, { ...to(1, 100), currency: "SSP" }, finance)
      .refuses("INV-2026-00001 is in USD, the payment in SSP. Give the exchange rate at which it is settled", 422)
    two.when(receivePayment, { ...money, amount: 100, allocations: [] }, finance).holds(clientAccounts, 1, { creditUsd: 100 })
    const settled = two.when(receivePayment, to(2, 50_000), finance)
    settled.when(receivePayment, to(2, 1), finance).refuses("INV-2026-00002 is settled already", 409)
  })
  test("are refused at zero, in the future, in another currency, twice, and for other levels", () => {
    two.when(receivePayment, { ...money, amount: 0 }, finance).refuses("Amount must be greater than 0", 422)
    two.when(receivePayment, { ...money, amount: 1, date: "2026-11-22" }, finance).refuses("Payment date cannot be in the future", 422)
    const early = { ...money, amount: 50_000, date: "2026-11-20", allocations: [{ invoiceId: 2, amount: 50_000 }] }
    const { issueDate } = two.row(invoices, 2)!
    two
      .when(receivePayment, early, finance)
      .refuses(`INV-2026-00002 is dated ${issueDate}, after this payment. Record the payment without it, then apply the client's credit to INV-2026-00002`, 422)
    const advance = two.when(receivePayment, { ...money, date: "2026-11-20", amount: 50_000 }, finance)
    advance.holds(clientAccounts, 1, { creditUsd: 50_000 }).holds(invoices, 1, { paidAmount: 0 }).holds(invoices, 2, { paidAmount: 0 })
    advance.when(applyCredit, { invoiceId: 2, amount: null }, finance).holds(invoices, 2, { status: "paid" }).holds(clientAccounts, 1, { creditUsd: 0 })
    two.when(receivePayment, { ...money, amount: 1, currency: "SSP" }, finance).refuses("The open invoices of SLB are in USD, the payment is in SSP", 422)
    two.when(receivePayment, { ...money, amount: 1 }, manager).refuses("Only finance can record payments", 403)
    two.when(receivePayment, { ...money, clientId: 9, amount: 1 }, finance).refuses("Client 9 does not exist", 404)
    const once = two.when(receivePayment, { ...money, amount: 1_000, reference: "TT-17" }, finance)
    once.when(receivePayment, { ...money, amount: 1_000, reference: "TT-17" }, finance).refuses("This payment is already recorded as RCT-2026-0001", 409)
    once.when(receivePayment, { ...money, amount: 1_000, reference: "TT-18" }, finance).holds(payments, 2, { amount: 1_000 })
  })
  test("the client's credit is applied to an invoice, but no more than is available", () => {
    const rich = two.when(receivePayment, { ...money, amount: 70_000, allocations: [{ invoiceId: 2, amount: 50_000 }] }, finance)
    const used = rich.when(applyCredit, { invoiceId: 1, amount: null }, finance)
    used
      .holds(invoices, 1, { paidAmount: 20_000, status: "part_paid" })
      .holds(clientAccounts, 1, { creditUsd: 0 })
      .holds(payments, 2, { method: "client_credit" })
    expect(["1100", "2300", "1010"].map((number) => inBooks(used, number).own)).toEqual([98_000, 0, 70_000])
    rich.when(applyCredit, { invoiceId: 1, amount: 20_001 }, finance).refuses("The client's credit is USD 200.00", 409)
    rich.when(applyCredit, { invoiceId: 2, amount: 1 }, finance).refuses("INV-2026-00002 is settled already", 409)
    used.when(applyCredit, { invoiceId: 1, amount: null }, finance).refuses("This client has no credit in USD", 409)
    rich.when(applyCredit, { invoiceId: 1, amount: null }, manager).refuses("Only finance can record payments", 403)
  })
  test("in SSP at another rate, the difference is posted as a loss or a gain", () => {
    const later = person(1, 7, { today: "2026-12-05", at: "2026-12-05T08:00:00.000Z" })
    const paid = inSsp.when(receivePayment, { ...money, clientId: 2, currency: "SSP", amount: 130_000_077, date: "2026-12-05" }, later)
    const [then, now] = [toUsd(130_000_077, 130_000), toUsd(130_000_077, 150_000)]
    expect(inBooks(paid, "1020")).toEqual({ own: 130_000_077, usd: now })
    expect(inBooks(paid, "1100")).toEqual({ own: 0, usd: 0 })
    expect(inBooks(paid, "7900")).toEqual({ own: 0, usd: then - now })
  })
})

/** The entry that posted a payment. */
const entryOf = (then: Then, paymentId: number) => {
  for (let id = 1; ; id++) {
    const entry = then.row(journalEntries, id)
    if (!entry) throw new Error(`Payment ${paymentId} has no entry`)
    if (entry.sourceKind === "payment" && entry.sourceId === paymentId && entry.reverses === null) return id
  }
}
const reversal = (then: Then, id: number, more: { kind?: "error" | "bank_return"; reason?: string } = {}) => ({
  id,
  kind: "error" as const,
  reason: "Wrong client",
  entryId: entryOf(then, id),
  ...more,
})

describe("reversing a payment", () => {
  const paid = issued.when(receivePayment, { ...money, amount: 120_000, reference: "CHQ-7" }, finance)
  const bounced = paid.when(reversePayment, reversal(paid, 1, { kind: "bank_return", reason: "Insufficient funds" }), finance)
  test("reopens its invoices, takes back the credit it left, and links both journal entries", () => {
    bounced.gives(
      ["payment/1", "PaymentReversed", { kind: "bank_return", reason: "Insufficient funds", date: "2026-11-21", reversedBy: 1, journalEntryId: 4 }],
      ["invoice/1", "InvoicePaymentReversed"],
      ["journal_entry/4", "JournalPosted"],
      ["document_series/2", "NumberTaken"],
      ["journal_entry/3", "JournalReversed", { reversedBy: 4, reason: "Insufficient funds" }],
      ["client_account/1", "CreditTakenBack", { currency: "USD", amount: 2_000, usd: 2_000, paymentId: 1 }],
      ["client_account/1", "InvoiceOwed"],
    )
    bounced
      .holds(payments, 1, { status: "reversed", reversalKind: "bank_return", reversalReason: "Insufficient funds", reversalEntryId: 4, reversedBy: 1 })
      .holds(invoices, 1, { status: "issued", paidAmount: 0, paidDate: null })
      .holds(clientAccounts, 1, { creditUsd: 0, open: [{ invoiceId: 1, currency: "USD", issueDate: "2026-11-21" }] })
      .holds(journalEntries, 4, { reverses: 3, entryDate: "2026-11-21", description: "Reversal of JE-2026-00003: Insufficient funds" })
      .holds(journalEntries, 3, { status: "reversed", reversedBy: 4 })
    expect(["1010", "1100", "2300"].map((number) => inBooks(bounced, number).own)).toEqual([0, 118_000, 0])
  })
  test("an invoice that is also partly settled by another payment stays partly paid", () => {
    const two = issued.when(receivePayment, { ...money, amount: 18_000 }, finance).when(receivePayment, { ...money, amount: 100_000 }, finance)
    two.holds(invoices, 1, { status: "paid" })
    two.when(reversePayment, reversal(two, 2), finance).holds(invoices, 1, { status: "part_paid", paidAmount: 18_000, paidDate: null })
  })
  test("the same payment can be recorded again afterwards, with the same reference", () => {
    bounced
      .when(receivePayment, { ...money, amount: 120_000, reference: "CHQ-7" }, finance)
      .holds(invoices, 1, { status: "paid" })
      .holds(payments, 2, { status: "received" })
  })
  test("is refused twice, without a reason, as a bank return of cash, and for anyone but finance", () => {
    bounced.when(reversePayment, { ...reversal(paid, 1), entryId: 3 }, finance).refuses("RCT-2026-0001 is reversed already", 409)
    paid.when(reversePayment, reversal(paid, 1, { reason: "  " }), finance).refuses("Reason is required", 422)
    paid.when(reversePayment, reversal(paid, 1), manager).refuses("Only finance can reverse posted entries", 403)
    paid.when(reversePayment, reversal(paid, 1), person(1, 7, { simulated: true })).refuses(/simulated sign-in cannot reverse/, 403)
    const cash = issued.when(receivePayment, { ...money, method: "cash", amount: 1_000 }, finance)
    cash.when(reversePayment, reversal(cash, 1, { kind: "bank_return" }), finance).refuses(/no bank can return it/, 422)
    cash.when(reversePayment, reversal(cash, 1), finance).holds(payments, 1, { status: "reversed" })
    bounced.when(reversePayment, { ...reversal(paid, 1), entryId: 4 }, finance).refuses(/reversed already/, 409)
  })
  test("is refused once the client has used the credit it left, naming the amount", () => {
    const more = paid.when(generateInvoice, { ...asked, totalAmount: 50_000 }, finance).when(applyCredit, { invoiceId: 2, amount: 1_500 }, finance)
    more
      .when(reversePayment, reversal(more, 1), finance)
      .refuses("USD 15.00 of the credit from RCT-2026-0001 has been used since. Reverse the payment that used it first", 409)
    const freed = more.when(reversePayment, reversal(more, 2), finance)
    freed.holds(clientAccounts, 1, { creditUsd: 2_000 }).holds(invoices, 2, { paidAmount: 0, status: "issued" })
    freed.when(reversePayment, reversal(freed, 1), finance).holds(clientAccounts, 1, { creditUsd: 0 })
  })
  test("an amount released by a credit note is taken from the client's credit and does not reopen the invoice", () => {
    const credited = issued.when(receivePayment, { ...money, amount: 118_000 }, finance).when(creditInvoice, { id: 1, reason: "Late", lines: null }, finance)
    credited.holds(clientAccounts, 1, { creditUsd: 118_000 })
    const undone = credited.when(reversePayment, reversal(credited, 1), finance)
    undone.holds(invoices, 1, { status: "credited", paidAmount: 0 }).holds(clientAccounts, 1, { creditUsd: 0, open: [] })
    expect(["1010", "1100", "2300"].map((number) => inBooks(undone, number).own)).toEqual([0, 0, 0])
  })
})

describe("a payment in the other currency", () => {
  const ssp = { ...money, clientId: 1, currency: "SSP" as const, reference: "TT-9" }
  // 1,500.00 is the agreed rate; the official one is SSP 1,300.00 per dollar on this day
  const agreed = { exchangeRate: 150_000, allocations: [{ invoiceId: 1, amount: 118_000 }] }
  const paid = issued.when(receivePayment, { ...ssp, ...agreed, amount: 177_500_000 }, finance)
  const left = toUsd(177_500_000, 130_000) - toUsd(177_000_000, 130_000)
  test("settles a USD invoice at the agreed rate; what the pounds are worth more is a gain, and what is left is credit in SSP", () => {
    paid
      .holds(payments, 1, { currency: "SSP", amount: 177_500_000, allocations: [], unallocated: 177_500_000 })
      .holds(payments, 2, { currency: "USD", amount: 118_000, method: "client_credit", unallocated: 0 })
      .holds(invoices, 1, { status: "paid", paidAmount: 118_000 })
      .holds(clientAccounts, 1, { creditUsd: 0, creditSsp: 500_000, creditSspWorth: left, open: [] })
    expect(["1020", "1100", "2300", "1910"].map((number) => inBooks(paid, number).usd)).toEqual([toUsd(177_500_000, 130_000), 0, -left, 0])
    expect(inBooks(paid, "7900").usd).toBe(118_000 - toUsd(177_000_000, 130_000))
    expect([inBooks(paid, "2300", "USD").own, inBooks(paid, "2300", "SSP").own, inBooks(paid, "1910", "SSP").own]).toEqual([0, -500_000, -177_000_000])
  })
  test("settles as much as the money does where no amount is given", () => {
    const part = issued.when(receivePayment, { ...ssp, exchangeRate: 150_000, allocations: [{ invoiceId: 1, amount: null }], amount: 75_000_000 }, finance)
    part.holds(invoices, 1, { status: "part_paid", paidAmount: 50_000 }).holds(clientAccounts, 1, { creditSsp: 0, creditUsd: 0 })
  })
  test("is reversed in the order it was made: the use of the credit, the conversion, the receipt", () => {
    paid.when(reversePayment, reversal(paid, 1), finance).refuses(/then convert the client's credit back$/, 409)
    const freed = paid.when(reversePayment, reversal(paid, 2), finance)
    freed.holds(invoices, 1, { status: "issued", paidAmount: 0 }).holds(clientAccounts, 1, { creditUsd: 118_000 })
    const back = freed.when(convertCredit, { clientId: 1, currency: "USD", amount: 118_000, rate: 150_000 }, finance)
    back.holds(clientAccounts, 1, { creditUsd: 0, creditSsp: 177_500_000 })
    const undone = back.when(reversePayment, reversal(back, 1), finance)
    undone.holds(payments, 1, { status: "reversed" }).holds(clientAccounts, 1, { creditUsd: 0, creditSsp: 0, creditSspWorth: 0 })
    expect(["1020", "1910", "2300"].map((number) => inBooks(undone, number))).toEqual([1, 2, 3].map(() => ({ own: 0, usd: 0 })))
    expect(inBooks(undone, "7900").usd).toBe(0)
  })
  test("is refused without a rate, at one that must be a slip, for more than it settles, and for others than finance", () => {
    issued
      .when(receivePayment, { ...ssp, ...agreed, exchangeRate: 1_500, amount: 177_500_000 }, finance)
      .refuses(/^The exchange rate 15.00 is far from the official/, 403)
    issued.when(receivePayment, { ...ssp, ...agreed, exchangeRate: 0, amount: 177_500_000 }, finance).refuses("Exchange rate must be greater than 0", 422)
    issued.when(receivePayment, { ...ssp, ...agreed, amount: 176_999_999 }, finance).refuses("The payment is smaller than the allocated amount", 422)
    const convert = { clientId: 1, currency: "SSP" as const, amount: 500_001, rate: null }
    paid.when(convertCredit, convert, finance).refuses("The client's credit is SSP 5000.00", 409)
    paid.when(convertCredit, { ...convert, currency: "USD" }, finance).refuses("This client has no credit in USD", 409)
    paid.when(convertCredit, { ...convert, amount: 0 }, finance).refuses("Amount must be greater than 0", 422)
    paid.when(convertCredit, { ...convert, amount: 1 }, finance).refuses("SSP 0.01 amounts to zero in USD", 422)
    paid.when(convertCredit, { ...convert, amount: 5 }, manager).refuses("Only finance can record payments", 403)
  })
  test("leaves nothing in USD on the conversion account and the books balanced, whatever the amounts and rates", () => {
    const rates = fc.integer({ min: 20_000, max: 1_200_000 })
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 900_000_000 }), rates, rates, (amount, there, back) => {
        const received = company.when(receivePayment, { ...ssp, amount, allocations: [] }, finance)
        const one = received.when(convertCredit, { clientId: 1, currency: "SSP", amount, rate: there }, finance)
        const { creditUsd } = one.row(clientAccounts, 1)!
        const two = one.when(convertCredit, { clientId: 1, currency: "USD", amount: creditUsd, rate: back }, finance)
        expect([inBooks(one, "1910").usd, inBooks(two, "1910").usd, inBooks(two, "1910", "USD").own]).toEqual([0, 0, 0])
        const account = two.row(clientAccounts, 1)!
        const books = [inBooks(two, "2300", "SSP").own + account.creditSsp, inBooks(two, "2300").usd + account.creditSspWorth]
        expect([account.creditUsd, ...books]).toEqual([0, 0, 0])
      }),
      { numRuns: 40 },
    )
  })
})

describe("sending", () => {
  const rendered = { sha256: "a".repeat(64), bytes: 1234 }
  const plain = { id: 1, rendered, to: null, cc: null, subject: null, message: null }
  const sent = issued.when(sendInvoice, plain, finance)
  test("a queued mail is withdrawn when its invoice is cancelled, and stays when only a part is credited", () => {
    sent.when(creditInvoice, { id: 1, reason: "Half", lines: [{ line: 1, quantity: null, amount: 100 }] }, finance).holds(mails, 1, { status: "queued" })
    const cancelled = sent.when(creditInvoice, { id: 1, reason: "Wrong camp", lines: null }, finance)
    cancelled.holds(mails, 1, { status: "withdrawn", lastError: "INV-2026-00001 was cancelled: Wrong camp" })
    cancelled.when(sendInvoice, plain, finance).refuses("INV-2026-00001 was cancelled by CN-2026-00001. Send the credit note instead", 409)
  })
  test("queues the mail with the PDF and marks the invoice as sent once the mail server accepts it", () => {
    sent.gives(["invoice/1", "InvoiceRendered", rendered], ["invoice/1", "InvoiceMailed", { mailId: 1, to: "accounts@slb.example" }], ["mail/1", "MailQueued"])
    expect(sent.row(mails, 1)).toMatchObject({
      to: "accounts@slb.example",
      subject: "Invoice INV-2026-00001, October 2026",
      attachments: [{ name: "INV-2026-00001.pdf", sha256: rendered.sha256, mediaType: "application/pdf" }],
    })
    sent.holds(invoices, 1, { status: "issued", sentAt: null })
    const accepted = sent.when(mailSent, { id: 1, messageId: "<1@x>", attempts: 1, refused: null }, finance)
    accepted.holds(invoices, 1, { status: "sent", sentAt: givenAt })
    const failed = sent.when(mailFailed, { id: 1, error: "No such mailbox", attempts: 1 }, finance)
    failed.gives(["mail/1", MailFailed.type], ["invoice/1", "InvoiceBounced", { mailId: 1, error: "No such mailbox" }]).holds(invoices, 1, { status: "issued" })
  })
  test("goes only to the client's own address, with copies to known domains", () => {
    issued.when(sendInvoice, { ...plain, to: "thief@elsewhere.example" }, finance).refuses(/Invoices are sent to the address in the client's record/, 403)
    issued.when(sendInvoice, { ...plain, to: "Accounts@SLB.example" }, finance).gives(...sent.events.map(([stream, type]) => [stream, type] as const))
    issued.when(sendInvoice, { ...plain, cc: "a@slb.example, thief@elsewhere.example" }, finance).refuses(/not to thief@elsewhere.example/, 403)
    const copied = issued.when(sendInvoice, { ...plain, cc: "camp@slb.example, boss@ours.example", subject: "Hello", message: "As agreed." }, finance)
    expect(copied.row(mails, 1)).toMatchObject({ cc: "camp@slb.example, boss@ours.example", subject: "Hello" })
    expect(copied.row(mails, 1)!.text).toContain("As agreed.")
    inSsp.when(sendInvoice, plain, finance).refuses("This client has no e-mail address", 422)
    issued.when(sendInvoice, plain, manager).refuses("Only finance can change invoices", 403)
  })
  test("is limited to three times an hour and always uses the first PDF", () => {
    const third = sent.when(sendInvoice, { ...plain, rendered: { sha256: "b".repeat(64), bytes: 1 } }, finance).when(sendInvoice, plain, finance)
    expect(third.row(mails, 2)!.attachments![0]!.sha256).toBe(rendered.sha256)
    third.holds(invoices, 1, { pdfSha256: rendered.sha256 })
    third.when(sendInvoice, plain, finance).refuses(/was mailed 3 times within the last hour/, 429)
    third.when(sendInvoice, plain, person(1, 7, { at: "2026-11-21T09:00:00.001Z" })).holds(invoices, 1, { status: "issued" })
  })
  test("records each download; the first one stores the PDF", () => {
    const first = issued.when(downloadInvoice, { id: 1, rendered }, manager)
    first.gives(["invoice/1", "InvoiceRendered"], ["invoice/1", "InvoiceDownloaded", { by: 2 }])
    first.when(downloadInvoice, { id: 1, rendered }, manager).gives(["invoice/1", "InvoiceDownloaded"])
  })
})

test("any sequence of billing, payment, credit and reversal, in either currency, keeps invoices, client accounts and books equal", () => {
  const step = fc.record({
    what: fc.constantFrom("bill", "pay", "pay one", "credit", "credit line", "use", "use some", "reverse", "reverse"),
    which: fc.nat({ max: 5 }),
    /** percent of the open amount, or of the line */
    share: fc.integer({ min: 1, max: 130 }),
    isLate: fc.boolean(),
  })
  const amount = fc.integer({ min: 1, max: 300_000_000 })
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 16 }), fc.array(amount, { minLength: 6, maxLength: 6 }), (steps, amounts) => {
      const names = ["SLB", "Nile Works"]
      const bill = (story: Pick<Then, "when">, n: number, by: By) =>
        story.when(generateInvoice, { ...asked, clientName: names[n % 2]!, totalAmount: amounts[n % amounts.length]!, dueDate: "2027-01-31" }, by)
      let story = bill(bill(company, 0, finance), 1, finance)
      /** invoices other than credit notes, by id */
      let bills = [1, 2]
      let last = 2
      for (const { what, which, share, isLate } of steps) {
        // the rate of the dollar changes on 1 December
        const by = person(1, 7, { today: isLate ? "2026-12-05" : "2026-11-25" })
        const id = bills[which % bills.length]!
        const { clientId, currency, lines, ...of } = story.row(invoices, id)!
        const part = Math.ceil((openOf(story.row(invoices, id)!) * share) / 100)
        const net = Math.ceil((lines[0]!.amount * share) / 100)
        const paid = { ...money, clientId, currency, amount: part, date: by.today }
        const next = {
          bill: () => bill(story, bills.length, by),
          pay: () => story.when(receivePayment, { ...paid, amount: part * 2 }, by),
          "pay one": () => story.when(receivePayment, { ...paid, allocations: [{ invoiceId: id, amount: part }] }, by),
          credit: () => story.when(creditInvoice, { id, reason: "x", lines: null }, by),
          "credit line": () => story.when(creditInvoice, { id, reason: "x", lines: [{ line: 1, quantity: null, amount: net }] }, by),
          use: () => story.when(applyCredit, { invoiceId: id, amount: null }, by),
          reverse: () => {
            let received = 0
            while (story.row(payments, received + 1)) received++
            return received === 0 ? undefined : story.when(reversePayment, reversal(story, (which % received) + 1), by)
          },
          "use some": () => story.when(applyCredit, { invoiceId: id, amount: part }, by),
        }[what]()
        if (next === undefined) continue
        if (next.refusal) {
          expect([409, 422]).toContain(next.refusal.status)
          continue
        }
        story = next
        if (what === "bill") bills = [...bills, last + 1]
        while (story.row(invoices, last + 1)) last++
        if (what === "credit") expect(story.row(invoices, id)!.creditedAmount).toBe(of.totalAmount)
      }

      const open = { USD: 0, SSP: 0 }
      let worth = 0
      for (const id of bills) {
        const bill = story.row(invoices, id)!
        expect(bill.creditedAmount).toBeLessThanOrEqual(bill.totalAmount)
        expect(bill.paidAmount).toBeGreaterThanOrEqual(0)
        expect(openOf(bill)).toBeGreaterThanOrEqual(0)
        expect(bill.paidAmount + bill.creditedAmount + openOf(bill)).toBe(bill.totalAmount)
        const notes = bill.creditNotes.map((note) => story.row(invoices, note)!)
        expect(notes.reduce((sum, note) => sum + note.totalAmount, 0)).toBe(bill.creditedAmount)
        open[bill.currency] += openOf(bill)
        worth += toUsd(bill.totalAmount, bill.rate!) - toUsd(bill.totalAmount - openOf(bill), bill.rate!)
        const account = story.row(clientAccounts, bill.clientId)!
        expect(account.open.some(({ invoiceId }) => invoiceId === id)).toBe(openOf(bill) > 0)
      }
      const credit = [1, 2].map((client) => story.row(clientAccounts, client))
      const sum = (pick: (account: NonNullable<(typeof credit)[number]>) => number) => credit.reduce((sum, account) => sum + (account ? pick(account) : 0), 0)
      for (const account of credit) if (account?.creditSsp === 0) expect(account.creditSspWorth).toBe(0)
      for (const currency of ["USD", "SSP"] as const) expect(inBooks(story, "1100", currency).own).toBe(open[currency])
      expect(inBooks(story, "1100").usd).toBe(worth)
      expect(inBooks(story, "2300", "USD").own + sum(({ creditUsd }) => creditUsd)).toBe(0)
      expect(inBooks(story, "2300", "SSP").own + sum(({ creditSsp }) => creditSsp)).toBe(0)
      expect(inBooks(story, "2300").usd + sum(({ creditUsd, creditSspWorth }) => creditUsd + creditSspWorth)).toBe(0)
      expect(numbers.reduce((total, number) => total + inBooks(story, number).usd, 0)).toBe(0)
    }),
    { numRuns: times(75, 300) },
  )
})
