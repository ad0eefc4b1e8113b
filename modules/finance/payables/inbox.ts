/** The bills and payment runs that wait for a decision. */
import { type InboxSource, dayIn, inboxItem, nameIn } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { paymentRuns } from "../payment-runs/resource.ts"
import { waiting } from "./queries.ts"
import { supplierFacts } from "@ops/procurement/vendors/supplier-facts.ts"
import { payables } from "./resource.ts"

export const payableInbox: ReadonlyArray<InboxSource> = [
  inboxOf(payables, {
    by: "createdBy",
    amount: "amount",
    waiting,
    title: `x."vendorName" || ', invoice ' || x."invoiceNumber"`,
    rule: () =>
      `case x.match->>'state' when 'differs' then 'Does not match the purchase order. Review it and give a reason' else 'A bill is approved by someone other than the person who entered it' end`,
    screen: "/financial?tab=vendors&view=bills&open=:id",
    approve: "approve",
    reject: "credit",
    needsReason: "x.match->>'state' = 'differs'",
    detail: () => ({
      reason: "x.description",
      items: `(select coalesce(json_agg(${inboxItem({
        item: "l.line->>'description'",
        quantity: "l.line->>'quantity'",
        price: "l.line->>'unitPrice'",
        amount: "l.line->>'amount'",
      })} order by l.n), '[]') from json_array_elements(x.lines) with ordinality as l(line, n))`,
      facts: {
        Vendor: `x."vendorName"`,
        ...supplierFacts(`x."vendorId"`),
        "Invoice date": dayIn(`x."invoiceDate"`),
        Due: dayIn(`x."dueDate"`),
        Order: `x."purchaseRequestNumber"`,
        Notes: "x.notes",
      },
      files: "x.attachments",
    }),
    unusual: `select case when sum((d->>'charged')::numeric - (d->>'expected')::numeric) > 0
          then '$' || to_char(sum((d->>'charged')::numeric - (d->>'expected')::numeric), 'FM999,999,990.00') || ' over the order' else 'Differs from its order' end as tag,
        string_agg((d->>'item') || ': ' || (d->>'problem'), '; ') as text from json_array_elements(x.match->'differences') d having count(*) > 0`,
  }),
  inboxOf(paymentRuns, {
    by: "makerId",
    amount: "total",
    waiting: "r.status = 'draft'",
    title: `x.bills || case x.bills when 1 then ' bill' else ' bills' end || ' to be paid on ' || x."paymentDate"`,
    rule: "Needs a second person: you did not prepare this run",
    row: { requestedByName: nameIn("x.maker") },
    screen: "/financial?tab=vendors&view=payments&open=:id",
    approve: "approve",
    reject: "cancel",
    detail: () => ({
      items: `(select coalesce(json_agg(${inboxItem({ item: "(l.line->>'vendorName') || ', ' || (l.line->>'billNumber')", amount: "l.line->>'amount'" })} order by l.n), '[]')
        from json_array_elements(x.items) with ordinality as l(line, n))`,
      facts: {
        "Paid from": `x."accountName"`,
        "Payment date": dayIn(`x."paymentDate"`),
        Withheld: `case when x.withheld::numeric > 0 then x.currency || ' ' || to_char(x.withheld::numeric, 'FM999,999,999,990.00') end`,
      },
    }),
  }),
]
