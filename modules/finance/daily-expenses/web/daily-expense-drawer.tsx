/** A site's expenses of a day, and their approval. */
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { factsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { useState } from "react"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { History } from "../../shared/web/history.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { Receipts } from "../../shared/web/receipts.tsx"
import { dailyExpenseLists, known, nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"

const costs = screen.commands.record.fields.filter(({ kind }) => kind === "money").map(({ name, label }) => ({ key: name, title: label }))

export const DailyExpenseDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const path = pathOf("GET /api/daily-expenses/:id", { id })
  const expense = useApi("GET /api/daily-expenses/:id", { id })
  const [asked, ask] = useState<"override" | "reject">()
  const done = () => ask(undefined)
  const of = expense.data
  const approve = useCommand("POST /api/daily-expenses/:id/approve", {
    id,
    body: (input: { overrideReason: string | null }) => ({ ...input, version: of?.version }),
    lists: dailyExpenseLists,
    done: "Daily expenses approved",
    failed: "Failed to approve daily expenses",
  })
  const reject = useCommand("POST /api/daily-expenses/:id/reject", {
    id,
    lists: dailyExpenseLists,
    done: "Daily expenses rejected",
    failed: "Failed to reject daily expenses",
  })

  if (!of) {
    return (
      <Drawer title="Daily expenses" onClose={onClose}>
        {expense.isError ? <ErrorPanel error={expense.error} retry={() => void expense.refetch()} /> : <Loading rows={6} label="Loading daily expenses..." />}
      </Drawer>
    )
  }
  const override = of.status === "pending" && !of.canApprove && (user?.accessLevel ?? 0) >= 10 && can("approval.override")
  return (
    <Drawer
      title={`${of.siteName}, ${formatDay(of.expenseDate)}`}
      subject="Daily expenses"
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          {of.canReject && (
            <Button kind="danger" onClick={() => ask("reject")}>
              Reject
            </Button>
          )}
          <ReverseButton can={of.canReverse} what={`${of.siteName}, ${formatDay(of.expenseDate)}`} path={path} version={of.version} lists={dailyExpenseLists} />
          {override && <Button onClick={() => ask("override")}>Approve by override</Button>}
          {of.canApprove && (
            <Button kind="primary" disabled={approve.pending} onClick={() => approve.run({ overrideReason: null })}>
              Approve
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <table className="table">
          <thead>
            <tr>
              <th>Spent on</th>
              <th className="num">{of.currency}</th>
            </tr>
          </thead>
          <tbody>
            {costs.map(({ key, title }) => (
              <tr key={key}>
                <td>{title}</td>
                <td className="num">{formatFigure(String(of[key]))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <td className="num">
                <Figure value={formatFigure(of.totalCost)} of={{ name: "dailyExpense.total", parameters: { id: of.id } }} label="Total" />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      <section className="part">
        {of.status === "pending" && of.cannot.approve !== undefined && !inThePast && <p className="hint">{of.cannot.approve}.</p>}
        <KeyValues
          of={[
            ["Staff", String(of.staffCount)],
            ...factsOf(screen, of, {
              recordedByUser: nameOf(of.recordedByUser),
              approvedByUser: of.approvedDate && nameOf(of.approvedByUser),
              journalEntryNumber: of.journalEntryId && <JournalEntry key="entry" id={of.journalEntryId} number={of.journalEntryNumber} />,
            }),
            ...known(reversalFacts(of.reversal)),
          ]}
        />
      </section>
      <Receipts of={of.receipts} />
      <History path={path} />
      {asked === "override" && (
        <ConfirmDialog
          title="Approve by override"
          text="You recorded it yourself. The reason stays in its history."
          confirm="Approve"
          pending="Approving..."
          reason={{ label: "Reason", required: true }}
          onConfirm={(overrideReason) => approve.send({ overrideReason })}
          onClose={done}
        />
      )}
      {asked === "reject" && (
        <ConfirmDialog
          title={`Reject ${of.siteName}, ${formatDay(of.expenseDate)}`}
          text="Rejected, it is not posted. The day can be recorded again."
          confirm="Reject"
          pending="Rejecting..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => reject.send({ reason })}
          onClose={done}
        />
      )}
    </Drawer>
  )
}
