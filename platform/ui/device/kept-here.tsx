/** A record with what was done with it on this device laid over it, until the office has recorded that. */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react"
import { actsOn } from "../../access/field-calls.ts"
import { formatTime } from "../date.tsx"
import { AboveDrawer } from "../layers/drawer.tsx"
import { keptActs, outlook, provisional, watchActs } from "./device-outbox.ts"
import type { KeptAct } from "./device-store.ts"

const open: ReadonlySet<KeptAct["state"]> = new Set(["waiting", "received", "held"])
const onRecord = (path: string, id: number) => {
  const names = actsOn(path)
  return keptActs().filter(({ act, state, input }) => open.has(state) && names.includes(act) && (input as { readonly id?: unknown }).id === id)
}

/** What was done, above the facts of the record. */
const KeptHere = ({ acts }: { readonly acts: readonly KeptAct[] }) => (
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
  const { id } = row as { readonly id?: number }
  const acts = useSyncExternalStore(watchActs, keptActs)
  const here = id === undefined || acts.length === 0 ? [] : onRecord(path, id)
  const last = here.at(-1)
  const [laid, lay] = useState<{ readonly on: Row; readonly after: number; readonly fields: object }>()
  useEffect(() => {
    if (id === undefined || !last) return
    const after = last.number
    void outlook(last.act.split(".")[0]!, id).then((fields) => fields && lay({ on: row, after, fields }))
  }, [row, id, last])
  const fits = last && laid?.on === row && laid.after === last.number
  // what the device does not know after its own acts needs the office
  const unsure = Object.keys(row).filter((name) => /^can[A-Z]/.test(name))
  const own = { ...Object.fromEntries(unsure.map((name) => [name, false])), ...(fits ? laid.fields : {}) }
  return <AboveDrawer value={here.length > 0 && <KeptHere acts={here} />}>{children(fits ? { ...row, ...own } : row)}</AboveDrawer>
}
