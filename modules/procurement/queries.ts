/** What the lists and figures of procurement are made of. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { APPROVERS, FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"
import { reversalJson } from "@ops/ledger/reversals/queries.ts"
import { PurchaseRequest } from "./purchase-request.ts"

/** Whether a person sees items and what they cost. */
export const seesCosts = (who: SignedIn) => holdsAny(who, [...OPERATIONS, ...FINANCE, "inventory.manage"])

/** The limit of a level today, in cents; null is none at all. The latest row of the policy that holds. */
export const limitSql = (level: number) =>
  `(select coalesce((l->>'upTo')::bigint, 9007199254740991) from approval_policy a, jsonb_array_elements(a.limits) with ordinality as x(l, n)
    where a.id = 1 and (l->>'level')::int = ${Math.min(level, 10)} and (l->>'from')::date <= es.today() order by l->>'from' desc, n desc limit 1)`

const itemsSql = `(select coalesce(json_agg(json_build_object(
    'id', x.id, 'purchaseRequestId', r.id, 'stockItemId', x."stockItemId", 'quantity', x.quantity, 'requestedQuantity', x.quantity,
    'approvedQuantity', x."approvedQuantity", 'received', x.received, 'damaged', x.damaged,
    'estimatedCost', es.money(x."estimatedCost"), 'totalCost', es.money(x."estimatedCost"),
    'unitCost', round(x."estimatedCost"::numeric / 100 / x.quantity, 4)::text, 'notes', x.notes,
    'stockItem', json_build_object('id', i.id, 'name', i.name, 'category', i.category, 'unit', i.unit)) order by x.id), '[]')
  from jsonb_to_recordset(r.items) as x(id int, "stockItemId" bigint, quantity int, "estimatedCost" bigint, notes text, "approvedQuantity" int, received int, damaged int)
  join stock_item i on i.id = x."stockItemId")`

/** The receipts of a request `r`; `can`: SQL over a receipt `t`, whether this person can reverse it. */
const receiptsSql = (can: string) => `(select coalesce(json_agg(json_build_object(
    'number', t.number, 'receivedAt', t.at, 'receivedBy', (select p.first_name || ' ' || p.last_name from person p where p.id = t."receivedBy"), 'note', t.note,
    'lines', (select json_agg(json_build_object('itemId', l."itemId", 'item', i.name, 'unit', i.unit, 'received', l.received, 'damaged', l.damaged,
        'lotNumber', l."lotNumber", 'expiryDate', l."expiryDate") order by l."itemId")
      from jsonb_to_recordset(t.lines) as l("itemId" int, "stockItemId" bigint, received int, damaged int, "lotNumber" text, "expiryDate" text)
      join stock_item i on i.id = l."stockItemId"),
    'reversal', case when jsonb_typeof(t.reversal) = 'object' then ${reversalJson({
      kind: "t.reversal->>'kind'",
      reason: "t.reversal->>'reason'",
      date: "t.reversal->>'date'",
      by: "(t.reversal->>'reversedBy')::bigint",
      entry: "(t.reversal->'journalEntries'->>0)::bigint",
    })} end, 'canReverse', ${can}) order by t.number), '[]')
  from jsonb_to_recordset(r.receipts) as t(number int, at text, "receivedBy" bigint, note text, lines jsonb, reversal jsonb))`

/** The movements by which a receipt came into the store, line by line: $1 is the request, $2 the number of the receipt. */
export const receiptMovementsSql = `select split_part(m.stream, '/', 2)::bigint as id
  from (select e.commit_id, row_number() over (order by e.version) as number from es.event e
        where e.stream = 'purchase_request/' || $1::bigint and e.type = 'GoodsReceived') r
  join es.event m on m.commit_id = r.commit_id and m.type = 'StockMovementRecorded'
  where r.number = $2 order by m.position`

/** Which requests a person sees. */
const scope = ({ confinedTo }: SignedIn): ReadonlyArray<Condition> => (confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [confinedTo] }])

export const requestList = (who: SignedIn): ListShape => {
  const person = Number(who.person)
  const costs = seesCosts(who)
  const mayApprove = holdsAny(who, APPROVERS) && !who.simulated
  const mayReverse = holds(who, "finance.full") && !who.simulated ? "jsonb_typeof(t.reversal) is distinct from 'object'" : "false"
  const mayAdd = holds(who, "inventory.manage") || holds(who, "department.manage")
  const hand = `r.requested_by is not distinct from ${person} or r.items @> '[{"addedBy": ${person}}]'`
  /** the supplier whom an approval takes, where none is named: the person who added it cannot approve the first purchase from it */
  const supplier = `(select v.id, v.created_by from jsonb_array_elements(r.items) with ordinality as y(x, n) join stock_item i on i.id = (x->>'stockItemId')::bigint
    join vendor v on v.id = i.preferred_vendor_id and v.is_active order by n limit 1)`
  const isOwnSupplier = `exists(select from ${supplier} v where v.created_by = ${person} and not exists(select from purchase_request o where o.vendor_id = v.id))`
  return {
    select:
      `${PurchaseRequest.answer("r", "id", "requestNumber", "siteId", "requestedBy", "priority", "status", "justification", "requestDate", "currency", "vendorId", "approvedBy", "approvedDate", "completedDate", "rejectionReason", "overrideReason", "expectedDate", "supplierNote", "acknowledgedAt", "version", "createdAt", "updatedAt")}, ` +
      `r.justification as notes, json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site, ` +
      `${personSql("r.requested_by")} as "requestedByUser", ${personSql("r.approved_by")} as "approvedByUser", ` +
      `jsonb_array_length(r.items) as "itemCount", ${costs ? itemsSql : "null::json"} as items, ${costs ? receiptsSql(mayReverse) : "null::json"} as receipts, ${costs ? "es.money(r.estimated_total)" : "null::text"} as "estimatedTotal", ` +
      `(select v.name from vendor v where v.id = r.vendor_id) as "vendorName", ` +
      `case when r.status in ('approved', 'completed') then coalesce(m.status, 'none') end as "mailStatus", m.id as "mailId", ` +
      `case when r.status = 'rejected' and r.approved_date is not null then case when m.id = r.cancellation_mail_id or m.status = 'withdrawn' then m.status ` +
      `else 'none' end end as "supplierTold", ` +
      `(select coalesce(round(100.0 * sum((x->>'received')::int) / nullif(sum((x->>'approvedQuantity')::int), 0)), 0)::int from jsonb_array_elements(r.items) x) as "receivedPercent", ` +
      `${mayApprove ? `(r.status = 'pending' and jsonb_array_length(r.items) > 0 and not (${hand}) and r.estimated_total <= coalesce(${limitSql(who.level)}, -1) and not ${isOwnSupplier})` : "false"} as "canApprove", ` +
      `(r.status = 'pending' and ${mayAdd ? "true" : holdsAny(who, OPERATIONS) ? `r.requested_by is not distinct from ${person}` : "false"}) as "canAddItem", ` +
      `(r.status = 'approved' and ${holdsAny(who, [...OPERATIONS, "inventory.manage"])}) as "canReceive"`,
    from:
      "purchase_request r join site s on s.id = r.site_id left join lateral (select m.id, m.status from mail m " +
      "where m.about_kind = 'purchase_request' and m.about_id = r.id order by m.id desc limit 1) m on true",
    id: "r.id",
    site: "r.site_id",
    date: "r.request_date",
    where: scope(who),
    filters: { status: "r.status", priority: "r.priority" },
    search: ["r.request_number", "r.justification", "s.name", `(select p.first_name || ' ' || p.last_name from person p where p.id = r.requested_by)`],
    sorts: {
      requestNumber: "r.request_number",
      requestDate: "r.request_date",
      site: "s.name",
      status: "r.status",
      priority: "array_position(array['urgent','high','medium','low'], r.priority)",
      ...(costs && { estimatedTotal: "r.estimated_total" }),
      createdAt: "r.created_at",
    },
    order: "-requestDate,-createdAt",
    file: "Purchase requests",
    columns: [
      { key: "requestNumber", title: "Request #", kind: "text" },
      { key: "requestDate", title: "Date", kind: "date" },
      { key: "justification", title: "Justification", kind: "text" },
      { key: "priority", title: "Priority", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
      { key: "itemCount", title: "Items", kind: "integer" },
      ...(costs ? [{ key: "estimatedTotal", title: "Estimated total (USD)", kind: "money" as const }] : []),
      { key: "vendorName", title: "Supplier", kind: "text" },
    ],
  }
}

/** An order as its supplier sees it: $1 is the request, $2 the vendor. */
export const orderSql = `
  select json_build_object(
    'orderNumber', r.request_number, 'company', (select c.name from company c where c.id = 1), 'supplier', v.name,
    'deliverTo', concat_ws(', ', s.name, nullif(nullif(s.location, ''), s.name)),
    'lines', (select coalesce(json_agg(json_build_object('item', i.name, 'quantity', x."approvedQuantity", 'unit', i.unit, 'notes', x.notes) order by x.id), '[]')
      from jsonb_to_recordset(r.items) as x(id int, "stockItemId" bigint, "approvedQuantity" int, notes text) join stock_item i on i.id = x."stockItemId"),
    'estimatedTotal', es.money(r.estimated_total), 'currency', r.currency,
    'orderedOn', to_char(r.approved_date at time zone 'Africa/Juba', 'YYYY-MM-DD'),
    'state', case r.status when 'approved' then 'open' when 'completed' then 'completed' else 'cancelled' end,
    'expectedDate', to_char(r.expected_date, 'YYYY-MM-DD'), 'note', r.supplier_note,
    'acknowledgedAt', to_char(r.acknowledged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body
  from purchase_request r join vendor v on v.id = r.vendor_id join site s on s.id = r.site_id where r.id = $1 and r.vendor_id = $2`

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
export const figuresSql = `
  select json_build_object(
    'pendingRequests', (select count(*) from purchase_request r where ${figureParts.pendingRequests} and ${ofSite}),
    'approvedThisMonth', (select count(*) from purchase_request r where ${figureParts.approvedThisMonth} and ${ofSite}),
    'totalEstimatedValue', es.money((select coalesce(sum(r.estimated_total), 0) from purchase_request r where ${figureParts.totalEstimatedValue} and ${ofSite})::bigint),
    'monthlyBudget', es.money((select coalesce(sum(${budgetSql()}), 0) from procurement_budget b where $1::bigint is null or b.site_id = $1)::bigint),
    'budgetUsed', es.money((select coalesce(sum(r.estimated_total), 0) from purchase_request r where ${figureParts.budgetUsed} and ${ofSite})::bigint),
    'month', to_char(es.today(), 'YYYY-MM'),
    'asOf', to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body`
