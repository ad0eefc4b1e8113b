import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import {
  addReceipts,
  approveExpense,
  expenseRequests,
  type NewExpense,
  payExpense,
  rejectExpense,
  requestExpense,
  reverseExpense,
  withdrawExpense,
} from "./expense-request.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { CategoryMapped, expenseCategories as categories, mapCategory } from "../expense-categories/category.ts"
import { ExpenseLimitSet, expensePolicies } from "./policy.ts"
import { company, linesOf, person, today } from "../testing.ts"

const asked: NewExpense = {
  amount: 12_050,
  currency: "USD",
  category: "transport",
  subcategory: null,
  description: "Charter to Bentiu",
  businessPurpose: "Move the new cooks",
  siteId: 1,
  requestDate: null,
  requiredDate: null,
  paymentMethod: "cash",
  priority: "medium",
  requestedBy: null,
  receipts: [],
  notes: "",
}
const world = given(...company)
const requested = (more: Partial<NewExpense> = {}, by = person(3)) => world.when(requestExpense, { ...asked, ...more }, by)
const approve = (then: Then, level: number, overrideReason: string | null = null) => then.when(approveExpense, { id: 1, overrideReason }, person(level))
const payment = { id: 1, paidDate: null, paymentMethod: null, paymentReference: null }

describe("making a request", () => {
  test("a request gets the next number of its year and keeps its value in dollars", () => {
    requested({ amount: 130_000_00, currency: "SSP" }).holds(expenseRequests, 1, {
      requestNumber: "EXP-2026-0001",
      status: "pending",
      requestedBy: 3,
      onBehalfOf: null,
      rate: 130_000,
      amountUsd: 10_000,
      requestDate: today,
    })
  })
  test.each([
    [{ amount: 0 }, "Amount must be greater than 0"],
    [{ amount: -1 }, "Amount must be greater than 0"],
    [{ requestDate: "2026-11-22" }, "Request date cannot be in the future"],
    [{ requiredDate: "2026-11-20" }, "Required date must be on or after the request date"],
    [{ siteId: 2 }, "You work at another site than Site 2"],
    [{ requestedBy: 5 }, "You can only request expenses in your own name"],
    [{ currency: "SSP", requestDate: "2019-12-31" }, "There is no exchange rate for 2019-12-31"],
  ] as const)("%o is refused", (more, sentence) => {
    requested(more).refuses(sentence)
  })
  test("a request on behalf of yourself is an ordinary request", () => {
    requested({ requestedBy: 3 }).holds(expenseRequests, 1, { requestedBy: 3, onBehalfOf: null })
  })
})

describe("reversing a payment", () => {
  const paid = approve(requested(), 8).when(payExpense, { ...payment, paymentMethod: "bank_transfer" }, person(7))
  const error = { id: 1, kind: "error", reason: "Paid to the wrong person" } as const
  const other = person(7, { person: 70, actor: "person:70" })
  test("a payment made in error closes the request and reverses the journal entry with a linked entry dated today", () => {
    const reversed = paid.when(reverseExpense, error, other)
    reversed.gives(
      ["expense_request/1", "ExpensePaymentReversed", { kind: "error", reason: "Paid to the wrong person", date: today, reversedBy: 70, journalEntryId: 2 }],
      ["journal_entry/2", "JournalPosted"],
      ["document_series/1", "NumberTaken"],
      ["journal_entry/1", "JournalReversed"],
    )
    reversed
      .holds(expenseRequests, 1, { status: "reversed", reversalKind: "error", reversalEntryId: 2, reversedBy: 70 })
      .holds(journalEntries, 2, { reverses: 1, entryDate: today })
    reversed.when(payExpense, payment, person(7)).refuses("Only an approved request can be paid", 409)
    reversed.when(reverseExpense, error, person(10)).refuses("The payment of this request is already reversed", 409)
  })
  test("a payment returned by the bank leaves the request approved, so that it can be paid again", () => {
    const returned = paid.when(reverseExpense, { ...error, kind: "bank_return" }, other)
    returned.holds(expenseRequests, 1, { status: "approved", paidDate: null, paidBy: null, journalEntryId: null, reversalKind: "bank_return" })
    returned.when(payExpense, payment, person(7)).holds(expenseRequests, 1, { status: "paid", reversalKind: null })
  })
  test("is refused for the payer, outside finance, before payment, and as a bank return of cash", () => {
    paid.when(reverseExpense, error, person(7)).refuses("You paid this request, so another person in finance must reverse it", 403)
    paid.when(reverseExpense, error, person(3)).refuses("Only finance can reverse posted entries", 403)
    paid.when(reverseExpense, { ...error, reason: " " }, other).refuses("Reason is required", 422)
    approve(requested(), 8).when(reverseExpense, error, other).refuses("Only the payment of a paid request can be reversed", 409)
    const cash = approve(requested(), 8).when(payExpense, payment, person(7))
    cash.when(reverseExpense, { ...error, kind: "bank_return" }, other).refuses(/no bank can return it/, 422)
  })
})

describe("receipts", () => {
  const file = (id: number) => ({ id, name: `slip-${id}.jpg`, type: "image/jpeg", size: 1000, sha256: "0".repeat(64) })
  test("the requester adds receipts, even after payment, and the same file is attached only once", () => {
    const paid = approve(requested(), 8).when(payExpense, payment, person(7))
    const added = paid.when(addReceipts, { id: 1, receipts: [file(1), file(2)] }, person(3))
    added.holds(expenseRequests, 1, { status: "paid", receipts: [file(1), file(2)] })
    const again = added.when(addReceipts, { id: 1, receipts: [file(2), file(3)] }, person(7))
    again.holds(expenseRequests, 1, { receipts: [file(1), file(2), file(3)] })
    expect(again.when(addReceipts, { id: 1, receipts: [file(1)] }, person(7)).events).toEqual([])
  })
  test.each([
    ["a file from another reader", [file(1)], 6, "Only the requester and finance can add receipts to an expense"],
    ["an empty list of files", [], 3, "Choose at least one file"],
    ["a list of more than 20 files", Array.from({ length: 21 }, (_, n) => file(n + 1)), 3, "20 files at most can be attached to a request"],
  ] as const)("%s is refused", (_, receipts, level, sentence) => {
    requested().when(addReceipts, { id: 1, receipts }, person(level)).refuses(sentence)
  })
  test("a rejected request accepts no receipts", () => {
    requested()
      .when(rejectExpense, { id: 1, reason: "No" }, person(8))
      .when(addReceipts, { id: 1, receipts: [file(1)] }, person(3))
      .refuses("A rejected request cannot have receipts. Create a new request")
  })
})

describe("deciding", () => {
  test("within the limit, one approval is enough before the request is paid and posted", () => {
    const paid = approve(requested(), 8).when(payExpense, { ...payment, paymentReference: "V-7" }, person(7))
    paid.holds(expenseRequests, 1, { status: "paid", approvedBy: 8, paidBy: 7, paidDate: today, paymentReference: "V-7", journalEntryId: 1 })
    const [, entry] = paid.events
    expect(entry![1]).toBe("JournalPosted")
    expect(linesOf(entry![2])).toEqual([
      ["6200", 12_050, 0],
      ["1000", 0, 12_050],
    ])
    expect(entry![2]).toMatchObject({ sourceKind: "expense_request", sourceId: 1, reference: "V-7", currency: "USD" })
  })
  test.each([
    ["USD", "bank_transfer", "1010"],
    ["SSP", "check", "1020"],
    ["SSP", "cash", "1000"],
    ["USD", "credit_card", "1010"],
  ] as const)("%s by %s is paid from %s", (currency, paymentMethod, account) => {
    const paid = approve(requested({ currency, amount: 260_000, paymentMethod }), 8).when(payExpense, payment, person(7))
    expect(linesOf(paid.events[1]![2])).toEqual([
      ["6200", 260_000, 0],
      [account, 0, 260_000],
    ])
  })
  test("neither the requester nor the beneficiary can approve, reject or pay the request", () => {
    const own = requested({}, person(7))
    approve(own, 7).refuses("You cannot approve your own request", 403)
    own.when(rejectExpense, { id: 1, reason: null }, person(7)).refuses("You cannot reject your own request. Withdraw it instead", 403)
    approve(own, 8).when(payExpense, payment, person(7)).refuses("You cannot pay your own request", 403)
  })
  test("level 10 can approve their own request with a reason, which is kept", () => {
    const own = requested({}, person(10))
    approve(own, 10).refuses("You cannot approve your own request")
    approve(own, 10, "No one else was in the country").holds(expenseRequests, 1, { status: "approved", approvedBy: 10 })
    expect(approve(own, 10, "No one else").row(expenseRequests, 1)!.approvals[0]!.overrideReason).toBe("No one else")
    approve(requested({}, person(8)), 8, "I want it").refuses("You cannot approve your own request")
  })
  test("above the limit, two people approve, one of them of level 10, and a third person pays", () => {
    const large = requested({ amount: 500_001 })
    const first = approve(large, 8).holds(expenseRequests, 1, { status: "pending", approvedBy: null })
    approve(first, 8).refuses("You have approved this request. Above USD 5000.00 a second person must approve it", 409)
    approve(first, 7).refuses("This is above the limit of USD 5000.00: one of its two approvers must have level 10", 403)
    first.when(payExpense, payment, person(7)).refuses("Only an approved request can be paid", 409)
    const both = approve(first, 10).holds(expenseRequests, 1, { status: "approved", approvedBy: 10 })
    both.when(payExpense, payment, person(10)).refuses("Above USD 5000.00 a third person must pay it, not an approver", 403)
    both.when(payExpense, payment, person(7)).holds(expenseRequests, 1, { status: "paid" })
    // the reverse order works as well, and level 10 alone needs a reason
    approve(approve(large, 10).holds(expenseRequests, 1, { status: "pending" }), 7).holds(expenseRequests, 1, { status: "approved" })
    approve(large, 10, "Flight leaves today").holds(expenseRequests, 1, { status: "approved" })
  })
  test("limits apply to the value in dollars and have effective dates", () => {
    approve(requested({ currency: "SSP", amount: 6_500_000_00 }), 8).holds(expenseRequests, 1, { status: "approved" })
    approve(requested({ currency: "SSP", amount: 6_500_014_00 }), 8).holds(expenseRequests, 1, { status: "pending" })
    const lowered = given(...company, expensePolicies.at(1, ExpenseLimitSet({ from: today, level: 8, upTo: 10_000 })))
    approve(lowered.when(requestExpense, asked, person(3)), 8).holds(expenseRequests, 1, { status: "pending" })
    const later = given(...company, expensePolicies.at(1, ExpenseLimitSet({ from: "2026-11-22", level: 8, upTo: 10_000 })))
    approve(later.when(requestExpense, asked, person(3)), 8).holds(expenseRequests, 1, { status: "approved" })
  })
  test("a level below 7, a simulated sign-in or a person of another department cannot approve", () => {
    approve(requested(), 6).refuses("Your level cannot decide on expenses", 403)
    requested()
      .when(approveExpense, { id: 1, overrideReason: null }, person(10, { simulated: true }))
      .refuses(/simulated sign-in/, 403)
    requested()
      .when(approveExpense, { id: 1, overrideReason: null }, person(8, { department: "catering" }))
      .refuses("Expense request 1 does not exist", 404)
    requested()
      .when(approveExpense, { id: 1, overrideReason: null }, person(8, { confinedTo: 2 }))
      .refuses("Expense request 1 does not exist", 404)
  })
  test("a decision is final", () => {
    const rejected = requested().when(rejectExpense, { id: 1, reason: "Take the bus" }, person(8)).holds(expenseRequests, 1, {
      status: "rejected",
      rejectionReason: "Take the bus",
    })
    approve(rejected, 7).refuses("Only a pending request can be approved", 409)
    expect(approve(approve(requested(), 8), 8).events).toEqual([])
    approve(approve(requested(), 8), 7).refuses("This request is already approved", 409)
  })
})

test("the requester can withdraw it while it is pending", () => {
  requested().when(withdrawExpense, { id: 1 }, person(3)).holds(expenseRequests, 1, { status: "rejected", rejectionReason: "Withdrawn" })
  requested().when(withdrawExpense, { id: 1 }, person(7)).refuses("Only the requester can withdraw an expense request", 403)
  requested()
    .when(withdrawExpense, { id: 1 }, person(3, { person: 4 }))
    .refuses("Expense request 1 does not exist", 404)
  approve(requested(), 8).when(withdrawExpense, { id: 1 }, person(3)).refuses("Only a pending request can be withdrawn", 409)
})

describe("paying", () => {
  const approved = approve(requested(), 8)
  test("is limited to people who process payments, happens once, and not on a future day", () => {
    approved.when(payExpense, payment, person(8)).refuses("Only finance can pay expenses", 403)
    approved.when(payExpense, { ...payment, paidDate: "2026-11-22" }, person(7)).refuses("Payment date cannot be in the future", 422)
    approved.when(payExpense, { ...payment, paidDate: "2026-11-20" }, person(7)).refuses("Payment date must be on or after the request date", 422)
    const paid = approved.when(payExpense, payment, person(7))
    paid.when(payExpense, payment, person(7)).refuses("This request is already paid", 409)
  })
  test("a category without an account is refused, and then posts to the account that finance sets", () => {
    const office = approve(requested({ category: "office" }), 8)
    office.when(payExpense, payment, person(7)).refuses("The category office has no account. Choose one for it before you pay", 422)
    const mapped = office.when(mapCategory, { name: "Office", accountNumber: "6900" }, person(7)).when(payExpense, payment, person(7))
    expect(linesOf(mapped.events[1]![2])[0]).toEqual(["6900", 12_050, 0])
  })
})

test("a category can only use an open account that is not a cash or bank account", () => {
  const map = (accountNumber: string, by = person(7)) =>
    given(...company, categories.at(90, CategoryMapped({ name: "rent", accountNumber: "6900" }))).when(mapCategory, { name: " Rent ", accountNumber }, by)
  map("6300").gives(["expense_category/90", "CategoryMapped", { name: "rent", accountNumber: "6300" }])
  map("6900").gives()
  map("6999").refuses("There is no account 6999", 422)
  map("1000").refuses(/cannot be the account of a category/, 422)
  map("6300", person(8)).refuses(/Only finance/, 403)
})

test("any sequence of commands by any users follows the rules and keeps the books balanced", () => {
  const people = [
    person(3),
    person(6),
    person(7),
    person(7, { person: 70, actor: "person:70" }),
    person(8),
    person(10),
    person(10, { person: 100, actor: "person:100" }),
  ]
  const step = fc.record({
    who: fc.constantFrom(...people),
    what: fc.constantFrom("approve", "override", "reject", "withdraw", "pay"),
  })
  fc.assert(
    fc.property(fc.constantFrom(...people), fc.constantFrom(100, 500_000, 500_001, 9_000_000), fc.array(step, { maxLength: 12 }), (asker, amount, steps) => {
      let now = requested({ amount }, asker)
      for (const { who, what } of steps) {
        const before = now.row(expenseRequests, 1)!
        if (what === "approve") now = now.when(approveExpense, { id: 1, overrideReason: null }, who)
        if (what === "override") now = now.when(approveExpense, { id: 1, overrideReason: "Urgent" }, who)
        if (what === "reject") now = now.when(rejectExpense, { id: 1, reason: null }, who)
        if (what === "withdraw") now = now.when(withdrawExpense, { id: 1 }, who)
        if (what === "pay") now = now.when(payExpense, payment, who)
        const after = now.row(expenseRequests, 1)!
        const allowed: Record<string, ReadonlyArray<string>> = {
          pending: ["pending", "approved", "rejected"],
          approved: ["approved", "paid"],
          rejected: ["rejected"],
          paid: ["paid"],
        }
        expect(allowed[before.status]).toContain(after.status)
        for (const [, type, data] of now.events) {
          if (type !== "JournalPosted") continue
          const sum = (side: string) => data.lines.reduce((total: number, line: Record<string, number>) => total + line[side]!, 0)
          expect([sum("debit"), sum("debitUsd")]).toEqual([sum("credit"), sum("creditUsd")])
          expect(after.status).toBe("paid")
        }
      }
      const { status, approvals, paidBy, rejectedBy, rejectionReason } = now.row(expenseRequests, 1)!
      const overridden = approvals.some(({ overrideReason }) => overrideReason !== null)
      if (!overridden) expect(approvals.map(({ by }) => by)).not.toContain(asker.person)
      expect(approvals.every(({ level, overrideReason }) => level >= 7 && (overrideReason === null || level >= 10))).toBe(true)
      if (status === "approved" || status === "paid") {
        const two = new Set(approvals.map(({ by }) => by)).size >= 2 && approvals.some(({ level }) => level >= 10)
        expect(amount <= 500_000 || two || overridden).toBe(true)
      }
      if (status === "paid") {
        expect(paidBy).not.toBe(asker.person)
        if (amount > 500_000) expect(approvals.map(({ by }) => by)).not.toContain(paidBy)
      }
      if (status === "rejected") expect(rejectedBy === asker.person).toBe(rejectionReason === "Withdrawn")
    }),
    { numRuns: times(75, 300) },
  )
})
