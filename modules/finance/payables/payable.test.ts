import { describe, expect, test } from "vitest"
import type { PostedLine } from "@ops/ledger/journal-entries/journal-entry.ts"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import {
  GoodsReceived,
  PurchaseRequestApproved,
  PurchaseUnstockedItemAdded,
  purchaseRequests,
  receive,
} from "@ops/procurement/purchase-requests/purchase-request.ts"
import { approvePayable, creditPayable, disputePayable, enterPayable, type NewPayable, payableConsequences, resolvePayable } from "./commands.ts"
import { payables } from "./payable.ts"
import { arrived, bill, buyers, checker, chief, clerk, line } from "./testing.ts"
import { linesOf, person } from "../testing.ts"

const world = given(...buyers)
const entered = (more: Partial<NewPayable> = {}, by = clerk, in_ = world) => in_.when(enterPayable, { ...bill, ...more }, by)
const approved = (then: Then, id = 1, reason: string | null = null, by = checker) => then.when(approvePayable, { id, reason }, by)
/** A posted line, with its value in dollars. */
const worthsOf = (then: Then) => then.events.find(([, type]) => type === "JournalPosted")![2].lines.map((each: PostedLine) => [each.debitUsd, each.creditUsd])
const entryOf = (then: Then) => linesOf(then.events.find(([, type]) => type === "JournalPosted")![2])

describe("entering a bill", () => {
  test("a bill gets its own number, its vendor's currency and terms, and a single line for the whole amount", () => {
    entered().holds(payables, 1, {
      billNumber: "AP-2026-00001",
      invoiceNumber: "INV 1",
      currency: "USD",
      dueDate: "2026-12-10",
      status: "open",
      amount: 100_00,
      lines: [{ description: "supplies", purchaseItemId: null, quantity: 1000, unitPrice: 100_00, amount: 100_00, accountNumber: "5200" }],
      match: { state: "none", items: [] },
      createdBy: 71,
      postedDate: null,
    })
  })

  test("a vendor's invoice number is accepted once, however it is written; another vendor can use the same number", () => {
    const first = entered()
    for (const invoiceNumber of ["INV\u200b1", "\u0406NV1", "ＩＮＶ１", "I\u039dV1\u2060"]) {
      first.when(enterPayable, { ...bill, invoiceNumber }, checker).refuses("Invoice INV1 of Vendor 1 is already entered as AP-2026-00001", 409)
    }
    first.when(enterPayable, { ...bill, invoiceNumber: " inv1 " }, checker).refuses("Invoice inv1 of Vendor 1 is already entered as AP-2026-00001", 409)
    first.when(enterPayable, { ...bill, vendorId: 2, currency: "USD" }, clerk).holds(payables, 2, { billNumber: "AP-2026-00002" })
  })

  test("the amount includes tax, and the lines must add up to the bill", () => {
    const lines = [line({ description: "Gas", quantity: 3000, unitPrice: 25_00 }), line({ description: "Freight", amount: 10_00, accountNumber: "6200" })]
    entered({ lines, taxAmount: 15_30, amount: null }).holds(payables, 1, { amount: 100_30 })
    entered({ lines, taxAmount: 15_30, amount: 100_00 }).refuses("The lines and the tax total USD 100.30, the bill USD 100.00. Correct one of them")
  })

  test.each<readonly [string, Partial<NewPayable>, string | RegExp]>([
    ["a future date", { invoiceDate: "2026-11-22" }, "Invoice date cannot be in the future"],
    ["a due date before its date", { dueDate: "2026-11-09" }, "Due date must be on or after the invoice date"],
    ["a missing number", { invoiceNumber: " " }, "Invoice number is required"],
    ["a missing amount", { amount: null }, "Give the amount of the bill, or its lines"],
    ["an amount of zero", { amount: 0 }, "Amount must be greater than 0"],
    ["a category without an account", { category: "gravel" }, /^The category gravel has no account/],
    [
      "a bank account as a cost account",
      { lines: [line({ amount: 1, accountNumber: "1010" })], amount: null },
      "A bill cannot be posted to 1010 Bank USD. Choose an expense account, or stock",
    ],
    ["an income account as a cost account", { lines: [line({ amount: 1, accountNumber: "4900" })], amount: null }, /^A bill cannot be posted to 4900/],
    ["withholding all of it", { withholdingRate: 10_000 }, "Withholding must be a percentage between 0 and 100"],
    ["an item without an order", { lines: [line({ amount: 1, purchaseItemId: 1 })], amount: null }, "Choose the purchase request of the item"],
    [
      "another vendor's order",
      { vendorId: 2, purchaseRequestId: 1 },
      "PR-2026-0001 was ordered from Vendor 1. Choose that vendor, or remove the purchase request",
    ],
    ["a missing site", { siteId: null }, "Site is required"],
  ])("refuses %s", (_, more, sentence) => {
    entered(more).refuses(sentence)
  })

  test("only finance enters bills", () => {
    entered({}, person(8)).refuses("Only finance can manage suppliers' bills", 403)
  })
})

describe("the three-way match", () => {
  const goods = (tomatoes: number, cents: number) =>
    ({ purchaseRequestId: 1, siteId: null, amount: null, lines: [line({ purchaseItemId: 1, quantity: tomatoes * 1000, amount: cents })] }) as const
  const received = given(...buyers, arrived(60, 40)).with(...payableConsequences)
  const problems = (then: Then, id = 1) => then.row(payables, id)!.match.items.flatMap(({ item, problem }) => (problem === null ? [] : [`${item}: ${problem}`]))

  test("goods received at the order's price match", () => {
    const then = entered(goods(60, 210_00), clerk, received)
    expect(problems(then)).toEqual([])
    then.holds(payables, 1, { siteId: 2, description: "Goods of PR-2026-0001" })
    expect(then.row(payables, 1)!.match).toMatchObject({
      state: "matched",
      items: [{ item: "Tomatoes", ordered: 100_000, received: 60_000, billed: 60_000 }, {}],
    })
    approved(then).holds(payables, 1, { matchReason: null, postedDate: "2026-11-10" })
  })

  test("goods that are not kept in stock match by what was received, and are a cost of the bill's category or an account of the line", () => {
    const pump = { stockItemId: null, name: "Water pump", unit: "piece" }
    const order = [
      purchaseRequests.at(1, PurchaseUnstockedItemAdded({ name: "Water pump", unit: "piece", quantity: 2, estimatedCost: 80_000, notes: "", addedBy: 3 })),
      purchaseRequests.at(1, PurchaseRequestApproved({ approvedBy: 8, vendorId: 1, overrideReason: null })),
      purchaseRequests.at(1, GoodsReceived({ receivedBy: 3, note: "", lines: [{ itemId: 3, stockItemId: null, received: 1, damaged: 0 }] })),
    ]
    const ordered = given(...buyers, ...order).with(...payableConsequences)
    expect(ordered.when(enterPayable, { ...bill, purchaseRequestId: 1 }, clerk).row(purchaseRequests, 1)!.items[2]).toMatchObject(pump)
    const pumps = (quantity: number, amount: number, more: object = {}) =>
      entered({ purchaseRequestId: 1, siteId: null, amount: null, lines: [line({ purchaseItemId: 3, quantity, amount, ...more })] }, clerk, ordered)
    expect(problems(pumps(2000, 800_00))).toEqual(["Water pump: 2.00 billed, 1.00 received"])
    const one = pumps(1000, 400_00)
    one.holds(payables, 1, {
      lines: [{ description: "Water pump", purchaseItemId: 3, quantity: 1000, unitPrice: 400_00, amount: 400_00, accountNumber: "5200" }],
    })
    expect(entryOf(approved(one))).toEqual([
      ["5200", 400_00, 0],
      ["2000", 0, 400_00],
    ])
    pumps(1000, 400_00, { accountNumber: "2050" }).refuses("Water pump is not kept in stock. Choose an expense account for it, or an asset")
  })

  test("a quantity above what was received is a difference, counting all bills of the order together", () => {
    const first = entered(goods(50, 175_00), clerk, received)
    const second = first.when(enterPayable, { ...bill, ...goods(20, 70_00), invoiceNumber: "2" }, clerk)
    expect(problems(first)).toEqual([])
    expect(problems(second, 2)).toEqual(["Tomatoes: 70.00 billed, 60.00 received"])
  })

  test("a higher price is a difference; a price up to 1% higher is not", () => {
    expect(problems(entered(goods(60, 212_10), clerk, received))).toEqual([])
    expect(problems(entered(goods(60, 212_11), clerk, received))).toEqual(["Tomatoes: USD 212.11 billed, USD 210.00 by the order"])
  })

  test("an item that was not ordered is a difference", () => {
    const { lines, ...order } = goods(10, 35_00)
    const freight = line({ description: "Freight", amount: 12_00, accountNumber: "6200" })
    expect(problems(entered({ ...order, lines: [...lines, freight] }, clerk, received))).toEqual(["Freight: Not on the order"])
  })

  test("a bill with differences is approved only with a reason", () => {
    const then = entered(goods(70, 245_00), clerk, received)
    approved(then).refuses("AP-2026-00001 differs from its order: Tomatoes, 70.00 billed, 60.00 received. Give a reason to approve it anyway", 422)
    approved(then, 1, "The driver counted 70").holds(payables, 1, { matchReason: "The driver counted 70", postedDate: "2026-11-10" })
  })

  test("a bill clears the goods received at the order's price; the rest is a price difference", () => {
    const lines = (then: Then) => linesOf(then.events.find(([, type]) => type === "JournalPosted")![2])
    expect(lines(approved(entered(goods(60, 210_00), clerk, received)))).toEqual([
      ["2050", 210_00, 0],
      ["2000", 0, 210_00],
    ])
    expect(lines(approved(entered(goods(60, 300_00), clerk, received), 1, "They were dearer"))).toEqual([
      ["2050", 210_00, 0],
      ["5120", 90_00, 0],
      ["2000", 0, 300_00],
    ])
    const cheaper = approved(entered(goods(60, 200_00), clerk, received))
    expect(lines(cheaper)).toEqual([
      ["2050", 210_00, 0],
      ["5120", 0, 10_00],
      ["2000", 0, 200_00],
    ])
    const credited = cheaper.when(creditPayable, { id: 1, amount: 50_00, date: null, reference: null, reason: "Spoilt" }, clerk)
    expect(lines(credited)).toEqual([
      ["2000", 50_00, 0],
      ["5120", 0, 50_00],
    ])
  })

  test("a later delivery or a withdrawn bill resolves the difference", () => {
    const late = entered(goods(70, 245_00), clerk, received).when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 10, damaged: 0 }] }, person(10))
    expect(late.events.map(([stream, type]) => [stream, type])).toContainEqual(["payable/1", "PayableMatched"])
    expect(problems(late)).toEqual([])

    const twice = entered(goods(50, 175_00), clerk, received).when(enterPayable, { ...bill, ...goods(50, 175_00), invoiceNumber: "2" }, clerk)
    expect(problems(twice, 2)).toEqual(["Tomatoes: 100.00 billed, 60.00 received"])
    const mended = twice.when(creditPayable, { id: 1, amount: null, date: null, reference: null, reason: "Entered twice" }, clerk)
    expect(problems(mended, 2)).toEqual([])
    mended.holds(payables, 1, { status: "credited", creditedAmount: 175_00, invoiceKey: null })
    expect(mended.events.filter(([, type]) => type === "JournalPosted")).toEqual([])
    // its number is available again
    mended.when(enterPayable, { ...bill, ...goods(10, 35_00) }, clerk).holds(payables, 3, { invoiceNumber: "INV 1" })
  })
})

describe("approving", () => {
  test("posts the costs with their tax and the payable", () => {
    const lines = [line({ description: "Gas", amount: 60_00 }), line({ description: "Freight", amount: 40_00, accountNumber: "6200" })]
    const then = approved(entered({ lines, taxAmount: 18_01, amount: null }))
    expect(entryOf(then)).toEqual([
      ["5200", 70_81, 0],
      ["6200", 47_20, 0],
      ["2000", 0, 118_01],
    ])
    then.holds(payables, 1, { approvedBy: 72, postedDate: "2026-11-10", status: "open", journalEntryId: 1 })
  })

  test("a bill cannot be approved by the person who entered it or, without an order, by the one who added its vendor", () => {
    approved(entered(), 1, null, clerk).refuses("You entered this bill, so another person must approve it", 403)
    approved(entered({ vendorId: 2, currency: "USD" }), 1, null, chief).refuses(/^You added Vendor 2, so another person must approve/, 403)
    approved(entered(), 1, null, person(8)).refuses("Only finance can manage suppliers' bills", 403)
    approved(entered(), 1, null, { ...checker, simulated: true }).refuses(/simulated/, 403)
    approved(approved(entered())).gives()
    approved(approved(entered()), 1, null, chief).refuses("AP-2026-00001 is approved already", 409)
  })

  test("a bill in SSP is posted at the rate of its own date", () => {
    const later = given(...buyers, exchangeRates.at(1, RateEntered({ type: "official", from: "2026-11-15", rate: 200_000, source: "bank", enteredBy: null })))
    const then = approved(entered({ currency: "SSP", amount: 1_300_000_00 }, clerk, later))
    expect(worthsOf(then)).toEqual([
      [1000_00, 0],
      [0, 1000_00],
    ])
  })
})

describe("disputes and credits", () => {
  test("a disputed bill cannot be approved until the dispute is settled", () => {
    const disputed = entered().when(disputePayable, { id: 1, reason: "Half was spoilt" }, clerk)
    disputed.holds(payables, 1, { status: "disputed", disputeReason: "Half was spoilt" })
    approved(disputed).refuses("AP-2026-00001 is disputed. Settle the dispute first", 409)
    disputed.when(disputePayable, { id: 1, reason: "Again" }, clerk).refuses("AP-2026-00001 is already disputed")
    const settled = disputed.when(resolvePayable, { id: 1, note: "They credit it" }, clerk).holds(payables, 1, { status: "open", disputeReason: null })
    approved(settled).holds(payables, 1, { postedDate: "2026-11-10" })
    settled.when(resolvePayable, { id: 1, note: "" }, clerk).refuses("AP-2026-00001 is not disputed")
  })

  test("a credit reduces costs and payables, but never by more than is open", () => {
    const credit = { id: 1, amount: 30_00, date: null, reference: "CN-7", reason: "Spoilt" }
    const owed = approved(entered())
    const then = owed.when(creditPayable, credit, clerk)
    expect(entryOf(then)).toEqual([
      ["2000", 30_00, 0],
      ["5200", 0, 30_00],
    ])
    then.holds(payables, 1, { status: "open", creditedAmount: 30_00 })
    then.when(creditPayable, { ...credit, amount: 70_01 }, clerk).refuses("Only USD 70.00 of AP-2026-00001 is open", 409)
    then.when(creditPayable, { ...credit, amount: null }, clerk).holds(payables, 1, { status: "credited", creditedAmount: 100_00 })
    owed.when(creditPayable, { ...credit, date: "2026-11-09" }, clerk).refuses(/date the credit on or after that day/)
    owed.when(creditPayable, { ...credit, reason: " " }, clerk).refuses("Reason is required")
    entered()
      .when(creditPayable, credit, clerk)
      .refuses(/is not approved yet, so it can only be withdrawn in full/, 409)
  })
})
