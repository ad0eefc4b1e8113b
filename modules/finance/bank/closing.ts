/** The month-end checklist for bank and cash accounts: each must be set up, and reconciled at the end of the month. */
import { booksCutAt } from "@ops/ledger/journal-entries/lines.ts"
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"
import { moneyAccounts } from "../shared/postings.ts"

/** Whether account `b` is reconciled on day `day`, and its stated balance was not withdrawn. */
export const isReconciled = (day: string) => `exists(select from jsonb_to_recordset(b.reconciled) as x(date date, "assertionId" bigint)
  join balance_assertion s on s.id = x."assertionId" and s.status = 'standing' where x.date = ${day})`

export const bankChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "bank-reconciled",
    step: "count",
    title: "Bank and cash accounts are reconciled",
    command: "ops bank status --date {to}",
    sql: `select b.name || case when b.kind = 'cash' then ' was not counted on ' else ' is not reconciled on ' end || to_char($2::date, 'YYYY-MM-DD') as text, '/bank/' || b.id as path
      from bank_account b where b."from" <= $2::date and $1::date is not null and not ${isReconciled("$2::date")} order by b.name`,
  },
  {
    key: "bank-accounts",
    title: "Every bank and cash account is set up to be reconciled",
    command: "ops bank accounts open",
    // from the month in which the first one is
    sql: `select a.account_number || ' ' || a.account_name || ' in ' || l.currency || ' is not set up to be reconciled' as text, '/bank' as path
      from ${booksCutAt("$1::date", "($2::date + 1)")} l join account a on a.id = l.account_id
      where a.account_number in (${moneyAccounts.map((number) => `'${number}'`).join(", ")}) and l.entry_date <= $2::date
        and exists (select from bank_account b where b."from" <= $2::date)
        and not exists (select from bank_account b where b.account_number = a.account_number and b.currency = l.currency and b."from" <= $2::date)
      group by a.account_number, a.account_name, l.currency having sum(l.debit - l.credit) <> 0 or max(l.entry_date) >= $1::date
      order by a.account_number, l.currency`,
  },
]
