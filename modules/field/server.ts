/** The handlers of the calls of devices. */
import { Clock, Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { CallCounts } from "@ops/platform/http/limits/call-counts.ts"
import { RequestContext } from "@ops/platform/http/limits/request-limits.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { packOf } from "./acts/pack.ts"
import { receivePacket } from "./acts/receiving.ts"
import { fieldDevices } from "./devices/resource.ts"
import { FieldApi } from "./contract.ts"

/** Packets per minute from one address and device: a device sends one at a time. */
const mostPackets = 120

export const FieldLive = HttpApiBuilder.group(
  FieldApi,
  "fieldPackets",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Records | Database | Config>()
    const counts = yield* CallCounts
    return handlers.handleAll({
      send: ({ payload }) =>
        handle(function* () {
          const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
          const address = Option.getOrElse(remoteAddress, () => "unknown")
          const { seconds } = counts.take(`device ${payload.device} ${address}`, mostPackets)
          if (seconds > 0) return yield* Effect.fail(new Rejection(429, "Too many requests. Try again in a minute"))
          const noted = yield* RequestContext
          noted.actor = `device:${payload.device}`
          const answer = yield* Effect.provideContext(receivePacket(payload, yield* Clock.currentTimeMillis), services)
          return jsonResponse(JSON.stringify(answer))
        }),
    })
  }),
)

export const FieldDevicesLive = resourceLive(fieldDevices, {
  pack: ({ query: { device } }: RequestOf<typeof fieldDevices, "pack">) => mapDatabaseErrors(packOf(device)),
})
