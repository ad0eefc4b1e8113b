/**
 * Turns at streams: among the commands of this process that write the same stream, such as a number series, only one at a time decides and commits.
 */
import { Effect, Semaphore } from "effect"

interface Queue {
  readonly turn: Semaphore.Semaphore
  /** the holder of the turn and those waiting for it */
  length: number
}

export const makeTurns = () => {
  const queues = new Map<string, Queue>()
  const inTurnAt = <A, E, R>(stream: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const queue = queues.get(stream) ?? { turn: Semaphore.makeUnsafe(1), length: 0 }
      queues.set(stream, queue)
      queue.length += 1
      const leave = Effect.sync(() => {
        queue.length -= 1
        if (queue.length === 0) queues.delete(stream)
      })
      return Effect.ensuring(queue.turn.withPermit(work), leave)
    })
  return {
    /** Whether no command has the turn at any of these streams. */
    areFree: (streams: ReadonlyArray<string>) => !streams.some((stream) => queues.has(stream)),
    /** Does the work once it has the turn at each of these streams, first come first served. */
    inTurn: <A, E, R>(streams: ReadonlyArray<string>, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      // turns are taken in sorted order, which prevents deadlocks
      [...streams].sort().reduceRight((inner, stream) => inTurnAt(stream, inner), work),
  }
}
