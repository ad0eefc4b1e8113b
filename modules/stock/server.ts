import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { orUnavailable } from "@ops/platform/http/answer.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { Records } from "@ops/platform/records/records.ts"
import { StockApi } from "./contract.ts"
import { alertList, itemList, levelList } from "./queries.ts"
import { addStockItem } from "./stock-item.ts"
import { countStock, issueStock, setStockLimits, takeIn } from "./stock-level.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"

const movements = { receive: takeIn, issue: issueStock, count: countStock }

export const StockLive = HttpApiBuilder.group(
  StockApi,
  "stock",
  Effect.fn(function* (handlers) {
    const { perform } = yield* Records
    return handlers.handleAll({
      items: ({ query }) => listAnswer("/api/stock/items", itemList, query),
      addItem: ({ payload }) =>
        Effect.gen(function* () {
          const item = { ...payload, description: payload.description || null, preferredVendorId: null }
          const { id } = yield* orUnavailable(perform(addStockItem, item, yield* Who, yield* commandKey))
          return yield* rowAnswer(itemList, id, "Stock item", 201)
        }),
      alerts: ({ query }) => Effect.flatMap(Who, ({ confinedTo }) => listAnswer("/api/stock/alerts", alertList(confinedTo), query)),
      levels: ({ query }) => Effect.flatMap(Who, ({ confinedTo }) => listAnswer("/api/stock/levels", levelList(confinedTo), query)),
      move: ({ payload: { kind, note = "", ...movement } }) =>
        Effect.gen(function* () {
          const who = yield* Who
          const { id } = yield* orUnavailable(perform(movements[kind], { ...movement, note }, who, yield* commandKey))
          return yield* rowAnswer(levelList(who.confinedTo), id, "Stock level", 201)
        }),
      limits: ({ payload }) =>
        Effect.gen(function* () {
          const who = yield* Who
          const { id } = yield* orUnavailable(perform(setStockLimits, payload, who, yield* commandKey))
          return yield* rowAnswer(levelList(who.confinedTo), id, "Stock level")
        }),
    })
  }),
)
