/** The taxes, and the rates of each by date. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, formatDay, today } from "@ops/platform/ui/date.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"

const TaxCodeDialog = lazyPart(() => import("./tax-code-dialog.tsx"))
const TaxRateDialog = lazyPart(() => import("./tax-rate-dialog.tsx"))

interface Proposal {
  readonly code: string
  readonly from: string
}
const taxLists = pathsOf("GET /api/tax-codes", "GET /api/tax-codes/history", "GET /api/periods")

export const TaxCodes = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const taxes = useApi("GET /api/tax-codes")
  const sets = can("finance.full", "currency.manage")
  const [rejected, setRejected] = useState<Proposal>()
  const confirm = useCommand("POST /api/tax-codes/:code/rates/:from/confirm", {
    params: ({ code, from }: Proposal) => ({ code, from }),
    lists: taxLists,
    done: "Rate confirmed",
    failed: "Failed to confirm the rate",
  })
  const reject = useCommand("POST /api/tax-codes/:code/rates/:from/reject", {
    params: ({ code, from }: Proposal & { readonly reason: string }) => ({ code, from }),
    body: ({ reason }) => ({ reason }),
    lists: taxLists,
    done: "Rate rejected",
    failed: "Failed to reject the rate",
  })
  return (
    <>
      <Panel
        title="Taxes"
        actions={
          sets && (
            <>
              <Button onClick={() => dialog.open("new-tax")}>New Tax</Button>
              <Button kind="primary" onClick={() => dialog.open("tax-rate")}>
                Set Rate
              </Button>
            </>
          )
        }
      >
        <Answer of={taxes} empty={{ title: "There are no taxes" }}>
          {(all) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
            <section className="table-frame" tabIndex={0} aria-label="Rates of taxes">
              <table className="table" aria-label="Taxes">
                <thead>
                  <tr>
                    <th>Code</th>
                    <th className="wide">Name</th>
                    <th>From</th>
                    <th className="wide">Source</th>
                    <th>State</th>
                    <th className="num">Percent</th>
                  </tr>
                </thead>
                <tbody>
                  {all.flatMap(({ code, name, proposals }) =>
                    proposals.map(({ from, rate, source, proposedByUser, canConfirm }) => (
                      <tr key={`${code} ${from} proposed`}>
                        <td>{code}</td>
                        <td className="wide">{name}</td>
                        <td>
                          <Day date={from} />
                        </td>
                        <td className="wide">
                          {source}
                          {proposedByUser && <span className="muted">, proposed by {`${proposedByUser.firstName} ${proposedByUser.lastName}`}</span>}
                        </td>
                        <td>
                          <Badge tone="amber">Proposed</Badge>{" "}
                          {canConfirm && (
                            <Button disabled={confirm.pending} onClick={() => void confirm.run({ code, from })}>
                              Confirm
                            </Button>
                          )}
                          {sets && <Button onClick={() => setRejected({ code, from })}>Reject</Button>}
                        </td>
                        <td className="num">{formatFigure(rate)}</td>
                      </tr>
                    )),
                  )}
                  {all.flatMap(({ code, name, rates }) => {
                    const current = rates.filter(({ from }) => from <= today()).at(-1)?.from
                    if (rates.length === 0) {
                      return [
                        <tr key={code}>
                          <td>{code}</td>
                          <td className="wide">{name}</td>
                          <td colSpan={4} className="muted">
                            No rate yet
                          </td>
                        </tr>,
                      ]
                    }
                    return rates.toReversed().map(({ from, rate, source, confirmed }) => (
                      <tr key={`${code} ${from}`}>
                        <td>{code}</td>
                        <td className="wide">{name}</td>
                        <td>
                          <Day date={from} />
                        </td>
                        <td className="wide">{source}</td>
                        <td>{from === current ? <Badge tone="teal">In force</Badge> : confirmed ? "" : "Not confirmed"}</td>
                        <td className="num">{formatFigure(rate)}</td>
                      </tr>
                    ))
                  })}
                </tbody>
              </table>
            </section>
          )}
        </Answer>
      </Panel>
      <HistoryPart path={pathOf("GET /api/tax-codes/history")} />
      {rejected && (
        <ConfirmDialog
          title={`Reject the rate of ${rejected.code} from ${formatDay(rejected.from)}`}
          text="It will not take effect. Another rate can be proposed."
          confirm="Reject"
          pending="Rejecting..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => reject.send({ ...rejected, reason })}
          onClose={() => setRejected(undefined)}
        />
      )}
      {dialog.name === "new-tax" && sets && <TaxCodeDialog onClose={dialog.close} />}
      {dialog.name === "tax-rate" && sets && taxes.data && <TaxRateDialog codes={taxes.data} onClose={dialog.close} />}
    </>
  )
}
