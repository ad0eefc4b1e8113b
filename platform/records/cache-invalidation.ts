/**
 * Evicts cached rows in every process once another process has changed them. After an erasure also evicts everything cached about the erased person
 * and has the rows of past instants rebuilt.
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
        return Effect.ignore(instants.forget) // they are marked as stale already; this drops them sooner
      }),
      { startImmediately: true },
    )
  }),
)
