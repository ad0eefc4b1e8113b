import { Semaphore } from "effect"

/**
 * Serialises commands that post to the books in this process. Two commands that take the next number of a series cannot both
 * commit: in parallel they would only conflict and be retried, and be refused after some attempts.
 */
export const inTurn = Semaphore.makeUnsafe(1).withPermits(1)
