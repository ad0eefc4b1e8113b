/** How a document was reversed, as rows of a fact list. */
import { Day } from "@ops/platform/ui/date.tsx"
import { Link } from "react-router-dom"
import type { ReversalAnswer } from "../contract.ts"
import { entriesScreen } from "../../web/labels.ts"

export type Reversal = NonNullable<typeof ReversalAnswer.Type>
const words: Readonly<Record<Reversal["kind"], string>> = {
  error: "recorded in error",
  bank_return: "returned by the bank",
  supplier_return: "returned to the supplier",
}
/** "returned by the bank: insufficient funds" */
export const reversalReason = ({ kind, reason }: Reversal) => `${words[kind]}: ${reason}`

export const reversalFacts = (reversal: typeof ReversalAnswer.Type) =>
  reversal === null
    ? []
    : ([
        [
          "Reversed",
          <span key="reversed">
            <Day date={reversal.date} />
            {reversal.by && ` by ${reversal.by}`}, {words[reversal.kind]}
          </span>,
        ],
        ["Why reversed", reversal.reason],
        [
          "Reversing entry",
          reversal.journalEntryId !== null && (
            <Link key="entry" className="link" to={entriesScreen(reversal.journalEntryId)}>
              {reversal.journalEntryNumber}
            </Link>
          ),
        ],
      ] as const)
