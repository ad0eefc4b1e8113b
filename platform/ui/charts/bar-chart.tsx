import { useId } from "react"
import { formatInstant } from "../date.tsx"
import "./charts.css"

export interface Bar {
  readonly label: string
  readonly value: number | null
  /** Highlights the bar. */
  readonly current?: boolean
  readonly note?: string
}

interface BarChartProps {
  readonly title: string
  readonly unit: string
  readonly bars: readonly Bar[]
  /** Drawn as a dashed line. */
  readonly average?: number | undefined
  readonly asOf?: string
  /** The whole chart in one sentence. */
  readonly sentence: string
  readonly height?: number
  /** The width of the drawing, which is scaled to fill its container: in a wide one, letters are smaller and more of them fit. */
  readonly width?: number
  /** Formats a value; by default it is shown as it is. */
  readonly format?: (value: number) => string
}

/** Values fit beside each other for up to this many bars; labels according to their length. */
const mostValues = 12
const widthOfLetter = 7

const left = 34
const top = 18
const bottom = 22

/** Round steps below `max`, at most three. */
const scaleOf = (max: number) => {
  const rough = Math.max(max, 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power * 10)
  return { step, top: Math.max(max, step) }
}

/** Small bars from zero with their values printed; and a table of the same data for screen readers. */
export const BarChart = ({ title, unit, bars, average, asOf, sentence, height = 160, width = 344, format = String }: BarChartProps) => {
  const id = useId()
  const max = Math.max(average ?? 0, ...bars.map((bar) => bar.value ?? 0))
  const scale = scaleOf(max)
  const ground = height - bottom
  const y = (value: number) => ground - (value / scale.top) * (ground - top)
  const slot = (width - left - 4) / bars.length
  const thick = Math.min(36, slot * 0.74)
  const x = (place: number) => left + 4 + slot * place + (slot - thick) / 2
  // the last label is always shown
  const longest = Math.max(...bars.map(({ label }) => label.length))
  const every = Math.max(1, Math.ceil(((longest + 1) * widthOfLetter) / slot))
  const isLabelled = (place: number) => (bars.length - 1 - place) % every === 0
  const steps = Array.from({ length: Math.floor(scale.top / scale.step) + 1 }, (_, step) => step * scale.step)
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id}>
        <title id={id}>{sentence}</title>
        {steps.map((step) => (
          <g key={step}>
            <line className="chart-grid" x1={left} x2={width} y1={y(step)} y2={y(step)} />
            <text className="chart-scale" x={left - 8} y={y(step) + 4} textAnchor="end">
              {format(step)}
            </text>
          </g>
        ))}
        {bars.map(
          (bar, place) =>
            bar.value !== null &&
            bar.value > 0 && (
              <path
                key={bar.label}
                className="chart-bar"
                data-current={bar.current || undefined}
                d={`M${x(place)} ${ground}V${y(bar.value) + 2}q0-2 2-2h${thick - 4}q2 0 2 2V${ground}z`}
              />
            ),
        )}
        {average !== undefined && <line className="chart-average" x1={left} x2={width} y1={y(average)} y2={y(average)} />}
        {bars.map((bar, place) => {
          const middle = x(place) + thick / 2
          return (
            <g key={bar.label} data-current={bar.current || undefined}>
              {bar.value !== null && bars.length <= mostValues && (
                <text className="chart-value" x={middle} y={y(bar.value) - 6} textAnchor="middle">
                  {format(bar.value)}
                </text>
              )}
              {isLabelled(place) && (
                <text className="chart-label" x={middle} y={height - 5} textAnchor="middle">
                  {bar.label}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <table className="sr">
        <caption>
          {title}, {unit}
          {asOf && `, as of ${formatInstant(asOf)}`}
        </caption>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              <td>{bar.value ?? "no figure"}</td>
              <td>{bar.note}</td>
            </tr>
          ))}
          {average !== undefined && (
            <tr>
              <th scope="row">Average</th>
              <td>{average}</td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </figure>
  )
}
