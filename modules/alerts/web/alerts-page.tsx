/** Alerts: what needs attention, who is responsible, and the outcome. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { PriorityMark } from "@ops/platform/ui/priority-mark.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { screen } from "../screen.ts"
import { AlertDrawer } from "./alert-drawer.tsx"
import { useCommand } from "./client.ts"
import { type Alert, alertLists, useKinds } from "./labels.ts"
import "./alerts.css"

const ChoicesDialog = lazyPart(() => import("./choices-dialog.tsx"))

const counted = (n: number) => `${n} ${n === 1 ? "alert" : "alerts"}`
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
      <ResourcePage
        screen={screen}
        priority={({ priority }) => priority}
        actions={!inThePast && <Button onClick={() => dialog.open("choices")}>Notifications</Button>}
        views={[
          { id: "open", label: "Open", query: { status: unresolved } },
          { id: "new", label: "Not acknowledged", query: { status: "open" } },
          { id: "mine", label: "Mine", query: { status: unresolved, assignedTo: String(user.id) } },
          { id: "critical", label: "Critical", query: { status: unresolved, priority: "critical" } },
          { id: "resolved", label: "Resolved", query: { status: "resolved" }, sort: "-createdAt" },
        ]}
        filters={{ status: "State", from: "Raised from", to: "Raised to" }}
        moreFilters={[{ field: "type", label: "Kind", options: kinds.map(({ kind, label }) => ({ value: kind, label })) }]}
        columns={{
          title: { header: "Alert", grows: true },
          priority: { cell: ({ priority }) => <PriorityMark priority={priority} /> },
          type: { cell: ({ type }) => nameOf(type) },
          createdAt: { cell: ({ createdAt }) => <When at={createdAt} /> },
        }}
        card={(alert) => ({
          ...cardOf(screen, alert),
          figure: (
            <span className="alert-when">
              <When at={alert.createdAt} />
            </span>
          ),
        })}
        empty={{ title: "No alerts here", text: "Alerts appear here automatically, and are resolved when their cause has ended." }}
        drawer={(id, close) => <AlertDrawer key={id} id={id} onClose={close} />}
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
      {dialog.name === "choices" && <ChoicesDialog onClose={dialog.close} />}
    </>
  )
}
