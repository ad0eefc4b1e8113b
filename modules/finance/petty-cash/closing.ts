/** Checks of petty cash before a month is closed, and its reconciliation with the books. */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"
import type { Tie } from "@ops/ledger/checks/ties.ts"
import { pettyCashAccounts } from "../petty-cash-floats/float.ts"

export const pettyCashChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "petty-cash-advances",
    step: "pay",
    title: "All petty cash advances are retired",
    command: "ops petty-cash list --status disbursed",
    sql: `select r.request_number || ', ' || r.purpose || ': ' || r.currency || ' ' || es.money(r.amount) || ' out since ' || to_char(r.disbursed_date, 'YYYY-MM-DD') as text,
        '/marketing?tab=petty-cash&open=' || r.id as path
      from petty_cash_request r where r.status = 'disbursed' and r.disbursed_date <= $2::date and $1::date is not null order by r.disbursed_date, r.id`,
  },
  {
    key: "petty-cash-counts",
    step: "count",
    title: "All petty cash is counted",
    command: "ops petty-cash floats list",
    sql: `select f.name || ' was not counted in ' || to_char($1::date, 'YYYY-MM') as text, '/marketing?tab=petty-cash&view=floats&open=' || f.id as path
      from petty_cash_float f where exists (select from petty_cash_movement m where m.float_id = f.id and m.date <= $2::date)
        and not exists (select from petty_cash_movement m where m.float_id = f.id and m.kind = 'count' and m.date between $1::date and $2::date) order by f.name`,
  },
]

/** The ties of the cash in the floats, and of the advances. */
export const pettyCashTies: ReadonlyArray<Tie> = [
  {
    key: "petty-cash",
    title: "Petty cash floats equal the ledger",
    accounts: [pettyCashAccounts.floats],
    sql: `select f.currency, m.amount from petty_cash_movement m join petty_cash_float f on f.id = m.float_id where m.date <= $1::date`,
    path: "/marketing?tab=petty-cash&view=floats",
  },
  {
    key: "petty-cash-out",
    title: "Petty cash advances equal advances in the ledger",
    accounts: [pettyCashAccounts.advances],
    sql: `select r.currency, r.amount from petty_cash_request r, jsonb_to_recordset(r.out) as o("from" date, "to" date)
      where o."from" <= $1::date and (o."to" is null or o."to" > $1::date)`,
    path: "/marketing?tab=petty-cash&status=disbursed",
  },
]
