/** Tells the process of every event, once and in order, as it becomes final. */
import { Cause, Context, Effect, Layer, PubSub, Stream } from "effect"
import { EventStore, type StoredEvent } from "./event-store.ts"

export class Tail extends Context.Service<
  Tail,
  {
    /**
     * Batches of events, in order, from the moment the stream is run: none is missed, none told twice. To go on from a
     * checkpoint: subscribe, read the log up to `position`, and pass over what the batches repeat of it.
     */
    readonly subscribe: Stream.Stream<ReadonlyArray<StoredEvent>>
    /** The position up to which the subscribers have been told. */
    readonly position: Effect.Effect<number>
  }
>()("@ops/platform/event-store/Tail") {}

/** Events in a batch at most. */
const most = 1000
/** How long to wait for events of other processes, in milliseconds: the longer nothing comes, the longer. */
const shortest = 50
const longest = 500

/** One reader a process. It starts at the present: what was there before is not told. */
export const layer = Layer.effect(
  Tail,
  Effect.gen(function* () {
    const store = yield* EventStore
    const batches = yield* PubSub.unbounded<ReadonlyArray<StoredEvent>>()
    let position = yield* store.closed

    let appended = false
    let wake = () => {}
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        store.onAppend(() => {
          appended = true
          wake()
        }),
      ),
      (stop) => Effect.sync(stop),
    )
    /** Waits in real time, since a database does not live by the clock of a test; less if `until` is called. */
    const pause = (milliseconds: number, until?: (stop: () => void) => void) =>
      Effect.callback<void>((resume) => {
        const stop = () => resume(Effect.void)
        const timer = setTimeout(stop, milliseconds)
        until?.(stop)
        return Effect.sync(() => clearTimeout(timer))
      })

    /** Tells what is new; answers how much that was. `closed` and the events are two statements: one would lose some. */
    const round = Effect.gen(function* () {
      const closed = yield* store.closed
      if (closed <= position) return 0
      const events = yield* store.read(position, { upTo: closed, limit: most })
      if (events.length > 0) yield* PubSub.publish(batches, events)
      position = events.length < most ? closed : events.at(-1)!.position
      return events.length
    })

    yield* Effect.forkScoped(
      Effect.gen(function* () {
        let patience = shortest
        let reachable = true
        for (;;) {
          appended = false
          const told = yield* round.pipe(
            Effect.tap(() => Effect.sync(() => (reachable = true))),
            Effect.catchCause((cause) => {
              if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
              const first = reachable
              reachable = false
              return Effect.as(first ? Effect.logWarning("The log cannot be read; trying again", cause) : Effect.void, 0)
            }),
          )
          if (told === most) continue
          patience = told > 0 ? shortest : Math.min(patience * 2, longest)
          yield* pause(shortest) // events that come in a burst are told together
          if (!appended) yield* pause(patience - shortest, (stop) => (wake = stop))
        }
      }),
    )
    return { subscribe: Stream.fromPubSub(batches), position: Effect.sync(() => position) }
  }),
)
