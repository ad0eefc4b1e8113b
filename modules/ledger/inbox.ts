/** Closed months whose re-opening is requested, drafts of journal entries to post, and changes of exchange rates to confirm. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { journalDrafts } from "./journal-drafts/resource.ts"
import { periodList } from "./periods/queries.ts"
import { rateChanges } from "./exchange-rates/resource.ts"

export const periodInbox: InboxSource = {
  kind: "period_reopening",
  label: "Re-opening of a month",
  may: ["finance.full"],
  // a month whose re-opening is requested has a record
  list: () => ({ ...periodList, from: "fiscal_period f cross join lateral (select f.id, f.period) m" }),
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

export const journalDraftInbox = inboxOf(journalDrafts, {
  waiting: "r.status = 'draft'",
  approve: "post",
  reject: "discard",
  by: "createdBy",
  title: "x.description",
  amount: "totalDebit",
  rule: "Not the author; within your own limit",
  screen: "/financial?tab=reports&view=drafts&open=:id",
})

export const rateChangeInbox = inboxOf(rateChanges, {
  waiting: "r.status = 'proposed'",
  approve: "confirm",
  reject: "reject",
  by: "proposedBy",
  title: `initcap(x.type) || ' rate from ' || x."from" || ': ' || x.rate || ' SSP instead of ' || x.was || ', ' || x.reason`,
  rule: "Not the person who proposed it",
  screen: "/settings?tab=rates",
})
