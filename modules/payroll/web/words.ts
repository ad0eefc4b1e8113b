/** What the screens of payroll share. */
import { formatMoney } from "@ops/platform/ui/money.tsx"
import type { PayrollPeriodAnswer, PayslipAnswer, PayslipDetail, PreviewAnswer } from "../contract.ts"

export type Period = typeof PayrollPeriodAnswer.Type
export type Slip = typeof PayslipAnswer.Type
export type SlipDetail = typeof PayslipDetail.Type
export type Preview = typeof PreviewAnswer.Type

export const periodPath = "/api/hr/payroll-periods"
/** Lists that are another after an act on a payroll. */
export const payrollLists = [periodPath, "/api/payroll-runs", "/api/payslips", "/api/journal-entries", "/api/approvals"]

export const nameOf = (user: Period["processedByUser"]) => user && `${user.firstName} ${user.lastName}`
/** "USD 1,200.00 and SSP 340,000.00" */
export const inCurrencies = (totals: Period["totalsByCurrency"], of: "netPay" | "grossPay" = "netPay") =>
  totals.map((total) => formatMoney(total[of], total.currency)).join(" and ") || formatMoney("0.00", "USD")
/** "22" for "22.00", "21.5" for "21.50" */
export const plain = (text: string) => text.replace(/\.?0+$/, "")
