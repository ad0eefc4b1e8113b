import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { sensitive } from "@ops/platform/access/rule.ts"
import { Database } from "@ops/platform/database/database.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import { Model } from "@ops/platform/records/records.ts"
import { AuditApi } from "./contract.ts"
import { dutiesReport } from "./duties/duties.ts"
import { chains } from "./duties/duty-rules.ts"
import { searchEvents, withChanges } from "./events/events.ts"
import { logPage } from "./events/log.ts"
import { comparable, compareMoments, reportsOf } from "./replay/snapshot-diff.ts"
import { allPermissions, permissionHistory } from "./duties/permissions.ts"
import { policyReplay } from "./policy/policy.ts"
import { readsPage } from "./events/access-log.ts"

/** A page with the cursor of the next one in its headers, as for lists. */
const page = (rows: ReadonlyArray<unknown>, cursor: string | undefined, more: Record<string, string> = {}) =>
  HttpServerResponse.jsonUnsafe(rows, { headers: { ...(cursor !== undefined && { "x-next-cursor": cursor }), ...more } })

/** The handlers of the audit calls, for the reports of a whole contract. */
export const audit = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpApiBuilder.group(
    AuditApi,
    "audit",
    Effect.fn(function* (handlers) {
      const context = yield* Effect.context<Database | Model | Snapshots | HttpRouter.HttpRouter>()
      const { streams } = yield* Model
      const reports = reportsOf(api)
      return handlers.handleAll({
        log: ({ query }) => mapDatabaseErrors(Effect.provide(logPage(query), context)),
        words: () =>
          Effect.succeed({
            kinds: streams.map(({ record }) => ({ kind: record.kind as string, label: record.label as string })).sort((a, b) => (a.label < b.label ? -1 : 1)),
            types: streams.flatMap(({ record, events }) => events.map(({ type }) => ({ type: type as string, kind: record.kind as string }))),
            permissions: allPermissions,
            lists: comparable(streams, reports),
            chains: chains.map(({ chain, label, duties }) => ({ chain, label, duties: duties.map(({ duty, label }) => ({ duty, label })) })),
            classes: sensitive,
          }),
        events: ({ query }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              const { changes, ...asked } = query
              if (changes && !(Number(asked.limit) <= 50)) return yield* Effect.fail(new Rejection(400, "limit must be at most 50 with changes"))
              const { events, cursor, searchedTo } = yield* searchEvents(asked)
              return page(changes ? yield* withChanges(events) : events, cursor, { "x-searched-to": String(searchedTo) })
            }).pipe(Effect.provide(context)),
          ),
        duties: ({ query }) => mapDatabaseErrors(Effect.provide(dutiesReport(query), context)),
        policy: ({ query }) => mapDatabaseErrors(Effect.provide(policyReplay(query), context)),
        permissions: ({ query }) => mapDatabaseErrors(Effect.provide(permissionHistory(query), context)),
        reads: ({ query }) => mapDatabaseErrors(Effect.map(Effect.provide(readsPage(query), context), ({ reads, cursor }) => page(reads, cursor))),
        moments: ({ query }) => mapDatabaseErrors(Effect.provide(compareMoments(query, reports), context)),
      })
    }),
  )
