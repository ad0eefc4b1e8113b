/** Rate changes that wait for a second person. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useState } from "react"
import type { rateChanges } from "../resource.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { personName } from "../../taxes/web/tax-labels.ts"
import { rateLists } from "../../web/labels.ts"

type Change = (typeof rateChanges)["Row"]

const Rejection = ({ change, onClose }: { readonly change: Change; readonly onClose: () => void }) => {
  const reject = useCommand("POST /api/exchange-rates/changes/:id/reject", {
    id: change.id,
    lists: rateLists,
    done: `${change.changeNumber} rejected`,
    failed: "Failed to reject the change",
  })
  return (
    <ConfirmDialog
      title={`Reject ${change.changeNumber}?`}
      text="The rate does not change."
      confirm="Reject"
      danger
      reason={{ label: "Reason", required: true }}
      onConfirm={(reason) => reject.send({ reason })}
      onClose={onClose}
    />
  )
}

export const RateChanges = () => {
  const waiting = useApi("GET /api/exchange-rates/changes", { query: { status: "proposed" } })
  const [rejected, setRejected] = useState<Change>()
  const confirm = useCommand("POST /api/exchange-rates/changes/:id/confirm", {
    params: ({ id }: Change) => ({ id }),
    body: () => undefined,
    lists: rateLists,
    done: ({ changeNumber, rate }) => `${changeNumber} confirmed: ${formatFigure(rate)} SSP per USD`,
    failed: "Failed to confirm the change",
  })
  const changes = waiting.data ?? []
  if (changes.length === 0) return null
  return (
    <>
      <Panel title="Changes awaiting a second person" count={changes.length}>
        <Rows>
          {changes.map((change) => (
            <Row
              key={change.id}
              act={
                <span className="line">
                  {change.canConfirm && (
                    <button type="button" className="act" data-solid disabled={confirm.pending} onClick={() => void confirm.run(change)}>
                      Confirm
                    </button>
                  )}
                  {change.canReject && (
                    <button type="button" className="act" onClick={() => setRejected(change)}>
                      {change.canConfirm ? "Reject" : "Withdraw"}
                    </button>
                  )}
                </span>
              }
            >
              <b>
                {statusWord(change.type)} rate from <Day date={change.from} />: <span className="num">{formatFigure(change.rate)}</span> SSP
              </b>{" "}
              instead of <span className="num">{formatFigure(change.was)}</span>
              <p className="muted">
                {change.changeNumber}, {personName(change.proposedByUser) ?? "the system"}: {change.reason}
              </p>
            </Row>
          ))}
        </Rows>
      </Panel>
      {rejected && <Rejection change={rejected} onClose={() => setRejected(undefined)} />}
    </>
  )
}
