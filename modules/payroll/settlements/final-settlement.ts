/**
 * The amounts owed to a person whose employment ends, line by line with the derivation of each. Pure. Amounts are cents, days hundredths of a day. Monthly
 * pay is that of the last day; weekly pay is twelve times that ÷ 52, daily pay is weekly pay ÷ the working days per week. Half a cent is rounded up.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { type Cents, formatMoney } from "@ops/platform/money.ts"
import { count } from "@ops/platform/text.ts"
import { monthsBetween } from "@ops/people/working-days/working-days.ts"
import { share } from "../calculation/payroll-calculation.ts"
import type { Currency, endings } from "../labels.ts"

export type EndingReason = (typeof endings)[number]

export interface Ending {
  /** the first day of service */
  readonly from: string
  /** the last day, which was worked and counts */
  readonly lastDay: string
  readonly reason: EndingReason
  readonly noticeWorked: boolean
  /** the monthly pay */
  readonly salary: Cents
  readonly currency: Currency
  /** working days per week */
  readonly weekDays: number
  readonly leave: ReadonlyArray<{ readonly leaveTypeId: number; readonly name: string; readonly days: number }>
}

export interface SettlementLine {
  readonly kind: "leave" | "notice" | "severance"
  /** for leave lines */
  readonly leaveTypeId: number | null
  readonly days: number | null
  readonly name: string
  readonly formula: string
  readonly amount: Cents
}
export interface Settlement {
  /** whole months of service */
  readonly months: number
  readonly lines: ReadonlyArray<SettlementLine>
  readonly total: Cents
}

/** Weeks per year, for converting monthly to weekly pay. */
const weeks = 52

/** Pay in lieu of notice: a month after a year, two weeks after six months, otherwise a week. */
const noticeOf = (months: number, salary: Cents): readonly [what: string, of: string, amount: Cents] =>
  months >= 12
    ? ["1 month", "", salary]
    : months >= 6
      ? ["2 weeks", " × 12 ÷ 52 × 2", share(salary, 24, weeks)]
      : ["1 week", " × 12 ÷ 52", share(salary, 12, weeks)]

const serviceText = (months: number) =>
  [...(months >= 12 ? [count(Math.floor(months / 12), "year")] : []), ...(months % 12 > 0 || months < 12 ? [count(months % 12, "month")] : [])].join(" and ")

/** The final settlement. No notice is owed to an employee who resigns or whose contract ends; severance is owed only on redundancy. */
export const finalSettlement = ({ from, lastDay, reason, noticeWorked, salary, currency, weekDays, leave }: Ending): Settlement => {
  const months = monthsBetween(from, addDays(lastDay, 1))
  const years = Math.floor(months / 12)
  const month = `${currency} ${formatMoney(salary)}`
  const service = `${serviceText(months)} of service`
  const [what, times, notice] = noticeOf(months, salary)
  const isOwed = (reason === "dismissed" || reason === "redundant") && !noticeWorked
  const whyNot = { resigned: "the employee gave notice", contract_end: "the contract ran out", dismissed: "it was worked", redundant: "it was worked" }
  const nothing = { leaveTypeId: null, days: null }
  const lines: ReadonlyArray<SettlementLine> = [
    ...leave.map(({ leaveTypeId, name, days }) => ({
      kind: "leave" as const,
      leaveTypeId,
      days,
      name: `Unused ${name.toLowerCase()}, ${days / 100} ${days === 100 ? "day" : "days"}`,
      formula: `${month} × 12 ÷ 52 ÷ ${weekDays} days a week × ${days / 100}`,
      amount: share(salary, 12 * days, weeks * weekDays * 100),
    })),
    {
      ...nothing,
      kind: "notice",
      name: `Notice pay${isOwed ? `, ${what}` : ""}`,
      formula: isOwed ? `${month}${times}; ${service}` : `none: ${whyNot[reason]}`,
      amount: isOwed ? notice : 0,
    },
    {
      ...nothing,
      kind: "severance",
      name: `Severance${reason === "redundant" ? `, ${count(years, "year")}` : ""}`,
      formula: reason === "redundant" ? `2 weeks' pay a whole year: ${month} × 12 ÷ 52 × 2 × ${years}; ${service}` : "none: only for redundancy",
      amount: reason === "redundant" ? share(salary, 24 * years, weeks) : 0,
    },
  ]
  return { months, lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) }
}
