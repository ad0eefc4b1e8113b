/** One alert: what it says, where it leads, and what a person can do about it. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { priorityWord } from "@ops/platform/ui/priority-mark.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { Suspense, useEffect, useState } from "react"
import { Link } from "react-router-dom"
import { useApi, useCommand } from "./client.ts"
import { placeOf } from "./place.ts"
import { alertLists as lists, ASSIGNERS, RESOLVERS, stateName } from "./labels.ts"

const AssignDialog = lazyWithRetry(() => import("./assign-dialog.tsx"))

export const AlertDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { can } = useSession()
  const found = useApi("GET /api/alerts/:id", { id })
  const history = useApi("GET /api/alerts/:id/history", { id })
  const alert = found.data
  const read = useCommand("POST /api/alerts/:id/read", { id, lists })
  const acknowledge = useCommand("POST /api/alerts/:id/acknowledge", {
    id,
    lists,
    done: "Alert acknowledged",
    failed: "Failed to acknowledge alert",
  })
  const resolve = useCommand("POST /api/alerts/:id/resolve", {
    id,
    lists,
    done: "Alert resolved",
    failed: "Failed to resolve alert",
  })
  const [asking, setAsking] = useState<"resolve" | "assign">()
  const unread = alert !== undefined && !alert.isRead && !inThePast
  useEffect(() => {
    if (unread) void read.run()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each alert that is opened
  }, [unread])

  if (!alert) {
    return (
      <Drawer title="Alert" onClose={onClose}>
        {found.isError && <EmptyState title="This alert does not exist, or is of another site" small />}
      </Drawer>
    )
  }
  const place = placeOf(alert)
  const open = alert.status !== "resolved"
  return (
    <Drawer
      title={alert.title}
      subject={priorityWord(alert.priority)}
      status={<StatusMark status={alert.status === "acknowledged" ? "in_progress" : alert.status} label={stateName[alert.status]} />}
      onClose={onClose}
      actions={
        open && (
          <>
            {can(...ASSIGNERS) && !inThePast && <Button onClick={() => setAsking("assign")}>Assign</Button>}
            {alert.status === "open" && !inThePast && (
              <Button disabled={acknowledge.pending} onClick={() => acknowledge.run()}>
                Acknowledge
              </Button>
            )}
            {can(...RESOLVERS) && !inThePast && (
              <Button kind="primary" onClick={() => setAsking("resolve")}>
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
            ...(alert.assignedToName ? [["Assigned to", alert.assignedToName] as const] : []),
            ...(alert.resolvedAt ? [["Resolved", <When key="resolved" at={alert.resolvedAt} />] as const] : []),
            ...(alert.resolution ? [["Note", alert.resolution] as const] : []),
          ]}
        />
      </section>
      <section className="part">
        <h3>Activity</h3>
        <Answer of={history} rows={3}>
          {(events) => <Timeline events={events.toReversed()} />}
        </Answer>
      </section>
      {asking === "assign" && (
        <Suspense>
          <AssignDialog of={alert} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
      {asking === "resolve" && (
        <ConfirmDialog
          title="Resolve alert"
          text={alert.title}
          confirm="Resolve"
          pending="Resolving..."
          reason={{ label: "Note", required: alert.priority === "critical" }}
          onConfirm={(note) => resolve.send({ note })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Drawer>
  )
}
