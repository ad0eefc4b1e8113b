/** A run as shown by a view. */

export interface Step {
  readonly name: string
  state: "waiting" | "running" | "done" | "failed" | "stopped" | "skipped"
  count: number
  total: number | undefined
  /** Milliseconds of a monotonic clock. */
  began: number
  ended: number
}

/** The state shown by a view: redrawn on a screen, or printed line by line. */
export interface Run {
  readonly title: string
  readonly unit: string
  readonly steps: Step[]
  readonly notes: string[]
}

/** A duration in words: `4 s`, `3 min 05 s`, `1 h 02 min`. */
export const inWords = (milliseconds: number) => {
  const seconds = Math.round(milliseconds / 1000)
  const two = (value: number) => String(value).padStart(2, "0")
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`
}

/** 1 row, 2 rows, 1 entry; the unit is given in the plural. */
const counted = (n: number, unit: string) => [n, n === 1 ? unit.replace(/ies$/, "y").replace(/s$/, "") : unit].filter((part) => part !== "").join(" ")

/** The progress of a step: count, share, rate and time left, as far as known. */
export const howFar = ({ count, total, began, ended, state }: Step, unit: string, now: number): string => {
  const elapsed = (state === "running" ? now : ended) - began
  if (state !== "running") return [...(count ? [counted(count, unit)] : []), inWords(elapsed)].join(", ")
  const rate = count / (elapsed / 1000)
  // the first second is not representative
  const isSteady = elapsed >= 1000 && count > 0
  return [
    ...(total !== undefined ? [`${count} of ${counted(total, unit)}`] : count ? [counted(count, unit)] : []),
    ...(total ? [`${Math.floor((100 * count) / total)}%`] : []),
    ...(isSteady ? [`${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`] : []),
    ...(isSteady && total !== undefined && total > count ? [`${inWords(((total - count) / rate) * 1000)} left`] : []),
    ...(count === 0 && total === undefined ? [inWords(elapsed)] : []),
  ].join(", ")
}

/** Displays a run while it changes. */
export interface View {
  /** Called when a step has ended. */
  readonly ended: (step: Step) => void
  readonly noted: (text: string) => void
  readonly close: () => Promise<void>
}
