/** A month of the whole company, from the first invoice to the closed books, on a real database. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { applyCredit, receivePayment } from "@ops/billing/payments/payment.ts"
import { creditInvoice, type InvoiceDraft, InvoiceDrafted, invoices, issuing } from "@ops/billing/invoices/invoice.ts"
import { approveDailyExpense, recordDailyExpense } from "@ops/finance/daily-expenses/record.ts"
import { approveExpense, payExpense, requestExpense } from "@ops/finance/expense-requests/expense-request.ts"
import { financeModule } from "@ops/finance/module.ts"
import { approvePayable, enterPayable } from "@ops/finance/payables/commands.ts"
import { approvePaymentRun, draftPaymentRun, executePaymentRun } from "@ops/finance/payment-runs/payment-run.ts"
import { postTransaction, recordTransaction, reverseTransaction } from "@ops/finance/transactions/transaction.ts"
import { checklist, ClosingChecks } from "@ops/ledger/periods/closing.ts"
import { enterRate } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { confirmRateChange, proposeRateChange } from "@ops/ledger/exchange-rates/rate-change.ts"
import { postEntry, reverseEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { closePeriod, openPeriod } from "@ops/ledger/periods/period.ts"
import { revaluePeriod } from "@ops/ledger/revaluations/revaluation.ts"
import { openOf } from "@ops/ledger/revaluations/queries.ts"
import { type StatementAnswer, StatementsApi } from "@ops/ledger/statements/contract.ts"
import { StatementsOfBooks } from "@ops/ledger/statements/testing.ts"
import { setTaxRate } from "@ops/ledger/taxes/tax-code.ts"
import { drawUpReport } from "@ops/ledger/taxes/tax-report.ts"
import { taxLines } from "@ops/ledger/taxes/queries.ts"
import { checked, Ties } from "@ops/ledger/checks/ties.ts"
import { client, siteAt } from "@ops/meals/testing.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { type Command, command, type By, findById, newId, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { approvePeriod, createPeriod, payPeriod, postPeriod } from "@ops/payroll/payroll-periods/payroll-period.ts"
import { processPeriod } from "@ops/payroll/payroll-periods/processing.ts"
import { hired, law, present } from "@ops/payroll/testing.ts"
import { DepartmentAdded, departments } from "@ops/people/departments/department.ts"
import { companyPositions, PositionAdded } from "@ops/people/departments/company-position.ts"
import { addVendor } from "@ops/procurement/vendors/vendor.ts"
import { monthOf } from "@ops/reporting/month-end/server.ts"
import { closingChecks, model, ties } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
const run = <A>(effect: Effect.Effect<A, unknown, unknown>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, never, never>)
/** A person of a level on a day. */
const person = (id: number, level: number, day: string): By => ({
  ...system("test", `${day}T08:00:00.000Z`),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
})
const doing = <Input>(what: Command<Input>, input: Input, by: By): Promise<number> =>
  run(Effect.flatMap(Records, ({ execute }) => Effect.map(execute(what, input, by), ({ id }) => id)))
const rows = (text: string, values: ReadonlyArray<unknown> = []) => run(Effect.flatMap(Database, ({ statement }) => statement(text, values)))

const signedIn = (): SignedIn => ({ ...person(7, 7, "2026-11-21"), person: 7, employeeId: "FO-7", siteId: null, sessionId: null, proven: true })
const web = serveApi(HttpApiBuilder.layer(StatementsApi).pipe(Layer.provide(StatementsOfBooks)), runtime, signedIn)
const ask = (address: string) => web.ask("7", `/api/reports/${address}`)
const statement = async (address: string): Promise<StatementAnswer> => (await ask(address)).json()
const bytesOf = async (address: string) => Buffer.from(await (await ask(address)).arrayBuffer()).toString("base64")

const monthEnd = (period: string) => run(monthOf(period).pipe(Effect.provideService(ClosingChecks, closingChecks), Effect.provideService(Who, signedIn())))
const netProfit = async (period: string) => {
  const { sections, columns } = await statement(`pnl?period=${period}`)
  return sections.find(({ key }) => key === "net-profit")!.total!.values[columns[0]!.key]
}

const tell = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
interface Sale {
  readonly day: string
  readonly clientId: number
  readonly amount: number
  readonly currency: "USD" | "SSP"
}
const taxed = (amount: number) => Math.floor((amount * 18 + 50) / 100)
/** An issued invoice for services with 18 % tax; some were earned in the previous month. */
const bill = command("test.bill", function* ({ day, clientId, amount, currency }: Sale) {
  const tax = taxed(amount)
  // not before the month under test
  const [worked] = [addDays(day, -(amount % 45)), "2026-10-01"].sort().slice(-1) as [string]
  const named = { name: `Client ${clientId}`, address: "", email: null }
  const draft: InvoiceDraft = {
    kind: "service",
    siteId: 1,
    clientId,
    contractId: null,
    projectId: null,
    client: named,
    seller: named,
    billingPeriod: day,
    billingType: null,
    periodStart: worked,
    periodEnd: worked,
    dueDate: addDays(day, 30),
    currency,
    staffCount: 0,
    mealsServed: 0,
    mealsMissed: 0,
    lines: [{ description: "Services", quantity: 1, unitPrice: amount, amount, taxRate: 1800 }],
    taxCode: "SALES",
    taxes: [{ rate: 1800, net: amount, tax }],
    subtotalAmount: amount,
    taxAmount: tax,
    totalAmount: amount + tax,
    template: "standard",
    notes: "",
    overrideReason: null,
    runId: null,
    planDigest: null,
    creditOf: null,
    replaces: null,
    generatedBy: null,
  }
  const id = yield* newId(invoices)
  return [invoices.at(id, InvoiceDrafted(draft)), ...(yield* issuing(id, draft, day))]
})

const categories = ["fuel", "supplies", "maintenance", "other"] as const
const step = fc.record({
  day: fc.integer({ min: 0, max: 30 }),
  what: fc.constantFrom("sale", "sale", "receipt", "credit", "expense", "transaction", "reversed", "daily", "bill", "bill", "paid", "rate"),
  amount: fc.integer({ min: 1_00, max: 40_000_00 }),
  currency: fc.constantFrom("USD" as const, "SSP" as const),
  pick: fc.integer({ min: 0, max: 1_000 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
let told = 0
let paidOn = 0

/** One random event on a day, by the commands of its module; null if there was nothing to do. */
const happen = async ({ what, amount, currency, pick }: Step, day: string) => {
  const [maker, checker, chief] = [person(1, 7, day), person(2, 7, day), person(3, 10, day)]
  const n = ++told
  const clientId = (pick % 2) + 1
  if (what === "sale") return doing(bill, { day, clientId, amount, currency }, maker)
  if (what === "rate") {
    const rate = { type: "official" as const, from: day, rate: 90_000 + pick * 200 + n, source: "" }
    // a rate already in effect is changed by two people
    return doing(enterRate, rate, chief).catch(async () => {
      const id = await doing(proposeRateChange, { ...rate, reason: "Corrected" }, chief)
      return doing(confirmRateChange, { id }, maker)
    })
  }
  if (what === "receipt") {
    const [owed] = await rows(
      "select i.id from invoice i where kind = 'service' and client_id = $1 and currency = $2 and status in ('issued', 'part_paid') limit 1",
      [clientId, currency],
    )
    // without an invoice in this currency, the payer must declare it as credit
    const asked = { clientId, amount, currency, method: "bank_transfer" as const, date: day, reference: `R-${n}`, notes: "" }
    await doing(receivePayment, { ...asked, allocations: owed ? null : [] }, maker)
    const [open] = await rows(
      "select i.id from invoice i join client_account a on a.id = i.client_id where i.kind = 'service' and i.client_id = $1 and i.currency = $2 and i.status in ('issued', 'part_paid') and (case when $2 = 'USD' then a.credit_usd else a.credit_ssp end) > 0 limit 1",
      [clientId, currency],
    )
    return open && doing(applyCredit, { invoiceId: open["id"], amount: null }, maker)
  }
  if (what === "credit") {
    const [invoice] = await rows("select id from invoice where kind = 'service' and credited_amount = 0 and status <> 'draft' order by id offset $1 limit 1", [
      pick % 7,
    ])
    return invoice && doing(creditInvoice, { id: invoice["id"], reason: "As agreed", lines: null }, maker)
  }
  if (what === "expense") {
    const worth = currency === "USD" ? Math.min(amount, 4_000_00) : amount
    const wish = { amount: worth, currency, category: categories[pick % 4]!, subcategory: null, description: "Any", businessPurpose: "Any", requiredDate: null }
    const more = {
      paymentMethod: "bank_transfer" as const,
      priority: "medium" as const,
      receipts: [],
      notes: "",
      siteId: 1,
      requestDate: null,
      requestedBy: null,
    }
    const id = await doing(requestExpense, { ...wish, ...more }, chief)
    await doing(approveExpense, { id, overrideReason: null }, checker)
    return doing(payExpense, { id, paidDate: null, paymentMethod: null, paymentReference: null }, maker)
  }
  if (what === "transaction" || what === "reversed") {
    const facts = {
      description: "Any",
      amount,
      currency,
      category: categories[pick % 4]!,
      paymentMethod: pick % 3 ? ("cash" as const) : ("bank_transfer" as const),
    }
    const type = { transactionType: (["income", "expense", "transfer"] as const)[pick % 3]!, toAccount: null }
    const id = await doing(
      recordTransaction,
      { ...facts, ...type, siteId: 1, transactionDate: day, referenceNumber: null, transactionNumber: null, attachments: [] },
      maker,
    )
    await doing(postTransaction, { id, overrideReason: null }, checker)
    return what === "reversed" ? doing(reverseTransaction, { id, reason: "Wrong" }, chief) : id
  }
  if (what === "daily") {
    const costs = { staffFeedingCost: amount, fuelCost: 5_00, transportCost: 0, suppliesCost: 0, maintenanceCost: 0, otherCosts: 0 }
    const known = await rows("select 1 from daily_expense where expense_date = $1::date and currency = $2", [day, currency])
    if (known.length > 0) return null
    const id = await doing(recordDailyExpense, { expenseDate: day, siteId: 1, currency, ...costs, staffCount: 9, notes: "", receipts: [] }, maker)
    return doing(approveDailyExpense, { id, overrideReason: null }, checker)
  }
  if (what === "bill") {
    const id = await supplied({ day, amount, currency, n })
    return doing(approvePayable, { id, reason: "Seen" }, checker)
  }
  const open = await rows(
    "select id from payable where posted_date is not null and currency = $1 and status in ('open', 'part_paid') and run_id is null limit 3",
    [currency],
  )
  if (open.length === 0) return null
  const items = open.map(({ id }, n) => ({ payableId: id as number, amount: n === 0 && pick % 2 ? 1_00 : null }))
  const id = await doing(draftPaymentRun, { currency, account: null, paymentDate: day, items, notes: "" }, maker)
  await doing(approvePaymentRun, { id }, checker)
  paidOn++
  return doing(executePaymentRun, { id, reference: null }, maker)
}
/** A supplier's bill is entered; sometimes 15 % are withheld. */
const supplied = ({ day, amount, currency, n }: { day: string; amount: number; currency: "USD" | "SSP"; n: number }) =>
  doing(
    enterPayable,
    {
      vendorId: 1,
      invoiceNumber: `B-${n}`,
      currency,
      invoiceDate: day,
      dueDate: null,
      description: "Any",
      category: categories[n % 4]!,
      siteId: 1,
      purchaseRequestId: null,
      amount,
      taxAmount: 0,
      withholdingRate: n % 2 ? 1500 : null,
      lines: [],
      attachments: [],
      notes: "",
    },
    person(1, 7, day),
  )

const holds = async (from: string, to: string) => {
  for (const kind of ["trial-balance?", "balance-sheet?", "cash-flow?", "cash-flow?method=indirect&"]) {
    for (const currency of ["", "&currency=USD", "&currency=SSP"]) {
      const { checks, title } = await statement(`${kind}from=${from}&to=${to}${currency}`)
      expect(checks.length, title).toBeGreaterThan(0)
      expect(
        checks.filter(({ ok }) => !ok),
        `${title} ${to} ${currency}`,
      ).toEqual([])
    }
  }
}
const tiesAt = (day: string) => run(Effect.provideService(checked(day), Ties, ties))
const broken = async (day: string) => (await tiesAt(day)).filter(({ ok }) => !ok)
const revalue = async (period: string) => {
  const { version, balances } = await run(openOf(period))
  const open = balances.map(({ accountNumber, balance, carriedUsd }) => ({ accountNumber, balance, carriedUsd }))
  return doing(revaluePeriod, { period, version, balances: open }, person(1, 7, "2026-11-03"))
}
const checks = (period: string) => run(Effect.provideService(checklist(period), ClosingChecks, closingChecks))

beforeAll(async () => {
  await run(Effect.andThen(ledgerModule.setup, financeModule.setup))
  await doing(tell, [siteAt(1, "site-1"), client(1), client(2)], system("test", new Date().toISOString()))
  const post = { title: "Cook", departmentId: 1, level: null, description: "", requirements: "", baseSalary: null, isActive: true }
  const staff = [hired(1, 1_200_00, "USD"), hired(2, 650_000_00, "SSP"), hired(3, 480_00, "USD")]
  await doing(
    tell,
    [
      departments.at(1, DepartmentAdded({ name: "Catering", description: "", managerId: null, budget: null, isActive: true })),
      companyPositions.at(1, PositionAdded(post)),
      ...law,
      ...staff,
      ...staff.flatMap(({ id }) => present(id, "2026-10-01", "2026-10-31")),
    ],
    // before the payroll: what is recorded later is late
    system("test", "2026-10-30T12:00:00.000Z"),
  )
  const vendor = { name: "Nile Foods", contactPerson: null, email: null, phone: null, address: null, taxId: null, notes: null }
  await doing(addVendor, { ...vendor, paymentTerms: "net_30", currency: "USD", vendorNumber: null }, person(1, 7, "2026-10-01"))
  await doing(setTaxRate, { code: "SALES", from: "2020-01-01", rate: 1800, source: "As agreed" }, person(1, 7, "2026-10-01"))
  const opening = { date: "2026-10-01", description: "Opening", reference: null }
  for (const [currency, account] of [
    ["USD", "1010"],
    ["SSP", "1020"],
  ] as const) {
    const lines = [
      { account, debit: 90_000_000_00 },
      { account: "3000", credit: 90_000_000_00 },
    ]
    await doing(postEntry, { ...opening, currency, lines }, person(1, 7, "2026-10-01"))
  }
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

test("a month of random events balances, reconciles, and is revalued, taxed and closed", { timeout: 180_000 }, async () => {
  const steps = fc.sample(step, { numRuns: 140, seed: 26 }).sort((a, b) => a.day - b.day)
  for (const each of steps) await happen(each, addDays("2026-10-01", each.day))
  expect(paidOn).toBeGreaterThan(2)
  const payroll = { periodName: "October 2026", startDate: "2026-10-01", endDate: "2026-10-31", payDate: "2026-10-31", notes: "" }
  const pay = await doing(createPeriod, payroll, person(1, 7, "2026-10-31"))
  expect((await checks("2026-10")).find(({ key }) => key === "payroll")!.ok).toBe(false)
  await run(processPeriod(pay, null, person(1, 7, "2026-10-31")))
  await doing(approvePeriod, { id: pay, overrideReason: null }, person(2, 10, "2026-10-31"))
  await doing(postPeriod, { id: pay }, person(1, 7, "2026-10-31"))
  await holds("2026-10-01", "2026-10-31")
  for (const day of ["2026-10-05", "2026-10-17", "2026-10-31"]) expect(await broken(day), day).toEqual([])
  const books = await tiesAt("2026-10-31")
  for (const key of ["receivables", "client-credits", "payables", "accrued-payroll"]) {
    expect(
      books.filter((tie) => tie.key === key).map(({ books }) => books > 0),
      key,
    ).toEqual([true, true])
  }

  expect((await checks("2026-10")).filter(({ ok }) => !ok).map(({ key }) => key)).toEqual(["revaluation"])
  const open = await monthEnd("2026-10")
  const stateOf = (key: string) => open.steps.find((step) => step.key === key)!
  expect([stateOf("pay").open, stateOf("revalue").open, stateOf("check").summary.at(-1)]).toEqual([0, 1, "1 to resolve"])
  expect(open.checks[0]).toMatchObject({ key: "revaluation", step: "revalue", ok: false })
  // the month-end's profit equals that of the statement, before and after the revaluation that it projects
  expect(open.result.before).toBe(await netProfit("2026-10"))
  await revalue("2026-10")
  await revalue("2026-10")
  const posted = await rows("select count(*) as n from journal_entry where source_kind = 'revaluation'")
  expect(posted).toEqual([{ n: 4 }])
  const revalued = await monthEnd("2026-10")
  expect(revalued.steps.find(({ key }) => key === "revalue")).toMatchObject({ state: "done", by: null, open: 0 })
  expect([revalued.result.before, revalued.result.step]).toEqual([open.result.after, "0.00"])
  expect(await netProfit("2026-10")).toBe(open.result.after)
  await holds("2026-10-01", "2026-10-31")
  await holds("2026-11-01", "2026-11-03")
  expect(await broken("2026-10-31")).toEqual([])

  const lines = await run(taxLines("2026-10", "sales", "USD"))
  const report = await doing(drawUpReport, { taxPeriod: "2026-10", taxType: "sales", currency: "USD", notes: "", lines }, person(1, 7, "2026-11-03"))
  const [told] = await rows(
    `select (select total_tax_owed from tax_report where id = $1) as report,
       (select sum(case kind when 'credit_note' then -tax_amount else tax_amount end) from invoice where currency = 'USD' and issue_date between '2026-10-01' and '2026-10-31') as invoices`,
    [report],
  )
  expect(Number(told!["report"])).toBe(Number(told!["invoices"]))

  // paid after the month: the amount owed then stays unchanged
  await doing(payPeriod, { id: pay, paidDate: "2026-11-02", paymentMethod: "bank_transfer", paymentReference: "TT-10" }, person(1, 7, "2026-11-02"))
  expect(await broken("2026-10-31")).toEqual([])
  expect(await broken("2026-11-03")).toEqual([])

  expect((await checks("2026-10")).filter(({ ok }) => !ok)).toEqual([])
  await doing(openPeriod, { period: "2026-10" }, person(1, 7, "2026-11-03"))
  await doing(closePeriod, { period: "2026-10", blockers: [], overrides: [] }, person(1, 7, "2026-11-03"))
  expect(await monthEnd("2026-10")).toMatchObject({ status: "closed", current: null })
  expect((await monthEnd("2026-10")).steps.at(-1)).toMatchObject({ key: "close", state: "done", next: null })
})

test("every statement of the closed month is the same file a month later; a late bill still counts as open on its own day", {
  timeout: 180_000,
}, async () => {
  const files = ["pnl", "balance-sheet", "cash-flow", "trial-balance", "expense"].flatMap((kind) =>
    ["pdf", "csv"].map((format) => `${kind}?period=2026-10&format=${format}`),
  )
  const before = await Promise.all(files.map(bytesOf))

  // a bill for October arrives in November: it is in November's books, and open since October
  const id = await supplied({ day: "2026-10-28", amount: 777_00, currency: "USD", n: 9_001 })
  await doing(approvePayable, { id, reason: "It came late" }, person(2, 7, "2026-11-05"))
  const [entry] = await rows(
    `select to_char(entry_date, 'YYYY-MM-DD') as "entryDate", to_char(effective_date, 'YYYY-MM-DD') as "effectiveDate" from journal_entry where source_kind = 'payable' and source_id = $1`,
    [id],
  )
  expect(entry).toEqual({ entryDate: "2026-11-01", effectiveDate: "2026-10-28" })
  const steps = fc.sample(step, { numRuns: 60, seed: 27 }).sort((a, b) => a.day - b.day)
  for (const each of steps) await happen(each, addDays("2026-11-01", each.day % 20))

  expect(await Promise.all(files.map(bytesOf))).toEqual(before)
  for (const day of ["2026-10-28", "2026-10-31", "2026-11-20"]) expect(await broken(day), day).toEqual([])
  await holds("2026-11-01", "2026-11-20")
  expect((await checks("2026-10")).filter(({ ok }) => !ok)).toEqual([])
})

test("posting journal entries by hand and reversing them leaves every balance unchanged", { timeout: 60_000 }, async () => {
  const balances = () =>
    rows(
      "select l.account_id, l.currency, sum(l.debit - l.credit) as own, sum(l.debit_usd - l.credit_usd) as usd from journal_line l group by 1, 2 order by 1, 2",
    )
  const before = await balances()
  const day = "2026-11-20"
  const numbers = ["1000", "1020", "6910", "6900", "3000", "4900", "6300"]
  const entries = fc.sample(
    fc.record({
      currency: fc.constantFrom("USD" as const, "SSP" as const),
      parts: fc.array(fc.integer({ min: 1, max: 9_000_00 }), { minLength: 1, maxLength: 5 }),
      first: fc.nat(6),
    }),
    { numRuns: 12, seed: 28 },
  )
  const ids: Array<number> = []
  for (const { currency, parts, first } of entries) {
    const total = parts.reduce((sum, part) => sum + part, 0)
    const lines = [{ account: numbers[first]!, debit: total }, ...parts.map((credit, n) => ({ account: numbers[(first + n + 1) % numbers.length]!, credit }))]
    ids.push(await doing(postEntry, { date: day, description: "Any", reference: null, currency, lines }, person(1, 7, day)))
  }
  expect(await balances()).not.toEqual(before)
  await holds("2026-11-01", day)
  for (const id of ids) await doing(reverseEntry, { id, date: null, reason: "Reversed" }, person(2, 7, day))
  const owed = {
    date: day,
    description: "Any",
    reference: null,
    currency: "USD" as const,
    lines: [
      { account: "1100", debit: 5 },
      { account: "4900", credit: 5 },
    ],
  }
  const untied = await doing(postEntry, owed, system("test", `${day}T08:00:00.000Z`))
  expect(await broken(day)).toMatchObject([{ key: "receivables", currency: "USD" }])
  await doing(reverseEntry, { id: untied, date: null, reason: "Not an invoice" }, person(1, 7, day))
  expect(await broken(day)).toEqual([])
  const nonZero = (of: Awaited<ReturnType<typeof balances>>) => of.filter(({ own, usd }) => Number(own) !== 0 || Number(usd) !== 0)
  expect(nonZero(await balances())).toEqual(nonZero(before))
})
