import { Semaphore } from "effect"

/**
 * Runs what posts to the books one at a time in this process. Two acts that take the next number of a series cannot both
 * commit: side by side they would only collide and be decided again, and after some tries be refused.
 */
export const inTurn = Semaphore.makeUnsafe(1).withPermits(1)
