/** What the lists and figures about the billing of meals are made of. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { Invoice } from "./invoice.ts"

const open = "r.total_amount - r.paid_amount - r.credited_amount"
const status = `(case when r.status in ('draft', 'paid', 'credited', 'discarded') then r.status when ${open} > 0 and r.due_date < es.today() then 'overdue' else 'pending' end)`
const amounts = `es.money(r.subtotal_amount) as "subtotalAmount", es.money(r.tax_amount) as "taxAmount", es.money(r.total_amount) as "totalAmount"`

const scope = ({ confinedTo }: SignedIn) => (confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [confinedTo] }])

/** The bills of meals. Drafts that were discarded are not among them. Spec: API-024, SHP-20. */
export const billingPeriodList = (who: SignedIn): ListShape => {
  const isMaker = holds(who, "invoices.manage")
  return {
    select:
      `${Invoice.answer("r", "id", "siteId", "clientId", "contractId", "billingType", "issueDate", "dueDate", "currency", "runId", "version", "createdAt")}, ` +
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

const posted = `r.id, r.invoice_number as "invoiceNumber", r.client_id as "clientId", r.client->>'name' as client, r.site_id as "siteId", s.name as site,
  s.code as "siteCode", to_char(r.period_start, 'YYYY-MM-DD') as "startDate", to_char(r.period_end, 'YYYY-MM-DD') as "endDate", r.currency, ${amounts}, ${status} as status`

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
