/** The caller's Idempotency-Key: the same key and request returns the stored result again. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Rejection } from "../records/command.ts"

export const commandKey = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
  const key = headers["idempotency-key"]
  if (key === undefined) return Effect.succeed({})
  if (!/^[\w.:-]{1,100}$/.test(key)) return Effect.fail(new Rejection(400, "Idempotency-Key must be 1 to 100 letters, digits or . : _ -"))
  return Effect.succeed({ key })
})
