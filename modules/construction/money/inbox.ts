/** Budget changes and progress claims that wait for a decision. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { PLANNERS } from "./labels.ts"
import { certificateList, changeList } from "./queries.ts"

const changes: InboxSource = {
  kind: "budget_change",
  label: "Change of budget",
  may: PLANNERS,
  list: changeList,
  waiting: "c.status = 'pending'",
  can: () => `x."canDecide"`,
  row: () => ({
    number: `x."changeNumber"`,
    title: `x."projectName" || ': ' || x.reason`,
    requestedBy: `x."requestedBy"`,
    requestedByName: nameIn(`x."requestedByUser"`),
    siteId: `x."siteId"`,
    siteName: `(select s.name from site s where s.id = x."siteId")`,
    amount: "x.total",
    currency: "'USD'",
    version: "x.version",
    since: `x."createdAt"`,
    rule: "'A change of a budget is approved by another person than its requester'",
  }),
  screen: "/construction/:projectId?tab=budget&change=:id",
  approve: { method: "PATCH", path: "/api/construction-changes/:id/approve", versioned: true },
  reject: { method: "PATCH", path: "/api/construction-changes/:id/reject", reason: "required" },
}

const claims: InboxSource = {
  kind: "certificate",
  label: "Progress claim",
  may: ["invoices.manage"],
  list: certificateList,
  waiting: "c.status = 'claimed'",
  can: () => `x."canCertify"`,
  row: () => ({
    number: `x."certificateNumber"`,
    title: `x."projectName" || ', work up to ' || x."periodTo"`,
    requestedBy: `x."claimedBy"`,
    requestedByName: nameIn(`x."claimedByUser"`),
    siteId: `x."siteId"`,
    siteName: `(select s.name from site s where s.id = x."siteId")`,
    amount: "x.billed",
    currency: "'USD'",
    version: "x.version",
    since: `x."createdAt"`,
    rule: "'You certify this claim. It is billed when you approve it'",
  }),
  screen: "/construction/:projectId?tab=billing&certificate=:id",
  approve: { method: "PATCH", path: "/api/construction-certificates/:id/certify", versioned: true },
  reject: { method: "PATCH", path: "/api/construction-certificates/:id/reject", reason: "required" },
}

export const moneyInbox: ReadonlyArray<InboxSource> = [changes, claims]
