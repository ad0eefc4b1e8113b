/** An emergency at a site raises an alert to its people until work on it has started. */
import { consequence } from "@ops/platform/records/command.ts"
import { WorkOrderCancelled, WorkOrderRequested, WorkOrderStarted } from "@ops/facilities/work-orders/work-order.ts"
import { serviceName } from "@ops/facilities/work-orders/labels.ts"
import { raise, settle } from "../alert.ts"

const causeOf = (id: number) => `work_order/${id}/emergency`

export const workOrderRules = [
  consequence(WorkOrderRequested, function* ({ emergency, siteId, serviceType, location, description, orderNumber }, { id }) {
    if (!emergency) return []
    const [problem = ""] = description.trim().split("\n")
    return yield* raise({
      cause: causeOf(id),
      type: "facilities",
      priority: "critical",
      // a report by one tap has only words of its own kind: "Emergency: sewage at Unity State"
      title: (/^Emergency\b/.test(problem) ? problem : `Emergency: ${problem}`).slice(0, 200),
      message: [
        `${orderNumber}${location === "" ? "" : `, ${location}`}`,
        serviceName(serviceType),
        ...(description.length > problem.length ? [description] : []),
      ]
        .join(". ")
        .slice(0, 500),
      siteId,
      relatedEntity: "work_order",
      relatedEntityId: id,
    })
  }),
  consequence(WorkOrderStarted, function* (_, { id }) {
    return yield* settle(causeOf(id))
  }),
  consequence(WorkOrderCancelled, function* (_, { id }) {
    return yield* settle(causeOf(id))
  }),
]
