/** Badges and bars that several screens of sales share. */
import "@radix-ui/themes/tokens/colors/orange.css"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { Stage } from "../labels.ts"
import "./crm.css"

/** The kit has no orange badge: `.badge.orange` adds it. */
const tones = { lead: "gray", qualified: "blue", proposal: "amber", negotiation: undefined, closed_won: "green", closed_lost: "red" } as const

/** The stage in conventional colours: grey, blue, yellow, orange, green, red. */
export const StageBadge = ({ stage }: { readonly stage: Stage }) => (
  <span className={tones[stage] ? "badge" : "badge orange"} data-accent-color={tones[stage]}>
    {statusWord(stage)}
  </span>
)

/** A percentage as a number and a bar. */
export const Chance = ({ percent }: { readonly percent: number }) => (
  <span className="chance">
    <span className="num">{percent}%</span>
    <i aria-hidden>
      <b style={{ width: `${Math.min(100, percent)}%` }} />
    </i>
  </span>
)

/** How much of a total is used or reached; exceeding a budget is shown as a fault. */
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
