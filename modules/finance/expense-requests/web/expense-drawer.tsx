/** One expense request: details, decisions, history, and what this person may do. */
import { When } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { type KeyValue, KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourceReverse } from "@ops/ledger/reversals/web/resource-reverse.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { nameOf, wordOf } from "../../shared/web/labels.ts"
import type { expenseRequests } from "../resource.ts"
import { screen } from "../screen.ts"
import { ExpenseStatus } from "./expense-status.tsx"

const forms = {
  addReceipts: lazyWithRetry(() => import("./receipts-dialog.tsx")),
  pay: lazyWithRetry(() => import("./pay-dialog.tsx")),
}

const approvalsOf = ({ approvals, status }: (typeof expenseRequests)["Row"]): readonly KeyValue[] =>
  approvals.map(({ byName, at, overrideReason }, n) => [
    approvals.length === 1 && status !== "pending" ? "Approved by" : ["First approval", "Second approval"][n]!,
    <span key={at}>
      {byName ?? "Field Office"}, <When at={at} exact />
      {overrideReason && <div className="muted">Override: {overrideReason}</div>}
    </span>,
  ])

export const ExpenseDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["addReceipts", "withdraw", "reject", "reverse", "approve", "pay"]}
    parts={(of) => ({
      subject: of.description,
      status: <ExpenseStatus of={of} />,
      forms,
      facts: {
        amountUsd: of.currency !== "USD" && (
          <Figure value={formatMoney(of.amountUsd, "USD")} of={{ name: "expenseRequest.amountUsd", parameters: { id: of.id } }} label="In dollars" />
        ),
        category: of.subcategory ? `${wordOf(of.category)}, ${of.subcategory}` : undefined,
        requestedByUser: nameOf(of.requestedByUser),
        paidByUser: of.paidDate && nameOf(of.paidByUser),
        journalEntryNumber: of.journalEntryId && <JournalEntry key="entry" id={of.journalEntryId} number={of.journalEntryNumber} />,
      },
      below: of.approvals.length > 0 && (
        <section className="part">
          <h3>Decision</h3>
          <KeyValues of={approvalsOf(of)} />
        </section>
      ),
      more: reversalFacts(of.reversal),
      own: { reverse: <ResourceReverse screen={screen} row={of} what={`the payment of ${of.requestNumber}`} /> },
    })}
    onClose={onClose}
  />
)
