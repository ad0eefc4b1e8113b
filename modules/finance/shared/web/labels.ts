/** Labels of the finance screens. */
import type { ReactNode } from "react"
import type { ExpenseRequestAnswer } from "../../expense-requests/contract.ts"
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { pathsOf } from "../../web/client.ts"

export { wordOf } from "@ops/platform/text.ts"

export type Expense = typeof ExpenseRequestAnswer.Type

/** What is read again after an action. */
export const expenseLists = [...pathsOf("GET /api/expense-requests"), inboxPath]
export const dailyExpenseLists = [...pathsOf("GET /api/daily-expenses"), inboxPath]

const named = <const Word extends string>(options: Readonly<Record<Word, string>>) =>
  Object.entries<string>(options).map(([value, label]) => ({ value: value as Word, label }))
export const currencyOptions = named({ USD: "USD", SSP: "SSP" })
export const methodOptions = named({ cash: "Cash", bank_transfer: "Bank transfer", check: "Check", credit_card: "Credit card" })
export const categoryOptions = named({
  transport: "Transport",
  fuel: "Fuel",
  supplies: "Supplies",
  maintenance: "Maintenance",
  marketing: "Marketing",
  office: "Office",
  staff_feeding: "Staff feeding",
  utilities: "Utilities",
  other: "Other",
})
export const priorityOptions = named({ low: "Low", medium: "Medium", high: "High", urgent: "Urgent" })
export const expenseStatusOptions = named({ pending: "Pending", approved: "Approved", rejected: "Rejected", paid: "Paid", reversed: "Reversed" })
/** Where our money is. */
export const moneyOptions = named({ 1000: "1000 Cash", 1010: "1010 Bank USD", 1020: "1020 Bank SSP" })

export const nameOf = (person: { readonly firstName: string; readonly lastName: string } | null) =>
  person === null ? "Field Office" : `${person.firstName} ${person.lastName}`
/** The person for whom an expense is requested. */
export const askerOf = ({ requestedByUser, onBehalfOfUser }: Expense) => nameOf(onBehalfOfUser ?? requestedByUser)

/** Leaves out empty values. */
export const known = (rows: ReadonlyArray<readonly [string, ReactNode]>) => rows.filter(([, value]) => value !== null && value !== undefined && value !== "")
