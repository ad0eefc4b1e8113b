/** One alert: what it says, where it leads, and what a person can do about it. */
import { Button } from "@ops/platform/ui/button.tsx"
import { useRead, useWrite } from "@ops/platform/ui/data.ts"
import { When } from "@ops/platform/ui/date.tsx"
import { ConfirmDialog } from "@ops/platform/ui/confirm-dialog.tsx"
import { Drawer } from "@ops/platform/ui/drawer.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { KeyValues } from "@ops/platform/ui/key-values.tsx"
import { priorityWord } from "@ops/platform/ui/priority-mark.tsx"
import { useSession } from "@ops/platform/ui/session.tsx"
import { useEffect, useState } from "react"
import { Link } from "react-router-dom"
import type { AlertAnswer } from "../contract.ts"

type Alert = typeof AlertAnswer.Type

const lists = ["/api/alerts", "/api/notifications"]

/** Where the matter itself is dealt with. */
const placeOf = ({ relatedEntity, relatedEntityId }: Alert) =>
  relatedEntity === "purchase_request"
    ? { to: `/procurement?open=${relatedEntityId}`, text: "Open the purchase request" }
    : relatedEntity === "work_order"
      ? { to: `/facilities/orders?open=${relatedEntityId}`, text: "Open the work order" }
      : relatedEntity === "construction_project"
        ? { to: `/construction/${relatedEntityId}?tab=timeline`, text: "Open the project" }
        : relatedEntity === "contractor"
          ? { to: `/contractors?open=${relatedEntityId}`, text: "Open the contractor" }
          : relatedEntity === "stock_level"
            ? { to: "/procurement?dialog=new-request", text: "Ask for more" }
            : undefined

export const AlertDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const alerts = useRead<Alert[]>("/api/alerts", { status: "open,acknowledged,resolved" })
  const alert = alerts.data?.find((each) => String(each.id) === id)
  const path = (verb: string) => () => `/api/alerts/${id}/${verb}`
  const read = useWrite<undefined, Alert>({ method: "POST", path: path("read"), lists })
  const acknowledge = useWrite<undefined, Alert>({
    method: "POST",
    path: path("acknowledge"),
    lists,
    done: "Alert acknowledged",
    failed: "Failed to acknowledge alert",
  })
  const assign = useWrite<{ to: number }, Alert>({
    method: "POST",
    path: path("assign"),
    body: (input) => input,
    lists,
    done: "Alert assigned",
    failed: "Failed to assign alert",
  })
  const resolve = useWrite<{ note: string }, Alert>({
    method: "POST",
    path: path("resolve"),
    body: (input) => input,
    lists,
    done: "Alert resolved",
    failed: "Failed to resolve alert",
  })
  const [resolving, setResolving] = useState(false)
  const unread = alert !== undefined && !alert.isRead && !inThePast
  useEffect(() => {
    if (unread) read.run(undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each alert that is opened
  }, [unread])

  if (!alert) {
    return (
      <Drawer title="Alert" onClose={onClose}>
        {alerts.isSuccess && <EmptyState title="This alert does not exist, or is of another site" small />}
      </Drawer>
    )
  }
  const place = placeOf(alert)
  const open = alert.status !== "resolved"
  return (
    <Drawer
      title={alert.title}
      subject={priorityWord(alert.priority)}
      onClose={onClose}
      actions={
        open && (
          <>
            {can("team.manage", "department.manage", "finance.full") && user && alert.assignedTo !== Number(user.id) && (
              <Button disabled={assign.pending} onClick={() => assign.run({ to: Number(user.id) })}>
                Assign to me
              </Button>
            )}
            {alert.status === "open" && !inThePast && (
              <Button disabled={acknowledge.pending} onClick={() => acknowledge.run(undefined)}>
                Acknowledge
              </Button>
            )}
            {can("operations.basic", "operations.supervise", "security.manage", "finance.full", "department.manage") && (
              <Button kind="primary" onClick={() => setResolving(true)}>
                Resolve
              </Button>
            )}
          </>
        )
      }
    >
      <section className="part">
        <p>{alert.message}</p>
        {place && (
          <p>
            <Link className="link" to={place.to}>
              {place.text}
            </Link>
          </p>
        )}
        <KeyValues
          of={[
            ["Site", alert.site?.name ?? "All sites"],
            ["Raised", <When key="raised" at={alert.createdAt} />],
            ["State", alert.status === "open" ? "Open" : alert.status === "acknowledged" ? "Acknowledged" : "Resolved"],
            ...(alert.assignedToName ? [["Assigned to", alert.assignedToName] as const] : []),
            ...(alert.resolvedAt ? [["Resolved", <When key="resolved" at={alert.resolvedAt} />] as const] : []),
            ...(alert.resolution ? [["Note", alert.resolution] as const] : []),
          ]}
        />
      </section>
      {resolving && (
        <ConfirmDialog
          title="Resolve alert"
          text={alert.title}
          confirm="Resolve"
          pending="Resolving..."
          reason={{ label: "Note", required: alert.priority === "critical" }}
          onConfirm={(note) => resolve.send({ note })}
          onClose={() => setResolving(false)}
        />
      )}
    </Drawer>
  )
}
