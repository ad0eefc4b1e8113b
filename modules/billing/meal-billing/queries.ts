/** The SQL of the lists and figures of meal billing. */
import { col, sql } from "@ops/platform/database/statement.ts"
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { slotMonths } from "@ops/meals/head-counts/views.ts"
import { pricedSlots } from "@ops/meals/queries.ts"
import { filledIn } from "@ops/platform/records/row-columns.ts"
import { Invoice } from "../invoices/invoice.ts"

const open = "r.total_amount - r.paid_amount - r.credited_amount"
const status = `(case when r.status in ('draft', 'paid', 'credited', 'discarded') then r.status when ${open} > 0 and r.due_date < es.today() then 'overdue' else 'pending' end)`
const amounts = `es.money(r.subtotal_amount) as "subtotalAmount", es.money(r.tax_amount) as "taxAmount", es.money(r.total_amount) as "totalAmount"`

const scope = ({ confinedTo }: SignedIn) => (confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [confinedTo] }])

/** The value that all lines of a bill have in common; null if they differ. Credits of single meals have separate lines. */
const sole = (field: "unitPrice" | "taxRate") =>
  `(select case when count(distinct l->>'${field}') = 1 then es.money(min((l->>'${field}')::bigint)) end from jsonb_array_elements(r.lines) l)`
/** The sum over the days of a bill of the highest head-count of a meal. */
const staffDays = `(select coalesce(sum(d.most), 0)::bigint from (select max(x.served) as most from meal_slot x
  where x.contract_id = r.contract_id and x.date between r.period_start and r.period_end group by x.date) d)`

/** The meal bills, without discarded drafts. Spec: API-024, SHP-20. */
export const billingPeriodList = (who: SignedIn): ListShape => {
  const isMaker = holds(who, "invoices.manage")
  return {
    select:
      `${Invoice.answer("r", "id", "siteId", "clientId", "contractId", "projectId", "billingType", "issueDate", "dueDate", "currency", "paidAmount", "paidDate", "notes", "generatedBy", "runId", "version", "createdAt")}, ` +
      `${sole("unitPrice")} as "mealRate", ${sole("taxRate")} as "taxRate", ${staffDays} as "totalStaffDays", ` +
      `coalesce(r.invoice_number, 'Draft ' || r.id) as "billingNumber", json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site, ` +
      `json_build_object('id', r.client_id, 'companyName', r.client->>'name') as client, to_char(r.period_start, 'YYYY-MM-DD') as "startDate", ` +
      `to_char(r.period_end, 'YYYY-MM-DD') as "endDate", r.meals_served as "totalMealsServed", r.meals_missed as "totalMealsMissed", ${amounts}, ${status} as status, ` +
      `${isMaker ? "r.status = 'draft'" : "false"} as "canIssue", ${isMaker ? "r.status <> 'discarded' and r.credited_amount < r.total_amount" : "false"} as "canCredit"`,
    from: "invoice r join site s on s.id = r.site_id",
    base: "invoice r",
    filled: filledIn(Invoice, "r"),
    id: "r.id",
    site: "r.site_id",
    date: "r.period_start",
    where: [{ sql: "r.kind = 'meal' and r.status <> 'discarded'" }, ...scope(who)],
    filters: { status, clientId: "r.client_id", billingType: "r.billing_type", currency: "r.currency" },
    search: ["r.invoice_number", "r.client->>'name'", "s.name"],
    sorts: {
      startDate: "r.period_start",
      issueDate: "r.issue_date",
      billingNumber: "coalesce(r.invoice_number, 'Draft ' || r.id)",
      client: "r.client->>'name'",
      site: "s.name",
      totalAmount: "r.total_amount",
      createdAt: "r.created_at",
    },
    order: "-startDate,-createdAt",
    file: "Meal bills",
    columns: [
      { key: "billingNumber", title: "Bill #", kind: "text" },
      { key: "startDate", title: "From", kind: "date" },
      { key: "endDate", title: "To", kind: "date" },
      { key: "issueDate", title: "Issued", kind: "date" },
      { key: "totalMealsServed", title: "Served", kind: "integer" },
      { key: "totalMealsMissed", title: "Missed", kind: "integer" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "subtotalAmount", title: "Net", kind: "money" },
      { key: "taxAmount", title: "Tax", kind: "money" },
      { key: "totalAmount", title: "Total", kind: "money" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}

/** One meal bill by its id, discarded or not. */
export const anyBillingPeriod = (who: SignedIn): ListShape => ({ ...billingPeriodList(who), where: [{ sql: "r.kind = 'meal'" }, ...scope(who)] })

/** The contracts and months with meals. */
const months = `(select m.contract_id, m.month, k.contract_number, k.currency, k.site_id, s.name as site_name, s.code as site_code, k.client_id, c.company_name
  from ${slotMonths} m
  join client_contract k on k.id = m.contract_id join site s on s.id = k.site_id join client c on c.id = k.client_id) r`

/** The meals of each contract and month with their revenue. */
export const mealReport = ({ confinedTo }: SignedIn): ListShape => ({
  select:
    `to_char(r.month, 'YYYY-MM') || '-' || r.contract_id as id, to_char(r.month, 'YYYY-MM') as month, r.site_id as "siteId", ` +
    `json_build_object('id', r.site_id, 'name', r.site_name, 'code', r.site_code) as site, r.client_id as "clientId", ` +
    `json_build_object('id', r.client_id, 'companyName', r.company_name) as client, r.site_name as "siteName", r.company_name as "companyName", r.contract_number as "contractNumber", t.planned, t.served, t.missed, ` +
    `${guests} as "guestMeals", t.heads as "billedMeals", es.money(round(t.amount::numeric / nullif(t.heads, 0))::bigint) as rate, es.money(t.amount) as revenue, ` +
    `r.currency, null as "foodCost", null as "marginPerMeal"`,
  // the months are found first; only those on the page are counted
  from: `${months} cross join lateral (select sum(l.planned)::bigint as planned, sum(l.served)::bigint as served, sum(l.missed)::bigint as missed, sum(l.heads)::bigint as heads,
      sum(l.revenue)::bigint as amount from ${pricedSlots} l
      where l.contract_id = r.contract_id and l.date >= r.month and l.date < (r.month + interval '1 month')::date) t`,
  base: months,
  id: "r.contract_id",
  site: "r.site_id",
  date: "r.month",
  where: confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [confinedTo] }],
  filters: { clientId: "r.client_id", currency: "r.currency" },
  search: ["r.company_name", "r.site_name", "r.contract_number"],
  sorts: { month: "r.month", site: "r.site_name", client: "r.company_name", planned: "t.planned", served: "t.served", missed: "t.missed", revenue: "t.amount" },
  order: "-month,site,client",
  file: "Billing report",
  columns: [
    { key: "month", title: "Month", kind: "text" },
    { key: "siteName", title: "Site", kind: "text" },
    { key: "companyName", title: "Client", kind: "text" },
    { key: "contractNumber", title: "Contract", kind: "text" },
    { key: "planned", title: "Planned", kind: "integer" },
    { key: "served", title: "Served", kind: "integer" },
    { key: "missed", title: "Missed", kind: "integer" },
    { key: "guestMeals", title: "Guest meals", kind: "integer" },
    { key: "billedMeals", title: "Billed meals", kind: "integer" },
    { key: "rate", title: "Rate", kind: "money" },
    { key: "revenue", title: "Revenue", kind: "money" },
    { key: "currency", title: "Currency", kind: "text" },
  ],
})
const guests = `(select coalesce(sum(m.visitors + m.contractor_diners + m.own_staff_diners), 0)::bigint from meal_session m
  where m.contract_id = r.contract_id and m.status <> 'cancelled' and m.session_date >= r.month and m.session_date < r.month + interval '1 month')`

const posted = `r.id, r.invoice_number as "invoiceNumber", r.client_id as "clientId", r.client->>'name' as client, r.site_id as "siteId", s.name as site,
  s.code as "siteCode", to_char(r.period_start, 'YYYY-MM-DD') as "startDate", to_char(r.period_end, 'YYYY-MM-DD') as "endDate", r.currency, ${amounts}, r.status`

const postedColumns = {
  id: col.whole,
  invoiceNumber: col.nullable(col.text),
  clientId: col.whole,
  client: col.text,
  siteId: col.whole,
  site: col.text,
  siteCode: col.text,
  startDate: col.text,
  endDate: col.text,
  currency: col.words("USD", "SSP"),
  subtotalAmount: col.text,
  taxAmount: col.text,
  totalAmount: col.text,
  status: col.text,
}
/** The bills that a run posted, in number order. $1 is the run. */
export const postedSql = sql(
  postedColumns,
  `select ${posted} from invoice r join site s on s.id = r.site_id where r.run_id = $1 and r.kind = 'meal' order by r.id`,
)

/** The bills whose period begins within the given days, with the input of their digest. $1 and $2 are the days, $3 a site or null. */
export const billsSql = sql(
  { ...postedColumns, lines: col.unknown, taxes: col.unknown, subtotal: col.whole, tax: col.whole, total: col.whole },
  `select ${posted}, r.lines, r.taxes, r.subtotal_amount as subtotal, r.tax_amount as tax, r.total_amount as total
  from invoice r join site s on s.id = r.site_id
  where r.kind = 'meal' and r.status <> 'discarded' and r.period_start between $1::date and $2::date and ($3::bigint is null or r.site_id = $3)
  order by s.code, r.client->>'name', r.period_start, r.id`,
)

const run = `r.id, r.month, to_char(r.period_start, 'YYYY-MM-DD') as "startDate", to_char(r.period_end, 'YYYY-MM-DD') as "endDate", r.plan_id as "planId",
  r.plan_digest as "planDigest", r.status, r.reason, r.bills, (select count(*) from invoice i where i.run_id = r.id and i.kind = 'meal') as posted,
  r.started_by as "startedBy", to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt" from billing_run r`
const runColumns = {
  id: col.whole,
  month: col.nullable(col.text),
  startDate: col.text,
  endDate: col.text,
  planId: col.text,
  planDigest: col.text,
  status: col.text,
  reason: col.nullable(col.text),
  bills: col.whole,
  posted: col.whole,
  startedBy: col.nullable(col.whole),
  createdAt: col.text,
  updatedAt: col.text,
}
/** One run. $1 is its id. */
export const runSql = sql(runColumns, `select ${run} where r.id = $1`)
/** The runs of a month, latest first. */
export const runsSql = sql(runColumns, `select ${run} where r.month = $1 order by r.id desc`)
/** The bill that has meals of a client at a site in a period. $1 site, $2 client, $3 and $4 the days. */
export const billedAlreadySql = sql(
  { name: col.text },
  `select coalesce(i.invoice_number, 'Draft ' || i.id) as name
  from client_contract c join meal_account a on a.id = c.id cross join jsonb_array_elements(a.billed) b join invoice i on i.id = (b->>'invoiceId')::bigint
  where c.site_id = $1 and c.client_id = $2 and (b->>'from')::date <= $4::date and (b->>'to')::date >= $3::date order by i.id limit 1`,
)
