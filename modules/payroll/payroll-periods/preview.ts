/** Previews a payroll, compared with the previous one and with other rules. Writes nothing. */
import { Effect } from "effect"
import { isDate } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { invalid } from "@ops/platform/records/command.ts"
import type { PreviewAnswer, TotalAnswer } from "../contract.ts"
import type { Slip } from "../calculation/payroll-calculation.ts"
import type { WhatIf } from "../calculation/inputs.ts"
import type { SiteSum } from "./payroll-period.ts"
import { calculation, obstacleOf, periodRow, sumsOf } from "./processing.ts"
import { currencies, methods } from "../labels.ts"

/** Parses the what-if in `rule`: a method, a rule by its id, or a day whose rules apply. Refuses (422) anything else. */
export const whatIfOf = (rule: string): WhatIf => {
  const method = methods.find((name) => name === rule)
  if (method) return { method }
  if (/^[1-9]\d{0,14}$/.test(rule)) return { rule: Number(rule) }
  if (isDate(rule)) return { day: rule }
  throw invalid("rule can be whole-income, graduated, the id of a payroll rule, or a day such as 2026-08-01 whose rules to use")
}
const inWords = ({ method, rule, day }: WhatIf) =>
  method
    ? `Income tax ${method === "graduated" ? "on the amount in each band" : "by the band's rate on the whole income"}`
    : rule
      ? `Rule ${rule} instead of the current one`
      : `The rules of ${day}`

/** formats thousandths as the lists do */
const quantity = (thousandths: number) => (thousandths / 1000).toFixed(thousandths % 10 === 0 ? 2 : 3)

const amountsOf = (slip: Slip) => ({
  currency: slip.currency,
  basicSalary: formatMoney(slip.basicSalary),
  overtime: formatMoney(slip.overtime),
  allowances: formatMoney(slip.allowances),
  bonuses: formatMoney(slip.bonuses),
  corrections: formatMoney(slip.corrections),
  grossPay: formatMoney(slip.grossPay),
  taxableIncome: formatMoney(slip.taxableIncome),
  tax: formatMoney(slip.tax),
  socialSecurity: formatMoney(slip.socialSecurity),
  otherDeductions: formatMoney(slip.otherDeductions),
  totalDeductions: formatMoney(slip.totalDeductions),
  netPay: formatMoney(slip.netPay),
  carriedForward: formatMoney(slip.carriedForward),
  employerSocialSecurity: formatMoney(slip.employerSocialSecurity),
  employerSurtax: formatMoney(slip.employerSurtax),
  workingDays: quantity(slip.workingDays),
  actualDaysWorked: quantity(slip.actualDaysWorked),
  paidLeaveDays: quantity(slip.paidLeaveDays),
  unpaidLeaveDays: quantity(slip.unpaidLeaveDays),
  absentDays: quantity(slip.absentDays),
  gapDays: quantity(slip.gapDays),
  overtimeHours: quantity(slip.overtimeHours),
  remarks: slip.remarks,
  problems: slip.problems,
})

export const totalsOf = (sums: ReadonlyArray<SiteSum>): ReadonlyArray<typeof TotalAnswer.Type> =>
  currencies.flatMap((currency) => {
    const own = sums.filter((sum) => sum.currency === currency)
    if (own.length === 0) return []
    const total = (name: Exclude<keyof SiteSum, "currency" | "siteId">) => own.reduce((sum, each) => sum + each[name], 0)
    return [
      {
        currency,
        people: total("people"),
        grossPay: formatMoney(total("grossPay")),
        tax: formatMoney(total("tax")),
        socialSecurity: formatMoney(total("socialSecurity")),
        otherDeductions: formatMoney(total("otherDeductions")),
        totalDeductions: formatMoney(total("totalDeductions")),
        netPay: formatMoney(total("netPay")),
        employerSocialSecurity: formatMoney(total("employerSocialSecurity")),
        employerSurtax: formatMoney(total("employerSurtax")),
      },
    ]
  })

/** The payroll of a period as it would be calculated now; days without a record count as worked, and are listed. */
export const previewOf = (id: number, rule: string | undefined) =>
  Effect.gen(function* () {
    const period = yield* periodRow(id)
    const whatIf = rule ? yield* Effect.try({ try: () => whatIfOf(rule), catch: (error) => error as ReturnType<typeof invalid> }) : undefined
    const made = yield* calculation(period, { gapsAreWorked: true, ...(whatIf && { whatIf }) })
    const actual = whatIf ? yield* calculation(period, { gapsAreWorked: true }) : undefined
    const answer: typeof PreviewAnswer.Type = {
      id,
      periodName: period.periodName,
      startDate: period.startDate,
      endDate: period.endDate,
      payDate: period.payDate,
      rate: formatMoney(made.rate),
      rules: made.held.map(({ id, kind, from, source }) => ({ id, kind, from, source })),
      whatIf: whatIf ? inWords(whatIf) : null,
      obstacle: obstacleOf(made, null),
      gapDays: quantity(made.items.reduce((sum, { slip }) => sum + slip.gapDays, 0)),
      totalsByCurrency: totalsOf(sumsOf(made.items.map(({ slip }) => slip))),
      items: made.items.map(({ person: { staffId, staffNumber, name, before }, slip }, n) => ({
        staffId,
        staffNumber,
        name,
        ...amountsOf(slip),
        how: slip.how.map((line) => ({ ...line, amount: formatMoney(line.amount) })),
        previousNetPay: before && formatMoney(before.netPay),
        previousCurrency: before && before.currency,
        difference: before && before.currency === slip.currency ? formatMoney(slip.netPay - before.netPay) : null,
        actualNetPay: actual ? formatMoney(actual.items[n]!.slip.netPay) : null,
      })),
    }
    return answer
  })
