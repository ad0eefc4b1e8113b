/** Shared by the payroll screens. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import type { PayrollPeriodAnswer, PayrollRuleAnswer, PreviewAnswer } from "../contract.ts"
import { pathOf, pathsOf } from "./client.ts"

export type Period = typeof PayrollPeriodAnswer.Type
export type Rule = typeof PayrollRuleAnswer.Type
export type Preview = typeof PreviewAnswer.Type

export const periodPath = pathOf("GET /api/hr/payroll-periods")
/** The lists to reload after an action on a payroll. */
export const payrollLists = [...pathsOf("GET /api/hr/payroll-periods", "GET /api/payroll-runs", "GET /api/payslips", "GET /api/journal-entries"), inboxPath]

export const nameOf = (user: Period["processedByUser"]) => user && `${user.firstName} ${user.lastName}`
/** "USD 1,200.00 and SSP 340,000.00" */
export const inCurrencies = (totals: Period["totalsByCurrency"], of: "netPay" | "grossPay" = "netPay") =>
  totals.map((total) => formatMoney(total[of], total.currency)).join(" and ") || formatMoney("0.00", "USD")
/** Drops trailing zeros: "22" for "22.00", "21.5" for "21.50". */
export const plain = (text: string) => text.replace(/\.?0+$/, "")

export const endingOptions = [
  { value: "resigned", label: "Resigned" },
  { value: "dismissed", label: "Dismissed" },
  { value: "redundant", label: "Made redundant" },
  { value: "contract_end", label: "The contract ran out" },
]
export const endingName = (reason: string) => endingOptions.find(({ value }) => value === reason)?.label ?? reason
/** The lists to reload once a settlement is booked or reversed. */
export const settlementLists = (staffId: number) => [
  pathOf("GET /api/hr/staff/:id/settlement", { id: staffId }),
  pathOf("GET /api/hr/staff/:id/leave-balance", { id: staffId }),
  ...pathsOf("GET /api/pay-components", "GET /api/hr/payroll-periods"),
]

export const rulePath = pathOf("GET /api/payroll-rules")
export const ruleOptions = [
  { value: "pit", label: "Income tax (PIT)" },
  { value: "nsif", label: "Social insurance (NSIF)" },
  { value: "overtime", label: "Overtime" },
  { value: "surtax", label: "Surtax of the employer" },
]
export const ruleName = (kind: string) => ruleOptions.find(({ value }) => value === kind)?.label ?? kind
/** The content of a rule in one line. */
export const lawOf = ({ kind, method, bands, employeePercent, employerPercent, weekdayRate, restRate, weeklyHours }: Rule): string => {
  if (kind === "overtime") return `${plain(weekdayRate)} on working days, ${plain(restRate)} on rest days; ${weeklyHours} hours a week`
  if (kind === "surtax") return employerPercent === "0.00" ? "None" : `${plain(employerPercent)}\u00a0% by the employer`
  if (kind === "nsif") return `${plain(employeePercent)}\u00a0% by the employee, ${plain(employerPercent)}\u00a0% by the employer`
  const rates = bands.map(({ upTo, rate }) => `${upTo === null ? "above" : `to ${upTo.toLocaleString("en-GB")}`} ${rate / 100}\u00a0%`).join(", ")
  return `${rates}; ${method === "whole-income" ? "on the whole income" : "graduated"}`
}
