/** Closed months whose re-opening is requested, drafts of journal entries to post, and changes of exchange rates to confirm. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { journalDrafts } from "./journal-drafts/resource.ts"
import { periodList } from "./periods/queries.ts"
import { rateChangeList } from "./exchange-rates/queries.ts"

export const periodInbox: InboxSource = {
  kind: "period_reopening",
  label: "Re-opening of a month",
  may: ["finance.full"],
  list: () => periodList,
  waiting: "f.reopening_asked_by is not null",
  // the one who confirms is of level 10
  can: ({ level, person }) => (level === 10 ? `(x."reopeningAskedByUser"->>'id')::bigint <> ${Number(person)}` : "false"),
  row: () => ({
    number: "x.period",
    title: `'Open ' || x.title || ' again: ' || x."reopeningReason"`,
    requestedBy: `(x."reopeningAskedByUser"->>'id')::bigint`,
    requestedByName: nameIn(`x."reopeningAskedByUser"`),
    siteId: "null",
    siteName: "null",
    since: `(select to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from es.event e where e.stream = 'fiscal_period/' || x.id order by e.version desc limit 1)`,
    rule: "'One person requests, another of level 10 confirms'",
  }),
  screen: "/financial?tab=reports&view=periods",
  approve: { method: "POST", path: "/api/periods/:number/reopen" },
}

export const journalDraftInbox: InboxSource = {
  kind: "journal_draft",
  label: "Journal draft",
  may: ["finance.full"],
  list: journalDrafts.shape,
  waiting: "r.status = 'draft'",
  can: () => `x."canPost"`,
  row: () => ({
    number: `x."draftNumber"`,
    title: "x.description",
    requestedBy: `x."createdBy"`,
    requestedByName: nameIn(`x."createdByUser"`),
    siteId: "null",
    siteName: "null",
    amount: `x."totalDebit"`,
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: "'Not the author; within your own limit'",
  }),
  screen: "/financial?tab=reports&view=drafts&open=:id",
  approve: { method: "POST", path: "/api/journal-drafts/:id/post", versioned: true },
  reject: { method: "POST", path: "/api/journal-drafts/:id/discard", reason: "required" },
}

export const rateChangeInbox: InboxSource = {
  kind: "rate_change",
  label: "Change of rate",
  may: ["currency.manage"],
  list: rateChangeList,
  waiting: "c.status = 'proposed'",
  can: () => `x."canConfirm"`,
  row: () => ({
    number: `x."changeNumber"`,
    title: `initcap(x.type) || ' rate from ' || x."from" || ': ' || x.rate || ' SSP instead of ' || x.was || ', ' || x.reason`,
    requestedBy: `x."proposedBy"`,
    requestedByName: nameIn(`x."proposedByUser"`),
    siteId: "null",
    siteName: "null",
    since: `x."createdAt"`,
    rule: "'Not the person who proposed it'",
  }),
  screen: "/settings?tab=rates",
  approve: { method: "POST", path: "/api/exchange-rates/changes/:id/confirm" },
  reject: { method: "POST", path: "/api/exchange-rates/changes/:id/reject", reason: "required" },
}
