/** What the screens of bills and payment runs call things. */
import type { PayableAnswer, PayableFiguresAnswer, PayableProposalAnswer } from "../payables-contract.ts"
import type { PaymentRunAnswer, RunProposalAnswer } from "../payment-runs-contract.ts"

export type Bill = typeof PayableAnswer.Type
export type BillFigures = typeof PayableFiguresAnswer.Type
export type BillProposal = typeof PayableProposalAnswer.Type
export type Run = typeof PaymentRunAnswer.Type
export type RunProposal = typeof RunProposalAnswer.Type

/** What is read again after an act on a bill or a run. */
export const payableLists = ["/api/accounts-payable", "/api/payment-runs", "/api/finance/overview", "/api/approvals"]

/** The mark and the word of a bill; one that waits for approval and one that is overdue say so before anything else. */
export const billState = ({ status, postedDate, overdue }: Bill): readonly [mark: string, word: string] => {
  if (status === "credited") return postedDate === null ? ["cancelled", "Withdrawn"] : ["reversed", "Credited"]
  if (status === "disputed") return ["on_hold", "Disputed"]
  if (postedDate === null) return ["pending", "To approve"]
  if (overdue) return ["overdue", "Overdue"]
  return status === "part_paid" ? ["partly_paid", "Part paid"] : status === "paid" ? ["paid", "Paid"] : ["open", "Open"]
}
export const runState = ({ status }: Run): readonly [mark: string, word: string] =>
  status === "executed" ? ["paid", "Executed"] : status === "draft" ? ["pending", "To check"] : [status, status === "approved" ? "Approved" : "Cancelled"]

const named = (options: Readonly<Record<string, string>>) => Object.entries(options).map(([value, label]) => ({ value, label }))
export const billStatusOptions = named({ open: "Open", part_paid: "Part paid", paid: "Paid", disputed: "Disputed", credited: "Credited" })
export const runStatusOptions = named({ draft: "To check", approved: "Approved", executed: "Executed", cancelled: "Cancelled" })
/** "3 bills" */
export const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`
/** 120.00 → 120, 2.50 stays. */
export const quantity = (text: string) => text.replace(/\.00$/, "")
