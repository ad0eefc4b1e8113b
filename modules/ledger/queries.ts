/** What the lists of the books are made of. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"
import { Account } from "./accounts/account.ts"
import { JournalEntry } from "./journal-entries/journal-entry.ts"

/** Accounts with what their lines add up to, in USD and on the account's own side. */
export const accountList = (who: SignedIn): ListShape => {
  const seesBalance = holds(who, "finance.full")
  const balance = "coalesce(case when a.account_type in ('asset', 'expense') then b.net else -b.net end, 0)::bigint"
  return {
    select:
      `${Account.answer("a", "id", "accountNumber", "accountName", "accountType", "subType", "parentAccountId", "isActive", "isMonetary", "controlledBy", "description", "createdAt", "updatedAt")}, ` +
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

/** An entry as a person at one site sees it: the lines of the site, and what is at other sites as one line of its net amount. */
const entryParts = (confinedTo: number | null) => {
  const isMixed =
    confinedTo === null
      ? "false"
      : `exists(select from journal_line f where f.journal_entry_id = j.id and f.site_id is not null and f.site_id <> ${Number(confinedTo)})`
  /** the lines of one site; those of no site too, unless the entry is also of other sites: they would tell what those come to */
  const isShown = confinedTo === null ? "true" : `coalesce(l.site_id = ${Number(confinedTo)}, not ${isMixed})`
  const others = `(select sum(l.debit - l.credit)::bigint as net, sum(l.debit_usd - l.credit_usd)::bigint as net_usd from journal_line l where l.journal_entry_id = j.id and not ${isShown})`
  const shown = `select l.line as n, json_build_object('accountId', l.account_id, 'accountNumber', a.account_number, 'accountName', a.account_name,
      'debitAmount', es.money(l.debit), 'creditAmount', es.money(l.credit), 'debitUsd', es.money(l.debit_usd), 'creditUsd', es.money(l.credit_usd),
      'description', l.description, 'siteId', l.site_id, 'clientId', l.client_id) as x
    from journal_line l join account a on a.id = l.account_id where l.journal_entry_id = j.id and ${isShown}`
  const rest = `select 32767, json_build_object('accountId', null, 'accountNumber', '', 'accountName', 'Other sites', 'debitAmount', es.money(greatest(o.net, 0)),
      'creditAmount', es.money(greatest(-o.net, 0)), 'debitUsd', es.money(greatest(o.net_usd, 0)), 'creditUsd', es.money(greatest(-o.net_usd, 0)),
      'description', '', 'siteId', null, 'clientId', null) from ${others} o where ${isMixed}`
  const total = (side: "debit" | "credit") =>
    `(case when ${isMixed} then (select coalesce(sum(l.${side}), 0) from journal_line l where l.journal_entry_id = j.id and ${isShown})
      + (select greatest(${side === "debit" ? "" : "-"}o.net, 0) from ${others} o) else j.total_${side} end)::bigint`
  return {
    isMixed,
    isShown,
    lines: `(select coalesce(json_agg(y.x order by y.n), '[]') from (${confinedTo === null ? shown : `${shown} union all ${rest}`}) y)`,
    totalDebit: confinedTo === null ? "j.total_debit" : total("debit"),
    totalCredit: confinedTo === null ? "j.total_credit" : total("credit"),
  }
}

/** Of entries with lines of other sites too: not those whose every event a person at one site may have. */
export const whollyOfSite = ({ confinedTo }: Pick<SignedIn, "confinedTo">): ReadonlyArray<Condition> =>
  confinedTo === null ? [] : [{ sql: `not ${entryParts(confinedTo).isMixed}` }]

/** Entries with their lines; those that touch an account, by its number, if one is asked for. */
export const entryList = ({ confinedTo }: SignedIn, account?: string): ListShape => {
  const { isShown, lines, totalDebit, totalCredit } = entryParts(confinedTo)
  return {
    select:
      `${JournalEntry.answer("j", "id", "entryNumber", "entryDate", "description", "reference", "sourceKind", "sourceId", "currency", "status", "reverses", "reversedBy", "createdAt", "effectiveDate", "lateReason")}, ` +
      `es.money(${totalDebit}) as "totalDebit", es.money(${totalCredit}) as "totalCredit", es.money(j.rate) as rate, ${lines} as lines, ` +
      `coalesce(d.created_by, j.created_by) as "createdBy", d.approved_by as "approvedBy", ${personSql("coalesce(d.created_by, j.created_by)")} as "createdByUser", ` +
      `${personSql("d.approved_by")} as "approvedByUser"`,
    // who wrote an entry by hand is on its draft; the entry itself has who posted it
    from: "journal_entry j left join journal_draft d on d.journal_entry_id = j.id",
    id: "j.id",
    date: "j.entry_date",
    where: [
      ...(confinedTo === null ? [] : [{ sql: "exists(select from journal_line l where l.journal_entry_id = j.id and l.site_id = ?)", values: [confinedTo] }]),
      ...(account
        ? [
            {
              sql: `exists(select from journal_line l join account a on a.id = l.account_id where l.journal_entry_id = j.id and ${isShown} and a.account_number = ?)`,
              values: [account],
            },
          ]
        : []),
    ],
    filters: { status: "j.status", currency: "j.currency", sourceKind: "j.source_kind", sourceId: "j.source_id" },
    search: ["j.entry_number", "j.description", "j.reference"],
    sorts: { entryNumber: "j.entry_number", entryDate: "j.entry_date", totalDebit, createdAt: "j.created_at" },
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
  }
}

export const taxList = (who: SignedIn): ListShape => ({
  select:
    `t.id, t.code, t.name, (select es.money((x->>'rate')::bigint) from jsonb_array_elements(t.rates) x
      where (x->>'from')::date <= es.today() order by x->>'from' desc limit 1) as rate, ` +
    `(select coalesce(json_agg(json_build_object('from', x->>'from', 'rate', es.money((x->>'rate')::bigint), 'source', x->>'source', 'confirmed', (x->>'confirmed')::boolean) order by x->>'from'), '[]')
      from jsonb_array_elements(t.rates) x) as rates, ` +
    `(select coalesce(json_agg(json_build_object('from', x."from", 'rate', es.money(x.rate), 'source', x.source, 'proposedByUser', ${personSql('x."proposedBy"')},
        'canConfirm', ${holdsAny(who, ["finance.full", "currency.manage"])} and x."proposedBy" is distinct from ${Number(who.person)}) order by x."from"), '[]')
      from jsonb_to_recordset(t.proposals) as x("from" text, rate bigint, source text, "proposedBy" bigint)) as proposals`,
  from: "tax_code t",
  id: "t.id",
  search: ["t.code", "t.name"],
  sorts: { code: "t.code", name: "t.name" },
  order: "code",
})

/** Rates of taxes that one person has proposed; the id is the tax's with the day. */
export const taxRateProposalList = (who: SignedIn): Pick<ListShape, "select" | "from"> => ({
  select: `(t.id * 100000000 + replace(x."from", '-', '')::bigint) as id, t.code, t.name, x."from", es.money(x.rate) as rate, x.source, x."proposedBy",
    ${personSql('x."proposedBy"')} as "proposedByUser",
    (select to_char(max(e.occurred_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from es.event e
      where e.stream = 'tax_code/' || t.id and e.type = 'TaxRateProposed' and e.data->>'from' = x."from") as "proposedAt",
    ${holdsAny(who, ["finance.full", "currency.manage"]) ? `x."proposedBy" is distinct from ${Number(who.person)}` : "false"} as "canConfirm"`,
  from: `tax_code t cross join jsonb_to_recordset(t.proposals) as x("from" text, rate bigint, source text, "proposedBy" bigint)`,
})

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
