import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { EmptyState } from "../empty-state.tsx"
import { ErrorPanel } from "../error-panel.tsx"
import { Loading } from "../loading.tsx"

interface AnswerProps<T> {
  readonly of: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
  /** Said when the answer is an empty list. */
  readonly empty?: { readonly title: string; readonly text?: string; readonly action?: ReactNode }
  /** How many placeholder rows to hold free while waiting. */
  readonly rows?: number
  readonly loading?: string
}

/** A query's answer in its four states: waiting, failed, empty, there. Old data stays while new data is fetched. */
export const Answer = <T,>({ of, children, empty, rows, loading }: AnswerProps<T>) => {
  if (of.data === undefined)
    return of.isError ? (
      <ErrorPanel error={of.error} retry={() => void of.refetch()} />
    ) : (
      <Loading {...(rows === undefined ? {} : { rows })} {...(loading === undefined ? {} : { label: loading })} />
    )
  if (empty && Array.isArray(of.data) && of.data.length === 0) return <EmptyState {...empty} small />
  return children(of.data)
}
