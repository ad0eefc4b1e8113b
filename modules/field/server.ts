/** The handlers of the calls of devices. */
import { Clock, Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { CallCounts } from "@ops/platform/http/limits/call-counts.ts"
import { RequestContext } from "@ops/platform/http/limits/request-limits.ts"
import { fileOf } from "@ops/platform/documents/attachment-server.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { packOf } from "./acts/pack.ts"
import { awaiting, takeAwaited } from "./acts/files.ts"
import { receivePacket, settleOpen } from "./acts/receiving.ts"
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
    const take = (what: string) =>
      Effect.gen(function* () {
        const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
        const address = Option.getOrElse(remoteAddress, () => "unknown")
        if (counts.take(`${what} ${address}`, mostPackets).seconds > 0)
          return yield* Effect.fail(new Rejection(429, "Too many requests. Try again in a minute"))
      })
    return handlers.handleAll({
      send: ({ payload }) =>
        handle(function* () {
          yield* take(`device ${payload.device}`)
          const noted = yield* RequestContext
          noted.actor = `device:${payload.device}`
          const answer = yield* Effect.provideContext(receivePacket(payload, yield* Clock.currentTimeMillis), services)
          return jsonResponse(JSON.stringify(answer))
        }),
      file: ({ params: { digest }, payload }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            yield* take("files of devices")
            const people = yield* awaiting(digest)
            const noted = yield* RequestContext
            noted.actor = `device:${people[0]!.device}`
            const { name, bytes } = yield* fileOf(payload)
            yield* takeAwaited(digest, name, bytes, people)
            const now = new Date(yield* Clock.currentTimeMillis).toISOString()
            for (const device of new Set(people.map(({ device }) => device))) yield* settleOpen(device, now)
            return { digest }
          }).pipe(Effect.provideContext(services)),
        ),
    })
  }),
)

export const FieldDevicesLive = resourceLive(fieldDevices, {
  pack: ({ query: { device } }: RequestOf<typeof fieldDevices, "pack">) => mapDatabaseErrors(packOf(device)),
})
