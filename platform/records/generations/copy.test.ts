import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as database from "../../database/database.ts"
import { EmbeddedPostgres } from "../../database/embedded.ts"
import { eventColumns } from "../../event-store/event-store.ts"
import { testDatabase } from "../../testing/database.ts"
import { eventsUpTo, type FoldedEvent } from "./copy.ts"

layer(testDatabase({}), { timeout: 120_000 })("the log as it is read for a rebuild", (it) => {
  it.effect("has the events that the store reads, to the same millisecond, whatever the date style of the server", () =>
    Effect.gen(function* () {
      const owner = yield* database.make({ ...(yield* EmbeddedPostgres), database: "postgres", max: 2 })
      const seconds = ["07", "07.1", "07.12", "07.123", "07.100", "07.009", "07.123456", "07.9999"]
      const data = { text: 'a\tb\\n\nc\r"\u0001é😀', list: [1, null, {}], "a\tb": "" }
      for (const [n, second] of seconds.entries())
        yield* owner.statement(
          `insert into es.event (position, stream, version, type, schema_version, occurred_at, data, commit_id, hash)
           values ($1::int, 'probe/1', $1::int, 'Probed', 1, $2::text::timestamptz, $3::text::jsonb, 1, '')`,
          [n + 1, `2026-11-21 05:06:${second}+00`, JSON.stringify(data)],
        )
      yield* owner.statement("alter database postgres set datestyle = 'german'", [])
      const reader = yield* database.make({ ...(yield* EmbeddedPostgres), database: "postgres", max: 2 })
      const stored = yield* owner.statement(`select ${eventColumns} from es.event order by stream, version`, [])
      const read: Array<FoldedEvent> = []
      yield* Effect.promise(async () => {
        for await (const events of eventsUpTo(reader.sql, seconds.length)) read.push(...events)
      })
      assert.strictEqual(read.length, seconds.length)
      assert.deepStrictEqual(
        read,
        stored.map(({ commitId: _, ...event }) => event),
      )
      assert.deepStrictEqual(read[0]!.data, data)
    }).pipe(Effect.scoped),
  )
})
