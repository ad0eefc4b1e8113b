import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import {
  balanceSheet,
  cashFlowDirect,
  cashFlowIndirect,
  expenseReport,
  profitAndLoss,
  spanAsked,
  spanBefore,
  spanYearAgo,
  type Statement,
  type StatementColumn,
  type StatementKind,
  type StatementLine,
  titleOf,
  trialBalance,
} from "./statement.ts"
import { statementAnswer } from "./answer.ts"
import { type StatementAnswer, StatementsApi } from "./contract.ts"
import { sideBySide } from "./merge.ts"
import { lastMonths } from "./months.ts"
import { notInTheBooks, openSections, type WorkNotBilled, WorkNotBilledOfModules } from "./not-billed.ts"
import { cashSums, expenseReportByPerson, type LinesAsked, sheetSums, siteSql, sumsBySite, sumsUpTo, sumsWithin, todaySql } from "./queries.ts"

interface Asked {
  readonly period?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly siteId?: string | undefined
  readonly currency?: "USD" | "SSP" | "both" | undefined
  readonly compare?: "previous" | "year-ago" | undefined
  readonly method?: "direct" | "indirect" | undefined
  readonly groupBy?: "period" | "site" | "person" | undefined
}

type InOne = Omit<Asked, "currency"> & { readonly currency?: "USD" | "SSP" | undefined }
interface Laid {
  readonly statement: Statement
  readonly columns: ReadonlyArray<StatementColumn>
}

/** The statement with its columns, which differ from `columns` if a report is laid out by site or by person. */
const made = (kind: StatementKind, asked: InOne, columns: ReadonlyArray<StatementColumn>, lines: LinesAsked) =>
  Effect.gen(function* () {
    const laidOut = (statement: Statement, own = columns) => ({ statement, columns: own })
    switch (kind) {
      case "pnl":
        if (asked.groupBy === "site") {
          const bySite = yield* sumsBySite(columns[0]!, lines, ["income", "expense"])
          return laidOut(profitAndLoss(bySite.sums, bySite.columns.length), bySite.columns)
        }
        return laidOut(profitAndLoss(yield* sumsWithin(columns, lines), columns.length))
      case "balance-sheet": {
        const { sums, earlier } = yield* sheetSums(columns, lines)
        return laidOut(balanceSheet(sums, earlier, columns.length, lines.siteId !== null))
      }
      case "trial-balance":
        return laidOut(trialBalance(yield* sumsUpTo(columns, lines), columns.length, lines.siteId !== null))
      case "cash-flow": {
        const sums = yield* cashSums(columns, lines)
        return laidOut(asked.method === "indirect" ? cashFlowIndirect(sums, columns.length) : cashFlowDirect(sums, columns.length))
      }
      case "expense": {
        if (asked.groupBy === "person") return yield* expenseReportByPerson(columns[0]!, lines)
        if (asked.groupBy !== "site") return laidOut(expenseReport(yield* sumsWithin(columns, lines), columns.length))
        const bySite = yield* sumsBySite(columns[0]!, lines, ["expense"])
        return laidOut(expenseReport(bySite.sums, bySite.columns.length), bySite.columns)
      }
    }
  })

/** The period, the site and the lines of a report. Refuses an invalid period (400) and an unknown site (404). */
export const scopeAsked = (asked: Pick<Asked, "period" | "from" | "to" | "siteId"> & { readonly currency?: "USD" | "SSP" | undefined }) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    const { statement: ask } = yield* Database
    const [now] = yield* ask(todaySql, [])
    const span = yield* Effect.try({ try: () => spanAsked(asked, now!.today), catch: (error) => error as Rejection })
    const [site] = asked.siteId || confinedTo !== null ? yield* ask(siteSql, [String(confinedTo ?? asked.siteId)]) : []
    if ((asked.siteId || confinedTo !== null) && !site) return yield* Effect.fail(notFound(`Site ${String(asked.siteId).slice(0, 60)} does not exist`))
    const lines: LinesAsked = { siteId: site?.id ?? null, currency: asked.currency ?? null }
    return { span, lines, siteName: site?.name ?? null }
  })

/** The measure of a report, in words. */
export const measureOf = (currency: "USD" | "SSP" | undefined) => (currency ? `in ${currency}, entries in ${currency} alone` : "in USD, all currencies")

/** A statement in the shape of the answer. Refuses invalid parameters (400) and an unknown site (404). */
export const statementOf = (kind: StatementKind, { currency: measuredIn, ...asked }: Asked, work: ReadonlyArray<WorkNotBilled> = []) =>
  measuredIn === "both" ? statementInBoth(kind, asked, work) : statementIn(kind, { ...asked, currency: measuredIn }, work)

const isClosedSql = sql({ closed: col.flag }, "select exists (select from fiscal_period where period = $1 and status = 'closed') as closed")

/** Adds to the profit of an open month the work that is earned and not posted. In USD only. */
const withWork = (
  kind: StatementKind,
  { currency, groupBy = "period" }: InOne,
  { statement, columns }: Laid,
  { siteId }: LinesAsked,
  work: ReadonlyArray<WorkNotBilled>,
) =>
  Effect.gen(function* () {
    if (kind !== "pnl" || currency !== undefined || groupBy !== "period" || work.length === 0) return statement
    const { statement: ask } = yield* Database
    const [{ closed }] = (yield* ask(isClosedSql, [columns[0]!.to.slice(0, 7)])) as [{ readonly closed: boolean }]
    if (closed) return statement
    const found = yield* notInTheBooks(work, columns, siteId)
    const amounts = work.map((_, n) => found.map((of) => of[n]!.amount))
    if (amounts.flat().every((amount) => amount === 0)) return statement
    const profit = statement.sections.find(({ key }) => key === "net-profit")!.total.values
    return { ...statement, sections: [...statement.sections, ...openSections(work, amounts, profit)] }
  })

const inDollars = ({ months, sites }: Effect.Success<ReturnType<typeof lastMonths>>) => ({
  months,
  sites: sites.map(({ siteId, earned, costs }) => ({ siteId, earned: earned.map((each) => formatMoney(each)), costs: costs.map((each) => formatMoney(each)) })),
})

const statementIn = (kind: StatementKind, asked: InOne, work: ReadonlyArray<WorkNotBilled>) =>
  Effect.gen(function* () {
    const { span, lines, siteName } = yield* scopeAsked(asked)
    if (kind === "cash-flow" && siteName !== null)
      return yield* Effect.fail(new Rejection(400, "Cash is managed company-wide: remove the site from the cash flow"))
    const { groupBy } = asked
    if ((groupBy === "site" && kind !== "pnl" && kind !== "expense") || (groupBy === "person" && kind !== "expense"))
      return yield* Effect.fail(
        new Rejection(
          400,
          `This report has no columns by ${groupBy}: only the expense report${groupBy === "site" ? " and profit and loss have" : " has"} them`,
        ),
      )
    const other = asked.compare === "previous" ? spanBefore(span) : asked.compare === "year-ago" ? spanYearAgo(span) : undefined
    const isMoment = kind === "balance-sheet" || kind === "trial-balance"
    const columns: ReadonlyArray<StatementColumn> = [
      { key: "now", title: isMoment ? span.to : span.title, from: span.from, to: span.to },
      ...(other ? [{ key: "before", title: isMoment ? other.to : titleOf(other), ...other }] : []),
    ]
    const laid = yield* made(kind, asked, columns, lines)
    const shown = laid.columns
    const statement = yield* withWork(kind, asked, laid, lines, work)
    const drill = (accountNumber: string) => {
      const query = new URLSearchParams({
        account: accountNumber,
        ...(isMoment ? {} : { from: span.from }),
        to: span.to,
        ...(asked.currency && { currency: asked.currency }),
      })
      return `/api/journal-entries?${query}`
    }
    const line = ({ values, ...told }: StatementLine) => ({
      ...told,
      values: Object.fromEntries(shown.map(({ key }, n) => [key, formatMoney(values[n] ?? 0)])),
      drill: told.accountNumber === null ? null : drill(told.accountNumber),
    })
    const answer: StatementAnswer = {
      title: statement.title,
      period: { title: isMoment ? `as at ${span.to}` : span.title, from: span.from, to: span.to },
      measure: measureOf(asked.currency),
      siteName,
      columns: shown.map((column) => ({ siteId: lines.siteId, currency: lines.currency, ...column })),
      sections: statement.sections.map(({ lines, total, ...told }) => ({ ...told, lines: lines.map(line), total: line(total) })),
      checks: statement.checks.map((check) => ({ ...check, difference: formatMoney(check.difference) })),
      ...(kind === "pnl" && groupBy === "site" && asked.currency === undefined && { trend: inDollars(yield* lastMonths(span.to, lines.siteId)) }),
    }
    return answer
  })

/** Each currency in its own column, then all of them in USD. */
const statementInBoth = (kind: StatementKind, asked: Omit<Asked, "currency">, work: ReadonlyArray<WorkNotBilled>) =>
  Effect.gen(function* () {
    const { groupBy } = asked
    if (groupBy === "site" || groupBy === "person") {
      return yield* Effect.fail(new Rejection(400, `A report by ${groupBy} has one currency: remove the currency, or give USD or SSP`))
    }
    const parts = yield* Effect.forEach(["USD", "SSP", undefined] as const, (currency) => statementIn(kind, { ...asked, currency }, work))
    return sideBySide(
      parts.map((part, n) => ({
        ...part,
        columns: part.columns.map((column) => ({ ...column, title: `${column.title}, ${["USD", "SSP", "all in USD"][n]}` })),
      })),
      "entries in USD, entries in SSP, and all of them in USD",
    )
  })

export const StatementsLive = HttpApiBuilder.group(
  StatementsApi,
  "statements",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const work = yield* WorkNotBilledOfModules
    return handlers.handleAll({
      statement: ({ params: { statement: kind }, query: { format = "json", ...asked } }) =>
        mapDatabaseErrors(
          Effect.flatMap(statementOf(kind, asked, work), (statement) => statementAnswer(statement, format)).pipe(Effect.provideService(Database, database)),
        ),
    })
  }),
)
