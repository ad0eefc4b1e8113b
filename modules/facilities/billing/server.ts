import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { execute } from "@ops/platform/records/records.ts"
import { billOrders, issueOrderBill } from "./facilities-billing.ts"
import { FacilitiesBillingApi } from "./contract.ts"
import { billingOf, billOf, openOrders, siteIdOf } from "./queries.ts"

const answer = (id: number, status = 200) => mapDatabaseErrors(Effect.map(billOf(id), (row) => jsonResponse(JSON.stringify(row), { status })))

export const FacilitiesBillingLive = HttpApiBuilder.group(FacilitiesBillingApi, "facilitiesBilling", (handlers) =>
  handlers.handleAll({
    month: ({ query: { month, siteId } }) =>
      handle(function* () {
        const { today, confinedTo } = yield* Who
        const site = yield* siteIdOf(siteId)
        return jsonResponse(JSON.stringify(yield* billingOf(month ?? today.slice(0, 7), confinedTo ?? site, today)))
      }),
    bill: ({ payload: { month, clientId, siteId } }) =>
      Effect.gen(function* () {
        const who = yield* Who
        const site = yield* mapDatabaseErrors(siteIdOf(String(siteId)))
        const orderIds = (yield* mapDatabaseErrors(openOrders(month, site, clientId))).map((order) => order.id)
        const { id } = yield* mapDatabaseErrors(execute(billOrders(orderIds), { month, clientId, siteId: site! }, who, yield* commandKey))
        return yield* answer(id, 201)
      }),
    issue: ({ params }) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { id } = yield* mapDatabaseErrors(execute(issueOrderBill, { id: params.id }, who, yield* commandKey))
        return yield* answer(id)
      }),
  }),
)
