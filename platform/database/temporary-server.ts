/** A server for one test file, with its data in a folder that is deleted with it. */
import { Effect, Layer } from "effect"
import { newCluster } from "../testing/template.ts"
import { EmbeddedPostgres, make } from "./embedded.ts"

/** The pool options for the server's database `postgres`, as its superuser. */
export const superuserOptions = Effect.map(EmbeddedPostgres, (server) => ({ ...server, database: "postgres" }))

export const temporaryServer = Layer.effect(EmbeddedPostgres, Effect.flatMap(newCluster, make))
