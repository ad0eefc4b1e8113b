import { ArrowDown, ArrowUp, Minus, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { type Explanation, Figure } from "./figure.tsx"

export interface Metric {
  readonly label: string
  readonly value: ReactNode
  readonly explanation?: Explanation | undefined
  readonly note?: { readonly tone: "positive" | "neutral" | "negative"; readonly text: string; readonly direction?: "up" | "down" } | undefined
  readonly loading?: boolean
}

const Sign = ({ tone, direction }: NonNullable<Metric["note"]>) => {
  const Icon = direction === "up" ? ArrowUp : direction === "down" ? ArrowDown : tone === "negative" ? TriangleAlert : Minus
  return <Icon size={15} strokeWidth={1.75} aria-hidden />
}

/** The figures of the day in one ruled strip; '...' while a figure is on its way. */
export const MetricStrip = ({ cells, label }: { cells: readonly Metric[]; label: string }) => (
  <dl className="metrics" aria-label={label}>
    {cells.map((cell) => (
      <div key={cell.label} className="metric">
        <dt>{cell.label}</dt>
        <dd className="metric-value num">
          {cell.loading ? (
            <span aria-busy>...</span>
          ) : cell.explanation ? (
            <Figure value={cell.value} explanation={cell.explanation} label={cell.label} />
          ) : (
            cell.value
          )}
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
