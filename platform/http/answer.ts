/** Makes answers: JSON that Postgres made goes out as it is; a failing database is told apart from a refusal. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { DatabaseError } from "../database/database.ts"
import { Refusal } from "../records/act.ts"

const unavailable = new Refusal(503, "The database is not reachable at the moment. Nothing was written; try again in a minute.")
/** A way to the database that is gone or full: codes of the driver, of the system (ECONNRESET, EPIPE, ETIMEDOUT …) and SQLSTATE classes. */
const passing = /^(CONNECTION|CONNECT_|E[A-Z]|57|53|08|55P03|UNDEFINED_VALUE$)/

/** A database that cannot be reached is a 503; any other failure of it is a fault of ours. */
export const orUnavailable = <A, E, R>(effect: Effect.Effect<A, E | DatabaseError, R>): Effect.Effect<A, Exclude<E, DatabaseError> | Refusal, R> =>
  Effect.catchIf(
    effect,
    (error): error is E & DatabaseError => error instanceof DatabaseError,
    (error): Effect.Effect<never, Refusal> => (passing.test(error.code) ? Effect.fail(unavailable) : Effect.die(error)),
  ) as never

/** JSON text as an answer. */
export const jsonText = (body: string, options: { readonly status?: number; readonly headers?: Record<string, string> } = {}) =>
  HttpServerResponse.text(body, { contentType: "application/json", status: options.status ?? 200, headers: options.headers ?? {} })

/** The same, with an ETag; 304 without a body if the caller has it already. */
export const tagged = (body: string, headers: Record<string, string>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`
    if (request.headers["if-none-match"] === etag) {
      return HttpServerResponse.empty({ status: 304, headers: { etag, ...headers } })
    }
    return jsonText(body, { headers: { etag, ...headers } })
  })
