/** What the lists and figures about the billing of meals are made of. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { pricedSlots } from "@ops/meals/queries.ts"
import { Invoice } from "../invoices/invoice.ts"

const open = "r.total_amount - r.paid_amount - r.credited_amount"
const status = `(case when r.status in ('draft', 'paid', 'credited', 'discarded') then r.status when ${open} > 0 and r.due_date < es.today() then 'overdue' else 'pending' end)`
const amounts = `es.money(r.subtotal_amount) as "subtotalAmount", es.money(r.tax_amount) as "taxAmount", es.money(r.total_amount) as "totalAmount"`

const scope = ({ confinedTo }: SignedIn) => (confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [confinedTo] }])

/** What all lines of a bill have in common; null where they differ. Credits of single meals are lines of their own. */
const sole = (field: "unitPrice" | "taxRate") =>
  `(select case when count(distinct l->>'${field}') = 1 then es.money(min((l->>'${field}')::bigint)) end from jsonb_array_elements(r.lines) l)`
/** Of each day of a bill the meal with the most people, added up. */
const staffDays = `(select coalesce(sum(d.most), 0)::bigint from (select max(x.served) as most from meal_slot x
  where x.contract_id = r.contract_id and x.date between r.period_start and r.period_end group by x.date) d)`

/** The bills of meals. Drafts that were discarded are not among them. Spec: API-024, SHP-20. */
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

/** One bill of meals by its id, discarded or not. */
export const anyBillingPeriod = (who: SignedIn): ListShape => ({ ...billingPeriodList(who), where: [{ sql: "r.kind = 'meal'" }, ...scope(who)] })

/** The meals of each contract and month with what they give. */
export const mealReport = ({ confinedTo }: SignedIn): ListShape => ({
  select:
    `to_char(r.month, 'YYYY-MM') || '-' || r.contract_id as id, to_char(r.month, 'YYYY-MM') as month, k.site_id as "siteId", ` +
    `json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site, k.client_id as "clientId", ` +
    `json_build_object('id', c.id, 'companyName', c.company_name) as client, s.name as "siteName", c.company_name as "companyName", k.contract_number as "contractNumber", r.planned, r.served, r.missed, ` +
    `${guests} as "guestMeals", r.heads as "billedMeals", es.money(round(r.amount::numeric / nullif(r.heads, 0))::bigint) as rate, es.money(r.amount) as revenue, ` +
    `k.currency, null as "foodCost", null as "marginPerMeal"`,
  from:
    `(select l.contract_id, date_trunc('month', l.date::timestamp)::date as month, sum(l.planned)::bigint as planned, sum(l.served)::bigint as served, ` +
    `sum(l.missed)::bigint as missed, sum(l.heads)::bigint as heads, sum(l.revenue)::bigint as amount ` +
    `from ${pricedSlots} l group by 1, 2) r ` +
    "join client_contract k on k.id = r.contract_id join site s on s.id = k.site_id join client c on c.id = k.client_id",
  id: "r.contract_id",
  site: "k.site_id",
  date: "r.month",
  where: confinedTo === null ? [] : [{ sql: "k.site_id = ?", values: [confinedTo] }],
  filters: { clientId: "k.client_id", currency: "k.currency" },
  search: ["c.company_name", "s.name", "k.contract_number"],
  sorts: { month: "r.month", site: "s.name", client: "c.company_name", planned: "r.planned", served: "r.served", missed: "r.missed", revenue: "r.amount" },
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

/** The bills that a run posted, in the order of their numbers. $1 is the run. */
export const postedSql = `select ${posted} from invoice r join site s on s.id = r.site_id where r.run_id = $1 and r.kind = 'meal' order by r.id`

/** The bills whose days begin in a period, with what their digest is made of. $1 and $2 are the days, $3 a site or null. */
export const billsSql = `select ${posted}, r.lines, r.taxes, r.subtotal_amount as subtotal, r.tax_amount as tax, r.total_amount as total
  from invoice r join site s on s.id = r.site_id
  where r.kind = 'meal' and r.status <> 'discarded' and r.period_start between $1::date and $2::date and ($3::bigint is null or r.site_id = $3)
  order by s.code, r.client->>'name', r.period_start, r.id`

const run = `r.id, r.month, to_char(r.period_start, 'YYYY-MM-DD') as "startDate", to_char(r.period_end, 'YYYY-MM-DD') as "endDate", r.plan_id as "planId",
  r.plan_digest as "planDigest", r.status, r.reason, r.bills, (select count(*) from invoice i where i.run_id = r.id and i.kind = 'meal') as posted,
  r.started_by as "startedBy", to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt" from billing_run r`
/** One run. $1 is its id. */
export const runSql = `select ${run} where r.id = $1`
/** The runs of a month, the latest first. */
export const runsSql = `select ${run} where r.month = $1 order by r.id desc`
/** A site by id or slug. */
export const siteSql = "select id from site where id::text = $1 or slug = $1"
/** The bill that has meals of a client at a site, in a period. $1 site, $2 client, $3 and $4 the days. */
export const billedAlreadySql = `select coalesce(i.invoice_number, 'Draft ' || i.id) as name
  from client_contract c join meal_account a on a.id = c.id cross join jsonb_array_elements(a.billed) b join invoice i on i.id = (b->>'invoiceId')::bigint
  where c.site_id = $1 and c.client_id = $2 and (b->>'from')::date <= $4::date and (b->>'to')::date >= $3::date order by i.id limit 1`
