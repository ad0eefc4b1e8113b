/** Makes HTTP answers: JSON from Postgres is sent unchanged, and a database failure is distinguished from a rejection. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { DatabaseError, lostConnection } from "../database/database.ts"
import { conflict, Rejection } from "../records/command.ts"
import { Outcome, recordedSentence, recordedWord, type Written } from "../records/outcome.ts"

/**
 * Temporary errors: a full or read-only database, or queries that wait for a lock too long. SQLSTATE classes, and the driver's code for a lost
 * parameter.
 */
const passing = /^(57|53|58|25006|55P03|UNDEFINED_VALUE$)/
const full = /^(53100|58030)$/

const sentenceOf = (error: DatabaseError, written: Written | undefined) => {
  const word = recordedWord(written, error.inDoubt)
  if (error.code === "OPOLD") {
    return `This server process was replaced by a newer version and is stopping. ${recordedSentence(word, "; try again in a moment.", written?.names)}`
  }
  if (full.test(error.code))
    return `The database cannot write: its disk is full or broken. ${recordedSentence(word, "; tell your administrator.", written?.names)}`
  return word === "yes"
    ? recordedSentence(word, "", written?.names)
    : `The database is not reachable at the moment. ${recordedSentence(word, "; try again in a minute.", written?.names)}`
}

/**
 * A database that is unreachable or cannot write gives 503, with what is known about the request; any other database failure is an internal error.
 */
export const mapDatabaseErrors = <A, E, R>(effect: Effect.Effect<A, E | DatabaseError, R>): Effect.Effect<A, Exclude<E, DatabaseError> | Rejection, R> =>
  Effect.catch(effect, (error): Effect.Effect<never, Exclude<E, DatabaseError> | Rejection> => {
    if (!(error instanceof DatabaseError)) return Effect.fail(error as Exclude<E, DatabaseError>)
    if (error.code === "40001" || error.code === "40P01") return Effect.fail(conflict("Someone else is changing this at the same moment. Try again."))
    if (!lostConnection(error) && !passing.test(error.code) && error.code !== "OPOLD") return Effect.die(error)
    return Effect.flatMap(Outcome, (written) => {
      if (written && error.inDoubt) written.unknown = true
      return Effect.fail(new Rejection(503, sentenceOf(error, written)))
    })
  })

/** An effect of a call, as a generator, with the same answers to failures of the database: `handle(function* () { … })`. */
export const handle = <Eff extends Effect.Effect<unknown, unknown, unknown>, A>(body: () => Generator<Eff, A, never>) => mapDatabaseErrors(Effect.gen(body))

/** An answer with a JSON text. */
export const jsonResponse = (body: string, options: { readonly status?: number; readonly headers?: Record<string, string> } = {}) =>
  HttpServerResponse.text(body, { contentType: "application/json", status: options.status ?? 200, headers: options.headers ?? {} })

/** The same, with an ETag; 304 without a body if the caller already has it. */
export const withETag = (body: string, headers: Record<string, string>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`
    if (request.headers["if-none-match"] === etag) {
      return HttpServerResponse.empty({ status: 304, headers: { etag, ...headers } })
    }
    return jsonResponse(body, { headers: { etag, ...headers } })
  })
