import { formatAgo, instant } from "@ops/platform/ui/date.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import type { Approval } from "../contract.ts"

const day = 24 * 3_600_000
/** How long it has waited: in days from the second day on. */
export const ageOf = (since: string, now: number) => {
  const days = Math.floor((now - instant(since).getTime()) / day)
  return days >= 1 ? `${days} ${days === 1 ? "day" : "days"}` : formatAgo(since, now).replace(" ago", "")
}
/** Whether it has waited longer than a decision should take. */
export const isLate = (since: string, now: number) => now - instant(since).getTime() >= 4 * day

/** The sums of rows, per currency. */
export const sumsOf = (rows: readonly Approval[]) =>
  [
    ...Map.groupBy(
      rows.filter(({ amount }) => amount !== null),
      ({ currency }) => currency ?? "USD",
    ),
  ]
    .map(([currency, some]) => formatMoney(sumMoney(some.map(({ amount }) => amount)), currency))
    .join(" and ")
