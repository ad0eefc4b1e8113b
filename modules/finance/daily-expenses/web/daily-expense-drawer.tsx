/** A site's expenses of a day, and their approval. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { factsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { pathOf, useApi } from "../../web/client.ts"
import { History } from "../../shared/web/history.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { Receipts } from "../../shared/web/receipts.tsx"
import { dailyExpenseLists, known, nameOf } from "../../shared/web/labels.ts"
import type { dailyExpenses } from "../resource.ts"
import { screen } from "../screen.ts"

const { approve, reject } = screen.commands

const costs = screen.commands.record.fields.filter(({ kind }) => kind === "money").map(({ name, label }) => ({ key: name, title: label }))

export const DailyExpenseDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/daily-expenses/:id", { id })} noun="Daily expenses" loading="Loading daily expenses..." onClose={onClose}>
    {(of) => <DailyExpense of={of} onClose={onClose} />}
  </RecordDrawer>
)

const DailyExpense = ({ of, onClose }: { readonly of: (typeof dailyExpenses)["Row"]; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const path = pathOf("GET /api/daily-expenses/:id", { id: of.id })
  const name = `${of.siteName}, ${formatDay(of.expenseDate)}`
  const mayOverride = of.status === "pending" && !of.canApprove && (user?.accessLevel ?? 0) >= 10 && can("approval.override")
  const approval = { command: approve, done: "Daily expenses approved", failed: "Failed to approve daily expenses" }
  return (
    <Drawer
      title={name}
      subject="Daily expenses"
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          <Decisions
            row={of}
            lists={dailyExpenseLists}
            of={[
              {
                command: reject,
                can: of.canReject,
                button: "Reject",
                kind: "danger",
                confirm: {
                  title: `Reject ${name}`,
                  text: "Rejected, it is not posted. The day can be recorded again.",
                  submit: "Reject",
                  pending: "Rejecting...",
                  reason: "reason",
                },
                done: "Daily expenses rejected",
                failed: "Failed to reject daily expenses",
              },
            ]}
          />
          <ReverseButton can={of.canReverse} what={name} path={path} version={of.version} lists={dailyExpenseLists} />
          <Decisions
            row={of}
            lists={dailyExpenseLists}
            of={[
              {
                ...approval,
                can: mayOverride,
                button: "Approve by override",
                confirm: {
                  title: "Approve by override",
                  text: "You recorded it yourself. The reason stays in its history.",
                  submit: "Approve",
                  pending: "Approving...",
                  reason: "overrideReason",
                },
              },
              { ...approval, can: of.canApprove, button: "Approve", kind: "primary" },
            ]}
          />
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
    </Drawer>
  )
}
