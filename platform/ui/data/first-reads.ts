/**
 * The reads of a page that a person opens first: they are kept by page, and the next time sent together with that of the session, so that the first list
 * does not wait for it.
 */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query"
import { read, readPage } from "./api.ts"

export const firstReadsKey = "first-reads"
const most = 10
type Kept = Readonly<Record<string, readonly QueryKey[]>>

const kept = (): Kept => {
  try {
    return JSON.parse(localStorage.getItem(firstReadsKey) ?? "{}") as Kept
  } catch {
    return {}
  }
}
/** What can be asked again by its key alone, with no date, text or person in it. */
const isPlain = (queries: QueryClient, { queryKey, options }: Query) =>
  (queryKey[2] === "page" || options.queryFn === queries.getDefaultOptions().queries?.queryFn) &&
  !/\/auth\/|\d{4}-\d\d|"(q|cursor)"/.test(JSON.stringify(queryKey))

/** Keeps what the open page has read. */
export const keepFirstReads = (queries: QueryClient, page: string) => {
  const keys = queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.status === "success" && isPlain(queries, query))
    .map(({ queryKey }) => queryKey)
  const pages = Object.entries({ ...kept(), [page]: keys.slice(0, most) }).slice(-20)
  localStorage.setItem(firstReadsKey, JSON.stringify(Object.fromEntries(pages)))
}

/** Sends them. */
export const startFirstReads = (queries: QueryClient, page: string) => {
  for (const queryKey of kept()[page] ?? []) {
    const [path, query, shape] = queryKey as readonly [string, Parameters<typeof read>[1], string?]
    void queries.prefetchQuery({
      queryKey,
      ...(shape === "page" && { queryFn: ({ signal }: { signal: AbortSignal }) => readPage(path, query, signal) }),
      retry: false,
    })
  }
}
