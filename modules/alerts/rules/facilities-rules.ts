/** A promised time that is running out raises an alert to supervisors and above, until the promised work is done. */
import { zone } from "@ops/platform/calendar.ts"
import { type About, consequence, get } from "@ops/platform/records/command.ts"
import { people } from "@ops/identity/person.ts"
import { type ClockName, SlaEscalated, type slaClocks } from "@ops/facilities/service-levels/sla-clock.ts"
import { WorkOrderCancelled, WorkOrderCompleted, WorkOrderStarted, workOrders } from "@ops/facilities/work-orders/work-order.ts"
import { problemOf } from "@ops/facilities/work-orders/labels.ts"
import { raise, settle } from "../alert.ts"

const causeOf = (id: number, clock: ClockName) => `work_order/${id}/${clock}`

export const facilitiesRules = [
  consequence(SlaEscalated, function* ({ clock, percent, to }, { id, row }: About<typeof slaClocks>) {
    const order = yield* get(workOrders, id)
    const over = percent >= 100
    const due = clock === "response" ? row.responseDue! : row.resolutionDue!
    const told = to === null ? undefined : yield* get(people, to)
    const place = order.location === "" ? "" : `, ${order.location}`
    return yield* raise({
      cause: causeOf(id, clock),
      type: "facilities",
      priority: over ? "critical" : "high",
      title: problemOf(order),
      message:
        `${order.orderNumber}${place}. ${over ? `The ${clock} is overdue` : `${percent}% of the time for the ${clock} has passed`}, due ${atJuba(due)}` +
        (told ? `. Notified: ${told.firstName} ${told.lastName}` : ""),
      siteId: order.siteId,
      relatedEntity: "work_order",
      relatedEntityId: id,
    })
  }),
  consequence(WorkOrderStarted, function* (_, { id }) {
    return yield* settle(causeOf(id, "response"))
  }),
  consequence(WorkOrderCompleted, function* (_, { id }) {
    return yield* settle(causeOf(id, "resolution"))
  }),
  consequence(WorkOrderCancelled, function* (_, { id }) {
    return [...(yield* settle(causeOf(id, "response"))), ...(yield* settle(causeOf(id, "resolution")))]
  }),
]

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
const atJuba = (instant: string) => clock.format(new Date(instant))
