/** One float: what is in it, its cash book, and what this person may do. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { Suspense, useState } from "react"
import { Link } from "react-router-dom"
import { pathOf, useApi } from "../../web/client.ts"
import { movementWords } from "./labels.ts"
import { known, nameOf } from "../../shared/web/labels.ts"

const TopUpDialog = lazyWithRetry(() => import("./petty-cash-top-up-dialog.tsx"))
const CountDialog = lazyWithRetry(() => import("./petty-cash-count-dialog.tsx"))
const shown = 20

export const FloatDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const float = useApi("GET /api/petty-cash-floats/:id", { id })
  const book = useApi("GET /api/petty-cash-floats/:id/movements", { id, query: { limit: shown } })
  const [asked, ask] = useState<"topUp" | "count">()
  const done = () => ask(undefined)
  const of = float.data
  if (!of) {
    return (
      <Drawer title="Float" onClose={onClose}>
        {float.isError ? <ErrorPanel error={float.error} retry={() => void float.refetch()} /> : <Loading rows={6} label="Loading floats..." />}
      </Drawer>
    )
  }
  const figure = (name: "balance" | "out", label: string) => (
    <Figure key={name} value={formatMoney(of[name], of.currency)} of={{ name: `pettyCashFloat.${name}`, parameters: { id: of.id } }} label={label} />
  )
  return (
    <Drawer
      title={of.name}
      subject={of.siteName}
      onClose={onClose}
      actions={
        <>
          {of.canCount && <Button onClick={() => ask("count")}>Count</Button>}
          {of.canTopUp && (
            <Button kind="primary" onClick={() => ask("topUp")}>
              Top up
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            ["Balance", figure("balance", "Balance")],
            ["Out with people", figure("out", "Out with people")],
            ["Limit", formatMoney(of.limit, of.currency)],
            ["Custodian", nameOf(of.custodian)],
            ["Counted", of.lastCountedOn ? <Day key="counted" date={of.lastCountedOn} /> : "Never"],
          ])}
        />
      </section>
      <section className="part">
        <h3>Cash book</h3>
        {book.isError && <ErrorPanel error={book.error} retry={() => void book.refetch()} />}
        {book.data?.length === 0 && <p className="muted">Nothing has been put into it yet.</p>}
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
          <a className="link" href={href(pathOf("GET /api/petty-cash-floats/:id/movements", { id }), { format: "xlsx" })} download>
            Whole cash book (XLSX)
          </a>
        </p>
      </section>
      <Suspense>
        {asked === "topUp" && <TopUpDialog float={of} onClose={done} />}
        {asked === "count" && <CountDialog float={of} onClose={done} />}
      </Suspense>
    </Drawer>
  )
}
