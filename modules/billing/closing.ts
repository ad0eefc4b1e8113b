/** The month-end checks of billing. */
import { ofAccount } from "@ops/ledger/journal-entries/lines.ts"
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"
import type { Tie } from "@ops/ledger/checks/ties.ts"
import { notAccruedSql } from "./accruals/queries.ts"
import { openAt, releasedAt } from "./receivables/aged-receivables.ts"

export const billingChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "unbilled-meals",
    step: "bill",
    title: "All meals are billed",
    command: "ops billing preview --month {month}",
    sql: `select c.company_name || ', ' || to_char(s.date, 'YYYY-MM-DD') || ': ' || sum(s.served) || ' meals' as text, '/invoices?view=month-end' as path
      from meal_slot s join client c on c.id = s.client_id left join meal_account a on a.id = s.contract_id
      where s.date between $1::date and $2::date and s.served > 0
        and not exists (select from jsonb_to_recordset(a.billed) as b("from" date, "to" date) where s.date between b."from" and b."to")
      group by c.company_name, s.date order by s.date, c.company_name`,
  },
  {
    key: "meals-accrued",
    step: "bill",
    title: "Meals served but not billed are accrued",
    command: "ops accruals run --period {month}",
    sql: notAccruedSql,
  },
  {
    key: "late-meals",
    step: "bill",
    title: "Meals recorded after billing are billed, credited or declined",
    command: "ops late-meals list --status proposed",
    sql: `select c.company_name || ', ' || l.meal_type || ' of ' || to_char(l.date, 'YYYY-MM-DD') || ': ' || l.heads || ' people, ' || l.currency || ' ' || es.money(l.amount) as text,
        '/invoices?view=late-meals&open=' || l.id as path
      from late_meal l join client c on c.id = l.client_id where l.status = 'proposed' and l.date <= $2::date and $1::date is not null order by l.date, l.id`,
  },
  {
    key: "drafts",
    step: "bill",
    title: "No invoice is left as a draft",
    command: "ops invoices list --status draft",
    sql: `select 'Draft ' || i.id || ', ' || (i.client->>'name') as text, '/invoices?view=all&open=' || i.id as path from invoice i
      where i.status = 'draft' and coalesce(i.period_start, i.created_at::date) <= $2::date and $1::date is not null order by i.id`,
  },
  {
    key: "client-statements",
    step: "count",
    title: "Clients that send statements have confirmed their balances",
    command: "ops ledger balances state --account 1100 --date {to}",
    sql: `select c.company_name || ' has not confirmed its balance in ' || l.currency || ' on ' || to_char($2::date, 'YYYY-MM-DD') as text,
        '/financial?tab=reports&view=checks' as path
      from client c join account a on a.account_number = '1100' join journal_line l on ${ofAccount} and l.client_id = c.id
      where c.statements_from <= $2::date and l.entry_date <= $2::date and not exists (select from balance_assertion b
        where b.client_id = c.id and b.account_number = '1100' and b.currency = l.currency and b.date = $2::date and b.status = 'standing')
      group by c.company_name, l.currency having sum(l.debit - l.credit) <> 0 or max(l.entry_date) >= $1::date order by c.company_name, l.currency`,
  },
]

/** The ties of receivables, accrued income and client credit. */
export const billingTies: ReadonlyArray<Tie> = [
  {
    key: "receivables",
    title: "Open invoices equal receivables in the ledger",
    accounts: ["1100"],
    sql: `select i.currency, ${openAt("$1::date")} as amount from invoice i where i.kind <> 'credit_note' and i.issue_date <= $1::date`,
    path: "/invoices",
  },
  {
    key: "accrued-income",
    title: "Income earned but not yet billed equals accrued income in the ledger",
    accounts: ["1150"],
    sql: `select i.currency, i.subtotal_amount as amount from invoice i where i.kind in ('meal', 'service') and i.total_amount > 0
      and to_char(i.period_end, 'YYYY-MM') < to_char(i.issue_date, 'YYYY-MM') and i.period_end <= $1::date and i.issue_date > $1::date
      union all select x.currency, x.amount from meal_accrual m cross join jsonb_to_recordset(m.lines) as x(currency text, amount bigint) where m.date = $1::date`,
    path: "/invoices",
  },
  {
    key: "client-credits",
    title: "Clients' credit balances equal client credits in the ledger",
    accounts: ["2300"],
    sql: `select p.currency, p.unallocated - case when p.method = 'client_credit' then p.amount else 0 end as amount from payment p
        where p.date <= $1::date and (p.reversal_date is null or p.reversal_date > $1::date)
      union all select x.currency, x.amount from client_account a, jsonb_to_recordset(a.conversions) as x(date date, currency text, amount bigint) where x.date <= $1::date
      union all select i.currency, ${releasedAt("$1::date")} as amount from invoice i where i.kind <> 'credit_note' and i.issue_date <= $1::date`,
    path: "/invoices",
  },
]
