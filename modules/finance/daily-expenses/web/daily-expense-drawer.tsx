/** A site's expenses of a day, and their approval. */
import { Amounts } from "@ops/platform/ui/resources/amounts.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ResourceReverse } from "@ops/ledger/reversals/web/resource-reverse.tsx"
import { postedFacts } from "../../shared/web/posted-facts.tsx"
import { screen } from "../screen.ts"

export const DailyExpenseDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["reject", "reverse", "approve"]}
    parts={(of) => ({
      subject: "Daily expenses",
      above: <Amounts screen={screen} row={of} command="record" header="Spent on" />,
      facts: postedFacts(of),
      more: reversalFacts(of.reversal),
      own: { reverse: <ResourceReverse screen={screen} row={of} /> },
    })}
    onClose={onClose}
  />
)
