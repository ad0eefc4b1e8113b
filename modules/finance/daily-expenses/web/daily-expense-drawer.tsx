/** A site's expenses of a day, and their approval. */
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ResourceReverse } from "@ops/ledger/reversals/web/resource-reverse.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { nameOf } from "../../shared/web/labels.ts"
import type { dailyExpenses } from "../resource.ts"
import { screen } from "../screen.ts"

type Day = (typeof dailyExpenses)["Row"]
const costs = screen.commands.record.fields.filter(({ kind }) => kind === "money").map(({ name, label }) => ({ key: name, title: label }))

export const DailyExpenseDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["reject", "reverse", "approve"]}
    parts={(of) => ({
      subject: "Daily expenses",
      above: <Costs of={of} />,
      facts: {
        recordedByUser: nameOf(of.recordedByUser),
        approvedByUser: of.approvedDate && nameOf(of.approvedByUser),
        journalEntryNumber: of.journalEntryId && <JournalEntry key="entry" id={of.journalEntryId} number={of.journalEntryNumber} />,
      },
      more: reversalFacts(of.reversal),
      own: {
        reverse: <ResourceReverse screen={screen} row={of} />,
      },
    })}
    onClose={onClose}
  />
)

const Costs = ({ of }: { readonly of: Day }) => (
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
)
