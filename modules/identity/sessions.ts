/**
 * Sessions. A session or personal token is 32 random bytes known only to its holder; the database stores a hash.
 * Permissions are read from the person's row with each request, so that changes take effect at once.
 */
import { createHash, randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { siteScope } from "@ops/platform/access/site-scope.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { batched, unnestParameter, lateralLookup } from "@ops/platform/database/batch.ts"
import { Database, type DatabaseError } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { By } from "@ops/platform/records/command.ts"
import type { Method } from "./person.ts"
import { areaNamed } from "./token-areas.ts"

/** How a session began, including by the company's sign-in service. */
export type SessionMethod = Method | "provider"

export const sessionTables = [
  `create table if not exists app.session (
    id bigint generated always as identity primary key, token text not null unique, person_id bigint not null,
    created_at timestamptz not null, last_seen_at timestamptz not null, ends_at timestamptz not null,
    method text not null, level int not null, user_agent text, via text not null, simulated boolean not null)`,
  // the last actual proof of identity
  `alter table app.session add column if not exists proven_at timestamptz`,
  `create index if not exists session_by_person on app.session (person_id)`,
  `create table if not exists app.token (
    id bigint generated always as identity primary key, token text not null unique, person_id bigint not null,
    name text not null, scopes text[] not null, created_at timestamptz not null, last_used_at timestamptz, ends_at timestamptz not null)`,
  `create index if not exists token_by_person on app.token (person_id)`,
]

const minute = 60_000
const idleAtMost = 60 * minute
const lastsAtMost = 12 * 60 * minute
const perPerson = 5
const tokenLasts = 30 * 24 * 60 * minute
/** How long after a proof no renewed confirmation of identity is required. */
const provenFor = 10 * minute

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
/** 32 random bytes, encoded for a cookie. */
export const secret = () => randomBytes(32).toString("base64url")

/** The current time, in the product's format. */
export const instant = Effect.map(Clock.currentTimeMillis, (now) => new Date(now).toISOString())

/** The columns of a person that determine their permissions. */
interface Standing {
  readonly id: number
  readonly employeeId: string
  readonly firstName: string
  readonly lastName: string
  readonly department: string | null
  readonly accessLevel: number
  readonly siteId: number | null
  readonly allSites: boolean
  readonly mustChangePassword: boolean
}
const standing = `p.id as "id", p.employee_id as "employeeId", p.first_name as "firstName", p.last_name as "lastName",
  p.department as "department", p.access_level as "accessLevel", p.site_id as "siteId", p.all_sites as "allSites", p.must_change_password as "mustChangePassword"`

/** The holder of a secret with the hash `token`; times are in ms. */
interface Holder extends Standing {
  readonly token: string
  readonly seen: string | null
  readonly ends: string
}
interface SessionRow extends Holder, Pick<SignedIn, "via" | "simulated"> {
  readonly sessionId: number
  readonly proven: string | null
}
interface TokenRow extends Holder {
  readonly tokenId: number
  readonly scopes: ReadonlyArray<string>
}

/** A person as an actor. Until the person has chosen a password they have no level and no permission. */
export const actingAs = (
  person: Standing,
  { at, via, simulated, sessionId, proven = false }: Pick<SignedIn, "at" | "via" | "simulated" | "sessionId" | "proven">,
): SignedIn => ({
  actor: `person:${person.id}`,
  person: person.id,
  name: `${person.firstName} ${person.lastName}`,
  level: person.mustChangePassword ? 0 : person.accessLevel,
  permissions: person.mustChangePassword ? [] : permissionsOf(person.accessLevel),
  department: person.department,
  confinedTo: siteScope(person),
  simulated,
  via,
  at,
  today: dateOf(at),
  employeeId: person.employeeId,
  siteId: person.siteId,
  sessionId,
  proven,
})

/**
 * Whether scopes allow a call of an area or a group of the contract. `audit:read` also allows reading past states: the
 * person's own permissions still apply.
 */
export const allows = (scopes: ReadonlyArray<string>, group: string, method: string, isPast = false) => {
  const area = areaNamed(group)
  return scopes.some(
    (scope) =>
      scope === "all" ||
      scope === `${area}:write` ||
      (method === "GET" && (scope === "read" || scope === `${area}:read` || (scope === "audit:read" && isPast))),
  )
}

const openSql = sql(
  {},
  `with begun as (
     insert into app.session (token, person_id, created_at, last_seen_at, ends_at, method, level, user_agent, via, simulated, proven_at)
     values ($1, $2, $3::timestamptz, $3::timestamptz, $4::timestamptz, $5, $6, $7, $8, $9, case when not $9 then $3::timestamptz end)),
   ended as (
     delete from app.session where token = $10 or ends_at <= $3::timestamptz or (person_id = $2 and id not in (
       select id from app.session where person_id = $2 and token is distinct from $10 order by created_at desc, id desc limit ${perPerson - 1})))
   delete from app.token where ends_at <= $3::timestamptz`,
)
const renewSql = sql(
  {},
  "update app.session set token = $2, method = $3, simulated = false, proven_at = $4::timestamptz, last_seen_at = $4::timestamptz where id = $1",
)
const seenSql = sql({}, "update app.session set last_seen_at = $2::timestamptz where id = $1 and last_seen_at <= $2::timestamptz - interval '1 minute'")
const usedSql = sql({}, "update app.token set last_used_at = $2::timestamptz where id = $1")
const isOpenSql = sql(
  {},
  `select from person p where p.id = $1 and p.is_active and ($2::bigint is null or exists(
     select from app.session s where s.id = $2 and s.ends_at > $3::timestamptz and s.last_seen_at > $3::timestamptz - interval '60 minutes'))
     and ($4::bigint is null or exists(select from app.token t where t.id = $4 and t.ends_at > $3::timestamptz))`,
)
const standingSql = sql(
  {
    id: col.whole,
    employeeId: col.text,
    firstName: col.text,
    lastName: col.text,
    department: col.nullable(col.text),
    accessLevel: col.whole,
    siteId: col.nullable(col.whole),
    allSites: col.flag,
    mustChangePassword: col.flag,
  },
  `select ${standing} from person p where p.id = $1 and p.is_active`,
)
const endSql = sql({}, "delete from app.session where id = $1")
const endAllSql = sql({}, "with tokens as (delete from app.token where person_id = $1) delete from app.session where person_id = $1")
const makeTokenSql = sql(
  { id: col.whole },
  `insert into app.token (token, person_id, name, scopes, created_at, ends_at)
   values ($1, $2, $3, $4::text[], $5::timestamptz, $6::timestamptz) returning id`,
)

interface Opening {
  readonly person: number
  readonly level: number
  readonly method: SessionMethod
  readonly via: By["via"]
  readonly userAgent: string | undefined
  /** the browser's previous session, which ends */
  readonly replaces: string | undefined
}

export class Sessions extends Context.Service<
  Sessions,
  {
    /** Opens a session; returns its secret. A person has at most five: the oldest one ends. */
    readonly open: (opening: Opening) => Effect.Effect<string, DatabaseError>
    /** Records a new proof of identity, and replaces the session's secret. */
    readonly renew: (id: number, method: Method) => Effect.Effect<string, DatabaseError>
    /** The person of a session's secret; undefined if the session has ended or the person is suspended. */
    readonly find: (token: string) => Effect.Effect<SignedIn | undefined, DatabaseError>
    /** The person of a personal token, and its scopes. */
    readonly findToken: (token: string) => Effect.Effect<{ readonly who: SignedIn; readonly scopes: ReadonlyArray<string> } | undefined, DatabaseError>
    /** Whether a person is still signed in with the same permissions. The check does not count as activity in the session. */
    readonly isOpen: (who: SignedIn) => Effect.Effect<boolean, DatabaseError>
    /** A person with current permissions, for reading in their name without a session; undefined if suspended. */
    readonly standing: (person: number) => Effect.Effect<SignedIn | undefined, DatabaseError>
    readonly end: (id: number) => Effect.Effect<void, DatabaseError>
    /** Ends every session and personal token of a person. */
    readonly endAll: (person: number) => Effect.Effect<void, DatabaseError>
    /** Creates a personal token valid for 30 days; its secret is returned only here. */
    readonly makeToken: (
      person: number,
      name: string,
      scopes: ReadonlyArray<string>,
    ) => Effect.Effect<{ readonly id: number; readonly token: string; readonly endsAt: string }, DatabaseError>
  }
>()("@ops/identity/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const { statement } = yield* Database

      /** Batches lookups of the holders of many secrets into one query, from SQL that finds the holder of `asked.token`. */
      const reader = <Holder extends { readonly token: string }>(holder: string) => {
        const text = `select holder.* from ${unnestParameter("$1::text[]")} as asked(token) ${lateralLookup(holder, "holder")}`
        return batched<string, Holder, DatabaseError>(String, (hashes) =>
          Effect.map(statement(text, [hashes]), (rows: ReadonlyArray<Holder>) => new Map(rows.map((row) => [row.token, row]))),
        )
      }
      const sessionOf = reader<SessionRow>(
        `select s.token, s.id as "sessionId", s.via, s.simulated, extract(epoch from s.last_seen_at) * 1000 as seen,
          extract(epoch from s.proven_at) * 1000 as proven, extract(epoch from s.ends_at) * 1000 as ends, ${standing}
         from app.session s join person p on p.id = s.person_id and p.is_active where s.token = asked.token`,
      )
      const tokenOf = reader<TokenRow>(
        `select t.token, t.id as "tokenId", t.scopes, extract(epoch from t.last_used_at) * 1000 as seen,
          extract(epoch from t.ends_at) * 1000 as ends, ${standing}
         from app.token t join person p on p.id = t.person_id and p.is_active where t.token = asked.token`,
      )
      /** The time of last activity is stored at most once a minute. */
      const unnoticed = (row: { seen: string | null }, now: number) => row.seen === null || Number(row.seen) <= now - minute

      return {
        open: ({ person, level, method, via, userAgent, replaces }) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const token = secret()
            yield* statement(openSql, [
              sha256(token),
              person,
              new Date(now).toISOString(),
              new Date(now + lastsAtMost).toISOString(),
              method,
              level,
              userAgent === undefined ? null : sha256(userAgent),
              via,
              method === "demo-scan",
              replaces === undefined ? null : sha256(replaces),
            ])
            return token
          }),
        renew: (id, method) =>
          Effect.gen(function* () {
            const token = secret()
            yield* statement(renewSql, [id, sha256(token), method, yield* instant])
            return token
          }),
        find: (token) =>
          Effect.gen(function* () {
            const row = yield* sessionOf(sha256(token))
            const now = yield* Clock.currentTimeMillis
            if (!row || Number(row.ends) <= now || Number(row.seen) <= now - idleAtMost) return undefined
            const at = new Date(now).toISOString()
            if (unnoticed(row, now)) {
              yield* statement(seenSql, [row.sessionId, at])
            }
            const proven = row.proven !== null && Number(row.proven) > now - provenFor
            return actingAs(row, { at, via: row.via, simulated: row.simulated, sessionId: row.sessionId, proven })
          }),
        findToken: (token) =>
          Effect.gen(function* () {
            const row = yield* tokenOf(sha256(token))
            const now = yield* Clock.currentTimeMillis
            if (!row || Number(row.ends) <= now) return undefined
            const at = new Date(now).toISOString()
            if (unnoticed(row, now)) {
              yield* statement(usedSql, [row.tokenId, at])
            }
            const who = actingAs(row, { at, via: "cli", simulated: false, sessionId: null, proven: true })
            return { who: { ...who, tokenId: Number(row.tokenId) }, scopes: row.scopes }
          }),
        isOpen: ({ person, sessionId, tokenId = null }) =>
          Effect.gen(function* () {
            const rows = yield* statement(isOpenSql, [person, sessionId, yield* instant, tokenId])
            return rows.length > 0
          }),
        standing: (person) =>
          Effect.gen(function* () {
            const [row] = yield* statement(standingSql, [person])
            return row && actingAs(row, { at: yield* instant, via: "web", simulated: false, sessionId: null })
          }),
        end: (id) => Effect.asVoid(statement(endSql, [id])),
        endAll: (person) => Effect.asVoid(statement(endAllSql, [person])),
        makeToken: (person, name, scopes) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const token = `ops_${secret()}`
            const endsAt = new Date(now + tokenLasts).toISOString()
            const [row] = yield* statement(makeTokenSql, [sha256(token), person, name, scopes, new Date(now).toISOString(), endsAt])
            return { id: row!.id, token, endsAt }
          }),
      }
    }),
  )
}
