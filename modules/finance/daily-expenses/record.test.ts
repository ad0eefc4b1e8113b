import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { approveDailyExpense, dailyExpenses, type NewDailyExpense, recordDailyExpense, rejectDailyExpense, reverseDailyExpense } from "./record.ts"
import { company, linesOf, person } from "../testing.ts"

const day: NewDailyExpense = {
  expenseDate: "2026-11-20",
  siteId: 1,
  currency: "USD",
  staffFeedingCost: 12_000,
  fuelCost: 8_050,
  transportCost: 0,
  suppliesCost: 1_500,
  maintenanceCost: 0,
  otherCosts: 25,
  staffCount: 42,
  notes: "",
  receipts: [],
}
const world = given(...company)
const recorded = (more: Partial<NewDailyExpense> = {}, by = person(6)) => world.when(recordDailyExpense, { ...day, ...more }, by)
const approval = { id: 1, overrideReason: null }

test("the total is the sum of the lines, and an approval posts each cost to its account", () => {
  recorded().holds(dailyExpenses, 1, { totalCost: 21_575, status: "pending", recordedBy: 6 })
  const approved = recorded().when(approveDailyExpense, approval, person(8)).holds(dailyExpenses, 1, { status: "approved", approvedBy: 8, journalEntryId: 1 })
  expect(linesOf(approved.events[1]![2])).toEqual([
    ["5100", 12_000, 0],
    ["6200", 8_050, 0],
    ["5200", 1_500, 0],
    ["6900", 25, 0],
    ["1000", 0, 21_575],
  ])
  expect(approved.when(approveDailyExpense, approval, person(8)).events).toEqual([])
  approved.when(approveDailyExpense, approval, person(7)).refuses("These expenses are already approved", 409)
})

test.each([
  [{ staffFeedingCost: 0, fuelCost: 0, suppliesCost: 0, otherCosts: 0 }, "Enter at least one cost greater than 0"],
  [{ fuelCost: -1 }, "Fuel must not be negative"],
  [{ expenseDate: "2026-11-22" }, "Expense date cannot be in the future"],
  [{ siteId: 3 }, "You work at another site than Site 3"],
] as const)("%o is refused", (more, sentence) => {
  recorded(more).refuses(sentence)
})

test("a site's day is recorded once per currency, and again after a rejection", () => {
  const again = { ...day, fuelCost: 9_000 }
  recorded().when(recordDailyExpense, again, person(6)).refuses("The expenses of Site 1 on 2026-11-20 in USD are recorded already", 409)
  recorded()
    .when(recordDailyExpense, { ...day, currency: "SSP" }, person(6))
    .holds(dailyExpenses, 2, { currency: "SSP" })
  const rejected = recorded().when(rejectDailyExpense, { id: 1, reason: "Fuel is missing" }, person(7))
  rejected.holds(dailyExpenses, 1, { status: "rejected", rejectionReason: "Fuel is missing" })
  rejected.when(approveDailyExpense, approval, person(8)).refuses("Only pending expenses can be approved", 409)
  rejected.when(recordDailyExpense, again, person(6)).holds(dailyExpenses, 1, { status: "pending", fuelCost: 9_000, rejectionReason: null, totalCost: 22_525 })
})

test("approved expenses are reversed by another person with a reason, and can then be recorded again", () => {
  const approved = recorded().when(approveDailyExpense, approval, person(8))
  const error = { id: 1, kind: "error", reason: "Of another site" } as const
  const reversed = approved.when(reverseDailyExpense, error, person(7))
  reversed.holds(dailyExpenses, 1, { status: "reversed", reversalReason: "Of another site", reversedBy: 7, reversalEntryId: 2 })
  expect(linesOf(reversed.events[1]![2]).map(([account, debit, credit]) => [account, credit, debit])).toEqual(linesOf(approved.events[1]![2]))
  reversed.when(reverseDailyExpense, error, person(7)).refuses("These expenses are already reversed", 409)
  reversed.when(recordDailyExpense, day, person(6)).holds(dailyExpenses, 1, { status: "pending", reversalReason: null })
  recorded().when(reverseDailyExpense, error, person(7)).refuses("Only approved expenses can be reversed", 409)
  const own = recorded().when(approveDailyExpense, approval, person(7))
  own.when(reverseDailyExpense, error, person(7)).refuses("You approved these expenses, so another person in finance must reverse it", 403)
  approved.when(reverseDailyExpense, { ...error, kind: "bank_return" }, person(7)).refuses(/no bank can return it/, 422)
})

test("the recorder cannot decide on their own record; level 10 can, with a reason", () => {
  const own = recorded({}, person(10))
  own.when(approveDailyExpense, approval, person(10)).refuses("You recorded these expenses, so another person must approve them", 403)
  own.when(rejectDailyExpense, { id: 1, reason: null }, person(10)).refuses("You recorded these expenses, so another person must decide on them", 403)
  own
    .when(approveDailyExpense, { id: 1, overrideReason: "Alone here" }, person(10))
    .holds(dailyExpenses, 1, { status: "approved", overrideReason: "Alone here" })
  recorded().when(approveDailyExpense, approval, person(6)).refuses("Your level cannot decide on expenses", 403)
  recorded()
    .when(approveDailyExpense, approval, person(8, { confinedTo: 2 }))
    .refuses("Daily expense 1 does not exist", 404)
})
