/** One alert: its text, its link, and the available actions. */
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDaysIn, When } from "@ops/platform/ui/date.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { priorityWord } from "@ops/platform/ui/priority-mark.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { useEffect, useState } from "react"
import { Link } from "react-router-dom"
import { screen } from "../screen.ts"
import { useApi, useCommand } from "./client.ts"
import { type Alert, alertLists as lists } from "./labels.ts"
import { placeOf } from "./place.ts"

const AssignDialog = lazyPart(() => import("./assign-dialog.tsx"))

export const AlertDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const alert = useApi("GET /api/alerts/:id", { id }).data
  const read = useCommand("POST /api/alerts/:id/read", { id, lists })
  const [asking, setAsking] = useState<"resolve" | "assign">()
  const unread = alert !== undefined && !alert.isRead && !inThePast
  useEffect(() => {
    if (unread) void read.run()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each alert that is opened
  }, [unread])
  return (
    <>
      <ResourceDrawer
        screen={screen}
        id={id}
        decisions={["assign", "acknowledge", "resolve"]}
        parts={(of) => ({
          subject: priorityWord(of.priority),
          above: <Message of={of} />,
          facts: { siteName: of.siteName ?? "All sites", resolvedAt: of.resolvedAt && <When key="resolved" at={of.resolvedAt} /> },
          more: [["Raised", <When key="raised" at={of.createdAt} />]],
          own: {
            assign: of.canAssign && <Button onClick={() => setAsking("assign")}>Assign</Button>,
            resolve: of.canResolve && (
              <Button kind="primary" onClick={() => setAsking("resolve")}>
                Resolve
              </Button>
            ),
          },
        })}
        onClose={onClose}
      />
      {alert && asking === "assign" && <AssignDialog of={alert} onClose={() => setAsking(undefined)} />}
      {alert && asking === "resolve" && <ResolveDialog of={alert} onClose={() => setAsking(undefined)} />}
    </>
  )
}

const Message = ({ of }: { readonly of: Alert }) => {
  const place = placeOf(of)
  return (
    <section className="part">
      <p>{formatDaysIn(of.message)}</p>
      {place && (
        <p>
          <Link className="link" to={place.to}>
            {place.text}
          </Link>
        </p>
      )}
    </section>
  )
}

const ResolveDialog = ({ of, onClose }: { readonly of: Alert; readonly onClose: () => void }) => {
  const resolve = useCommand("POST /api/alerts/:id/resolve", { id: of.id, lists, done: "Alert resolved", failed: "Failed to resolve alert" })
  return (
    <ConfirmDialog
      title="Resolve alert"
      text={of.title}
      confirm="Resolve"
      pending="Resolving..."
      reason={{ label: "Note", required: of.priority === "critical" }}
      onConfirm={(note) => resolve.send({ note })}
      onClose={onClose}
    />
  )
}
