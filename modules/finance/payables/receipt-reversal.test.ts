/** Reversing a receipt of an order: the effect on store, books, order and bills. */
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { By } from "@ops/platform/records/command.ts"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { type PostedLine, journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { purchaseRequests, receive, reverseReceipt } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { stockModule } from "@ops/stock/module.ts"
import { countStock, issueStock, takeIn } from "@ops/stock/levels/commands.ts"
import { stockLevels } from "@ops/stock/levels/stock-level.ts"
import { approvePayable, creditPayable, enterPayable, payableConsequences } from "./commands.ts"
import { payables } from "./payable.ts"
import { bill, buyers, checker, chief, clerk, line } from "./testing.ts"
import { linesOf, person } from "../testing.ts"

const losses = { accountNumber: "5110", accountName: "Stock losses", accountType: "expense" as const, subType: null, parentAccountId: null, description: "" }
const ordered = given(...buyers, accounts.at(99, AccountOpened(losses))).with(
  ...procurementModule.consequences,
  ...stockModule.consequences,
  ...payableConsequences,
)
const received = (then: Pick<Then, "when">, tomatoes: number, more: object = {}) =>
  then.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: tomatoes, damaged: 0, ...more }] }, chief)
/** `movements`: the stock movements of the receipt, which the server finds by its commit. */
const reversed = (then: Pick<Then, "when">, receipt = 1, movements = [receipt], by: By = clerk, kind: "error" | "bank_return" | "supplier_return" = "error") =>
  then.when(reverseReceipt, { id: 1, receipt, movements, kind, reason: "Counted twice" }, by)
const entriesOf = (then: Then) => then.events.filter(([, type]) => type === "JournalPosted").map(([, , data]) => linesOf(data))
const balance = (thens: ReadonlyArray<Then>, account: string) =>
  thens
    .flatMap(entriesOf)
    .flat()
    .reduce((sum, [number, debit, credit]) => (number === account ? sum + Number(debit) - Number(credit) : sum), 0)
const used = { siteId: 2, stockItemId: 1, note: "" }
const billed = (then: Then, tomatoes: number) => {
  const lines = [line({ purchaseItemId: 1, quantity: tomatoes * 1000, amount: tomatoes * 350 })]
  return then.when(enterPayable, { ...bill, purchaseRequestId: 1, siteId: null, amount: null, lines }, clerk)
}

describe("reversing a receipt", () => {
  test("finance removes the goods from the store at their received value, clears 2050, and the order awaits them again", () => {
    const first = received(received(ordered, 60), 40)
    const then = reversed(first, 2)
    then.holds(stockLevels, 1, { currentQuantity: 60_000, value: 210_00 }).holds(purchaseRequests, 1, { status: "approved" })
    expect(entriesOf(then)).toEqual([
      [
        ["2050", 140_00, 0],
        ["1200", 0, 140_00],
      ],
    ])
    const request = then.row(purchaseRequests, 1)!
    expect(request.items[0]).toMatchObject({ received: 60 })
    expect(request.receipts).toMatchObject([
      { number: 1, reversal: null },
      { number: 2, reversal: { kind: "error", reason: "Counted twice", date: "2026-11-21", reversedBy: 71 } },
    ])
    const [entry] = request.receipts[1]!.reversal!.journalEntries
    then.holds(journalEntries, entry!, { reverses: 2 }).holds(journalEntries, 2, { status: "reversed", reversedBy: entry! })
    received(then, 40).holds(stockLevels, 1, { currentQuantity: 100_000, value: 350_00 })
  })

  test("reversing a receipt that completed the order reopens the order", () => {
    const all = [
      { itemId: 1, received: 100, damaged: 0 },
      { itemId: 2, received: 40, damaged: 2 },
    ]
    const then = ordered.when(receive, { id: 1, note: "", lines: all }, chief).holds(purchaseRequests, 1, { status: "completed" })
    const back = reversed(then, 1, [1, 2], clerk, "supplier_return")
    back.holds(purchaseRequests, 1, { status: "approved", completedDate: null })
    expect(back.row(purchaseRequests, 1)!.items).toMatchObject([
      { received: 0, damaged: 0 },
      { received: 0, damaged: 0 },
    ])
    expect(back.events.filter(([, type]) => type === "JournalReversed")).toHaveLength(2)
  })

  test("is possible only for finance, once, with a reason, and not as a bank return", () => {
    const then = received(ordered, 60)
    reversed(then, 1, [1], person(6, { confinedTo: 2 })).refuses("Only finance can reverse posted entries", 403)
    reversed(then, 1, [1], { ...clerk, simulated: true }).refuses(/simulated/, 403)
    reversed(then, 1, [1], clerk, "bank_return").refuses(/A bank cannot return goods/, 422)
    then.when(reverseReceipt, { id: 1, receipt: 1, movements: [1], kind: "error", reason: " " }, clerk).refuses("Reason is required", 422)
    reversed(then, 2).refuses("PR-2026-0001 has no receipt 2", 404)
    reversed(reversed(then)).refuses("Receipt 1 of PR-2026-0001 is already reversed, on 2026-11-21", 409)
    reversed(then, 1, []).refuses(/from before stock had a value/, 409)
  })
})

describe("goods that were used", () => {
  test("a receipt of a partly issued lot cannot be reversed; other lots of the item make no difference", () => {
    const lots = received(received(ordered, 30, { lotNumber: "A", expiryDate: "2026-12-01" }), 20, { lotNumber: "B", expiryDate: "2026-12-20" })
    const some = lots.when(issueStock, { ...used, quantity: 5_000, lotNumber: "A" }, chief)
    reversed(some, 1).refuses(
      "Of 30.00 kg of lot A of Tomatoes that came in, 25.00 are left at Site 2; the rest was used. Bring it back first, by a transfer or a stock count, or keep the receipt",
      409,
    )
    const back = reversed(some, 2).holds(stockLevels, 1, { currentQuantity: 25_000 })
    expect(back.row(stockLevels, 1)!.lots).toEqual([{ lotNumber: "A", expiryDate: "2026-12-01", quantity: 25_000 }])
  })

  test("goods without a lot count as used once stock falls below the receipt; a count that finds them allows the reversal again", () => {
    const some = received(ordered, 30).when(issueStock, { ...used, quantity: 1_000 }, chief)
    reversed(some).refuses(/29.00 are left/, 409)
    reversed(some.when(countStock, { ...used, quantity: 30_000 }, chief)).holds(stockLevels, 1, { currentQuantity: 0, value: 0 })
  })

  test("when the remaining stock would have no value, the goods leave at average cost and the rest is a price difference", () => {
    // 10 kg at 1.00 each, then 10 kg of the order at 3.50 each: 2.25 on average
    const cheap = ordered.when(takeIn, { ...used, quantity: 10_000, cost: 10_00 }, chief)
    const some = received(cheap, 10)
      .when(issueStock, { ...used, quantity: 6_000 }, chief)
      .when(countStock, { ...used, quantity: 10_000 }, chief)
    const back = reversed(some, 1, [2]).holds(stockLevels, 1, { currentQuantity: 0, value: 0 })
    expect(entriesOf(back)).toEqual([
      [
        ["2050", 35_00, 0],
        ["1200", 0, 22_50],
        ["5120", 0, 12_50],
      ],
    ])
  })
})

describe("bills of the order", () => {
  test("a bill waiting for approval is matched against the remaining receipts", () => {
    const then = billed(received(ordered, 60), 60)
    then.holds(payables, 1, { match: { ...then.row(payables, 1)!.match, state: "matched" } })
    expect(reversed(then).row(payables, 1)!.match).toMatchObject({ state: "differs", items: [{ problem: "60.00 billed, 0.00 received" }, {}] })
  })

  test("a posted bill blocks the reversal until the supplier has credited it in full; the goods are not billed again", () => {
    const arrived = received(ordered, 60)
    const inBooks = billed(arrived, 60).when(approvePayable, { id: 1, reason: null }, checker)
    reversed(inBooks).refuses(
      "60.00 kg of Tomatoes of PR-2026-0001 are billed and posted, and only 0 would remain received. " +
        "Record the supplier's credit note for all of AP-2026-00001 first",
      409,
    )
    const credit = { id: 1, amount: null, date: null, reference: "CN-1", reason: "Goods returned" }
    const part = inBooks.when(creditPayable, { ...credit, amount: 10_00 }, clerk)
    reversed(part).refuses(/credit note for all of AP-2026-00001/)
    for (const story of [[inBooks], [inBooks, part]]) {
      const credited = story.at(-1)!.when(creditPayable, credit, clerk).holds(payables, 1, { status: "credited" })
      const back = reversed(credited).holds(stockLevels, 1, { currentQuantity: 0, value: 0 })
      for (const account of ["1200", "2000", "2050", "5120"]) expect([account, balance([arrived, ...story, credited, back], account)]).toEqual([account, 0])
    }
    // a new bill for the same goods matches again
    const again = billed(inBooks.when(creditPayable, credit, clerk), 60)
    expect(again.refusal?.message).toMatch(/is already entered/)
    const lines = [line({ purchaseItemId: 1, quantity: 60_000, amount: 210_00 })]
    const renewed = inBooks
      .when(creditPayable, credit, clerk)
      .when(enterPayable, { ...bill, invoiceNumber: "INV 2", purchaseRequestId: 1, siteId: null, amount: null, lines }, clerk)
    expect(renewed.row(payables, 2)!.match.state).toBe("matched")
  })

  test("a fully credited bill in SSP clears the books in both currencies", () => {
    const arrived = received(ordered, 7)
    const lines = [line({ purchaseItemId: 1, quantity: 7_000, amount: 31_851_13 })]
    const inBooks = arrived
      .when(enterPayable, { ...bill, currency: "SSP", purchaseRequestId: 1, siteId: null, amount: null, lines }, clerk)
      .when(approvePayable, { id: 1, reason: "Dearer" }, checker)
    const credited = inBooks.when(creditPayable, { id: 1, amount: null, date: null, reference: null, reason: "Goods returned" }, clerk)
    const usd = [inBooks, credited].flatMap((then) =>
      then.events.filter(([, type]) => type === "JournalPosted").flatMap(([, , { lines }]) => lines.map((each: PostedLine) => each.debitUsd - each.creditUsd)),
    )
    expect(usd.length).toBeGreaterThan(3)
    for (const account of ["2000", "2050", "5120"]) expect([account, balance([inBooks, credited], account)]).toEqual([account, 0])
  })
})

test("any sequence of receipts and reversals keeps 2050 at the order price of goods received and 1200 at the stock value", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 30 })), { maxLength: 12 }), (steps) => {
      let story = ordered.when(takeIn, { ...used, quantity: 3_000, cost: 10_01 }, chief)
      const done = [story]
      const movementOf: Array<number> = []
      let movements = 1
      for (const [isReceipt, count] of steps) {
        const receipt = movementOf.length === 0 ? 0 : 1 + (count % movementOf.length)
        const next = isReceipt ? received(story, count) : reversed(story, receipt, [movementOf[receipt - 1]!])
        if (next.refusal) continue
        movements++
        if (isReceipt) movementOf.push(movements)
        done.push(next)
        story = next
        const request = story.row(purchaseRequests, 1)!
        const { received: arrived } = request.items[0]!
        const standing = request.receipts.filter(({ reversal }) => reversal === null)
        expect(arrived).toBe(standing.reduce((sum, { lines }) => sum + lines[0]!.received, 0))
        expect(-balance(done, "2050")).toBe(10_01 + arrived * 350)
        expect(balance(done, "1200")).toBe(story.row(stockLevels, 1)!.value)
        expect(story.row(stockLevels, 1)!.currentQuantity).toBe(3_000 + arrived * 1000)
      }
    }),
    { numRuns: times(15, 60) },
  )
})
