import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { listAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { PettyCashApi } from "./contract.ts"
import { countFloat, openFloat, pettyCashFloats, topUpFloat } from "./float.ts"
import { floatList, movementList, pettyCashList } from "./queries.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { approvePettyCash, disbursePettyCash, pettyCashRequests, rejectPettyCash, requestPettyCash, retirePettyCash, reversePettyCash } from "./request.ts"

const requests = answering(pettyCashRequests, pettyCashList)
const floats = answering(pettyCashFloats, floatList)

const RequestsLive = HttpApiBuilder.group(PettyCashApi, "pettyCash", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/petty-cash-requests", pettyCashList(who), query)),
    one: ({ params }) => requests.one(params.id),
    history: ({ params }) => requests.history(params.id),
    request: ({ payload: { currency = "USD", notes, siteId, ...asked } }) =>
      Effect.flatMap(Who, (who) =>
        requests.execute(requestPettyCash, { ...asked, currency, notes: notes ?? "", siteId: siteId === undefined ? who.siteId : siteId }, 201),
      ),
    approve: ({ params: { id }, payload }) =>
      requests.executeAt(id, payload?.version, approvePettyCash, { id, overrideReason: payload?.overrideReason || null }),
    reversal: ({ params: { id } }) => reversalPreview(reversePettyCash, { id }),
    reverse: ({ params: { id }, payload: { reason, kind = "error", version } }) => requests.executeAt(id, version, reversePettyCash, { id, kind, reason }),
    reject: ({ params: { id }, payload: { reason } }) => requests.execute(rejectPettyCash, { id, reason }),
    disburse: ({ params: { id }, payload: { floatId, date = null, version } }) => requests.executeAt(id, version, disbursePettyCash, { id, floatId, date }),
    retire: ({ params: { id }, payload: { spent, receipts, date = null, version } }) =>
      Effect.flatMap(attached(receipts), (receipts) => requests.executeAt(id, version, retirePettyCash, { id, spent, receipts, date })),
  }),
)

const FloatsLive = HttpApiBuilder.group(PettyCashApi, "pettyCashFloats", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/petty-cash-floats", floatList(who), query)),
    one: ({ params }) => floats.one(params.id),
    movements: ({ params: { id }, query }) =>
      Effect.gen(function* () {
        const row = yield* mapDatabaseErrors(rowText(floatList(yield* Who), id))
        if (row === undefined) return yield* Effect.fail(notFound(`Petty cash float ${id} does not exist`))
        return yield* listAnswer(`/api/petty-cash-floats/${id}/movements`, movementList(id), query)
      }),
    history: ({ params }) => floats.history(params.id),
    open: ({ payload: { currency = "USD", ...float } }) => floats.execute(openFloat, { ...float, currency }, 201),
    topUp: ({ params: { id }, payload }) => {
      const { amount = null, account, date = null, reference } = payload ?? {}
      return floats.execute(topUpFloat, { id, amount, account: account || null, date, reference: reference || null })
    },
    count: ({ params: { id }, payload: { counted, reason, date = null } }) => floats.execute(countFloat, { id, counted, reason: reason || null, date }),
  }),
)

export const PettyCashLive = Layer.mergeAll(RequestsLive, FloatsLive)
