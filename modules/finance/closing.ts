/** Checks of a month's spending before it is closed. */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"

export const financeChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "transactions",
    step: "pay",
    title: "All transactions are posted or voided",
    command: "ops transactions list --status pending --from {from} --to {to}",
    sql: `select t.transaction_number || ', ' || t.description || ': ' || t.currency || ' ' || es.money(t.amount) as text, '/api/transactions/' || t.id as path
      from money_transaction t where t.status = 'pending' and t.transaction_date between $1::date and $2::date order by t.id`,
  },
  {
    key: "daily-expenses",
    step: "pay",
    title: "All daily expenses are decided",
    command: "ops daily-expenses list --status pending --from {from} --to {to}",
    sql: `select s.name || ', ' || to_char(d.expense_date, 'YYYY-MM-DD') || ': ' || d.currency || ' ' || es.money(d.total_cost) as text, '/api/daily-expenses/' || d.id as path
      from daily_expense d join site s on s.id = d.site_id where d.status = 'pending' and d.expense_date between $1::date and $2::date order by d.id`,
  },
  {
    key: "expense-requests",
    step: "pay",
    title: "All expense requests are decided",
    command: "ops expenses list --status pending --from {from} --to {to}",
    sql: `select e.request_number || ', ' || e.description || ': ' || e.currency || ' ' || es.money(e.amount) as text, '/api/expense-requests/' || e.id as path
      from expense_request e where e.status = 'pending' and e.request_date between $1::date and $2::date order by e.id`,
  },
]
