/** The lines of an entry, of a draft or of a previewed entry, with their totals if given. */
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatFigure, Money, sumMoney } from "@ops/platform/ui/money.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { Link } from "react-router-dom"

interface Line {
  readonly accountNumber: string
  readonly accountName: string
  readonly debitAmount: string
  readonly creditAmount: string
  readonly debitUsd?: string
  readonly creditUsd?: string
  readonly description?: string
  readonly siteId?: number | null
}
interface EntryLinesProps {
  readonly of: {
    readonly currency: string
    readonly lines: readonly Line[]
    readonly totalDebit?: string
    readonly totalCredit?: string
  }
  /** the id and date of a posted entry: its totals can be explained, and its accounts link to their ledger */
  readonly posted?: { readonly id: number; readonly entryDate: string }
  readonly title?: string
}

const sides = ["Debit", "Credit"] as const

export const EntryLines = ({ of: { currency, lines, totalDebit, totalCredit }, posted, title = "Lines" }: EntryLinesProps) => {
  const sites = useSites()
  const isForeign = currency !== "USD" && lines.some(({ debitUsd }) => debitUsd !== undefined)
  const side = (amount = "0.00", unit = currency) => <td className="num">{amount === "0.00" ? "" : <Money amount={amount} currency={unit} plain />}</td>
  const inUsd = (of: "debitUsd" | "creditUsd") => formatFigure(sumMoney(lines.map((line) => line[of] ?? "0.00")))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <div className="table-frame" tabIndex={0} role="region" aria-label={title}>
      <table className="table books-lines">
        <thead>
          <tr>
            <th>Account</th>
            {[currency, ...(isForeign ? ["USD"] : [])].flatMap((unit) =>
              sides.map((side) => (
                <th key={`${side} ${unit}`} className="num">
                  {side} ({unit})
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ accountNumber, accountName, description, siteId, ...line }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an account can have two lines
            <tr key={`${accountNumber} ${n}`}>
              <td className="books-words">
                {posted ? (
                  <Link className="link" to={`/financial?tab=reports&report=general-ledger&account=${accountNumber}&period=${posted.entryDate.slice(0, 7)}`}>
                    {accountNumber} {accountName}
                  </Link>
                ) : (
                  `${accountNumber} ${accountName}`
                )}
                <small className="muted">{[description, sites.find(({ id }) => id === siteId)?.name].filter(Boolean).join(" · ")}</small>
              </td>
              {side(line.debitAmount)}
              {side(line.creditAmount)}
              {isForeign && side(line.debitUsd, "USD")}
              {isForeign && side(line.creditUsd, "USD")}
            </tr>
          ))}
        </tbody>
        {totalDebit !== undefined && totalCredit !== undefined && (
          <tfoot>
            <tr>
              <td>Total</td>
              {[totalDebit, totalCredit].map((amount, n) => (
                <td key={sides[n]} className="num">
                  {posted ? (
                    <Figure
                      value={formatFigure(amount)}
                      of={{ name: "journalEntry.total", parameters: { id: posted.id } }}
                      label={`Total ${sides[n]!.toLowerCase()}`}
                    />
                  ) : (
                    formatFigure(amount)
                  )}
                </td>
              ))}
              {isForeign && <td className="num">{inUsd("debitUsd")}</td>}
              {isForeign && <td className="num">{inUsd("creditUsd")}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
