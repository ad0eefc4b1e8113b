/** Labels of the screens of bills and payment runs. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { payables } from "../resource.ts"
import { pathsOf } from "../../web/client.ts"

export type Bill = (typeof payables)["Row"]
export interface BillFormProps {
  readonly row: Bill
  readonly onClose: () => void
}

/** The lists to reload after an action on a bill or a run. */
export const payableLists = [...pathsOf("GET /api/accounts-payable", "GET /api/payment-runs", "GET /api/finance/overview"), inboxPath]

/** The mark and label of a bill; waiting for approval and overdue take precedence. */
const billState = ({ status, postedDate, overdue }: Bill): readonly [mark: string, word: string] => {
  if (status === "credited") return postedDate === null ? ["cancelled", "Withdrawn"] : ["reversed", "Credited"]
  if (status === "disputed") return ["on_hold", "Disputed"]
  if (postedDate === null) return ["pending", "To approve"]
  if (overdue) return ["overdue", "Overdue"]
  return status === "part_paid" ? ["partly_paid", "Part paid"] : status === "paid" ? ["paid", "Paid"] : ["open", "Open"]
}
export const BillMark = ({ of }: { readonly of: Bill }) => {
  const [mark, word] = billState(of)
  return <StatusMark status={mark} label={word} />
}
/** Drops zero decimals: 120.00 becomes 120, 2.50 stays. */
export const quantity = (text: string) => text.replace(/\.00$/, "")
