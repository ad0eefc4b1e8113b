import { alertLists } from "@ops/alerts/web/labels.ts"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Popover, PopoverClose } from "@ops/platform/ui/layers/popover.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Bell as BellIcon } from "lucide-react"
import { Suspense } from "react"
import { Link } from "react-router-dom"
import { useCommand } from "./client.ts"
import { useUnread } from "./waiting.ts"

const Latest = lazyWithRetry(() => import("./bell-list.tsx"))

/** The person's unread alerts, counted and listed. */
export const Bell = () => {
  const readAll = useCommand("POST /api/notifications/read", {
    lists: alertLists,
    failed: "Failed to mark the alerts as read",
  })
  const unread = useUnread()
  return (
    <Popover
      label="Notifications"
      align="end"
      width={360}
      tip="Notifications"
      trigger={
        <button type="button" className="plain-icon bell" aria-label={`Notifications, ${unread} unread`}>
          <BellIcon size={18} strokeWidth={1.75} aria-hidden />
          {unread > 0 && (
            <span className="bell-count num" aria-hidden>
              {unread > 99 ? "99+" : unread}
            </span>
          )}
        </button>
      }
    >
      <div className="bell-head">
        <h2 className="popover-title">Notifications</h2>
        <span className="spread" />
        {unread > 0 && !inThePast && (
          <button type="button" className="link" disabled={readAll.pending} onClick={() => void readAll.run(undefined)}>
            Mark all as read
          </button>
        )}
      </div>
      <Suspense fallback={<Loading rows={4} />}>
        <Latest />
      </Suspense>
      <div className="bell-foot">
        <PopoverClose>
          <Link className="link" to="/alerts">
            All alerts
          </Link>
        </PopoverClose>
      </div>
    </Popover>
  )
}
