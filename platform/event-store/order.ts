/**
 * The order in which commits come into the log. A commit draws its number before its events draw their positions, and within
 * one statement; so an event on a commit that is much older than those before it was put there later, by other means.
 */
import type { LogCommit } from "./leaf.ts"

/** A statement that began before another has ended so many milliseconds after it. */
const settled = 60_000
/** A clock that is set back by less makes no difference that matters. */
const tolerance = 5 * 60_000

/** Takes commits as their events come, and says what is out of order. */
export const commitOrder = () => {
  let newest: LogCommit | undefined
  let latest = ""
  return {
    /** The newer commit before it, if this one is too old to stand here. */
    olderThan: (commit: LogCommit): LogCommit | undefined =>
      newest && commit.id < newest.id && Date.parse(newest.recordedAt) - Date.parse(commit.recordedAt) > settled ? newest : undefined,
    /** Goes on with a commit that is as it was written. The time to which the clock had got before, if it went back. */
    take: (commit: LogCommit): string | undefined => {
      if (commit === newest) return undefined
      const wentBack =
        newest !== undefined && commit.id > newest.id && commit.recordedAt < latest && Date.parse(latest) - Date.parse(commit.recordedAt) > tolerance
      const before = latest
      if (newest === undefined || commit.id > newest.id) newest = commit
      if (wentBack || commit.recordedAt > latest) latest = commit.recordedAt
      return wentBack ? before : undefined
    },
  }
}
