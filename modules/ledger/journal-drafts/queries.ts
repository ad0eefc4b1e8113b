/** What the list of journal drafts is made of. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"
import { JournalDraft } from "./journal-draft.ts"

/** The lines of a draft that a person sees, with what is at other sites as one line of its net amount. */
const draftParts = (confinedTo: number | null) => {
  const columns = `account text, debit bigint, credit bigint, description text, "siteId" bigint`
  const all = `(select * from rows from (jsonb_to_recordset(d.lines) as (${columns})) with ordinality as z(account, debit, credit, description, "siteId", n))`
  if (confinedTo === null) return all
  const own = Number(confinedTo)
  const isMixed = `exists(select from ${all} f where f."siteId" is not null and f."siteId" <> ${own})`
  const isShown = `coalesce(z."siteId" = ${own}, not ${isMixed})`
  return `(select z.* from ${all} z where ${isShown} union all
    select null, greatest(o.net, 0), greatest(-o.net, 0), '', null, 32767 from (select coalesce(sum(z.debit - z.credit), 0)::bigint as net from ${all} z where not ${isShown}) o
    where ${isMixed})`
}
const linesSql = (
  parts: string,
) => `(select coalesce(json_agg(json_build_object('accountNumber', coalesce(x.account, ''), 'accountName', coalesce(a.account_name, 'Other sites'),
    'debitAmount', es.money(x.debit), 'creditAmount', es.money(x.credit), 'description', x.description, 'siteId', x."siteId") order by x.n), '[]')
  from ${parts} x left join account a on a.account_number = x.account)`

/** What draft `d` is worth in cents of USD, at the official rate of its day; null before the first. */
const wholeSql = `(select coalesce(sum((w->>'debit')::bigint), 0) from jsonb_array_elements(d.lines) w)`
const worthSql = `case when d.currency = 'USD' then ${wholeSql} else (select round(${wholeSql} * 100.0 / x.rate) from exchange_rate e
    cross join jsonb_to_recordset(e.rates) as x("from" date, rate bigint) where e.type = 'official' and x."from" <= d.entry_date order by x."from" desc limit 1) end`
/** Whether a draft is within what a level posts today. */
const withinLimit = (level: number) =>
  level >= 10
    ? "true"
    : `coalesce(${worthSql} <= (select (l->>'upTo')::bigint from journal_policy p, jsonb_array_elements(p.limits) with ordinality as y(l, n)
        where p.id = 1 and (l->>'level')::int = ${Number(level)} and (l->>'from')::date <= es.today() order by l->>'from' desc, n desc limit 1), false)`

/** Drafts with their lines; a person confined to a site sees those that touch it, as with entries. */
export const draftList = (who: SignedIn): ListShape => {
  const { confinedTo, person } = who
  const parts = draftParts(confinedTo)
  const may = (sql: string) => (holds(who, "finance.full") ? `(${sql})` : "false")
  return {
    select:
      `${JournalDraft.answer("d", "id", "draftNumber", "entryDate", "description", "reference", "currency", "reason", "status", "createdBy", "approvedBy", "journalEntryId", "postedAt", "discardReason", "version", "createdAt", "updatedAt")}, ` +
      `es.money(t.debit) as "totalDebit", es.money(t.credit) as "totalCredit", t.debit = t.credit as "isBalanced", j.entry_number as "entryNumber",
       ${personSql("d.created_by")} as "createdByUser", ${personSql("d.approved_by")} as "approvedByUser", ${linesSql(parts)} as lines,
       ${who.simulated ? "false" : may(`d.status = 'draft' and d.created_by is distinct from ${Number(person)} and ${withinLimit(who.level)}`)} as "canPost",
       ${may(`d.status = 'draft' and d.created_by is not distinct from ${Number(person)}`)} as "canChange", ${may("d.status = 'draft'")} as "canDiscard"`,
    from: `journal_draft d cross join lateral (select sum(x.debit)::bigint as debit, sum(x.credit)::bigint as credit
        from ${parts} x) t left join journal_entry j on j.id = d.journal_entry_id`,
    id: "d.id",
    date: "d.entry_date",
    where:
      confinedTo === null ? [] : [{ sql: `exists(select from jsonb_to_recordset(d.lines) as x("siteId" bigint) where x."siteId" = ?)`, values: [confinedTo] }],
    filters: { status: "d.status", currency: "d.currency", createdBy: "d.created_by", journalEntryId: "d.journal_entry_id" },
    search: ["d.draft_number", "d.description", "d.reference", "j.entry_number"],
    sorts: { draftNumber: "d.draft_number", entryDate: "d.entry_date", totalDebit: "t.debit", status: "d.status", createdAt: "d.created_at" },
    order: "-draftNumber",
    file: "Journal drafts",
    columns: [
      { key: "draftNumber", title: "Draft", kind: "text" },
      { key: "entryDate", title: "Date", kind: "date" },
      { key: "description", title: "Description", kind: "text" },
      { key: "reference", title: "Reference", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "totalDebit", title: "Debit", kind: "money" },
      { key: "totalCredit", title: "Credit", kind: "money" },
      { key: "status", title: "Status", kind: "text" },
      { key: "entryNumber", title: "Entry", kind: "text" },
    ],
  }
}
