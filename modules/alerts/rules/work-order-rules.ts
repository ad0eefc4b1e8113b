/** An emergency at a site raises an alert to its people until work on it has started. */
import { consequence, get } from "@ops/platform/records/command.ts"
import { WorkOrderCancelled, WorkOrderRequested, WorkOrderStarted } from "@ops/facilities/work-orders/work-order.ts"
import { serviceName } from "@ops/facilities/work-orders/labels.ts"
import { sites } from "@ops/sites/site.ts"
import { raise, settle } from "../alert.ts"

const causeOf = (id: number) => `work_order/${id}/emergency`

export const workOrderRules = [
  consequence(WorkOrderRequested, function* ({ emergency, siteId, serviceType, location, description, orderNumber }, { id }) {
    if (!emergency) return []
    const site = yield* get(sites, siteId)
    return yield* raise({
      cause: causeOf(id),
      type: "facilities",
      priority: "critical",
      title: `Emergency at ${site.name}: ${serviceName(serviceType).toLowerCase()}`,
      message: `${orderNumber}${location === "" ? "" : `, ${location}`}. ${description}`.slice(0, 500),
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
