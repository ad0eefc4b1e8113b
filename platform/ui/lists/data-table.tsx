import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  type OnChangeFn,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table"
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react"
import { type MouseEvent, type ReactNode, useId, useMemo } from "react"
import { Figure } from "../figure.tsx"
import type { FigureRef } from "../data/figure-ref.ts"
import { formatFigure, formatMoney, sumMoney } from "../money.tsx"
import { priorityWord } from "../priority-mark.tsx"
import { RowMenu } from "./row-menu.tsx"
import { OnlyHere } from "./rows-here.tsx"

export interface Amount {
  readonly amount: string | null | undefined
  readonly currency: string
}

export interface TableColumn<Row extends RowData> {
  readonly id: string
  readonly header: string
  readonly cell?: (row: Row) => ReactNode
  /** An amount: right-aligned, its currency in the header; a row in another currency writes it. Totalled per currency in the footer. */
  readonly money?: (row: Row) => Amount
  /** A number that is not money: right-aligned. */
  readonly figure?: (row: Row) => ReactNode
  /** The actions on a row, in a menu at its end. */
  readonly acts?: (row: Row) => ReactNode
  /** The figure by which the server explains the value; plain if there is none. */
  readonly explain?: (row: Row) => FigureRef | "" | null | undefined
  /** Sortable, by its own id or by the given name. */
  readonly sort?: boolean | string
  /** Hidden until a person shows it. */
  readonly hidden?: boolean
  /** Money that must not be totalled, such as a unit price. */
  readonly noTotal?: boolean
  /** May shrink and be cut with an ellipsis. */
  readonly grows?: boolean
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })

/** `-requestDate,priority` ↔ the table's sorting state. */
export const parseSort = (sort: string | null | undefined): SortingState =>
  sort ? sort.split(",").map((key) => ({ id: key.replace(/^-/, ""), desc: key.startsWith("-") })) : []
export const printSort = (sorting: SortingState) => sorting.map(({ id, desc }) => (desc ? `-${id}` : id)).join(",")

interface DataTableProps<Row extends RowData> {
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
  readonly rowId: (row: Row) => string
  /** The accessible name of the table. */
  readonly label: string
  /** As in the address: `-requestDate,priority`. */
  readonly sort?: string | undefined
  readonly onSort?: (sort: string) => void
  readonly visible?: ColumnVisibilityState
  readonly selected?: RowSelectionState
  readonly onSelect?: OnChangeFn<RowSelectionState>
  /** Makes the first column a link that opens the row. */
  readonly open?: {
    readonly id: string | null
    readonly href: (id: string) => string
    readonly run: (id: string) => void
  }
  readonly priority?: ((row: Row) => string | null | undefined) | undefined
  /** Something done with the row exists only on this device. */
  readonly isHere?: (row: Row) => boolean
  /** The text of the footer, such as `1–50 of 412 requests`; no footer without it. */
  readonly foot?: ReactNode
  /** The rows are only one page, so the totals are those of the page. */
  readonly part?: boolean
  /** While newer rows are being loaded. */
  readonly busy?: boolean
}

/** The selection with one row added or removed. */
export const toggled = (chosen: RowSelectionState, id: string): RowSelectionState => {
  const { [id]: was, ...others } = chosen
  return was ? others : { ...others, [id]: true }
}

const selfish = (target: EventTarget) => target instanceof Element && target.closest("a, button, input, label, select, [popover]") !== null

/** The currency in the header of a column: the one of its rows; dollars, if there are several. */
const currencyInHead = <Row extends RowData>(rows: readonly Row[], money: (row: Row) => Amount) => {
  const currencies = rows
    .map(money)
    .filter(({ amount }) => amount)
    .map(({ currency }) => currency)
  return currencies.includes("USD") ? "USD" : currencies[0]
}

/** The ledger's table: native, sorted by the server, with the document number in the first column and money in the last. */
export const DataTable = <Row extends RowData>(props: DataTableProps<Row>) => {
  const { rows, columns, rowId, label, sort, onSort, visible, selected, onSelect, open, priority, isHere, foot, part, busy } = props

  const defs = useMemo<ColumnDef<typeof features, Row, unknown>[]>(
    () =>
      columns.map((column) => ({
        id: typeof column.sort === "string" ? column.sort : column.id,
        accessorFn: (row: Row) => row,
        header: column.header,
        enableSorting: !!column.sort && !!onSort,
        sortDescFirst: false,
      })),
    [columns, onSort],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: rowId,
    manualSorting: true,
    enableRowSelection: !!onSelect,
    state: { sorting: parseSort(sort), columnVisibility: visible ?? {}, rowSelection: selected ?? {} },
    onSortingChange: (change) => onSort?.(printSort(typeof change === "function" ? change(parseSort(sort)) : change)),
    ...(onSelect ? { onRowSelectionChange: onSelect } : {}),
  })
  const columnOf = (id: string) => columns.find((column) => (typeof column.sort === "string" ? column.sort : column.id) === id) as TableColumn<Row>
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const shown = headers.map((header) => columnOf(header.column.id))
  const inHead = new Map(shown.flatMap((column) => (column.money ? [[column.id, currencyInHead(rows, column.money)]] : [])))

  const tableId = useId()
  const nameOf = (row: Row) => `${tableId}-${rowId(row)}`
  const content = (column: TableColumn<Row>, row: Row) => {
    if (column.acts) return <RowMenu rowId={nameOf(row)}>{column.acts(row)}</RowMenu>
    const value = plain(column, row)
    const figure = column.explain?.(row)
    return figure ? <Figure value={value} of={figure} label={column.header} /> : value
  }
  const plain = (column: TableColumn<Row>, row: Row) => {
    if (!column.money) return column.figure?.(row) ?? column.cell?.(row)
    const { amount, currency } = column.money(row)
    if (!amount) return <span className="muted">–</span>
    return currency === inHead.get(column.id) ? formatFigure(amount) : formatMoney(amount, currency)
  }
  const onRow = (event: MouseEvent, id: string) => {
    if (open && !selfish(event.target) && !getSelection()?.toString()) open.run(id)
  }

  const totals = foot === undefined ? [] : totalsOf(rows, shown)
  const firstTotal = shown.findIndex((column) => column.money && !column.noTotal)
  const span = firstTotal > 0 ? firstTotal : shown.length
  const select = onSelect ? 1 : 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={label}>
      <table className="table" aria-busy={busy || undefined}>
        <thead>
          <tr>
            {onSelect && (
              <th className="tick">
                <input
                  type="checkbox"
                  aria-label="Select all rows of this page"
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  ref={(box) => {
                    if (box) box.indeterminate = !table.getIsAllRowsSelected() && table.getIsSomeRowsSelected()
                  }}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {headers.map((header, place) => {
              const column = shown[place] as TableColumn<Row>
              const sorted = header.column.getIsSorted()
              const currency = column.money ? inHead.get(column.id) : undefined
              // its name stays, the currency is beside it
              const words = currency ? <span data-currency={currency}>{column.header}</span> : column.header
              const numeric = column.acts ? "acts" : column.money || column.figure ? "num" : undefined
              return header.column.getCanSort() ? (
                <th
                  key={header.id}
                  scope="col"
                  className={numeric}
                  title={currency}
                  aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
                >
                  <button type="button" className="sorter" onClick={header.column.getToggleSortingHandler()}>
                    {words}
                    {sorted === "asc" ? (
                      <ArrowUp size={14} aria-hidden />
                    ) : sorted === "desc" ? (
                      <ArrowDown size={14} aria-hidden />
                    ) : (
                      <ArrowUpDown className="sorter-idle" size={14} aria-hidden />
                    )}
                  </button>
                </th>
              ) : (
                <th key={header.id} scope="col" className={numeric} title={currency}>
                  {column.acts ? <span className="sr">Actions</span> : words}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map(({ id, original }) => {
            const urgent = priority?.(original)
            return (
              // The link in the first cell is the keyboard's way to open a row.
              <tr
                key={id}
                data-row={id}
                data-opens={open ? true : undefined}
                data-open={open?.id === id || undefined}
                data-selected={selected?.[id] || undefined}
                data-priority={urgent ?? undefined}
                data-here={isHere?.(original) || undefined}
                onClick={(event) => onRow(event, id)}
              >
                {onSelect && (
                  <td className="tick">
                    <input type="checkbox" aria-label="Select row" checked={selected?.[id] ?? false} onChange={() => onSelect((old) => toggled(old, id))} />
                  </td>
                )}
                {shown.map((column, place) => (
                  <td
                    key={column.id}
                    id={place === 0 && !open ? nameOf(original) : undefined}
                    className={column.acts ? "acts" : column.money || column.figure ? "num" : column.grows ? "grows" : undefined}
                  >
                    {place === 0 && open ? (
                      <a
                        id={nameOf(original)}
                        className="number"
                        href={open.href(id)}
                        aria-current={open.id === id || undefined}
                        onClick={(event) => {
                          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
                          event.preventDefault()
                          open.run(id)
                        }}
                      >
                        {content(column, original)}
                        {urgent && <span className="sr">, {priorityWord(urgent)}</span>}
                      </a>
                    ) : (
                      content(column, original)
                    )}
                    {place === 0 && isHere?.(original) && <OnlyHere />}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        {foot !== undefined && (
          <tfoot>
            {(totals.length ? totals : [undefined]).map((total, line) => (
              <tr key={total?.currency ?? "count"}>
                <td colSpan={span + select}>
                  <span className="foot">
                    <span>{line === 0 && foot}</span>
                    {total && (
                      <span className="muted">
                        {part ? "Total of this page" : "Total"}
                        {totals.length > 1 && `, ${total.currency}`}
                      </span>
                    )}
                  </span>
                </td>
                {total &&
                  shown.slice(span).map((column) => (
                    <td key={column.id} className="num">
                      {total.sums[column.id] !== undefined && formatFigure(total.sums[column.id] as string)}
                    </td>
                  ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  )
}

/** The sums of the money columns, one line per currency: dollars and pounds are never added. */
export const totalsOf = <Row extends RowData>(rows: readonly Row[], columns: readonly TableColumn<Row>[]) => {
  const summed = columns.filter((column) => column.money && !column.noTotal)
  const currencies = [
    ...new Set(rows.flatMap((row) => summed.map((column) => column.money?.(row)).flatMap((each) => (each?.amount ? [each.currency] : [])))),
  ].sort((one, other) => (one === "USD" ? -1 : other === "USD" ? 1 : one.localeCompare(other)))
  return currencies.map((currency) => ({
    currency,
    sums: Object.fromEntries(
      summed.map((column) => [column.id, sumMoney(rows.map((row) => column.money?.(row)).map((each) => (each?.currency === currency ? each.amount : null)))]),
    ) as Readonly<Record<string, string>>,
  }))
}
