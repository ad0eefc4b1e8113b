import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { postTransaction, recordTransaction, reverseTransaction, transactions, voidTransaction } from "./transaction.ts"
import { TransactionsApi } from "./contract.ts"
import { transactionList } from "./queries.ts"

const { one, execute, history, executeAt } = answering(transactions, transactionList)

export const TransactionsLive = HttpApiBuilder.group(TransactionsApi, "transactions", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/transactions", transactionList(who), query)),
    one: ({ params }) => one(params.id),
    history: ({ params }) => history(params.id),
    record: ({ payload }) => {
      const {
        transactionNumber,
        currency = "USD",
        transactionType = "expense",
        paymentMethod = "cash",
        toAccount,
        referenceNumber,
        attachments,
        ...asked
      } = payload
      const input = {
        ...asked,
        transactionNumber: transactionNumber || null,
        currency,
        transactionType,
        paymentMethod,
        toAccount: toAccount || null,
        referenceNumber: referenceNumber || null,
      }
      return Effect.flatMap(attached(attachments), (attachments) => execute(recordTransaction, { ...input, attachments }, 201))
    },
    post: ({ params: { id }, payload }) => executeAt(id, payload?.version, postTransaction, { id, overrideReason: payload?.overrideReason || null }),
    void: ({ params: { id }, payload }) => execute(voidTransaction, { id, reason: payload.reason ?? "" }),
    reverse: ({ params: { id }, payload }) => execute(reverseTransaction, { id, reason: payload.reason ?? "" }),
  }),
)
