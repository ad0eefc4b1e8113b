/** The final settlement in the drawer of a person: previewed by finance, booked and reversed. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useState } from "react"
import type { SettlementAnswer } from "../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { endingName, settlementLists } from "../../web/labels.ts"
import { SettlementLines } from "./settlement-lines.tsx"
import "../../web/payroll.css"

type Settlement = typeof SettlementAnswer.Type

const SettlementDialog = lazyPart(() => import("./settlement-dialog.tsx"))

const Booked = ({ of }: { readonly of: Settlement }) => {
  const [asking, ask] = useState(false)
  const reverse = useCommand("PUT /api/hr/staff/:id/settlement/reverse", {
    id: of.staffId,
    body: (reason: string) => ({ reason }),
    lists: settlementLists(of.staffId),
    done: "Settlement reversed",
    failed: "Failed to reverse the settlement",
  })
  return (
    <>
      <p className="muted">
        {endingName(of.reason)}, last day {formatDay(of.lastDay)}. Paid with{" "}
        {of.payroll ? `${of.payroll.periodName}, ${of.payroll.status}` : `the payroll of ${formatDay(of.payOn)}`}.
      </p>
      <SettlementLines of={of} />
      {of.canReverse && (
        <div>
          <Button kind="danger" onClick={() => ask(true)}>
            Reverse
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={`Reverse the settlement of ${of.name}`}
          text="It is not paid with the payroll, and the leave days are restored. It can be booked again."
          confirm="Reverse"
          pending="Saving..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => reverse.send(reason)}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

const Part = ({ staffId, hasLeft }: { readonly staffId: number; readonly hasLeft: boolean }) => {
  const [open, setOpen] = useState(false)
  const settlement = useApi("GET /api/hr/staff/:id/settlement", hasLeft ? { id: staffId } : null)
  const button = !inThePast && (
    <div>
      <Button kind={hasLeft ? "primary" : "plain"} onClick={() => setOpen(true)}>
        {hasLeft ? "Settle" : "Amount due"}
      </Button>
    </div>
  )
  return (
    <section className="part">
      <h3>Final settlement</h3>
      {hasLeft ? (
        <Answer of={settlement} rows={3}>
          {(of) =>
            of.status === "booked" ? (
              <div className="stack payroll-slip">
                <Booked of={of} />
              </div>
            ) : (
              <div className="stack payroll-slip">
                <p className="muted">Nothing is booked yet for the last day, {formatDay(of.lastDay)}.</p>
                {button}
              </div>
            )
          }
        </Answer>
      ) : (
        button
      )}
      {open && <SettlementDialog staffId={staffId} hasLeft={hasLeft} onClose={() => setOpen(false)} />}
    </section>
  )
}

export const SettlementPart = (props: { readonly staffId: number; readonly hasLeft: boolean }) =>
  useSession().sees("finance.full") ? <Part {...props} /> : null
