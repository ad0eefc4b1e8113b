import type { SpenderSql } from "@ops/ledger/spenders.ts"

/**
 * Who spent what: who asked for it, or recorded it. Bills are nobody's: who entered one has not spent it; nor are the counts
 * and top-ups of petty cash.
 */
export const financeSpenders: ReadonlyArray<SpenderSql> = [
  "select 'expense_request', id, requested_by from expense_request",
  "select 'daily_expense', id, recorded_by from daily_expense",
  "select 'money_transaction', id, recorded_by from money_transaction",
  "select 'petty_cash_request', id, requested_by from petty_cash_request",
]
