import { ArrowDown, ArrowUp, TriangleAlert } from "lucide-react"
import type { CSSProperties, ReactNode } from "react"
import { Figure } from "./figure.tsx"
import type { FigureRef } from "./data/figure-ref.ts"
import { Sparkline } from "./sparkline.tsx"

export interface Metric {
  readonly label: string
  /** What the label leaves open, such as `earned so far`. */
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

/** How many characters a figure has: a long one is set smaller where its cell is narrow. */
const lengthOf = (value: ReactNode) => ({ "--length": typeof value === "string" ? value.length : 1 }) as CSSProperties

/** The figures of the day in one ruled strip; '...' while a figure is on its way. */
export const MetricStrip = ({ cells, label }: { cells: readonly Metric[]; label: string }) => (
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
