import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { InvoiceLine } from "../../web/labels.ts"

type Told = Pick<InvoiceLine, "status" | "overdue">

const looks: Partial<Record<InvoiceLine["status"], readonly [mark: string, word: string]>> = {
  part_paid: ["partly_paid", "Part paid"],
  credited: ["cancelled", "Cancelled"],
  discarded: ["archived", "Discarded"],
}

/** The status of an invoice; overdue takes precedence. */
export const InvoiceStatus = ({ invoice: { status, overdue }, mail }: { readonly invoice: Told; readonly mail?: InvoiceLine["mailStatus"] }) => {
  const [mark, word] = overdue ? ["overdue", "Overdue"] : (looks[status] ?? [status, undefined])
  return (
    <span className="line-tight">
      <StatusMark status={mark} {...(word && { label: word })} />
      {mail === "failed" && <span className="muted">Mail failed</span>}
      {mail === "queued" && <span className="muted">Mail queued</span>}
    </span>
  )
}
