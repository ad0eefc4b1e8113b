/** A list on an enrolled device: its rows as they are after what was done there, and a mark on those that the office does not know like that. */
import { type ReactNode, Suspense } from "react"
import { isEnrolled } from "../data/unsent.ts"
import { lazyWithRetry } from "../lazy-with-retry.ts"
import { StatusMark } from "../status-mark.tsx"

export interface RowsHereProps<Row> {
  readonly rows: readonly Row[]
  /** of the list, such as /api/work-orders */
  readonly path: string
  /** `isHere`: something done with the row exists only on this device. A method, because the rows are those that were given. */
  children(rows: readonly Row[], isHere: (row: Row) => boolean): ReactNode
}

const LaidRows = lazyWithRetry(() => import("../device/laid-rows.tsx"))

export const RowsHere = <Row extends object>({ rows, path, children }: RowsHereProps<Row>) => {
  if (!isEnrolled()) return children(rows, () => false)
  return (
    <Suspense fallback={children(rows, () => false)}>
      <LaidRows rows={rows} path={path}>
        {children}
      </LaidRows>
    </Suspense>
  )
}

export const OnlyHere = () => <StatusMark status="pending" label="Only here" />
