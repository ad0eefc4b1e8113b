/**
 * The amounts of a certificate. Pure. Money in cents, quantities in thousandths of the unit, rates in hundredths of a percent.
 *
 * Every certificate has three signed amounts, and of each of them, as of any number of them,
 * certified + retention − recovered = billed:
 * `retention` is below 0 where it is retained and above 0 where it is released; `recovered` is above 0 where an advance
 * is recovered and below 0 where it is paid.
 */
import { proportion } from "@ops/platform/money.ts"

export interface Terms {
  readonly retentionRate: number
  readonly recoveryRate: number
}
/** The totals of earlier certificates of a contract. */
export interface Standing {
  /** the work that is certified, before retention and recovery */
  readonly certified: number
  /** retained until now */
  readonly retained: number
  readonly advance: number
  readonly recovered: number
}
export interface Amounts {
  readonly certified: number
  readonly retention: number
  readonly recovered: number
  /** what the invoice asks for, before tax */
  readonly billed: number
}

/** A share of an amount, half a cent up. */
const shareOf = (amount: number, rate: number): number => proportion(amount, rate, 10_000)
/** What a quantity is worth at a rate for one, half a cent up. */
export const lineAmount = (quantity: number, rate: number): number => proportion(quantity, rate, 1000)

/** Retention follows the work to date, so that many certificates retain what one would; an advance is recovered by shares until nothing is left of it. */
export const progressAmounts = ({ retentionRate, recoveryRate }: Terms, before: Standing, certifiedToDate: number): Amounts => {
  const certified = certifiedToDate - before.certified
  const kept = shareOf(certifiedToDate, retentionRate) - before.retained
  const recovered = Math.min(before.advance - before.recovered, shareOf(certified, recoveryRate), certified - kept)
  return { certified, retention: 0 - kept, recovered, billed: certified - kept - recovered }
}
export const advanceAmounts = (amount: number): Amounts => ({ certified: 0, retention: 0, recovered: -amount, billed: amount })
export const releaseAmounts = ({ retained }: Pick<Standing, "retained">): Amounts => ({ certified: 0, retention: retained, recovered: 0, billed: retained })

/** The retention that is due: half of it at completion, the rest once the defect period is over. */
export const dueRetention = ({ retained, released }: { readonly retained: number; readonly released: number }, defectsAreOver: boolean): number =>
  defectsAreOver ? retained - released : Math.max(0, proportion(retained, 1, 2) - released)

interface MeasuredLine {
  readonly id: number
  readonly quantity: number
  readonly rate: number
  readonly amount: number
}
/** What the lines are worth at the quantities done to date; a line that is done whole is worth its amount. */
export const doneAmount = (line: MeasuredLine, quantity: number): number => (quantity === line.quantity ? line.amount : lineAmount(quantity, line.rate))
