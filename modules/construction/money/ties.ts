/** Reconciliations of projects with the books. */
import type { Tie } from "@ops/ledger/checks/ties.ts"

const path = "/construction"
/** A certificate counts from the date of its invoice until the invoice is credited. */
const counted = "c.issue_date <= $1::date and (c.voided_date is null or c.voided_date > $1::date)"
/** The work in progress of a month counts only on its last day. */
const standing = (amount: string) =>
  `select 'USD', ${amount} from contract_wip w cross join jsonb_to_recordset(w.lines) as x(position bigint) where w.date = $1::date`

export const constructionTies: ReadonlyArray<Tie> = [
  {
    key: "construction-cost",
    title: "Costs charged to projects equal construction cost in the ledger",
    accounts: ["5400"],
    // a bill in SSP is a cost in USD, at the rate of the bill
    books: `select 'USD', l.debit_usd - l.credit_usd from (table books union all table late) l join account a on a.id = l.account_id where a.account_number = '5400'`,
    sql: `select 'USD', c.amount from project_cost c where c.date <= $1::date
      union all select 'USD', -c.amount from project_cost c where c.taken_back_date <= $1::date`,
    path,
  },
  {
    key: "retention",
    title: "Retention on contracts equals retention receivable in the ledger",
    accounts: ["1220"],
    sql: `select 'USD', -c.retention from certificate c where ${counted}`,
    path,
  },
  {
    key: "client-advances",
    title: "Unrecovered advances equal client advances in the ledger",
    accounts: ["2320"],
    sql: `select 'USD', -c.recovered from certificate c where ${counted}`,
    path,
  },
  {
    key: "contract-wip",
    title: "Unbilled work equals contract work in progress in the ledger",
    accounts: ["1210"],
    sql: standing("greatest(x.position, 0)"),
    path,
  },
  {
    key: "billed-in-advance",
    title: "Billings ahead of the work equal billings in advance in the ledger",
    accounts: ["2310"],
    sql: standing("greatest(-x.position, 0)"),
    path,
  },
]
