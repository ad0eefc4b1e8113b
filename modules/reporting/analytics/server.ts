import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { companyName } from "@ops/ledger/statements/answer.ts"
import { type ReportAsked, reportFor } from "./analytics.ts"
import { AnalyticsApi } from "./contract.ts"
import type { ReportTab } from "./labels.ts"

export const AnalyticsLive = HttpApiBuilder.group(
  AnalyticsApi,
  "analytics",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const answered =
      (tab: ReportTab) =>
      ({ query }: { readonly query: ReportAsked }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            return jsonResponse(JSON.stringify(yield* reportFor(tab, query, yield* Who)))
          }).pipe(Effect.provideService(Database, database)),
        )
    const exported =
      (tab: ReportTab) =>
      ({ query }: { readonly query: ReportAsked }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const who = yield* Who
            const report = yield* reportFor(tab, query, who)
            const { reportZip } = yield* Effect.promise(() => import("./report-file.ts"))
            const { name, bytes } = yield* reportZip(report, { company: yield* companyName, madeAt: who.at, madeBy: who.name })
            return HttpServerResponse.uint8Array(bytes, {
              contentType: "application/zip",
              headers: { "content-disposition": `attachment; filename="${name}"` },
            })
          }).pipe(Effect.provideService(Database, database)),
        )
    return handlers.handleAll({
      overview: answered("overview"),
      catering: answered("catering"),
      facilities: answered("facilities"),
      construction: answered("construction"),
      financial: answered("financial"),
      exportOverview: exported("overview"),
      exportCatering: exported("catering"),
      exportFacilities: exported("facilities"),
      exportConstruction: exported("construction"),
      exportFinancial: exported("financial"),
    })
  }),
)
