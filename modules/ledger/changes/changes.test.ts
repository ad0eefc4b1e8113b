import { expect, test } from "vitest"
import { type Came, causesOf } from "./changes.ts"

const came = (more: Partial<Came>): Came => ({
  id: 1,
  entryNumber: "JE-2026-00001",
  entryDate: "2026-10-31",
  effectiveDate: "2026-10-31",
  description: "An entry",
  sourceKind: null,
  invoiceKind: null,
  isReversal: false,
  amount: 100,
  position: 1,
  at: "2026-11-02T08:00:00.000Z",
  by: "Achol Deng Malual",
  ...more,
})
const nameOf = (kind: string) => ({ payment: "Payments", payable: "Bills" })[kind] ?? kind
const titles = (...entries: ReadonlyArray<Partial<Came>>) => causesOf(entries.map(came), nameOf).map(({ title, amount }) => [title, amount])

test("entries are grouped by their cause in words, what changed most first", () => {
  expect(
    titles(
      { sourceKind: "invoice", invoiceKind: "credit_note", amount: -500 },
      { sourceKind: "invoice", invoiceKind: "credit_note", amount: -400 },
      { sourceKind: "invoice", invoiceKind: "meal", amount: 300 },
      { amount: 200 },
      { amount: -100, isReversal: true },
    ),
  ).toEqual([
    ["Credit notes", -900],
    ["Meal bills", 300],
    ["Entries by hand", 200],
    ["Reversals of manual entries", -100],
  ])
})

test("late facts of closed months, accruals, corrections of the rate, and reversals are causes of their own", () => {
  const late = { entryDate: "2026-11-01", effectiveDate: "2026-10-30" }
  expect(titles({ ...late, sourceKind: "invoice", invoiceKind: "meal" })).toEqual([["Late meals", 100]])
  // of a month that is open the bill of a late meal is one too
  expect(titles({ sourceKind: "invoice", invoiceKind: "late_meal" }, { sourceKind: "invoice", invoiceKind: "meal", amount: 30 })).toEqual([
    ["Late meals", 100],
    ["Meal bills", 30],
  ])
  expect(titles({ ...late, sourceKind: "payable" })).toEqual([["Bills, of a month that was closed", 100]])
  expect(titles({ sourceKind: "payment", isReversal: true })).toEqual([["Reversals: Payments", 100]])
  expect(titles({ sourceKind: "revaluation" })).toEqual([["Rate corrections: revaluation at the month-end", 100]])
  expect(titles({ sourceKind: "meal_accrual" }, { sourceKind: "contract_wip", isReversal: true, amount: -40 })).toEqual([
    ["Accruals of the month-end", 100],
    ["Accruals of the previous month, reversed", -40],
  ])
})
