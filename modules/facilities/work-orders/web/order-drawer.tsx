/** One order: what is to be done, how far it is, what happened, and what this person may do. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { Suspense, useState } from "react"
import type { WorkOrderAnswer } from "../../contract.ts"
import { pathOf, pathsOf, useApi } from "../../web/client.ts"
import { OrderFacts } from "./order-facts.tsx"

type WorkOrder = typeof WorkOrderAnswer.Type

const AssignDialog = lazyWithRetry(() => import("../../assignees/web/assign-order-dialog.tsx"))
const CompleteDialog = lazyWithRetry(() => import("./complete-order-dialog.tsx"))
const PhotosDialog = lazyWithRetry(() => import("./add-photos-dialog.tsx"))

const lists = pathsOf("GET /api/work-orders")

/** The actions that need a reason, with what the button and the dialog say. */
const reasoned = {
  hold: {
    title: "Put on hold",
    text: "The promised time is paused until work resumes.",
    confirm: "Put on hold",
    label: "Reason",
    done: "put on hold",
    required: true,
    danger: false,
  },
  cancel: { title: "Cancel", text: "The order is not carried out.", confirm: "Cancel order", label: "Reason", done: "cancelled", required: true, danger: true },
  reopen: {
    title: "Reopen",
    text: "The order goes on as it was.",
    confirm: "Reopen order",
    label: "What is not done",
    done: "reopened",
    required: true,
    danger: false,
  },
  verify: {
    title: "Verify",
    text: "You have seen that the work is done.",
    confirm: "Verify order",
    label: "Note",
    done: "verified",
    required: false,
    danger: false,
  },
} as const
type Reasoned = keyof typeof reasoned

export const OrderDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const path = pathOf("GET /api/work-orders/:id", { id })
  const order = useApi("GET /api/work-orders/:id", { id })
  const history = useApi("GET /api/work-orders/:id/history", { id })
  const [asked, ask] = useState<Reasoned | "assign" | "complete" | "photos">()
  const close = () => ask(undefined)
  const act = useApiMutation<{ readonly verb: "start" | "resume" | Reasoned; readonly body?: object }, WorkOrder>({
    method: "PATCH",
    path: ({ verb }) => `${path}/${verb}`,
    body: ({ body }) => body,
    lists,
    done: ({ orderNumber }, { verb }) => `${orderNumber} ${verb === "start" ? "started" : verb === "resume" ? "goes on" : reasoned[verb].done}`,
    failed: "Failed to change work order",
  })
  const of = order.data
  if (!of) {
    return (
      <Drawer title="Work order" onClose={onClose}>
        {order.isError ? <ErrorPanel error={order.error} retry={() => void order.refetch()} /> : <Loading rows={6} label="Loading work order..." />}
      </Drawer>
    )
  }
  const about = asked === "hold" || asked === "cancel" || asked === "reopen" || asked === "verify" ? reasoned[asked] : undefined
  return (
    <Drawer
      title={of.orderNumber}
      subject={of.site.name}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          {of.canCancel && (
            <Button kind="danger" onClick={() => ask("cancel")}>
              Cancel order
            </Button>
          )}
          {of.canHold && <Button onClick={() => ask("photos")}>Add photos</Button>}
          {of.canHold && <Button onClick={() => ask("hold")}>Put on hold</Button>}
          {of.canReopen && <Button onClick={() => ask("reopen")}>Reopen</Button>}
          {of.canAssign && (
            <Button kind={of.status === "pending" ? "primary" : "plain"} onClick={() => ask("assign")}>
              {of.status === "pending" ? "Assign" : "Assign to another"}
            </Button>
          )}
          {of.canStart && (
            <Button kind="primary" disabled={act.pending} onClick={() => act.run({ verb: "start" })}>
              Start work
            </Button>
          )}
          {of.canResume && (
            <Button kind="primary" disabled={act.pending} onClick={() => act.run({ verb: "resume" })}>
              Resume
            </Button>
          )}
          {of.canComplete && (
            <Button kind="primary" onClick={() => ask("complete")}>
              Complete
            </Button>
          )}
          {of.canVerify && (
            <Button kind="primary" onClick={() => ask("verify")}>
              Verify
            </Button>
          )}
        </>
      }
    >
      <OrderFacts of={of} />
      <section className="part">
        <h3>History</h3>
        {history.data ? <Timeline events={history.data} /> : <Loading rows={3} />}
      </section>
      {about && (
        <ConfirmDialog
          title={`${about.title} ${of.orderNumber}`}
          text={about.text}
          confirm={about.confirm}
          danger={about.danger}
          reason={{ label: about.label, required: about.required }}
          onConfirm={(reason) => act.send({ verb: asked as Reasoned, body: asked === "verify" ? { note: reason } : { reason } })}
          onClose={close}
        />
      )}
      <Suspense>
        {asked === "assign" && <AssignDialog order={of} onClose={close} />}
        {asked === "complete" && <CompleteDialog order={of} onClose={close} />}
        {asked === "photos" && <PhotosDialog order={of} onClose={close} />}
      </Suspense>
    </Drawer>
  )
}
