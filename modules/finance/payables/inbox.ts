/** Which bills and payment runs wait for a decision. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { paymentRuns } from "../payment-runs/resource.ts"
import { waiting } from "./queries.ts"
import { payables } from "./resource.ts"

export const payableInbox: ReadonlyArray<InboxSource> = [
  inboxOf(payables, {
    by: "createdBy",
    amount: "amount",
    waiting,
    title: `x."vendorName" || ', invoice ' || x."invoiceNumber"`,
    rule: () =>
      `case x.match->>'state' when 'differs' then 'Does not match the purchase order. Review it and give a reason' else 'A bill is approved by another person than who entered it' end`,
    screen: "/financial?tab=vendors&view=bills&open=:id",
    approve: "approve",
    reject: "credit",
  }),
  inboxOf(paymentRuns, {
    by: "makerId",
    amount: "total",
    waiting: "r.status = 'draft'",
    title: `x.bills || case x.bills when 1 then ' bill' else ' bills' end || ' to be paid on ' || x."paymentDate"`,
    rule: "A payment run is checked by another person than who made it",
    row: { requestedByName: nameIn("x.maker") },
    screen: "/financial?tab=vendors&view=payments&open=:id",
    approve: "approve",
    reject: "cancel",
  }),
]
