/** The drawer of a record while it is read, and where it cannot be read; then what the screen makes of it. */
import type { ReactNode } from "react"
import { Drawer } from "../layers/drawer.tsx"
import { ErrorPanel } from "../error-panel.tsx"
import { Loading } from "../loading.tsx"

interface Reading<Row> {
  readonly data: Row | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

interface RecordDrawerProps<Row> {
  readonly of: Reading<Row>
  /** one of them, such as "Transaction" */
  readonly noun: string
  readonly loading: string
  readonly onClose: () => void
  readonly children: (row: Row) => ReactNode
}

export const RecordDrawer = <Row,>({ of, noun, loading, onClose, children }: RecordDrawerProps<Row>) =>
  of.data === undefined ? (
    <Drawer title={noun} onClose={onClose}>
      {of.isError ? <ErrorPanel error={of.error} retry={() => void of.refetch()} /> : <Loading rows={6} label={loading} />}
    </Drawer>
  ) : (
    children(of.data)
  )
