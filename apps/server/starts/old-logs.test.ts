/**
 * Logs of earlier versions, kept as backups (`tools/keep-log.ts`): this version restores each, reads every event, and builds the same rows from it.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect, Layer, Redacted } from "effect"
import { assert, describe, layer } from "@effect/vitest"
import * as Database from "@ops/platform/database/database.ts"
import { superuserOptions, temporaryServer } from "@ops/platform/database/temporary-server.ts"
import { checkBackup } from "@ops/platform/event-store/backup-file.ts"
import { restoreBackup } from "@ops/platform/event-store/backup.ts"
import * as EventStore from "@ops/platform/event-store/event-store.ts"
import { verifyLog } from "@ops/platform/event-store/verify.ts"
import { build } from "@ops/platform/records/generations/generation.ts"
import { unknownEvents } from "@ops/platform/records/generations/unknown-events.ts"
import { migrateStore } from "@ops/platform/records/generations/migrate.ts"
import { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import { seriesOf } from "@ops/platform/records/series.ts"
import { sumsOfColumns } from "@ops/platform/testing/row-sums.ts"
import { model } from "../modules.ts"

const folder = path.join(import.meta.dirname, "old-logs")

interface Kept {
  /** the key that encrypted the personal data of this demo */
  readonly personalKey: string
  readonly position: number
  /** for each row table, a checksum of each column */
  readonly rows: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Columns, and whole tables, that this version builds differently, or no longer, each with the reason. */
const differs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "1020f99": { "purchase_request.items": "a line has a name and a unit of its own, null for stock items (decision 158)" },
}

for (const [version, reasons] of Object.entries(differs)) {
  const file = path.join(folder, `${version}.backup`)
  const kept = JSON.parse(fs.readFileSync(path.join(folder, `${version}.json`), "utf8")) as Kept
  const database = Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const options = yield* superuserOptions
      const made = yield* Database.make({ ...options, max: 4, timeouts: false })
      yield* made.query((sql) => sql`create role ops nologin`)
      yield* migrateStore(options)
      return made
    }),
  ).pipe(Layer.provide(temporaryServer))
  const layers = Layer.mergeAll(EventStore.layer, PersonalKeys.under(Redacted.make(kept.personalKey))).pipe(Layer.provideMerge(database))

  describe(`the log of ${version}`, () => {
    layer(layers, { excludeTestServices: true, timeout: "120 seconds" })("is restored", (it) => {
      it.effect("with every hash as it was written, and no event that is unknown", () =>
        Effect.gen(function* () {
          const checked = yield* Effect.promise(() => checkBackup(file))
          const verify = () => Effect.void
          yield* restoreBackup({ file, checked, tables: model.tables, series: seriesOf(model.streams), verify })
          assert.deepStrictEqual(yield* unknownEvents(model.streams), [])
          const { findings } = yield* verifyLog({ keys: undefined })
          assert.deepStrictEqual(
            findings.map(({ text }) => text),
            [],
          )
        }),
      )

      it.effect("with events that all decode by the schemas of today, upcast where they are older", () =>
        Effect.gen(function* () {
          const store = yield* EventStore.EventStore
          const { read } = yield* PersonalKeys
          const streams = new Map(model.streams.map((stream) => [stream.record.kind as string, stream]))
          const faults: Array<string> = []
          let events = 0
          for (let after = 0; after < kept.position; ) {
            const page = yield* read(yield* store.read(after, { upTo: kept.position, limit: 2000 }))
            if (page.length === 0) break
            for (const event of page) {
              try {
                const stream = streams.get(event.stream.slice(0, event.stream.indexOf("/")))!
                stream.checked(stream.upcast(event))
              } catch (error) {
                faults.push(`${event.type} ${event.schemaVersion}, ${event.stream}: ${String(error)}`)
              }
            }
            events += page.length
            after = page.at(-1)!.position
          }
          assert.isAbove(events, 1000)
          assert.deepStrictEqual(faults.slice(0, 20), [])
        }),
      )

      it.effect("and gives the rows that it gave then", () =>
        Effect.gen(function* () {
          yield* build("old_log", model.streams, model.views, kept.position)
          const now = yield* sumsOfColumns("old_log")
          const differing = Object.entries(kept.rows).flatMap(([table, columns]) =>
            now[table] === undefined
              ? [table]
              : Object.entries(columns).flatMap(([column, sum]) => (now[table]![column] === sum ? [] : [`${table}.${column}`])),
          )
          assert.deepStrictEqual(differing, Object.keys(reasons))
        }),
      )
    })
  })
}
