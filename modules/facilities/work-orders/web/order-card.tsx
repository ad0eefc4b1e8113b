/** An order on one line, as in the board and the panel of latest orders. */
import { PriorityMark } from "@ops/platform/ui/priority-mark.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { BoardCard } from "../board.ts"
import { serviceName, toneOf } from "../../web/labels.ts"

export type OrderCard = typeof BoardCard.Type

/** 'Urgent' while an urgent order is open, else its status. */
export const ShownStatus = ({ of: { shown } }: { readonly of: Pick<OrderCard, "shown"> }) =>
  shown === "urgent" ? <StatusMark status="overdue" label="Urgent" /> : <StatusMark status={shown} />

export const Late = () => <StatusMark status="overdue" label="Overdue" />

export const Card = ({ order, onOpen, current }: { readonly order: OrderCard; readonly onOpen: (id: number) => void; readonly current: boolean }) => (
  <button type="button" className="order-card" aria-current={current || undefined} data-row={order.id} onClick={() => onOpen(order.id)}>
    <PriorityMark priority={toneOf(order.priority)} />
    <span className="order-head">
      <b className="num">{order.orderNumber}</b>
      <SiteCode code={order.site.code} name={order.site.name} />
    </span>
    <span className="order-what">{order.description}</span>
    <span className="muted">
      {serviceName(order.serviceType)}
      {order.location && `, ${order.location}`}
    </span>
    <span className="order-head">
      <span className="muted">{order.assignee ?? "Unassigned"}</span>
      {order.isOverdue && <Late />}
    </span>
  </button>
)
