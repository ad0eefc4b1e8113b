/** One petty cash request: details, decision, payment, receipts, and what this person may do. */
import { When } from "@ops/platform/ui/date.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourceReverse } from "@ops/ledger/reversals/web/resource-reverse.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { PettyCashStatus } from "./petty-cash-status.tsx"

export const forms = {
  disburse: lazyWithRetry(() => import("./petty-cash-disburse-dialog.tsx")),
  retire: lazyWithRetry(() => import("./petty-cash-retire-dialog.tsx")),
}

export const PettyCashDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["reject", "reverse", "approve", "disburse", "retire"]}
    parts={(of) => ({
      subject: of.purpose,
      status: <PettyCashStatus status={of.status} />,
      forms,
      facts: {
        amountUsd: of.currency !== "USD" && formatMoney(of.amountUsd, "USD"),
        requestedByUser: nameOf(of.requestedByUser),
        approvedByUser: of.approvedDate && (
          <span key="approved">
            {nameOf(of.approvedByUser)}, <When at={of.approvedDate} exact />
          </span>
        ),
        rejectedByUser: of.rejectionReason && nameOf(of.rejectedByUser),
        disbursedByUser: of.disbursedDate && nameOf(of.disbursedByUser),
        disbursementEntryNumber: of.disbursementEntryId && <JournalEntry key="paid-entry" id={of.disbursementEntryId} number={of.disbursementEntryNumber} />,
        retiredByUser: of.retiredDate && nameOf(of.retiredByUser),
        retirementEntryNumber: of.retirementEntryId && <JournalEntry key="retired-entry" id={of.retirementEntryId} number={of.retirementEntryNumber} />,
      },
      more: reversalFacts(of.reversal),
      own: {
        reverse: <ResourceReverse screen={screen} row={of} what={`the ${of.status === "retired" ? "retirement" : "payout"} of ${of.requestNumber}`} />,
      },
    })}
    onClose={onClose}
  />
)
