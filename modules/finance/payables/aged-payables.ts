/**
 * Open supplier bills at the end of a day by days overdue: a bill that was paid later counts as open. In one currency, in cents; the total equals the
 * payables account in that currency.
 */
import { type AgedAsked, agedReport } from "@ops/ledger/statements/aged.ts"

/** The sum of these parts of bill `r` by the end of a day, an SQL expression; most bills have none. */
const partsAt = (parts: "payments" | "credits", day: string) =>
  `(case when r.${parts} = '[]' then 0 else coalesce((select sum(p.amount) from jsonb_to_recordset(r.${parts}) as p(amount bigint, date date) where p.date <= ${day}), 0) end)`
/** The open amount of bill `r` in the books at the end of a day, an SQL expression: less payments and credits by then. */
export const payableOpenAt = (day: string) => `(r.amount - ${partsAt("payments", day)} - ${partsAt("credits", day)})`

const openSql = `select r.id, r.bill_number || ', ' || r.invoice_number as number, r.vendor_id as "partyId", v.name as "partyName",
    ($1::date - r.due_date)::int as overdue, ${payableOpenAt("$1::date")}::bigint as open
  from payable r join vendor v on v.id = r.vendor_id
  where r.posted_date is not null and r.invoice_date <= $1::date and r.currency = $2 and ($3::bigint is null or r.site_id = $3)
  order by v.name, r.due_date, r.bill_number`

/** The report. Refuses an invalid or future day (400) and an unknown site (404). */
export const agedPayables = (asked: AgedAsked) =>
  agedReport(
    {
      title: "Aged Payables",
      documents: "bills",
      party: "vendor",
      all: "All vendors",
      openSql,
      control: { account: "2000", title: "Accounts payable", side: "credit", name: "Open bills equal the payables account" },
      documentPath: (id) => `/api/accounts-payable/${id}`,
      partyPath: (id) => `/api/accounts-payable?vendorId=${id}`,
    },
    asked,
  )
