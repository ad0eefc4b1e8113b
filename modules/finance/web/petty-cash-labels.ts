/** What the screens of petty cash call things. */
import type { FloatAnswer, MovementAnswer, PettyCashAnswer } from "../petty-cash-contract.ts"

export type PettyCashRequest = typeof PettyCashAnswer.Type
export type Float = typeof FloatAnswer.Type
export type Movement = typeof MovementAnswer.Type

/** What is read again after an act. */
export const pettyCashLists = ["/api/crm/petty-cash-requests", "/api/petty-cash-floats", "/api/approvals"]
export const requestPath = (id: number | string) => `/api/crm/petty-cash-requests/${id}`
export const floatPath = (id: number | string) => `/api/petty-cash-floats/${id}`

const named = <const Word extends string>(options: Readonly<Record<Word, string>>) =>
  Object.entries<string>(options).map(([value, label]) => ({ value: value as Word, label }))
export const pettyCategoryOptions = named({
  marketing_materials: "Marketing materials",
  transport: "Transport",
  entertainment: "Entertainment",
  office_supplies: "Office supplies",
  meals: "Meals",
  other: "Other",
})
export const pettyStatusOptions = named({ pending: "Pending", approved: "Approved", rejected: "Rejected", disbursed: "Disbursed", retired: "Retired" })
export const movementWords = { top_up: "Topped up", disbursement: "Paid out", return: "Given back", count: "Counted" } as const
