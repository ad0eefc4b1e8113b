/** Checks answers against the contract, for tests. */
import { Cause, Exit, Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

type Success = HttpApiEndpoint.Top["success"]
const known = new WeakMap<Success, Schema.Codec<unknown> | undefined>()
/** The schema of a call's JSON answer, made once; undefined for a call that answers with a file, or with nothing. */
const answerOf = (success: Success) => {
  if (!known.has(success)) known.set(success, madeOf(success))
  return known.get(success)
}
const madeOf = (success: Success) => {
  const schemas = [...success].filter(({ ast }) => {
    const encoding = SchemaAST.resolve(ast)?.["~httpApiEncoding"] as { readonly _tag: string } | undefined
    return encoding === undefined || encoding._tag === "Json"
  })
  return schemas.length === 0 ? undefined : (Schema.Union(schemas) as unknown as Schema.Codec<unknown>)
}

/** How a successful answer differs from the contract; undefined if it does not. Extra fields count, too. */
export const answerFault = (endpoint: Pick<HttpApiEndpoint.Top, "success">, type: string | null | undefined, body: unknown): string | undefined => {
  const schema = answerOf(endpoint.success)
  const isJson = type?.startsWith("application/json") === true
  if (!isJson) return schema && body !== "" ? `answers ${type}, the contract declares JSON` : undefined
  if (!schema) return "answers JSON, the contract declares none"
  const decoded = Schema.decodeUnknownExit(schema, { onExcessProperty: "error", errors: "all" })(body)
  if (Exit.isSuccess(decoded)) return undefined
  return String((Cause.squash(decoded.cause) as Partial<Error> | undefined)?.message ?? decoded.cause)
    .split("\n")
    .slice(0, 12)
    .join(" | ")
}
