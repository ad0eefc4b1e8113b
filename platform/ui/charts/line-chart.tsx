/** A small chart of one or two lines from zero, each labelled at its end; charts side by side share `most`, so that they have one scale. */
interface Line {
  readonly name: string
  readonly values: readonly number[]
  /** of its last value */
  readonly label: string
  readonly quiet?: boolean
}
const width = 260
const height = 62
const top = 6
const right = 48

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
    <svg
      className="line-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${label}: ${lines.map((line) => `${line.name} ${line.label}`).join(", ")}`}
    >
      <line x1={0} x2={width - right} y1={y(0)} y2={y(0)} />
      {lines.map(({ name, values, label: end, quiet }, n) => (
        <g key={name} data-quiet={quiet || undefined}>
          <polyline
            points={values.map((value, x) => `${((x * (width - right)) / Math.max(1, values.length - 1)).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
          />
          <text x={width - right + 6} y={ends[n]! + 4}>
            {end}
          </text>
        </g>
      ))}
    </svg>
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
