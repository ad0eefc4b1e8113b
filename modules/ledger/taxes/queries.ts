/** The data that tax reports are drawn up from, and the SQL of their lists. */
import { Effect } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { Database } from "@ops/platform/database/database.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"
import type { ClosingCheck } from "../periods/closing.ts"
import { spanOf } from "../statements/statement.ts"
import { type TaxLine, TaxReport, taxAccounts, type TaxType } from "./tax-report.ts"

/** The tax base in SQL, on the other lines `b` (of account `c`) of an entry: the amount, and which lines count. */
const bases: Record<TaxType, { readonly amount: string; readonly lines: string }> = {
  // income earned in a month before its invoice is posted as accrued income
  sales: { amount: "b.credit - b.debit", lines: "(c.account_type = 'income' or c.account_number = '1150')" },
  // a payment run withholds tax bill by bill
  withholding: { amount: "b.debit - b.credit", lines: "c.account_number = '2000' and b.description = t.line_description" },
  pit: { amount: "b.debit - b.credit", lines: "c.account_number = '6100'" },
  nsif: { amount: "b.debit - b.credit", lines: "c.account_number = '6100'" },
}
/** Tax payments and revaluations of tax accounts are not taxes themselves. */
const taxed = "coalesce(j.source_kind, '') not in ('tax_payment', 'revaluation')"

/** The current lines of a tax in a month: one per entry and site; for withholding tax, one per bill. */
export const taxLines = (taxPeriod: string, taxType: TaxType, currency: "USD" | "SSP") =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { from, to } = spanOf(taxPeriod)
    const { amount, lines } = bases[taxType]
    const rows = yield* statement(
      `select t.id as "journalEntryId", t.entry_number as "entryNumber", to_char(t.entry_date, 'YYYY-MM-DD') as date, t.source_kind as "sourceKind",
         t.source_id as "sourceId", coalesce(nullif(t.line_description, ''), t.entry_description) as description, t.site_id as "siteId", t.tax::bigint as tax,
         t.tax_usd::bigint as "taxUsd",
         coalesce((select sum(${amount}) from journal_line b join account c on c.id = b.account_id
           where b.journal_entry_id = t.id and b.site_id is not distinct from t.site_id and ${lines}), 0)::bigint as taxable
       from (select j.id, j.entry_number, j.entry_date, j.source_kind, j.source_id, j.description as entry_description, l.site_id,
               ${taxType === "withholding" ? "l.description" : "''"} as line_description,
               sum(l.credit - l.debit) as tax, sum(l.credit_usd - l.debit_usd) as tax_usd
             from journal_line l join journal_entry j on j.id = l.journal_entry_id join account a on a.id = l.account_id
             where a.account_number = $1 and l.currency = $2 and l.entry_date between $3::date and $4::date and ${taxed}
             group by j.id, l.site_id${taxType === "withholding" ? ", l.description" : ""}, j.entry_number, j.entry_date, j.source_kind, j.source_id, j.description
             having sum(l.credit - l.debit) <> 0) t
       order by t.entry_date, t.entry_number, t.site_id nulls first, t.line_description`,
      [taxAccounts[taxType], currency, from, to],
    )
    return rows as unknown as ReadonlyArray<TaxLine>
  })

const accountOf = (type: string) =>
  `case ${type} ${Object.entries(taxAccounts)
    .map(([type, account]) => `when '${type}' then '${account}'`)
    .join(" ")} end`
/** The current balance in the books for a report `r`. */
const inBooks = `(select coalesce(sum(l.credit - l.debit), 0)::bigint from journal_line l join journal_entry j on j.id = l.journal_entry_id join account a on a.id = l.account_id
  where a.account_number = ${accountOf("r.tax_type")} and l.currency = r.currency and ${taxed}
    and l.entry_date between (r.tax_period || '-01')::date and (r.tax_period || '-01')::date + interval '1 month' - interval '1 day')`

/** Reports without their lines. */
export const taxReportList = (who: SignedIn): ListShape => {
  const finance = holds(who, "finance.full")
  const may = (sql: string) => (finance ? `(${sql})` : "false")
  return {
    select:
      `${TaxReport.answer("r", "id", "reportNumber", "taxPeriod", "taxType", "currency", "totalTaxable", "totalTaxOwed", "totalTaxPaid", "dueDate", "filingDate", "filingReference", "status", "notes", "createdBy", "reviewedBy", "reviewedDate", "version", "createdAt", "updatedAt")}, ` +
      `es.money(r.total_tax_owed - r.total_tax_paid) as "taxBalance", es.money(r.total_tax_owed - r.total_tax_paid - r.reserved) as "open",
       (select count(*)::int from ${taxLinesFor(who.confinedTo)} x) as "lineCount", es.money(${inBooks}) as "inBooks", r.reviewed_by as "approvedBy",
       to_char(r.reviewed_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "approvedDate",
       ${personSql("r.created_by")} as "createdByUser", ${personSql("r.reviewed_by")} as "reviewedByUser", ${personSql("r.filed_by")} as "filedByUser",
       (r.status in ('filed', 'reviewed', 'draft') and r.due_date < es.today() and r.total_tax_owed > r.total_tax_paid) as overdue,
       ${may(`r.status = 'draft' and r.created_by is distinct from ${Number(who.person)}`)} as "canReview", ${may("r.status = 'reviewed'")} as "canFile",
       ${may("r.status in ('draft', 'reviewed')")} as "canDrawUp", ${may("r.status = 'filed' and r.total_tax_owed - r.total_tax_paid - r.reserved > 0")} as "canPay"`,
    from: "tax_report r",
    id: "r.id",
    date: "(r.tax_period || '-01')::date",
    filters: { status: "r.status", taxType: "r.tax_type", currency: "r.currency", taxPeriod: "r.tax_period" },
    search: ["r.report_number", "r.tax_period", "r.notes"],
    sorts: { reportNumber: "r.report_number", taxPeriod: "r.tax_period", totalTaxOwed: "r.total_tax_owed", dueDate: "r.due_date", status: "r.status" },
    order: "-taxPeriod,reportNumber",
    file: "Tax reports",
    columns: [
      { key: "reportNumber", title: "Report", kind: "text" },
      { key: "taxPeriod", title: "Period", kind: "text" },
      { key: "taxType", title: "Tax", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "totalTaxable", title: "Taxable", kind: "money" },
      { key: "totalTaxOwed", title: "Owed", kind: "money" },
      { key: "totalTaxPaid", title: "Paid", kind: "money" },
      { key: "taxBalance", title: "Balance", kind: "money" },
      { key: "dueDate", title: "Due", kind: "date" },
      { key: "filingDate", title: "Filed", kind: "date" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}

/** The lines of a report `r` that a person may see; at one site, those of other sites or of no site are combined into one line. */
export const taxLinesFor = (confinedTo: number | null) => {
  const all = `(select * from rows from (jsonb_to_recordset(r.lines) as ("journalEntryId" bigint, "entryNumber" text, date text, "sourceKind" text, "sourceId" bigint, description text,
    "siteId" bigint, taxable bigint, tax bigint)) with ordinality as z("journalEntryId", "entryNumber", date, "sourceKind", "sourceId", description, "siteId", taxable, tax, n))`
  if (confinedTo === null) return all
  const own = `z."siteId" = ${Number(confinedTo)}`
  return `(select z.* from ${all} z where ${own} union all select null, '', r.tax_period || '-01', null, null, 'Other sites', null, sum(z.taxable)::bigint, sum(z.tax)::bigint, 32767
    from ${all} z where not coalesce(${own}, false) having count(*) > 0)`
}
const linesSql = ({
  confinedTo,
}: Pick<
  SignedIn,
  "confinedTo"
>) => `(select coalesce(json_agg(json_build_object('journalEntryId', x."journalEntryId", 'entryNumber', x."entryNumber", 'date', x.date,
    'sourceKind', x."sourceKind", 'sourceId', x."sourceId", 'description', x.description, 'siteId', x."siteId", 'taxType', r.tax_type,
    'transactionId', case x."sourceKind" when 'money_transaction' then x."sourceId" end, 'expenseId', case x."sourceKind" when 'expense_request' then x."sourceId" end,
    'payrollId', case x."sourceKind" when 'payroll_period' then x."sourceId" end, 'taxableAmount', es.money(x.taxable), 'taxAmount', es.money(x.tax),
    'taxRate', case when x.taxable <> 0 then es.money(round(x.tax * 10000::numeric / x.taxable)::bigint) end) order by x.n), '[]')
  from ${taxLinesFor(confinedTo)} x)`
/** A report with its lines. */
export const taxReportOne = (who: SignedIn): ListShape => {
  const list = taxReportList(who)
  return { ...list, select: `${list.select}, ${linesSql(who)} as lines` }
}

/** The taxes of a month: the balance of each by type and currency, with the report prepared for it. $1 is the month, 2026-10. */
export const monthTaxesSql = `select t.type, b.currency, b.amount, r.id, r.report_number as "reportNumber", r.status, to_char(r.filing_date, 'YYYY-MM-DD') as "filingDate",
    coalesce(r.filed_by, r.reviewed_by, r.created_by) as by, r.updated_at as at
  from (values ${Object.entries(taxAccounts)
    .map(([type, account], n) => `(${n}, '${type}', '${account}')`)
    .join(", ")}) as t(n, type, account)
  cross join lateral (select l.currency, sum(l.credit - l.debit)::bigint as amount from journal_line l join journal_entry j on j.id = l.journal_entry_id join account a on a.id = l.account_id
    where a.account_number = t.account and ${taxed} and l.entry_date between ($1 || '-01')::date and ($1 || '-01')::date + interval '1 month' - interval '1 day'
    group by l.currency having sum(l.credit - l.debit) <> 0) b
  left join tax_report r on r.tax_period = $1 and r.tax_type = t.type and r.currency = b.currency
  order by t.n, b.currency desc`

/** The month-end checks for taxes: what is reported equals the books. */
export const taxChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "tax-reports",
    step: "tax",
    title: "Tax returns agree with the ledger",
    command: "ops tax report --period {month} --type sales",
    sql: `select r.report_number || ': ' || r.currency || ' ' || es.money(r.total_tax_owed) || ', the books have ' || es.money(${inBooks}) as text,
        '/financial?tab=reports&view=taxes&open=' || r.id as path
      from tax_report r where r.tax_period = to_char($2::date, 'YYYY-MM') and $1::date is not null and r.total_tax_owed <> ${inBooks} order by r.id`,
  },
]
