import * as fc from "fast-check"
import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { mapCategory } from "../expense-categories/category.ts"
import { accountNumbers, company, linesOf, person, today } from "../testing.ts"
import { type NewTransaction, postTransaction, recordTransaction, reverseTransaction, transactions, voidTransaction } from "./transaction.ts"

const facts: NewTransaction = {
  transactionNumber: null,
  description: "Diesel for the generator",
  amount: 45_000,
  currency: "USD",
  transactionType: "expense",
  category: "Fuel",
  paymentMethod: "cash",
  toAccount: null,
  referenceNumber: null,
  siteId: 2,
  transactionDate: "2026-11-20",
  attachments: [],
}
const world = given(...company)
const recorded = (more: Partial<NewTransaction> = {}, by = person(7)) => world.when(recordTransaction, { ...facts, ...more }, by)
const post = { id: 1, overrideReason: null }
const posted = (more: Partial<NewTransaction> = {}) => recorded(more).when(postTransaction, post, person(10))

test.each([
  [{}, "6200", "1000"],
  [{ paymentMethod: "bank_transfer" }, "6200", "1010"],
  [{ paymentMethod: "check", currency: "SSP" }, "6200", "1020"],
  [{ transactionType: "income", category: "other income" }, "1000", "4900"],
  [{ category: "Ferry tickets" }, "1990", "1000"],
  [{ transactionType: "transfer", category: "banking" }, "1010", "1000"],
  [{ transactionType: "transfer", category: "banking", currency: "SSP" }, "1020", "1000"],
  [{ transactionType: "transfer", category: "float", paymentMethod: "bank_transfer" }, "1000", "1010"],
  [{ transactionType: "transfer", category: "float", toAccount: "1010" }, "1010", "1000"],
] as const)("%o debits %s and credits %s", (more, debit, credit) => {
  const then = posted(more)
  expect(linesOf(then.events[1]![2])).toEqual([
    [debit, 45_000, 0],
    [credit, 0, 45_000],
  ])
  then.holds(transactions, 1, { status: "posted", approvedBy: 10, journalEntryId: 1 })
  expect(then.events[1]![2]).toMatchObject({ entryDate: "2026-11-20", sourceKind: "money_transaction", sourceId: 1 })
})

test.each([
  [{ amount: 0 }, "Amount must be greater than 0"],
  [{ transactionDate: "2026-11-22" }, "Transaction date cannot be in the future"],
  [{ toAccount: "1010" }, "Only a transfer has a destination account"],
  [{ transactionType: "transfer", toAccount: "6200" }, "A transfer must go to 1000 Cash, 1010 Bank USD or 1020 Bank SSP"],
  [{ transactionType: "transfer", toAccount: "1000" }, "A transfer needs two different accounts. Choose another account to transfer to"],
  [{ transactionType: "transfer", toAccount: "1010", currency: "SSP" }, "Account 1010 holds USD, the transfer is in SSP"],
] as const)("%o is refused", (more, sentence) => {
  recorded(more).refuses(sentence, 422)
})

test("finance records a transaction, and another person posts it", () => {
  recorded({}, person(8)).refuses("Only finance can record transactions", 403)
  recorded().when(postTransaction, post, person(7)).refuses("You recorded this transaction, so another person must post it", 403)
  recorded()
    .when(postTransaction, post, person(8, { confinedTo: 1 }))
    .refuses("Transaction 1 does not exist", 404)
  recorded()
    .when(postTransaction, post, person(6, { confinedTo: 2 }))
    .refuses("Your level cannot post transactions", 403)
  recorded()
    .when(postTransaction, post, person(10, { simulated: true }))
    .refuses(/simulated/, 403)
  const own = recorded({}, person(10))
  own.when(postTransaction, { id: 1, overrideReason: "Month-end" }, person(10)).holds(transactions, 1, { status: "posted", overrideReason: "Month-end" })
})

test("a number given by the caller is kept; sending the same content again returns the same transaction", () => {
  const own = { ...facts, transactionNumber: "TXN-1732185600000" }
  const first = world.when(recordTransaction, own, person(7)).holds(transactions, 1, { transactionNumber: "TXN-1732185600000" })
  const again = first.when(recordTransaction, own, person(7))
  expect([again.id, again.events]).toEqual([1, []])
  first.when(recordTransaction, { ...own, amount: 1 }, person(7)).refuses("Another transaction already has the number TXN-1732185600000", 409)
  recorded().holds(transactions, 1, { transactionNumber: "TXN-2026-00001" })
})

test("a pending transaction is voided; a posted one is reversed by a linked entry", () => {
  recorded().when(voidTransaction, { id: 1, reason: "" }, person(7)).refuses("Reason is required", 422)
  const voided = recorded().when(voidTransaction, { id: 1, reason: "Twice" }, person(7)).holds(transactions, 1, { status: "voided", reason: "Twice" })
  voided.when(postTransaction, post, person(10)).refuses("Only a pending transaction can be posted", 409)
  recorded()
    .when(reverseTransaction, { id: 1, reason: "Wrong" }, person(10))
    .refuses(/Void a pending one/, 409)
  posted()
    .when(voidTransaction, { id: 1, reason: "Wrong" }, person(10))
    .refuses(/Reverse a posted one/, 409)
  posted()
    .when(reverseTransaction, { id: 1, reason: "Wrong" }, person(8))
    .refuses(/Only finance/, 403)
  const back = posted()
    .when(reverseTransaction, { id: 1, reason: "Wrong site" }, person(7))
    .holds(transactions, 1, { status: "reversed", reason: "Wrong site" })
  back.holds(journalEntries, 1, { status: "reversed", reversedBy: 2 }).holds(journalEntries, 2, { reverses: 1, entryDate: today })
  back.when(reverseTransaction, { id: 1, reason: "Again" }, person(10)).refuses("This transaction is already reversed", 409)
})

test("a transaction in suspense moves to its account once its category has one", () => {
  const mapped = recorded({ category: "Ferry tickets" }).when(mapCategory, { name: "ferry_tickets", accountNumber: "6200" }, person(7))
  mapped.when(postTransaction, post, person(10)).holds(transactions, 1, { accountNumber: "6200" })
})

test("random transactions posted, voided and reversed by any users leave the accounts equal to the posted ones", () => {
  const one = fc.record({
    amount: fc.integer({ min: 1, max: 9_999_999 }),
    currency: fc.constantFrom("USD" as const, "SSP" as const),
    transactionType: fc.constantFrom("income" as const, "expense" as const, "transfer" as const),
    category: fc.constantFrom("fuel", "other income", "no such category"),
    paymentMethod: fc.constantFrom("cash" as const, "bank_transfer" as const, "credit_card" as const),
  })
  const steps = fc.array(
    fc.record({ id: fc.integer({ min: 1, max: 4 }), what: fc.constantFrom("post", "void", "reverse"), level: fc.constantFrom(7, 8, 10) }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), steps, (all, steps) => {
      let now = recorded(all[0]!)
      for (const more of all.slice(1)) now = now.when(recordTransaction, { ...facts, ...more }, person(7))
      const usd = new Map<string, number>()
      for (const { id, what, level } of steps.filter(({ id }) => id <= all.length)) {
        const by = person(level)
        if (what === "post") now = now.when(postTransaction, { id, overrideReason: null }, by)
        if (what === "void") now = now.when(voidTransaction, { id, reason: "Wrong" }, by)
        if (what === "reverse") now = now.when(reverseTransaction, { id, reason: "Wrong" }, by)
        for (const [, type, data] of now.events) {
          if (type !== "JournalPosted") continue
          for (const { accountId, debitUsd, creditUsd } of data.lines) {
            const account = accountNumbers.get(accountId)!
            usd.set(account, (usd.get(account) ?? 0) + debitUsd - creditUsd)
          }
        }
      }
      expect([...usd.values()].reduce((sum, value) => sum + value, 0)).toBe(0)
      const left = all.map((_, n) => now.row(transactions, n + 1)!).filter(({ status }) => status === "posted")
      if (left.length === 0) expect([...usd.values()].every((value) => value === 0)).toBe(true)
      const suspense = left.some(({ accountNumber }) => accountNumber === "1990")
      if (!suspense) expect(usd.get("1990") ?? 0).toBe(0)
      expect(left.every(({ approvedBy, recordedBy }) => approvedBy !== recordedBy)).toBe(true)
    }),
    { numRuns: times(50, 200) },
  )
})
