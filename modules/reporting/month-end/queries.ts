/** The data of each month-end step: its rows, and the person who acted last. $1 and $2 are the first and last day of the month. */
import { col, sql } from "@ops/platform/database/statement.ts"
import { moneyWithin } from "@ops/ledger/money-names.ts"
import { monthTaxesSql } from "@ops/ledger/taxes/queries.ts"

const person = (column: string) => `(select who.first_name || ' ' || who.last_name from person who where who.id = ${column})`
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const rows = (select: string) => `(select coalesce(json_agg(x), '[]') from (${select}) x)`
/** The latest action: the person and the time. */
const latest = (who: string, when: string, from: string) =>
  `(select json_build_object('by', ${person(who)}, 'at', ${instant(when)}) from ${from} order by ${when} desc limit 1)`

const inMonth = (day: string) => `${day} between $1::date and $2::date`
const sessions = `meal_session m where ${inMonth("m.session_date")} and m.status <> 'cancelled'`
const invoices = `invoice i where i.kind <> 'credit_note' and i.status <> 'discarded' and ${inMonth("coalesce(i.period_end, i.issue_date)")}`
const issued = `${invoices} and i.status <> 'draft'`
const payrolls = `payroll_period p where p.status <> 'reversed' and ${inMonth("p.end_date")}`
const bills = `payable b join vendor v on v.id = b.vendor_id where b.status <> 'credited' and ${inMonth("b.invoice_date")}`
const mailSql = "(select l.status from mail l where l.about_kind = 'invoice' and l.about_id = i.id order by l.id desc limit 1)"

const summed = ({ where, amount }: { readonly where: string; readonly amount: string }) => `coalesce(sum(${amount}) filter (where ${where}), 0)`
/** Everything except the checks and the revaluation, in one statement. */
export const factsSql = sql(
  { body: col.text },
  `select json_build_object(
    'sessions', (select count(*) from ${sessions}), 'closedSessions', (select count(*) from ${sessions} and m.status = 'completed'),
    'counted', ${latest("m.recorded_by", "m.ended_at", `${sessions} and m.ended_at is not null`)},
    'count', ${rows(`select s.name as site, count(*)::text as sessions, count(*) filter (where m.status = 'completed')::text as closed,
        coalesce(sum(m.closed_with), 0)::text as served, coalesce(sum(m.missed_at_close), 0)::text as missed, '/meal-tracking-enhanced?tab=sessions' as path
      from meal_session m join site s on s.id = m.site_id where ${inMonth("m.session_date")} and m.status <> 'cancelled' group by s.name order by s.name`)},
    'invoices', (select count(*) from ${invoices}), 'issued', (select count(*) from ${issued}),
    'billed', ${rows(`select i.currency, es.money(sum(i.total_amount)::bigint) as amount from ${issued} group by i.currency order by i.currency desc`)},
    'billing', ${latest("i.generated_by", "i.created_at", issued)},
    'bill', ${rows(`select coalesce(i.invoice_number, 'Draft ' || i.id) as number, i.client->>'name' as client, i.currency, es.money(i.total_amount) as amount,
        i.status, '/invoices?view=all&open=' || i.id as path from ${invoices} order by i.status = 'draft' desc, i.id`)},
    'sendable', (select count(*) from ${issued} and i.status <> 'credited'), 'sent', (select count(*) from ${issued} and i.status <> 'credited' and i.sent_at is not null),
    'mailFailed', (select count(*) from ${issued} and i.status <> 'credited' and i.sent_at is null and ${mailSql} = 'failed'),
    'sending', (select json_build_object('by', null, 'at', ${instant("max(i.sent_at)")}) from ${issued}),
    'send', ${rows(`select i.invoice_number as number, i.client->>'name' as client, i.client->>'email' as email, ${instant("i.sent_at")} as sent,
        case when i.sent_at is not null then 'sent' when ${mailSql} = 'failed' then 'failed' else 'pending' end as status, '/invoices?view=all&open=' || i.id as path
      from ${issued} and i.status <> 'credited' order by i.sent_at is not null, i.id`)},
    'salaries', (select count(*) from payslip s join ${payrolls.replace(" where ", " on p.id = s.period_id where ")}),
    'paidPayrolls', (select count(*) from ${payrolls} and p.status = 'paid'), 'payrolls', (select count(*) from ${payrolls}),
    'bills', (select count(*) from ${bills}), 'paidBills', (select count(*) from ${bills} and b.status = 'paid'),
    'paying', ${latest("p.paid_by", "p.updated_at", `${payrolls} and p.paid_by is not null`)},
    'pay', ${rows(`select * from (
        select p.period_name as what, 'Payroll' as kind, p.status, x.currency, es.money(x.net) as amount, '/hr?tab=payroll&open=' || p.id as path
        from ${payrolls.replace(" where ", ` cross join lateral (select s->>'currency' as currency, sum((s->>'netPay')::bigint)::bigint as net from jsonb_array_elements(p.sums) s group by 1) x where `)}
        union all select b.bill_number || ', ' || v.name, 'Bill', b.status, b.currency, es.money(b.amount), '/financial?tab=vendors&view=bills&open=' || b.id from ${bills}) y
      order by y.kind desc, y.status = 'paid', y.what`)},
    'closing', (select json_build_object('status', f.status, 'by', ${person("f.closed_by")}, 'at', ${instant("f.closed_at")}, 'overrides', f.overrides, 'reason', f.reason)
      from fiscal_period f where f.period = to_char($1::date, 'YYYY-MM')),
    'result', (select json_build_object(${(["earned", "costs"] as const).map((name) => `'${name}', ${summed(moneyWithin[name])}`).join(", ")}, 'before', ${summed(moneyWithin.result)})
      from journal_line l join account a on a.id = l.account_id where a.account_type in ('income', 'expense') and ${inMonth("l.entry_date")}))::text as body`,
)

export const taxesSql = sql(
  {
    type: col.text,
    currency: col.text,
    amount: col.whole,
    reportNumber: col.nullable(col.text),
    id: col.nullable(col.whole),
    status: col.nullable(col.text),
    filingDate: col.nullable(col.text),
    by: col.nullable(col.text),
    at: col.nullable(col.text),
  },
  `select t.type, t.currency, t.amount, t."reportNumber", t.id, t.status, t."filingDate", ${person("t.by")} as by, ${instant("t.at")} as at from (${monthTaxesSql}) t`,
)
