/** What a person decides about a purchase request, each in a dialog of its own. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Suspense } from "react"
import type { PurchaseRequestAnswer } from "../contract.ts"
import { pathsOf, useCommand } from "./client.ts"

type Request = typeof PurchaseRequestAnswer.Type
export type Asked = "item" | "approve" | "reject" | "receive" | "cancel"

const AddItemDialog = lazyWithRetry(() => import("./add-item-dialog.tsx"))
const ApproveDialog = lazyWithRetry(() => import("./approve-dialog.tsx"))
const ReceiveDialog = lazyWithRetry(() => import("./receive-dialog.tsx"))

const lists = pathsOf("GET /api/purchase-requests")

/** Whether it can be approved only by who goes round the ordinary rule. */
export const needsOverride = (of: Request, mayOverride: boolean) => of.status === "pending" && !of.canApprove && of.itemCount > 0 && mayOverride

interface Props {
  readonly request: Request
  readonly asked: Asked
  readonly onClose: () => void
}

export const RequestDialogs = ({ request: of, asked, onClose: done }: Props) => {
  const { can } = useSession()
  const reject = useCommand("PATCH /api/purchase-requests/:id/reject", {
    id: of.id,
    body: ({ reason }: { reason: string }) => ({ reason: reason || null }),
    lists,
    done: "Purchase request rejected",
    failed: "Failed to reject request",
  })
  const cancel = useCommand("POST /api/purchase-requests/:id/cancel", {
    id: of.id,
    lists,
    done: "Purchase request cancelled",
    failed: "Failed to cancel request",
  })
  return (
    <>
      <Suspense>
        {asked === "item" && <AddItemDialog requestId={of.id} onClose={done} />}
        {asked === "approve" && <ApproveDialog request={of} override={needsOverride(of, can("approval.override"))} onClose={done} />}
        {asked === "receive" && <ReceiveDialog request={of} onClose={done} />}
      </Suspense>
      {asked === "reject" && (
        <ConfirmDialog
          title={`Reject ${of.requestNumber}`}
          text="The requester can raise it again with its lines."
          confirm="Reject"
          pending="Rejecting..."
          danger
          reason={{ label: "Reason" }}
          onConfirm={(reason) => reject.send({ reason })}
          onClose={done}
        />
      )}
      {asked === "cancel" && (
        <ConfirmDialog
          title={`Cancel ${of.requestNumber}`}
          text="Nothing of it has arrived yet. Tell the supplier too."
          confirm="Cancel request"
          pending="Cancelling..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => cancel.send({ reason })}
          onClose={done}
        />
      )}
    </>
  )
}
