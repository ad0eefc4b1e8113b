import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { DisclosedRows } from "@ops/platform/http/access-log.ts"
import { Model } from "@ops/platform/records/records.ts"
import { EvidenceApi } from "./contract.ts"
import { type Evident, evidenceOf } from "./evidence.ts"
import { sealingKey } from "../seals/seals.ts"

/** The handlers that provide evidence for these kinds of document. */
export const evidence = (evident: Readonly<Record<string, Evident>>) =>
  HttpApiBuilder.group(
    EvidenceApi,
    "auditEvidence",
    Effect.fn(function* (handlers) {
      const settings = yield* Config
      const context = yield* Effect.context<Database | Model>()
      return handlers.handleAll({
        download: ({ params }) =>
          Effect.gen(function* () {
            const { root, name, bytes } = yield* mapDatabaseErrors(
              Effect.provide(
                Effect.suspend(() => Effect.flatMap(Who, (who) => evidenceOf(who, evident, params, sealingKey(settings)))),
                context,
              ),
            )
            const shown = yield* DisclosedRows
            shown.rows = [{ id: root }]
            return HttpServerResponse.uint8Array(bytes, {
              contentType: "application/zip",
              headers: { "content-disposition": `attachment; filename="${name}.zip"` },
            })
          }),
      })
    }),
  )
