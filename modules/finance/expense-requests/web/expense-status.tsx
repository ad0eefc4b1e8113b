import { Badge } from "@ops/platform/ui/button.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { Expense } from "../../shared/web/labels.ts"

const tones = { pending: "amber", approved: "green", rejected: "red", paid: "blue", reversed: "gray" } as const

/** The status of a request, in the usual colours: yellow, green, red, blue. Also shows the first of two approvals. */
export const ExpenseStatus = ({ of: { status, approvals, rejectionReason } }: { readonly of: Pick<Expense, "status" | "approvals" | "rejectionReason"> }) => (
  <span className="line-tight">
    <Badge tone={tones[status]}>{statusWord(status)}</Badge>
    {status === "pending" && approvals.length > 0 && <span className="muted">1 of 2</span>}
    {status === "rejected" && rejectionReason === "Withdrawn" && <span className="muted">Withdrawn</span>}
  </span>
)
