/**
 * The general ledger: the opening balance of each account in a period, its lines with the running balance, and its closing balance. Balances are on the
 * account's normal side.
 */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { accountTypes } from "../accounts/account.ts"
import type { GeneralLedgerAnswer } from "./contract.ts"
import { measureOf, scopeAsked } from "../statements/server.ts"
import { booksCutAt, ofAccount } from "../journal-entries/lines.ts"

export interface LedgerAsked {
  /** an account number; by default every account with postings or a balance */
  readonly account?: string | undefined
  readonly period?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly siteId?: string | undefined
  readonly currency?: "USD" | "SSP" | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}

const most = 1000
const pageOf = ({ limit = "200", cursor = "0" }: LedgerAsked) => {
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > most) throw new Rejection(400, `limit must be a whole number from 1 to ${most}`)
  if (!/^\d{1,9}$/.test(cursor)) throw new Rejection(400, "This cursor is not valid. Start again from the first page")
  return { limit: Number(limit), offset: Number(cursor) }
}

/** 1 for accounts with a debit balance, -1 for those with a credit balance. */
const side = "case when a.account_type in ('asset', 'expense') then 1 else -1 end"

interface Scope {
  readonly account: string | null
  readonly siteId: number | null
  readonly currency: "USD" | "SSP" | null
}

/**
 * $1 and $2 are the days. Only filters that are asked for become conditions: PostgreSQL would take `$3 is null or …` for a rare match when it plans a
 * statement once for all parameters, and would then read the lines of all entries again for each account.
 */
const scoped = ({ account, siteId, currency }: Scope) => {
  const [debit, credit] = currency === null ? ["l.debit_usd", "l.credit_usd"] : ["l.debit", "l.credit"]
  const asked = [
    ["a.account_number", account],
    ["l.site_id", siteId],
    ["l.currency", currency],
  ].filter(([, value]) => value !== null)
  const where = asked.map(([column], n) => ` and ${column} = $${n + 3}`).join("")
  const from = `from journal_line l join account a on ${account === null ? "a.id = l.account_id" : ofAccount}`
  const books = `from ${booksCutAt("$1::date", "($2::date + 1)")} l join account a on a.id = l.account_id`
  return { debit, credit, from, books, where, values: asked.map(([, value]) => value) }
}

const accountsSql = (scope: Scope) => {
  const { debit, credit, books, where } = scoped(scope)
  const inside = "filter (where l.entry_date >= $1::date)"
  return `select * from (select a.id, a.account_number as "accountNumber", a.account_name as "accountName", a.account_type as "accountType",
      coalesce(sum((${debit} - ${credit}) * ${side}) filter (where l.entry_date < $1::date), 0)::bigint as opening,
      coalesce(sum(${debit}) ${inside}, 0)::bigint as debit, coalesce(sum(${credit}) ${inside}, 0)::bigint as credit,
      coalesce(sum((${debit} - ${credit}) * ${side}), 0)::bigint as closing, coalesce(sum(l.lines) ${inside}, 0)::int as entries
    ${books} where l.entry_date <= $2::date${where} group by a.id, a.account_number, a.account_name, a.account_type) x
    where entries > 0 or opening <> 0 order by "accountNumber"`
}

/** The last two parameters are the limit and the offset. The running balance starts from the opening balance. */
const entriesSql = (scope: Scope) => {
  const { debit, credit, from, books, where, values } = scoped(scope)
  const [limit, offset] = [values.length + 3, values.length + 4]
  return `with moved as materialized (select a.account_number, l.journal_entry_id, l.line, l.entry_date, l.currency, l.description, l.site_id,
        l.debit - l.credit as amount, ${debit} as debit, ${credit} as credit, (${debit} - ${credit}) * ${side} as net, a.id as account_id
      ${from} where l.entry_date between $1::date and $2::date${where}),
    before as materialized (select l.account_id, sum((${debit} - ${credit}) * ${side}) as opening ${books} where l.entry_date < $1::date${where} group by 1),
    page as (select m.*, coalesce(b.opening, 0) + sum(m.net) over (partition by m.account_id order by m.entry_date, m.journal_entry_id, m.line) as balance
      from moved m left join before b on b.account_id = m.account_id order by m.account_number, m.entry_date, m.journal_entry_id, m.line
      limit $${limit} offset $${offset})
    select p.journal_entry_id as "journalEntryId", j.entry_number as "entryNumber", p.line, to_char(p.entry_date, 'YYYY-MM-DD') as "entryDate",
      p.account_number as "accountNumber", coalesce(nullif(p.description, ''), j.description) as description, j.reference, j.source_kind as "sourceKind",
      j.source_id as "sourceId", j.status, p.site_id as "siteId", s.name as "siteName", p.currency, es.money(p.amount::bigint) as amount,
      es.money(p.debit::bigint) as debit, es.money(p.credit::bigint) as credit, es.money(p.balance::bigint) as balance
    from page p join journal_entry j on j.id = p.journal_entry_id left join site s on s.id = p.site_id
    order by p.account_number, p.entry_date, p.journal_entry_id, p.line`
}

const titleSql = sql({ title: col.text }, "select account_number || ' ' || account_name as title from account where account_number = $1")
const accountsOf = sqlOf({
  id: col.whole,
  accountNumber: col.text,
  accountName: col.text,
  accountType: col.words(...accountTypes),
  opening: col.whole,
  debit: col.whole,
  credit: col.whole,
  closing: col.whole,
  entries: col.whole,
})
const entriesOf = sqlOf({
  journalEntryId: col.whole,
  entryNumber: col.text,
  line: col.whole,
  entryDate: col.text,
  accountNumber: col.text,
  description: col.text,
  reference: col.nullable(col.text),
  sourceKind: col.nullable(col.text),
  sourceId: col.nullable(col.whole),
  status: col.words("posted", "reversed"),
  siteId: col.nullable(col.whole),
  siteName: col.nullable(col.text),
  currency: col.words("USD", "SSP"),
  amount: col.text,
  debit: col.text,
  credit: col.text,
  balance: col.text,
})

/** The report; for a file, all entries up to `all`. Refuses invalid days (400) and unknown sites and accounts (404). */
export const generalLedger = (asked: LedgerAsked, all?: number) =>
  Effect.gen(function* () {
    const { limit, offset } =
      all === undefined ? yield* Effect.try({ try: () => pageOf(asked), catch: (error) => error as Rejection }) : { limit: all, offset: 0 }
    const { span, lines, siteName } = yield* scopeAsked(asked)
    const account = asked.account || null
    const [named] = account === null ? [] : yield* statement(titleSql, [account])
    if (account !== null && !named) return yield* Effect.fail(notFound(`There is no account ${account.slice(0, 20)}`))
    const scope = { account, siteId: lines.siteId, currency: lines.currency }
    const values = [span.from, span.to, ...scoped(scope).values]
    const accounts = yield* statement(accountsOf(accountsSql(scope)), values)
    const entries = yield* statement(entriesOf(entriesSql(scope)), [...values, limit, offset])
    const total = accounts.reduce((sum, { entries }) => sum + entries, 0)
    const answer: GeneralLedgerAnswer = {
      title: "General Ledger",
      period: { title: span.title, from: span.from, to: span.to },
      measure: measureOf(asked.currency),
      siteName,
      accountName: named?.title ?? null,
      accounts: accounts.map(({ opening, debit, credit, closing, ...told }) => ({
        ...told,
        opening: formatMoney(opening),
        debit: formatMoney(debit),
        credit: formatMoney(credit),
        closing: formatMoney(closing),
      })),
      entries,
      total,
      next: offset + entries.length < total ? String(offset + entries.length) : null,
    }
    return answer
  })
