/** The figures over the purchase requests, and the budgets of the sites. */
import { col, sql } from "@ops/platform/database/statement.ts"
const inThisMonth = "date_trunc('month', r.approved_date at time zone 'Africa/Juba') = date_trunc('month', es.today()::timestamp)"
/** The requests `r` that a figure counts or adds up. */
export const figureParts = {
  pendingRequests: "r.status = 'pending'",
  approvedThisMonth: `r.approved_date is not null and ${inThisMonth}`,
  totalEstimatedValue: "r.status in ('pending', 'approved')",
  budgetUsed: `r.status in ('approved', 'completed') and ${inThisMonth}`,
}
/** The monthly budget of a site `b` as it holds today, cents; `column` takes another part of it. */
export const budgetSql = (column = "(x->>'monthly')::bigint") => `(select ${column} from jsonb_array_elements(b.budgets) with ordinality as y(x, n)
       where (x->>'from')::date <= es.today() order by x->>'from' desc, n desc limit 1)`
const ofSite = "($1::bigint is null or r.site_id = $1)"

/** The four figures over the list, of one site or of all in scope: $1 is the site, or null. */
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
