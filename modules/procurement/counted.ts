/**
 * Counts of stock hold until the next one: what comes later is dated later. Only a receipt that was recorded in error says that goods were not there which
 * a count after it had found. Goods that go back to their supplier do not.
 */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"

const broken = `select c.id, c.date, c.site_id, p.id as request_id, i.name || ' at ' || s.name || ', counted on ' || to_char(c.date, 'YYYY-MM-DD') as counted,
    'receipt ' || x.number || ' of ' || p.request_number || ' of ' || to_char(x.at at time zone 'Africa/Juba', 'YYYY-MM-DD') || ' was recorded in error, and reversed on '
      || to_char(r.date, 'YYYY-MM-DD') as why
  from stock_movement r join purchase_request p on r.source_kind = 'purchase_request' and p.id = r.source_id
  cross join lateral jsonb_to_recordset(p.receipts) as x(number int, at timestamptz, reversal jsonb)
  cross join lateral (select m.* from stock_movement m where m.level_id = r.level_id and m.kind = 'count' order by m.id desc limit 1) c
  join stock_item i on i.id = c.stock_item_id join site s on s.id = c.site_id
  where r.kind = 'return' and r.note = p.request_number || ', receipt ' || x.number || ' reversed' and x.reversal->>'kind' = 'error'
    and x.at < c.created_at and c.id < r.id`

export const countChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "stock-counts",
    title: "Stock counts are valid: no earlier receipt was reversed as recorded in error",
    command: "ops stock movements --kind count",
    sql: `select counted || ': ' || why as text, '/catering/stock' as path from (${broken}) b where date <= $2::date and $1::date is not null order by date, id`,
  },
  {
    key: "stock-counted",
    step: "count",
    title: "Stores with stock counts were counted this month",
    command: "ops stock count",
    // from the month of a store's first count on
    sql: `select s.name || ': last counted on ' || to_char(c.last, 'YYYY-MM-DD') as text, '/catering/stock' as path
      from (select site_id, max(date) as last from stock_movement where kind = 'count' and date <= $2::date group by site_id) c
      join site s on s.id = c.site_id where c.last < $1::date and s.is_active order by s.id`,
  },
]

/** For the clock of alerts. */
export const countRules = [
  {
    name: "stock_count",
    sql: `select 'stock_count/' || id as cause, 'stock' as type, 'high' as priority, min(counted) || ': the count is no longer valid' as title,
        string_agg(why, '; ' order by why) || '. Count it again' as message, min(site_id) as "siteId", 'purchase_request' as "relatedEntity", min(request_id) as "relatedEntityId"
      from (${broken}) b group by id`,
  },
]
