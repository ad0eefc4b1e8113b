/** A report: its figures, then each of its tables, preceded by a chart if it has one. */
import { BarChart } from "@ops/platform/ui/charts/bar-chart.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import type { CSSProperties } from "react"
import { formatDay, formatShortMonth } from "@ops/platform/dates/sentence.ts"
import type { ReportAnswer } from "../contract.ts"

type Table = ReportAnswer["series"][number]
type Column = Table["columns"][number]
type Value = string | number | null

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 })
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 })
/** "21 Nov" */
const shortDay = (date: string) => formatDay(date).replace(/ \d{4}$/, "")
/** "Nov 26" */
const shortMonth = (date: string) => formatShortMonth(date).replace(/\d\d(?=\d\d$)/, "")

const inUnit = (value: string | number, unit: string) => {
  if (unit === "USD") return formatMoney(String(value), "USD")
  return unit === "%"
    ? `${grouped.format(Number(value))}%`
    : unit === "hours" || unit === "days"
      ? `${grouped.format(Number(value))} ${Number(value) === 1 ? unit.slice(0, -1) : unit}`
      : grouped.format(Number(value))
}
const shown = (value: Value, kind: Column["kind"]) => {
  if (value === null) return <span className="muted">no data</span>
  if (kind === "date") return formatDay(String(value))
  return kind === "text" ? value : kind === "money" ? formatMoney(String(value), "USD").replace(/[^\d.,()−-]/g, "") : grouped.format(Number(value))
}
const isNumber = (kind: Column["kind"]) => kind !== "text" && kind !== "date"

export const ReportView = ({ of }: { readonly of: ReportAnswer }) => (
  <>
    <p className="muted report-of">
      {of.period.title}, {of.siteName ?? "all sites"}
    </p>
    <div className="report-figures">
      <MetricStrip
        label={of.title}
        cells={of.figures.map(({ label, value, unit, figure }) => ({
          label,
          value: value === null ? "no data" : inUnit(value, unit),
          ...(figure && { figure }),
        }))}
      />
    </div>
    <div className="report-parts">
      {of.series.map((table) => (
        <Part key={table.key} of={table} months={isByMonth(table)} />
      ))}
    </div>
  </>
)

/** Whether a time series is by month: then all its dates are the first of a month. */
const isByMonth = ({ rows, chart }: Table) => chart !== null && rows.length > 1 && rows.every((row) => String(row[chart.label]).endsWith("-01"))

const Part = ({ of, months }: { readonly of: Table; readonly months: boolean }) => (
  <div className="report-part" data-wide={(!of.chart && of.columns.length > 4) || undefined}>
    <Panel title={of.title} padded>
      {of.rows.length === 0 ? (
        <EmptyState title="No data available for this period" small />
      ) : of.chart ? (
        <>
          <Chart of={of} chart={of.chart} months={months} />
          <details className="report-behind">
            <summary>Show the figures</summary>
            <Figures of={of} />
          </details>
        </>
      ) : (
        <Figures of={of} />
      )}
    </Panel>
  </div>
)

/** The table as returned by the server. */
const Figures = ({ of: { title, columns, rows } }: { readonly of: Table }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
  <section className="table-frame" tabIndex={0} aria-label={title}>
    <table className="table">
      <thead>
        <tr>
          {columns.map(({ key, title, kind }) => (
            <th key={key} scope="col" className={isNumber(kind) ? "num" : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id of their own, and never change places
          <tr key={n}>
            {columns.map(({ key, kind }) => (
              <td key={key} className={isNumber(kind) ? "num" : undefined}>
                {shown(row[key] ?? null, kind)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Chart = ({ of, chart, months }: { readonly of: Table; readonly chart: NonNullable<Table["chart"]>; readonly months: boolean }) => {
  const isWide = useMedia("(min-width: 700px)")
  const overTime = of.columns.some(({ key, kind }) => key === chart.label && kind === "date")
  const label = (value: Value) => (!overTime ? String(value) : (months ? shortMonth : shortDay)(String(value)))
  const valueOf = (value: Value | undefined) => (value === null || value === undefined ? null : Number(value))
  const bars = of.rows.map((row) => ({ label: label(row[chart.label] ?? null), value: valueOf(row[chart.value]) }))
  const known = bars.flatMap(({ value }) => (value === null ? [] : [value]))
  const most = Math.max(0, ...known)
  const highest = bars.find(({ value }) => value === most)
  const average = chart.average && known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined
  const sentence =
    most > 0 && highest
      ? `${of.title}: most is ${inUnit(most, chart.unit)} ${chart.unit === "USD" || chart.unit === "%" ? "" : chart.unit} for ${highest.label}.`
      : `${of.title}: nothing.`
  if (!overTime || chart.average) return <BarList bars={bars} unit={chart.unit} most={most} average={average} />
  return (
    <BarChart
      title={of.title}
      width={isWide ? 520 : 344}
      unit={chart.unit}
      bars={bars.map((bar) => ({ ...bar, current: bar === highest }))}
      sentence={sentence}
      format={(value) => short.format(value)}
    />
  )
}

interface BarListProps {
  readonly bars: ReadonlyArray<{ readonly label: string; readonly value: number | null }>
  readonly unit: string
  readonly most: number
  readonly average: number | undefined
}
/** One line per bar: its label, the bar, the value. */
const BarList = ({ bars, unit, most, average }: BarListProps) => (
  <>
    <dl className="report-bars">
      {bars.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd
            className="report-bar"
            style={{ "--share": `${most > 0 && value !== null ? Math.max(0, (100 * value) / most) : 0}%` } as CSSProperties}
            aria-hidden
          />
          <dd className="num">{value === null ? <span className="muted">no data</span> : inUnit(value, unit)}</dd>
        </div>
      ))}
    </dl>
    {average !== undefined && (
      <p className="report-average">
        Weekly average <b className="num">{grouped.format(average)}</b>
      </p>
    )}
  </>
)
