/** Explains the figures of statements: the accounts of a total, the months or entries of an account. */
import { Effect } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { formatMoney, parseMoney } from "@ops/platform/money.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { added, figure, type Input, type Parts, partsBy, said } from "@ops/platform/records/explain.ts"
import { type CashParts, type EntrySum, unmatched } from "./cash-flow.ts"
import { statementKinds, type StatementKind } from "./statement.ts"
import type { StatementAnswer, StatementLineAnswer } from "./contract.ts"
import { notInTheBooks, partsOf, type WorkNotBilled } from "./not-billed.ts"
import { behindEntries, cashEntries } from "./queries.ts"
import { statementOf } from "./server.ts"

interface Asked {
  readonly statement: StatementKind
  readonly from: string
  readonly to: string
  readonly siteId: number | undefined
  readonly currency: "USD" | "SSP" | undefined
  readonly method: "direct" | "indirect" | undefined
  /** the column of a report by person: an id, `others` or `none` */
  readonly person: string | undefined
}

const idsOf = ({ columns }: StatementAnswer) => columns.flatMap(({ person }) => (person !== undefined && /^\d+$/.test(person) ? [Number(person)] : []))

/** The condition on lines `l` for a column of a report by person. */
const behind = (of: StatementAnswer, person: string | undefined) => {
  if (person === undefined) return ""
  const who =
    person === "none" ? "w.person_id is null" : person === "others" ? `w.person_id <> all('{${idsOf(of).join(",")}}')` : `w.person_id = ${Number(person)}`
  return `and l.journal_entry_id in (select j.id from journal_entry j ${behindEntries} where ${who})`
}

const accountSql = sql({ id: col.whole, type: col.text }, "select id, account_type as type from account where account_number = $1")
const changeSql = sqlOf({ id: col.whole, amount: col.whole })
const entryColumns = { id: col.whole, entry_number: col.text, description: col.text }

const isMoment = (kind: StatementKind) => kind === "balance-sheet" || kind === "trial-balance"
const profit = "net-profit/net-profit"
/** direct costs and operating expenses, which no line of the statement adds up */
const costs = "costs/costs"

/** The components of the results of statements; those with a minus are deducted. */
const results: Readonly<Record<string, ReadonlyArray<string>>> = {
  "gross-profit/gross-profit": ["revenue/revenue-total", "-direct-costs/direct-costs-total"],
  "operating-profit/operating-profit": ["gross-profit/gross-profit", "-operating-expenses/operating-expenses-total"],
  [costs]: ["direct-costs/direct-costs-total", "operating-expenses/operating-expenses-total"],
  [profit]: ["operating-profit/operating-profit", "other/other-total"],
  "profit-with-work/profit-with-work": [profit, "not-in-the-books/not-in-the-books-total"],
  "liabilities-and-equity/liabilities-and-equity": ["liabilities/liabilities-total", "equity/equity-total"],
  // for the direct cash flow; the indirect one has different lines
  "operating/operating-total": ["clients", "suppliers", "people", "taxes", "other"].map((key) => `${key}/${key}-total`),
  "closing/closing": ["opening/opening", "change/change"],
}

/** Whether a section shows debit balances as positive. */
const isDebit = (kind: StatementKind, section: string) =>
  (kind === "pnl" && (section === "direct-costs" || section === "operating-expenses")) ||
  kind === "expense" ||
  (kind === "balance-sheet" && section === "assets") ||
  (kind === "trial-balance" && section === "debit")

const membersOf = ({ sections }: StatementAnswer, section: string, group: string) =>
  sections.find(({ key }) => key === section)?.lines.filter((line) => line.group?.key === group) ?? []

const summedBy = ({ columns }: StatementAnswer, lines: ReadonlyArray<Pick<typeof StatementLineAnswer.Type, "values">>) =>
  Object.fromEntries(columns.map(({ key }) => [key, formatMoney(lines.reduce((sum, { values }) => sum + parseMoney(values[key] ?? "0.00")!, 0))]))

/** The title and the values of a line, or of a group of lines. */
const lineAt = (of: StatementAnswer, part: string): Pick<typeof StatementLineAnswer.Type, "title" | "values"> | undefined => {
  const [key = "", line = ""] = part.split("/")
  const section = of.sections.find((section) => section.key === key)
  if (part === costs)
    return {
      title: "Costs",
      values: summedBy(
        of,
        results[costs]!.flatMap((each) => lineAt(of, each) ?? []),
      ),
    }
  const members = membersOf(of, key, line)
  if (members.length === 0) return section && [...section.lines, section.total].find((one) => one.key === line)
  return { title: members[0]!.group!.title, values: summedBy(of, members) }
}

/** The months, or the entries, of the figure of an account. */
const ofAccount = (of: StatementAnswer, account: string, section: string, { statement: kind, from, to, siteId, currency, person }: Asked) =>
  Effect.gen(function* () {
    const unit = currency ?? "USD"
    const { statement } = yield* Database
    const [known] = yield* statement(accountSql, [account])
    const debit = isDebit(kind, section)
    const net = currency ? "l.debit - l.credit" : "l.debit_usd - l.credit_usd"
    const values = [known?.id ?? 0, isMoment(kind) ? null : from, to, siteId ?? null, currency ?? null]
    const lines = `journal_line l where l.account_id = $1 and ($2::date is null or l.entry_date >= $2) and l.entry_date <= $3::date
      and ($4::bigint is null or l.site_id = $4) and ($5::text is null or l.currency = $5) ${behind(of, person)}`
    const amount = `sum((${net}) * ${debit ? 1 : -1})`
    const isOwnSide = debit === (known?.type === "asset" || known?.type === "expense")
    const byMonth = person === undefined && isOwnSide && (isMoment(kind) || from.slice(0, 7) < to.slice(0, 7))
    const inputs = byMonth
      ? yield* partsBy(
          unit,
          { month: col.text },
          `select to_char(l.entry_date, 'YYYY-MM') as month, ${amount} as amount from ${lines} group by 1 order by 1 desc`,
          values,
          ({ month }) => ({
            label: month,
            figure: { name: "account.month", parameters: { id: known!.id, month, siteId, currency, from: isMoment(kind) ? undefined : from, to } },
          }),
        )
      : yield* partsBy(
          unit,
          entryColumns,
          `select x.amount, j.id, j.entry_number, j.description from (select l.journal_entry_id as id, ${amount} as amount from ${lines} group by 1) x
           join journal_entry j on j.id = x.id order by j.entry_date desc, j.id desc`,
          values,
          (row) => ({ label: `${row.entry_number}, ${row.description}`, figure: { name: "journalEntry.total", parameters: { id: row.id } } }),
        )
    return { inputs, what: byMonth ? "months" : "entries", side: debit ? "Debits less credits" : "Credits less debits" }
  })

/** The entries of a cash flow figure, with the amount that `of` computes for each; the keys of `of` are account numbers. */
const ofCashEntries = (
  { from, to, currency }: Asked,
  of: (parts: CashParts, lines: ReadonlyArray<EntrySum>) => number,
  changed: { readonly accountId: number } | null = null,
) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const amounts = new Map<number, number>()
    for (const { id, lines, parts } of yield* cashEntries({ from, to }, { siteId: null, currency: currency ?? null })) {
      const amount = of(parts, lines)
      if (amount !== 0) amounts.set(id, amount)
    }
    if (changed !== null) {
      const net = currency ? "l.credit - l.debit" : "l.credit_usd - l.debit_usd"
      const rows = yield* statement(
        changeSql(`select l.journal_entry_id as id, sum(${net})::bigint as amount from journal_line l where l.account_id = $1 and l.entry_date >= $2::date and l.entry_date <= $3::date
           and ($4::text is null or l.currency = $4) group by 1`),
        [changed.accountId, from, to, currency ?? null],
      )
      for (const { id, amount } of rows) amounts.set(id, (amounts.get(id) ?? 0) + amount)
    }
    const kept = [...amounts].filter(([, amount]) => amount !== 0)
    return yield* partsBy(
      currency ?? "USD",
      entryColumns,
      `select x.amount, j.id, j.entry_number, j.description from unnest($1::bigint[], $2::bigint[]) as x(id, amount)
       join journal_entry j on j.id = x.id order by j.entry_date desc, j.id desc`,
      [kept.map(([id]) => id), kept.map(([, amount]) => amount)],
      (row) => ({ label: `${row.entry_number}, ${row.description}`, figure: { name: "journalEntry.total", parameters: { id: row.id } } }),
    )
  })

/** The entries of an account's figure in the cash flow, with the amount of each. */
const ofCashAccount = (account: string, section: string, asked: Asked) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    if (section === "exchange") {
      return yield* ofCashEntries(asked, ({ flows, exchange }) => exchange.get(account) ?? flows.get(account) ?? 0)
    }
    if (asked.method !== "indirect") return yield* ofCashEntries(asked, ({ flows }) => flows.get(account) ?? 0)
    const [known] = yield* statement(accountSql, [account])
    const sign = section === "operating" ? 1 : -1
    return yield* ofCashEntries(asked, ({ nonCash }) => sign * (nonCash.get(account) ?? 0), { accountId: known?.id ?? 0 })
  })

/** The profits of the years before the year of a day. */
const earlierYears = ({ to, siteId, currency }: Asked) => {
  const net = currency ? "l.credit - l.debit" : "l.credit_usd - l.debit_usd"
  return partsBy(
    currency ?? "USD",
    { year: col.whole },
    `select extract(year from l.entry_date)::int as year, sum(${net}) as amount from journal_line l join account a on a.id = l.account_id
     where a.account_type in ('income', 'expense') and l.entry_date < date_trunc('year', $1::date) and ($2::bigint is null or l.site_id = $2)
       and ($3::text is null or l.currency = $3) group by 1 order by 1 desc`,
    [to, siteId ?? null, currency ?? null],
    ({ year }) => ({
      label: `Net profit of ${year}`,
      figure: { name: "statement.line", parameters: { statement: "pnl", part: profit, from: `${year}-01-01`, to: `${year}-12-31`, siteId, currency } },
    }),
  )
}

const statementFor = ({ statement, siteId, person, ...asked }: Asked, who: SignedIn, work: ReadonlyArray<WorkNotBilled> = []) =>
  Effect.provideService(
    statementOf(statement, { ...asked, siteId: siteId === undefined ? undefined : String(siteId), groupBy: person === undefined ? undefined : "person" }, work),
    Who,
    who,
  )

/** The key of the requested column; undefined if the report does not have it. */
const columnOf = ({ columns }: StatementAnswer, { person }: Pick<Asked, "person">) =>
  person === undefined ? "now" : columns.find((column) => column.person === person)?.key

/** The components of a result, with the sign of those that are deducted. */
const ofResult = (of: StatementAnswer, asked: Asked, parts: ReadonlyArray<string>) =>
  parts.flatMap((named): ReadonlyArray<Input> => {
    const part = named.replace(/^-/, "")
    const line = lineAt(of, part)
    if (!line) return []
    const amount = line.values[columnOf(of, asked) ?? ""]!
    const value = named === part || amount === "0.00" ? amount : amount.startsWith("-") ? amount.slice(1) : `-${amount}`
    return [
      { label: named === part ? line.title : `Less ${line.title.toLowerCase()}`, value, figure: { name: "statement.line", parameters: { ...asked, part } } },
    ]
  })
const summed = (rows: ReadonlyArray<Input>, sum: string): Parts<Input> => ({ rows, total: rows.length, sum })

const explained = (of: StatementAnswer, part: string, value: string, asked: Asked, who: SignedIn) =>
  Effect.gen(function* () {
    const { statement: kind, from, to, siteId, currency } = asked
    const unit = currency ?? "USD"
    const [section = "", key = ""] = part.split("/")
    const whose = asked.person === undefined ? [] : [of.columns.find((column) => column.person === asked.person)!.title]
    const title = [lineAt(of, part)?.title ?? key, ...whose].join(", ")
    const told = (inputs: Parts<Input>, what: string) => ({ inputs, formula: `${title}, ${of.period.title}: ${added(inputs, unit, what)}` })

    if (/^\d/.test(key) && kind === "cash-flow") {
      const inputs = yield* ofCashAccount(key, section, asked)
      return { inputs, formula: `${title}, ${of.period.title}, ${of.measure}: ${added(inputs, unit, "entries")}` }
    }
    if (/^\d/.test(key)) {
      const { inputs, what, side } = yield* ofAccount(of, key, section, asked)
      return { inputs, formula: `${side} of ${title}, ${of.period.title}, ${of.measure}: ${added(inputs, unit, what)}` }
    }
    const parameters = { siteId, currency }
    if (part === "equity/earlier-years") return told(yield* earlierYears(asked), "years")
    if (part === "equity/this-year" || part === "operating/net-profit") {
      const span = kind === "cash-flow" ? { from, to } : { from: `${to.slice(0, 4)}-01-01`, to }
      const figure = { name: "statement.line", parameters: { statement: "pnl", part: profit, ...span, ...parameters } }
      return {
        inputs: summed([{ label: "Net profit", value, figure }], value),
        formula: `Net profit from ${span.from} to ${span.to}, ${of.measure}: ${said(value, unit)}`,
      }
    }
    if (part === "operating/exchange") return told(summed(ofResult(of, asked, ["-exchange/exchange-total"]), value), "parts")
    if (part === "operating/settled") {
      const isResult = ({ accountType }: EntrySum) => accountType === "income" || accountType === "expense"
      const inputs = yield* ofCashEntries(asked, ({ nonCash }, lines) =>
        [unmatched, ...lines.filter(isResult).map(({ accountNumber }) => accountNumber)].reduce((sum, key) => sum + (nonCash.get(key) ?? 0), 0),
      )
      return told(inputs, "entries")
    }
    if (part === "other/other") {
      return told(yield* ofCashEntries(asked, ({ flows }) => flows.get(unmatched) ?? 0), "entries")
    }
    if (part === "opening/opening") {
      const before = { ...asked, statement: "balance-sheet" as const, from: `${addDays(from, -1).slice(0, 4)}-01-01`, to: addDays(from, -1), method: undefined }
      const sheet = yield* statementFor(before, who)
      const cash = sheet.sections[0]!.lines.filter(({ key }) => /^10\d\d$/.test(key)).map(({ key }) => `assets/${key}`)
      return told(summed(ofResult(sheet, before, cash), value), "accounts")
    }
    if (part === "equity/other-sites") {
      const others = of.sections.find(({ key }) => key === "equity")!.lines.filter(({ key }) => key !== "other-sites")
      const parts = ["assets/assets-total", "-liabilities/liabilities-total", ...others.map(({ key }) => `-equity/${key}`)]
      return told(summed(ofResult(of, asked, parts), value), "parts")
    }
    if (part === "change/change") {
      const flows = of.sections.filter(({ key }) => ["operating", "investing", "financing", "exchange"].includes(key))
      return told(
        summed(
          ofResult(
            of,
            asked,
            flows.map(({ key, total }) => `${key}/${total.key}`),
          ),
          value,
        ),
        "parts",
      )
    }
    const members = membersOf(of, section, key)
    const own = members.length > 0 ? members : (of.sections.find((one) => one.key === section)?.lines ?? [])
    const parts = own.length > 0 ? own.map((line) => `${section}/${line.key}`) : (results[part] ?? [])
    return told(summed(ofResult(of, asked, parts), value), "lines")
  })

/** The components of what one kind of work earned in an open month. */
const ofWork = (kinds: ReadonlyArray<WorkNotBilled>, key: string, { from, to, siteId }: Asked, { confinedTo }: SignedIn) =>
  Effect.gen(function* () {
    const site = confinedTo ?? siteId ?? null
    const own = (yield* notInTheBooks(kinds, [{ from, to }], site))[0]!.find(({ work }) => work.key === key)
    if (!own) return []
    return partsOf({ from, to }, site, own).map(
      ({ label, amount, figure }): Input => ({
        label,
        value: formatMoney(amount),
        ...(figure && { figure: { ...figure, parameters: { ...figure.parameters } } }),
      }),
    )
  })

/** `work`: each module's work that is earned and not billed. */
export const statementLine = (work: ReadonlyArray<WorkNotBilled>) =>
  figure("statement.line", {
    label: "A figure of a statement",
    unit: "USD",
    needs: ["statement", "part"],
    takes: ["from", "to", "siteId", "currency", "method", "person"],
    isOfBooks: true,
    may: FINANCE,
    explain: Effect.fnUntraced(function* ({ statement, part, from, to, siteId, currency, method, person }, who) {
      const kind = statementKinds.find((kind) => kind === statement)
      if (kind === undefined) return yield* Effect.fail(new Rejection(400, `statement must be one of: ${statementKinds.join(", ")}`))
      if (person !== undefined && kind !== "expense") return yield* Effect.fail(new Rejection(400, "Only the expense report is by person"))
      const first = { statement: kind, from: from as string, to: to as string, siteId: kind === "cash-flow" ? undefined : siteId, currency, method, person }
      const of = yield* statementFor(first, who, work)
      const asked = { ...first, from: of.period.from, to: of.period.to }
      const column = columnOf(of, asked)
      if (column === undefined) return yield* Effect.fail(new Rejection(404, "This report has no column for that person. Choose others"))
      const value = lineAt(of, part)?.values[column] ?? "0.00"
      const [section, key] = part.split("/") as [string, string | undefined]
      const earned = work.find((kind) => section === "not-in-the-books" && kind.key === key)
      if (earned) {
        const inputs = yield* ofWork(work, earned.key, asked, who)
        return {
          value,
          unit: "USD",
          inputs: summed(inputs, value),
          formula: `${earned.title}, ${of.period.title}: ${said(value, "USD")} not yet posted`,
        }
      }
      return { value, unit: currency ?? "USD", ...(yield* explained(of, part, value, asked, who)) }
    }),
  })
