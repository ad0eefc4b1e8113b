/** The SQL of the figures above the purchase requests, and of the budgets of sites. */
import { col, sql } from "@ops/platform/database/statement.ts"
import { daysSql } from "@ops/stock/queries.ts"
import { limitSql, pricesSql } from "../purchase-requests/queries.ts"

/** The instant at which a month begins, as a subquery, which is evaluated once: 0 is this month, 1 the next. */
const monthStart = (later: number) => `(select (date_trunc('month', es.today()::timestamp) + interval '${later} months') at time zone 'Africa/Juba')`
const inThisMonth = `r.approved_date >= ${monthStart(0)} and r.approved_date < ${monthStart(1)}`
/** The requests `r` that a figure counts or sums. */
export const figureParts = {
  pendingRequests: "r.status = 'pending'",
  approvedThisMonth: inThisMonth,
  totalEstimatedValue: "r.status in ('pending', 'approved')",
  budgetUsed: `r.status in ('approved', 'completed') and ${inThisMonth}`,
}
/** The current monthly budget of a site `b`, in cents; `column` selects another field of it. */
export const budgetSql = (column = "(x->>'monthly')::bigint") => `(select ${column} from jsonb_array_elements(b.budgets) with ordinality as y(x, n)
       where (x->>'from')::date <= es.today() order by x->>'from' desc, n desc limit 1)`
const ofSite = "($1::bigint is null or r.site_id = $1)"

/** The four figures above the list, for one site or all in scope: $1 is the site, or null. */
export const figuresSql = sql(
  { body: col.text },
  `
  select json_build_object(
    'pendingRequests', (select count(*) from purchase_request r where ${figureParts.pendingRequests} and ${ofSite}),
    'approvedThisMonth', (select count(*) from purchase_request r where ${figureParts.approvedThisMonth} and ${ofSite}),
    'totalEstimatedValue', es.money((select coalesce(sum(r.estimated_total), 0) from purchase_request r where ${figureParts.totalEstimatedValue} and ${ofSite})::bigint),
    'monthlyBudget', es.money((select coalesce(sum(${budgetSql()}), 0) from procurement_budget b where $1::bigint is null or b.site_id = $1)::bigint),
    'budgetUsed', es.money((select coalesce(sum(r.estimated_total), 0) from purchase_request r where ${figureParts.budgetUsed} and ${ofSite})::bigint),
    'month', to_char(es.today(), 'YYYY-MM'),
    'asOf', to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body`,
)

/** The information about a site for a new request: $1 is the site, $2 the requester. */
export const outlookSql = sql(
  { body: col.text },
  `
  select json_build_object(
    'items', (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'category', i.category, 'unit', i.unit,
        'onHand', es.quantity(l.current_quantity), 'maximum', es.quantity(l.maximum_level), 'daysRemaining', case when l.id is not null then ${daysSql} end,
        'lastPrice', round(p.price, 2)::text, 'lastBought', to_char(p.day at time zone 'Africa/Juba', 'YYYY-MM-DD'), 'usualPrice', es.money(i.unit_cost),
        'supplier', v.name, 'supplierDays', d.days) order by i.name), '[]')
      from stock_item i left join stock_level l on l.stock_item_id = i.id and l.site_id = $1
      left join vendor v on v.id = i.preferred_vendor_id and v.is_active
      left join (select r.vendor_id, round(percentile_cont(0.5) within group (order by extract(epoch from r.completed_date - r.approved_date) / 86400))::int as days
        from purchase_request r where r.site_id = $1 and r.completed_date is not null group by r.vendor_id) d on d.vendor_id = v.id
      left join (select distinct on (stock_item_id) * from (${pricesSql("$1", "true")}) prices order by stock_item_id, day desc) p on p.stock_item_id = i.id),
    'budget', (select json_build_object('monthly', es.money(${budgetSql()}), 'committed', es.money((select coalesce(sum(r.estimated_total), 0)
        from purchase_request r where ${figureParts.budgetUsed} and r.site_id = $1)::bigint))
      from procurement_budget b where b.site_id = $1 and ${budgetSql()} is not null),
    'approvers', (select coalesce(json_agg(json_build_object('id', x.id, 'name', x.first_name || ' ' || x.last_name, 'level', x.access_level,
        'upTo', case when x.most < 9007199254740991 then es.money(x.most) end) order by x.most, x.access_level, x.id), '[]')
      from (select p.*, case p.access_level when 6 then ${limitSql(6)} when 8 then ${limitSql(8)} else ${limitSql(10)} end as most
        from person p where p.is_active and p.id is distinct from $2
          and (p.access_level >= 10 or (p.access_level = 8 and coalesce(p.site_id, $1) = $1) or (p.access_level = 6 and p.site_id = $1))) x
      where x.most is not null),
    'usualHours', (select round(percentile_cont(0.5) within group (order by extract(epoch from r.approved_date - r.created_at) / 3600))::int
      from purchase_request r where r.site_id = $1 and r.approved_date > es.now() - interval '90 days'))::text as body`,
)
