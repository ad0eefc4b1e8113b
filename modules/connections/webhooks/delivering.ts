/**
 * Delivers events to webhooks. Each has its own position in the log, from which it receives all selected events in
 * order; the position advances when the receiver has accepted them. So nothing is lost while a receiver is unreachable,
 * and events can be sent again. A message names the event and its record; the record's data is read by a call, with the
 * permissions of the reader.
 */
import { Clock, Effect } from "effect"
import { clock } from "@ops/platform/clocks/clock.ts"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { EventStore, type StoredEvent } from "@ops/platform/event-store/event-store.ts"
import { conflict, notFound } from "@ops/platform/records/command.ts"
import { Model } from "@ops/platform/records/records.ts"
import type { AnyStream } from "@ops/platform/records/stream.ts"
import { kindsIn } from "./webhook.ts"
import { post } from "./sending.ts"
import { signed } from "./signature.ts"

export const webhookTables = [
  `create table if not exists app.webhook_state (
    webhook_id bigint not null, beginning bigint not null, position bigint not null,
    attempts int not null default 0, due timestamptz not null default now(), failing_since timestamptz, delivered_at timestamptz, error text,
    primary key (webhook_id, beginning))`,
  `create table if not exists app.webhook_delivery (
    id bigint generated always as identity primary key, webhook_id bigint not null, tried_at timestamptz not null default now(),
    first_position bigint not null, last_position bigint not null, messages int not null, attempt int not null, status int, error text, took_ms int not null)`,
  `create index if not exists webhook_delivery_by_webhook on app.webhook_delivery (webhook_id, id)`,
]

/** Messages per request, and requests per webhook in one run. */
const [page, turns] = [100, 20]
/** A receiver that takes longer has failed; ms. */
const within = 10_000
/** Seconds before the second attempt; doubled with each attempt, up to an hour. */
const [pause, longest] = [10, 3600]
/** How far a position may fall behind a log without events for the webhook. */
const behind = 1000

const addressed = { id: col.whole, url: col.text, secretNumber: col.whole, secretAt: col.nullable(col.text), isOwned: col.flag }
const addressedSql = `w.id, w.url, w.secret_number as "secretNumber", to_char(w.secret_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "secretAt",
  exists (select from person p where p.id = w.made_by and p.is_active and p.access_level = 10) as "isOwned"`
const dueSql = sql(
  { ...addressed, kinds: col.text, beginning: col.whole, position: col.whole, attempts: col.whole },
  `select ${addressedSql}, w.kinds, w.beginning, coalesce(s.attempts, 0) as attempts,
     coalesce(s.position, w.from_position, (select max(e.position) from es.event e where e.stream = 'webhook/' || w.id and e.type = 'WebhookAdded')) as position
   from webhook w left join app.webhook_state s on s.webhook_id = w.id and s.beginning = w.beginning
   where w.status = 'active' and w.secret_number > 0 and (s.due is null or s.due <= now()) order by w.id`,
)
const movedSql = sql(
  {},
  `insert into app.webhook_state as s (webhook_id, beginning, position, delivered_at) values ($1, $2, $3, case when $4 then now() end)
   on conflict (webhook_id, beginning) do update set position = excluded.position, attempts = 0, due = now(), failing_since = null, error = null,
     delivered_at = coalesce(excluded.delivered_at, s.delivered_at)`,
)
const failedSql = sql(
  {},
  `insert into app.webhook_state as s (webhook_id, beginning, position, attempts, due, failing_since, error)
   values ($1, $2, $3, 1, now() + make_interval(secs => $4), now(), $5)
   on conflict (webhook_id, beginning) do update set attempts = s.attempts + 1, due = excluded.due, failing_since = coalesce(s.failing_since, now()), error = excluded.error`,
)
const notedSql = sql(
  {},
  `with gone as (delete from app.webhook_delivery where webhook_id = $1 and tried_at < now() - interval '30 days')
   insert into app.webhook_delivery (webhook_id, first_position, last_position, messages, attempt, status, error, took_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

/** The path of the call that reads a record of this kind; undefined if there is none. */
export type PathOf = (kind: string) => string | undefined

/** The message for an event. */
export const messageOf = ({ position, type, stream, occurredAt }: Pick<StoredEvent, "position" | "type" | "stream" | "occurredAt">, pathOf: PathOf) => {
  const [kind = "", id = ""] = stream.split("/")
  const path = pathOf(kind)
  return { position, type, at: occurredAt, record: { kind, id: Number(id) }, path: path === undefined ? null : `${path}/${id}` }
}

/** The types of events that a webhook selects; undefined for all. */
export const typesFor = (streams: ReadonlyArray<AnyStream>, kinds: string): ReadonlyArray<string> | undefined => {
  const asked = new Set(kindsIn(kinds))
  return asked.has("*") ? undefined : streams.filter(({ record }) => asked.has(record.kind)).flatMap(({ events }) => events.map(({ type }) => type))
}

const testedSql = sql({ ...addressed, status: col.text }, `select ${addressedSql}, w.status from webhook w where w.id = $1`)

/** A webhook, as far as it is needed to send to it. */
interface Addressed {
  readonly id: number
  readonly url: string
  readonly secretNumber: number
  readonly secretAt: string | null
  readonly isOwned: boolean
}
/** What a request contains, for the list of deliveries. */
interface Contained {
  readonly first: { readonly position: number }
  readonly last: { readonly position: number }
  readonly messages: number
  readonly attempt: number
}
/** Sends one signed request and notes it: the status of the response, or the reason why there is none. */
const sent = (webhook: Addressed, message: string, body: string, { first, last, messages, attempt }: Contained) =>
  Effect.gen(function* () {
    const { pepper, mode, webhookNetworks: listed } = yield* Config
    const began = yield* Clock.currentTimeMillis
    const headers = { ...signed(pepper, webhook, message, body, began), "content-type": "application/json" }
    const sending = { url: webhook.url, headers, body, within, reach: { listed, outside: mode === "production" } }
    const outcome: { readonly status?: number; readonly error?: string } = webhook.isOwned
      ? yield* Effect.tryPromise(() => post(sending)).pipe(
          Effect.map((status) => (status >= 200 && status < 300 ? { status } : { status, error: `The receiver answered ${status}` })),
          Effect.catch(({ cause }) => Effect.succeed({ error: cause instanceof Error ? cause.message : String(cause) })),
        )
      : { error: "The person who added this webhook is no longer an administrator. Add it again" }
    const tookMs = (yield* Clock.currentTimeMillis) - began
    const { status = null } = outcome
    const error = outcome.error?.slice(0, 500) ?? null
    yield* statement(notedSql, [webhook.id, first.position, last.position, messages, attempt, status, error, tookMs])
    return { status, error, tookMs }
  })

/** Sends a signed request without events, so that a receiver can be tried before anything happens. Its position in the log stays. */
export const sendTest = (id: number) =>
  Effect.gen(function* () {
    if ((yield* Config).rehearsal !== undefined) return yield* Effect.fail(conflict("A rehearsal sends nothing to other programs"))
    const [webhook] = yield* statement(testedSql, [id])
    if (!webhook) return yield* Effect.fail(notFound(`Webhook ${id} does not exist`))
    if (webhook.status === "ended") return yield* Effect.fail(conflict("This webhook has ended. Add a new one"))
    if (webhook.secretNumber === 0) return yield* Effect.fail(conflict("This webhook has no secret to sign a message with. Create one first"))
    const nothing = { position: 0 }
    const message = `${id}-test-${yield* Clock.currentTimeMillis}`
    return yield* sent(webhook, message, JSON.stringify({ webhook: id, messages: [] }), { first: nothing, last: nothing, messages: 0, attempt: 1 })
  })

/** Delivers everything due to every webhook. Returns how many requests were accepted. */
export const deliverDue = (pathOf: PathOf) =>
  Effect.gen(function* () {
    const { rehearsal } = yield* Config
    // a copy of an installation delivers nothing
    if (rehearsal !== undefined) return 0
    const due = yield* statement(dueSql, [])
    if (due.length === 0) return 0
    const store = yield* EventStore
    const { streams } = yield* Model
    const closed = yield* store.closed

    const tell = (webhook: (typeof due)[number]) =>
      Effect.gen(function* () {
        const types = typesFor(streams, webhook.kinds)
        let { position } = webhook
        for (let turn = 0; turn < turns; turn++) {
          const events = yield* store.read(position, { upTo: closed, limit: page, ...(types && { types }) })
          const [first] = events
          const last = events.at(-1)
          if (!first || !last) {
            if (closed - position > behind || turn > 0) yield* statement(movedSql, [webhook.id, webhook.beginning, closed, false])
            return turn
          }
          const body = JSON.stringify({ webhook: webhook.id, messages: events.map((event) => messageOf(event, pathOf)) })
          const attempt = turn === 0 ? webhook.attempts + 1 : 1
          const { error } = yield* sent(webhook, `${webhook.id}-${first.position}-${last.position}`, body, { first, last, messages: events.length, attempt })
          if (error !== null) {
            const wait = Math.min(pause * 2 ** (attempt - 1), longest)
            yield* statement(failedSql, [webhook.id, webhook.beginning, position, wait, error])
            return turn
          }
          position = last.position
          yield* statement(movedSql, [webhook.id, webhook.beginning, position, true])
        }
        return turns
      })
    const done = yield* Effect.forEach(due, tell, { concurrency: 8 })
    return done.reduce((sum, each) => sum + each, 0)
  })

/** The clock that tells webhooks, every ten seconds. */
export const webhookClock = (pathOf: PathOf) => clock("webhooks", "*/10 * * * * *", { work: deliverDue(pathOf), failed: "Webhooks were not delivered" })
