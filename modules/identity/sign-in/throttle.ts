/** Limits attempts to sign in: by employee ID, whether it exists or not, and by the caller's address. */
import { createHash } from "node:crypto"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { count } from "@ops/platform/text.ts"
import { secret } from "../sessions.ts"

/**
 * Consecutive wrong attempts. The ID is stored as a hash: some people type their password into the wrong field. A
 * device that signed a person in before has its own count for that person, so that wrong attempts elsewhere do not lock
 * it out.
 */
export const signInTables = [
  `create table if not exists app.sign_in_try (
    id text primary key, fails int not null, last_at timestamptz not null, free_at timestamptz not null)`,
  `create table if not exists app.known_device (
    token text not null, person_id bigint not null, last_at timestamptz not null, primary key (token, person_id))`,
]

const hashed = (text: string) => createHash("sha256").update(text).digest("hex")

/** Identifies a browser in which a person has signed in. It proves nothing: it only separates the counts of wrong attempts. */
export const deviceCookie = HttpApiSecurity.apiKey({ in: "cookie", key: "__Host-device" })
const deviceLasts = 180
const tokenOf = Effect.map(HttpServerRequest.HttpServerRequest, ({ cookies }) => cookies[deviceCookie.key])

const knownSql = sql(
  {},
  `select from app.known_device d join person p on p.id = d.person_id
   where d.token = $1 and p.employee_id = $2 and d.last_at > $3::timestamptz - interval '${deviceLasts} days'`,
)
const rememberSql = sql(
  {},
  `with old as (delete from app.known_device where last_at < $3::timestamptz - interval '${deviceLasts} days')
   insert into app.known_device (token, person_id, last_at) values ($1, $2, $3::timestamptz)
   on conflict (token, person_id) do update set last_at = excluded.last_at`,
)
const keepsSql = sql(
  { keeps: col.flag },
  `select exists(select from app.known_device d where d.person_id = $1 and d.last_at > $2::timestamptz - interval '${deviceLasts} days')
     or (p.access_level >= 10 and not exists(select from person o where o.id <> p.id and o.access_level >= 10 and o.is_active and o.password_hash is not null)) as keeps
   from person p where p.id = $1`,
)

/** Whether this browser has signed in this ID before. */
const knownDevice = (employeeId: string, at: string) =>
  Effect.gen(function* () {
    const token = yield* tokenOf
    if (token === undefined) return undefined
    const rows = yield* statement(knownSql, [hashed(token), employeeId, at])
    return rows.length > 0 ? token : undefined
  })
/** The key of the count that a request belongs to. */
const laneOf = (employeeId: string, at: string) =>
  Effect.map(knownDevice(employeeId, at), (device) => hashed(device === undefined ? employeeId : `${employeeId}\n${device}`))

/** Remembers that this browser has signed in the person. */
export const rememberDevice = (person: number, at: string) =>
  Effect.gen(function* () {
    const token = (yield* tokenOf) || secret()
    yield* statement(rememberSql, [hashed(token), person, at])
    yield* HttpApiBuilder.securitySetCookie(deviceCookie, token, { path: "/", secure: true, httpOnly: true, sameSite: "lax", maxAge: `${deviceLasts} days` })
  })

/** Whether the person's password must not be disabled: a device of theirs still signs in, or they are the last of level 10. */
export const keepsPassword = (person: number, at: string) =>
  Effect.gen(function* () {
    const [row] = yield* statement(keepsSql, [person, at])
    return row?.keeps === true
  })

/** The number of consecutive wrong attempts that lock an ID, and for how many minutes. */
const triesAtMost = 5
const lockedFor = 15
const takeSql = sql(
  { waits: col.flag, until: col.text },
  `with forgotten as (delete from app.sign_in_try where last_at < $2::timestamptz - interval '1 day' and id <> $1)
   insert into app.sign_in_try as t (id, fails, last_at, free_at) values ($1, 1, $2::timestamptz, $2::timestamptz)
   on conflict (id) do update set fails = t.fails + 1, last_at = excluded.last_at,
     free_at = excluded.last_at + case when t.fails < ${triesAtMost - 1} then interval '0' else interval '${lockedFor} minutes' end
   where t.free_at <= excluded.last_at
   returning free_at > last_at as waits, to_char(free_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until`,
)
const blockedSql = sql(
  { minutes: col.whole },
  `select greatest(1, ceil(extract(epoch from free_at - $2::timestamptz) / 60))::int as minutes from app.sign_in_try where id = $1`,
)
const clearSql = sql({}, "delete from app.sign_in_try where id = any($1::text[])")

/**
 * Takes one of the attempts of an employee ID: five at once, then it is locked for 15 minutes, and again after each
 * further wrong one. The attempt is counted before the password is compared, so that concurrent attempts cannot exceed
 * the limit. Fails with 429 while it is locked; returns until when it is locked from now on.
 */
export const takeTry = (employeeId: string, at: string) =>
  Effect.gen(function* () {
    const id = yield* laneOf(employeeId, at)
    const [taken] = yield* statement(takeSql, [id, at])
    if (taken) return { lockedUntil: taken.waits ? taken.until : null }
    const [blocked] = yield* statement(blockedSql, [id, at])
    return yield* Effect.fail(new Rejection(429, `Too many failed attempts. Try again in ${count(blocked?.minutes ?? 1, "minute")}.`))
  })

/** Clears the wrong attempts of an employee ID, including those counted for this device, after a successful sign-in. */
export const clearTries = (employeeId: string, at: string) =>
  Effect.gen(function* () {
    yield* statement(clearSql, [[hashed(employeeId), yield* laneOf(employeeId, at)]])
  })

/** The address of a request. The server has already replaced the address of a trusted proxy with the caller's. */
export const callerAddress = Effect.map(HttpServerRequest.HttpServerRequest, (request) => Option.getOrElse(request.remoteAddress, () => "unknown"))

const tooFast = new Rejection(429, "Too many attempts from this location. Try again in a minute.")

/** Allows a number of attempts per minute for each key. Successful ones can be given back: many honest people share one address. */
export const perMinute = (most: number) => {
  const taken = new Map<string, Array<number>>()
  return {
    /** Fails with 429 when the limit of this minute is reached. `now` in milliseconds. */
    take: (key: string, now: number): Effect.Effect<void, Rejection> =>
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
