/** Whether the sub-ledgers agree with the books, and the revaluation of open SSP balances at each month-end. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, today } from "@ops/platform/ui/date.tsx"
import { formatFigure, Money } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Check as Tick, X } from "lucide-react"
import { Link } from "react-router-dom"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { useApi } from "../../web/client.ts"
import { personName } from "../../taxes/web/tax-labels.ts"

const BalanceDialog = lazyPart(() => import("./balance-dialog.tsx"))
const RevaluationDialog = lazyPart(() => import("../../revaluations/web/revaluation-dialog.tsx"))

export const Checks = () => (
  <>
    <Ties />
    <Revaluations />
  </>
)

const Ties = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const may = can("finance.full", "payments.process")
  const [asAt, setAsAt] = useAddress("asAt")
  const ties = useApi("GET /api/ledger/checks", { query: asAt ? { asAt } : undefined })
  return (
    <Panel title="Standing checks" actions={may && <Button onClick={() => dialog.open("state")}>State a Balance</Button>}>
      <label className="books-as-at" htmlFor="checks-as-at">
        <span>As at</span>
        <DateInput id="checks-as-at" max={today()} value={asAt ?? today()} onChange={(day) => void setAsAt(day || null)} />
      </label>
      <Answer of={ties} rows={6}>
        {(rows) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
          <div className="table-frame" tabIndex={0} role="region" aria-label="Standing checks">
            <table className="table">
              <thead>
                <tr>
                  <th>Check</th>
                  <th>Currency</th>
                  <th className="num wide">Books</th>
                  <th className="num wide" title="Entries dated this day or earlier but posted later, because their month was closed">
                    Late facts
                  </th>
                  <th className="num wide">Sub-ledger</th>
                  <th className="num">Difference</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((tie) => (
                  <tr key={`${tie.key} ${tie.currency}`}>
                    <td className="books-words">
                      <span className="books-tie" data-ok={tie.ok || undefined}>
                        {tie.ok ? <Tick size={16} strokeWidth={2} aria-label="Holds" /> : <X size={16} strokeWidth={2} aria-label="Out of balance" />}
                        {tie.path === null ? (
                          tie.title
                        ) : (
                          <Link className="link" to={tie.path}>
                            {tie.title}
                          </Link>
                        )}
                        {may && tie.assertionId !== null && (
                          <button type="button" className="act" onClick={() => dialog.open("withdraw", tie.assertionId!)}>
                            Withdraw
                          </button>
                        )}
                      </span>
                    </td>
                    <td>{tie.currency}</td>
                    <td className="num wide">
                      {tie.accounts.length === 1 ? (
                        <Link
                          className="link"
                          to={`/financial?tab=reports&report=general-ledger&account=${tie.accounts[0]}&period=${(asAt ?? today()).slice(0, 7)}`}
                        >
                          {formatFigure(tie.books)}
                        </Link>
                      ) : (
                        formatFigure(tie.books)
                      )}
                    </td>
                    <td className="num wide">{formatFigure(tie.late)}</td>
                    <td className="num wide">{formatFigure(tie.subLedger)}</td>
                    <td className={tie.ok ? "num" : "num negative"}>{formatFigure(tie.difference)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Answer>
      {may && (dialog.name === "state" || dialog.name === "withdraw") && (
        <BalanceDialog withdraws={dialog.name === "withdraw" ? dialog.value : undefined} onClose={dialog.close} />
      )}
    </Panel>
  )
}

const Revaluations = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const done = useApi("GET /api/revaluations")
  const may = can("finance.full")
  return (
    <Panel title="Revaluation at month-end" actions={may && <Button onClick={() => dialog.open("revalue")}>Revalue a Month</Button>}>
      <Answer
        of={done}
        rows={3}
        empty={{
          title: "No month revalued yet",
          text: "Open SSP balances are revalued at the rate of the last day; the entry is reversed on the next first day.",
        }}
      >
        {(rows) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
          <div className="table-frame" tabIndex={0} role="region" aria-label="Revaluations">
            <table className="table">
              <thead>
                <tr>
                  <th>Month</th>
                  <th className="num wide">SSP per USD</th>
                  <th className="num">Difference (USD)</th>
                  <th>Posted and reversed</th>
                  <th className="wide">By</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ period, date, rate, total, entries, revaluedByUser }) => (
                  <tr key={period}>
                    <td className="books-words">
                      {formatMonth(period)}
                      <small className="muted">
                        at <Day date={date} />
                      </small>
                    </td>
                    <td className="num wide">{formatFigure(rate)}</td>
                    <td className="num">
                      <Money amount={total} currency="USD" plain />
                    </td>
                    <td>
                      {entries.length === 0 && <span className="muted">Nothing to post</span>}
                      {entries.flatMap(({ entry, reversal }) =>
                        [entry, reversal].map(({ id, entryNumber }, n) => (
                          <span key={id}>
                            {n === 1 && ", "}
                            <Link className="link" to={`/financial?tab=reports&view=journal&open=${id}`}>
                              {entryNumber}
                            </Link>
                            {n === 1 && " "}
                          </span>
                        )),
                      )}
                    </td>
                    <td className="wide">{personName(revaluedByUser) ?? "The system"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Answer>
      {dialog.name === "revalue" && may && <RevaluationDialog onClose={dialog.close} />}
    </Panel>
  )
}
