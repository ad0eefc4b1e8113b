/** A server for one test file: its data lies in a folder of its own, which goes with it. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Effect, Layer } from "effect"
import { EmbeddedPostgres, make } from "./embedded.ts"

/** The options of a pool on the server's database `postgres`, as its superuser. */
export const superuserOptions = Effect.map(EmbeddedPostgres, (server) => ({ ...server, database: "postgres" }))

export const temporaryServer = Layer.effect(
  EmbeddedPostgres,
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "ops-test-"))),
      (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
    )
    fs.chmodSync(folder, 0o711) // the server's account must get through
    return yield* make(path.join(folder, "postgres"))
  }),
)
