/** The SQL of the list of purchase requests. */
import { col, sql } from "@ops/platform/database/statement.ts"
import { holds, holdsAny, type Permission } from "@ops/platform/access/levels.ts"
import { APPROVERS, FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { reversalJson } from "@ops/ledger/reversals/queries.ts"

/** Permissions to see items and their costs. */
export const SEE_COSTS: ReadonlyArray<Permission> = [...OPERATIONS, ...FINANCE, "inventory.manage"]

/** The limit of a level today, in cents; null if it has none. From the latest row of the policy in effect. */
export const limitSql = (level: number) =>
  `(select coalesce((l->>'upTo')::bigint, 9007199254740991) from approval_policy a, jsonb_array_elements(a.limits) with ordinality as x(l, n)
    where a.id = 1 and (l->>'level')::int = ${Math.min(level, 10)} and (l->>'from')::date <= es.today() order by l->>'from' desc, n desc limit 1)`

/** The lines approved by a site in the last 400 days, as `o`, with their prices, for comparison. `site` and `where` are SQL. */
export const pricesSql = (site: string, where: string) => `select o.stock_item_id, o.total_cost / 100.0 / o.requested_quantity as price, q.approved_date as day
    from purchase_request q join purchase_request_item o on o.purchase_request_id = q.id
    where q.site_id = ${site} and q.status in ('approved', 'completed') and q.request_date > es.today() - 400 and o.requested_quantity > 0 and ${where}`

/** The lines of a request `r`. Rows become JSON in less time than objects built key by key: a list has many. */
export const itemsSql = `(select coalesce(json_agg(line), '[]') from (select
    x.id, r.id as "purchaseRequestId", x."stockItemId", x.quantity, x.quantity as "requestedQuantity", x."approvedQuantity", x.received, x.damaged,
    es.money(x."estimatedCost") as "estimatedCost", es.money(x."estimatedCost") as "totalCost",
    round(x."estimatedCost"::numeric / 100 / x.quantity, 4)::text as "unitCost", x.notes,
    json_build_object('id', i.id, 'name', coalesce(i.name, x.name), 'category', coalesce(i.category, 'not_stocked'), 'unit', coalesce(i.unit, x.unit)) as "stockItem"
  from jsonb_to_recordset(r.items) as x(id int, "stockItemId" bigint, name text, unit text, quantity int, "estimatedCost" bigint, notes text, "approvedQuantity" int, received int, damaged int)
  left join stock_item i on i.id = x."stockItemId"
  order by x.id) line)`

/** SQL over a request `r` for what needs its receipts, which most requests of a list do not have. */
const ofReceipts = (none: string, some: string) => `case when r.receipts = '[]' then ${none} else ${some} end`

/** The receipts of a request `r`; `can`: SQL over a receipt `t` for whether this person can reverse it. */
export const receiptsSql = (can: string) =>
  ofReceipts(
    "'[]'::json",
    `(select coalesce(json_agg(json_build_object(
    'number', t.number, 'receivedAt', t.at, 'receivedBy', (select p.first_name || ' ' || p.last_name from person p where p.id = t."receivedBy"), 'note', t.note,
    'lines', (select json_agg(json_build_object('itemId', l."itemId", 'item', coalesce(i.name, x.name), 'unit', coalesce(i.unit, x.unit), 'received', l.received, 'damaged', l.damaged,
        'lotNumber', l."lotNumber", 'expiryDate', l."expiryDate") order by l."itemId")
      from jsonb_to_recordset(t.lines) as l("itemId" int, "stockItemId" bigint, received int, damaged int, "lotNumber" text, "expiryDate" text)
      left join stock_item i on i.id = l."stockItemId"
      left join jsonb_to_recordset(r.items) as x(id int, name text, unit text) on x.id = l."itemId"),
    'reversal', case when jsonb_typeof(t.reversal) = 'object' then ${reversalJson({
      kind: "t.reversal->>'kind'",
      reason: "t.reversal->>'reason'",
      date: "t.reversal->>'date'",
      by: "(t.reversal->>'reversedBy')::bigint",
      entry: "(t.reversal->'journalEntries'->>0)::bigint",
    })} end, 'canReverse', ${can}) order by t.number), '[]')
  from jsonb_to_recordset(r.receipts) as t(number int, at text, "receivedBy" bigint, note text, lines jsonb, reversal jsonb))`,
  )

/** The stock movements of a receipt, in the order of its lines: $1 is the request, $2 the number of the receipt. */
export const receiptMovementsSql = sql(
  { id: col.whole },
  `select split_part(m.stream, '/', 2)::bigint as id
  from (select e.commit_id, row_number() over (order by e.version) as number from es.event e
        where e.stream = 'purchase_request/' || $1::bigint and e.type = 'GoodsReceived') r
  join es.event m on m.commit_id = r.commit_id and m.type = 'StockMovementRecorded'
  where r.number = $2 order by m.position`,
)

/** Whether a person can reverse a receipt `t`. */
export const canReverseSql = (who: SignedIn) => (holds(who, "finance.full") && !who.simulated ? "jsonb_typeof(t.reversal) is distinct from 'object'" : "false")

/** Whether a person can approve a request `r` without choosing another supplier. */
export const canApproveSql = (who: SignedIn) => {
  if (!holdsAny(who, APPROVERS) || who.simulated) return "false"
  const person = Number(who.person)
  const hand = `r.requested_by is not distinct from ${person} or r.items @> '[{"addedBy": ${person}}]'`
  /** the supplier of an approval if none is given: the person who added it cannot approve the first purchase from it */
  const supplier = `(select v.id, v.created_by from jsonb_array_elements(r.items) with ordinality as y(x, n) join stock_item i on i.id = (x->>'stockItemId')::bigint
    join vendor v on v.id = i.preferred_vendor_id and v.is_active order by n limit 1)`
  const isOwnSupplier = `exists(select from ${supplier} v where v.created_by = ${person} and not exists(select from purchase_request o where o.vendor_id = v.id))`
  return `(r.status = 'pending' and jsonb_array_length(r.items) > 0 and not (${hand}) and r.estimated_total <= coalesce(${limitSql(who.level)}, -1) and not ${isOwnSupplier})`
}

/** The latest mail `m` with the order, or its cancellation. */
export const mailFrom = `left join lateral (select m.id, m.status from mail m
  where m.about_kind = 'purchase_request' and m.about_id = r.id order by m.id desc limit 1) m on true`
export const mailStatusSql = "case when r.status in ('approved', 'completed') then coalesce(m.status, 'none') end"
export const supplierToldSql = `case when r.status = 'rejected' and r.approved_date is not null then
  case when m.id = r.cancellation_mail_id or m.status = 'withdrawn' then m.status else 'none' end end`
export const receivedPercentSql = ofReceipts(
  "0",
  `(select coalesce(round(100.0 * sum((x->>'received')::int) / nullif(sum((x->>'approvedQuantity')::int), 0)), 0)::int
  from jsonb_array_elements(r.items) x)`,
)
