/** Labels of the petty cash screens. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import type { FloatAnswer, PettyCashAnswer } from "../contract.ts"
import { pathOf, pathsOf } from "../../web/client.ts"

export type PettyCashRequest = typeof PettyCashAnswer.Type
export type Float = typeof FloatAnswer.Type

/** What is read again after an action. */
export const pettyCashLists = [...pathsOf("GET /api/crm/petty-cash-requests", "GET /api/petty-cash-floats"), inboxPath]
export const requestPath = (id: number | string) => pathOf("GET /api/crm/petty-cash-requests/:id", { id })

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
