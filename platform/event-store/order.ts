/**
 * The order of commits in the log. A commit draws its number before its events draw their positions, within the same statement; so an event of a
 * commit that is much older than the commits before it was inserted later, by other means.
 */
import type { LogCommit } from "./leaf.ts"

/** Milliseconds after which a statement that began before another one is certain to have ended. */
const settled = 60_000
/** Milliseconds by which the clock may be set back without being reported. */
const tolerance = 5 * 60_000

/** Takes commits in the order of their events and reports those out of order. */
export const commitOrder = () => {
  let newest: LogCommit | undefined
  let latest = ""
  return {
    /** The newer commit that precedes this one, if this one is too old to be here. */
    olderThan: (commit: LogCommit): LogCommit | undefined =>
      newest && commit.id < newest.id && Date.parse(newest.recordedAt) - Date.parse(commit.recordedAt) > settled ? newest : undefined,
    /** Records an unaltered commit as seen. Returns the time that the clock had shown before, if it went back. */
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
