/** Completed work orders that await verification. */
import { type InboxSource, inboxItem } from "@ops/platform/access/inbox.ts"
import { DISPATCHERS } from "./work-orders/access.ts"
import { workOrders } from "./work-orders/resource.ts"

export const orderInbox: InboxSource = {
  kind: "work_order",
  label: "Work order",
  may: DISPATCHERS,
  inLog: { record: "work_order", approve: "work_order.verify", reject: "work_order.reopen" },
  list: workOrders.shapeWithHints,
  waiting: "r.status = 'completed'",
  can: () => `x."canVerify"`,
  row: () => ({
    number: `x."orderNumber"`,
    title: `'Verify: ' || x.description`,
    requestedBy: `x."completedBy"`,
    requestedByName: `x."completedByName"`,
    siteId: `x."siteId"`,
    siteName: "x.site->>'name'",
    amount: `x."actualCost"`,
    currency: "'USD'",
    since: `x."completedAt"`,
    rule: "'A supervisor of the site, or management; never who did the work'",
  }),
  screen: "/facilities/orders?open=:id",
  detail: () => ({
    reason: "x.description",
    items: `(select coalesce(json_agg(${inboxItem({ item: "l.line->>'name'", unit: "l.line->>'unit'", quantity: "l.line->>'quantity'", amount: "l.line->>'value'" })} order by l.n), '[]')
      from json_array_elements(x.parts) with ordinality as l(line, n))`,
    facts: { Priority: "initcap(x.priority)", Requested: `x."requestedByName"`, Completed: `x."completedByName"`, Notes: "x.notes" },
  }),
  history: "/api/work-orders/:id/history",
  approve: { method: "PATCH", path: "/api/work-orders/:id/verify" },
  reject: { method: "PATCH", path: "/api/work-orders/:id/reopen", reason: "required" },
}
