/** A list on an enrolled device: its rows as they are after what was done there, and a mark on those that the office does not know like that. */
import { Suspense } from "react"
import { isEnrolled } from "../data/unsent.ts"
import type { RowsHereProps } from "../device/laid-over.ts"
import { lazyWithRetry } from "../lazy-with-retry.ts"
import { StatusMark } from "../status-mark.tsx"

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
