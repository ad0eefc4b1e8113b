/** Labels of the payment run screens. */
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { paymentRuns, Proposal } from "../resource.ts"

export type Run = (typeof paymentRuns)["Row"]
export type RunProposal = typeof Proposal.Type

const runWords = { draft: "To check", approved: "Approved", executed: "Executed", cancelled: "Cancelled", reversed: "Reversed" } as const
const runMarks = { draft: "pending", approved: "approved", executed: "paid", cancelled: "cancelled", reversed: "reversed" } as const
/** The mark and label of a run; indicates if some of its payments were reversed. */
const runState = ({ status, vendors }: Run): readonly [mark: string, word: string] =>
  status === "executed" && vendors.some(({ reversal }) => reversal !== null) ? ["partly_paid", "Partly reversed"] : [runMarks[status], runWords[status]]

export const RunMark = ({ of }: { readonly of: Run }) => {
  const [mark, word] = runState(of)
  return <StatusMark status={mark} label={word} />
}
