import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { transactions } from "./resource.ts"
import { reverseTransaction } from "./transaction.ts"

export const TransactionsLive = resourceLive(transactions, {
  reversal: ({ params: { id } }: RequestOf<typeof transactions, "reversal">) => reversalPreview(reverseTransaction, { id }, { kinds: false }),
})
