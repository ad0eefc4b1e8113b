/** The handwritten calls of webhooks: the secret, the deliveries, and the available kinds of records. */
import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { invalid, notFound } from "@ops/platform/records/command.ts"
import { Model, execute } from "@ops/platform/records/records.ts"
import { version } from "@ops/platform/version.ts"
import { asyncApi } from "./asyncapi.ts"
import { sendTest } from "./delivering.ts"
import { webhooks } from "./resource.ts"
import { reachFault } from "./sending.ts"
import { secretOf } from "./signature.ts"
import { addressFault, kindsIn, makeSecret } from "./webhook.ts"

const deliveriesSql = sql(
  {
    id: col.whole,
    triedAt: col.text,
    firstPosition: col.whole,
    lastPosition: col.whole,
    messages: col.whole,
    attempt: col.whole,
    status: col.nullable(col.whole),
    error: col.nullable(col.text),
    tookMs: col.whole,
  },
  `select id, to_char(tried_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "triedAt", first_position as "firstPosition", last_position as "lastPosition",
     messages, attempt, status, error, took_ms as "tookMs" from app.webhook_delivery where webhook_id = $1 order by id desc limit 200`,
)
const numberSql = sql({ number: col.whole }, "select secret_number as number from webhook where id = $1")

/** Rejects input that only the server can check: an address that may not be reached, an unknown kind of record. */
const checked = (payload: { readonly url?: string; readonly kinds?: string }) =>
  Effect.gen(function* () {
    const { webhookNetworks: listed } = yield* Config
    const { streams } = yield* Model
    const { url, kinds = "*" } = payload
    const fault = url === undefined || addressFault(url) !== undefined ? undefined : reachFault(url, { listed, outside: true })
    if (fault !== undefined) return yield* Effect.fail(invalid(fault))
    const known = new Set(["*", ...streams.map(({ record }) => record.kind)])
    const unknown = kindsIn(kinds).filter((kind) => !known.has(kind))
    if (unknown.length > 0) return yield* Effect.fail(invalid(`There are no records of the kind ${unknown.join(", ")}. See the list of kinds`))
    return payload
  })

export const WebhooksLive = resourceLive(
  webhooks,
  {
    kinds: () =>
      Effect.map(Model, ({ streams }) =>
        streams
          .map(({ record: { kind, label }, events }) => ({ kind, label, events: events.map(({ type }) => type) }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      ),
    asyncapi: () => Effect.map(Model, ({ streams }) => jsonResponse(JSON.stringify(asyncApi(streams, version)))),
    deliveries: ({ params: { id } }: RequestOf<typeof webhooks, "deliveries">) =>
      handle(function* () {
        if ((yield* statement(numberSql, [id])).length === 0) return yield* Effect.fail(notFound(`Webhook ${id} does not exist`))
        return yield* statement(deliveriesSql, [id])
      }),
    test: ({ params: { id } }: RequestOf<typeof webhooks, "test">) =>
      handle(function* () {
        return yield* sendTest(id)
      }),
    secret: ({ params: { id } }: RequestOf<typeof webhooks, "secret">) =>
      handle(function* () {
        const { pepper } = yield* Config
        yield* execute(makeSecret, { id }, yield* Who, yield* commandKey)
        const [row] = yield* statement(numberSql, [id])
        return { secret: secretOf(pepper, { id, secretNumber: row!.number }) }
      }),
  },
  { add: checked, change: checked },
)
