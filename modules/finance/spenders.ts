import type { SpenderSql } from "@ops/ledger/statements/spenders.ts"

/** Spenders: the requester, or the recorder. Bills have none: the person who entered a bill did not spend it; nor do counts and top-ups of petty cash. */
export const financeSpenders: ReadonlyArray<SpenderSql> = [
  "select 'expense_request', id, requested_by from expense_request",
  "select 'daily_expense', id, recorded_by from daily_expense",
  "select 'money_transaction', id, recorded_by from money_transaction",
  "select 'petty_cash_request', id, requested_by from petty_cash_request",
]
