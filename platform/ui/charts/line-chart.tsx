/** A small chart of one or two lines from zero, each labelled at its end; charts side by side share `most`, so that they have one scale. */
interface Line {
  readonly name: string
  readonly values: readonly number[]
  /** of its last value */
  readonly label: string
  readonly quiet?: boolean
}
const width = 100
const height = 62
const top = 6

export const LineChart = ({
  label,
  lines,
  most,
  low = 0,
}: {
  readonly label: string
  readonly lines: readonly Line[]
  readonly most: number
  readonly low?: number
}) => {
  const y = (value: number) => top + ((most - value) * (height - 2 * top)) / (most - low || 1)
  // two labels keep a line's height between them
  const ends = lines.map(({ values }) => y(values.at(-1) ?? 0))
  const [first = 0, second] = ends
  if (second !== undefined && Math.abs(first - second) < 14) ends[1] = first <= second ? first + 14 : first - 14
  return (
    <div className="line-chart" role="img" aria-label={`${label}: ${lines.map((line) => `${line.name} ${line.label}`).join(", ")}`}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <line x1={0} x2={width} y1={y(0)} y2={y(0)} />
        {lines.map(({ name, values, quiet }) => (
          <polyline
            key={name}
            data-quiet={quiet || undefined}
            points={values.map((value, x) => `${((x * width) / Math.max(1, values.length - 1)).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
          />
        ))}
      </svg>
      {lines.map(({ name, label: end, quiet }, n) => (
        <span key={name} className="num" data-quiet={quiet || undefined} style={{ top: ends[n]! }}>
          {end}
        </span>
      ))}
    </div>
  )
}

/** 912.4K, 1.2M: of a figure in a chart. */
export const shortFigure = (amount: number) =>
  new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 }).format(amount).replace("-", "−")
/** The months from the first with a figure on. */
export const sinceFirst = (...series: readonly (readonly number[])[]) => {
  const first = Math.min(...series.map((values) => values.findIndex((value) => value !== 0)).map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)))
  return Number.isFinite(first) ? first : 0
}
