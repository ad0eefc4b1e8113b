/** The entries and open documents that bank lines are compared with, and the balances of an account on a day. */
import { Schema } from "effect"
import { col, sql } from "@ops/platform/database/statement.ts"
import { ofAccount } from "@ops/ledger/journal-entries/lines.ts"
import { owed } from "../payables/queries.ts"

const Parties = Schema.Array(Schema.Struct({ name: Schema.String, amount: Schema.NullOr(Schema.Int) }))
const Made = Schema.Array(Schema.Struct({ kind: Schema.String, id: Schema.Int }))
const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const currency = col.words("USD", "SSP")

export const openLinesSql = sql(
  { id: col.whole, date: col.text, amount: col.whole, text: col.text, counterparty: col.text, reference: col.text, made: col.json(Made) },
  `select id, ${day("date")} as date, amount, text, counterparty, reference, made from bank_line where account_id = $1 and status = 'open' order by date, id`,
)

/** Entries `j` that have lines of account `a` of bank account `b`, with their cleared parts; `moved` is the sum of those lines. */
const movesSql = `select j.id, j.entry_number, j.effective_date, j.description, j.reference, j.source_kind, j.source_id, j.status, j.reverses, j.reversed_by, m.moved, c.id as clearing, c.cleared,
    coalesce(c.open, m.moved) as open
  from bank_account b join account a on a.account_number = b.account_number
  cross join lateral (select l.journal_entry_id, sum(l.debit - l.credit)::bigint as moved from journal_line l
    where ${ofAccount} and l.currency = b.currency and l.effective_date >= b."from" group by 1) m
  join journal_entry j on j.id = m.journal_entry_id
  left join bank_clearing c on c.entry_id = j.id and c.account_id = b.id
  where b.id = $1 and m.moved <> 0`
/** Entries posted in error and reversed, which never reached the bank on either side: `other` is the counterpart, and counts up to day `by`. */
const isNothing = (other: string, by = "") => `(${other} is not null and m.clearing is null and exists(select from journal_entry o where o.id = ${other}
    and (o.status = 'reversed' or m.status = 'reversed')${by} and not exists(select from bank_clearing x where x.entry_id = o.id and x.account_id = $1)))`

/** The parties of an entry: a run pays several suppliers in one entry; a client's payment has one party. */
const parties = `coalesce(case m.source_kind
    when 'payment' then (select json_agg(json_build_object('name', k.company_name, 'amount', null)) from payment p join client k on k.id = p.client_id where p.id = m.source_id)
    when 'payment_run' then (select json_agg(json_build_object('name', x.name, 'amount', case when m.reverses is null then -x.net end)) from (select v.name, sum(i.amount - i.withholding)::bigint as net
      from payment_run r, jsonb_to_recordset(r.items) as i("vendorId" bigint, amount bigint, withholding bigint) join vendor v on v.id = i."vendorId" where r.id = m.source_id group by v.name) x)
  end, '[]')`
export const openEntriesSql = sql(
  {
    entryId: col.whole,
    entryNumber: col.text,
    date: col.text,
    amount: col.whole,
    description: col.text,
    reference: col.nullable(col.text),
    sourceKind: col.nullable(col.text),
    sourceId: col.nullable(col.whole),
    parties: col.json(Parties),
  },
  `select m.id as "entryId", m.entry_number as "entryNumber", ${day("m.effective_date")} as date, m.open as amount, m.description, m.reference, m.source_kind as "sourceKind",
    m.source_id as "sourceId", ${parties} as parties
  from (${movesSql}) m where m.open <> 0 and not ${isNothing("m.reversed_by")} and not ${isNothing("m.reverses")} order by m.effective_date, m.id`,
)

const document = {
  id: col.whole,
  number: col.text,
  theirNumber: col.nullable(col.text),
  party: col.text,
  partyId: col.whole,
  date: col.text,
  balance: col.whole,
  currency,
}
export const openInvoicesSql = sql(
  document,
  `select i.id, i.invoice_number as number, null::text as "theirNumber", c.company_name as party, c.id as "partyId", ${day("i.issue_date")} as date,
    i.total_amount - i.paid_amount - i.credited_amount as balance, i.currency
  from invoice i join client c on c.id = i.client_id
  where i.kind <> 'credit_note' and i.status in ('issued', 'sent', 'part_paid') and i.total_amount - i.paid_amount - i.credited_amount > 0 order by i.issue_date, i.id`,
)
export const openBillsSql = sql(
  {
    ...document,
    amount: col.whole,
    taxAmount: col.whole,
    withholdingRate: col.nullable(col.whole),
    paidAmount: col.whole,
    withheldAmount: col.whole,
  },
  `select r.id, r.bill_number as number, r.invoice_number as "theirNumber", v.name as party, v.id as "partyId", ${day("r.invoice_date")} as date,
    r.amount - r.paid_amount - r.credited_amount as balance, r.currency, r.amount, r.tax_amount as "taxAmount", r.withholding_rate as "withholdingRate", r.paid_amount as "paidAmount",
    r.withheld_amount as "withheldAmount"
  from payable r join vendor v on v.id = r.vendor_id where ${owed} and r.status <> 'disputed' and r.run_id is null order by r.invoice_date, r.id`,
)
export const ratesSql = sql(
  { from: col.text, rate: col.whole },
  `select x."from", x.rate from exchange_rate e, jsonb_to_recordset(e.rates) as x("from" text, rate bigint) where e.type = 'official' order by x."from"`,
)

/** The balances of account $1 at the end of day $2; see `Standing`. */
export const standingSql = sql(
  { books: col.whole, inTransit: col.whole, bank: col.nullable(col.whole), openLines: col.whole },
  `select
    (select coalesce(sum(l.debit - l.credit), 0)::bigint from account a, journal_line l where a.account_number = b.account_number and ${ofAccount} and l.currency = b.currency
      and l.effective_date <= $2::date) as books,
    (select coalesce(sum(m.moved - (select coalesce(sum(p.amount), 0) from jsonb_to_recordset(coalesce(m.cleared, '[]')) as p(date date, amount bigint) where p.date <= $2::date)), 0)::bigint
      from (${movesSql}) m where m.effective_date <= $2::date
      and not ${isNothing("m.reversed_by", " and o.effective_date <= $2::date")} and not ${isNothing("m.reverses", " and o.effective_date <= $2::date")}) as "inTransit",
    case when exists(select from jsonb_to_recordset(b.closings) as c(date date) where c.date >= $2::date)
      then b.opening + (select coalesce(sum(x.amount), 0)::bigint from bank_line x where x.account_id = b.id and x.date <= $2::date) end as bank,
    (select count(*) from bank_line x where x.account_id = b.id and x.status = 'open' and x.date <= $2::date) as "openLines"
  from bank_account b where b.id = $1`,
)
