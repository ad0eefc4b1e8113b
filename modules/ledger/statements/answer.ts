/** Answers with statements, those of other modules too. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { jsonResponse } from "@ops/platform/http/answer.ts"
import type { StatementAnswer } from "./contract.ts"

const companySql = sql({ name: col.text }, "select name from company limit 1")
/** The company's name, for the heading of files. */
export const companyName = Effect.flatMap(Database, ({ statement }) => Effect.map(statement(companySql, []), ([company]) => company?.name ?? ""))

/** A statement as JSON, or as a file headed by the company's name. */
export const statementAnswer = (statement: StatementAnswer, format: "json" | "pdf" | "xlsx" | "csv") =>
  Effect.gen(function* () {
    if (format === "json") return jsonResponse(JSON.stringify(statement))
    const { statementFile } = yield* Effect.promise(() => import("./file.ts"))
    const { bytes, name, type } = yield* statementFile(statement, format, yield* companyName)
    return HttpServerResponse.uint8Array(bytes, { contentType: type, headers: { "content-disposition": `attachment; filename="${name}"` } })
  })
