/** The explainable figures of payroll: the total of a payroll, and the pay of one person. Explained by the same queries as the screens use. */
import { Effect } from "effect"
import { FINANCE, STAFF } from "@ops/platform/access/rule.ts"
import { figure, listedAt, said } from "@ops/platform/records/explain.ts"
import { PayrollPeriodAnswer, PayslipDetail } from "./contract.ts"
import { periodList, slipDetail } from "./queries.ts"

const inDollars = (name: string, field: "totalNetPay" | "totalGrossPay" | "totalDeductions", of: "netPay" | "grossPay" | "totalDeductions", label: string) =>
  figure(name, {
    label,
    unit: "USD",
    needs: ["id"],
    may: FINANCE,
    explain: ({ id }, who) =>
      Effect.gen(function* () {
        const period = yield* listedAt(PayrollPeriodAnswer, periodList(who), id, "Payroll period")
        const { totalsByCurrency, rate, periodName, payDate } = period
        const parts = totalsByCurrency.map((total) => said(total[of], total.currency))
        const isMixed = totalsByCurrency.some(({ currency }) => currency === "SSP")
        return {
          value: period[field],
          formula: `${periodName}: ${parts.join(" + ") || "not calculated yet"}${isMixed ? `, SSP converted at ${rate} per USD` : ""}`,
          inputs: totalsByCurrency.map((total) => ({ label: `${total.people} people paid in ${total.currency}`, value: total[of], unit: total.currency })),
          terms: isMixed ? [{ label: "Official exchange rate", value: rate, unit: "SSP", from: payDate }] : [],
          records: [{ stream: `payroll_period/${id}`, title: periodName, value: period[field], path: `/hr?tab=payroll&open=${id}` }],
        }
      }),
  })

const netPay = figure("payslip.netPay", {
  label: "Net pay of a payslip",
  unit: "USD",
  needs: ["id"],
  may: STAFF,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const slip = yield* listedAt(PayslipDetail, slipDetail(who), id, "Payslip")
      const { netPay: value, currency: unit, grossPay, totalDeductions, staffNumber, periodName, how } = slip
      const lines = how.filter(({ line }) => line !== "Gross pay" && line !== "Net pay")
      return {
        value,
        unit,
        formula: `${staffNumber}, ${periodName}: gross pay ${said(grossPay, unit)} less deductions of ${said(totalDeductions, unit)}`,
        inputs: lines.map(({ line, formula, amount }) => ({ label: formula === "" ? line : `${line}: ${formula}`, value: amount, unit })),
        records: [{ stream: `payslip/${id}`, title: `Payslip of ${staffNumber}, ${periodName}`, value }],
      }
    }),
})

export const payrollFigures = [
  inDollars("payroll.netPay", "totalNetPay", "netPay", "Net pay of a payroll"),
  inDollars("payroll.grossPay", "totalGrossPay", "grossPay", "Gross pay of a payroll"),
  inDollars("payroll.deductions", "totalDeductions", "totalDeductions", "Deductions of a payroll"),
  netPay,
]
