import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { statusOptions, type TaxReport } from "./tax-labels.ts"

/** The status of a report, with the same marks as elsewhere. */
export const TaxStatus = ({ status }: Pick<TaxReport, "status">) => (
  <StatusMark
    status={{ draft: "draft", reviewed: "approved", filed: "sent", paid: "paid" }[status]}
    label={statusOptions.find(({ value }) => value === status)?.label ?? status}
  />
)
