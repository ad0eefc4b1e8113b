/** Publishes every event to the process, once and in order, as it becomes final. */
import { Cause, Context, Effect, Layer, PubSub, Stream } from "effect"
import { EventStore, type StoredEvent } from "./event-store.ts"

export class Tail extends Context.Service<
  Tail,
  {
    /**
     * Batches of events in order, from the moment the stream is run, without gaps or repeats. To continue from a checkpoint: subscribe, read the log
     * up to `position`, and skip the events in the batches that were already read.
     */
    readonly subscribe: Stream.Stream<ReadonlyArray<StoredEvent>>
    /** The position up to which the subscribers have received events. */
    readonly position: Effect.Effect<number>
  }
>()("@ops/platform/event-store/Tail") {}

/** Maximum number of events in a batch. */
const most = 1000
/** Initial polling interval for events of other processes, in milliseconds; it grows while no events come. */
const shortest = 50
const longest = 500

/** One reader per process. It starts at the present: earlier events are not published. */
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
    /** Waits in real time, because a database does not follow a test clock; ends early if `until` calls its argument. */
    const pause = (milliseconds: number, until?: (stop: () => void) => void) =>
      Effect.callback<void>((resume) => {
        const stop = () => resume(Effect.void)
        const timer = setTimeout(stop, milliseconds)
        until?.(stop)
        return Effect.sync(() => clearTimeout(timer))
      })

    /** Publishes new events and returns their number. `closed` and the events must be two statements: a single one would lose events. */
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
          yield* pause(shortest) // lets the events of a burst gather
          if (!appended) yield* pause(patience - shortest, (stop) => (wake = stop))
        }
      }),
    )
    return { subscribe: Stream.fromPubSub(batches), position: Effect.sync(() => position) }
  }),
)
