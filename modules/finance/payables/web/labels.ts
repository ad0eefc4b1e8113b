/** Labels of the screens of bills and payment runs. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import type { PayableAnswer } from "../contract.ts"
import type { PaymentRunAnswer, RunProposalAnswer } from "../../payment-runs/contract.ts"
import { pathsOf } from "../../web/client.ts"

export type Bill = typeof PayableAnswer.Type
export type Run = typeof PaymentRunAnswer.Type
export type RunProposal = typeof RunProposalAnswer.Type

/** What is read again after an action on a bill or a run. */
export const payableLists = [...pathsOf("GET /api/accounts-payable", "GET /api/payment-runs", "GET /api/finance/overview"), inboxPath]

/** The mark and the word of a bill; one that waits for approval and one that is overdue say so before anything else. */
export const billState = ({ status, postedDate, overdue }: Bill): readonly [mark: string, word: string] => {
  if (status === "credited") return postedDate === null ? ["cancelled", "Withdrawn"] : ["reversed", "Credited"]
  if (status === "disputed") return ["on_hold", "Disputed"]
  if (postedDate === null) return ["pending", "To approve"]
  if (overdue) return ["overdue", "Overdue"]
  return status === "part_paid" ? ["partly_paid", "Part paid"] : status === "paid" ? ["paid", "Paid"] : ["open", "Open"]
}
const runWords = { draft: "To check", approved: "Approved", executed: "Executed", cancelled: "Cancelled", reversed: "Reversed" } as const
const runMarks = { draft: "pending", approved: "approved", executed: "paid", cancelled: "cancelled", reversed: "reversed" } as const
/** The mark and the word of a run; one of which some payments were reversed says so. */
export const runState = ({ status, vendors }: Run): readonly [mark: string, word: string] =>
  status === "executed" && vendors.some(({ reversal }) => reversal !== null) ? ["partly_paid", "Partly reversed"] : [runMarks[status], runWords[status]]

const named = (options: Readonly<Record<string, string>>) => Object.entries(options).map(([value, label]) => ({ value, label }))
export const billStatusOptions = named({ open: "Open", part_paid: "Part paid", paid: "Paid", disputed: "Disputed", credited: "Credited" })
export const runStatusOptions = named(runWords)
/** "3 bills" */
export const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`
/** 120.00 → 120, 2.50 stays. */
export const quantity = (text: string) => text.replace(/\.00$/, "")
