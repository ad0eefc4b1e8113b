/**
 * A payroll: draft → calculated → approved by another person → posted → paid. A calculated one can go back to draft; a posted one can be reversed. An error
 * in a paid month is corrected in the next one; the payment itself can be reversed. Amounts are cents.
 */
import { daysBetween } from "@ops/platform/calendar.ts"
import { approvalFacts, approvalText, refuseSimulatedPayment } from "@ops/platform/records/rules/decision.ts"
import { Schema } from "effect"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, forbidden, get, invalid, findById, newId, all, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Flag, Instant, Line, Literals, Optional, Parts, Ref, Text, Whole, Rate, Money } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { officialRate } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { reversalFacts, reversalOf, type Reversing, reversalText, checkedReversalReason } from "@ops/ledger/reversals/reversal.ts"
import { reversalKinds } from "@ops/ledger/reversals/labels.ts"
import { payrollCalendars, DaysFreed, DaysTaken, overlapping } from "./payroll-calendar.ts"
import { accrued, paidOut, takenBack } from "../postings.ts"
import { currencies, lateDecisions, periodStatuses } from "../labels.ts"

/** The sums of the payslips of one currency and site. */
export const SiteSum = Schema.Struct({
  currency: Schema.Literals(currencies),
  siteId: Schema.NullOr(Schema.Int),
  people: Schema.Int,
  grossPay: Schema.Int,
  tax: Schema.Int,
  socialSecurity: Schema.Int,
  otherDeductions: Schema.Int,
  totalDeductions: Schema.Int,
  netPay: Schema.Int,
  employerSocialSecurity: Schema.Int,
  employerSurtax: Schema.Int,
})
export type SiteSum = typeof SiteSum.Type

const facts = {
  periodName: Line(100),
  startDate: BusinessDate,
  endDate: BusinessDate,
  payDate: BusinessDate,
  notes: Text(),
  createdBy: Optional(Ref("person")),
}
const entries = Parts(Schema.Int)
const methods = ["bank_transfer", "cash"] as const

const Paid = Schema.Struct({
  paidDate: BusinessDate,
  reversedDate: Schema.NullOr(BusinessDate),
  kind: Schema.NullOr(Schema.Literals(reversalKinds)),
  reason: Schema.NullOr(Schema.String),
  reversedBy: Schema.NullOr(Schema.Int),
  journalEntryId: Schema.NullOr(Schema.Int),
})

/** What was decided on days of a person that changed after this payroll. Cents. */
const LateDecision = Schema.Struct({
  staffId: Schema.Int,
  decision: Schema.Literals(lateDecisions),
  days: Schema.Array(Schema.String),
  currency: Schema.Literals(currencies),
  amount: Schema.Int,
  reason: Schema.String,
  decidedBy: Schema.NullOr(Schema.Int),
  at: Schema.String,
})

export const PayrollPeriod = record(
  "payroll_period",
  {
    ...facts,
    status: Literals(...periodStatuses),
    /** counts the calculations; writes of an earlier one are refused */
    calculation: Whole,
    isCalculating: Flag,
    /** number of payslips that the calculation creates */
    people: Whole,
    /** hundredths of SSP per dollar on the pay date, as at the calculation */
    rate: Optional(Rate),
    /** the rules used by the calculation */
    rules: Parts(Schema.Int),
    /** why days without attendance count as worked */
    gapsReason: Optional(Text(500)),
    /** by currency and site */
    sums: Parts(SiteSum),
    processedBy: Optional(Ref("person")),
    processedDate: Optional(Instant),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    overrideReason: Optional(Text(500)),
    postedBy: Optional(Ref("person")),
    postedDate: Optional(BusinessDate),
    journalEntries: entries,
    paidBy: Optional(Ref("person")),
    paidDate: Optional(BusinessDate),
    paymentMethod: Optional(Literals(...methods)),
    paymentReference: Optional(Line(100)),
    paymentEntries: entries,
    /** each payment of it, with the date and reason of its reversal if any */
    payments: Parts(Paid),
    reversedBy: Optional(Ref("person")),
    reversedDate: Optional(BusinessDate),
    reversalReason: Optional(Text(500)),
    late: Parts(LateDecision),
  },
  { grows: true, label: "Payroll period", title: "period_name", indexes: [["startDate"], ["status", "endDate"], ["endDate"]] },
)
type Period = Row<typeof PayrollPeriod>

export const PayrollCreated = event("PayrollCreated", 1, facts, ({ startDate, endDate }) => `Created for ${startDate} to ${endDate}`)
export const PayrollCalculationStarted = event(
  "PayrollCalculationStarted",
  1,
  { calculation: Whole, people: Whole, rate: Rate, rules: Parts(Schema.Int), gapsReason: Optional(Text(500)), startedBy: Optional(Ref("person")) },
  ({ people, gapsReason }) =>
    `Calculation of ${count(people, "payslip")} started${gapsReason === null ? "" : `; days without attendance count as worked: ${gapsReason}`}`,
)
export const PayrollCalculated = event("PayrollCalculated", 1, { sums: Parts(SiteSum), processedBy: Optional(Ref("person")) }, ({ sums }) => {
  const inCurrency = currencies.flatMap((currency) => {
    const net = sums.filter((sum) => sum.currency === currency).reduce((total, sum) => total + sum.netPay, 0)
    return net === 0 ? [] : [`${currency} ${formatMoney(net)}`]
  })
  return `Calculated: net pay ${inCurrency.join(" and ") || "0.00"}`
})
export const PayrollReopened = event("PayrollReopened", 1, { reason: Text(500) }, ({ reason }) => `Back to draft${reason === "" ? "" : `: ${reason}`}`)
export const PayrollApproved = event("PayrollApproved", 1, approvalFacts, (facts) => approvalText(facts))
export const PayrollPosted = event(
  "PayrollPosted",
  1,
  { postedBy: Optional(Ref("person")), postedDate: BusinessDate, journalEntries: entries },
  ({ postedDate }) => `Posted on ${postedDate}`,
)
export const PayrollPaid = event(
  "PayrollPaid",
  1,
  {
    paidBy: Optional(Ref("person")),
    paidDate: BusinessDate,
    paymentMethod: Literals(...methods),
    paymentReference: Optional(Line(100)),
    paymentEntries: entries,
  },
  ({ paymentMethod, paymentReference }) => `Paid by ${paymentMethod.replace("_", " ")}${paymentReference === null ? "" : `, ${paymentReference}`}`,
)
/** The bank returned the payment, or it was recorded in error: the payroll is posted and unpaid again. */
export const PayrollPaymentReversed = event("PayrollPaymentReversed", 1, { ...reversalFacts, journalEntries: entries }, (facts) =>
  reversalText(facts, "Payment reversed"),
)
export const PayrollReversed = event(
  "PayrollReversed",
  1,
  { reversedBy: Optional(Ref("person")), reversedDate: BusinessDate, reason: Text(500), journalEntries: entries },
  ({ reason }) => `Reversed: ${reason}`,
)

/** Days that changed after this payroll are corrected by the next one, or stay as they were paid. */
export const LateDaysDecided = event(
  "LateDaysDecided",
  1,
  {
    staffId: Ref("company_staff"),
    decision: Literals(...lateDecisions),
    days: Parts(Schema.String),
    currency: Literals(...currencies),
    amount: Money,
    reason: Text(500),
    decidedBy: Optional(Ref("person")),
  },
  ({ staffId, decision, days, currency, amount, reason }, title) =>
    `${title("company_staff", staffId)}, ${days.join(", ")}: ${currency} ${formatMoney(amount)} ${decision === "correct" ? "to be corrected by the next payroll" : "not corrected"}${reason === "" ? "" : `. ${reason}`}`,
)

export const payrollPeriods = stream(
  PayrollPeriod,
  PayrollCreated,
  PayrollCalculationStarted,
  PayrollCalculated,
  PayrollReopened,
  PayrollApproved,
  PayrollPosted,
  PayrollPaid,
  PayrollPaymentReversed,
  PayrollReversed,
  LateDaysDecided,
).fold({
  PayrollCreated: (_, created) => ({
    ...created,
    status: "draft" as const,
    calculation: 0,
    isCalculating: false,
    people: 0,
    rate: null,
    rules: [],
    gapsReason: null,
    sums: [],
    processedBy: null,
    processedDate: null,
    approvedBy: null,
    approvedDate: null,
    overrideReason: null,
    postedBy: null,
    postedDate: null,
    journalEntries: [],
    paidBy: null,
    paidDate: null,
    paymentMethod: null,
    paymentReference: null,
    paymentEntries: [],
    payments: [],
    reversedBy: null,
    reversedDate: null,
    reversalReason: null,
    late: [],
  }),
  PayrollCalculationStarted: (period, { startedBy: _, ...started }) => ({ ...period, ...started, isCalculating: true }),
  PayrollCalculated: (period, { sums, processedBy }, at) => ({
    ...period,
    sums,
    processedBy,
    processedDate: at,
    isCalculating: false,
    status: "calculated" as const,
  }),
  PayrollReopened: (period) => ({ ...period, status: "draft" as const, sums: [], processedBy: null, processedDate: null }),
  PayrollApproved: (period, { approvedBy, overrideReason }, at) => ({
    ...period,
    status: "approved" as const,
    approvedBy,
    approvedDate: at,
    overrideReason,
  }),
  PayrollPosted: (period, posted) => ({ ...period, ...posted, status: "posted" as const }),
  PayrollPaid: (period, paid) => {
    const payment = { paidDate: paid.paidDate, reversedDate: null, kind: null, reason: null, reversedBy: null, journalEntryId: null }
    return { ...period, ...paid, payments: [...period.payments, payment], status: "paid" as const }
  },
  PayrollPaymentReversed: (period, { date, kind, reason, reversedBy, journalEntryId }) => ({
    ...period,
    status: "posted" as const,
    paidBy: null,
    paidDate: null,
    paymentMethod: null,
    paymentReference: null,
    paymentEntries: [],
    payments: [...period.payments.slice(0, -1), { ...period.payments.at(-1)!, reversedDate: date, kind, reason, reversedBy, journalEntryId }],
  }),
  PayrollReversed: (period, { reversedBy, reversedDate, reason }) => ({
    ...period,
    status: "reversed" as const,
    reversedBy,
    reversedDate,
    reversalReason: reason,
  }),
  LateDaysDecided: (period, decided, at) => ({ ...period, late: [...period.late, { ...decided, at }] }),
})

const requireFinance = requiring("finance.full", "Only finance can run the payroll")
const nameOf = ({ periodName }: Period) => periodName
const stands: Record<Period["status"], string> = {
  draft: "is a draft",
  calculated: "is calculated",
  approved: "is approved",
  posted: "is posted",
  paid: "is paid already",
  reversed: "was reversed",
}

export type NewPeriod = Omit<Parameters<typeof PayrollCreated>[0], "createdBy">
export const createPeriod = command("payroll.create", function* (period: NewPeriod, by) {
  requireFinance(by)
  const { startDate, endDate, payDate } = period
  if (endDate < startDate) throw invalid("End date must be on or after the start date")
  if (payDate < startDate) throw invalid("Pay date must be on or after the start date")
  const days = daysBetween(startDate, endDate) + 1
  if (days < 28 || days > 31) throw invalid("A payroll period is one month, 28 to 31 days, as pay and income tax are monthly")
  const [id, calendar] = yield* all(newId(payrollPeriods), findById(payrollCalendars, 1))
  const other = overlapping(calendar, startDate, endDate)
  if (other) throw conflict(`${other.name} pays ${other.from} to ${other.to} already. Each day can be paid only once`)
  return [
    payrollPeriods.at(id, PayrollCreated({ ...period, createdBy: by.person })),
    payrollCalendars.at(1, DaysTaken({ periodId: id, name: period.periodName, from: startDate, to: endDate })),
  ]
})

export interface Calculation {
  readonly id: number
  readonly people: number
  readonly rate: number
  readonly rules: ReadonlyArray<number>
  readonly gapsReason: string | null
  /** why it cannot start, if anything prevents it */
  readonly obstacle: string | null
}

/** Starts a calculation, or starts it again after an interruption. */
export const startCalculation = command("payroll.calculate", function* ({ id, obstacle, ...facts }: Calculation, by) {
  requireFinance(by)
  const period = yield* get(payrollPeriods, id)
  if (period.status !== "draft") throw conflict(`${nameOf(period)} ${stands[period.status]}. Only a draft can be processed`)
  if (obstacle !== null) throw invalid(obstacle)
  return [payrollPeriods.at(id, PayrollCalculationStarted({ ...facts, calculation: period.calculation + 1, startedBy: by.person }))]
})

/** Ends the calculation: all its payslips are written, and add up to these sums. */
export const finishCalculation = command(
  "payroll.calculated",
  function* ({ id, calculation, sums }: { readonly id: number; readonly calculation: number; readonly sums: ReadonlyArray<SiteSum> }, by) {
    requireFinance(by)
    const period = yield* get(payrollPeriods, id)
    if (!period.isCalculating || period.calculation !== calculation)
      throw conflict("Another calculation of this payroll has started. Wait for it, then check the payroll again")
    return [payrollPeriods.at(id, PayrollCalculated({ sums, processedBy: by.person }))]
  },
)

/** Returns a calculated payroll to draft, to be processed again. */
export const reopenPeriod = command("payroll.reopen", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  if (by.person !== null && !holdsAny(by, ["finance.full", "approval.override"])) throw forbidden("Only finance can run the payroll")
  const period = yield* get(payrollPeriods, id)
  if (period.status === "draft") return unchanged(id)
  if (period.status !== "calculated") throw conflict(`${nameOf(period)} ${stands[period.status]}. Only a calculated payroll can return to draft`)
  return [payrollPeriods.at(id, PayrollReopened({ reason }))]
})

/** Approves a payroll; not by the person who created or processed it. Level 10 may override with a reason. */
export const approvePeriod = command(
  "payroll.approve",
  function* ({ id, overrideReason }: { readonly id: number; readonly overrideReason: string | null }, by) {
    requireFinance(by)
    const period = yield* get(payrollPeriods, id)
    if (period.status === "approved" && period.approvedBy === by.person) return unchanged(id)
    if (period.status !== "calculated") throw conflict(`${nameOf(period)} ${stands[period.status]}. Only a calculated payroll can be approved`)
    refuseSimulatedPayment(by)
    const isOwn = by.person !== null && (period.processedBy === by.person || period.createdBy === by.person)
    const mayOverride = by.level >= 10 && overrideReason !== null
    if (isOwn && !mayOverride) throw forbidden("You cannot approve a payroll that you created or processed. Another person must approve it")
    if (period.sums.some(({ currency }) => currency === "USD")) {
      const rate = yield* officialRate(period.payDate)
      if (rate !== period.rate) {
        const then = formatMoney(period.rate ?? 0)
        throw conflict(
          `It was calculated at ${then} SSP per USD; for ${period.payDate} the rate is now ${formatMoney(rate)}. Return it to draft and process it again`,
        )
      }
    }
    return [payrollPeriods.at(id, PayrollApproved({ approvedBy: by.person, overrideReason: isOwn ? overrideReason : null }))]
  },
)

/** Posts the payroll: salaries and employer contributions against pay, tax and insurance payable, in the same commit. */
export const postPeriod = command("payroll.post", function* ({ id }: { readonly id: number }, by) {
  requireFinance(by)
  const period = yield* get(payrollPeriods, id)
  if (period.status === "posted") return unchanged(id)
  if (period.status !== "approved") throw conflict(`${nameOf(period)} ${stands[period.status]}. Only an approved payroll can be posted`)
  refuseSimulatedPayment(by)
  // a payroll posted before its last day is dated today
  const postedDate = period.endDate < by.today ? period.endDate : by.today
  const { ids, changes } = yield* accrued(period, postedDate, by)
  return [payrollPeriods.at(id, PayrollPosted({ postedBy: by.person, postedDate, journalEntries: ids })), ...changes]
})

export interface Payment {
  readonly id: number
  /** null means today */
  readonly paidDate: string | null
  readonly paymentMethod: (typeof methods)[number]
  readonly paymentReference: string | null
}

/** Pays the net pay from cash or the banks, once. Not by the person who approved it. */
export const payPeriod = command("payroll.pay", function* (input: Payment, by) {
  if (by.person !== null && !holds(by, "payments.process")) throw forbidden("Only finance can pay people")
  const { id, paymentMethod, paymentReference } = input
  const period = yield* get(payrollPeriods, id)
  if (period.status !== "posted") throw conflict(`${nameOf(period)} ${stands[period.status]}. Only a posted payroll can be paid`)
  refuseSimulatedPayment(by)
  if (by.person !== null && period.approvedBy === by.person) throw forbidden("You approved this payroll. Another person must pay it")
  const paidDate = input.paidDate ?? by.today
  if (paidDate > by.today) throw invalid("Payment date cannot be in the future")
  if (paidDate < period.startDate) throw invalid("Payment date must be on or after the first day of the period")
  const { ids, changes } = yield* paidOut(period, paidDate, paymentMethod, paymentReference, by)
  return [payrollPeriods.at(id, PayrollPaid({ paidBy: by.person, paidDate, paymentMethod, paymentReference, paymentEntries: ids })), ...changes]
})

/**
 * Reverses the payment of a payroll that the bank returned or that was recorded in error; not by the person who paid it. The payroll is posted and unpaid
 * again: it can be paid, or reversed as a whole.
 */
export const reversePayrollPayment = command("payroll.reverse_payment", function* ({ id, kind, reason }: Reversing, by) {
  const period = yield* get(payrollPeriods, id)
  const why = checkedReversalReason(
    by,
    { kind, reason },
    { permission: "payments.process", doneBy: period.paidBy, deed: "paid this payroll", isBanked: period.paymentMethod !== "cash" },
  )
  if (period.status !== "paid") throw conflict(`${nameOf(period)} ${stands[period.status]}. Only the payment of a paid payroll can be reversed`)
  const { ids, changes } = yield* takenBack(period.paymentEntries, by.today, why, by)
  const facts = { ...reversalOf({ kind }, why, ids[0]!, by), journalEntries: ids }
  return [payrollPeriods.at(id, PayrollPaymentReversed(facts)), ...changes]
})

/** Reverses a posted payroll, and releases its days for another one. */
export const reversePeriod = command("payroll.reverse", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  requireFinance(by)
  const [period, calendar] = yield* all(get(payrollPeriods, id), findById(payrollCalendars, 1))
  if (period.status === "paid") throw conflict(`${nameOf(period)} is paid. Reverse its payment first, or correct it with a correction in the next payroll`)
  if (period.status !== "posted") throw conflict(`${nameOf(period)} ${stands[period.status]}. Only a posted payroll can be reversed`)
  refuseSimulatedPayment(by)
  if (reason === "") throw invalid("Reason is required")
  const day = by.today < period.postedDate! ? period.postedDate! : by.today
  const { ids, changes } = yield* takenBack(period.journalEntries, day, reason, by)
  const isTaken = calendar?.taken.some(({ periodId }) => periodId === id)
  return [
    payrollPeriods.at(id, PayrollReversed({ reversedBy: by.person, reversedDate: day, reason, journalEntries: ids })),
    ...(isTaken ? [payrollCalendars.at(1, DaysFreed({ periodId: id }))] : []),
    ...changes,
  ]
})

export type PeriodRow = Period

/** Decides on days that changed after the payroll: the next one corrects them, or they stay as they were paid, with a reason. */
export const decideLateDays = command(
  "payroll.decide_late_days",
  function* ({ id, days, ...decided }: Omit<Parameters<typeof LateDaysDecided>[0], "decidedBy"> & { readonly id: number }, by) {
    requireFinance(by)
    const period = yield* get(payrollPeriods, id)
    if (days.length === 0) throw conflict(`Nothing of this person has changed since ${nameOf(period)} was paid`)
    if (decided.decision === "decline" && decided.reason.trim() === "") throw invalid("Reason is required")
    return [payrollPeriods.at(id, LateDaysDecided({ ...decided, days, reason: decided.reason.trim(), decidedBy: by.person }))]
  },
)
