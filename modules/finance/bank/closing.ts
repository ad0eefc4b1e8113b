/** The month-end checklist for bank and cash accounts: each open account must be reconciled at the end of the month. */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"

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
]
