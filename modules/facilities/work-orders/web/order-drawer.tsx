/** One order: the work, its progress, history, and the available actions. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import { useApi } from "../../web/client.ts"
import type { workOrders } from "../resource.ts"
import { screen } from "../screen.ts"
import { OrderFacts } from "./order-facts.tsx"

const AssignDialog = lazyPart(() => import("../../assignees/web/assign-order-dialog.tsx"))
const CompleteDialog = lazyPart(() => import("./complete-order-dialog.tsx"))
const PhotosDialog = lazyPart(() => import("./add-photos-dialog.tsx"))

export const OrderDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/work-orders/:id", { id })} noun="Work order" loading="Loading work order..." path={screen.path} onClose={onClose}>
    {(of) => <OpenOrder of={of} onClose={onClose} />}
  </RecordDrawer>
)

const OpenOrder = ({ of, onClose }: { readonly of: (typeof workOrders)["Row"]; readonly onClose: () => void }) => {
  const history = useApi("GET /api/work-orders/:id/history", { id: of.id })
  const [asked, ask] = useState<"assign" | "complete" | "photos">()
  const close = () => ask(undefined)
  const isNew = of.status === "pending"
  return (
    <Drawer
      title={of.orderNumber}
      subject={of.site.name}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <Decisions
          screen={screen}
          row={of}
          of={["cancel", "photograph", "hold", "reopen", "assign", "start", "resume", "complete", "verify"]}
          own={{
            photograph: of.canHold && <Button onClick={() => ask("photos")}>Add photos</Button>,
            assign: of.canAssign && (
              <Button kind={isNew ? "primary" : "plain"} onClick={() => ask("assign")}>
                {isNew ? "Assign" : "Assign to another"}
              </Button>
            ),
            complete: of.canComplete && (
              <Button kind="primary" onClick={() => ask("complete")}>
                Complete
              </Button>
            ),
          }}
        />
      }
    >
      <section className="part">
        <OrderFacts of={of} />
      </section>
      <section className="part">
        <h3>History</h3>
        <Answer of={history} rows={3}>
          {(events) => <Timeline events={events} />}
        </Answer>
      </section>
      {asked === "assign" && <AssignDialog order={of} onClose={close} />}
      {asked === "complete" && <CompleteDialog order={of} onClose={close} />}
      {asked === "photos" && <PhotosDialog order={of} onClose={close} />}
    </Drawer>
  )
}
