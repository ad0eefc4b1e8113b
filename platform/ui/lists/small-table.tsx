import type { ReactNode } from "react"

interface Column<Row> {
  /** if no column has one, the table has no header */
  readonly header?: string
  readonly cell: (row: Row, n: number) => ReactNode
  /** `num` is right-aligned, `wide` is hidden on a narrow screen */
  readonly className?: "num" | "wide" | "num wide" | "picture wide"
}

interface Props<Row> {
  readonly label?: string
  readonly className?: string
  readonly rows: readonly Row[]
  /** identifies rows that have no id */
  readonly rowKey?: (row: Row, n: number) => string | number
  readonly columns: readonly Column<Row>[]
  /** The actions on a row, at its end; false if there are none. */
  readonly act?: false | ((row: Row) => ReactNode)
  /** below the rows, such as a total */
  readonly foot?: ReactNode
}

const idOf = (row: object, n: number) => (row as { readonly id?: number }).id ?? n

/** A table of a few rows without paging, as in settings and drawers. Long lists use ListPage. */
export const SmallTable = <Row extends object>({ label, className, rows, rowKey = idOf, columns, act = false, foot }: Props<Row>) => (
  <table className={className ? `table ${className}` : "table"} aria-label={label}>
    {columns.some(({ header }) => header !== undefined) && (
      <thead>
        <tr>
          {columns.map(({ header, className }, n) => (
            <th key={n} className={className}>
              {header}
            </th>
          ))}
          {act && (
            <th>
              <span className="sr">Act</span>
            </th>
          )}
        </tr>
      </thead>
    )}
    <tbody>
      {rows.map((row, n) => (
        <tr key={rowKey(row, n)}>
          {columns.map(({ className, cell }, at) => (
            <td key={at} className={className}>
              {cell(row, n)}
            </td>
          ))}
          {act && <td>{act(row)}</td>}
        </tr>
      ))}
    </tbody>
    {foot && <tfoot>{foot}</tfoot>}
  </table>
)
