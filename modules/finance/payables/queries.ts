/** The SQL of the lists and tiles of suppliers' bills. */
import { Schema } from "effect"
import { col, sql, todayOnce } from "@ops/platform/database/statement.ts"
/** The open amount of bill `r`, to be paid or credited, in cents. */
export const balanceSql = "(r.amount - r.paid_amount - r.credited_amount)"
/** Bills `r` that are posted and have an open amount. */
export const owed = `(r.posted_date is not null and ${balanceSql} > 0)`
export const overdue = `(${owed} and r.due_date < ${todayOnce})`
/** Bills `r` that wait for approval. */
export const waiting = "(r.approved_date is null and r.status = 'open')"
/** All bills `r` that some tile counts; those that are settled, most of them in time, are found in none. */
const unsettled = `(${balanceSql} > 0 or r.status in ('open', 'disputed'))`
/** Indexes for the inbox, and for the tiles. */
export const payableIndexes = [
  "create index on payable (created_at) where approved_date is null and status = 'open'",
  `create index on payable (site_id) where ${unsettled.replaceAll("r.", "")}`,
]

const itemsSql = `(select coalesce(json_agg(json_build_object('item', m.item, 'purchaseItemId', m."purchaseItemId", 'ordered', es.quantity(m.ordered),
    'received', es.quantity(m.received), 'billed', es.quantity(m.billed), 'expected', es.money(m.expected), 'charged', es.money(m.charged), 'problem', m.problem) order by n), '[]')
  from jsonb_array_elements(r.match->'items') with ordinality as x(item, n), jsonb_to_record(x.item)
    as m(item text, "purchaseItemId" int, ordered bigint, received bigint, billed bigint, expected bigint, charged bigint, problem text) WHERE)`
export const matchSql = `json_build_object('state', r.match->>'state', 'items', ${itemsSql.replace("WHERE", "")}, 'differences', ${itemsSql.replace("WHERE", "where m.problem is not null")})`

export const linesSql = `(select coalesce(json_agg(json_build_object('description', l.description, 'purchaseItemId', l."purchaseItemId", 'quantity', es.quantity(l.quantity),
    'unitPrice', es.money(l."unitPrice"), 'amount', es.money(l.amount), 'accountNumber', l."accountNumber",
    'accountName', (select a.account_name from account a where a.account_number = l."accountNumber")) order by n), '[]')
  from jsonb_array_elements(r.lines) with ordinality as x(line, n), jsonb_to_record(x.line)
    as l(description text, "purchaseItemId" int, quantity bigint, "unitPrice" bigint, amount bigint, "accountNumber" text))`

export const paymentsSql = `(select coalesce(json_agg(json_build_object('runId', p."runId", 'runNumber', (select n.run_number from payment_run n where n.id = p."runId"),
    'amount', es.money(p.amount), 'withholding', es.money(p.withholding), 'date', p.date)), '[]')
  from jsonb_to_recordset(r.payments) as p("runId" bigint, amount bigint, withholding bigint, date text))`
export const creditsSql = `(select coalesce(json_agg(json_build_object('amount', es.money(c.amount), 'date', c.date, 'reference', c.reference, 'reason', c.reason)), '[]')
  from jsonb_to_recordset(r.credits) as c(amount bigint, date text, reference text, reason text))`

/** The bills `r` that each tile counts or sums. */
export const payableParts = {
  waiting,
  open: owed,
  overdue,
  dueSoon: `(${owed} and r.due_date between ${todayOnce} and ${todayOnce} + 7)`,
  disputed: "(r.status = 'disputed')",
}
const sums = (part: keyof typeof payableParts) =>
  `json_build_object(${["USD", "SSP"]
    .map((currency) => `'${currency}', es.money(coalesce(sum(r.balance) filter (where r.currency = '${currency}' and r."${part}"), 0)::bigint)`)
    .join(", ")})`
const count = (part: keyof typeof payableParts) => `coalesce(sum(r.bills) filter (where r."${part}"), 0)`
/** The bills, added up by currency and by the parts that they belong to: a few rows, from which each tile takes its own. */
const parted = `(select r.currency, count(*) as bills, sum(${balanceSql}) as balance, ${Object.entries(payableParts)
  .map(([part, where]) => `${where} as "${part}"`)
  .join(", ")} from payable r where ${unsettled} and ($1::bigint is null or r.site_id = $1) group by r.currency, ${Object.keys(payableParts)
  .map((part) => `"${part}"`)
  .join(", ")}) r`

/** The tiles above the bills: $1 is the site, or null. */
export const payableFiguresSql = sql(
  { body: col.text },
  `select json_build_object(
    'waitingBills', ${count("waiting")}, 'waiting', ${sums("waiting")}, 'openBills', ${count("open")}, 'open', ${sums("open")},
    'overdueBills', ${count("overdue")}, 'overdue', ${sums("overdue")}, 'dueSoonBills', ${count("dueSoon")}, 'dueSoon', ${sums("dueSoon")},
    'disputedBills', ${count("disputed")})::text as body from ${parted}`,
)

/** Goods of an order received and not billed yet: $1 is the purchase request. Cents and thousandths. */
export const proposalSql = sql(
  {
    id: col.whole,
    requestNumber: col.text,
    status: col.text,
    siteId: col.whole,
    vendorId: col.nullable(col.whole),
    vendorName: col.nullable(col.text),
    currency: col.text,
    items: col.json(
      Schema.Array(
        Schema.Struct({
          purchaseItemId: Schema.Int,
          description: Schema.String,
          unit: Schema.String,
          ordered: Schema.Int,
          received: Schema.Int,
          billed: Schema.Int,
          cost: Schema.Int,
        }),
      ),
    ),
  },
  `select q.id, q.request_number as "requestNumber", q.status, q.site_id as "siteId", q.vendor_id as "vendorId", v.name as "vendorName",
    q.currency,
    (select coalesce(json_agg(json_build_object('purchaseItemId', x.id, 'description', coalesce(i.name, x.name), 'unit', coalesce(i.unit, x.unit), 'ordered', coalesce(x."approvedQuantity", 0) * 1000,
        'received', x.received * 1000, 'billed', b.quantity, 'cost', x."estimatedCost") order by x.id), '[]')
      from jsonb_to_recordset(q.items) as x(id int, "stockItemId" bigint, name text, unit text, "approvedQuantity" bigint, received bigint, "estimatedCost" bigint)
      left join stock_item i on i.id = x."stockItemId"
      cross join lateral (select coalesce(sum((l->>'quantity')::bigint), 0)::bigint as quantity from purchase_billing p, jsonb_array_elements(p.bills) y,
        jsonb_array_elements(y->'lines') l where p.id = q.id and (l->>'itemId')::int = x.id) b) as items
  from purchase_request q left join vendor v on v.id = q.vendor_id where q.id = $1`,
)
