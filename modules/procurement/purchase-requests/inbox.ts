/** Purchase requests that wait for a decision. */
import { dollarsIn, quoted } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { limitSql } from "./queries.ts"
import { purchaseRequests } from "./resource.ts"

export const purchaseInbox = inboxOf(purchaseRequests, {
  amount: "estimatedTotal",
  by: "requestedBy",
  title: "x.justification",
  rule: ({ level }) => `case when ${limitSql(level)} > 9000000000000000 then ${quoted(`Level ${level} approves any amount`)}
      else ${quoted(`Level ${level} approves up to `)} || ${dollarsIn(limitSql(level))} end`,
  screen: "/procurement?open=:id",
  approve: "approve",
  reject: "reject",
})
