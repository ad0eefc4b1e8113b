/**
 * Replays past decisions against an approval limit or a separation of duties that did not apply then. Amounts are cents of USD; waiting is in days, with a
 * fraction.
 */

/** The median of some numbers; null if there are none. */
export const median = (numbers: ReadonlyArray<number>): number | null => {
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

interface Timed {
  /** instants of the request and of the decision */
  readonly askedAt: string
  readonly decidedAt: string
}

/** The cost of a stopped decision: how much longer it would have waited. */
export interface Stopped<D> {
  readonly decision: D
  readonly waited: number
  /** null if nothing in the period shows how long the other person would have taken */
  readonly extra: number | null
}

export interface Replayed<D> {
  readonly stopped: ReadonlyArray<Stopped<D>>
  /** how long such decisions took when they complied with the rule: the median in days */
  readonly usual: number | null
  /** the total over those whose cost is known */
  readonly extra: number
}

/** The days between request and decision, or between two duties in either order, with a fraction. */
const waited = ({ askedAt, decidedAt }: Timed) => Math.abs(Date.parse(decidedAt) - Date.parse(askedAt)) / 86_400_000

const replayed = <D extends Timed>(stopped: ReadonlyArray<D>, kept: ReadonlyArray<D>): Replayed<D> => {
  const usual = median(kept.map(waited))
  const found = stopped.map((decision) => {
    const own = waited(decision)
    return { decision, waited: own, extra: usual === null ? null : Math.max(0, usual - own) }
  })
  return { stopped: found, usual, extra: found.reduce((sum, { extra }) => sum + (extra ?? 0), 0) }
}

export interface Decision extends Timed {
  /** the level of the person who decided, at that time */
  readonly level: number
  readonly amountUsd: number
  /** whether a rule was overridden with a reason: another limit would have been overridden too */
  readonly overridden: boolean
}

/**
 * Decisions of one level that are above another limit, and would have waited for a higher level. The cost is estimated from the duration of decisions by
 * higher levels in the same period.
 */
export const replayLimit = <D extends Decision>(decisions: ReadonlyArray<D>, { level, upTo }: { readonly level: number; readonly upTo: number }): Replayed<D> =>
  replayed(
    decisions.filter((decision) => decision.level === level && decision.amountUsd > upTo && !decision.overridden),
    decisions.filter((decision) => decision.level > level),
  )

export interface Handover extends Timed {
  /** whether one person performed both duties */
  readonly samePerson: boolean
}

/** Records for which one person performed both duties. The cost is estimated from records with two people. */
export const replayPair = <D extends Handover>(handovers: ReadonlyArray<D>): Replayed<D> =>
  replayed(
    handovers.filter(({ samePerson }) => samePerson),
    handovers.filter(({ samePerson }) => !samePerson),
  )
