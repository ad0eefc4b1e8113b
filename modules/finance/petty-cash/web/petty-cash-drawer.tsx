/** One petty cash request: details, decision, payment, receipts, and what this person may do. */
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
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { useState } from "react"
import { useApi, useCommand } from "../../web/client.ts"
import { Activity } from "@ops/platform/ui/record/activity.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { pettyCashLists, requestPath } from "./labels.ts"
import { PettyCashStatus } from "./petty-cash-status.tsx"
import { AttachedFiles } from "@ops/platform/ui/files/attached-files.tsx"
import { known, nameOf, wordOf } from "../../shared/web/labels.ts"

export const PettyCashDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const dialog = useDialog()
  const path = requestPath(id)
  const request = useApi("GET /api/crm/petty-cash-requests/:id", { id })
  const [asked, ask] = useState<"approve" | "reject">()
  const done = () => ask(undefined)
  const of = request.data
  // the version that was viewed is the one approved
  const approve = useCommand("PATCH /api/crm/petty-cash-requests/:id/approve", {
    id,
    body: (input: { overrideReason: string | null }) => ({ ...input, version: of?.version }),
    lists: pettyCashLists,
    done: "Petty cash request approved",
    failed: "Failed to approve request",
  })
  const reject = useCommand("PATCH /api/crm/petty-cash-requests/:id/reject", {
    id,
    lists: pettyCashLists,
    done: "Petty cash request rejected",
    failed: "Failed to reject request",
  })

  if (!of) {
    return (
      <Drawer title="Petty cash request" onClose={onClose}>
        {request.isError ? (
          <ErrorPanel error={request.error} retry={() => void request.refetch()} />
        ) : (
          <Loading rows={6} label="Loading petty cash requests..." />
        )}
      </Drawer>
    )
  }
  // level 10 may override the rule with a reason, which stays in the history
  const override = of.status === "pending" && !of.canApprove && (user?.accessLevel ?? 0) >= 10 && can("approval.override")
  const money = (value: string) => formatMoney(value, of.currency)
  return (
    <Drawer
      title={of.requestNumber}
      subject={of.purpose}
      status={<PettyCashStatus status={of.status} />}
      onClose={onClose}
      actions={
        <>
          {of.canReject && (
            <Button kind="danger" onClick={() => ask("reject")}>
              Reject
            </Button>
          )}
          <ReverseButton
            can={of.canReverse}
            what={`the ${of.status === "retired" ? "retirement" : "payout"} of ${of.requestNumber}`}
            path={path}
            version={of.version}
            lists={pettyCashLists}
          />
          {of.canApprove && (
            <Button kind="primary" disabled={approve.pending} onClick={() => void approve.run({ overrideReason: null })}>
              Approve
            </Button>
          )}
          {override && <Button onClick={() => ask("approve")}>Approve by override</Button>}
          {of.canDisburse && (
            <Button kind="primary" onClick={() => dialog.open("disburse", of.id)}>
              Pay out
            </Button>
          )}
          {of.canRetire && (
            <Button kind="primary" onClick={() => dialog.open("retire", of.id)}>
              Retire
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            ["Amount", <Figure key="amount" value={money(of.amount)} of={{ name: "pettyCash.amount", parameters: { id: of.id } }} label="Amount" />],
            ["In dollars", of.currency === "USD" ? null : formatMoney(of.amountUsd, "USD")],
            ["Category", wordOf(of.category)],
            ["Purpose", of.purpose],
            ["Site", of.siteName],
            ["Requested by", nameOf(of.requestedByUser)],
            ["Date", <Day key="date" date={of.requestDate} />],
            ["Notes", of.notes],
          ])}
        />
      </section>
      {of.status !== "pending" && (
        <section className="part">
          <h3>{of.status === "rejected" ? "Decision" : "Decision and payment"}</h3>
          <KeyValues
            of={known([
              [
                "Approved by",
                of.approvedDate && (
                  <span key="approved">
                    {nameOf(of.approvedByUser)}, <When at={of.approvedDate} exact />
                    {of.overrideReason && <div className="muted">Override: {of.overrideReason}</div>}
                  </span>
                ),
              ],
              ["Rejected by", of.rejectionReason && nameOf(of.rejectedByUser)],
              ["Reason", of.rejectionReason],
              ["Paid out by", of.disbursedDate && nameOf(of.disbursedByUser)],
              ["Out of", of.floatName],
              ["On", of.disbursedDate && <Day key="paid" date={of.disbursedDate} />],
              ["Entry", of.disbursementEntryId && <JournalEntry key="paid-entry" id={of.disbursementEntryId} number={of.disbursementEntryNumber} />],
              ...reversalFacts(of.reversal),
            ])}
          />
        </section>
      )}
      {of.spent !== null && of.returned !== null && (
        <section className="part">
          <h3>Retirement</h3>
          <KeyValues
            of={known([
              ["Spent", money(of.spent)],
              ["Given back", money(of.returned)],
              ["Taken by", nameOf(of.retiredByUser)],
              ["On", of.retiredDate && <Day key="retired" date={of.retiredDate} />],
              ["Entry", of.retirementEntryId && <JournalEntry key="retired-entry" id={of.retirementEntryId} number={of.retirementEntryNumber} />],
            ])}
          />
        </section>
      )}
      <AttachedFiles of={of.receipts} />
      <Activity path={path} />
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
    </Drawer>
  )
}
