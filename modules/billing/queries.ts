/** The SQL of the lists and figures of invoices, and of client accounts. */
import { col, sql, todayOnce } from "@ops/platform/database/statement.ts"
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { filledIn } from "@ops/platform/records/row-columns.ts"
import { ClientAccount } from "./receivables/client-account.ts"
import { Invoice } from "./invoices/invoice.ts"

/** The open amount of an invoice, in cents. */
const open = `(case when r.kind = 'credit_note' or r.status in ('draft', 'discarded') then 0 else r.total_amount - r.paid_amount - r.credited_amount end)`
const overdue = `(${open} > 0 and r.due_date < ${todayOnce})`
const day = (column: string) => `(${column} at time zone 'Africa/Juba')::date`

/** The invoices that a person may see. */
const scope = ({ confinedTo }: SignedIn): ReadonlyArray<Condition> => (confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [confinedTo] }])

/** The values of `status` are those of the record, plus open and overdue; discarded drafts are listed only if asked for. */
const ofStatus = (asked: string | undefined): ReadonlyArray<Condition> => {
  if (!asked) return [{ sql: "r.status <> 'discarded'" }]
  const isNot = asked.startsWith("!")
  const words = (isNot ? asked.slice(1) : asked).split(",")
  const any = `(r.status = any(?::text[])${words.includes("open") ? ` or ${open} > 0` : ""}${words.includes("overdue") ? ` or ${overdue}` : ""})`
  return [{ sql: isNot ? `not ${any}` : any, values: [words] }]
}

/** Invoices and credit notes, as a person may see them. */
export const invoiceList = (who: SignedIn, status?: string): ListShape => {
  const isMaker = holds(who, "invoices.manage")
  const flag = (may: boolean, when: string) => (may ? `(${when})` : "false")
  return {
    select:
      `${Invoice.answer("r", "id", "invoiceNumber", "kind", "siteId", "clientId", "contractId", "projectId", "billingPeriod", "periodStart", "periodEnd", "issueDate", "dueDate", "currency", "staffCount", "mealsServed", "mealsMissed", "subtotalAmount", "taxAmount", "totalAmount", "paidAmount", "creditedAmount", "paidDate", "status", "template", "notes", "overrideReason", "creditOf", "replaces", "runId", "sentAt", "generatedBy", "version", "createdAt", "updatedAt")}, ` +
      `json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site, r.client->>'name' as "clientName", ` +
      `r.client->>'address' as "clientAddress", c.email as "clientEmail", es.money(${open}) as "openAmount", ${overdue} as overdue, ` +
      `(select o.invoice_number from invoice o where o.id = r.credit_of) as "creditOfNumber", ` +
      `(select m.status from mail m where m.about_kind = 'invoice' and m.about_id = r.id order by m.id desc limit 1) as "mailStatus", ` +
      `(select json_build_object('id', n.id, 'invoiceNumber', n.invoice_number, 'canSend', ${flag(isMaker, "c.email is not null")}) from invoice n ` +
      `where r.status = 'credited' and n.credit_of = r.id order by n.id desc limit 1) as "cancelledBy", ` +
      `${flag(isMaker, "r.status not in ('draft', 'discarded', 'credited') and c.email is not null")} as "canSend", ` +
      `${flag(isMaker, "r.kind <> 'credit_note' and r.status not in ('draft', 'discarded') and r.credited_amount < r.total_amount")} as "canCredit", ` +
      `${flag(holds(who, "payments.process"), `${open} > 0`)} as "canPay", ${flag(isMaker, "r.status = 'draft'")} as "canDiscard"`,
    from: "invoice r join site s on s.id = r.site_id join client c on c.id = r.client_id",
    base: "invoice r",
    filled: filledIn(Invoice, "r"),
    id: "r.id",
    site: "r.site_id",
    date: `coalesce(r.issue_date, ${day("r.created_at")})`,
    where: [...scope(who), ...ofStatus(status)],
    filters: { clientId: "r.client_id", kind: "r.kind", currency: "r.currency" },
    search: ["r.invoice_number", "r.billing_period", "r.client->>'name'", "s.name"],
    sorts: {
      issueDate: "r.issue_date",
      dueDate: "r.due_date",
      invoiceNumber: "r.invoice_number",
      client: "r.client->>'name'",
      site: "s.name",
      totalAmount: "r.total_amount",
      openAmount: open,
      status: "r.status",
      createdAt: "r.created_at",
    },
    order: "-createdAt",
    file: "Invoices",
    columns: [
      { key: "invoiceNumber", title: "Invoice #", kind: "text" },
      { key: "kind", title: "Kind", kind: "text" },
      { key: "issueDate", title: "Date", kind: "date" },
      { key: "dueDate", title: "Due", kind: "date" },
      { key: "clientName", title: "Client", kind: "text" },
      { key: "billingPeriod", title: "Period", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "subtotalAmount", title: "Net", kind: "money" },
      { key: "taxAmount", title: "Tax", kind: "money" },
      { key: "totalAmount", title: "Total", kind: "money" },
      { key: "openAmount", title: "Open", kind: "money" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}

/** One invoice by its id, discarded or not. */
export const anyInvoice = (who: SignedIn): ListShape => ({ ...invoiceList(who), where: scope(who) })

/** The parts of an invoice besides its row: its payments and credit notes. $1 is its id. */
export const partsSql = sql(
  { payments: col.unknown, creditNotes: col.unknown },
  `select
  (select coalesce(json_agg(json_build_object('paymentId', p.id, 'paymentNumber', p.payment_number, 'amount', es.money((x->>'amount')::bigint), 'date', x->>'date') order by n), '[]')
   from jsonb_array_elements(r.payments) with ordinality as y(x, n) join payment p on p.id = (x->>'paymentId')::bigint) as payments,
  (select coalesce(json_agg(json_build_object('id', c.id, 'invoiceNumber', c.invoice_number, 'totalAmount', es.money(c.total_amount), 'issueDate', to_char(c.issue_date, 'YYYY-MM-DD')) order by c.id), '[]')
   from invoice c where c.credit_of = r.id) as "creditNotes"
  from invoice r where r.id = $1`,
)

const owed = (currency: string) =>
  `(select coalesce(sum(i.total_amount - i.paid_amount - i.credited_amount), 0)::bigint from jsonb_array_elements(r.open) x join invoice i on i.id = (x->>'invoiceId')::bigint where i.currency = '${currency}')`

/** The open amounts and the credit of each client. */
export const accountList: ListShape = {
  select:
    `${ClientAccount.answer("r", "id", "clientId")}, c.company_name as "clientName", jsonb_array_length(r.open) as "openInvoices", ` +
    `json_build_object('USD', es.money(${owed("USD")}), 'SSP', es.money(${owed("SSP")})) as open, ` +
    `json_build_object('USD', es.money(r.credit_usd), 'SSP', es.money(r.credit_ssp)) as credit`,
  from: "client_account r join client c on c.id = r.client_id",
  base: "client_account r",
  id: "r.id",
  filters: { clientId: "r.client_id" },
  search: ["c.company_name"],
  sorts: { client: "c.company_name", openInvoices: "jsonb_array_length(r.open)" },
  order: "client",
}

const isIssued = "r.status not in ('draft', 'discarded')"
const isInvoice = `${isIssued} and r.kind <> 'credit_note'`
/** The amount billed, net of credits: an invoice adds its total, a credit note subtracts its own. Both count on their date of issue. */
const billed = "(case when r.kind = 'credit_note' then -r.total_amount else r.total_amount end)"
/** The kind of an invoice; for a credit note, the kind of the invoice it credits. */
const kindBilled = "coalesce((select o.kind from invoice o where o.id = r.credit_of), r.kind)"

interface TilePart {
  /** cents, or 1 for a count */
  readonly amount: string
  readonly where: string
  /** the figure of an invoice that explains its part */
  readonly part: "open" | "total"
}
/** The invoices and credit notes `r` that a tile sums, and the amount of each. */
export const tileParts = {
  totalInvoices: { amount: "1", where: isInvoice, part: "total" },
  invoicedThisMonth: {
    amount: billed,
    where: `${isIssued} and r.issue_date >= (select date_trunc('month', es.today()::timestamp)::date) and r.issue_date < (select (date_trunc('month', es.today()::timestamp) + interval '1 month')::date)`,
    part: "total",
  },
  outstanding: { amount: open, where: `${open} <> 0`, part: "open" },
  overdue: { amount: open, where: overdue, part: "open" },
  overdueInvoices: { amount: "1", where: overdue, part: "total" },
  weeklyRevenue: { amount: billed, where: `${isIssued} and ${kindBilled} = 'meal' and r.issue_date > ${todayOnce} - 7`, part: "total" },
  pendingBills: { amount: "1", where: `r.kind = 'meal' and (r.status = 'draft' or ${open} > 0)`, part: "total" },
} satisfies Record<string, TilePart>
const sums = (name: keyof typeof tileParts) =>
  `'${name}', json_build_object(${["USD", "SSP"]
    .map(
      (currency) =>
        `'${currency}', es.money(coalesce(sum(${tileParts[name].amount}) filter (where r.currency = '${currency}' and ${tileParts[name].where}), 0)::bigint)`,
    )
    .join(", ")})`
const counts = (name: keyof typeof tileParts) => `'${name}', count(*) filter (where ${tileParts[name].where})`

/** The figures above the list and on the meal screens, for one site or all: $1 is the site, or null. */
export const tilesSql = sql(
  { body: col.text },
  `select json_build_object(
  ${counts("totalInvoices")},
  ${sums("invoicedThisMonth")},
  ${sums("outstanding")},
  ${sums("overdue")},
  ${counts("overdueInvoices")},
  ${sums("weeklyRevenue")},
  ${counts("pendingBills")},
  'asOf', to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body
  from invoice r where $1::bigint is null or r.site_id = $1`,
)

/** A client's catering contract at a site in a period: the one that is in force last. $1 client, $2 site, $3 and $4 the days. */
export const contractSql = sql(
  { id: col.whole },
  `select c.id from client_contract c where c.client_id = $1 and c.site_id = $2 and c.service_type = 'catering'
  and c.start_date <= $4::date and (c.end_date is null or c.end_date >= $3::date) order by c.start_date desc, c.id desc limit 1`,
)
/** The bill of the same meals that was credited in full, if any. $1 contract, $2 and $3 the days. */
export const replacedSql = sql(
  { id: col.whole },
  `select id from invoice where contract_id = $1 and period_start = $2::date and period_end = $3::date and kind = 'meal'
  and status = 'credited' order by id desc limit 1`,
)
/** The bill that includes one of the meals of a contract and period. $1 contract, $2 and $3 the days. */
export const billedOnSql = sql(
  { name: col.text, isDraft: col.flag },
  `select coalesce(i.invoice_number, 'Draft ' || i.id) as name, i.status = 'draft' as "isDraft" from meal_account a, jsonb_array_elements(a.billed) b
  join invoice i on i.id = (b->>'invoiceId')::bigint where a.id = $1 and (b->>'from')::date <= $3::date and (b->>'to')::date >= $2::date
  order by i.status = 'draft', i.id limit 1`,
)
