/** The sums for statements: one pass over the journal lines computes all columns. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { accountTypes } from "../accounts/account.ts"
import { cashPartsOf, type EntrySum, isCashSql, isFundingSql } from "./cash-flow.ts"
import { booksCutAt } from "../journal-entries/lines.ts"
import { type CashSums, cashTotals, expensesByPerson, type Span, type StatementColumn } from "./statement.ts"

export interface LinesAsked {
  /** only lines of this site; null for all */
  readonly siteId: number | null
  /** only entries in this currency, in that currency; null for all entries, in USD */
  readonly currency: "USD" | "SSP" | null
}

const net = ({ currency }: LinesAsked) => (currency === null ? "l.debit_usd - l.credit_usd" : "l.debit - l.credit")
const conditions = ({ siteId, currency }: LinesAsked, values: Array<unknown>) => {
  const tests: Array<string> = []
  if (siteId !== null) tests.push(`l.site_id = $${values.push(siteId)}`)
  if (currency !== null) tests.push(`l.currency = $${values.push(currency)}`)
  return tests
}

interface Group {
  readonly from: string | null
  readonly to: string
}

const sumColumns = { accountNumber: col.text, accountName: col.text, accountType: col.words(...accountTypes) }
const sumsOf = sqlOf({ ...sumColumns, values: col.list(col.whole) })
const entriesOf = sqlOf({ ...sumColumns, entry: col.whole, amount: col.whole, revalued: col.whole })
const spentOf = sqlOf({ accountNumber: col.text, personId: col.nullable(col.whole), amount: col.whole })
const sitesSql = sql({ id: col.whole, name: col.text }, "select id, name from site order by id")
const namesSql = sql({ id: col.whole, name: col.text }, "select id, first_name || ' ' || last_name as name from person where id = any($1::bigint[])")

export const todaySql = sql({ today: col.text }, "select to_char(es.today(), 'YYYY-MM-DD') as today")
/** A site by id or slug. $1: either, as text. */
export const siteSql = sql({ id: col.whole, name: col.text }, "select id, name from site where id::text = $1 or slug = $1")

/** The sums per account in each period (without a first day: everything up to the last), by account number. */
const sums = (groups: ReadonlyArray<Group>, asked: LinesAsked, where: (values: Array<unknown>) => ReadonlyArray<string> = () => []) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const values: Array<unknown> = []
    const begins = new Set<string>()
    const columns = groups.map(({ from, to }) => {
      const days = [...(from === null ? [] : [`l.entry_date >= $${values.push(from)}::date`]), `l.entry_date <= $${values.push(to)}::date`]
      for (const day of [...(from === null ? [] : [from]), addDays(to, 1)]) if (!day.endsWith("-01")) begins.add(`$${values.push(day)}::date`)
      return `coalesce(sum(${net(asked)}) filter (where ${days.join(" and ")}), 0)::bigint`
    })
    const last = groups
      .map(({ to }) => to)
      .sort()
      .at(-1)!
    const first = groups.some(({ from }) => from === null) ? null : groups.map(({ from }) => from!).sort()[0]!
    const tests = [
      ...(first === null ? [] : [`l.entry_date >= $${values.push(first)}::date`]),
      `l.entry_date <= $${values.push(last)}::date`,
      ...conditions(asked, values),
      ...where(values),
    ]
    return yield* statement(
      sumsOf(`select a.account_number as "accountNumber", a.account_name as "accountName", a.account_type as "accountType", s.values
       from (select l.account_id, array[${columns.join(", ")}] as values from ${booksCutAt(...begins)} l where ${tests.join(" and ")} group by l.account_id) s
       join account a on a.id = s.account_id order by a.account_number`),
      values,
    )
  })

/** Sums within the period of each column. */
export const sumsWithin = (columns: ReadonlyArray<StatementColumn>, asked: LinesAsked) => sums(columns, asked)
/** Sums of everything up to the end of each column. */
export const sumsUpTo = (columns: ReadonlyArray<StatementColumn>, asked: LinesAsked) =>
  sums(
    columns.map(({ to }) => ({ from: null, to })),
    asked,
  )
/** Sums of everything up to the end of each column, and up to the end of the year before: in one pass. */
export const sheetSums = (columns: ReadonlyArray<StatementColumn>, asked: LinesAsked) =>
  Effect.map(
    sums(
      [...columns.map(({ to }) => to), ...columns.map(({ to }) => addDays(`${to.slice(0, 4)}-01-01`, -1))].map((to) => ({ from: null, to })),
      asked,
    ),
    (rows) => ({
      sums: rows.map((row) => ({ ...row, values: row.values.slice(0, columns.length) })),
      earlier: rows.map((row) => ({ ...row, values: row.values.slice(columns.length) })),
    }),
  )

/** The entries of a period that have cash or non-operating accounts, with the cash effects of each. */
export const cashEntries = ({ from, to }: Span, asked: LinesAsked) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const values: Array<unknown> = [from, to]
    const within = "l.entry_date >= $1::date and l.entry_date <= $2::date"
    const tests = [within, ...conditions(asked, values)]
    const rows = yield* statement(
      entriesOf(`select l.journal_entry_id as entry, a.account_number as "accountNumber", a.account_name as "accountName", a.account_type as "accountType",
         sum(${net(asked)})::bigint as amount, coalesce(sum(${net(asked)}) filter (where l.debit = 0 and l.credit = 0), 0)::bigint as revalued
       from journal_line l join account a on a.id = l.account_id where ${tests.join(" and ")} and l.journal_entry_id in
         (select l.journal_entry_id from journal_line l join account a on a.id = l.account_id where ${within} and (${isCashSql} or ${isFundingSql}))
       group by 1, 2, 3, 4 order by 1, 2`),
      values,
    )
    const entries = new Map<number, Array<EntrySum & { readonly accountName: string }>>()
    for (const { entry, ...sum } of rows) {
      const lines = entries.get(entry) ?? []
      lines.push(sum)
      entries.set(entry, lines)
    }
    return [...entries].map(([id, lines]) => ({ id, lines, parts: cashPartsOf(lines) }))
  })

export const cashSums = (columns: ReadonlyArray<StatementColumn>, asked: LinesAsked) =>
  Effect.gen(function* () {
    const all = yield* sums(columns, asked)
    const spans = yield* Effect.forEach(columns, (column) => cashEntries(column, asked))
    const before = yield* sums(
      columns.map(({ from }) => ({ from: null, to: addDays(from, -1) })),
      asked,
      () => [`exists (select from account a where a.id = l.account_id and ${isCashSql})`],
    )
    const opening = columns.map((_, n) => before.reduce((sum, { values }) => sum + values[n]!, 0))
    return { all, ...cashTotals(spans), opening } satisfies CashSums
  })

/** Sums of one period by site: a column per site, then what has no site, then the total. */
export const sumsBySite = (span: { readonly from: string; readonly to: string }, asked: LinesAsked, types: ReadonlyArray<"income" | "expense">) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const sites = yield* statement(sitesSql, [])
    const values: Array<unknown> = [span.from, span.to, types]
    const columns = [...sites.map(({ id }) => `l.site_id = ${id}`), "l.site_id is null"]
    const tests = ["l.entry_date >= $1::date", "l.entry_date <= $2::date", "a.account_type = any($3)", ...conditions(asked, values)]
    const sums = yield* statement(
      sumsOf(`select a.account_number as "accountNumber", a.account_name as "accountName", a.account_type as "accountType",
         array[${columns.map((test) => `coalesce(sum(${net(asked)}) filter (where ${test}), 0)::bigint`).join(", ")}, coalesce(sum(${net(asked)}), 0)::bigint] as values
       from ${booksCutAt("$1::date", "($2::date + 1)")} l join account a on a.id = l.account_id where ${tests.join(" and ")} group by 1, 2, 3 order by 1`),
      values,
    )
    const shown = [
      ...sites.map(({ id, name }) => ({ key: `site${id}`, title: name, siteId: id })),
      { key: "none", title: "No site" },
      { key: "total", title: "Total" },
    ]
    return {
      sums,
      columns: shown.map((column): StatementColumn => ({ ...column, from: span.from, to: span.to })),
    }
  })

/** Joins the person behind the entries `j`, as `w.person_id`. */
export const behindEntries = "left join spender w on w.source_kind = j.source_kind and w.source_id = j.source_id"

/** Expenses of one period by person: a column for each of those with the highest expenses, then the others, no person, and the total. */
export const expenseReportByPerson = (span: StatementColumn, asked: LinesAsked) =>
  Effect.gen(function* () {
    const { statement: ask } = yield* Database
    const values: Array<unknown> = [span.from, span.to]
    const tests = ["l.entry_date >= $1::date", "l.entry_date <= $2::date", "a.account_type = 'expense'", ...conditions(asked, values)]
    const parts = yield* ask(
      spentOf(`select a.account_number as "accountNumber", w.person_id as "personId", sum(${net(asked)})::bigint as amount
       from journal_line l join account a on a.id = l.account_id join journal_entry j on j.id = l.journal_entry_id ${behindEntries} where ${tests.join(" and ")} group by 1, 2`),
      values,
    )
    const { statement, people } = expensesByPerson(yield* sumsWithin([span], asked), parts)
    const named = yield* ask(namesSql, [people.filter((person) => /^\d+$/.test(person))])
    const titles = new Map([["others", "Others"], ["none", "No person"], ...named.map(({ id, name }) => [String(id), name as string] as const)])
    const columns = [
      ...people.map((person) => ({
        key: /^\d/.test(person) ? `person${person}` : person === "none" ? "nobody" : person,
        title: titles.get(person) ?? `Person ${person}`,
        person,
      })),
      { key: "total", title: "Total" },
    ]
    return { statement, columns: columns.map((column): StatementColumn => ({ ...column, from: span.from, to: span.to })) }
  })
