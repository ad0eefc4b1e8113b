import { capitalised } from "../../text.ts"
import { Button } from "../button.tsx"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { RowData, RowSelectionState } from "@tanstack/react-table"
import { ChevronLeft, ChevronRight, Columns3, Download } from "lucide-react"
import { type ReactNode, useMemo, useRef, useState } from "react"
import type { Path, Query } from "@ops/client/calls.ts"
import { href, readPage } from "../data/api.ts"
import { Chosen } from "./chosen.tsx"
import { DataTable, type TableColumn, toggled } from "./data-table.tsx"
import { setDensity, useDensity } from "./density.ts"
import { EmptyState } from "../empty-state.tsx"
import { ErrorPanel, Guard } from "../error-panel.tsx"
import { FilterBar } from "./filter-bar.tsx"
import { useKeys } from "../keyboard.tsx"
import { type Filter, pageSize, useListState, type View } from "./list-state.ts"
import { Loading } from "../loading.tsx"
import { useMedia } from "../media.ts"
import { Menu, MenuCheck, MenuChoice, MenuLabel, MenuLink, MenuRule } from "../layers/menu.tsx"
import { Page } from "../page.tsx"
import { OnlyHere, RowsHere } from "./rows-here.tsx"
import { priorityWord } from "../priority-mark.tsx"
import { SaveView, useSavedViews, ViewMenu } from "./saved-views.tsx"
import { useAddress } from "../url-state.ts"
import { useLocation, useNavigate } from "react-router-dom"
import { useWorkingSite } from "../working-site.tsx"

/** A row on a phone: two lines. */
export interface Card {
  readonly title: ReactNode
  readonly mark?: ReactNode
  readonly text?: ReactNode
  readonly figure?: ReactNode
}

export interface ListPageProps<Row extends RowData> {
  /** The list's path; it is requested with the parameters in the address. */
  readonly path: Path<readonly Row[]>
  /** Sent with every request and not shown as a filter. */
  readonly query?: Query
  /** Singular and plural: `["request", "requests"]`. */
  readonly noun: readonly [one: string, many: string]
  readonly columns: readonly TableColumn<Row>[]
  readonly rowId: (row: Row) => string
  /** The document number: what an exact search opens. */
  readonly number?: (row: Row) => string
  readonly priority?: (row: Row) => string | null | undefined
  readonly views?: readonly View[]
  readonly filters?: readonly Filter[]
  readonly sort?: string
  /** Narrows the list to the working site. */
  readonly siteFilter?: boolean
  readonly card?: (row: Row) => Card
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode }
  readonly loading?: string
  readonly actions?: ReactNode
  /** Shown above the list, such as a metric strip. */
  readonly above?: ReactNode
  readonly drawer?: (id: string, row: Row | undefined, close: () => void) => ReactNode
  /** The actions on the selected rows. */
  readonly selection?: (rows: readonly Row[], clear: () => void) => ReactNode
}

const none: readonly never[] = []
const numbers = new Intl.NumberFormat("en-US")

/** The columns a person has shown or hidden, stored per list in this browser. */
const useColumns = <Row extends RowData>(path: string, columns: readonly TableColumn<Row>[]) => {
  const key = `columns:${path}`
  const [own, setOwn] = useState(() => JSON.parse(localStorage.getItem(key) ?? "{}") as Readonly<Record<string, boolean>>)
  const idOf = (column: TableColumn<Row>) => (typeof column.sort === "string" ? column.sort : column.id)
  const visible = Object.fromEntries(columns.map((column) => [idOf(column), own[idOf(column)] ?? !column.hidden]))
  const show = (id: string, shown: boolean) => {
    const next = { ...own, [id]: shown }
    setOwn(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return { visible, show, idOf }
}

/** A whole list screen. Its state is in the address; the server sorts, filters and pages. */
export const ListPage = <Row extends RowData>(props: ListPageProps<Row>) => {
  const { path, noun, columns, rowId, number, priority, views = none, filters = none, card, empty, drawer } = props
  const [one, many] = noun
  const saved = useSavedViews(path, many, views, filters)
  const list = useListState(saved.views, filters, props.sort, saved.first)
  const [open, setOpen] = useAddress("open", "push")
  const [visited] = useState(open)
  const { siteId } = useWorkingSite()
  const phone = useMedia("(max-width: 700px)")
  const density = useDensity()
  const search = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<RowSelectionState>({})
  const own = useColumns(path, columns)
  const { idOf } = own
  const named = list.columns?.filter((id) => columns.some((column) => idOf(column) === id))
  const visible = named?.length ? Object.fromEntries(columns.map((column, n) => [idOf(column), n === 0 || named.includes(idOf(column))])) : own.visible
  const shownColumns = columns.map(idOf).filter((id) => visible[id])
  /** Shows or hides a column: as a change of a saved view, otherwise for the person in this browser. */
  const show = (id: string, shown: boolean) =>
    list.columns ? list.setColumns(shown ? [...shownColumns, id] : shownColumns.filter((each) => each !== id)) : own.show(id, shown)
  const looks = { query: list.looks, sort: list.sort ?? null, columns: shownColumns }

  const query: Query = { ...props.query, ...(props.siteFilter ? { siteId } : {}), ...list.query }
  const answer = useQuery({
    queryKey: [path, query, "page"],
    queryFn: ({ signal }) => readPage<Row>(path, query, signal),
    placeholderData: keepPreviousData,
  })
  const rows = answer.data?.rows ?? (none as readonly Row[])
  // filters are the reason for an empty list only if there are rows without them
  const asked = { ...props.query, limit: 1 }
  const whole = useQuery({
    queryKey: [path, asked, "page"],
    queryFn: ({ signal }) => readPage<Row>(path, asked, signal),
    enabled: answer.isSuccess && rows.length === 0 && list.narrowed,
  })
  const isEmpty = whole.data?.rows.length === 0
  const total = answer.data?.total ?? (list.page - 1) * pageSize + rows.length
  const part = list.page > 1 || answer.data?.next !== undefined
  const start = (list.page - 1) * pageSize + 1

  const count = `${answer.data?.isMore ? "more than " : ""}${numbers.format(total)} ${total === 1 ? one : many}`
  const span = part ? `${start}–${start + rows.length - 1} of ${count}` : count

  const navigate = useNavigate()
  // opened from another screen, such as the inbox: closing returns there
  const [isVisit] = useState((useLocation().state as { readonly back?: true } | null)?.back === true)
  const close = () => {
    const id = open
    if (isVisit && id === visited) return void navigate(-1)
    void setOpen(null, { history: "replace" })
    if (id) requestAnimationFrame(() => focusRow(id))
  }
  const focusRow = (id: string) => frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .number`)?.focus()
  const step = (by: 1 | -1) => {
    const ids = rows.map(rowId)
    const here = open ?? document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row
    const next = here === undefined ? ids[by === 1 ? 0 : ids.length - 1] : ids[ids.indexOf(here) + by]
    if (next === undefined) return
    if (open) void setOpen(next, { history: "replace" })
    else focusRow(next)
  }
  const toggle = () => {
    const id = open ?? document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row
    if (id && props.selection) setSelected((old) => toggled(old, id))
  }
  useKeys(capitalised(many), {
    "/": ["Search", () => search.current?.focus()],
    j: ["Next row", () => step(1)],
    k: ["Row before", () => step(-1)],
    ...(props.selection ? { x: ["Choose row", toggle] as const } : {}),
  })

  const opener = useMemo(
    () =>
      drawer && {
        id: open,
        href: (id: string) => {
          const address = new URLSearchParams(location.search)
          address.set("open", id)
          return `?${address}`
        },
        run: (id: string) => void setOpen(id),
      },
    [drawer, open, setOpen],
  )
  const onEnter = (text: string) => {
    const wanted = text.trim().toLowerCase()
    const found = rows.find((row) => number?.(row).toLowerCase() === wanted) ?? (rows.length === 1 ? rows[0] : undefined)
    if (found && drawer && wanted) void setOpen(rowId(found))
  }

  const chosen = rows.filter((row) => selected[rowId(row)])
  const clear = () => setSelected({})
  const { limit: _, cursor: __, ...exported } = query as Record<string, Query[string]>
  const hasViews = saved.views.length > 1
  const viewMenu = <ViewMenu saved={saved} list={list} looks={looks} />
  const tools = (
    <>
      {!hasViews && viewMenu}
      {!(phone && card) && (
        <Menu
          label="Columns"
          tip="Columns"
          trigger={
            <Button kind="quiet" className="bar-button" aria-label="Columns">
              <Columns3 size={16} strokeWidth={1.75} aria-hidden /> <span className="bar-word">Columns</span>
            </Button>
          }
        >
          <MenuLabel>Columns</MenuLabel>
          {columns.slice(1).map((column) => (
            <MenuCheck key={column.id} checked={!!visible[idOf(column)]} onChange={(shown) => show(idOf(column), shown)}>
              {column.header}
            </MenuCheck>
          ))}
          <MenuRule />
          <MenuLabel>Rows</MenuLabel>
          <MenuChoice
            label="Row height"
            value={density}
            onChange={setDensity}
            options={[
              { value: "comfortable", label: "Comfortable" },
              { value: "compact", label: "Compact" },
            ]}
          />
        </Menu>
      )}
      <Menu
        label="Export"
        tip="Export"
        trigger={
          <Button kind="quiet" className="bar-button" aria-label="Export">
            <Download size={16} strokeWidth={1.75} aria-hidden /> <span className="bar-word">Export</span>
          </Button>
        }
      >
        <MenuLink href={href(path, { ...exported, format: "csv" })} download>
          CSV
        </MenuLink>
        <MenuLink href={href(path, { ...exported, format: "xlsx" })} download>
          Excel (XLSX)
        </MenuLink>
      </Menu>
    </>
  )

  const body = (rows: readonly Row[], isHere: (row: Row) => boolean) => {
    if (answer.isPending) return <Loading rows={8} label={props.loading ?? `Loading ${many}...`} />
    if (answer.isError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />
    if (rows.length === 0 && list.narrowed && whole.isPending) return <Loading rows={8} label={props.loading ?? `Loading ${many}...`} />
    if (rows.length === 0 && list.narrowed && !isEmpty)
      return (
        <EmptyState
          title={`No ${many} match`}
          text="Nothing matches the search and filters above."
          action={<Button onClick={list.clear}>Clear filters</Button>}
        />
      )
    if (rows.length === 0) return <EmptyState {...empty} />
    if (phone && card)
      return (
        <ul className="cards">
          {rows.map((row) => {
            const id = rowId(row)
            const { title, mark, text, figure } = card(row)
            const urgent = priority?.(row)
            const lines = (
              <>
                <span className="card-line">
                  <b>{title}</b>
                  {urgent && <span className="sr">, {priorityWord(urgent)}</span>}
                  <span className="spread" />
                  {isHere(row) && <OnlyHere />}
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
              <li key={id} data-row={id} data-priority={urgent ?? undefined} data-here={isHere(row) || undefined}>
                {opener ? (
                  <a
                    className="number card"
                    href={opener.href(id)}
                    onClick={(event) => {
                      event.preventDefault()
                      opener.run(id)
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
          <li className="cards-foot">{span}</li>
        </ul>
      )
    return (
      <DataTable
        rows={rows}
        columns={columns}
        rowId={rowId}
        label={many}
        sort={list.sort}
        onSort={list.setSort}
        visible={visible}
        priority={priority}
        isHere={isHere}
        foot={span}
        part={part}
        busy={answer.isPlaceholderData}
        {...(opener ? { open: opener } : {})}
        {...(props.selection ? { selected, onSelect: setSelected } : {})}
      />
    )
  }

  return (
    <Page actions={props.actions}>
      {props.above}
      <section className="panel list" ref={frame} aria-label={many}>
        {hasViews && (
          <div className="list-head">
            <nav className="views" aria-label="Views">
              {saved.views.map((view) => (
                <button
                  key={view.id}
                  type="button"
                  className="view"
                  aria-current={view.id === list.view?.id ? "page" : undefined}
                  onClick={() => list.setView(view.id)}
                >
                  {view.label}
                  {view.count !== undefined && <span className="num"> {view.count}</span>}
                </button>
              ))}
            </nav>
            {viewMenu}
            <span className="spread" />
            {answer.isSuccess && <span className="muted num list-count">{count}</span>}
          </div>
        )}
        <FilterBar
          filters={filters}
          list={list}
          noun={many}
          field={search}
          onEnter={onEnter}
          tools={tools}
          saving={<SaveView saved={saved} list={list} looks={looks} />}
        />
        <p className="sr" role="status">
          {answer.isSuccess && !answer.isPlaceholderData ? span : ""}
        </p>
        <RowsHere rows={rows} path={path}>
          {(rows, isHere) => <Guard>{body(rows, isHere)}</Guard>}
        </RowsHere>
        {part && rows.length > 0 && (
          <nav className="pager" aria-label="Pages">
            <span className="muted num">Page {list.page}</span>
            <Button disabled={list.page === 1} onClick={list.back}>
              <ChevronLeft size={16} aria-hidden /> Prev
            </Button>
            <Button disabled={answer.data?.next === undefined || answer.isPlaceholderData} onClick={() => answer.data?.next && list.forward(answer.data.next)}>
              Next <ChevronRight size={16} aria-hidden />
            </Button>
          </nav>
        )}
      </section>
      {props.selection && chosen.length > 0 && (
        <Chosen rows={chosen} columns={columns} clear={clear}>
          {props.selection(chosen, clear)}
        </Chosen>
      )}
      {drawer &&
        open &&
        drawer(
          open,
          rows.find((row) => rowId(row) === open),
          close,
        )}
    </Page>
  )
}
