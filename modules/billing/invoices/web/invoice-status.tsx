import { daysBetween } from "@ops/platform/calendar.ts"
import { count } from "@ops/platform/text.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { InvoiceLine } from "../../web/labels.ts"

type Told = Pick<InvoiceLine, "status" | "overdue" | "dueDate">

const looks: Partial<Record<InvoiceLine["status"], readonly [mark: string, word: string]>> = {
  part_paid: ["partly_paid", "Part paid"],
  credited: ["cancelled", "Cancelled"],
  discarded: ["archived", "Discarded"],
}

/** The number of days since a due date, as of the moment shown. */
export const daysLate = (due: string) => daysBetween(due, today())

/** The status of an invoice; overdue takes precedence and shows the days. The status of its mail is shown until it is paid. */
export const InvoiceStatus = ({ invoice: { status, overdue, dueDate }, mail }: { readonly invoice: Told; readonly mail?: InvoiceLine["mailStatus"] }) => {
  const [mark, word] = overdue ? ["overdue", "Overdue"] : (looks[status] ?? [status, undefined])
  const isOpen = status === "issued" || status === "sent"
  const qualifier =
    isOpen && mail === "failed" ? "Mail failed" : overdue ? count(daysLate(dueDate), "day") : isOpen && mail === "queued" ? "Mail queued" : undefined
  return (
    <span className="line-tight">
      <StatusMark status={mark} {...(word && { label: word })} />
      {qualifier && <span className="muted">{qualifier}</span>}
    </span>
  )
}
