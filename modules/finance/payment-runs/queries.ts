/** The SQL of the lists of payment runs, and of the bills that a run could pay. */
import { col, sql } from "@ops/platform/database/statement.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { reversalJson } from "@ops/ledger/reversals/queries.ts"
import { balanceSql, owed } from "../payables/queries.ts"

/** The bills of a run `r` that a person may see. */
export const itemsOf = ({ confinedTo }: Pick<SignedIn, "confinedTo">) =>
  `(select i.* from jsonb_to_recordset(r.items) as i("payableId" bigint, "vendorId" bigint, amount bigint, withholding bigint)${
    confinedTo === null ? "" : ` join payable o on o.id = i."payableId" and o.site_id = ${Number(confinedTo)}`
  })`
/** Whether a run `r` pays bills that a person may not see. */
export const paysElsewhere = ({ confinedTo }: Pick<SignedIn, "confinedTo">) =>
  confinedTo === null
    ? "false"
    : `exists(select from jsonb_to_recordset(r.items) as i("payableId" bigint) join payable o on o.id = i."payableId" where o.site_id <> ${Number(confinedTo)})`

export const itemsSql = (
  items: string,
) => `(select coalesce(json_agg(json_build_object('payableId', b.id, 'billNumber', b.bill_number, 'invoiceNumber', b.invoice_number, 'dueDate', to_char(b.due_date, 'YYYY-MM-DD'),
    'vendorId', v.id, 'vendorName', v.name, 'siteCode', s.code, 'amount', es.money(i.amount), 'withholding', es.money(i.withholding), 'net', es.money(i.amount - i.withholding),
    'problem', case when r.status in ('executed', 'cancelled', 'reversed') then null when b.status = 'disputed' then 'Disputed' end) order by v.name, b.bill_number), '[]')
  from ${items} i join payable b on b.id = i."payableId" join vendor v on v.id = i."vendorId" join site s on s.id = b.site_id)`
const returned = reversalJson({ kind: "t.kind", reason: "t.reason", date: "t.date", by: `t."reversedBy"`, entry: `t."journalEntryId"` })
export const vendorsSql = (
  items: string,
) => `(select coalesce(json_agg(json_build_object('vendorId', x."vendorId", 'vendorName', v.name, 'bills', x.bills, 'amount', es.money(x.amount),
    'withholding', es.money(x.withholding), 'net', es.money(x.amount - x.withholding), 'reversal', (select ${returned} from jsonb_to_recordset(r.returned)
      as t("vendorId" bigint, kind text, reason text, date text, "reversedBy" bigint, "journalEntryId" bigint) where t."vendorId" = x."vendorId" limit 1)) order by v.name), '[]')
  from (select i."vendorId", count(*)::int as bills, sum(i.amount)::bigint as amount, sum(i.withholding)::bigint as withholding
    from ${items} i group by i."vendorId") x join vendor v on v.id = x."vendorId")`

/** Bills that could be paid now, in currency $1 and due by $2: oldest first within each vendor. */
export const payableNowSql = sql(
  {
    payableId: col.whole,
    billNumber: col.text,
    invoiceNumber: col.text,
    dueDate: col.text,
    overdue: col.flag,
    vendorId: col.whole,
    vendorName: col.text,
    siteCode: col.text,
    balance: col.whole,
    amount: col.whole,
    taxAmount: col.whole,
    withholdingRate: col.nullable(col.whole),
    paidAmount: col.whole,
    withheldAmount: col.whole,
  },
  `select r.id as "payableId", r.bill_number as "billNumber", r.invoice_number as "invoiceNumber", to_char(r.due_date, 'YYYY-MM-DD') as "dueDate",
    r.due_date < es.today() as overdue, r.vendor_id as "vendorId", v.name as "vendorName", s.code as "siteCode", ${balanceSql}::bigint as balance, r.amount::bigint as amount,
    r.tax_amount::bigint as "taxAmount", r.withholding_rate as "withholdingRate", r.paid_amount::bigint as "paidAmount", r.withheld_amount::bigint as "withheldAmount"
  from payable r join vendor v on v.id = r.vendor_id join site s on s.id = r.site_id
  where ${owed} and r.status <> 'disputed' and r.run_id is null and r.currency = $1 and r.due_date <= $2::date
  order by v.name, r.vendor_id, r.due_date, r.id`,
)
