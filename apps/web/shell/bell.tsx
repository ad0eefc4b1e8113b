import { useRead, useWrite } from "@ops/platform/ui/data.ts"
import { When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Popover, PopoverClose } from "@ops/platform/ui/popover.tsx"
import { PriorityMark } from "@ops/platform/ui/priority-mark.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { Bell as BellIcon, Check } from "lucide-react"
import { Link } from "react-router-dom"

interface Notification {
  readonly id: number
  readonly title: string
  readonly message: string
  readonly priority: string
  readonly createdAt: string
  readonly site: { readonly code: string; readonly name: string } | null
  readonly isRead: boolean
}

/** The unread alerts of the person, counted and listed. */
export const Bell = () => {
  const { data } = useRead<{ unread: number; alerts: readonly Notification[] }>("/api/notifications")
  const read = useWrite<Notification>({
    method: "POST",
    path: (alert) => `/api/alerts/${alert.id}/read`,
    lists: ["/api/notifications", "/api/alerts"],
    failed: "Failed to mark the alert as read",
  })
  const unread = data?.unread ?? 0
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
      <h2 className="popover-title">Notifications</h2>
      {data && data.alerts.length > 0 ? (
        <ul className="alerts">
          {data.alerts.map((alert) => (
            <li key={alert.id} data-read={alert.isRead || undefined}>
              <PriorityMark priority={alert.priority} />
              <PopoverClose>
                <Link to={`/?alert=${alert.id}`} className="alert-text" onClick={() => alert.isRead || inThePast || void read.run(alert)}>
                  <b>{alert.title}</b>
                  <span>{alert.message}</span>
                  <small>
                    <SiteCode code={alert.site?.code} name={alert.site?.name ?? null} /> <When at={alert.createdAt} />
                  </small>
                </Link>
              </PopoverClose>
              {!alert.isRead && !inThePast && (
                <button
                  type="button"
                  className="plain-icon"
                  aria-label={`Mark as read: ${alert.title}`}
                  title="Mark as read"
                  onClick={() => void read.run(alert)}
                >
                  <Check size={16} strokeWidth={1.75} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="Nothing new" small />
      )}
    </Popover>
  )
}
