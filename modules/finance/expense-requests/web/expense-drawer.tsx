/** One expense request: details, decisions, history, and what this person may do. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { Suspense, useState } from "react"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { ExpenseStatus } from "./expense-status.tsx"
import { Activity } from "@ops/platform/ui/record/activity.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { AttachedFiles } from "@ops/platform/ui/files/attached-files.tsx"
import { expenseLists, known, nameOf, wordOf } from "../../shared/web/labels.ts"

const PayDialog = lazyWithRetry(() => import("./pay-dialog.tsx"))
const ReceiptsDialog = lazyWithRetry(() => import("../../shared/web/receipts-dialog.tsx"))

const shared = { done: "Expense request updated successfully", failed: "Failed to update expense request", lists: expenseLists } as const

export const ExpenseDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const path = pathOf("GET /api/expense-requests/:id", { id })
  const request = useApi("GET /api/expense-requests/:id", { id })
  const [asked, ask] = useState<"approve" | "reject" | "withdraw" | "pay" | "receipts">()
  const done = () => ask(undefined)
  const of = request.data
  // the version that was viewed is the one approved
  const approve = useCommand("POST /api/expense-requests/:id/approve", {
    id,
    body: (input: { overrideReason: string | null }) => ({ ...input, version: of?.version }),
    ...shared,
  })
  const reject = useCommand("POST /api/expense-requests/:id/reject", { id, ...shared })
  const withdraw = useCommand("POST /api/expense-requests/:id/withdraw", { id, ...shared })

  if (!of) {
    return (
      <Drawer title="Expense request" onClose={onClose}>
        {request.isError ? <ErrorPanel error={request.error} retry={() => void request.refetch()} /> : <Loading rows={6} label="Loading expense requests..." />}
      </Drawer>
    )
  }
  const figure = (name: string, label: string, value: string) => (
    <Figure key={name} value={value} of={{ name: `expenseRequest.${name}`, parameters: { id: of.id } }} label={label} />
  )
  // level 10 may override the rule with a reason, which stays in the history
  const override = of.status === "pending" && !of.canApprove && (user?.accessLevel ?? 0) >= 10 && can("approval.override")
  return (
    <Drawer
      title={of.requestNumber}
      subject={of.description}
      status={<ExpenseStatus of={of} />}
      onClose={onClose}
      actions={
        <>
          {of.canAddReceipts && <Button onClick={() => ask("receipts")}>Add receipts</Button>}
          {of.canWithdraw && <Button onClick={() => ask("withdraw")}>Withdraw</Button>}
          {of.canReject && (
            <Button kind="danger" onClick={() => ask("reject")}>
              Reject
            </Button>
          )}
          <ReverseButton can={of.canReverse} what={`the payment of ${of.requestNumber}`} path={path} version={of.version} lists={expenseLists} />
          {of.canApprove && (
            <Button kind="primary" disabled={approve.pending} onClick={() => approve.run({ overrideReason: null })}>
              Approve
            </Button>
          )}
          {override && <Button onClick={() => ask("approve")}>Approve by override</Button>}
          {of.canPay && (
            <Button kind="primary" onClick={() => ask("pay")}>
              Pay
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            ["Amount", figure("amount", "Amount", formatMoney(of.amount, of.currency))],
            ["In dollars", of.currency === "USD" ? null : figure("amountUsd", "In dollars", formatMoney(of.amountUsd, "USD"))],
            ["Category", of.subcategory ? `${wordOf(of.category)}, ${of.subcategory}` : wordOf(of.category)],
            ["Business purpose", of.businessPurpose],
            ["Site", of.siteName],
            ["Requested by", nameOf(of.requestedByUser)],
            ["On behalf of", of.onBehalfOfUser && nameOf(of.onBehalfOfUser)],
            ["Date", <Day key="date" date={of.requestDate} />],
            ["Needed by", of.requiredDate && <Day key="needed" date={of.requiredDate} />],
            ["Payment method", wordOf(of.paymentMethod)],
            ["Priority", wordOf(of.priority)],
            ["Notes", of.notes],
          ])}
        />
      </section>
      <AttachedFiles of={of.receipts} />
      {(of.approvals.length > 0 || of.rejectionReason !== null || of.paidDate !== null) && (
        <section className="part">
          <h3>Decision</h3>
          <KeyValues
            of={known([
              ...of.approvals.map(
                ({ byName, at, overrideReason }, n) =>
                  [
                    of.approvals.length === 1 && of.status !== "pending" ? "Approved by" : ["First approval", "Second approval"][n]!,
                    <span key={at}>
                      {byName ?? "Field Office"}, <When at={at} exact />
                      {overrideReason && <div className="muted">Override: {overrideReason}</div>}
                    </span>,
                  ] as const,
              ),
              ["Rejected", of.rejectionReason],
              ["Paid by", of.paidDate && nameOf(of.paidByUser)],
              ["Paid on", of.paidDate && <Day key="paid" date={of.paidDate} />],
              ["Reference", of.paymentReference],
              ["Journal entry", of.journalEntryId && <JournalEntry key="entry" id={of.journalEntryId} number={of.journalEntryNumber} />],
              ...reversalFacts(of.reversal),
            ])}
          />
        </section>
      )}
      <Activity path={path} />
      {asked === "pay" && (
        <Suspense>
          <PayDialog request={of} onClose={done} />
        </Suspense>
      )}
      {asked === "receipts" && (
        <Suspense>
          <ReceiptsDialog request={of} onClose={done} />
        </Suspense>
      )}
      {asked === "approve" && (
        <ConfirmDialog
          title={`Approve ${of.requestNumber} by override`}
          text="It is your own request, or above your limit. The reason stays in its history."
          confirm="Approve"
          pending="Approving..."
          reason={{ label: "Reason", required: true }}
          onConfirm={(overrideReason) => approve.send({ overrideReason })}
          onClose={done}
        />
      )}
      {asked === "reject" && (
        <ConfirmDialog
          title={`Reject ${of.requestNumber}`}
          text="The person who asked reads the reason."
          confirm="Reject"
          pending="Rejecting..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => reject.send({ reason })}
          onClose={done}
        />
      )}
      {asked === "withdraw" && (
        <ConfirmDialog
          title={`Withdraw ${of.requestNumber}`}
          text="It is not decided yet. It stays in the list as rejected, 'Withdrawn'."
          confirm="Withdraw"
          pending="Withdrawing..."
          onConfirm={() => withdraw.send()}
          onClose={done}
        />
      )}
    </Drawer>
  )
}
