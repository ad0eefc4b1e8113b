import { Context, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { dateOf } from "@ops/platform/calendar.ts"
import { Database, type Instant, statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { formatMoney, parseMoney } from "@ops/platform/money.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { Model } from "@ops/platform/records/records.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import type { AgedAsked, agedReport } from "../statements/aged.ts"
import { isCashSql } from "../statements/cash-flow.ts"
import type { StatementAnswer } from "../statements/contract.ts"
import { scopeAsked, statementOf } from "../statements/server.ts"
import { type Came, causesOf } from "./changes.ts"
import { ChangesApi } from "./contract.ts"
import type { Changing } from "./web/kinds.ts"

const agedKinds = ["aged-receivables", "aged-payables"] as const
type AgedKind = (typeof agedKinds)[number]
const isAged = (kind: Changing): kind is AgedKind => (agedKinds as ReadonlyArray<string>).includes(kind)

/** What is open at the end of a day, by the modules that own the documents. */
export class AgedOfModules extends Context.Service<AgedOfModules, Readonly<Record<AgedKind, (asked: AgedAsked) => ReturnType<typeof agedReport>>>>()(
  "@ops/ledger/AgedOfModules",
) {}

/** The bottom line of each statement, and the journal lines that it sums: their sign, and whether all lines up to the last day count (`sinceEver`). */
const bottoms: Readonly<Record<Changing, { readonly section: string; readonly where: string; readonly sign: 1 | -1; readonly sinceEver: boolean }>> = {
  pnl: { section: "net-profit", where: "a.account_type in ('income', 'expense')", sign: -1, sinceEver: false },
  expense: { section: "", where: "a.account_type = 'expense'", sign: 1, sinceEver: false },
  "cash-flow": { section: "change", where: isCashSql, sign: 1, sinceEver: false },
  "balance-sheet": { section: "assets", where: "a.account_type = 'asset'", sign: 1, sinceEver: true },
  "trial-balance": { section: "debit", where: "true", sign: 1, sinceEver: true },
  "aged-receivables": { section: "all", where: "a.account_number = '1100'", sign: 1, sinceEver: true },
  "aged-payables": { section: "all", where: "a.account_number = '2000'", sign: -1, sinceEver: true },
}

const cameSql = sqlOf({
  id: col.whole,
  entryNumber: col.text,
  entryDate: col.text,
  effectiveDate: col.text,
  description: col.text,
  sourceKind: col.nullable(col.text),
  invoiceKind: col.nullable(col.text),
  isReversal: col.flag,
  amount: col.whole,
  position: col.whole,
  at: col.text,
  by: col.text,
})
const publishedSql = sql(
  { position: col.nullable(col.whole) },
  `select max((e.data->>'position')::bigint) as position from es.event e where e.type = 'PeriodPublished' and e.stream = 'fiscal_period/' || replace($1, '-', '')`,
)
const closedSql = sql({ closed: col.whole }, "select es.closed() as closed")
const spelled = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Juba" })

/** The amounts of a line in two answers, and their difference. */
const apart = (before: string | undefined, after: string | undefined) => {
  const cents = (value = "0.00") => (value.startsWith("-") ? -parseMoney(value.slice(1))! : parseMoney(value)!)
  return { before: before ?? "0.00", after: after ?? "0.00", difference: formatMoney(cents(after) - cents(before)) }
}
const linesOf = ({ sections, columns }: StatementAnswer) =>
  sections.flatMap((section) =>
    [...section.lines, section.total].map((line) => ({
      ...line,
      key: `${section.key}/${line.key}`,
      section: section.title,
      value: line.values[columns[0]!.key]!,
    })),
  )

const shownAtMost = 50

export const ChangesLive = HttpApiBuilder.group(
  ChangesApi,
  "changes",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database | Snapshots | AgedOfModules>()
    const { streams } = yield* Model
    const labels = new Map(streams.map(({ record }) => [record.kind as string, record.label as string]))
    /** the name of a kind of record; "Cost of a project" stays as it is */
    const nameOf = (kind: string) => {
      const label = labels.get(kind) ?? "Record"
      return label.includes(" of ") ? label : `${label}s`.replace(/ys$/, "ies").replace(/ss$/, "s")
    }

    /** The instant that a moment stands for; undefined means now. */
    const instantOf = (asked: string | undefined, period: string) =>
      Effect.gen(function* () {
        if (asked === undefined || asked === "" || asked === "now") return undefined
        const { resolve } = yield* Snapshots
        if (asked !== "published") return yield* resolve(asked)
        const [{ position }] = (yield* statement(publishedSql, [period])) as [{ readonly position: number | null }]
        if (position === null)
          return yield* Effect.fail(
            notFound(`The statements of ${period} have not been published: the month is not closed. Give a day instead, such as 2026-10-31`),
          )
        return yield* resolve(`@${position}`)
      })

    return handlers.handleAll({
      statement: ({ params: { statement: kind }, query: { since, until, ...asked } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const { within } = yield* Snapshots
            // documents are open in their own currency
            const { span, lines, siteName } = yield* scopeAsked(isAged(kind) ? { ...asked, currency: asked.currency ?? "USD" } : asked)
            if (isAged(kind) && siteName !== null)
              return yield* Effect.fail(new Rejection(400, "Payments are recorded company-wide: remove the site to see what changed"))
            const aged = yield* AgedOfModules
            const month = span.from.slice(0, 7)
            const a = yield* instantOf(since, month)
            const b = yield* instantOf(until, month)
            if (a === undefined)
              return yield* Effect.fail(new Rejection(400, "The first moment must lie in the past: a day such as 2026-10-31, a time, or published"))
            const upTo = b?.position ?? (yield* statement(closedSql, []))[0]!.closed
            if (upTo < a.position) return yield* Effect.fail(new Rejection(400, "The first moment must come before the second"))
            const made = (today: string) => {
              if (!isAged(kind)) return statementOf(kind, { ...asked, period: undefined, from: span.from, to: span.to })
              return aged[kind]({ ...asked, asAt: span.to < today ? span.to : today })
            }
            const at = (instant: Instant | undefined) => (instant ? within(instant, made(dateOf(instant.at))) : made(dateOf(new Date())))
            const [before, after]: readonly [StatementAnswer, StatementAnswer] = [yield* at(a), yield* at(b)]
            const was = new Map(linesOf(before).map((line) => [line.key, line]))
            const is = new Map(linesOf(after).map((line) => [line.key, line]))
            const keys = [...new Set([...is.keys(), ...was.keys()])]
            const { section, where, sign, sinceEver } = bottoms[kind]
            const total = after.sections.find(({ key }) => key === section) ?? after.sections.at(-1)!
            const net = lines.currency === null ? "l.debit_usd - l.credit_usd" : "l.debit - l.credit"
            const amount = kind === "trial-balance" ? (lines.currency === null ? "l.debit_usd" : "l.debit") : `(${net}) * ${sign}`
            const came: ReadonlyArray<Came> = yield* statement(
              cameSql(`select j.id, j.entry_number as "entryNumber", to_char(j.entry_date, 'YYYY-MM-DD') as "entryDate", to_char(j.effective_date, 'YYYY-MM-DD') as "effectiveDate",
                  j.description, j.source_kind as "sourceKind", (select case when exists (select from late_meal m where m.document_id = i.id) then 'late_meal' else i.kind end
                    from invoice i where j.source_kind = 'invoice' and i.id = j.source_id) as "invoiceKind",
                  j.reverses is not null as "isReversal", x.amount, e.position, to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
                  coalesce((select p.first_name || ' ' || p.last_name from person p where p.id = j.created_by), 'Field Office') as by
                from es.event e join journal_entry j on e.stream = 'journal_entry/' || j.id
                join lateral (select sum(${amount})::bigint as amount from journal_line l join account a on a.id = l.account_id
                  where l.journal_entry_id = j.id and ${where} and ($5::bigint is null or l.site_id = $5) and ($6::text is null or l.currency = $6)) x on x.amount <> 0
                where e.type = 'JournalPosted' and e.position > $1 and e.position <= $2 and ($3::date is null or j.entry_date >= $3) and ${isAged(kind) ? "j.effective_date" : "j.entry_date"} <= $4::date
                order by e.position desc`),
              [a.position, upTo, sinceEver ? null : span.from, span.to, lines.siteId, lines.currency],
            )
            const moment = (asked: string | undefined, instant: Instant | undefined) => ({
              title: asked === "published" ? `as published, ${spelled.format(new Date(instant!.at))}` : instant ? spelled.format(new Date(instant.at)) : "now",
              at: instant?.at ?? new Date().toISOString(),
              position: instant?.position ?? upTo,
            })
            return jsonResponse(
              JSON.stringify({
                title: after.title,
                period: after.period,
                measure: after.measure,
                siteName,
                since: moment(since, a),
                until: moment(until, b),
                total: { title: total.total.title, ...apart(was.get(`${total.key}/${total.total.key}`)?.value, total.total.values[after.columns[0]!.key]) },
                lines: keys.flatMap((key) => {
                  const line = is.get(key) ?? was.get(key)!
                  const change = apart(was.get(key)?.value, is.get(key)?.value)
                  return change.difference === "0.00" ? [] : [{ section: line.section, title: line.title, accountNumber: line.accountNumber, ...change }]
                }),
                causes: causesOf(came, nameOf).map(({ title, amount, entries }) => ({
                  title,
                  amount: formatMoney(amount),
                  count: entries.length,
                  entries: entries.slice(0, shownAtMost).map(({ id, entryNumber, entryDate: date, effectiveDate, description, amount, by, at, position }) => ({
                    id,
                    entryNumber,
                    date,
                    effectiveDate,
                    description,
                    amount: formatMoney(amount),
                    by,
                    at,
                    position,
                  })),
                })),
              }),
            )
          }).pipe(Effect.provide(context)),
        ),
    })
  }),
)
