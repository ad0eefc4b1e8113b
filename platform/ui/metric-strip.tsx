import { ArrowDown, ArrowUp, Minus, TriangleAlert } from "lucide-react"
import type { CSSProperties, ReactNode } from "react"
import { Figure } from "./figure.tsx"
import type { FigureRef } from "./data/figure-ref.ts"

export interface Metric {
  readonly label: string
  /** Qualifies the label, such as `earned so far`. */
  readonly qualifier?: string
  readonly value: ReactNode
  /** Makes the value explain itself. */
  readonly figure?: FigureRef | undefined
  readonly note?: { readonly tone: "positive" | "neutral" | "negative"; readonly text: ReactNode; readonly direction?: "up" | "down" } | undefined
  readonly loading?: boolean
}

const Sign = ({ tone, direction }: NonNullable<Metric["note"]>) => {
  const Icon = direction === "up" ? ArrowUp : direction === "down" ? ArrowDown : tone === "negative" ? TriangleAlert : Minus
  return <Icon size={15} strokeWidth={1.75} aria-hidden />
}

/** The number of characters in a figure: a long one is set smaller in a narrow cell. */
const lengthOf = (value: ReactNode) => ({ "--length": typeof value === "string" ? value.length : 1 }) as CSSProperties

/** Key figures in one ruled strip; '...' while a figure is loading. */
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
