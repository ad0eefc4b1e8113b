/** Labels of the finance screens. */
import type { expenseRequests } from "../../expense-requests/resource.ts"

export { wordOf } from "@ops/platform/text.ts"

export type Expense = (typeof expenseRequests)["Row"]

const named = <const Word extends string>(options: Readonly<Record<Word, string>>) =>
  Object.entries<string>(options).map(([value, label]) => ({ value: value as Word, label }))
export const currencyOptions = named({ USD: "USD", SSP: "SSP" })
/** The money accounts. */
export const moneyOptions = named({ 1000: "1000 Cash", 1010: "1010 Bank USD", 1020: "1020 Bank SSP" })

export const nameOf = (person: { readonly firstName: string; readonly lastName: string } | null) =>
  person === null ? "Field Office" : `${person.firstName} ${person.lastName}`
/** The person for whom an expense is requested. */
export const askerOf = ({ requestedByUser, onBehalfOfUser }: Expense) => nameOf(onBehalfOfUser ?? requestedByUser)
