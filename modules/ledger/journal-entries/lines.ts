/** The lines of the books in SQL: all of them as a table, and those of an account by an index. */
import { keptSum, monthly, monthOf } from "@ops/platform/records/generations/kept-sum.ts"

/** The accounts that an entry has lines of. */
const accountsOf = (alias: string) => `jsonb_path_query_array(${alias}lines, '$[*].accountId')`

const linesOf = (lines: string) => `cross join rows from (jsonb_to_recordset(${lines})
    as ("accountId" bigint, debit bigint, credit bigint, "debitUsd" bigint, "creditUsd" bigint, description text, "siteId" bigint, "clientId" bigint))
    with ordinality as x("accountId", debit, credit, "debitUsd", "creditUsd", description, "siteId", "clientId", n)`

/** The lines of all entries as a table, cents. A reversed entry and its reversal both count: together they are nothing. */
const lines = `create view journal_line as
  select j.id as journal_entry_id, x.n::int as line, j.entry_date, j.effective_date, j.currency, j.status, j.source_kind, x."accountId" as account_id, x.debit, x.credit,
         x."debitUsd" as debit_usd, x."creditUsd" as credit_usd, x.description, x."siteId" as site_id, x."clientId" as client_id,
         ${accountsOf("j.")} as entry_accounts
  from journal_entry j ${linesOf("j.lines")}`

const entriesByAccount = `create index on journal_entry using gin ((${accountsOf("")}) jsonb_path_ops)`

const amounts = "debit, credit, debit_usd, credit_usd"

/** What was posted to each account in each month, by currency, site (0: none) and the kind of document it follows from ('': none). */
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
 * The lines of the books, for who adds them up: those of a month as one for each account, currency, site and kind of document, dated the first of it,
 * but line by line in a month that one of `days` divides ({@link monthly}). `lines` counts them.
 */
export const booksCutAt = (...days: ReadonlyArray<string>): string =>
  monthly(
    {
      kept: `select month as entry_date, account_id, currency, nullif(site_id, 0) as site_id, nullif(source_kind, '') as source_kind, ${amounts}, lines from books_of_month`,
      rows: `select entry_date as day, account_id, currency, site_id, source_kind, ${amounts}, 1 from journal_line`,
    },
    days,
  )

/** Facts of a closed month that were posted later: few, so that who looks for them finds them by an index. */
const lateEntries = "create index on journal_entry (entry_date) where effective_date <> entry_date"

export const lineViews = [lines, entriesByAccount, lateEntries, ...booksOfMonth]

/** Lines `l` of an account `a`, found by the index: for who reads a few accounts, where most entries have no line of them. */
export const ofAccount = "l.account_id = a.id and l.entry_accounts @> to_jsonb(a.id)"
