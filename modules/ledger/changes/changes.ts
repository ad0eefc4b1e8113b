/** What changed in a statement between two moments: the entries recorded between them, grouped by cause. Pure. Amounts are cents. */
import type { Cents } from "@ops/platform/money.ts"

/** An entry that was recorded between two moments and counts in the statement. */
export interface Came {
  readonly id: number
  readonly entryNumber: string
  readonly entryDate: string
  readonly effectiveDate: string
  readonly description: string
  readonly sourceKind: string | null
  /** of the invoice that it follows from; late_meal where that bills or credits one */
  readonly invoiceKind: string | null
  readonly isReversal: boolean
  readonly amount: Cents
  /** the event that recorded it */
  readonly position: number
  readonly at: string
  readonly by: string
}

export interface Cause {
  readonly title: string
  readonly amount: Cents
  readonly entries: ReadonlyArray<Came>
}

const accruals = ["meal_accrual", "contract_wip"]
const invoices: Readonly<Record<string, string>> = {
  credit_note: "Credit notes",
  meal: "Meal bills",
  service: "Invoices for services",
  construction: "Invoices for construction",
}

/** The cause of an entry, in words. `nameOf` returns the name of a kind of record. */
export const causeOf = ({ sourceKind, invoiceKind, isReversal, entryDate, effectiveDate }: Came, nameOf: (kind: string) => string): string => {
  if (sourceKind !== null && accruals.includes(sourceKind)) return isReversal ? "Accruals of the previous month, reversed" : "Accruals of the month-end"
  if (sourceKind === "revaluation") return isReversal ? "Revaluations of the previous month, reversed" : "Rate corrections: revaluation at the month-end"
  if (sourceKind === null) return isReversal ? "Reversals of manual entries" : "Entries by hand"
  if (isReversal) return `Reversals: ${nameOf(sourceKind)}`
  const isLate = effectiveDate < entryDate
  if (sourceKind === "invoice" && (invoiceKind === "late_meal" || (invoiceKind === "meal" && isLate))) return "Late meals"
  const name = sourceKind === "invoice" ? (invoices[invoiceKind ?? ""] ?? "Invoices") : nameOf(sourceKind)
  return isLate ? `${name}, of a month that was closed` : name
}

/** The entries grouped by cause, the largest change first. */
export const causesOf = (came: ReadonlyArray<Came>, nameOf: (kind: string) => string): ReadonlyArray<Cause> =>
  [...Map.groupBy(came, (entry) => causeOf(entry, nameOf))]
    .map(([title, entries]) => ({ title, entries, amount: entries.reduce((sum, { amount }) => sum + amount, 0) }))
    .sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount) || one.title.localeCompare(other.title, "en"))
