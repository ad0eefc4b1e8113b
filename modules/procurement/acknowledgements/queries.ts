/** An order as its supplier sees it: $1 is the request, $2 the vendor. */
import { col, sql } from "@ops/platform/database/statement.ts"
export const orderSql = sql(
  { body: col.text },
  `
  select json_build_object(
    'orderNumber', r.request_number, 'company', (select c.name from company c where c.id = 1), 'supplier', v.name,
    'deliverTo', concat_ws(', ', s.name, nullif(nullif(s.location, ''), s.name)),
    'lines', (select coalesce(json_agg(json_build_object('item', coalesce(i.name, x.name), 'quantity', x."approvedQuantity", 'unit', coalesce(i.unit, x.unit), 'notes', x.notes) order by x.id), '[]')
      from jsonb_to_recordset(r.items) as x(id int, "stockItemId" bigint, name text, unit text, "approvedQuantity" int, notes text)
        left join stock_item i on i.id = x."stockItemId"),
    'estimatedTotal', es.money(r.estimated_total), 'currency', r.currency,
    'orderedOn', to_char(r.approved_date at time zone 'Africa/Juba', 'YYYY-MM-DD'),
    'state', case r.status when 'approved' then 'open' when 'completed' then 'completed' else 'cancelled' end,
    'expectedDate', to_char(r.expected_date, 'YYYY-MM-DD'), 'note', r.supplier_note,
    'acknowledgedAt', to_char(r.acknowledged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body
  from purchase_request r join vendor v on v.id = r.vendor_id join site s on s.id = r.site_id where r.id = $1 and r.vendor_id = $2`,
)
