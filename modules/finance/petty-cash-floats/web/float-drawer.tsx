/** One float: its balance, its cash book, and what this person may do. */
import { href } from "@ops/platform/ui/data/api.ts"
import { Day } from "@ops/platform/ui/date.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { Link } from "react-router-dom"
import { nameOf } from "../../shared/web/labels.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { screen } from "../screen.ts"
import { type Float, movementWords } from "./labels.ts"

const forms = {
  topUp: lazyWithRetry(() => import("./top-up-dialog.tsx")),
  count: lazyWithRetry(() => import("./count-dialog.tsx")),
}
const shown = 20

export const FloatDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["count", "topUp"]}
    parts={(of) => ({
      subject: of.siteName,
      forms,
      facts: {
        out: <Figure value={formatMoney(of.out, of.currency)} of={{ name: "pettyCashFloat.out", parameters: { id: of.id } }} label="Out with people" />,
        custodian: nameOf(of.custodian),
        lastCountedOn: of.lastCountedOn === null ? "Never" : undefined,
      },
      below: <CashBook of={of} />,
    })}
    onClose={onClose}
  />
)

const CashBook = ({ of }: { readonly of: Float }) => {
  const book = useApi("GET /api/petty-cash-floats/:id/movements", { id: of.id, query: { limit: shown } })
  return (
    <section className="part">
      <h3>Cash book</h3>
      {book.isError && <ErrorPanel error={book.error} retry={() => void book.refetch()} />}
      {book.data?.length === 0 && <p className="muted">It has not been topped up yet.</p>}
      {book.data && book.data.length > 0 && (
        <div className="table-frame finance-book" tabIndex={0} role="region" aria-label="Cash book">
          <table className="table">
            <thead>
              <tr>
                <th>What</th>
                <th className="num">Amount ({of.currency})</th>
                <th className="num">Balance</th>
              </tr>
            </thead>
            <tbody>
              {book.data.map((line) => (
                <tr key={line.id}>
                  <td>
                    {movementWords[line.kind]}{" "}
                    {line.requestId === null ? (
                      line.reference
                    ) : (
                      <Link className="link" to={`/marketing?tab=petty-cash&open=${line.requestId}`}>
                        {line.reference}
                      </Link>
                    )}
                    <div className="muted">
                      <Day date={line.date} />
                      {line.reason && `, ${line.reason}`}
                    </div>
                  </td>
                  <td className="num">
                    <Money amount={line.amount} currency={of.currency} plain />
                  </td>
                  <td className="num">
                    <Money amount={line.balance} currency={of.currency} plain />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <a className="link" href={href(pathOf("GET /api/petty-cash-floats/:id/movements", { id: of.id }), { format: "xlsx" })} download>
          Whole cash book (XLSX)
        </a>
      </p>
    </section>
  )
}
