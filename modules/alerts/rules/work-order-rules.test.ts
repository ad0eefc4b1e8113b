import { test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { cancelOrder, raiseOrder } from "@ops/facilities/work-orders/commands.ts"
import { alerts } from "../alert.ts"
import { workOrderRules } from "./work-order-rules.ts"

const site = sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null }))
const here = given(site).with(...workOrderRules)
const report = { siteId: 1, serviceType: "sewage" as const, description: "The pit runs over", location: "Camp B", photos: [], reportedAt: null }

test("an emergency alerts the people of its site at once, until it is resolved", () => {
  const alerted = here.when(raiseOrder, { ...report, origin: "emergency" as const })
  alerted.holds(alerts, 1, {
    type: "facilities",
    priority: "critical",
    status: "open",
    siteId: 1,
    title: "Emergency: The pit runs over",
    message: "WO-2026-00001, Camp B. Sewage",
    relatedEntity: "work_order",
    relatedEntityId: 1,
  })
  // a report by one tap has no words
  here
    .when(raiseOrder, { ...report, description: "", location: "", origin: "emergency" as const })
    .holds(alerts, 1, { title: "Emergency: sewage at Unity State", message: "WO-2026-00001. Sewage" })
  alerted.when(cancelOrder, { id: 1, reason: "It was a drill" }).holds(alerts, 1, { status: "resolved", openCause: null })
  here.when(raiseOrder, { origin: "issue" as const, ...report, priority: "urgent" }).gives(["work_order/1", "WorkOrderRequested"])
})
