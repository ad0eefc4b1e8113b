/** Days that changed after this payroll, with when that became known, and the decision on them. */
import { Button } from "@ops/platform/ui/button.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDay, When } from "@ops/platform/ui/date.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useState } from "react"
import type { LateDaysAnswer } from "../../contract.ts"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { payrollLists, type Period } from "../../web/labels.ts"

type LateDays = typeof LateDaysAnswer.Encoded
type Decision = NonNullable<LateDays["decision"]>
const decided: Readonly<Record<Decision, string>> = { correct: "Corrected by the next payroll", decline: "Stays as it was paid" }

const Decide = ({ of, decision, onClose }: { readonly of: LateDays; readonly decision: Decision; readonly onClose: () => void }) => {
  const act = useCommand("POST /api/hr/payroll-periods/:id/late-days", {
    id: of.periodId,
    body: (reason: string) => ({ staffId: of.staffId, decision, reason }),
    lists: [...payrollLists, pathOf("GET /api/hr/payroll-periods/:id/late-days", { id: of.periodId })],
    done: decided[decision],
    failed: "Failed to decide",
  })
  return (
    <ConfirmDialog
      title={decision === "correct" ? "Correct by the next payroll" : "Leave as it was paid"}
      text={`${of.name}, ${of.days.map(formatDay).join(", ")}: ${formatMoney(of.amount, of.currency)}.`}
      confirm={decision === "correct" ? "Correct" : "Decline"}
      pending="Deciding..."
      reason={{ label: "Reason", required: decision === "decline" }}
      onConfirm={act.send}
      onClose={onClose}
    />
  )
}

export const LateDaysPart = ({ period }: { readonly period: Period }) => {
  const found = useApi("GET /api/hr/payroll-periods/:id/late-days", { id: period.id })
  const [asked, ask] = useState<{ readonly of: LateDays; readonly decision: Decision }>()
  if (found.data?.length === 0) return null
  return (
    <section className="part">
      <h3>Changed after it was paid</h3>
      <Answer of={found} rows={2}>
        {(rows) => (
          <ul className="stack" aria-label="Changed after it was paid">
            {rows.map((of) => (
              <li key={of.staffId}>
                <b>{of.name}</b> <span className="muted">{of.staffNumber}</span>, {of.days.map(formatDay).join(", ")}: {formatMoney(of.amount, of.currency)}{" "}
                <small className="muted">
                  known <When at={of.knownAt} />
                </small>
                {of.decision === null ? (
                  <div className="line">
                    <Button onClick={() => ask({ of, decision: "correct" })}>Correct</Button>
                    <Button onClick={() => ask({ of, decision: "decline" })}>Decline</Button>
                  </div>
                ) : (
                  <div>
                    {decided[of.decision]}
                    {of.reason && <small className="muted">: {of.reason}</small>}
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {asked && <Decide {...asked} onClose={() => ask(undefined)} />}
    </section>
  )
}
