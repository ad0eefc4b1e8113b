/** The selected rows of a list, and the actions on them: a dark bar at the bottom of the screen. */
import { Theme } from "@radix-ui/themes"
import type { RowData } from "@tanstack/react-table"
import type { ReactNode } from "react"
import { Button } from "../button.tsx"
import { useKeys } from "../keyboard.tsx"
import { formatMoney } from "../money.tsx"
import { type TableColumn, totalsOf } from "./data-table.tsx"

interface ChosenProps<Row extends RowData> {
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
  readonly clear: () => void
  readonly children: ReactNode
}

export const Chosen = <Row extends RowData>({ rows, columns, clear, children }: ChosenProps<Row>) => {
  useKeys("Selection", { Escape: ["Clear the selection", clear] })
  const [amount] = columns.filter(({ money, noTotal }) => money && !noTotal)
  const sums = amount ? totalsOf(rows, [amount]).map(({ currency, sums }) => formatMoney(sums[amount.id]!, currency)) : []
  return (
    <Theme asChild appearance="dark" hasBackground={false}>
      <section className="chosen" aria-label="Selected">
        <b>{rows.length} selected</b>
        {sums.length > 0 && <span className="muted num">{sums.join(" and ")}</span>}
        <span className="chosen-acts">{children}</span>
        <Button kind="quiet" onClick={clear}>
          Clear <kbd aria-hidden>Esc</kbd>
        </Button>
      </section>
    </Theme>
  )
}
