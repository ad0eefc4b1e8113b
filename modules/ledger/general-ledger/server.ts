import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { companyName } from "../statements/answer.ts"
import { GeneralLedgerApi } from "./contract.ts"
import { generalLedger, type LedgerAsked } from "./general-ledger.ts"

/** The maximum number of entries in a file. */
const mostInFile = { pdf: 5000, xlsx: 100_000, csv: 100_000 } as const

const file = (asked: LedgerAsked, format: keyof typeof mostInFile) =>
  Effect.gen(function* () {
    const most = mostInFile[format]
    const report = yield* generalLedger(asked, most)
    if (report.total > most) {
      const other = format === "pdf" ? ", or take CSV" : ""
      return yield* Effect.fail(
        new Rejection(400, `These are ${report.total} entries, but such a file can hold ${most}. Choose one account or fewer days${other}`),
      )
    }
    const { ledgerFile } = yield* Effect.promise(() => import("./file.ts"))
    const { bytes, name, type } = yield* ledgerFile(report, format, yield* companyName)
    return HttpServerResponse.uint8Array(bytes, { contentType: type, headers: { "content-disposition": `attachment; filename="${name}"` } })
  })

export const GeneralLedgerLive = HttpApiBuilder.group(
  GeneralLedgerApi,
  "generalLedger",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    return handlers.handleAll({
      report: ({ query: { format = "json", ...asked } }) =>
        mapDatabaseErrors(
          (format === "json" ? Effect.map(generalLedger(asked), (report) => jsonResponse(JSON.stringify(report))) : file(asked, format)).pipe(
            Effect.provideService(Database, database),
          ),
        ),
    })
  }),
)
