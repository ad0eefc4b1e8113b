/** The amounts that make up the total of a record, one below the other. */
import type { CommandScreen, Screen } from "../../http/resources/screen.ts"
import { Figure } from "../figure.tsx"
import { SmallTable } from "../lists/small-table.tsx"
import { formatFigure } from "../money.tsx"
import { currencyOf, figureOf, type Typed } from "./screen-parts.tsx"

/** The fields of a command that are amounts. */
export const amountsOf = ({ fields }: CommandScreen) => fields.filter(({ kind }) => kind === "money")

interface AmountsProps<R extends Typed> {
  readonly screen: Screen<R>
  readonly row: R["Row"]
  /** the command by which they are given */
  readonly command: keyof R["commands"] & string
  /** what stands above their names */
  readonly header: string
}

export const Amounts = <R extends Typed>({ screen, row, command, header }: AmountsProps<R>) => {
  const of = row as Readonly<Record<string, unknown>>
  const [total, figure] = [formatFigure(String(of[screen.amount?.field ?? ""])), figureOf(screen, row)]
  return (
    <section className="part">
      <SmallTable
        rows={amountsOf(screen.commands[command])}
        rowKey={({ name }) => name}
        columns={[
          { header, cell: ({ label }) => label },
          { header: currencyOf(row), className: "num", cell: ({ name }) => formatFigure(String(of[name])) },
        ]}
        foot={
          <tr>
            <td>Total</td>
            <td className="num">{figure ? <Figure value={total} of={figure} label="Total" /> : total}</td>
          </tr>
        }
      />
    </section>
  )
}
