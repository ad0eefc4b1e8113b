/** The calls for payroll. Money is a decimal string, in the currency of the adjacent field. */
import { Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, Rule, STAFF } from "@ops/platform/access/rule.ts"
import { created, DateInput, ListQuery, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { ReversalAnswer, ReversalPreview, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { currencies, lateDecisions, methods, periodStatuses, ruleKinds } from "./labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Currency = Schema.Literals(currencies)
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))

export const TotalAnswer = Schema.Struct({
  currency: Currency,
  people: Schema.Int,
  grossPay: Schema.String,
  tax: Schema.String,
  socialSecurity: Schema.String,
  otherDeductions: Schema.String,
  totalDeductions: Schema.String,
  netPay: Schema.String,
  employerSocialSecurity: Schema.String,
  employerSurtax: Schema.String,
}).annotate({ identifier: "PayrollTotal" })

export const PayrollPeriodAnswer = Schema.Struct({
  id: Schema.Int,
  periodName: Schema.String,
  startDate: Schema.String,
  endDate: Schema.String,
  payDate: Schema.String,
  notes: Schema.String,
  status: Schema.Literals(periodStatuses),
  /** a calculation is running, or was interrupted: process again */
  isCalculating: Schema.Boolean,
  people: Schema.Int,
  /** number of payslips written so far */
  payslips: Schema.Int,
  /** USD: the totals are all currencies, converted at `rate` */
  currency: Currency,
  totalGrossPay: Schema.String,
  totalDeductions: Schema.String,
  totalNetPay: Schema.String,
  totalsByCurrency: Schema.Array(TotalAnswer),
  /** SSP per dollar on the pay date */
  rate: Text,
  gapsReason: Text,
  createdBy: Whole,
  createdByUser: Named,
  processedBy: Whole,
  processedByUser: Named,
  processedDate: Text,
  approvedBy: Whole,
  approvedByUser: Named,
  approvedDate: Text,
  overrideReason: Text,
  postedBy: Whole,
  postedByUser: Named,
  postedDate: Text,
  paidBy: Whole,
  paidByUser: Named,
  paidDate: Text,
  paymentMethod: Text,
  paymentReference: Text,
  reversedBy: Whole,
  reversalReason: Text,
  journalEntries: Schema.Array(Schema.Struct({ id: Schema.Int, entryNumber: Schema.String })),
  /** whether the caller created or processed it, and can therefore approve it only with a reason */
  isOwn: Schema.Boolean,
  canProcess: Schema.Boolean,
  canReopen: Schema.Boolean,
  canApprove: Schema.Boolean,
  canPost: Schema.Boolean,
  canPay: Schema.Boolean,
  canReverse: Schema.Boolean,
  /** each payment of it, with its reversal if any */
  payments: Schema.Array(Schema.Struct({ paidDate: Schema.String, reversal: ReversalAnswer })),
  canReversePayment: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}).annotate({ identifier: "PayrollPeriod" })

export const PayrollRunAnswer = Schema.Struct({
  id: Schema.Int,
  runDate: Schema.String,
  payPeriodStart: Schema.String,
  payPeriodEnd: Schema.String,
  status: Schema.Literals(periodStatuses),
  currency: Currency,
  totalGrossPay: Schema.String,
  totalNetPay: Schema.String,
  totalDeductions: Schema.String,
  totalsByCurrency: Schema.Array(TotalAnswer),
  processedBy: Whole,
  approvedBy: Whole,
  notes: Schema.String,
}).annotate({ identifier: "PayrollRun" })

const amounts = {
  currency: Currency,
  basicSalary: Schema.String,
  overtime: Schema.String,
  allowances: Schema.String,
  bonuses: Schema.String,
  corrections: Schema.String,
  grossPay: Schema.String,
  taxableIncome: Schema.String,
  tax: Schema.String,
  socialSecurity: Schema.String,
  otherDeductions: Schema.String,
  totalDeductions: Schema.String,
  netPay: Schema.String,
  carriedForward: Schema.String,
  employerSocialSecurity: Schema.String,
  employerSurtax: Schema.String,
  workingDays: Schema.String,
  actualDaysWorked: Schema.String,
  paidLeaveDays: Schema.String,
  unpaidLeaveDays: Schema.String,
  absentDays: Schema.String,
  gapDays: Schema.String,
  overtimeHours: Schema.String,
  remarks: Schema.Array(Schema.String),
}
const slip = {
  id: Schema.Int,
  payrollPeriodId: Schema.Int,
  periodId: Schema.Int,
  periodName: Schema.String,
  startDate: Schema.String,
  endDate: Schema.String,
  payDate: Schema.String,
  periodStatus: Schema.Literals(periodStatuses),
  staffId: Schema.Int,
  staffNumber: Schema.String,
  firstName: Text,
  lastName: Text,
  department: Schema.String,
  position: Schema.String,
  siteId: Whole,
  siteCode: Text,
  ...amounts,
  rate: Schema.String,
  paymentStatus: Schema.Literals(["pending", "paid"]),
  paymentDate: Text,
  paymentReference: Text,
  notes: Schema.String,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}
export const PayslipAnswer = Schema.Struct(slip).annotate({ identifier: "Payslip" })
const How = Schema.Array(Schema.Struct({ line: Schema.String, formula: Schema.String, amount: Schema.String }))
/** A payslip with the derivation of each figure. */
export const PayslipDetail = Schema.Struct({ ...slip, how: How })

export const PreviewItem = Schema.Struct({
  staffId: Schema.Int,
  staffNumber: Schema.String,
  name: Schema.String,
  ...amounts,
  how: How,
  problems: Schema.Array(Schema.String),
  /** net pay in the previous payroll, in its currency; null for people who were not in it */
  previousNetPay: Text,
  previousCurrency: Schema.NullOr(Currency),
  /** null if there is nothing to compare with, or the currency differs */
  difference: Text,
  /** for a what-if: the net pay under the current rules */
  actualNetPay: Text,
})
export const PreviewAnswer = Schema.Struct({
  id: Schema.Int,
  periodName: Schema.String,
  startDate: Schema.String,
  endDate: Schema.String,
  payDate: Schema.String,
  rate: Schema.String,
  /** the rules used by the calculation, in words */
  rules: Schema.Array(Schema.Struct({ id: Schema.Int, kind: Schema.Literals(ruleKinds), from: Schema.String, source: Schema.String })),
  whatIf: Text,
  /** why it cannot be processed, if anything prevents it; if a reason is given, days without attendance count as worked */
  obstacle: Text,
  gapDays: Schema.String,
  totalsByCurrency: Schema.Array(TotalAnswer),
  items: Schema.Array(PreviewItem),
}).annotate({ identifier: "PayrollPreview" })

const Reason = Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 })))

/** Days of a person that changed after their payroll. */
export const LateDaysAnswer = Schema.Struct({
  periodId: Schema.Int,
  periodName: Schema.String,
  staffId: Schema.Int,
  staffNumber: Schema.String,
  name: Schema.String,
  days: Schema.Array(Schema.String),
  /** when the last of it became known */
  knownAt: Schema.String,
  currency: Currency,
  /** what the next payroll pays for them, below 0 what it takes back; 0.00 where they change nothing, or are settled */
  amount: Schema.String,
  /** null while no one has decided on them */
  decision: Schema.NullOr(Schema.Literals(lateDecisions)),
  reason: Text,
}).annotate({ identifier: "LateDays" })
export const LateDaysInput = Schema.Struct({
  staffId: Schema.Int,
  /** corrected by the next payroll, or declined: they stay as they were paid */
  decision: OneOf("Decision", ...lateDecisions),
  reason: Reason,
})

export const PayrollRuleAnswer = Schema.Struct({
  id: Schema.Int,
  kind: Schema.Literals(ruleKinds),
  from: Schema.String,
  method: Schema.NullOr(Schema.Literals(methods)),
  /** for income tax: the monthly limit in whole SSP, and the rate in hundredths of a percent */
  bands: Schema.Array(Schema.Struct({ upTo: Schema.NullOr(Schema.Int), rate: Schema.Int })),
  employeePercent: Schema.String,
  employerPercent: Schema.String,
  weekdayRate: Schema.String,
  restRate: Schema.String,
  weeklyHours: Schema.Int,
  source: Schema.String,
  createdAt: Schema.String,
}).annotate({ identifier: "PayrollRule" })

export const PeriodInput = Schema.Struct({
  periodName: TextInput("Period name", { required: true, most: 100 }),
  startDate: DateInput("Start date"),
  endDate: DateInput("End date"),
  payDate: DateInput("Pay date"),
  notes: Schema.optional(Schema.NullOr(TextInput("Notes"))),
})
/** `reason`: why working days without attendance count as worked. */
export const ProcessInput = Schema.Struct({ reason: Reason })
export const ApproveInput = Schema.Struct({ overrideReason: Reason, version: Schema.optional(Schema.Int) })
export const ReasonInput = Schema.Struct({ reason: Reason })
export const PayInput = Schema.Struct({
  paidDate: Schema.optional(Schema.NullOr(DateInput("Payment date"))),
  paymentMethod: Schema.optional(Schema.NullOr(OneOf("Payment method", "bank_transfer", "cash"))),
  paymentReference: Schema.optional(Schema.NullOr(TextInput("Payment reference", { most: 100 }))),
})
const percentInput = (field: string) => Schema.optional(Schema.NullOr(MoneyInput(`${field} must be a percentage with at most two decimals`)))
export const RuleInput = Schema.Struct({
  kind: OneOf("Kind", ...ruleKinds),
  from: DateInput("From"),
  method: Schema.optional(Schema.NullOr(OneOf("Method", ...methods))),
  /** whole SSP, and percent */
  bands: Schema.optional(
    Schema.NullOr(
      Schema.Array(Schema.Struct({ upTo: Schema.NullOr(Schema.Int), percent: MoneyInput("A rate must be a percentage with at most two decimals") })),
    ),
  ),
  employeePercent: percentInput("The employee's rate"),
  employerPercent: percentInput("The employer's rate"),
  weekdayRate: percentInput("The rate of working days"),
  restRate: percentInput("The rate of rest days"),
  weeklyHours: Schema.optional(Schema.NullOr(Schema.Int)),
  source: TextInput("Source", { required: true, most: 500 }),
})
const scope = "8: totals of the own department, and its own site if it has one; 7 and 10: all"
const slips = "8: own department, and its own site if it has one; 7 and 10: all; others their own, once it is approved"
const makers: Rule = { may: ["finance.full"], scope: "all" } as const
const read = { may: FINANCE, scope, audited: "pay" } as const

export class PayrollGroup extends callGroup(
  "payroll",
  call.list("periods", "/api/hr/payroll-periods", "List payroll periods", PayrollPeriodAnswer, { ...read, dependsOn: ["payroll_period", "payslip"] }),
  call.get("period", "/api/hr/payroll-periods/:id", "Read one payroll period", PayrollPeriodAnswer, { ...read, dependsOn: ["payroll_period", "payslip"] }),
  call.get("history", "/api/hr/payroll-periods/:id/history", "Read the history of one payroll period", HistoryAnswer, {
    ...makers,
    audited: "pay",
    dependsOn: ["payroll_period"],
  }),
  call.list("items", "/api/hr/payroll-periods/:id/items", "List the payslips of a payroll period", PayslipAnswer, {
    filters: ["currency"],
    ...read,
    scope: slips,
    dependsOn: ["payslip", "payroll_period", "company_staff"],
  }),
  call.get("preview", "/api/hr/payroll-periods/:id/preview", "Preview the calculation of a payroll", PreviewAnswer, {
    /** `rule`: what if whole-income, graduated, the rule of this id, or the rules of this day */
    query: { rule: Schema.optional(Schema.String), asOf: Schema.optional(Schema.String) },
    ...makers,
    audited: "pay",
    dependsOn: ["payroll_period", "company_staff", "attendance", "leave_request", "pay_component", "payroll_rule"],
  }),
  call.post("create", "/api/hr/payroll-periods", "Create a payroll period", PayrollPeriodAnswer.pipe(created), {
    payload: PeriodInput,
    ...makers,
    duties: "the creator cannot approve it",
  }),
  call.put("process", "/api/hr/payroll-periods/:id/process", "Calculate a payroll", PayrollPeriodAnswer, {
    payload: [Schema.Null, ProcessInput],
    ...makers,
    duties: "the person who processes it cannot approve it",
    stepUp: true,
  }),
  call.put("reopen", "/api/hr/payroll-periods/:id/reopen", "Reopen a payroll", PayrollPeriodAnswer, {
    payload: [Schema.Null, ReasonInput],
    ...makers,
    stepUp: true,
  }),
  call.put("approve", "/api/hr/payroll-periods/:id/approve", "Approve a payroll", PayrollPeriodAnswer, {
    payload: [Schema.Null, ApproveInput],
    ...makers,
    duties: "not the person who created or processed it; level 10 may override with a reason",
    stepUp: true,
  }),
  call.put("post", "/api/hr/payroll-periods/:id/post", "Post a payroll to the books", PayrollPeriodAnswer, { ...makers, stepUp: true }),
  call.put("pay", "/api/hr/payroll-periods/:id/pay", "Record the payment of a payroll", PayrollPeriodAnswer, {
    payload: [Schema.Null, PayInput],
    may: ["payments.process"],
    scope: "all",
    duties: "not the approver; once",
    stepUp: true,
  }),
  call.put("reverse", "/api/hr/payroll-periods/:id/reverse", "Reverse the posting of a payroll", PayrollPeriodAnswer, {
    payload: ReasonInput,
    ...makers,
    duties: "not while it is paid",
    stepUp: true,
  }),
  call.get("reversal", "/api/hr/payroll-periods/:id/reversal", "Read what reversing the posting of a payroll would change", ReversalPreview, {
    ...makers,
    audited: "pay",
    dependsOn: ["payroll_period"],
  }),
  call.get("paymentReversal", "/api/hr/payroll-periods/:id/payment/reversal", "Read what reversing the payment of a payroll would change", ReversalPreview, {
    may: ["payments.process"],
    scope: "all",
    audited: "pay",
    dependsOn: ["payroll_period"],
  }),
  call.post("reversePayment", "/api/hr/payroll-periods/:id/payment/reverse", "Reverse the payment of a payroll", PayrollPeriodAnswer, {
    payload: ReversingInput,
    may: ["payments.process"],
    scope: "all",
    duties: "not the payer; with a reason",
    stepUp: true,
  }),
  call.get("lateDays", "/api/hr/payroll-periods/:id/late-days", "List the days that changed after their payroll", Schema.Array(LateDaysAnswer), {
    ...makers,
    audited: "pay",
    dependsOn: ["payroll_period", "attendance", "leave_request"],
  }),
  call.post("decideLateDays", "/api/hr/payroll-periods/:id/late-days", "Decide whether the next payroll corrects days that changed", PayrollPeriodAnswer, {
    payload: LateDaysInput,
    ...makers,
    stepUp: true,
  }),
  call.list("runs", "/api/payroll-runs", "List payroll runs", PayrollRunAnswer, { ...read, dependsOn: ["payroll_period"] }),
  call.get("payslips", "/api/payslips", "List payslips", Schema.Array(PayslipAnswer), {
    query: {
      ...ListQuery,
      periodId: Schema.optional(Schema.String),
      departmentId: Schema.optional(Schema.String),
      staffId: Schema.optional(Schema.String),
      currency: Schema.optional(Schema.String),
      mine: Schema.optional(Schema.Literals(["true"])),
    },
    may: STAFF,
    scope: slips,
    audited: "pay",
    dependsOn: ["payslip", "payroll_period", "company_staff"],
  }),
  call.get("payslip", "/api/payslips/:id", "Read one payslip", PayslipDetail, {
    may: STAFF,
    scope: slips,
    audited: "pay",
    dependsOn: ["payslip", "payroll_period", "company_staff"],
  }),
  call.get(
    "payslipPdf",
    "/api/payslips/:id/pdf",
    "Download a payslip as PDF",
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
    { may: STAFF, scope: slips, audited: "pay", dependsOn: ["payslip"] },
  ),
  call.list("rules", "/api/payroll-rules", "List payroll rules", PayrollRuleAnswer, {
    filters: ["kind"],
    may: FINANCE,
    scope: "all",
    dependsOn: ["payroll_rule"],
  }),
  call.post("enterRule", "/api/payroll-rules", "Enter a payroll rule", PayrollRuleAnswer.pipe(created), { payload: RuleInput, ...makers, stepUp: true }),
) {}

export class PayrollApi extends HttpApi.make("ops").add(PayrollGroup) {}
