import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { clockFault } from "./clock.ts"
import * as Database from "./database.ts"
import { superuserOptions, temporaryServer } from "./temporary-server.ts"

const database = Layer.effect(
  Database.Database,
  Effect.flatMap(superuserOptions, (options) => Database.make({ ...options, max: 1 })),
).pipe(Layer.provide(temporaryServer))
const shifted = (milliseconds: number) => () => Date.now() + milliseconds

layer(database, { excludeTestServices: true, timeout: "60 seconds" })("the clocks of the server and of the database", (it) => {
  it.effect("a large difference in either direction is a warning that states its size and the remedy", () =>
    Effect.gen(function* () {
      assert.match((yield* clockFault(shifted(-3_600_000)))!, /^The clock of this server is 3,?600 seconds behind the database's\. Synchronize both with NTP/)
      assert.match((yield* clockFault(shifted(3_600_000)))!, /^The clock of this server is 3,?600 seconds ahead of the database's/)
      assert.isUndefined(yield* clockFault())
    }),
  )

  it.effect("a slow answer does not count as a difference", () =>
    Effect.gen(function* () {
      let calls = 0
      assert.isUndefined(yield* clockFault(() => Date.now() + (calls++ === 0 ? -60_000 : 60_000)))
    }),
  )
})
