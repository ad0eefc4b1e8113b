/** A record with what was done with it on this device laid over it, until the office has recorded that; and what was done, in words. */
import { type ReactNode, useMemo } from "react"
import { formatTime } from "../date.tsx"
import { AboveDrawer } from "../layers/drawer.tsx"
import { provisional } from "./device-outbox.ts"
import type { KeptAct } from "./device-store.ts"
import { useLaidOver } from "./laid-over.ts"

/** What was done, above the facts of a record or above a list. */
export const KeptHere = ({ acts }: { readonly acts: readonly KeptAct[] }) => (
  <section className="part" aria-label="Only on this device">
    {acts.map((act) => (
      <p key={act.number} className="hint">
        {[`${act.what} at ${formatTime(act.at)}, only on this device`, provisional(act)].filter(Boolean).join(". ")}.
      </p>
    ))}
  </section>
)

interface LaidOverProps<Row> {
  readonly row: Row
  /** of its list, such as /api/work-orders */
  readonly path: string
  readonly children: (row: Row) => ReactNode
}

export default function LaidOver<Row extends object>({ row, path, children }: LaidOverProps<Row>) {
  const { rows, on } = useLaidOver(
    useMemo(() => [row], [row]),
    path,
  )
  const here = on.get((row as { readonly id?: number }).id)
  return <AboveDrawer value={here && <KeptHere acts={here} />}>{children(rows[0]!)}</AboveDrawer>
}
