/** The sites of changed records: people confined to a site are not notified of changes at another site. */
import { Effect, Schema } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import type { StoredEvent } from "@ops/platform/event-store/event-store.ts"
import { sitesOfRow } from "./site-of-rows.ts"

const sitesSql = sqlOf({ stream: col.text, sites: col.nullable(col.json(Schema.Array(Schema.Int))) })

/** These belong to a site each, but are visible to everyone: the directory of accounts, and the holidays. */
const seenByAll = ["person", "holiday"]

/** The sites of the records of events, by stream: the current ones, and the previous ones. Without an entry: company-wide. */
export const sitesOfChanges = (events: ReadonlyArray<StoredEvent>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const changed = Map.groupBy(new Set(events.map(({ stream }) => stream)), (stream) => stream.slice(0, stream.indexOf("/")))
    const ofSites = [...changed].filter(([kind]) => sitesOfRow.has(kind) && !seenByAll.includes(kind))
    const sites = new Map<string, ReadonlyArray<number>>()
    if (ofSites.length === 0) return sites
    const now = ofSites.map(
      ([kind], n) =>
        `select '${kind}/' || r.id as stream, (select json_agg(s.id) from (${sitesOfRow.get(kind)}) s(id)) as sites from ${kind} r where r.id = any($${n + 2}::bigint[])`,
    )
    // a record that has moved disappears from the lists of its previous site
    const before = `select stream, json_agg(distinct data->'siteId') from es.event
      where stream = any($1::text[]) and jsonb_typeof(data->'siteId') = 'number' group by stream`
    const isOfSite = (stream: string) => ofSites.some(([, streams]) => streams.includes(stream))
    const named = events.filter(({ stream, version, data }) => version > 1 && typeof data?.siteId === "number" && isOfSite(stream))
    const rows = yield* statement(sitesSql([...now, before].join(" union all ")), [
      named.map(({ stream }) => stream),
      ...ofSites.map(([kind, streams]) => streams.map((stream) => Number(stream.slice(kind.length + 1)))),
    ])
    for (const { stream, sites: some } of rows) {
      sites.set(stream, [...(sites.get(stream) ?? []), ...(some ?? [])])
    }
    return sites
  })
