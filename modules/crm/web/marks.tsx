/** Marks that several parts of sales show. */
import "@radix-ui/themes/tokens/colors/orange.css"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { Stage } from "../labels.ts"
import "./crm.css"

/** The kit's badges know no orange: `.badge.orange`. */
const tones = { lead: "gray", qualified: "blue", proposal: "amber", negotiation: undefined, closed_won: "green", closed_lost: "red" } as const

/** The stage in the colours people know: grey, blue, yellow, orange, green, red. */
export const StageBadge = ({ stage }: { readonly stage: Stage }) => (
  <span className={tones[stage] ? "badge" : "badge orange"} data-accent-color={tones[stage]}>
    {statusWord(stage)}
  </span>
)

/** A percentage as figure and bar. */
export const Chance = ({ percent }: { readonly percent: number }) => (
  <span className="chance">
    <span className="num">{percent}%</span>
    <i aria-hidden>
      <b style={{ width: `${Math.min(100, percent)}%` }} />
    </i>
  </span>
)

/** How much of something is used or reached; more than all of a budget is a fault. */
export const BarOf = ({ label, part, whole, limit }: { readonly label: string; readonly part: number; readonly whole: number; readonly limit?: boolean }) => {
  const percent = whole > 0 ? Math.round((100 * part) / whole) : part > 0 ? 100 : 0
  return (
    <div
      className="bar-of"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.max(0, Math.min(100, percent))}
      data-over={(limit && part > whole) || undefined}
    >
      <b style={{ width: `${Math.max(0, Math.min(100, percent))}%` }} />
    </div>
  )
}
