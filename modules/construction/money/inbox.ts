/** Budget changes and progress claims that wait for a decision. */
import { type InboxSource, dayIn, inboxBudget, inboxItem, nameIn } from "@ops/platform/access/inbox.ts"
import { PLANNERS } from "./labels.ts"
import { certificateList, changeList } from "./queries.ts"

const changes: InboxSource = {
  kind: "budget_change",
  label: "Change of budget",
  may: PLANNERS,
  inLog: { record: "budget_change", approve: "budget_change.approve", reject: "budget_change.reject" },
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
    rule: "'Needs a second person: you did not request this change'",
  }),
  screen: "/construction/:projectId?tab=budget&change=:id",
  detail: () => ({
    reason: "x.reason",
    items: `(select coalesce(json_agg(${inboxItem({ item: "(l.line->'costCode'->>'code') || ' ' || (l.line->'costCode'->>'name')", amount: "l.line->>'amount'" })} order by l.n), '[]')
      from json_array_elements(x.lines) with ordinality as l(line, n))`,
    budget: `(select ${inboxBudget({ name: `x."projectName"`, committed: "sum(r.budget)", budget: "p.budget" })}
      from construction_cost_report r join construction_project p on p.id = r.project_id where p.id = x."projectId" and p.budget is not null group by p.budget)`,
    facts: {
      Project: `x."projectNumber" || ' ' || x."projectName"`,
      "Change to the contract": `case when x."contractAmount"::numeric <> 0 then 'USD ' || x."contractAmount" end`,
    },
  }),
  approve: { method: "PATCH", path: "/api/construction-changes/:id/approve", versioned: true },
  reject: { method: "PATCH", path: "/api/construction-changes/:id/reject", reason: "required" },
}

const claims: InboxSource = {
  kind: "certificate",
  label: "Progress claim",
  may: ["invoices.manage"],
  inLog: { record: "certificate", approve: "certificate.certify", reject: "certificate.reject" },
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
  detail: () => ({
    reason: "x.note",
    items: `(select coalesce(json_agg(${inboxItem({
      item: "l.line->>'description'",
      unit: "l.line->>'unit'",
      quantity: "l.line->>'toDate'",
      price: "l.line->>'rate'",
      amount: "l.line->>'amount'",
    })} order by l.n), '[]') from json_array_elements(x.lines) with ordinality as l(line, n))`,
    facts: {
      "Work up to": dayIn(`x."periodTo"`),
      Certified: `'$' || to_char(x.certified::numeric, 'FM999,999,999,990.00')`,
      Retention: `'$' || to_char(x.retention::numeric, 'FM999,999,999,990.00')`,
    },
  }),
  approve: { method: "PATCH", path: "/api/construction-certificates/:id/certify", versioned: true },
  reject: { method: "PATCH", path: "/api/construction-certificates/:id/reject", reason: "required" },
}

export const moneyInbox: ReadonlyArray<InboxSource> = [changes, claims]
