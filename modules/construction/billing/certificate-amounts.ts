/**
 * The amounts of a certificate. Pure. Money in cents, quantities in thousandths of the unit, rates in hundredths of a percent.
 *
 * Every certificate has three signed amounts. For each certificate, and for the sum of any number of them, certified + retention − recovered = billed:
 * `retention` is below 0 when it is retained and above 0 when it is released; `recovered` is above 0 when an advance is recovered and below 0 when it is
 * paid.
 */
import { proportion } from "@ops/platform/money.ts"

export interface Terms {
  readonly retentionRate: number
  readonly recoveryRate: number
}
/** The totals of earlier certificates of a contract. */
export interface Standing {
  /** the certified work, before retention and recovery */
  readonly certified: number
  /** retained so far */
  readonly retained: number
  readonly advance: number
  readonly recovered: number
}
export interface Amounts {
  readonly certified: number
  readonly retention: number
  readonly recovered: number
  /** the amount of the invoice, before tax */
  readonly billed: number
}

/** A share of an amount, half a cent rounded up. */
const shareOf = (amount: number, rate: number): number => proportion(amount, rate, 10_000)
/** The amount of a quantity at a unit rate, half a cent rounded up. */
export const lineAmount = (quantity: number, rate: number): number => proportion(quantity, rate, 1000)

/**
 * Retention is computed on the work to date, so that several certificates retain the same as a single one; an advance is recovered in shares until it is
 * fully recovered.
 */
export const progressAmounts = ({ retentionRate, recoveryRate }: Terms, before: Standing, certifiedToDate: number): Amounts => {
  const certified = certifiedToDate - before.certified
  const kept = shareOf(certifiedToDate, retentionRate) - before.retained
  const recovered = Math.min(before.advance - before.recovered, shareOf(certified, recoveryRate), certified - kept)
  return { certified, retention: 0 - kept, recovered, billed: certified - kept - recovered }
}
export const advanceAmounts = (amount: number): Amounts => ({ certified: 0, retention: 0, recovered: -amount, billed: amount })
export const releaseAmounts = ({ retained }: Pick<Standing, "retained">): Amounts => ({ certified: 0, retention: retained, recovered: 0, billed: retained })

/** The retention that is due: half of it at completion, the rest after the defect period. */
export const dueRetention = ({ retained, released }: { readonly retained: number; readonly released: number }, defectsAreOver: boolean): number =>
  defectsAreOver ? retained - released : Math.max(0, proportion(retained, 1, 2) - released)

interface MeasuredLine {
  readonly id: number
  readonly quantity: number
  readonly rate: number
  readonly amount: number
}
/** The value of the lines at the quantities done to date; a completed line has the value of its amount. */
export const doneAmount = (line: MeasuredLine, quantity: number): number => (quantity === line.quantity ? line.amount : lineAmount(quantity, line.rate))
