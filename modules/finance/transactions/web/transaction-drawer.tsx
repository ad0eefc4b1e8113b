/** One transaction: details, status, history, and what this person may do. */
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourceReverse } from "@ops/ledger/reversals/web/resource-reverse.tsx"
import { moneyOptions, wordOf } from "../../shared/web/labels.ts"
import { postedFacts } from "../../shared/web/posted-facts.tsx"
import { screen } from "../screen.ts"

/** The suspense account. */
const unmapped = "1990"

export const TransactionDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["void", "reverse", "post"]}
    parts={(of) => ({
      subject: of.description,
      facts: {
        category: wordOf(of.category),
        toAccount: moneyOptions.find(({ value }) => value === of.toAccount)?.label ?? of.toAccount,
        ...postedFacts(of),
        accountNumber: of.accountNumber === unmapped ? "1990 Unmapped: the category has no account yet" : of.accountNumber,
        reason: null, // under the name of what it was given for
      },
      own: { reverse: <ResourceReverse screen={screen} row={of} /> },
      more: [of.reason !== null && [of.status === "voided" ? "Voided" : "Reversed", of.reason]],
      asks: { post: `${formatMoney(of.amount, of.currency)} is posted on its date. After that, only a reversal can undo it.` },
    })}
    onClose={onClose}
  />
)
