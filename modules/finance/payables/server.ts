import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { conflict, notFound, Rejection } from "@ops/platform/records/command.ts"
import { statementAnswer } from "@ops/ledger/statements/answer.ts"
import { siteAsked } from "@ops/sites/queries.ts"
import { agedPayables } from "./aged-payables.ts"
import { payableFiguresSql, proposalSql } from "./queries.ts"
import { payables } from "./resource.ts"

/** Goods of an order received and not billed yet, at the order's prices. */
const proposal = (asked: string) =>
  handle(function* () {
    if (!/^[1-9]\d{0,14}$/.test(asked)) return yield* Effect.fail(new Rejection(400, "purchaseRequestId must be the id of a purchase request"))
    const [of] = yield* statement(proposalSql, [asked])
    if (!of) return yield* Effect.fail(notFound(`Purchase request ${asked} does not exist`))
    const { id, requestNumber, status, siteId, vendorId, vendorName, currency } = of
    if (status !== "approved" && status !== "completed") {
      return yield* Effect.fail(conflict(`${requestNumber} is ${status}, so it ordered nothing`))
    }
    const lines = of.items.map(({ purchaseItemId, description, unit, ordered, received, billed, cost }) => {
      const quantity = Math.max(0, received - billed)
      const amount = ordered === 0 ? 0 : Number((BigInt(cost) * BigInt(quantity) * 2n + BigInt(ordered)) / (2n * BigInt(ordered)))
      const counts = { ordered: formatQuantity(ordered), received: formatQuantity(received), billed: formatQuantity(billed) }
      return { purchaseItemId, description, unit, ...counts, quantity: formatQuantity(quantity), amount: formatMoney(amount) }
    })
    return jsonResponse(JSON.stringify({ purchaseRequestId: id, requestNumber, siteId, vendorId, vendorName, currency, lines }))
  })

export const PayablesLive = resourceLive(payables, {
  figures: ({ query: { siteId } }: RequestOf<typeof payables, "figures">) =>
    handle(function* () {
      const [row] = yield* statement(payableFiguresSql, [yield* siteAsked(siteId)])
      return jsonResponse(row!.body)
    }),
  proposal: ({ query: { purchaseRequestId } }: RequestOf<typeof payables, "proposal">) => proposal(purchaseRequestId),
  aged: ({ query: { format = "json", ...asked } }: RequestOf<typeof payables, "aged">) =>
    mapDatabaseErrors(Effect.flatMap(agedPayables(asked), (report) => statementAnswer(report, format))),
})
