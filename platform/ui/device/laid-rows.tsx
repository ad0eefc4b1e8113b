/** The rows of a list with what was done on this device, and above them what was added. Loaded on enrolled devices only. */
import { KeptHere } from "./kept-here.tsx"
import { type RowsHereProps, useLaidOver } from "./laid-over.ts"

export default function LaidRows<Row extends object>({ rows: read, path, children }: RowsHereProps<Row>) {
  const { rows, on, added } = useLaidOver(read, path)
  return (
    <>
      {added.length > 0 && (
        <div className="panel-body">
          <KeptHere acts={added} />
        </div>
      )}
      {children(rows, (row) => on.has((row as { readonly id?: number }).id))}
    </>
  )
}
