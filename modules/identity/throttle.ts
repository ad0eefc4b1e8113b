/** How often one may try to sign in: by employee ID, whether it exists or not, and by the address one comes from. */
import { createHash } from "node:crypto"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { Database } from "@ops/platform/database/database.ts"
import { Refusal } from "@ops/platform/records/act.ts"
import { count } from "@ops/platform/text.ts"

/** Wrong tries in a row. The ID is kept as its hash: some people type their password into the wrong field. */
export const signInTables = [
  `create table if not exists app.sign_in_try (
    id text primary key, fails int not null, last_at timestamptz not null, free_at timestamptz not null)`,
]

const hashed = (employeeId: string) => createHash("sha256").update(employeeId).digest("hex")

/**
 * Takes one of the tries an employee ID has: five at once, then one after 1, 2, 4, 8 and 15 minutes. The try is
 * counted before the password is compared, so that a hundred at the same moment are no more than five. Fails with
 * 429 while one has to wait; gives until when the next has to.
 */
export const takeTry = (employeeId: string, at: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const id = hashed(employeeId)
    const [taken] = yield* statement(
      `with forgotten as (delete from app.sign_in_try where last_at < $2::timestamptz - interval '1 day' and id <> $1)
       insert into app.sign_in_try as t (id, fails, last_at, free_at) values ($1, 1, $2::timestamptz, $2::timestamptz)
       on conflict (id) do update set fails = t.fails + 1, last_at = excluded.last_at,
         free_at = excluded.last_at + case when t.fails < 4 then interval '0' else interval '1 minute' * least(15, power(2, least(t.fails - 4, 4))) end
       where t.free_at <= excluded.last_at
       returning free_at > last_at as waits, to_char(free_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until`,
      [id, at],
    )
    if (taken) return { lockedUntil: taken.waits ? (taken.until as string) : null }
    const [blocked] = yield* statement(
      `select greatest(1, ceil(extract(epoch from free_at - $2::timestamptz) / 60))::int as minutes from app.sign_in_try where id = $1`,
      [id, at],
    )
    return yield* Effect.fail(new Refusal(429, `Too many wrong tries. Try again in ${count(blocked?.minutes ?? 1, "minute")}.`))
  })

/** Forgets the wrong tries of an employee ID: its owner has come. */
export const clearTries = (employeeId: string) =>
  Effect.flatMap(Database, ({ statement }) => statement("delete from app.sign_in_try where id = $1", [hashed(employeeId)]))

/** Where a request comes from. The server has put the caller's address in the place of a trusted proxy's. */
export const callerAddress = Effect.map(HttpServerRequest.HttpServerRequest, (request) => Option.getOrElse(request.remoteAddress, () => "unknown"))

const tooFast = new Refusal(429, "Too many tries from this place. Wait a minute and try again.")

/** Allows so many a minute for each key. What turns out well can be given back: many honest people share one address. */
export const perMinute = (most: number) => {
  const taken = new Map<string, Array<number>>()
  return {
    /** Fails with 429 when the minute's share is used up. `now` in milliseconds. */
    take: (key: string, now: number): Effect.Effect<void, Refusal> =>
      Effect.suspend(() => {
        if (taken.size > 10_000) for (const [key, times] of taken) if (times.at(-1)! <= now - 60_000) taken.delete(key)
        const times = (taken.get(key) ?? []).filter((time) => time > now - 60_000)
        if (times.length >= most) return Effect.fail(tooFast)
        taken.set(key, [...times, now])
        return Effect.void
      }),
    giveBack: (key: string) =>
      Effect.sync(() => {
        const times = taken.get(key)
        times?.pop()
        if (times?.length === 0) taken.delete(key)
      }),
  }
}
