/** Alerts: what needs attention, who has it, and what became of it. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { PriorityMark, priorityWord } from "@ops/platform/ui/priority-mark.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import type { AlertAnswer } from "../contract.ts"
import { AlertDrawer } from "./alert-drawer.tsx"
import { pathOf, useCommand } from "./client.ts"
import { alertLists, stateName, useKinds } from "./labels.ts"
import "./alerts.css"

type Alert = typeof AlertAnswer.Type

const ChoicesDialog = lazyWithRetry(() => import("./choices-dialog.tsx"))

const counted = (n: number) => `${n} ${n === 1 ? "alert" : "alerts"}`
const State = ({ of }: { readonly of: Alert }) => <StatusMark status={of.status === "acknowledged" ? "in_progress" : of.status} label={stateName[of.status]} />

export const Component = () => {
  const user = useUser()
  const dialog = useDialog()
  const { kinds, nameOf } = useKinds()
  const acknowledge = useCommand("POST /api/alerts/acknowledge", {
    body: (ids: readonly number[]) => ({ ids }),
    lists: alertLists,
    done: ({ acknowledged }) => `${counted(acknowledged)} acknowledged`,
    failed: "Failed to acknowledge alerts",
  })
  const unresolved = "open,acknowledged"
  return (
    <>
      <ListPage
        path={pathOf("GET /api/alerts")}
        noun={["alert", "alerts"]}
        loading="Loading alerts..."
        rowId={({ id }) => String(id)}
        number={({ title }) => title}
        priority={({ priority }) => priority}
        siteFilter
        actions={!inThePast && <Button onClick={() => dialog.open("choices")}>Notifications</Button>}
        views={[
          { id: "open", label: "Open", query: { status: unresolved } },
          { id: "new", label: "Not acknowledged", query: { status: "open" } },
          { id: "mine", label: "Mine", query: { status: unresolved, assignedTo: String(user.id) } },
          { id: "critical", label: "Critical", query: { status: unresolved, priority: "critical" } },
          { id: "resolved", label: "Resolved", query: { status: "resolved" }, sort: "-createdAt" },
        ]}
        filters={[
          {
            field: "status",
            label: "State",
            options: [
              { value: "open", label: "Open" },
              { value: "acknowledged", label: "Acknowledged" },
              { value: "resolved", label: "Resolved" },
            ],
          },
          { field: "type", label: "Kind", options: kinds.map(({ kind, label }) => ({ value: kind, label })) },
          {
            field: "priority",
            label: "Priority",
            options: ["critical", "high", "medium", "other"].map((value) => ({ value, label: priorityWord(value) })),
          },
          { field: "from", label: "Raised from", date: true },
          { field: "to", label: "Raised to", date: true },
        ]}
        columns={[
          { id: "title", header: "Alert", cell: (alert) => alert.title, sort: true, grows: true },
          { id: "priority", header: "Priority", cell: (alert) => <PriorityMark priority={alert.priority} />, sort: true, hidden: true },
          { id: "type", header: "Kind", cell: (alert) => nameOf(alert.type), sort: true },
          { id: "site", header: "Site", cell: (alert) => alert.site && <SiteCode code={alert.site.code} name={alert.site.name} />, sort: true },
          { id: "createdAt", header: "Raised", cell: (alert) => <When at={alert.createdAt} />, sort: true },
          { id: "assignedToName", header: "Assigned to", cell: (alert) => alert.assignedToName },
          { id: "status", header: "State", cell: (alert) => <State of={alert} />, sort: true },
        ]}
        card={(alert) => ({
          title: alert.title,
          mark: <State of={alert} />,
          text: alert.message,
          figure: (
            <span className="alert-when">
              <When at={alert.createdAt} />
            </span>
          ),
        })}
        empty={{ title: "No alerts here", text: "Alerts appear here automatically, and are resolved when their cause has ended." }}
        drawer={(id, _row, close) => <AlertDrawer key={id} id={id} onClose={close} />}
        {...(!inThePast && {
          selection: (rows: readonly Alert[], clear: () => void) => (
            <Button
              kind="primary"
              disabled={acknowledge.pending}
              onClick={() => void acknowledge.run(rows.map(({ id }) => id)).then((done) => done && clear())}
            >
              Acknowledge {counted(rows.length)}
            </Button>
          ),
        })}
      />
      {dialog.name === "choices" && (
        <Suspense>
          <ChoicesDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
