/** Checks of work orders before a month is closed. */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"

const doneBy = "(o.completed_at at time zone 'Africa/Juba')::date <= $2::date and $1::date is not null"

export const facilitiesChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "unbilled-orders",
    step: "bill",
    title: "All billable work is billed",
    command: "ops work-orders to-bill --month {month}",
    sql: `select o.order_number || ', ' || c.company_name || ': ' || case when o.status = 'verified' then 'not billed' else 'not verified' end as text,
        case when o.status = 'verified' then '/facilities/billing?month=' || to_char($2::date, 'YYYY-MM') else '/facilities/orders?view=list&open=' || o.id end as path
      from work_order o join client c on c.id = o.client_id left join order_billing b on b.id = o.id
      where o.billable and o.status in ('completed', 'verified') and b.invoice_id is null and ${doneBy} order by o.id`,
  },
  {
    key: "sla-credits",
    step: "bill",
    title: "Credits for late work are decided and billed",
    command: "ops sla orders --credits",
    sql: `select o.order_number || ', ' || c.company_name || ': USD ' || es.money(k.credit_amount) || ' ' || k.credit_status as text,
        '/facilities/orders?view=list&open=' || o.id as path
      from sla_clock k join work_order o on o.id = k.id join client c on c.id = k.client_id
      where k.credit_status in ('proposed', 'granted') and ${doneBy} order by o.id`,
  },
]
