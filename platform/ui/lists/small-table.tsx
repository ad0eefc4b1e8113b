import type { ReactNode } from "react"

interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** `num` stands to the right, `wide` is left out where the screen is narrow */
  readonly className?: "num" | "wide" | "num wide"
}

interface Props<Row> {
  readonly label: string
  readonly className?: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** What can be done with a row, at its end; false where nothing can. */
  readonly act: false | ((row: Row) => ReactNode)
}

/** A table of a few rows that are all there, as settings have them. Lists that are long are a ListPage. */
export const SmallTable = <Row extends { readonly id: number }>({ label, className, rows, columns, act }: Props<Row>) => (
  <table className={className ? `table ${className}` : "table"} aria-label={label}>
    <thead>
      <tr>
        {columns.map(({ header, className }) => (
          <th key={header} className={className}>
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
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          {columns.map(({ header, className, cell }) => (
            <td key={header} className={className}>
              {cell(row)}
            </td>
          ))}
          {act && <td>{act(row)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
