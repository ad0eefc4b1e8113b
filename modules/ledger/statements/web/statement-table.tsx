/** A statement as a table: sections with their lines and totals; every amount can be explained, and the checks are shown. */
import { Badge } from "@ops/platform/ui/button.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { formatFigure, sumMoney } from "@ops/platform/ui/money.tsx"
import { Check, ChevronRight, X } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { Link } from "react-router-dom"
import type { StatementAnswer } from "../contract.ts"
import { isAged, type Report, type Question } from "./statement-reports.ts"

type Section = StatementAnswer["sections"][number]
type Line = Section["total"]
type Column = StatementAnswer["columns"][number]

/** Formats the dates in a title. */
const readable = (title: string) => title.replace(/\d{4}-\d\d-\d\d/g, (day) => formatDay(day))

interface TableProps {
  readonly of: StatementAnswer
  readonly report: Report
  readonly query: Question
  readonly busy: boolean
}

export const StatementTable = ({ of, report, query, busy }: TableProps) => {
  const id = useId()
  const { title, period, measure, siteName, columns, sections } = of
  const isEmpty = sections.every(({ lines, total }) => lines.length === 0 && Object.values(total.values).every((value) => value === "0.00"))
  return (
    <section className="panel" aria-labelledby={id}>
      {/* the tab says it on screen */}
      <h2 id={id} className="sr books-title">
        {[title, readable(period.title), siteName, measure].filter(Boolean).join(", ")}
      </h2>
      {isEmpty ? (
        <EmptyState title={`Nothing was posted up to ${formatDay(period.to)}`} text="Choose other days, another site or another currency." small />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
        <section className="table-frame" tabIndex={0} aria-labelledby={id}>
          <table className="table books-statement" data-compared={isCompared(query, columns) || undefined} aria-labelledby={id} aria-busy={busy || undefined}>
            <thead>
              <tr>
                <th scope="col">{isAged(report) ? "Document" : "Account"}</th>
                {columns.map(({ key, title }) => (
                  <th key={key} scope="col" className="num">
                    {readable(title)}
                  </th>
                ))}
                {isCompared(query, columns) && (
                  <th scope="col" className="num">
                    Change
                  </th>
                )}
              </tr>
            </thead>
            {sections.map((section) => (
              <SectionRows key={section.key} section={section} columns={columns} report={report} query={query} />
            ))}
          </table>
        </section>
      )}
      <Checks of={of} />
    </section>
  )
}

const shares = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Whether it has two periods side by side, one compared with the other. */
const isCompared = (query: Question, columns: readonly Column[]) => "compare" in query && query.compare !== null && columns.length === 2

/** The change of the first column from the second: "+7.9%"; a dash if there is nothing to compare with, or if a profit became a loss. */
const changeOf = ({ values }: Line, [now, before]: readonly Column[]) => {
  const [is, was] = [Number(values[now?.key ?? ""] ?? 0), Number(values[before?.key ?? ""] ?? 0)]
  if (Math.abs(was) < 5 || is * was < 0) return <span className="muted">–</span>
  const by = ((is - was) / Math.abs(was)) * 100
  return `${by < 0 ? "−" : "+"}${shares.format(Math.abs(by))}%`
}

/** Lines of one group as one line, which unfolds; a group of one line is that line. */
const folded = (lines: readonly Line[], columns: readonly Column[]) =>
  [...Map.groupBy(lines, ({ group, key }) => group?.key ?? key).values()].map((parts) => {
    const [first] = parts as [Line, ...Line[]]
    if (parts.length === 1) return { line: first, parts: [] }
    const values = Object.fromEntries(columns.map(({ key }) => [key, sumMoney(parts.map(({ values }) => values[key] ?? "0.00"))]))
    return { line: { ...first.group!, accountNumber: null, values, drill: null }, parts }
  })

interface SectionProps {
  readonly section: Section
  readonly columns: readonly Column[]
  readonly report: Report
  readonly query: Question
}

const SectionRows = ({ section, columns, report, query }: SectionProps) => {
  const { title, lines, total } = section
  const isPlain = lines.every(({ values }) => Object.values(values).every((value) => value === "0.00"))
  const isNothing = isPlain && Object.values(total.values).every((value) => value === "0.00")
  const compared = isCompared(query, columns)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const unfold = (group: string) => setOpened((before) => new Set(before.has(group) ? [...before].filter((each) => each !== group) : [...before, group]))
  const row = (line: Line, title: ReactNode, isPart = false) => (
    <tr key={line.key}>
      <th scope="row" className="books-line" data-part={isPart || undefined}>
        {title}
        {section.key === "not-in-the-books" && <Badge>accrual</Badge>}
      </th>
      {amounts(line)}
    </tr>
  )
  const titled = (line: Line) => <LineTitle line={line} column={columns[0]!} report={report} query={query} />
  const amounts = (line: Line) => (
    <>
      {columns.map((column, n) => (
        <td key={column.key} className={compared && n > 0 ? "num books-beside" : "num"}>
          <Amount line={line} section={section.key} column={column} report={report} query={query} />
        </td>
      ))}
      {compared && <td className="num">{changeOf(line, columns)}</td>}
    </>
  )
  return (
    <tbody>
      {lines.length > 0 && (
        <tr className="books-heading">
          <th colSpan={columns.length + (compared ? 2 : 1)} scope="rowgroup">
            {title}
          </th>
        </tr>
      )}
      {folded(lines, columns).map(({ line, parts }) => {
        if (parts.length === 0) return row(line, titled(line))
        const isOpen = opened.has(line.key)
        const button = (
          <button type="button" className="books-unfold" aria-expanded={isOpen} onClick={() => unfold(line.key)}>
            {line.title} <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
          </button>
        )
        return [row(line, button), ...(isOpen ? parts.map((each) => row(each, titled(each), true)) : [])]
      })}
      <tr className="books-total" data-quiet={isNothing || undefined}>
        <th scope="row">{lines.length > 0 && report.screenOf ? titled(total) : total.title}</th>
        {amounts(total)}
      </tr>
    </tbody>
  )
}

interface CellProps {
  readonly line: Line
  readonly column: Column
  readonly report: Report
  readonly query: Question
}

/** The title of a line: an account links to its entries in the general ledger, an invoice or a bill to itself. */
const LineTitle = ({ line, column, report, query }: CellProps) => {
  if (report.screenOf) {
    const to = line.drill === null ? undefined : report.screenOf(line.drill)
    return to ? (
      <Link className="link" to={to}>
        {line.title}
      </Link>
    ) : (
      line.title
    )
  }
  if (line.accountNumber === null) return line.title
  const currency = column.currency ?? query.currency
  const to = new URLSearchParams({
    tab: "reports",
    report: "general-ledger",
    account: line.accountNumber,
    from: column.from,
    to: column.to,
    ...(query.siteId ? { siteId: query.siteId } : {}),
    ...(currency && currency !== "both" ? { currency } : {}),
  })
  return (
    <Link className="link" to={`/financial?${to}`}>
      <span className="muted">{line.accountNumber}</span>
      {line.title.slice(line.accountNumber.length)}
    </Link>
  )
}

const Amount = ({ line, column, report, query, section }: CellProps & { readonly section: string }) => {
  if (line.values[column.key] === undefined && Object.keys(line.values).length === 1) return null
  const value = line.values[column.key] ?? "0.00"
  const shown = <span className={value.startsWith("-") ? "num negative" : "num"}>{formatFigure(value)}</span>
  // what belongs to no site cannot be asked for by itself
  if (column.key === "none") return shown
  const part = `${section}/${line.key}`
  const title = `${line.title}, ${readable(column.title)}`
  if (report.figure !== undefined) {
    const { currency, siteId } = query
    return <Figure value={shown} of={{ name: report.figure, parameters: { part, day: column.to, currency, siteId, age: column.key } }} label={title} />
  }
  const parameters = {
    statement: report.id,
    part,
    from: column.from,
    to: column.to,
    siteId: column.siteId ?? null,
    currency: column.currency ?? null,
    method: report.method ? (query.method ?? null) : null,
    person: column.person ?? null,
  }
  return <Figure value={shown} of={{ name: "statement.line", parameters }} label={title} />
}

const Checks = ({ of }: { readonly of: StatementAnswer }) =>
  of.checks.length > 0 && (
    <ul className="books-checks">
      {of.checks.map(({ name, ok, difference }) => (
        <li key={name} className={ok ? "positive" : "negative"}>
          {ok ? <Check size={16} strokeWidth={2} aria-hidden /> : <X size={16} strokeWidth={2} aria-hidden />}
          {ok ? name : `Out of balance: ${name}, by ${formatFigure(difference)}`}
        </li>
      ))}
    </ul>
  )
