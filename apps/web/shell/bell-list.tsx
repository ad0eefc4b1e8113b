import { type Alert as Notification, alertLists } from "@ops/alerts/web/labels.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDaysIn, When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { PopoverClose } from "@ops/platform/ui/layers/popover.tsx"
import { PriorityMark } from "@ops/platform/ui/priority-mark.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { Check } from "lucide-react"
import { useState } from "react"
import { Link } from "react-router-dom"
import { useApi, useCommand } from "./client.ts"

/** Groups of alerts about the same record, and single alerts without a record, in the order of their first alert. */
const byRecord = (alerts: readonly Notification[]): readonly (readonly [Notification, ...Notification[]])[] => {
  const groups = new Map<string, [Notification, ...Notification[]]>()
  for (const alert of alerts) {
    const key = alert.relatedEntityId === null ? `alert/${alert.id}` : `${alert.relatedEntity}/${alert.relatedEntityId}`
    const group = groups.get(key)
    if (group) group.push(alert)
    else groups.set(key, [alert])
  }
  return [...groups.values()]
}

const Line = ({ of: alert, onRead }: { readonly of: Notification; readonly onRead: (alert: Notification) => void }) => (
  <li data-read={alert.isRead || undefined}>
    <PriorityMark priority={alert.priority} />
    <PopoverClose>
      <Link to={`/alerts?open=${alert.id}`} className="alert-text" onClick={() => alert.isRead || inThePast || onRead(alert)}>
        <b>{alert.title}</b>
        <span>{formatDaysIn(alert.message)}</span>
        <small>
          <SiteCode code={alert.site?.code} name={alert.site?.name ?? null} /> <When at={alert.createdAt} />
        </small>
      </Link>
    </PopoverClose>
    {!alert.isRead && !inThePast && (
      <button type="button" className="plain-icon" aria-label={`Mark as read: ${alert.title}`} title="Mark as read" onClick={() => onRead(alert)}>
        <Check size={16} strokeWidth={1.75} aria-hidden />
      </button>
    )}
  </li>
)

/** Several alerts about one record: one line, which expands to all of them. */
const Group = ({ of, onRead }: { readonly of: readonly [Notification, ...Notification[]]; readonly onRead: (alert: Notification) => void }) => {
  const [open, setOpen] = useState(false)
  const [first] = of
  if (of.length === 1) return <Line of={first} onRead={onRead} />
  return (
    <>
      <li data-read={of.every(({ isRead }) => isRead) || undefined}>
        <PriorityMark priority={first.priority} />
        <button type="button" className="alert-text alert-group" aria-expanded={open} onClick={() => setOpen(!open)}>
          <b>
            {of.length} alerts of {first.relatedNumber ?? first.title}
          </b>
          <span>{open ? "Show as one" : formatDaysIn(first.message)}</span>
        </button>
      </li>
      {open && of.map((alert) => <Line key={alert.id} of={alert} onRead={onRead} />)}
    </>
  )
}

/** The latest alerts. Loaded when the bell is opened. */
export default function Latest() {
  const latest = useApi("GET /api/notifications")
  const read = useCommand("POST /api/alerts/:id/read", {
    params: ({ id }: Notification) => ({ id }),
    lists: alertLists,
    failed: "Failed to mark the alert as read",
  })
  return (
    <Answer of={latest} rows={4}>
      {({ alerts }) =>
        alerts.length > 0 ? (
          <ul className="alerts">
            {byRecord(alerts).map((group) => (
              <Group key={group[0].id} of={group} onRead={(alert) => void read.run(alert)} />
            ))}
          </ul>
        ) : (
          <EmptyState title="Nothing new" small />
        )
      }
    </Answer>
  )
}
