/** The lines of the books in SQL: all of them as a table, and those of an account by an index. */

/** The accounts that an entry has lines of. */
const accountsOf = (alias: string) => `jsonb_path_query_array(${alias}lines, '$[*].accountId')`

/** The lines of all entries as a table, cents. A reversed entry and its reversal both count: together they are nothing. */
const lines = `create view journal_line as
  select j.id as journal_entry_id, x.n::int as line, j.entry_date, j.effective_date, j.currency, j.status, x."accountId" as account_id, x.debit, x.credit,
         x."debitUsd" as debit_usd, x."creditUsd" as credit_usd, x.description, x."siteId" as site_id, x."clientId" as client_id,
         ${accountsOf("j.")} as entry_accounts
  from journal_entry j, rows from (jsonb_to_recordset(j.lines)
    as ("accountId" bigint, debit bigint, credit bigint, "debitUsd" bigint, "creditUsd" bigint, description text, "siteId" bigint, "clientId" bigint))
    with ordinality as x("accountId", debit, credit, "debitUsd", "creditUsd", description, "siteId", "clientId", n)`

const entriesByAccount = `create index on journal_entry using gin ((${accountsOf("")}) jsonb_path_ops)`

export const lineViews = [lines, entriesByAccount]

/** Lines `l` of an account `a`, found by the index: for who reads a few accounts, where most entries have no line of them. */
export const ofAccount = "l.account_id = a.id and l.entry_accounts @> to_jsonb(a.id)"
