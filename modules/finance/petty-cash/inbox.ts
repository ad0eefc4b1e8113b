/** Petty cash requests that wait for a decision. */
import { approvesUpTo } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { pettyCash, pettyCashLimitSql } from "./resource.ts"

export const pettyCashInbox = inboxOf(pettyCash, {
  by: "requestedBy",
  amount: "amount",
  title: "x.purpose",
  rule: (who) => approvesUpTo(who, pettyCashLimitSql(who.level)),
  screen: "/marketing?tab=petty-cash&open=:id",
  approve: "approve",
  reject: "reject",
  detail: () => ({ reason: "x.purpose", facts: { Category: "replace(initcap(x.category), '_', ' ')", Notes: "x.notes" } }),
})
