import { capitalised } from "@ops/platform/text.ts"
import type { Query } from "@ops/client/calls.ts"
import { readPage } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { DataTable, type TableColumn } from "@ops/platform/ui/lists/data-table.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { FilterBar } from "@ops/platform/ui/lists/filter-bar.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import type { Card } from "@ops/platform/ui/lists/list-page.tsx"
import { type Filter, useListState } from "@ops/platform/ui/lists/list-state.ts"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useInfiniteQuery } from "@tanstack/react-query"
import type { RowData } from "@tanstack/react-table"
import { useRef } from "react"
import { count } from "../../web/labels.ts"

interface LogListProps<Row extends RowData> {
  readonly path: string
  readonly noun: readonly [one: string, many: string]
  readonly filters: readonly Filter[]
  readonly columns: readonly TableColumn<Row>[]
  readonly rowId: (row: Row) => string
  readonly card: (row: Row) => Card
  readonly empty: { readonly title: string; readonly text: string }
  /** Hides the word search; filters remain. */
  readonly unsearched?: boolean
  /** Rows open as `?open=id`. */
  readonly opens?: boolean
}

const addressOf = (id: string) => {
  const address = new URLSearchParams(location.search)
  address.set("open", id)
  return `?${address}`
}

/** The log, newest first; older entries are loaded on request, as it has no last page and no total count. */
export const LogList = <Row extends RowData>({
  path,
  noun: [one, many],
  filters,
  columns,
  rowId,
  card,
  empty,
  opens,
  unsearched = false,
}: LogListProps<Row>) => {
  const list = useListState([], filters, undefined)
  const [open, setOpen] = useAddress("open", "push")
  const phone = useMedia("(max-width: 700px)")
  const search = useRef<HTMLInputElement>(null)
  const query: Query = { ...list.active, q: list.q, limit: 50 }
  const log = useInfiniteQuery({
    queryKey: [path, query, "log"],
    queryFn: ({ pageParam, signal }) => readPage<Row>(path, { ...query, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  useKeys(capitalised(many), unsearched ? {} : { "/": ["Search", () => search.current?.focus()] })
  const rows = log.data?.pages.flatMap((page) => page.rows) ?? []
  const opener = opens ? { id: open, href: addressOf, run: (id: string) => void setOpen(id) } : undefined
  const shown = `${count(rows.length, one, many)}${log.hasNextPage ? ", and earlier ones" : ""}`

  const body = () => {
    if (log.isPending) return <Loading rows={8} label={`Loading ${many}...`} />
    if (log.isError) return <ErrorPanel error={log.error} retry={() => void log.refetch()} />
    if (rows.length === 0 && log.hasNextPage) return <EmptyState title={`No ${many} match so far`} text="Only the newest part of the log has been searched." />
    if (rows.length === 0 && list.narrowed)
      return (
        <EmptyState
          title={`No ${many} match`}
          text="Nothing matches the search and filters above."
          action={<Button onClick={list.clear}>Clear filters</Button>}
        />
      )
    if (rows.length === 0) return <EmptyState {...empty} />
    if (phone)
      return (
        <ul className="cards">
          {rows.map((row) => {
            const { title, mark, text, figure } = card(row)
            const lines = (
              <>
                <span className="card-line">
                  <b>{title}</b>
                  <span className="spread" />
                  {mark}
                </span>
                <span className="card-line">
                  <span className="card-text">{text}</span>
                  <span className="spread" />
                  {figure}
                </span>
              </>
            )
            return (
              <li key={rowId(row)} data-row={rowId(row)}>
                {opener ? (
                  <a
                    className="number card"
                    href={opener.href(rowId(row))}
                    onClick={(event) => {
                      event.preventDefault()
                      opener.run(rowId(row))
                    }}
                  >
                    {lines}
                  </a>
                ) : (
                  <div className="card">{lines}</div>
                )}
              </li>
            )
          })}
          <li className="cards-foot">{shown}</li>
        </ul>
      )
    return <DataTable rows={rows} columns={columns} rowId={rowId} label={many} foot={shown} busy={log.isFetching} {...(opener && { open: opener })} />
  }
  return (
    <section className="panel list" aria-label={many}>
      <FilterBar filters={filters} list={list} noun={many} field={search} onEnter={list.setSearch} tools={null} unsearched={unsearched} />
      <p className="sr" role="status">
        {log.isSuccess ? shown : ""}
      </p>
      {body()}
      {log.hasNextPage && (
        <nav className="pager" aria-label="Earlier events">
          <Button disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {log.isFetchingNextPage ? "Searching..." : rows.length === 0 ? "Search earlier events" : `Earlier ${many}`}
          </Button>
        </nav>
      )}
    </section>
  )
}
