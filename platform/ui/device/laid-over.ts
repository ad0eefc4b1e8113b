/** Records of a list with what was done with them on this device laid over them, until the office has recorded that. */
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { actsIn, actsOn } from "../../access/field-calls.ts"
import { keptActs, outlook, watchActs } from "./device-outbox.ts"
import type { KeptAct } from "./device-store.ts"

const open: ReadonlySet<KeptAct["state"]> = new Set(["waiting", "received", "held"])
const idOf = (row: object) => (row as { readonly id?: number }).id

/** `path` is that of the list, such as /api/work-orders. Returns the rows, the open acts on each by its id, and those that add to the list. */
export const useLaidOver = <Row extends object>(rows: ReadonlyArray<Row>, path: string) => {
  const acts = useSyncExternalStore(watchActs, keptActs)
  const { on, added } = useMemo(() => {
    const here = acts.filter(({ state }) => open.has(state))
    const [names, adding] = [actsOn(path), actsIn(path)]
    const aboutOne = here.filter(({ act }) => names.includes(act))
    return { on: Map.groupBy(aboutOne, ({ input }) => (input as { readonly id?: number }).id), added: here.filter(({ act }) => adding.includes(act)) }
  }, [acts, path])
  const [laid, lay] = useState<{ readonly on: ReadonlyArray<Row>; readonly fields: ReadonlyMap<number, object> }>()
  useEffect(() => {
    let isOver = false
    const changed = rows.flatMap((row) => {
      const [id, last] = [idOf(row), on.get(idOf(row))?.at(-1)]
      return id === undefined || !last ? [] : [outlook(last.act.split(".")[0]!, id).then((fields) => (fields ? [[id, fields] as const] : []))]
    })
    if (changed.length > 0) void Promise.all(changed).then((found) => isOver || lay({ on: rows, fields: new Map(found.flat()) }))
    return () => {
      isOver = true
    }
  }, [rows, on])
  const shown = rows.map((row) => {
    const fields = laid?.on === rows && on.has(idOf(row)) && laid.fields.get(idOf(row) ?? 0)
    if (!fields) return row
    // what the device does not know after its own acts needs the office
    const unsure = Object.keys(row).filter((name) => /^can[A-Z]/.test(name))
    return { ...row, ...Object.fromEntries(unsure.map((name) => [name, false])), ...fields }
  })
  return { rows: shown, on, added }
}

export interface RowsHereProps<Row> {
  readonly rows: readonly Row[]
  /** of the list, such as /api/work-orders */
  readonly path: string
  /** `isHere`: something done with the row exists only on this device. A method, because the rows are those that were given. */
  children(rows: readonly Row[], isHere: (row: Row) => boolean): ReactNode
}
