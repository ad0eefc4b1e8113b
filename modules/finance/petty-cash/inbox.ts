/** Petty cash requests that wait for a decision. */
import { dollarsIn, type InboxSource, nameIn, quoted } from "@ops/platform/access/inbox.ts"
import { pettyCashLimitSql, pettyCashList } from "./queries.ts"
import { PETTY_CASH_DECIDERS } from "./labels.ts"

export const pettyCashInbox: InboxSource = {
  kind: "petty_cash_request",
  label: "Petty cash request",
  may: PETTY_CASH_DECIDERS,
  list: pettyCashList,
  waiting: "r.status = 'pending'",
  can: () => `x."canApprove"`,
  row: ({ level }) => ({
    number: `x."requestNumber"`,
    title: "x.purpose",
    requestedBy: `x."requestedBy"`,
    requestedByName: nameIn(`x."requestedByUser"`),
    siteId: `x."siteId"`,
    siteName: `x."siteName"`,
    amount: "x.amount",
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: `${quoted(`Level ${level} approves up to `)} || ${dollarsIn(pettyCashLimitSql(level))}`,
  }),
  screen: "/marketing?tab=petty-cash&open=:id",
  approve: { method: "PATCH", path: "/api/crm/petty-cash-requests/:id/approve", versioned: true },
  reject: { method: "PATCH", path: "/api/crm/petty-cash-requests/:id/reject", reason: "required" },
}
