/** What billing looks at before a month is closed. */
import type { ClosingCheck } from "@ops/ledger/closing.ts"
import { openAt } from "./aged-receivables.ts"

export const billingChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "unbilled-meals",
    title: "All meals are billed",
    sql: `select c.company_name || ', ' || to_char(s.date, 'YYYY-MM-DD') || ': ' || sum(s.served) || ' meals' as text, '/invoices?view=month-end' as path
      from meal_slot s join client c on c.id = s.client_id left join meal_account a on a.id = s.contract_id
      where s.date between $1::date and $2::date and s.served > 0
        and not exists (select from jsonb_to_recordset(a.billed) as b("from" date, "to" date) where s.date between b."from" and b."to")
      group by c.company_name, s.date order by s.date, c.company_name`,
  },
  {
    key: "drafts",
    title: "No invoice is left as a draft",
    sql: `select 'Draft ' || i.id || ', ' || (i.client->>'name') as text, '/invoices?view=all&open=' || i.id as path from invoice i
      where i.status = 'draft' and coalesce(i.period_start, i.created_at::date) <= $2::date and $1::date is not null order by i.id`,
  },
  {
    key: "receivables",
    title: "Open invoices are what the books have as receivables",
    sql: `select currency || ': invoices ' || es.money(open::bigint) || ', books ' || es.money(books::bigint) as text, '/invoices' as path from (
        select x.currency, coalesce((select sum(${openAt("$2::date")})
            from invoice i where i.kind <> 'credit_note' and i.issue_date <= $2::date and i.currency = x.currency), 0) as open,
          coalesce((select sum(l.debit - l.credit) from journal_line l join account a on a.id = l.account_id
            where a.account_number = '1100' and l.currency = x.currency and l.entry_date <= $2::date), 0) as books
        from (values ('USD'), ('SSP')) as x(currency) where $1::date is not null) sums where open <> books`,
  },
]
