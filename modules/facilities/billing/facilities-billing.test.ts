import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { given, type Then } from "@ops/platform/testing/given.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { creditInvoice, discardInvoice, invoices } from "@ops/billing/invoices/invoice.ts"
import { billingModule } from "@ops/billing/module.ts"
import { clientContracts, ContractSigned, noDetails } from "@ops/clients/contracts/client-contract.ts"
import { AccountOpened, accounts, type accountTypes } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { TaxCodeAdded, taxCodes, TaxRateSet } from "@ops/ledger/taxes/tax-code.ts"
import { billOrders, facilitiesBills, issueOrderBill, orderBillingConsequences, orderBillings, priceOf } from "./facilities-billing.ts"
import { decideSlaCredit, SlaClockStarted, slaClocks, SlaCreditDecided, SlaCreditProposed, SlaMissed } from "../service-levels/sla-clock.ts"
import { at, company, person } from "../testing.ts"
import { WorkOrderCompleted, WorkOrderRequested, workOrders, WorkOrderVerified } from "../work-orders/work-order.ts"

const finance = person(7)
const chief = person(10)

type Kind = (typeof accountTypes)[number]
const chart: ReadonlyArray<readonly [string, Kind]> = [
  ["1100", "asset"],
  ["2200", "liability"],
  ["2300", "liability"],
  ["4200", "income"],
]
const books: ReadonlyArray<Change> = [
  ...chart.map(([accountNumber, accountType], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName: accountNumber, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  taxCodes.at(1, TaxCodeAdded({ code: "SALES", name: "Sales tax" })),
  taxCodes.at(1, TaxRateSet({ from: "2020-01-01", rate: 1800, source: "law" })),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2020-01-01", rate: 130_000, source: "first", enteredBy: null })),
  clientContracts.at(
    1,
    ContractSigned({
      contractNumber: "CT-1",
      clientId: 1,
      siteId: 1,
      serviceType: "facilities",
      startDate: "2026-01-01",
      endDate: null,
      currency: "USD",
      taxCode: "SALES",
      details: { ...noDetails, hourlyRate: 20_00 },
      notes: "",
      createdBy: null,
    }),
  ),
]

interface Made {
  readonly billable?: boolean
  readonly siteId?: number
  readonly clientId?: number | null
  readonly contractId?: number | null
  /** cost of hours and parts, in cents */
  readonly labour?: number
  readonly parts?: number
  readonly verifiedBy?: number
  readonly verified?: boolean
}
/** A completed order of two hours. Given events happen on 21 November. */
const order = (id: number, made: Made = {}): ReadonlyArray<Change> => {
  const { billable = true, siteId = 1, clientId = 1, contractId = null, labour = 12_00, parts = 50_00, verifiedBy = 8, verified = true } = made
  const nothing = { location: "", assetId: null, dueDate: null, scheduledDate: null, emergency: false, estimatedCost: null, notes: "", planId: null }
  return [
    workOrders.at(
      id,
      WorkOrderRequested({
        ...nothing,
        orderNumber: `WO-2026-0000${id}`,
        siteId,
        serviceType: "cleaning",
        priority: "medium",
        description: "Deep cleaning",
        clientId,
        contractId,
        billable,
        origin: "request",
        followUpOf: null,
        signatureRequired: false,
        requestedBy: 6,
        requestDate: "2026-11-20",
        reportedAt: null,
        photos: [],
        plannedParts: [],
        checklist: [],
        responseDue: null,
        resolutionDue: null,
      }),
    ),
    workOrders.at(
      id,
      WorkOrderCompleted({
        completedBy: 6,
        checklist: [],
        parts: parts === 0 ? [] : [{ stockItemId: 1, quantity: 1000, value: parts }],
        hours: [{ staffId: 1, contractorId: null, minutes: 120, cost: labour, date: "2026-11-21" }],
        photos: [],
        completion: { signature: null, signedBy: "", rating: null, remarks: "" },
        resolutionMet: null,
      }),
    ),
    ...(verified ? [workOrders.at(id, WorkOrderVerified({ verifiedBy, note: "" }))] : []),
  ]
}
/** A credit of 25 dollars for the order. */
const credit = (id: number, state: "proposed" | "granted"): ReadonlyArray<Change> => [
  slaClocks.at(
    id,
    SlaClockStarted({
      siteId: 1,
      clientId: 1,
      responseMinutes: null,
      resolutionMinutes: 60,
      aroundTheClock: true,
      creditAmount: 25_00,
      responseDue: null,
      resolutionDue: at("06:00"),
      responseWarnAt: null,
      resolutionWarnAt: at("05:48"),
    }),
  ),
  slaClocks.at(id, SlaMissed({ clock: "resolution", due: at("06:00") })),
  slaClocks.at(id, SlaCreditProposed({ amount: 25_00 })),
  ...(state === "granted" ? [slaClocks.at(id, SlaCreditDecided({ granted: true, note: "", decidedBy: 8 }))] : []),
]

const world = (...changes: ReadonlyArray<ReadonlyArray<Change>>) =>
  given(...company, ...books, ...changes.flat()).with(...billingModule.consequences, ...orderBillingConsequences)
const november = { month: "2026-11", clientId: 1, siteId: 1 }
const billed = (of: { readonly when: Then["when"] }, ...ids: ReadonlyArray<number>) => of.when(billOrders(ids), november, finance)

describe("a month's bill", () => {
  test("has one line per order: hours at the contract's price or at cost, parts at cost", () => {
    const then = billed(world(order(1), order(2, { contractId: 1 }), order(3, { parts: 0, labour: 7_50 })), 1, 2, 3)
    then.holds(invoices, 1, {
      kind: "service",
      status: "draft",
      billingPeriod: "November 2026",
      dueDate: "2026-12-21",
      subtotalAmount: 159_50,
      taxAmount: 28_71,
      totalAmount: 188_21,
    })
    expect(then.row(invoices, 1)!.lines.map(({ description, amount }) => [description, amount])).toEqual([
      ["WO-2026-00001, 2026-11-21, Cleaning: Deep cleaning, 2 hours", 62_00],
      ["WO-2026-00002, 2026-11-21, Cleaning: Deep cleaning, 2 hours", 90_00],
      ["WO-2026-00003, 2026-11-21, Cleaning: Deep cleaning, 2 hours", 7_50],
    ])
    then.holds(orderBillings, 2, { invoiceId: 1 })
  })
  test("is posted when issued, to receivables, facilities revenue and tax", () => {
    const issued = billed(world(order(1)), 1).when(issueOrderBill, { id: 1 }, finance)
    issued.holds(invoices, 1, { status: "issued", invoiceNumber: "INV-2026-00001" })
    expect(issued.row(journalEntries, 1)!.lines.map(({ accountId, debit, credit }) => [accountId, debit, credit])).toEqual([
      [1, 73_16, 0],
      [4, 0, 62_00],
      [2, 0, 11_16],
    ])
    issued.when(issueOrderBill, { id: 1 }, finance).refuses("INV-2026-00001 is issued already", 409)
  })
  test("is in SSP if the client pays in SSP", () => {
    const terms = { currency: "SSP", rate: 130_000, hour: { amount: 20_00, currency: "USD" }, credit: 1_00, charged: true } as const
    const hours = [{ staffId: 1, contractorId: null, minutes: 90, cost: 5_00, date: "2026-11-21" }]
    const done = { id: 4, hours, parts: [{ stockItemId: 1, quantity: 1000, value: 10 }] }
    expect(priceOf(done, terms)).toEqual({ orderId: 4, charged: true, labour: 39_000_00, parts: 130_00, credit: 1300_00 })
    expect(priceOf(done, { ...terms, hour: null })).toMatchObject({ labour: 6500_00 })
    expect(priceOf(done, { ...terms, charged: false })).toMatchObject({ labour: 0, parts: 0, credit: 1300_00 })
  })
  test("deducts granted credits for late work, but never below zero", () => {
    const then = billed(world(order(1), credit(1, "granted")), 1)
    then.holds(invoices, 1, { subtotalAmount: 37_00 }).holds(slaClocks, 1, { creditStatus: "billed", invoiceId: 1 })
    expect(then.row(invoices, 1)!.lines.at(-1)).toMatchObject({ description: "Credit for WO-2026-00001: resolved after the due time", amount: -25_00 })
    billed(world(order(1), credit(1, "proposed")), 1).holds(invoices, 1, { subtotalAmount: 62_00 })
    billed(world(order(1, { labour: 0, parts: 20_00 }), credit(1, "granted")), 1).refuses(
      "The orders total USD 20.00 and the credits 25.00: nothing is left to bill. Bill them with the next month",
      409,
    )
    // a credit can be granted after the work was billed
    const granted = billed(world(order(1), order(2), credit(1, "proposed")), 1).when(decideSlaCredit, { id: 1, granted: true, note: "" }, person(8))
    billed(granted, 1, 2).holds(invoices, 2, { subtotalAmount: 37_00 }).holds(orderBillings, 1, { invoiceId: 1 }).holds(slaClocks, 1, { invoiceId: 2 })
  })
  test("refuses orders that cannot be billed, and writes nothing", () => {
    const refused = (made: Made, sentence: string | RegExp, more: Partial<typeof november> = {}) =>
      world(order(1, made))
        .when(billOrders([1]), { ...november, ...more }, finance)
        .refuses(sentence)
    refused({ verified: false }, "WO-2026-00001 is not verified yet. Have it verified before it is billed")
    refused({ billable: false }, "WO-2026-00001 is not billable")
    refused({ siteId: 2 }, "WO-2026-00001 belongs to another client or site")
    refused({}, "WO-2026-00001 was completed after 2026-10. Bill it with its own month", { month: "2026-10" })
    refused({}, "2026-12 has not started. Choose a month up to now", { month: "2026-12" })
    billed(world(order(1))).refuses("Nile Oil has no verified orders to bill at Site 1 up to the end of 2026-11", 422)
    world(order(1))
      .when(billOrders([1]), november, person(8))
      .refuses("Only finance can bill work orders", 403)
    billed(world(order(1, { verifiedBy: 7 })), 1).refuses("You verified WO-2026-00001. Another person bills it", 403)
    world(order(1, { verifiedBy: 10 }))
      .when(billOrders([1]), november, chief)
      .holds(orderBillings, 1, { invoiceId: 1 })
  })
  test("bills an order once; discarding the draft or crediting in full releases it", () => {
    const draft = billed(world(order(1), order(2)), 1)
    billed(draft, 1).refuses("WO-2026-00001 is billed already on Draft 1", 409)
    billed(draft, 2, 1).refuses(/billed already/)
    const again = billed(draft.when(discardInvoice, { id: 1, reason: "Wrong month" }, finance), 1, 2)
    again.holds(orderBillings, 1, { invoiceId: 2 }).holds(facilitiesBills, 1, { orders: [] })
    const credited = again.when(issueOrderBill, { id: 2 }, finance).when(creditInvoice, { id: 2, reason: "Not ours", lines: null }, finance)
    credited.holds(orderBillings, 1, { invoiceId: null }).holds(orderBillings, 2, { invoiceId: null })
    billed(credited, 1, 2).holds(orderBillings, 1, { invoiceId: 4 })
  })
})

test("any sequence of billing, discarding and crediting keeps each order on at most one invoice, and invoices equal to the orders", () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant("bill" as const), ids: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }) }),
    fc.record({ does: fc.constantFrom("discard" as const, "issue" as const, "credit" as const), id: fc.integer({ min: 1, max: 8 }) }),
  )
  const orders = [1, 2, 3, 4, 5].map((id) => order(id, { labour: id * 3_33, parts: id * 7_77 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      let then = world(...orders).when(billOrders([1]), november, finance)
      let last = 1
      for (const each of steps) {
        const next =
          each.does === "bill"
            ? then.when(billOrders(each.ids), november, finance)
            : each.does === "discard"
              ? then.when(discardInvoice, { id: each.id, reason: "" }, finance)
              : each.does === "issue"
                ? then.when(issueOrderBill, { id: each.id }, finance)
                : then.when(creditInvoice, { id: each.id, reason: "Reversed", lines: null }, finance)
        if (next.refusal === undefined) then = next
        if (then.row(invoices, last + 1)) last++
      }
      const standing = new Map<number, number>()
      for (let id = 1; id <= last; id++) {
        const [bill, invoice] = [then.row(facilitiesBills, id), then.row(invoices, id)!]
        if (!bill || bill.orders.length === 0) continue
        expect(["draft", "issued"]).toContain(invoice.status)
        expect(invoice.subtotalAmount).toBe(bill.orders.reduce((sum, { labour, parts, credit }) => sum + labour + parts - credit, 0))
        for (const { orderId } of bill.orders) {
          expect(standing.has(orderId)).toBe(false)
          standing.set(orderId, id)
        }
      }
      for (const id of [1, 2, 3, 4, 5]) expect(then.row(orderBillings, id)?.invoiceId ?? null).toBe(standing.get(id) ?? null)
    }),
    { numRuns: times(15, 60) },
  )
})
