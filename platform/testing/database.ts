/** A real database for one test file: the store's tables and the rows of a model, on a separate server. */
import { Effect, Layer, Redacted } from "effect"
import * as Database from "../database/database.ts"
import { EmbeddedPostgres, make } from "../database/embedded.ts"
import { migrateRows } from "../records/generations/migrate.ts"
import * as EventStore from "../event-store/event-store.ts"
import * as Snapshots from "../records/snapshots/snapshots.ts"
import { PersonalKeys } from "../records/personal-data/personal.ts"
import * as Records from "../records/records.ts"
import { dataFolder } from "./template.ts"

/** The key that encrypts personal data in tests. */
export const testPersonalKeys = PersonalKeys.under(Redacted.make("for the personal data of tests, 32 bytes"))

/** Database, EventStore, Records, Snapshots, PersonalKeys and Model, ready to use, as the role `ops`. */
export const testDatabase = (model: Partial<Records.Model["Service"]>) => {
  const modelLayer = Layer.succeed(Records.Model, { streams: [], consequences: [], views: [], tables: [], ...model })
  const database = Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const owner = { ...(yield* EmbeddedPostgres), database: "postgres" }
      return yield* Database.make({ ...owner, role: "ops" })
    }),
  ).pipe(Layer.provideMerge(Layer.effect(EmbeddedPostgres, Effect.flatMap(dataFolder, make))))
  const rows = Layer.effectDiscard(migrateRows())
  return Layer.mergeAll(rows, Records.layer, Snapshots.layer()).pipe(
    Layer.provideMerge(EventStore.layer),
    Layer.provideMerge(testPersonalKeys),
    Layer.provideMerge(database),
    Layer.provideMerge(modelLayer),
  )
}
