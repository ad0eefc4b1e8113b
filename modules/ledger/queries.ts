/** What the lists of the books are made of. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { Account } from "./account.ts"
import { JournalEntry } from "./journal-entry.ts"

const personSql = (column: string) =>
  `(select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = ${column})`

/** Accounts with what their lines add up to, in USD and on the account's own side. */
export const accountList = (who: SignedIn): ListShape => {
  const seesBalance = holds(who, "finance.full")
  const balance = "coalesce(case when a.account_type in ('asset', 'expense') then b.net else -b.net end, 0)::bigint"
  return {
    select:
      `${Account.answer("a", "id", "accountNumber", "accountName", "accountType", "subType", "parentAccountId", "isActive", "isMonetary", "description", "createdAt", "updatedAt")}, ` +
      `${seesBalance ? `es.money(${balance})` : "null::text"} as balance`,
    from: "account a left join (select l.account_id, sum(l.debit_usd - l.credit_usd) as net from journal_line l group by l.account_id) b on b.account_id = a.id",
    id: "a.id",
    filters: { accountType: "a.account_type", isActive: "a.is_active" },
    search: ["a.account_number", "a.account_name", "a.description"],
    sorts: { accountNumber: "a.account_number", accountName: "a.account_name", accountType: "a.account_type", ...(seesBalance && { balance }) },
    order: "accountNumber",
    file: "Accounts",
    columns: [
      { key: "accountNumber", title: "Account", kind: "text" },
      { key: "accountName", title: "Name", kind: "text" },
      { key: "accountType", title: "Type", kind: "text" },
      ...(seesBalance ? [{ key: "balance", title: "Balance (USD)", kind: "money" as const }] : []),
    ],
  }
}

const linesSql = `(select coalesce(json_agg(json_build_object('accountId', l.account_id, 'accountNumber', a.account_number, 'accountName', a.account_name,
    'debitAmount', es.money(l.debit), 'creditAmount', es.money(l.credit), 'debitUsd', es.money(l.debit_usd), 'creditUsd', es.money(l.credit_usd),
    'description', l.description, 'siteId', l.site_id, 'clientId', l.client_id) order by l.line), '[]')
  from journal_line l join account a on a.id = l.account_id where l.journal_entry_id = j.id)`

/** Entries with their lines; those that touch an account, by its number, if one is asked for. */
export const entryList = ({ confinedTo }: SignedIn, account?: string): ListShape => ({
  select:
    `${JournalEntry.answer("j", "id", "entryNumber", "entryDate", "description", "reference", "sourceKind", "sourceId", "currency", "totalDebit", "totalCredit", "status", "reverses", "reversedBy", "createdBy", "createdAt", "effectiveDate", "lateReason")}, ` +
    `es.money(j.rate) as rate, ${personSql("j.created_by")} as "createdByUser", ${linesSql} as lines`,
  from: "journal_entry j",
  id: "j.id",
  date: "j.entry_date",
  where: [
    ...(confinedTo === null ? [] : [{ sql: "exists(select from journal_line l where l.journal_entry_id = j.id and l.site_id = ?)", values: [confinedTo] }]),
    ...(account
      ? [
          {
            sql: "exists(select from journal_line l join account a on a.id = l.account_id where l.journal_entry_id = j.id and a.account_number = ?)",
            values: [account],
          },
        ]
      : []),
  ],
  filters: { status: "j.status", currency: "j.currency", sourceKind: "j.source_kind", sourceId: "j.source_id" },
  search: ["j.entry_number", "j.description", "j.reference"],
  sorts: { entryNumber: "j.entry_number", entryDate: "j.entry_date", totalDebit: "j.total_debit", createdAt: "j.created_at" },
  order: "-entryDate,-entryNumber",
  file: "Journal",
  columns: [
    { key: "entryNumber", title: "Entry", kind: "text" },
    { key: "entryDate", title: "Date", kind: "date" },
    { key: "effectiveDate", title: "Date of the fact", kind: "date" },
    { key: "description", title: "Description", kind: "text" },
    { key: "reference", title: "Reference", kind: "text" },
    { key: "currency", title: "Currency", kind: "text" },
    { key: "totalDebit", title: "Total", kind: "money" },
    { key: "status", title: "Status", kind: "text" },
  ],
})

export const taxList: ListShape = {
  select:
    `t.id, t.code, t.name, (select es.money((x->>'rate')::bigint) from jsonb_array_elements(t.rates) x
      where (x->>'from')::date <= es.today() order by x->>'from' desc limit 1) as rate, ` +
    `(select coalesce(json_agg(json_build_object('from', x->>'from', 'rate', es.money((x->>'rate')::bigint), 'source', x->>'source', 'confirmed', (x->>'confirmed')::boolean) order by x->>'from'), '[]')
      from jsonb_array_elements(t.rates) x) as rates`,
  from: "tax_code t",
  id: "t.id",
  search: ["t.code", "t.name"],
  sorts: { code: "t.code", name: "t.name" },
  order: "code",
}

export const rateList: ListShape = {
  select: `r.type, to_char(x."from", 'YYYY-MM-DD') as "from", es.money(x.rate) as rate, x.source, ${personSql('x."enteredBy"')} as "enteredByUser"`,
  from: 'exchange_rate r cross join jsonb_to_recordset(r.rates) as x("from" date, rate bigint, source text, "enteredBy" bigint)',
  id: "r.id",
  date: 'x."from"',
  filters: { type: "r.type" },
  search: ["x.source"],
  sorts: { from: 'x."from"', rate: "x.rate", type: "r.id" },
  order: "-from,type",
  file: "Exchange rates",
  columns: [
    { key: "from", title: "From", kind: "date" },
    { key: "type", title: "Type", kind: "text" },
    { key: "rate", title: "SSP for a dollar", kind: "money" },
    { key: "source", title: "Source", kind: "text" },
  ],
}
