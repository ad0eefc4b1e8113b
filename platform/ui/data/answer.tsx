import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { EmptyState } from "../empty-state.tsx"
import { ErrorPanel } from "../error-panel.tsx"
import { Loading } from "../loading.tsx"

interface AnswerProps<T> {
  readonly of: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
  /** Shown if the answer is an empty list. */
  readonly empty?: { readonly title: string; readonly text?: string; readonly action?: ReactNode }
  /** The number of placeholder rows while waiting. */
  readonly rows?: number
  readonly loading?: string
}

/** A query's answer in its four states: loading, failed, empty, loaded. Old data stays visible while new data is fetched. */
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
