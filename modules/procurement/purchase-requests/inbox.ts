/** Purchase requests that wait for a decision. */
import { approvesUpTo, dayIn, inboxBudget, inboxItem, youApprove } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { daysSql } from "@ops/stock/queries.ts"
import { budgetSql, figureParts } from "../budgets/queries.ts"
import { limitSql, pricesSql } from "./queries.ts"
import { supplierFacts } from "../vendors/supplier-facts.ts"
import { purchaseRequests } from "./resource.ts"

/** The lines of a request `x`, with the stock of each item at the site and its price when it was last approved there. */
const lines = `(select l.id, l.requested_quantity as quantity, l.total_cost as cost, l.total_cost / 100.0 / l.requested_quantity as price, coalesce(i.name, l.name) as name, coalesce(i.unit, l.unit) as unit, l.stock_item_id,
    held.on_hand, held.days_left, last.price as last_price, last.day as last_day
  from purchase_request_item l left join stock_item i on i.id = l.stock_item_id
  left join lateral (select l.current_quantity as on_hand, ${daysSql} as days_left from stock_level l where l.site_id = x."siteId" and l.stock_item_id = i.id) held on true
  left join lateral (${pricesSql('x."siteId"', "o.stock_item_id = i.id")} order by q.approved_date desc limit 1) last on true
  where l.purchase_request_id = x.id and l.requested_quantity > 0)`
/** The supplier of the first item. */
const supplier = `(select i.preferred_vendor_id from stock_item i join purchase_request_item l on l.stock_item_id = i.id where l.purchase_request_id = x.id order by l.id limit 1)`
const dollars = (amount: string) => `'$' || to_char(${amount}, 'FM999,999,990.00')`

export const purchaseInbox = inboxOf(purchaseRequests, {
  amount: "estimatedTotal",
  by: "requestedBy",
  title: "coalesce(nullif(x.justification, ''), 'Various items')",
  rule: (who) =>
    `case when ${limitSql(who.level)} > 9000000000000000 then ${youApprove(who)} || 'any amount' else ${approvesUpTo(who, limitSql(who.level))} end`,
  screen: "/procurement?open=:id",
  approve: "approve",
  reject: "reject",
  detail: () => ({
    reason: "x.justification",
    items: `(select coalesce(json_agg(${inboxItem({
      item: "l.name",
      unit: "l.unit",
      quantity: "l.quantity",
      onHand: "es.quantity(l.on_hand)",
      daysLeft: "l.days_left",
      lastPrice: "round(l.last_price, 2)",
      price: "round(l.price, 2)",
      amount: "es.money(l.cost)",
    })} order by l.id), '[]') from ${lines} l)`,
    budget: `(select ${inboxBudget({
      name: `'Purchases, ' || x."siteName" || ', ' || to_char(es.today(), 'FMMonth YYYY')`,
      committed: `(select coalesce(sum(r.estimated_total), 0) from purchase_request r where ${figureParts.budgetUsed} and r.site_id = b.site_id)`,
      budget: budgetSql(),
    })} from procurement_budget b where b.site_id = x."siteId" and ${budgetSql()} is not null)`,
    facts: {
      Priority: "initcap(x.priority)",
      Supplier: `(select v.name from vendor v where v.id = ${supplier})`,
      Terms: `(select initcap(replace(v.payment_terms, '_', ' ')) from vendor v where v.id = ${supplier})`,
      ...supplierFacts(supplier),
    },
    trends: `select l.name || ' price, USD per ' || l.unit as title, null::text as unit,
        (select coalesce(json_agg(round(p.price, 2) order by p.day), '[]') from (${pricesSql('x."siteId"', "o.stock_item_id = l.stock_item_id")}) p) as values
      from (select * from ${lines} l limit 1) l
      union all select l.name || ' used a week, ' || x."siteName", l.unit,
        (select json_agg((select coalesce(-sum(m.quantity), 0) / 1000.0 from stock_movement m where m.site_id = x."siteId" and m.stock_item_id = l.stock_item_id
          and m.kind = 'issue' and m.date > es.today() - 7 * (n + 1) and m.date <= es.today() - 7 * n) order by n desc) from generate_series(0, 11) n)
      from (select * from ${lines} l limit 1) l`,
  }),
  unusual: `select round((l.price / l.last_price - 1) * 100) || '% above last price' as tag, l.name || ': ' || ${dollars("l.price")} || ' per ' || l.unit || ', ' ||
        round((l.price / l.last_price - 1) * 100) || '% above the last price (' || ${dollars("l.last_price")} || ', ' || ${dayIn("l.last_day")} || ')' as text
      from ${lines} l where l.last_price > 0 and l.price > l.last_price * 1.1
    union all select 'Already on order', l.name || ': ' || o.quantity || ' ' || l.unit || ' ordered and not yet received (' || o.number || ')'
      from ${lines} l cross join lateral (select q.request_number as number, sum(p.approved_quantity - p.received) as quantity
        from purchase_request q join purchase_request_item p on p.purchase_request_id = q.id
        where q.site_id = x."siteId" and q.status = 'approved' and p.stock_item_id = l.stock_item_id and p.approved_quantity > p.received group by q.request_number limit 1) o`,
})
