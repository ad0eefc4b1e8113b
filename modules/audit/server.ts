import { HttpApiBuilder } from "effect/http-api"
import { Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { orUnavailable } from "@ops/platform/http/answer.ts"
import { Model } from "@ops/platform/records/records.ts"
import { AuditApi } from "./contract.ts"
import { logPage } from "./log.ts"

export const AuditLive = HttpApiBuilder.group(
  AuditApi,
  "audit",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database | Model>()
    return handlers.handleAll({
      log: ({ query }) => orUnavailable(Effect.provide(logPage(query), context)),
    })
  }),
)
