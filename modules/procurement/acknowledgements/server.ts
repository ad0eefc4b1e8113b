import { Clock, Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { CallCounts } from "@ops/platform/http/limits/call-counts.ts"
import { RequestContext } from "@ops/platform/http/limits/request-limits.ts"
import { aboutOf } from "@ops/platform/mail/signed-link.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { acknowledge, linkEnded } from "../purchase-requests/purchase-request.ts"
import { AcknowledgementsApi } from "./contract.ts"
import { orderSql } from "./queries.ts"
import { supplier, supplierPage } from "./supplier-link.ts"

/** Maximum number of calls per minute from one address: a supplier needs two or three. */
const mostCalls = 30

export const AcknowledgementsLive = HttpApiBuilder.group(
  AcknowledgementsApi,
  "acknowledgements",
  Effect.fn(function* (handlers) {
    const { pepper } = yield* Config
    const counts = yield* CallCounts

    /** The order and supplier of a link. Counts the call for the caller's address. */
    const named = (token: string) =>
      Effect.gen(function* () {
        const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
        const address = Option.getOrElse(remoteAddress, () => "unknown")
        const { seconds } = counts.take(`supplier link ${address}`, mostCalls)
        if (seconds > 0) return yield* Effect.fail(new Rejection(429, "Too many requests. Try again in a minute"))
        const [id, vendorId] = aboutOf(pepper, supplierPage, token, yield* Clock.currentTimeMillis) ?? []
        if (id === undefined || vendorId === undefined) return yield* Effect.fail(linkEnded)
        const noted = yield* RequestContext
        noted.actor = `vendor:${vendorId}`
        return { id, vendorId }
      })
    const answer = ({ id, vendorId }: { readonly id: number; readonly vendorId: number }) =>
      mapDatabaseErrors(Effect.flatMap(statement(orderSql, [id, vendorId]), ([row]) => (row ? Effect.succeed(jsonResponse(row.body)) : Effect.fail(linkEnded))))

    return handlers.handleAll({
      order: ({ params: { token } }) => Effect.flatMap(named(token), answer),
      acknowledge: ({ params: { token }, payload: { expectedDate, note } }) =>
        Effect.gen(function* () {
          const order = yield* named(token)
          yield* mapDatabaseErrors(execute(acknowledge, { ...order, expectedDate, note: note ?? "" }, supplier(order.vendorId), yield* commandKey))
          return yield* answer(order)
        }),
    })
  }),
)
