/**
 * Every process evicts the rows it has cached once another process has changed them; after an erasure also all that it has cached
 * of the erased person, and the rows of past instants are rebuilt.
 */
import { Effect, Layer, Stream } from "effect"
import { Tail } from "../event-store/tail.ts"
import { Snapshots } from "./snapshots/snapshots.ts"
import { Model, Records } from "./records.ts"

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const tail = yield* Tail
    const { streams } = yield* Model
    const { forget, forgetOlder } = yield* Records
    const instants = yield* Snapshots
    const erasing = new Set(streams.flatMap((stream) => [...stream.erasing]))
    yield* Effect.forkScoped(
      Stream.runForEach(tail.subscribe, (batch) => {
        forgetOlder(batch)
        const erased = batch.filter(({ type }) => erasing.has(type))
        if (erased.length === 0) return Effect.void
        forget(erased.map(({ stream }) => stream))
        return Effect.ignore(instants.forget) // they are marked already; this drops them sooner
      }),
      { startImmediately: true },
    )
  }),
)
