/** Shared by the ledger screens: types, labels, and links to the documents that entries are derived from. */
import { capitalised } from "@ops/platform/text.ts"
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import type { ExchangeRateAnswer } from "../contract.ts"
import type { journalDrafts } from "../journal-drafts/resource.ts"
import type { journalEntries } from "../journal-entries/resource.ts"
import type { ChecklistLine, PeriodAnswer } from "../periods/contract.ts"
import { pathOf, pathsOf } from "./client.ts"

export type Entry = (typeof journalEntries)["Row"]
export type Draft = (typeof journalDrafts)["Row"]
export type Period = typeof PeriodAnswer.Type
export type Check = typeof ChecklistLine.Type
export type Rate = typeof ExchangeRateAnswer.Type

export const bookLists = pathsOf("GET /api/journal-entries", "GET /api/accounts", "GET /api/periods")

/** The lists to reload after a rate was entered, or a change was proposed or decided. */
export const rateLists = [...pathsOf("GET /api/exchange-rates", "GET /api/exchange-rates/changes", "GET /api/exchange-rates/history"), inboxPath]

export const draftPath = pathOf("GET /api/journal-drafts")
/** The screen of the entries, or of one of them; and the screens of the drafts. */
export const entriesScreen = (id?: number) => `/financial?tab=reports&view=journal${id === undefined ? "" : `&open=${id}`}`
export const draftsScreen = (id?: number) => `/financial?tab=reports&view=drafts${id === undefined ? "" : `&open=${id}`}`
export const currencyOptions = [
  { value: "USD", label: "USD" },
  { value: "SSP", label: "SSP" },
]

/** The screen of the document that an entry is derived from. */
const places: Readonly<Record<string, { readonly word: string; readonly path?: string }>> = {
  invoice: { word: "Invoice", path: "/invoices?view=all&open=" },
  payment: { word: "Payment", path: "/invoices?view=receipts&open=" },
  expense_request: { word: "Expense request", path: "/financial?tab=expenses&open=" },
  daily_expense: { word: "Daily expense", path: "/financial?tab=expenses&view=daily&open=" },
  money_transaction: { word: "Transaction", path: "/financial?tab=transactions&open=" },
  payable: { word: "Bill", path: "/financial?tab=vendors&view=bills&open=" },
  payment_run: { word: "Payment run", path: "/financial?tab=vendors&view=payments&open=" },
  payroll_period: { word: "Payroll", path: "/hr?tab=payroll&open=" },
  tax_payment: { word: "Tax payment" },
  revaluation: { word: "Revaluation" },
}
export const sourceWord = (kind: string) => {
  const words = kind.replaceAll("_", " ")
  return places[kind]?.word ?? capitalised(words)
}
export const sourcePath = (kind: string, id: number) => {
  const path = places[kind]?.path
  return path && path + id
}
export const sourceOptions = Object.entries(places).map(([value, { word }]) => ({ value, label: word }))

export const rateTypeOptions = [
  { value: "official", label: "Official" },
  { value: "parallel", label: "Parallel" },
  { value: "contract", label: "Contract" },
]

const screens: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/api\/journal-entries\?/, "/financial?tab=reports&view=journal&"],
  [/^\/api\/transactions\//, "/financial?tab=transactions&open="],
  [/^\/api\/daily-expenses\//, "/financial?tab=expenses&view=daily&open="],
  [/^\/api\/expense-requests\//, "/financial?tab=expenses&open="],
  [/^\/api\/accounts-payable\//, "/financial?tab=vendors&view=bills&open="],
]
/** The screen that resolves a line of the checklist; undefined if there is none. */
export const placeOf = (path: string) => {
  const found = screens.find(([pattern]) => pattern.test(path))
  if (found) return path.replace(found[0], found[1])
  return path.startsWith("/api/") ? undefined : path
}
