/** Closed months with a requested re-opening, drafts of journal entries to post, and changes of exchange rates to confirm. */
import { type InboxSource, dayIn, inboxItem, nameIn } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { openingAccount } from "./accounts/account.ts"
import { journalDrafts } from "./journal-drafts/resource.ts"
import { ofAccount } from "./journal-entries/lines.ts"
import { openings } from "./openings/resource.ts"
import { periodList } from "./periods/queries.ts"
import { rateChanges } from "./exchange-rates/resource.ts"

export const periodInbox: InboxSource = {
  kind: "period_reopening",
  label: "Re-opening of a month",
  may: ["finance.full"],
  // a month whose re-opening is requested has a record
  inLog: { record: "fiscal_period", approve: "period.open" },
  list: () => ({ ...periodList, from: "fiscal_period f cross join lateral (select f.id, f.period) m" }),
  waiting: "f.reopening_asked_by is not null",
  // only level 10 may confirm
  can: ({ level, person }) => (level === 10 ? `(x."reopeningAskedByUser"->>'id')::bigint <> ${Number(person)}` : "false"),
  row: () => ({
    number: "x.period",
    title: `'Open ' || x.title || ' again: ' || x."reopeningReason"`,
    requestedBy: `(x."reopeningAskedByUser"->>'id')::bigint`,
    requestedByName: nameIn(`x."reopeningAskedByUser"`),
    siteId: "null",
    siteName: "null",
    since: `(select to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from es.event e where e.stream = 'fiscal_period/' || x.id order by e.version desc limit 1)`,
    rule: "'Needs a second person: you did not request this'",
  }),
  screen: "/financial?tab=reports&view=periods",
  approve: { method: "POST", path: "/api/periods/:number/reopen" },
  detail: () => ({ reason: `x."reopeningReason"`, facts: { Month: "x.title" } }),
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
  detail: () => ({
    reason: "x.description",
    items: `(select coalesce(json_agg(${inboxItem({
      item: "(l.line->>'accountNumber') || ' ' || (l.line->>'accountName') || case when (l.line->>'creditAmount')::numeric > 0 then ', credit' else ', debit' end",
      amount: "case when (l.line->>'creditAmount')::numeric > 0 then l.line->>'creditAmount' else l.line->>'debitAmount' end",
    })} order by l.n), '[]') from json_array_elements(x.lines) with ordinality as l(line, n))`,
    facts: { Date: dayIn(`x."entryDate"`) },
  }),
  unusual: `select 'Dated in another month' as tag, 'Its date is ' || ${dayIn(`x."entryDate"`)} || ': it changes the figures of that month' as text
    where to_char(x."entryDate"::date, 'YYYY-MM') <> to_char(es.today(), 'YYYY-MM')`,
})

export const openingInbox = inboxOf(openings, {
  // a delegate would confirm what the delegator has entered
  inPerson: true,
  waiting: "r.status = 'entered'",
  approve: "confirm",
  by: "enteredBy",
  title: `'Opening balances entered by ' || x."waitingFor"`,
  rule: "Not the person who entered them",
  detail: () => ({
    // the latest fifty entries of the people who wait
    items: `(select coalesce(json_agg(${inboxItem({ item: "e.description", amount: "es.money(e.amount)" })} order by e.id desc), '[]') from (
      select e.id, e.description, sum(l.credit_usd - l.debit_usd)::bigint as amount from account a join journal_line l on ${ofAccount}
      join journal_entry e on e.id = l.journal_entry_id join opening o on o.waiting @> to_jsonb(e.created_by)
      where a.account_number = '${openingAccount}' and o.id = x.id group by e.id order by e.id desc limit 50) e)`,
    facts: { "Equity in all": "'USD ' || to_char(x.equity::numeric, 'FM999,999,999,990.00')", "Entered by": `x."waitingFor"` },
  }),
  screen: "/financial?tab=reports&view=checks",
})

export const rateChangeInbox = inboxOf(rateChanges, {
  waiting: "r.status = 'proposed'",
  approve: "confirm",
  reject: "reject",
  by: "proposedBy",
  title: `initcap(x.type) || ' rate from ' || x."from" || ': ' || x.rate || ' SSP instead of ' || x.was || ', ' || x.reason`,
  rule: "Not the person who proposed it",
  detail: () => ({ reason: "x.reason", facts: { From: dayIn(`x."from"`), "SSP for $1.00": "x.rate", Before: "x.was", Source: "x.source" } }),
  unusual: `select round(abs(x.rate::numeric / x.was::numeric - 1) * 100) || '% change' as tag,
    x.rate || ' instead of ' || x.was || ' SSP per USD' as text where x.was::numeric > 0 and abs(x.rate::numeric / x.was::numeric - 1) > 0.1`,
  screen: "/settings?tab=rates",
})
