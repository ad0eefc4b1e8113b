/** Journal lines in SQL: all of them as a view, and those of an account through an index. */
import { keptSum, monthly, monthOf } from "@ops/platform/records/generations/kept-sum.ts"

/** The accounts in the lines of an entry. */
const accountsOf = (alias: string) => `jsonb_path_query_array(${alias}lines, '$[*].accountId')`

const linesOf = (lines: string) => `cross join rows from (jsonb_to_recordset(${lines})
    as ("accountId" bigint, debit bigint, credit bigint, "debitUsd" bigint, "creditUsd" bigint, description text, "siteId" bigint, "clientId" bigint))
    with ordinality as x("accountId", debit, credit, "debitUsd", "creditUsd", description, "siteId", "clientId", n)`

/** The lines of all entries as a view, in cents. A reversed entry and its reversal both count: together they are zero. */
const lines = `create view journal_line as
  select j.id as journal_entry_id, x.n::int as line, j.entry_date, j.effective_date, j.currency, j.status, j.source_kind, x."accountId" as account_id, x.debit, x.credit,
         x."debitUsd" as debit_usd, x."creditUsd" as credit_usd, x.description, x."siteId" as site_id, x."clientId" as client_id,
         ${accountsOf("j.")} as entry_accounts
  from journal_entry j ${linesOf("j.lines")}`

const entriesByAccount = `create index on journal_entry using gin ((${accountsOf("")}) jsonb_path_ops)`

const amounts = "debit, credit, debit_usd, credit_usd"

/** The postings to each account per month, by currency, site (0: none) and kind of source document ('': none). */
const booksOfMonth = keptSum({
  name: "books_of_month",
  of: "journal_entry",
  join: linesOf("r.lines"),
  by: {
    account_id: 'x."accountId"',
    currency: "r.currency",
    site_id: 'coalesce(x."siteId", 0)',
    source_kind: "coalesce(r.source_kind, '')",
    month: monthOf("r.entry_date"),
  },
  sums: { debit: "x.debit", credit: "x.credit", debit_usd: 'x."debitUsd"', credit_usd: 'x."creditUsd"' },
})

/**
 * Journal lines for aggregation: those of a month are combined into one per account, currency, site and kind of document, dated the first of the month; a
 * month that one of `days` divides stays line by line ({@link monthly}). `lines` is their number.
 */
export const booksCutAt = (...days: ReadonlyArray<string>): string =>
  monthly(
    {
      kept: `select month as entry_date, account_id, currency, nullif(site_id, 0) as site_id, nullif(source_kind, '') as source_kind, ${amounts}, lines from books_of_month`,
      rows: `select entry_date as day, account_id, currency, site_id, source_kind, ${amounts}, 1 from journal_line`,
    },
    days,
  )

/**
 * Whether an entry is a late one of a closed month. They are few, so queries find them through an index; without the statistics Postgres expects nearly
 * all entries to be late, and with a bare comparison it does not consult them.
 */
export const isLate = (alias = "") => `(${alias}effective_date <> ${alias}entry_date) is true`
const lateEntries = [
  `create index on journal_entry (entry_date) where ${isLate()}`,
  "create statistics journal_entry_is_late on (effective_date <> entry_date) from journal_entry",
]

export const lineViews = [lines, entriesByAccount, ...lateEntries, ...booksOfMonth]

/** Joins lines `l` to an account `a` through the index: for queries on a few accounts, where most entries have no line of them. */
export const ofAccount = "l.account_id = a.id and l.entry_accounts @> to_jsonb(a.id)"
