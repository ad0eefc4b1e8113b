/** Which bills and payment runs wait for a decision. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { paymentRunList } from "../payment-runs/queries.ts"
import { payableList, waiting } from "./queries.ts"

const bills: InboxSource = {
  kind: "payable",
  label: "Bill",
  may: ["finance.full"],
  list: payableList,
  waiting,
  can: () => `x."canApprove"`,
  row: () => ({
    number: `x."billNumber"`,
    title: `x."vendorName" || ', invoice ' || x."invoiceNumber"`,
    requestedBy: `x."createdBy"`,
    requestedByName: nameIn(`x."createdByUser"`),
    siteId: `x."siteId"`,
    siteName: `x."siteName"`,
    amount: "x.amount",
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: `case x.match->>'state' when 'differs' then 'It differs from its order: open it, and approve it with a reason' else 'A bill is approved by another person than who entered it' end`,
  }),
  screen: "/financial?tab=vendors&view=bills&open=:id",
  approve: { method: "POST", path: "/api/accounts-payable/:id/approve", versioned: true },
  reject: { method: "POST", path: "/api/accounts-payable/:id/credit", reason: "required" },
}

const runs: InboxSource = {
  kind: "payment_run",
  label: "Payment run",
  may: ["finance.full"],
  list: paymentRunList,
  waiting: "r.status = 'draft'",
  can: () => `x."canApprove"`,
  row: () => ({
    number: `x."runNumber"`,
    title: `x.bills || case x.bills when 1 then ' bill' else ' bills' end || ' to be paid on ' || x."paymentDate"`,
    requestedBy: `x."makerId"`,
    requestedByName: nameIn("x.maker"),
    siteId: "null::bigint",
    siteName: "null::text",
    amount: "x.total",
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: "'A payment run is checked by another person than who made it'",
  }),
  screen: "/financial?tab=vendors&view=payments&open=:id",
  approve: { method: "POST", path: "/api/payment-runs/:id/approve", versioned: true },
  reject: { method: "POST", path: "/api/payment-runs/:id/cancel", reason: "optional" },
}

export const payableInbox: ReadonlyArray<InboxSource> = [bills, runs]
