/** A real database for one test file: the store's tables and the rows of a model, on a server of its own. */
import { Effect, Layer, Redacted } from "effect"
import * as Database from "../database/database.ts"
import { EmbeddedPostgres } from "../database/embedded.ts"
import { migrateRows, migrateStore } from "../database/migrate.ts"
import { temporaryServer } from "../database/temporary-server.ts"
import * as EventStore from "../event-store/event-store.ts"
import * as Instants from "../records/instant.ts"
import { PersonalKeys } from "../records/personal.ts"
import * as Records from "../records/records.ts"

/** The key under which tests keep personal data. */
export const testPersonalKeys = PersonalKeys.under(Redacted.make("for the personal data of tests, 32 bytes"))

/** Database, EventStore, Records, Instants, PersonalKeys and Model, ready to use, as the role `ops`. */
export const testDatabase = (model: Partial<Records.Model["Service"]>) => {
  const modelLayer = Layer.succeed(Records.Model, { streams: [], consequences: [], views: [], tables: [], ...model })
  const database = Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const server = yield* EmbeddedPostgres
      const owner = { ...server, database: "postgres" }
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { query } = yield* Database.make({ ...owner, max: 1 })
          yield* query((sql) => sql`create role ops nologin`)
        }),
      )
      yield* migrateStore(owner)
      return yield* Database.make({ ...owner, role: "ops" })
    }),
  ).pipe(Layer.provideMerge(temporaryServer))
  const rows = Layer.effectDiscard(migrateRows())
  return Layer.mergeAll(rows, Records.layer, Instants.layer()).pipe(
    Layer.provideMerge(EventStore.layer),
    Layer.provideMerge(testPersonalKeys),
    Layer.provideMerge(database),
    Layer.provideMerge(modelLayer),
  )
}
