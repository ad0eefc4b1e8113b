/**
 * What clients owed at the end of a day, by how long it was overdue then: an invoice paid later was still open. In one
 * currency, cents inside; the whole of it is the receivables account in that currency.
 */
import { Effect } from "effect"
import { addDays, isDate } from "@ops/platform/calendar.ts"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound, Refusal } from "@ops/platform/records/act.ts"
import type { StatementAnswer } from "@ops/ledger/statement-contract.ts"

export interface AgedAsked {
  /** the day; today if not given */
  readonly asAt?: string | undefined
  readonly currency?: "USD" | "SSP" | undefined
  readonly siteId?: string | undefined
}

/** Days overdue at most, column by column. */
const ages = [
  { key: "notDue", title: "Not due", most: 0 },
  { key: "days30", title: "1 to 30 days", most: 30 },
  { key: "days60", title: "31 to 60 days", most: 60 },
  { key: "days90", title: "61 to 90 days", most: 90 },
  { key: "older", title: "Over 90 days", most: Number.POSITIVE_INFINITY },
] as const

/**
 * What of invoice `i` was open at the end of a day, an SQL expression: less what was credited and paid by then. What a credit
 * note gave back of a payment was never open.
 */
export const openAt = (day: string) => `greatest(0, i.total_amount
      - coalesce((select sum(n.total_amount) from invoice n where n.credit_of = i.id and n.issue_date <= ${day}), 0)
      - coalesce((select sum(p.amount) from jsonb_to_recordset(i.payments) as p(amount bigint, date date) where p.date <= ${day}), 0))`

const openSql = `select i.id, i.invoice_number as number, i.client_id as "clientId", c.company_name as "clientName", ($1::date - i.due_date)::int as overdue,
    ${openAt("$1::date")}::bigint as open
  from invoice i join client c on c.id = i.client_id
  where i.kind <> 'credit_note' and i.issue_date <= $1::date and i.currency = $2 and ($3::bigint is null or i.site_id = $3)
  order by c.company_name, i.due_date, i.invoice_number`

interface Open {
  readonly id: number
  readonly number: string
  readonly clientId: number
  readonly clientName: string
  readonly overdue: number
  readonly open: number
}

const inBooksSql = `select coalesce(sum(l.debit - l.credit), 0)::bigint as balance from journal_line l join account a on a.id = l.account_id
  where a.account_number = '1100' and l.currency = $2 and l.entry_date <= $1::date`

/** The report. Refuses (400, 404) a day that is none or still to come, and an unknown site. */
export const agedReceivables = ({ asAt, currency = "USD", siteId }: AgedAsked) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    const { statement } = yield* Database
    const [{ today }] = (yield* statement("select to_char(es.today(), 'YYYY-MM-DD') as today", [])) as [{ today: string }]
    const day = asAt ?? today
    if (!isDate(day)) return yield* Effect.fail(new Refusal(400, "asAt must be a day such as 2026-10-31"))
    if (day > today) return yield* Effect.fail(new Refusal(400, `${day} is still to come`))
    const named = confinedTo ?? siteId
    const [site] = named === undefined || named === "" ? [] : yield* statement("select id, name from site where id::text = $1 or slug = $1", [String(named)])
    if (named && !site) return yield* Effect.fail(notFound(`Site ${String(named).slice(0, 60)} does not exist`))
    const rows = (yield* statement(openSql, [day, currency, site?.id ?? null])) as ReadonlyArray<Open>
    const [books] = yield* statement(inBooksSql, [day, currency])

    const line = (key: string, title: string, of: ReadonlyArray<Open>, drill: string | null) => {
      const within = ages.map(({ key, most }, n) => {
        const least = ages[n - 1]?.most ?? Number.NEGATIVE_INFINITY
        const sum = of.filter(({ overdue }) => overdue > least && overdue <= most).reduce((sum, { open }) => sum + open, 0)
        return [key, formatMoney(sum)] as const
      })
      const total = of.reduce((sum, { open }) => sum + open, 0)
      return { key, title, accountNumber: null, values: { total: formatMoney(total), ...Object.fromEntries(within) }, drill }
    }
    const open = rows.filter(({ open }) => open > 0)
    const clients = [...Map.groupBy(open, ({ clientId }) => clientId)]
    const difference = open.reduce((sum, { open }) => sum + open, 0) - Number(books.balance)
    const days = { from: `${addDays(day, -1).slice(0, 4)}-01-01`, to: day }
    return {
      title: "Aged Receivables",
      period: { title: `as at ${day}`, from: day, to: day },
      measure: `in ${currency}, invoices in ${currency} alone`,
      siteName: site ? (site.name as string) : null,
      columns: [{ key: "total", title: "Open", ...days }, ...ages.map(({ key, title }) => ({ key, title, ...days }))],
      sections: [
        ...clients.map(([clientId, of]) => ({
          key: `client-${clientId}`,
          title: of[0]!.clientName,
          lines: of.map((invoice) => line(`invoice-${invoice.id}`, invoice.number, [invoice], `/api/invoices/${invoice.id}`)),
          total: line(`client-${clientId}-total`, `Total ${of[0]!.clientName}`, of, `/api/invoices?clientId=${clientId}`),
        })),
        { key: "all", title: "All clients", lines: [], total: line("all", "All clients", open, null) },
      ],
      // the books of one site need not hold what its invoices are: payments are entered for the company
      checks: site ? [] : [{ name: "Open invoices equal the receivables account", ok: difference === 0, difference: formatMoney(difference) }],
    } satisfies StatementAnswer
  })
