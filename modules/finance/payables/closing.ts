/** Checks of supplier bills before a month is closed, and their reconciliation with the books. */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"
import type { Tie } from "@ops/ledger/checks/ties.ts"
import { payableOpenAt } from "./aged-payables.ts"

export const payableChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "bills",
    step: "pay",
    title: "All bills are approved or withdrawn",
    command: "ops bills list --waiting",
    sql: `select r.bill_number || ', ' || v.name || ': ' || r.currency || ' ' || es.money(r.amount) as text, '/financial?tab=vendors&view=bills&open=' || r.id as path
      from payable r join vendor v on v.id = r.vendor_id
      where r.approved_date is null and r.status <> 'credited' and r.invoice_date between $1::date and $2::date order by r.id`,
  },
]

/** The tie of the supplier payables. */
export const payableTies: ReadonlyArray<Tie> = [
  {
    key: "payables",
    title: "Open bills equal payables in the ledger",
    accounts: ["2000"],
    sql: `select r.currency, ${payableOpenAt("$1::date")} as amount from payable r where r.posted_date is not null and r.invoice_date <= $1::date`,
    path: "/financial?tab=vendors&view=bills",
  },
]
