/** The services on the log and its rows. The server and the commands build them here, so that none is missing in either. */
import { Layer } from "effect"
import type { Database } from "@ops/platform/database/database.ts"
import * as EventStore from "@ops/platform/event-store/event-store.ts"
import * as Snapshots from "@ops/platform/records/snapshots/snapshots.ts"
import { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import { Publications } from "@ops/platform/records/reproducible-documents.ts"
import * as Records from "@ops/platform/records/records.ts"
import { model, publications } from "./modules.ts"

/** The records of every module, on a database. Needs Config. */
export const recordsOn = <E, R>(database: Layer.Layer<Database, E, R>) =>
  Layer.mergeAll(Records.layer, Snapshots.layer()).pipe(
    Layer.provideMerge(EventStore.layer),
    Layer.provideMerge(PersonalKeys.layer),
    Layer.provideMerge(database),
    Layer.provideMerge(Layer.succeed(Records.Model, model)),
    Layer.provideMerge(Layer.succeed(Publications, publications)),
  )
