/** One line of the benchmark, and how it is measured: in short rounds, each alternating with its peer, so that both run under the same conditions. */

export interface Row {
  readonly name: string
  readonly value: number
  /** the value to compare with: another program's figure, or a limit */
  readonly peer: number
  readonly ratio: number
  readonly bound: number
  readonly holds: boolean
}

/** A group of measurements. `rows` are the names of its lines. */
export interface Suite {
  readonly rows: ReadonlyArray<string>
  /** the unit of value and peer, and what the peer is */
  readonly unit: string
  readonly peer: string
  readonly run: (log: (text: string) => void) => Promise<ReadonlyArray<Row>>
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The ratio is the median of the rounds' own ratios: a slow moment of the machine affects both sides of a round. */
const row = (name: string, rounds: ReadonlyArray<{ readonly value: number; readonly peer: number }>, bound: number, holds: (ratio: number) => boolean): Row => {
  const ratio = median(rounds.map(({ value, peer }) => value / peer))
  const value = median(rounds.map((round) => round.value))
  return { name, value, peer: median(rounds.map((round) => round.peer)), ratio, bound, holds: holds(ratio) }
}

type Measure = () => Promise<number>

/** Measures both sides in turn, alternating their order with each round, after a warm-up round. */
export const interleaved = async (rounds: number, value: Measure, peer: Measure, log: (text: string) => void = () => {}) => {
  const measured: Array<{ readonly value: number; readonly peer: number }> = []
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2 === 0 ? await value() : undefined
    const other = await peer()
    const one = first ?? (await value())
    log(`${round === 0 ? "warm-up" : `round ${round}`}: ${one.toFixed(1)} against ${other.toFixed(1)}`)
    if (round > 0) measured.push({ value: one, peer: other })
  }
  return measured
}

/** Requires at least this multiple of the peer. */
export const atLeast = (name: string, bound: number, rounds: ReadonlyArray<{ readonly value: number; readonly peer: number }>): Row =>
  row(name, rounds, bound, (ratio) => ratio >= bound)

/** Requires at most this multiple of the peer. */
export const atMost = (name: string, bound: number, rounds: ReadonlyArray<{ readonly value: number; readonly peer: number }>): Row =>
  row(name, rounds, bound, (ratio) => ratio <= bound)

/** Completions of `work` per second, with the given concurrency and duration in milliseconds. */
export const rate = async (atOnce: number, milliseconds: number, work: () => Promise<unknown>): Promise<number> => {
  let done = 0
  const begin = performance.now()
  const end = begin + milliseconds
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await work()
        done++
      }
    }),
  )
  return done / ((performance.now() - begin) / 1000)
}
