/** Pending challenges, one for each browser or session; reading one removes it, so that none is answered twice. */
import { Clock, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { Rejection } from "@ops/platform/records/command.ts"

export const challengeTables = [
  `create table if not exists app.challenge (
    bound_to text primary key, purpose text not null, challenge text not null, person_id bigint, ends_at timestamptz not null)`,
]

export const tooLate = new Rejection(401, "The check took too long. Start again.")

/** Identifies a browser before it has a session, so that only the browser that requested a challenge can answer it. */
const visitorCookie = HttpApiSecurity.apiKey({ in: "cookie", key: "__Host-visitor" })
export const visitor = Effect.map(HttpServerRequest.HttpServerRequest, ({ cookies }) => cookies["__Host-visitor"])
export const markVisitor = (mark: string, maxAge: "2 minutes" | "10 minutes") =>
  HttpApiBuilder.securitySetCookie(visitorCookie, mark, { path: "/", secure: true, httpOnly: true, sameSite: "lax", maxAge })

const keepSql = sql(
  {},
  `with over as (delete from app.challenge where ends_at <= $5::timestamptz and bound_to <> $1)
   insert into app.challenge (bound_to, purpose, challenge, person_id, ends_at) values ($1, $2, $3, $4, $6::timestamptz)
   on conflict (bound_to) do update set purpose = excluded.purpose, challenge = excluded.challenge,
     person_id = excluded.person_id, ends_at = excluded.ends_at`,
)
const takeSql = sql(
  { challenge: col.text, person: col.nullable(col.whole), timely: col.flag },
  `delete from app.challenge where bound_to = $1 and purpose = $2
   returning challenge, person_id as person, ends_at > $3::timestamptz as timely`,
)
type Purpose = "sign-in" | "register" | "provider"
export const keepChallenge = (boundTo: string, purpose: Purpose, challenge: string, person: number | null, lasts: number) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* statement(keepSql, [boundTo, purpose, challenge, person, new Date(now).toISOString(), new Date(now + lasts).toISOString()])
  })

export const takeChallenge = (boundTo: string, purpose: Purpose) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const [row] = yield* statement(takeSql, [boundTo, purpose, new Date(now).toISOString()])
    return row?.timely ? row : yield* Effect.fail(tooLate)
  })
