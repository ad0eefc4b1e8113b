/** A server for one test file: its data lies in a folder of its own, which goes with it. */
import { Effect, Layer } from "effect"
import { newCluster } from "../testing/template.ts"
import { EmbeddedPostgres, make } from "./embedded.ts"

/** The options of a pool on the server's database `postgres`, as its superuser. */
export const superuserOptions = Effect.map(EmbeddedPostgres, (server) => ({ ...server, database: "postgres" }))

export const temporaryServer = Layer.effect(EmbeddedPostgres, Effect.flatMap(newCluster, make))
