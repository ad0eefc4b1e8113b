/**
 * Open invoices at the end of a day by days overdue: an invoice that was paid later counts as open. In one currency, in cents; the total equals the
 * receivables account in that currency.
 */
import { type AgedAsked, agedReport } from "@ops/ledger/statements/aged.ts"

/**
 * The open amount of invoice `i` at the end of a day, an SQL expression: less credits and payments by then. The part of a payment that a credit note released
 * was never open.
 */
export const openAt = (day: string) => `greatest(0, ${leftAt(day)})`
/** The part of payments that credit notes on invoice `i` had released by the end of a day, an SQL expression: the client's credit. */
export const releasedAt = (day: string) => `greatest(0, -${leftAt(day)})`
const leftAt = (day: string) => `(i.total_amount
      - coalesce((select sum(n.total_amount) from invoice n where n.credit_of = i.id and n.issue_date <= ${day}), 0)
      - coalesce((select sum(p.amount) from jsonb_to_recordset(i.payments) as p(amount bigint, date date) where p.date <= ${day}), 0))`

const openSql = `select i.id, i.invoice_number as number, i.client_id as "partyId", c.company_name as "partyName", ($1::date - i.due_date)::int as overdue,
    ${openAt("$1::date")}::bigint as open
  from invoice i join client c on c.id = i.client_id
  where i.kind <> 'credit_note' and i.issue_date <= $1::date and i.currency = $2 and ($3::bigint is null or i.site_id = $3)
  order by c.company_name, i.due_date, i.invoice_number`

/** The report. Refuses an invalid or future day (400) and an unknown site (404). */
export const agedReceivables = (asked: AgedAsked) =>
  agedReport(
    {
      title: "Aged Receivables",
      documents: "invoices",
      party: "client",
      all: "All clients",
      openSql,
      control: { account: "1100", title: "Accounts receivable", side: "debit", name: "Open invoices equal the receivables account" },
      documentPath: (id) => `/api/invoices/${id}`,
      partyPath: (id) => `/api/invoices?clientId=${id}`,
    },
    asked,
  )
