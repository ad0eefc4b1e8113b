/** The handlers of calendars: a person's own list, and the calendar at its secret address. */
import { createHash, randomBytes } from "node:crypto"
import { Effect, Layer, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { permits } from "@ops/platform/access/rule.ts"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { CallCounts } from "@ops/platform/http/limits/call-counts.ts"
import { RequestContext } from "@ops/platform/http/limits/request-limits.ts"
import { listStatement } from "@ops/platform/http/list-query.ts"
import type { AnyResource } from "@ops/platform/http/resources/resource.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { Sessions } from "@ops/identity/sessions.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { calendarKinds, makeFeed, revokeFeed } from "./calendar-feed.ts"
import { CalendarsApi } from "./contract.ts"
import { before, type FeedRow, leaveEvent, maintenanceEvent, rosterEvents } from "./events.ts"
import { calendarText } from "./icalendar.ts"

type Kind = (typeof calendarKinds)[number]
const isKind = (text: string): text is Kind => calendarKinds.some((kind) => kind === text)

/** When a calendar was last read: not a business fact, so not in the log. */
export const calendarTables = ["create table if not exists app.calendar_read (feed_id bigint primary key, last_at timestamptz not null)"]

const at = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const feed = { id: col.whole, name: col.text, what: col.list(col.text), createdAt: col.text, lastReadAt: col.nullable(col.text) }
const select = `select f.id, f.name, array(select jsonb_array_elements_text(f.what)) as what, ${at("f.created_at")} as "createdAt", ${at("r.last_at")} as "lastReadAt"
  from calendar_feed f left join app.calendar_read r on r.feed_id = f.id`
const ownSql = sql(feed, `${select} where f.person_id = $1 and f.status = 'active' order by f.id`)
const oneSql = sql(feed, `${select} where f.id = $1`)
const addressSql = sql(
  { id: col.whole, name: col.text, what: col.list(col.text), person: col.whole },
  `select f.id, f.name, array(select jsonb_array_elements_text(f.what)) as what, f.person_id as person from calendar_feed f where f.address_hash = $1 and f.status = 'active'`,
)
const readSql = sql({}, "insert into app.calendar_read (feed_id, last_at) values ($1, now()) on conflict (feed_id) do update set last_at = now()")
const bodySql = sqlOf({ body: col.text })

const hashOf = (address: string) => createHash("sha256").update(address).digest("hex")
const gone = notFound("There is no such calendar. Its owner may have revoked it")
/** The maximum reads per minute of one calendar, and from one address. */
const [most, mostOfAddress] = [10, 60]

/** The resources that provide the rows of each kind, limited to what the reader may see. */
export type CalendarSources = Readonly<Record<Kind, AnyResource>>
const asked = (today: string): Readonly<Record<Kind, Readonly<Record<string, string>>>> => ({
  leave: { status: "!pending,rejected,cancelled", from: addDays(today, -before) },
  rosters: { status: "!cancelled" },
  maintenance: { status: "active" },
})

export const calendarsLive = (sources: CalendarSources) =>
  Layer.mergeAll(
    HttpApiBuilder.group(
      CalendarsApi,
      "calendars",
      Effect.fn(function* (handlers) {
        const { origin } = yield* Config
        const shown = <Row extends { readonly what: ReadonlyArray<string> }>(row: Row) => ({ ...row, what: row.what.filter(isKind) })
        return handlers.handleAll({
          list: () => mapDatabaseErrors(Effect.flatMap(Who, ({ person }) => Effect.map(statement(ownSql, [person]), (rows) => rows.map(shown)))),
          make: ({ payload }) =>
            handle(function* () {
              const address = `${randomBytes(32).toString("base64url")}.ics`
              // without the caller's idempotency key: a repeated call makes a new address, since the first was not stored
              const { id } = yield* execute(makeFeed, { ...payload, addressHash: hashOf(address) }, yield* Who)
              const [row] = yield* statement(oneSql, [id])
              const { lastReadAt: _, ...made } = shown(row!)
              return { ...made, address: `${origin}/api/calendars/feed/${address}` }
            }),
          revoke: ({ params: { id } }) => mapDatabaseErrors(Effect.flatMap(Who, (who) => Effect.asVoid(execute(revokeFeed, { id }, who)))),
        })
      }),
    ),
    HttpApiBuilder.group(
      CalendarsApi,
      "calendarFeed",
      Effect.fn(function* (handlers) {
        const counts = yield* CallCounts
        const sessions = yield* Sessions
        const taken = (key: string, most: number) =>
          Effect.suspend(() =>
            counts.take(key, most).seconds > 0 ? Effect.fail(new Rejection(429, "This calendar is read too often. Try again in a minute")) : Effect.void,
          )
        return handlers.handleAll({
          read: ({ params: { address } }) =>
            handle(function* () {
              const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
              yield* taken(`calendars ${Option.getOrElse(remoteAddress, () => "unknown")}`, mostOfAddress)
              const [found] = yield* statement(addressSql, [hashOf(address)])
              const who = found && (yield* sessions.standing(found.person))
              if (!found || !who) return yield* Effect.fail(gone)
              yield* taken(`calendar ${found.id}`, most)
              const noted = yield* RequestContext
              noted.actor = `calendar:${found.id}`
              const events = yield* Effect.forEach(found.what.filter(isKind), (kind) => {
                const { mayRead, shape } = sources[kind]
                if (!permits(who, mayRead)) return Effect.succeed([])
                const { with: first, body, values } = listStatement(shape(who), { ...asked(who.today)[kind], limit: "1000" })
                return Effect.map(statement(bodySql(`${first}select ${body} as body`), values), ([row]) =>
                  (JSON.parse(row!.body) as ReadonlyArray<FeedRow>).flatMap((one) =>
                    kind === "leave" ? leaveEvent(one) : kind === "rosters" ? rosterEvents(one, who.today) : maintenanceEvent(one),
                  ),
                )
              })
              yield* statement(readSql, [found.id])
              return HttpServerResponse.text(calendarText(found.name, events.flat(), who.at), {
                contentType: "text/calendar; charset=utf-8",
                headers: { "content-disposition": 'inline; filename="calendar.ics"', "cache-control": "private, no-store" },
              })
            }),
        })
      }),
    ),
  ).pipe(Layer.provide(Sessions.layer))
