/** Changes of a project's budget, and their approval. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { useApi } from "../../web/client.ts"
import { type Change, codeName, moneyLists, nameOf } from "./budget-labels.ts"

interface Props {
  readonly projectId: number
  readonly canChange: boolean
  readonly ask: () => void
}

export const BudgetChanges = ({ projectId, canChange, ask }: Props) => {
  const changes = useApi("GET /api/construction-projects/:id/changes", { id: projectId, query: { limit: 200 } })
  // the inbox links here with one of them
  const [linked, setLinked] = useAddress("change")
  const [chosen, choose] = useState<{ readonly change: Change; readonly approve: boolean }>()
  const close = () => {
    choose(undefined)
    void setLinked(null)
  }
  const waiting = changes.data?.find(({ id, canDecide }) => String(id) === linked && canDecide)
  const deciding = chosen ?? (waiting && { change: waiting, approve: true })
  const decide = useApiMutation<{ change: Change; approve: boolean; said: string }, Change>({
    method: "PATCH",
    path: ({ change, approve }) => `/api/construction-changes/${change.id}/${approve ? "approve" : "reject"}`,
    body: ({ change, approve, said }) => (approve ? { note: said, version: change.version } : { reason: said }),
    lists: moneyLists,
    done: ({ changeNumber, status }) => `${changeNumber} ${status}`,
    failed: "Failed to decide on the change",
  })
  return (
    <Panel title="Changes" actions={canChange && <Button onClick={ask}>Ask for a change</Button>}>
      <Answer of={changes} empty={{ title: "No budget changes requested" }}>
        {(rows) => (
          <DataTable
            rows={rows}
            label="Budget changes"
            rowId={({ id }) => String(id)}
            columns={[
              { id: "changeNumber", header: "Change", cell: ({ changeNumber }) => changeNumber },
              {
                id: "createdAt",
                header: "Asked",
                cell: ({ createdAt, requestedByUser }) => (
                  <>
                    <When at={createdAt} />
                    {requestedByUser && `, ${nameOf(requestedByUser)}`}
                  </>
                ),
              },
              { id: "reason", header: "Reason", cell: ({ reason, decisionNote }) => (decisionNote ? `${reason} (${decisionNote})` : reason), grows: true },
              { id: "lines", header: "Cost codes", cell: ({ lines }) => lines.map(({ costCode }) => costCode.code).join(", ") },
              { id: "total", header: "Budget", money: ({ total }) => ({ amount: total, currency: "USD" }) },
              { id: "contractAmount", header: "Contract", money: ({ contractAmount }) => ({ amount: contractAmount, currency: "USD" }) },
              { id: "status", header: "Status", cell: ({ status }) => <StatusMark status={status} /> },
              {
                id: "actions",
                header: "Actions",
                cell: (change) =>
                  change.canDecide && (
                    <span className="budget-acts">
                      <button
                        type="button"
                        className="act"
                        data-solid
                        aria-label={`Approve ${change.changeNumber}`}
                        onClick={() => choose({ change, approve: true })}
                      >
                        Approve
                      </button>
                      <button type="button" className="act" aria-label={`Reject ${change.changeNumber}`} onClick={() => choose({ change, approve: false })}>
                        Reject
                      </button>
                    </span>
                  ),
              },
            ]}
          />
        )}
      </Answer>
      {deciding && (
        <ConfirmDialog
          title={`${deciding.approve ? "Approve" : "Reject"} ${deciding.change.changeNumber}`}
          text={
            <>
              <p>{deciding.change.reason}</p>
              <p>
                {deciding.change.lines.map(({ costCode, amount }) => `${codeName(costCode)}: ${formatMoney(amount, "USD")}`).join(". ")}
                {deciding.change.contractAmount !== "0.00" && `. The contract: ${formatMoney(deciding.change.contractAmount, "USD")}`}
              </p>
            </>
          }
          reason={deciding.approve ? { label: "Note" } : { label: "Reason", required: true }}
          confirm={deciding.approve ? "Approve" : "Reject"}
          danger={!deciding.approve}
          onConfirm={(said) => decide.send({ ...deciding, said })}
          onClose={close}
        />
      )}
    </Panel>
  )
}
