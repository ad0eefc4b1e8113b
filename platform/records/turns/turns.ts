/** Turns at streams: of the commands of this process that write one stream, such as a series of numbers, one after the other decides and commits. */
import { Effect, Semaphore } from "effect"

interface Queue {
  readonly turn: Semaphore.Semaphore
  /** who has the turn, and who waits for it */
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
    /** Whether no one has the turn at any of these streams. */
    areFree: (streams: ReadonlyArray<string>) => !streams.some((stream) => queues.has(stream)),
    /** Does the work when it has its turn at each of these streams, first come first served. */
    inTurn: <A, E, R>(streams: ReadonlyArray<string>, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      // all take their turns in one order, so that no two wait for each other
      [...streams].sort().reduceRight((inner, stream) => inTurnAt(stream, inner), work),
  }
}
