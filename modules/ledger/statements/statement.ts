/**
 * Financial statements, computed from sums of posted lines. Pure: sums in, statement out, for a given number of columns. All amounts are cents; a column is a
 * period, or for the balance sheet the end of one.
 */
import { addMonths } from "@ops/platform/dates/days.ts"
import { addDays, daysBetween, isDate, lastDayOf, monthOf } from "@ops/platform/calendar.ts"
import type { Cents } from "@ops/platform/money.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import type { accountTypes } from "../accounts/account.ts"
import { type Activity, activityOf, type CashParts, type EntrySum, isCash, unmatched } from "./cash-flow.ts"

/** A period from the first to the last day, both inclusive. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** A period with its column heading. */
export interface StatementColumn extends Span {
  readonly key: string
  readonly title: string
  /** if the column is restricted to one site and the others are not */
  readonly siteId?: number
  /** if the column is restricted to a person by id, to the `others` who are not named, or to `none` */
  readonly person?: string
}

/** The sum of an account's lines, debits less credits, per column. */
export interface AccountSums {
  readonly accountNumber: string
  readonly accountName: string
  readonly accountType: (typeof accountTypes)[number]
  readonly values: ReadonlyArray<Cents>
}

export interface StatementLine {
  readonly key: string
  readonly title: string
  /** the account that the figure belongs to, if it is that of one account */
  readonly accountNumber: string | null
  /** the line that stands for it and others, which unfolds on screen */
  readonly group?: { readonly key: string; readonly title: string }
  readonly values: ReadonlyArray<Cents>
}
export interface StatementSection {
  readonly key: string
  readonly title: string
  readonly lines: ReadonlyArray<StatementLine>
  readonly total: StatementLine
}
/** A check of a statement, and the difference if it fails. */
export interface StatementCheck {
  readonly name: string
  readonly ok: boolean
  readonly difference: Cents
}
export interface Statement {
  readonly title: string
  readonly sections: ReadonlyArray<StatementSection>
  readonly checks: ReadonlyArray<StatementCheck>
}

export const statementKinds = ["pnl", "balance-sheet", "cash-flow", "trial-balance", "expense"] as const
export type StatementKind = (typeof statementKinds)[number]

const bad = (sentence: string) => new Rejection(400, sentence)
const monthNames = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
const pad = (n: number) => String(n).padStart(2, "0")

/** The period of a month (2026-10), a quarter (2026-Q4) or a year (2026). Refused (400) if it is none of them. */
export const spanOf = (period: string): Span & { readonly title: string } => {
  const [, yearText, quarter, month] = /^(20\d\d)(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(period) ?? []
  if (yearText === undefined) throw bad(`${period.slice(0, 20)} is not a period. Give a month such as 2026-10, a quarter such as 2026-Q4, or a year`)
  const year = Number(yearText)
  if (quarter !== undefined) {
    const last = Number(quarter) * 3
    return { from: `${year}-${pad(last - 2)}-01`, to: lastDayOf(`${year}-${pad(last)}`), title: `Quarter ${quarter} of ${year}` }
  }
  if (month !== undefined) return { from: `${period}-01`, to: lastDayOf(period), title: `${monthNames[Number(month) - 1]} ${year}` }
  return { from: `${year}-01-01`, to: `${year}-12-31`, title: String(year) }
}

/** The title of a period: a month, quarter or year by its name, others by the first and last day. */
export const titleOf = ({ from, to }: Span): string => {
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))]
  const names = [year, `${year}-Q${Math.ceil(month / 3)}`, from.slice(0, 7)]
  return names.map(spanOf).find((span) => span.from === from && span.to === to)?.title ?? `${from} to ${to}`
}

const longest = 3660

/** The requested period: a period, or from and to; by default the month of `today`. Refuses (400) an invalid one. */
export const spanAsked = (
  asked: { readonly period?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
) => {
  const { period, from, to } = asked
  if (period && (from || to)) throw bad("Give a period, or from and to, not both")
  if (!period && !from && !to) return spanOf(today.slice(0, 7))
  if (period) {
    const span = spanOf(period)
    if (span.from > today) throw bad(`${span.title} has not started`)
    return span
  }
  for (const [name, day] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (day !== undefined && !isDate(day)) throw bad(`${name} must be a day such as 2026-11-21`)
  }
  const last = to ?? today
  const first = from ?? `${last.slice(0, 4)}-01-01`
  if (first > last) throw bad("to must be on or after from")
  if (first > today) throw bad(`${first} is in the future`)
  if (addDays(first, longest) < last) throw bad("A report can cover ten years at most")
  return { from: first, to: last, title: titleOf({ from: first, to: last }) }
}

/** The period of the same length that ends the day before; the previous month if it is a whole month. */
export const spanBefore = ({ from, to }: Span): Span => {
  const before = addDays(from, -1)
  const isMonths = from.endsWith("-01") && addDays(to, 1).endsWith("-01")
  if (!isMonths) return { from: addDays(from, -(daysBetween(from, to) + 1)), to: before }
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  return { from: addMonths(from, -months), to: before }
}
/** The same period a year earlier; the end of February stays the end of February. */
export const spanYearAgo = ({ from, to }: Span): Span => {
  const earlier = (day: string) => {
    const moved = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
    if (!isDate(moved)) return addDays(`${moved.slice(0, 4)}-03-01`, -1)
    return moved.endsWith("-02-28") && addDays(day, 1).endsWith("-03-01") ? lastDayOf(monthOf(moved)) : moved
  }
  return { from: earlier(from), to: earlier(to) }
}

const plus = (a: ReadonlyArray<Cents>, b: ReadonlyArray<Cents>) => a.map((value, n) => value + b[n]!)
const minus = (a: ReadonlyArray<Cents>, b: ReadonlyArray<Cents>) => a.map((value, n) => value - b[n]!)
// avoids -0
const opposite = (values: ReadonlyArray<Cents>) => values.map((value) => (value === 0 ? 0 : -value))
const isZero = (values: ReadonlyArray<Cents>) => values.every((value) => value === 0)
const sumOf = (rows: ReadonlyArray<{ readonly values: ReadonlyArray<Cents> }>, columns: number) =>
  rows.reduce<ReadonlyArray<Cents>>(
    (sum, { values }) => plus(sum, values),
    Array.from({ length: columns }, () => 0),
  )

const line = (key: string, title: string, values: ReadonlyArray<Cents>): StatementLine => ({ key, title, accountNumber: null, values })
const accountLine = ({ accountNumber, accountName, values }: AccountSums): StatementLine => ({
  key: accountNumber,
  title: `${accountNumber} ${accountName}`,
  accountNumber,
  values,
})
const section = (
  key: string,
  title: string,
  lines: ReadonlyArray<StatementLine>,
  columns: number,
  total = `Total ${title.toLowerCase()}`,
): StatementSection => ({
  key,
  title,
  lines: lines.filter(({ values }) => !isZero(values)),
  total: line(`${key}-total`, total, sumOf(lines, columns)),
})
const result = (key: string, title: string, values: ReadonlyArray<Cents>): StatementSection => ({ key, title, lines: [], total: line(key, title, values) })
const check = (name: string, values: ReadonlyArray<Cents>): StatementCheck => ({
  name,
  ok: isZero(values),
  difference: values.find((value) => value !== 0) ?? 0,
})
const credited = (sums: AccountSums): AccountSums => ({ ...sums, values: opposite(sums.values) })
const isDirectCost = ({ accountNumber }: AccountSums) => accountNumber.startsWith("5")
const isOther = ({ accountNumber }: AccountSums) => accountNumber >= "7"

/** The accounts that a profit and loss statement shows as one line. */
const costGroups = [
  { holds: /^5[12]/, group: { key: "food-and-kitchen", title: "Food and kitchen" } },
  { holds: /^61/, group: { key: "salaries-and-wages", title: "Salaries and wages" } },
  { holds: /^6[3-9]/, group: { key: "other-running-costs", title: "Other running costs" } },
]
const costLine = (sums: AccountSums): StatementLine => {
  const found = costGroups.find(({ holds }) => holds.test(sums.accountNumber))
  return { ...accountLine(sums), ...(found && { group: found.group }) }
}

/** Revenue less costs, in steps: gross, operating and net profit. `sums` cover the period of each column. */
export const profitAndLoss = (sums: ReadonlyArray<AccountSums>, columns: number): Statement => {
  const income = sums.filter(({ accountType }) => accountType === "income").map(credited)
  const expenses = sums.filter(({ accountType }) => accountType === "expense")
  const revenue = section("revenue", "Revenue", income.map(accountLine), columns)
  const direct = section("direct-costs", "Direct costs", expenses.filter(isDirectCost).map(costLine), columns)
  const operating = section("operating-expenses", "Operating expenses", expenses.filter((sums) => !isDirectCost(sums) && !isOther(sums)).map(costLine), columns)
  const other = section("other", "Other gains and losses", expenses.filter(isOther).map(credited).map(accountLine), columns)
  const gross = minus(revenue.total.values, direct.total.values)
  const operatingProfit = minus(gross, operating.total.values)
  return {
    title: "Profit & Loss Statement",
    sections: [
      revenue,
      direct,
      result("gross-profit", "Gross profit", gross),
      operating,
      result("operating-profit", "Operating profit", operatingProfit),
      other,
      result("net-profit", "Net profit", plus(operatingProfit, other.total.values)),
    ],
    checks: [],
  }
}

/** The profit of the sums: income less expenses. */
const profitOf = (sums: ReadonlyArray<AccountSums>, columns: number) =>
  opposite(
    sumOf(
      sums.filter(({ accountType }) => accountType === "income" || accountType === "expense"),
      columns,
    ),
  )

/**
 * Assets, liabilities and equity at the end of each column's period. `sums` cover everything up to then, `earlier` everything up to the end of the year
 * before: the profit of past years is retained. `ofSite` for one site, whose lines alone need not balance: the difference is owed to other sites.
 */
export const balanceSheet = (sums: ReadonlyArray<AccountSums>, earlier: ReadonlyArray<AccountSums>, columns: number, ofSite: boolean): Statement => {
  const of = (type: AccountSums["accountType"]) => sums.filter(({ accountType }) => accountType === type)
  const assets = section("assets", "Assets", of("asset").map(accountLine), columns)
  const liabilities = section("liabilities", "Liabilities", of("liability").map(credited).map(accountLine), columns)
  const retained = profitOf(earlier, columns)
  const net = sumOf(sums, columns)
  const equity = section(
    "equity",
    "Equity",
    [
      ...of("equity").map(credited).map(accountLine),
      line("earlier-years", "Profit of earlier years", retained),
      line("this-year", "Profit of this year", minus(profitOf(sums, columns), retained)),
      ...(ofSite ? [line("other-sites", "Owed to other sites and the head office", net)] : []),
    ],
    columns,
  )
  const both = plus(liabilities.total.values, equity.total.values)
  return {
    title: "Balance Sheet",
    sections: [assets, liabilities, equity, result("liabilities-and-equity", "Total liabilities and equity", both)],
    checks: [check("Assets equal liabilities and equity", minus(assets.total.values, both))],
  }
}

/**
 * Every account with its balance on its side. Both sides have the same total, except for one site (`ofSite`), whose lines alone need not balance. `sums`
 * cover everything up to the end of each column.
 */
export const trialBalance = (sums: ReadonlyArray<AccountSums>, columns: number, ofSite: boolean): Statement => {
  const debit = sums.map((row) => ({ ...row, values: row.values.map((value) => Math.max(value, 0)) }))
  const credit = sums.map((row) => ({ ...row, values: row.values.map((value) => Math.max(-value, 0)) }))
  const [debits, credits] = [section("debit", "Debit", debit.map(accountLine), columns), section("credit", "Credit", credit.map(accountLine), columns)]
  const checks = ofSite ? [] : [check("Debit equals credit", minus(debits.total.values, credits.total.values))]
  return { title: "Trial Balance", sections: [debits, credits], checks }
}

/** The operating flows of the direct method, by the accounts they were for. */
const kinds = [
  { key: "clients", title: "Received from clients", holds: /^(11|23|4)/ },
  { key: "suppliers", title: "Paid to suppliers and for expenses", holds: /^(12|13|19|20|5|62|63|64|65|66|67|68|69)/ },
  { key: "people", title: "Paid to employees", holds: /^(21|60|61)/ },
  { key: "taxes", title: "Taxes paid", holds: /^22/ },
] as const

/** The change in cash of one period and its components. */
export interface CashSums {
  /** all lines of the period, debits less credits */
  readonly all: ReadonlyArray<AccountSums>
  /** the parts of the period's entries (`cashPartsOf`) summed by account; inflows are positive */
  readonly flows: ReadonlyArray<AccountSums>
  readonly exchange: ReadonlyArray<AccountSums>
  readonly nonCash: ReadonlyArray<AccountSums>
  /** cash up to the day before the period */
  readonly opening: ReadonlyArray<Cents>
}

/** The parts of each column's entries, summed by account. */
export const cashTotals = (
  spans: ReadonlyArray<ReadonlyArray<{ readonly lines: ReadonlyArray<EntrySum & { readonly accountName: string }>; readonly parts: CashParts }>>,
): Pick<CashSums, "flows" | "exchange" | "nonCash"> => {
  const added = (part: keyof CashParts): ReadonlyArray<AccountSums> => {
    const found = new Map<string, { accountName: string; accountType: AccountSums["accountType"]; values: Array<number> }>()
    spans.forEach((entries, n) => {
      for (const { lines, parts } of entries) {
        for (const [accountNumber, amount] of parts[part]) {
          const of = lines.find((line) => line.accountNumber === accountNumber) ?? { accountName: "Other", accountType: "asset" as const }
          const row = found.get(accountNumber) ?? { accountName: of.accountName, accountType: of.accountType, values: spans.map(() => 0) }
          row.values[n]! += amount
          found.set(accountNumber, row)
        }
      }
    })
    return [...found].map(([accountNumber, row]) => ({ accountNumber, ...row })).sort((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1))
  }
  return { flows: added("flows"), exchange: added("exchange"), nonCash: added("nonCash") }
}

/** The three activities and the exchange differences: the end of both methods, on which they must agree. */
interface Activities {
  readonly operating: ReadonlyArray<Cents>
  readonly investing: StatementSection
  readonly financing: StatementSection
  readonly exchange: StatementSection
}

const isExchange = ({ accountNumber }: AccountSums) => accountNumber.startsWith("7")
const activitySection = (key: "investing" | "financing", rows: ReadonlyArray<AccountSums>, columns: number) =>
  section(key, key === "investing" ? "Investing activities" : "Financing activities", rows.map(accountLine), columns, `Cash from ${key} activities`)
const exchangeSection = ({ flows, exchange }: CashSums, columns: number) =>
  section("exchange", "Exchange differences on cash", [...exchange, ...flows.filter(isExchange)].map(accountLine), columns, "Exchange differences on cash")

/** Activities from receipts and payments. */
const paidActivities = (sums: CashSums, columns: number): Activities => {
  const flows = sums.flows.filter((row) => !isExchange(row))
  const of = (activity: Activity) => flows.filter((row) => activityOf(row) === activity)
  return {
    operating: sumOf(of("operating"), columns),
    investing: activitySection("investing", of("investing"), columns),
    financing: activitySection("financing", of("financing"), columns),
    exchange: exchangeSection(sums, columns),
  }
}

/** Activities from the profit: the changes of accounts, less their non-cash parts. */
const changedActivities = (sums: CashSums, columns: number) => {
  const none = Array.from({ length: columns }, () => 0)
  const nonCash = new Map(sums.nonCash.map(({ accountNumber, values }) => [accountNumber, values]))
  const changes = sums.all.filter(({ accountNumber }) => !isCash(accountNumber)).map(credited)
  const balances = changes.filter(({ accountType }) => accountType !== "income" && accountType !== "expense")
  /** the cash change of an account: without its non-cash parts */
  const inCash = (activity: Activity) =>
    balances
      .filter((row) => activityOf(row) === activity)
      .map((row) => {
        const other = nonCash.get(row.accountNumber) ?? none
        return { ...row, values: activity === "operating" ? plus(row.values, other) : minus(row.values, other) }
      })
  const isResult = (accountNumber: string) => changes.some((row) => row.accountNumber === accountNumber && !balances.includes(row))
  const settled = sumOf(
    sums.nonCash.filter(({ accountNumber }) => accountNumber === unmatched || isResult(accountNumber)),
    columns,
  )
  const exchange = exchangeSection(sums, columns)
  const lines = [
    line("net-profit", "Net profit", profitOf(sums.all, columns)),
    line("exchange", "Exchange differences on cash", opposite(exchange.total.values)),
    line("settled", "Income and costs settled without cash", settled),
    ...inCash("operating").map((row) => ({ ...accountLine(row), title: `Change in ${row.accountName.toLowerCase()}` })),
  ]
  return {
    lines,
    activities: {
      operating: sumOf(lines, columns),
      investing: activitySection("investing", inCash("investing"), columns),
      financing: activitySection("financing", inCash("financing"), columns),
      exchange,
    } satisfies Activities,
  }
}

const cashFrame = (title: string, operating: ReadonlyArray<StatementSection>, own: Activities, other: Activities, { all, opening }: CashSums): Statement => {
  const moved = sumOf(
    all.filter(({ accountNumber }) => isCash(accountNumber)),
    opening.length,
  )
  const change = [own.investing, own.financing, own.exchange].reduce((sum, { total }) => plus(sum, total.values), own.operating)
  const apart = [
    minus(own.operating, other.operating),
    minus(own.investing.total.values, other.investing.total.values),
    minus(own.financing.total.values, other.financing.total.values),
  ]
  return {
    title,
    sections: [
      ...operating,
      ...[own.investing, own.financing, own.exchange].filter(({ lines }) => lines.length > 0),
      result("change", "Change in cash", change),
      result("opening", "Cash at the beginning", opening),
      result("closing", "Cash at the end", plus(opening, moved)),
    ],
    checks: [
      check("The statement equals the change in cash", minus(change, moved)),
      check("The direct and the indirect method agree", apart.find((values) => !isZero(values)) ?? apart[0]!),
    ],
  }
}

/** Cash flow by the direct method: receipts and payments. */
export const cashFlowDirect = (sums: CashSums, columns: number): Statement => {
  const own = paidActivities(sums, columns)
  const flows = sums.flows.filter((row) => !isExchange(row) && activityOf(row) === "operating")
  const known = kinds.map(({ key, title, holds }) => ({ key, title, rows: flows.filter(({ accountNumber }) => holds.test(accountNumber)) }))
  const other = flows.filter((row) => !known.some(({ rows }) => rows.includes(row)))
  const sections = [
    ...known.map(({ key, title, rows }) => section(key, title, rows.map(accountLine), columns, title)),
    section("other", "Other", other.map(accountLine), columns, "Other"),
  ].filter(({ lines }) => lines.length > 0)
  const operating: StatementSection = {
    key: "operating",
    title: "Operating activities",
    lines: [],
    total: line("operating-total", "Cash from operating activities", own.operating),
  }
  return cashFrame("Cash Flow Statement, direct method", [...sections, operating], own, changedActivities(sums, columns).activities, sums)
}

/** Cash flow by the indirect method: profit, adjusted for what was earned but not received, and received but not earned. */
export const cashFlowIndirect = (sums: CashSums, columns: number): Statement => {
  const { lines, activities } = changedActivities(sums, columns)
  const operating = section("operating", "Operating activities", lines, columns, "Cash from operating activities")
  return cashFrame("Cash Flow Statement, indirect method", [operating], activities, paidActivities(sums, columns), sums)
}

/** The number of people whom the report names, highest expenses first; the rest are the others. */
export const mostPeople = 12

/** The expenses of one person on an account; null is no person. */
export interface Spent {
  readonly accountNumber: string
  readonly personId: number | null
  readonly amount: Cents
}

/**
 * Expenses by person: those with the highest expenses first, then the `others` together, if there are any, then expenses of no person, `none`, and the total.
 * `sums` is the total, summed without the people: the columns must add up to it.
 */
export const expensesByPerson = (sums: ReadonlyArray<AccountSums>, spent: ReadonlyArray<Spent>) => {
  const totals = new Map<number, Cents>()
  // expenses that were reversed are zero and need no column
  for (const { personId, amount } of spent) if (personId !== null && amount !== 0) totals.set(personId, (totals.get(personId) ?? 0) + amount)
  const ranked = [...totals].sort(([a, most], [b, more]) => more - most || a - b).map(([person]) => String(person))
  const people = [...ranked.slice(0, mostPeople), ...(ranked.length > mostPeople ? ["others"] : []), "none"]
  const columnOf = ({ personId }: Spent) => (personId === null ? "none" : people.includes(String(personId)) ? String(personId) : "others")
  const rows = sums
    .filter(({ accountType }) => accountType === "expense")
    .map((row): AccountSums => {
      const own = spent.filter(({ accountNumber }) => accountNumber === row.accountNumber)
      const values = people.map((person) => own.reduce((sum, part) => (columnOf(part) === person ? sum + part.amount : sum), 0))
      return { ...row, values: [...values, row.values[0]!] }
    })
  const missing = rows.map(({ values }) => values.slice(0, -1).reduce((sum, value) => sum + value, 0) - values.at(-1)!)
  return { statement: { ...expenseReport(rows, people.length + 1), checks: [check("The columns equal the total", missing)] }, people }
}

/** Expenses by account; the columns are sites, months or other periods. */
export const expenseReport = (sums: ReadonlyArray<AccountSums>, columns: number): Statement => {
  const expenses = sums.filter(({ accountType }) => accountType === "expense")
  return { title: "Expense Report", sections: [section("expenses", "Expenses", expenses.map(accountLine), columns)], checks: [] }
}
