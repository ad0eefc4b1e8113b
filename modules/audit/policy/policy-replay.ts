/**
 * What another rule would have stopped: decisions of the past, held against an approval limit or a separation of duties that did
 * not apply then. Amounts are cents of USD; waiting is in days, with a fraction.
 */

const day = 86_400_000
/** Days between two instants, whichever comes first. */
const daysBetween = (one: string, other: string) => Math.abs(Date.parse(other) - Date.parse(one)) / day

/** The middle of some numbers; null of none. */
export const median = (numbers: ReadonlyArray<number>): number | null => {
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

interface Timed {
  /** when it was asked for, and when it was decided: instants */
  readonly askedAt: string
  readonly decidedAt: string
}

/** What a stopped decision would have cost: how much longer it would have waited than it did. */
export interface Stopped<D> {
  readonly decision: D
  readonly waited: number
  /** null where nothing in the period shows how long the other person would have taken */
  readonly extra: number | null
}

export interface Replayed<D> {
  readonly stopped: ReadonlyArray<Stopped<D>>
  /** how long such decisions took, where the rule was kept anyway: the median in days */
  readonly usual: number | null
  /** together, of those whose cost is known */
  readonly extra: number
}

const replayed = <D extends Timed>(stopped: ReadonlyArray<D>, kept: ReadonlyArray<D>): Replayed<D> => {
  const waited = ({ askedAt, decidedAt }: D) => daysBetween(askedAt, decidedAt)
  const usual = median(kept.map(waited))
  const found = stopped.map((decision) => {
    const own = waited(decision)
    return { decision, waited: own, extra: usual === null ? null : Math.max(0, usual - own) }
  })
  return { stopped: found, usual, extra: found.reduce((sum, { extra }) => sum + (extra ?? 0), 0) }
}

export interface Decision extends Timed {
  /** the level of the person who decided, at that moment */
  readonly level: number
  readonly amountUsd: number
  /** whether a rule of then was overridden with a reason: another limit would have been overridden too */
  readonly overridden: boolean
}

/**
 * Decisions of one level that are above another limit, and would have waited for a higher level. The cost is estimated by
 * how long decisions of higher levels took in the same period.
 */
export const replayLimit = <D extends Decision>(decisions: ReadonlyArray<D>, { level, upTo }: { readonly level: number; readonly upTo: number }): Replayed<D> =>
  replayed(
    decisions.filter((decision) => decision.level === level && decision.amountUsd > upTo && !decision.overridden),
    decisions.filter((decision) => decision.level > level),
  )

export interface Handover extends Timed {
  /** whether one person held both duties */
  readonly samePerson: boolean
}

/** Records of which one person held both duties. The cost is estimated by records of which two people held them. */
export const replayPair = <D extends Handover>(handovers: ReadonlyArray<D>): Replayed<D> =>
  replayed(
    handovers.filter(({ samePerson }) => samePerson),
    handovers.filter(({ samePerson }) => !samePerson),
  )
