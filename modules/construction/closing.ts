/** Checks of construction before a month is closed. */
import { col, sql } from "@ops/platform/database/statement.ts"
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"
import { wipNotPostedSql } from "./wip/queries.ts"

/** Bill lines on 5400, by position in the entry, whose cost is not charged to a project. */
const unchargedSql = `select p.id as payable_id, p.bill_number, x.n as line, x.description, x.amount, p.invoice_date, p.site_id, p.purchase_request_id, p.vendor_id
  from payable p cross join lateral (select row_number() over (order by y.n) as n, y.line->>'description' as description, (y.line->>'debitUsd')::bigint as amount
    from journal_entry j cross join jsonb_array_elements(j.lines) with ordinality as y(line, n) join account a on a.id = (y.line->>'accountId')::bigint
    where j.id = p.journal_entry_id and a.account_number = '5400') x
  where p.status <> 'credited' and not exists (select from project_cost c where c.bill_line = p.id || '/' || x.n)`

/** What a person can charge to a project: $1 is the site to which the person is restricted, $2 whether they are in finance, $3 the project. */
export const chargeableSql = sql(
  { body: col.text },
  `select json_build_object(
  'bills', (select coalesce(json_agg(json_build_object('payableId', u.payable_id, 'billNumber', u.bill_number, 'vendorName', v.name, 'line', u.line, 'description', u.description,
      'amount', es.money(u.amount), 'date', to_char(u.invoice_date, 'YYYY-MM-DD')) order by u.payable_id desc, u.line), '[]')
    from (${unchargedSql}) u join vendor v on v.id = u.vendor_id where $2::boolean and ($1::bigint is null or u.site_id = $1)),
  'requests', (select coalesce(json_agg(json_build_object('id', q.id, 'requestNumber', q.request_number, 'status', q.status, 'description', q.justification,
      'estimatedTotal', es.money(q.estimated_total)) order by q.id desc), '[]')
    from (select q.* from purchase_request q where q.status in ('pending', 'approved') and ($1::bigint is null or q.site_id = $1)
      and not exists (select from commitment m where m.purchase_request_id = q.id) order by q.id desc limit 200) q),
  'staff', (select coalesce(json_agg(json_build_object('id', y.id, 'staffNumber', y.staff_number, 'name', y.first_name || ' ' || y.last_name) order by y.first_name, y.last_name, y.id), '[]')
    from company_staff y where y.status = 'active' and y.erased_at is null and ($1::bigint is null or y.site_id is null or y.site_id = $1)),
  'items', (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'unit', i.unit, 'onHand', es.quantity(l.current_quantity)) order by i.name), '[]')
    from stock_level l join stock_item i on i.id = l.stock_item_id join construction_project p on p.site_id = l.site_id where p.id = $3 and l.current_quantity > 0),
  'accounts', (select coalesce(json_agg(json_build_object('number', a.account_number, 'name', a.account_name) order by a.account_number), '[]')
    from account a where $2::boolean and a.is_active and a.account_type = 'expense' and a.account_number <> '5400'))::text as body`,
)

export const constructionChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "construction-bills",
    step: "pay",
    title: "All bills of construction cost are charged to a project",
    command: "ops bills list --from {from} --to {to}",
    sql: `select u.bill_number || ', ' || u.description || ': USD ' || es.money(u.amount) as text, '/financial?tab=vendors&view=bills&open=' || u.payable_id as path
      from (${unchargedSql}) u where u.invoice_date between $1::date and $2::date order by u.payable_id, u.line`,
  },
  {
    key: "construction-claims",
    step: "bill",
    title: "All claimed progress is certified or rejected",
    command: "ops construction list",
    sql: `select c.certificate_number || ', ' || p.name || ': USD ' || es.money(c.certified) as text, '/construction/' || c.project_id || '?tab=billing' as path
      from certificate c join construction_project p on p.id = c.project_id where c.status = 'claimed' and c.period_to between $1::date and $2::date order by c.id`,
  },
  {
    key: "contract-wip-posted",
    title: "Work in progress of the month is posted, or there is none",
    command: "ops construction wip post --period {month}",
    sql: wipNotPostedSql,
  },
]
