/** What the lists of payment runs are made of, and which bills a run could pay. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { entrySql, personSql } from "./expenses-queries.ts"
import { balanceSql, owed } from "./payables-queries.ts"
import { PaymentRun } from "./payment-run.ts"

const itemsSql = `(select coalesce(json_agg(json_build_object('payableId', b.id, 'billNumber', b.bill_number, 'invoiceNumber', b.invoice_number, 'dueDate', to_char(b.due_date, 'YYYY-MM-DD'),
    'vendorId', v.id, 'vendorName', v.name, 'siteCode', s.code, 'amount', es.money(i.amount), 'withholding', es.money(i.withholding), 'net', es.money(i.amount - i.withholding),
    'problem', case when r.status in ('executed', 'cancelled') then null when b.status = 'disputed' then 'Disputed' end) order by v.name, b.bill_number), '[]')
  from jsonb_to_recordset(r.items) as i("payableId" bigint, "vendorId" bigint, amount bigint, withholding bigint)
  join payable b on b.id = i."payableId" join vendor v on v.id = i."vendorId" join site s on s.id = b.site_id)`
const vendorsSql = `(select coalesce(json_agg(json_build_object('vendorId', x."vendorId", 'vendorName', v.name, 'bills', x.bills, 'amount', es.money(x.amount),
    'withholding', es.money(x.withholding), 'net', es.money(x.amount - x.withholding)) order by v.name), '[]')
  from (select i."vendorId", count(*)::int as bills, sum(i.amount)::bigint as amount, sum(i.withholding)::bigint as withholding
    from jsonb_to_recordset(r.items) as i("vendorId" bigint, amount bigint, withholding bigint) group by i."vendorId") x join vendor v on v.id = x."vendorId")`

/** Runs pay for the whole company, so whoever is confined to a site sees those with a bill of it. */
export const paymentRunList = (who: SignedIn): ListShape => {
  const person = Number(who.person)
  const mayDeal = holds(who, "finance.full")
  const mayPay = holds(who, "payments.process") && !who.simulated
  return {
    select:
      `${PaymentRun.answer("r", "id", "runNumber", "currency", "account", "paymentDate", "total", "withheld", "notes", "status", "makerId", "checkerId", "approvedDate", "executedBy", "executedDate", "reference", "journalEntryId", "cancelReason", "documents", "version", "createdAt", "updatedAt")}, ` +
      `es.money(r.total - r.withheld) as net, case when r.currency = 'SSP' then es.money(r.rate) end as rate, jsonb_array_length(r.items) as bills, ${itemsSql} as items, ${vendorsSql} as vendors, ` +
      `(select a.account_name from account a where a.account_number = r.account) as "accountName", ${personSql("r.maker_id")} as maker, ${personSql("r.checker_id")} as checker, ` +
      `${personSql("r.executed_by")} as executor, ${entrySql("r.journal_entry_id")} as "journalEntryNumber", ` +
      `${mayDeal && !who.simulated ? `(r.status = 'draft' and r.maker_id is distinct from ${person})` : "false"} as "canApprove", ` +
      `${mayPay ? "(r.status = 'approved' and r.payment_date <= es.today())" : "false"} as "canExecute", ` +
      `${mayDeal ? "(r.status in ('draft', 'approved'))" : "false"} as "canCancel"`,
    from: "payment_run r",
    id: "r.id",
    date: "r.payment_date",
    where:
      who.confinedTo === null
        ? []
        : [
            {
              sql: `exists(select from jsonb_to_recordset(r.items) as i("payableId" bigint) join payable b on b.id = i."payableId" where b.site_id = ?)`,
              values: [who.confinedTo],
            },
          ],
    filters: { status: "r.status", currency: "r.currency", account: "r.account" },
    search: [
      "r.run_number",
      "r.reference",
      `(select string_agg(v.name, ' ') from jsonb_to_recordset(r.items) as i("vendorId" bigint) join vendor v on v.id = i."vendorId")`,
    ],
    sorts: { runNumber: "r.run_number", paymentDate: "r.payment_date", total: "r.total", status: "r.status", createdAt: "r.created_at" },
    order: "-paymentDate,-createdAt",
    file: "Payment runs",
    columns: [
      { key: "runNumber", title: "Run #", kind: "text" },
      { key: "paymentDate", title: "Date", kind: "date" },
      { key: "account", title: "Account", kind: "text" },
      { key: "bills", title: "Bills", kind: "integer" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "total", title: "Total", kind: "money" },
      { key: "withheld", title: "Withheld", kind: "money" },
      { key: "status", title: "Status", kind: "text" },
      { key: "reference", title: "Reference", kind: "text" },
    ],
  }
}

/** Bills that could be paid now, in currency $1 and due by $2: the oldest first within each vendor. */
export const payableNowSql = `select r.id as "payableId", r.bill_number as "billNumber", r.invoice_number as "invoiceNumber", to_char(r.due_date, 'YYYY-MM-DD') as "dueDate",
    r.due_date < es.today() as overdue, r.vendor_id as "vendorId", v.name as "vendorName", s.code as "siteCode", ${balanceSql}::bigint as balance, r.amount::bigint as amount,
    r.tax_amount::bigint as "taxAmount", r.withholding_rate as "withholdingRate", r.paid_amount::bigint as "paidAmount"
  from payable r join vendor v on v.id = r.vendor_id join site s on s.id = r.site_id
  where ${owed} and r.status <> 'disputed' and r.run_id is null and r.currency = $1 and r.due_date <= $2::date
  order by v.name, r.vendor_id, r.due_date, r.id`
