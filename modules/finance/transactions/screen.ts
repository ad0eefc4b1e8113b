import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { transactions } from "./resource.ts"

export const screen = screenOf(transactions, {
  amount: { field: "amount", figure: "transaction.amount" },
  hidden: ["siteName", "currency", "referenceNumber"],
  card: ["transactionType", "description"],
  commands: {
    record: { button: "Record Transaction", done: "Transaction recorded successfully", failed: "Failed to record transaction" },
    post: { kind: "primary", ask: "It is posted on its date. After that, only a reversal can undo it." },
    void: { kind: "danger", ask: "It is never posted. It stays in the list as voided." },
  },
})
