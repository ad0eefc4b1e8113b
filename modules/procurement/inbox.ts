/** Purchase requests that wait for a decision. */
import { type InboxSource, dollarsIn, nameIn, quoted } from "@ops/platform/access/inbox.ts"
import { APPROVERS } from "@ops/platform/access/rule.ts"
import { limitSql, requestList } from "./queries.ts"

export const purchaseInbox: InboxSource = {
  kind: "purchase_request",
  label: "Purchase request",
  may: APPROVERS,
  list: requestList,
  waiting: "r.status = 'pending'",
  can: () => `x."canApprove"`,
  row: ({ level }) => ({
    number: `x."requestNumber"`,
    title: "x.justification",
    requestedBy: `x."requestedBy"`,
    requestedByName: nameIn(`x."requestedByUser"`),
    siteId: `x."siteId"`,
    siteName: "x.site->>'name'",
    amount: `x."estimatedTotal"`,
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: `case when ${limitSql(level)} > 9000000000000000 then ${quoted(`Level ${level} approves any amount`)}
      else ${quoted(`Level ${level} approves up to `)} || ${dollarsIn(limitSql(level))} end`,
  }),
  screen: "/procurement?open=:id",
  approve: { method: "PATCH", path: "/api/purchase-requests/:id/approve", versioned: true },
  reject: { method: "PATCH", path: "/api/purchase-requests/:id/reject", reason: "optional" },
}
