/** An order on one line, as in the board and the panel of latest orders. */
import { OnlyHere } from "@ops/platform/ui/lists/rows-here.tsx"
import { PriorityMark } from "@ops/platform/ui/priority-mark.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { BoardCard } from "../board.ts"
import { openStatuses, serviceName, toneOf } from "../../web/labels.ts"

export type OrderCard = typeof BoardCard.Type

const isOpen = (status: OrderCard["status"]) => openStatuses.some((open) => open === status)
/** 'Urgent' while an urgent order is open, else its status, which may be that of this device. */
export const ShownStatus = ({ of: { priority, status } }: { readonly of: Pick<OrderCard, "priority" | "status"> }) =>
  priority === "urgent" && isOpen(status) ? <StatusMark status="overdue" label="Urgent" /> : <StatusMark status={status} />
export const isLate = ({ isOverdue, status }: Pick<OrderCard, "isOverdue" | "status">) => isOverdue && isOpen(status)

export const Late = () => <StatusMark status="overdue" label="Overdue" />

interface CardProps {
  readonly order: OrderCard
  readonly onOpen: (id: number) => void
  readonly current: boolean
  /** something done with it exists only on this device */
  readonly isHere: boolean
}

export const Card = ({ order, onOpen, current, isHere }: CardProps) => (
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
      {isHere && <OnlyHere />}
      {isLate(order) && <Late />}
    </span>
  </button>
)
