/** Progress lines of a start that rebuilds the rows from the log. That may take minutes, and the server does not accept requests meanwhile. */
import type { Progress } from "@ops/platform/records/generations/generation.ts"

/** The interval between progress lines, in ms. */
const interval = 5_000

/** One line at the beginning, one every five seconds, and one at the end; none if the log is empty. */
export const rebuildLines = (say: (line: string) => void = console.error, now: () => number = () => performance.now()) => {
  let last: number | undefined
  let isOver = false
  return ({ events, total, isIndexing = false }: Progress) => {
    if (isOver || (total === 0 && last === undefined)) return
    isOver = events === total && !isIndexing
    if (!isOver && last !== undefined && now() - last < interval) return
    last = now()
    const share = events === 0 ? "" : `, ${Math.floor((100 * events) / total)}%`
    say(
      `Rebuilding the rows: ${isOver ? `done, ${events} events` : isIndexing ? `${events} events folded, creating the indexes` : `${events} of ${total} events${share}`}`,
    )
  }
}
