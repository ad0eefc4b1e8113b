import { type Query, useIsFetching, useQueryClient } from "@tanstack/react-query"
import { ArrowDown, ArrowUp, TriangleAlert } from "lucide-react"
import type { CSSProperties, ReactNode } from "react"
import { Figure } from "./figure.tsx"
import type { FigureRef } from "./data/figure-ref.ts"

export interface Metric {
  readonly label: string
  /** Qualifies the label, such as `posted so far`. */
  readonly qualifier?: string
  readonly value: ReactNode
  /** Makes the value explain itself. */
  readonly figure?: FigureRef | undefined
  readonly note?: { readonly tone: "positive" | "neutral" | "negative"; readonly text: ReactNode; readonly direction?: "up" | "down" } | undefined
  /** Its last values, the present one last. */
  readonly trend?: readonly number[] | undefined
  readonly loading?: boolean
}

const Sign = ({ tone, direction }: NonNullable<Metric["note"]>) => {
  const Icon = direction === "up" ? ArrowUp : direction === "down" ? ArrowDown : tone === "negative" ? TriangleAlert : undefined
  if (Icon === undefined) return null
  return <Icon size={15} strokeWidth={1.75} aria-hidden />
}

const width = 96
const height = 28
const edge = 4

/** How a figure came to be what it is: a line of its last values, the present one as a dot. Nothing where there is no past. */
export const Sparkline = ({ of }: { readonly of: readonly number[] }) => {
  const first = of.findIndex((value) => value !== 0)
  const values = first < 0 ? [] : of.slice(first)
  if (values.length < 3) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, n) => [
    edge + (n * (width - 2 * edge)) / (values.length - 1),
    height - edge - ((value - low) * (height - 2 * edge)) / (high - low || 1),
  ])
  const [x, y] = points.at(-1)!
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <polyline points={points.map((point) => point.map((each) => each.toFixed(1)).join(",")).join(" ")} />
      <circle cx={x} cy={y} r={3} />
    </svg>
  )
}

/** How many characters a figure has: a long one is set smaller where its cell is narrow. */
const lengthOf = (value: ReactNode) => ({ "--length": typeof value === "string" ? value.length : 1 }) as CSSProperties

const failedReads = { type: "active", predicate: ({ state }: Query) => state.status === "error" } as const

/** A figure that could not be loaded: a dash, and a way to try again. */
const NotLoaded = () => {
  const queries = useQueryClient()
  const retry = () => void queries.refetchQueries(failedReads)
  return (
    <>
      Not loaded.{" "}
      <button type="button" className="link" onClick={retry}>
        Retry
      </button>
    </>
  )
}

interface MetricStripProps {
  readonly cells: readonly Metric[]
  readonly label: string
}

/** Key figures in one ruled strip; '...' while a figure is loading, a dash if it could not be. */
export const MetricStrip = ({ cells: given, label }: MetricStripProps) => {
  const queries = useQueryClient()
  const hasFailed = useIsFetching() === 0 && queries.getQueryCache().findAll(failedReads).length > 0
  const cells = given.map(
    (cell): Metric => (cell.value === "..." && !cell.loading && hasFailed ? { ...cell, value: "–", note: { tone: "neutral", text: <NotLoaded /> } } : cell),
  )
  return <Cells cells={cells} label={label} />
}

const Cells = ({ cells, label }: MetricStripProps) => (
  <dl className="metrics" aria-label={label}>
    {cells.map((cell) => (
      <div key={cell.label} className="metric">
        <dt>
          <span>{cell.label}</span>
          {cell.qualifier && ` · ${cell.qualifier}`}
        </dt>
        <dd className="metric-value num" style={lengthOf(cell.value)}>
          {cell.loading ? <span aria-busy>...</span> : cell.figure ? <Figure value={cell.value} of={cell.figure} label={cell.label} /> : cell.value}
          {cell.trend && <Sparkline of={cell.trend} />}
        </dd>
        <dd className={`metric-note ${cell.note?.tone ?? "neutral"}`}>
          {cell.note && !cell.loading && (
            <>
              <Sign {...cell.note} />
              {cell.note.text}
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
