/** What the list of journal drafts is made of. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { JournalDraft } from "./journal-draft.ts"

const personSql = (column: string) =>
  `(select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = ${column})`
const linesOf = `jsonb_to_recordset(d.lines) as (account text, debit bigint, credit bigint, description text, "siteId" bigint)`
const linesSql = `(select coalesce(json_agg(json_build_object('accountNumber', x.account, 'accountName', a.account_name, 'debitAmount', es.money(x.debit),
    'creditAmount', es.money(x.credit), 'description', x.description, 'siteId', x."siteId") order by x.n), '[]')
  from rows from (${linesOf}) with ordinality as x(account, debit, credit, description, "siteId", n) join account a on a.account_number = x.account)`

/** Drafts with their lines; somebody confined to a site sees those that touch it, as he sees entries. */
export const draftList = (who: SignedIn): ListShape => {
  const { confinedTo, person } = who
  const may = (sql: string) => (holds(who, "finance.full") ? `(${sql})` : "false")
  return {
    select:
      `${JournalDraft.answer("d", "id", "draftNumber", "entryDate", "description", "reference", "currency", "reason", "status", "createdBy", "approvedBy", "journalEntryId", "postedAt", "discardReason", "version", "createdAt", "updatedAt")}, ` +
      `es.money(t.debit) as "totalDebit", es.money(t.credit) as "totalCredit", t.debit = t.credit as "isBalanced", j.entry_number as "entryNumber",
       ${personSql("d.created_by")} as "createdByUser", ${personSql("d.approved_by")} as "approvedByUser", ${linesSql} as lines,
       ${may(`d.status = 'draft' and d.created_by is distinct from ${Number(person)}`)} as "canPost",
       ${may(`d.status = 'draft' and d.created_by is not distinct from ${Number(person)}`)} as "canChange", ${may("d.status = 'draft'")} as "canDiscard"`,
    from: `journal_draft d cross join lateral (select sum(x.debit)::bigint as debit, sum(x.credit)::bigint as credit
        from jsonb_to_recordset(d.lines) as x(debit bigint, credit bigint)) t left join journal_entry j on j.id = d.journal_entry_id`,
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
