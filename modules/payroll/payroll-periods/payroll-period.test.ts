/** The commands on a payroll, their permissions, and their entries in the books. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { type PostedLine, journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { addComponent, endComponent } from "../components-and-rules/pay-component.ts"
import {
  approvePeriod,
  createPeriod,
  decideLateDays,
  finishCalculation,
  payPeriod,
  payrollPeriods,
  postPeriod,
  reopenPeriod,
  reversePayrollPayment,
  reversePeriod,
  type SiteSum,
  startCalculation,
} from "./payroll-period.ts"
import { payslips, type SlipFacts, writePayslips } from "../payslips/payslip.ts"
import { enterRule, noRates } from "../components-and-rules/payroll-rule.ts"
import { accountNumbers, books, hired, law, person, places } from "../testing.ts"

const october = { periodName: "October 2026", startDate: "2026-10-01", endDate: "2026-10-31", payDate: "2026-10-31", notes: "" }
const finance = person(7)
const chief = person(10)
const company: ReadonlyArray<Change> = [...places, ...books, ...law, hired(1, 120_000, "USD", { personId: 7 }), hired(2, 10_000_000, "SSP")]

const sum = (over: Partial<SiteSum>): SiteSum => ({
  currency: "USD",
  siteId: 1,
  people: 1,
  grossPay: 120_000,
  tax: 22_800,
  socialSecurity: 9_600,
  otherDeductions: 2_000,
  totalDeductions: 34_400,
  netPay: 85_600,
  employerSocialSecurity: 20_400,
  employerSurtax: 0,
  ...over,
})
const inSsp = {
  currency: "SSP",
  grossPay: 10_000_000,
  tax: 1_900_000,
  socialSecurity: 800_000,
  otherDeductions: 0,
  totalDeductions: 2_700_000,
  netPay: 7_300_000,
  employerSocialSecurity: 1_700_000,
} as const
const sums = [sum({}), sum({ siteId: 2, otherDeductions: 0, totalDeductions: 32_400, netPay: 87_600 }), sum(inSsp)]
const facts = { people: 3, rate: 130_000, rules: [4, 5], gapsReason: null, obstacle: null }

const drafted = given(...company).when(createPeriod, october, finance)
const calculated = drafted.when(startCalculation, { id: 1, ...facts }, finance).when(finishCalculation, { id: 1, calculation: 1, sums }, finance)
const approved = calculated.when(approvePeriod, { id: 1, overrideReason: null }, chief)
const posted = approved.when(postPeriod, { id: 1 }, finance)
const payment = { id: 1, paidDate: "2026-11-02", paymentMethod: "bank_transfer", paymentReference: "TT-77" } as const
const paid = posted.when(payPeriod, payment, finance)

const booked = (then: typeof posted) =>
  then.events.flatMap(([, type, data]) =>
    type === "JournalPosted"
      ? [
          {
            number: data.entryNumber,
            date: data.entryDate,
            lines: data.lines.map((line: PostedLine) => [accountNumbers.get(line.accountId), line.siteId, line.debit, line.credit]),
            usd: data.lines.reduce((total: number, line: PostedLine) => total + line.debitUsd - line.creditUsd, 0),
          },
        ]
      : [],
  )

test("a payroll goes from draft to paid, with its journal entries in the same commits", () => {
  expect(drafted.events.map(([stream, type]) => [stream, type])).toEqual([
    ["payroll_period/1", "PayrollCreated"],
    ["payroll_calendar/1", "PayrollDaysTaken"],
  ])
  calculated.holds(payrollPeriods, 1, { status: "calculated", processedBy: 7, rate: 130_000, isCalculating: false })
  approved.holds(payrollPeriods, 1, { status: "approved", approvedBy: 10, overrideReason: null })
  posted.holds(payrollPeriods, 1, { status: "posted", postedDate: "2026-10-31", journalEntries: [1, 2] })
  const [usd, ssp] = booked(posted)
  expect(usd).toMatchObject({ number: "JE-2026-00001", date: "2026-10-31", usd: 0 })
  expect(usd!.lines).toEqual([
    ["6100", 1, 120_000, 0],
    ["6110", 1, 20_400, 0],
    ["2100", 1, 0, 85_600],
    ["2110", 1, 0, 22_800],
    ["2120", 1, 0, 30_000],
    ["2130", 1, 0, 2_000],
    ["6100", 2, 120_000, 0],
    ["6110", 2, 20_400, 0],
    ["2100", 2, 0, 87_600],
    ["2110", 2, 0, 22_800],
    ["2120", 2, 0, 30_000],
  ])
  expect(ssp).toMatchObject({ number: "JE-2026-00002", usd: 0 })
  expect(ssp!.lines).toEqual([
    ["6100", 1, 10_000_000, 0],
    ["6110", 1, 1_700_000, 0],
    ["2100", 1, 0, 7_300_000],
    ["2110", 1, 0, 1_900_000],
    ["2120", 1, 0, 2_500_000],
  ])
  paid.holds(payrollPeriods, 1, { status: "paid", paidBy: 7, paidDate: "2026-11-02", paymentReference: "TT-77" })
  expect(booked(paid).map(({ lines }) => lines)).toEqual([
    [
      ["2100", 1, 85_600, 0],
      ["2100", 2, 87_600, 0],
      ["1010", null, 0, 173_200],
    ],
    [
      ["2100", 1, 7_300_000, 0],
      ["1020", null, 0, 7_300_000],
    ],
  ])
})

test("the fall of SSP against the dollar before payment is a realised difference", () => {
  const cheaper = given(...company, exchangeRates.at(1, RateEntered({ type: "official", from: "2026-11-01", rate: 146_000, source: "bank", enteredBy: null })))
    .when(createPeriod, october, finance)
    .when(startCalculation, { id: 1, ...facts }, finance)
    .when(finishCalculation, { id: 1, calculation: 1, sums: [sum(inSsp)] }, finance)
    .when(approvePeriod, { id: 1, overrideReason: null }, chief)
    .when(postPeriod, { id: 1 }, finance)
    .when(payPeriod, payment, finance)
  const [entry] = booked(cheaper)
  // 73,000.00 is 56.15 at 1300 and 50.00 at 1460
  expect(entry!.usd).toBe(0)
  expect(entry!.lines.map(([account]: [string]) => account)).toEqual(["2100", "1020", "7900"])
  const { lines } = cheaper.row(journalEntries, 2)!
  expect(lines.map(({ debitUsd, creditUsd }) => debitUsd - creditUsd)).toEqual([5_615, -5_000, -615])
})

test("the creator cannot approve and the approver cannot pay; level 10 overrides with a reason", () => {
  calculated.when(approvePeriod, { id: 1, overrideReason: null }, finance).refuses(/You cannot approve a payroll that you created or processed/, 403)
  calculated.when(approvePeriod, { id: 1, overrideReason: "I am alone" }, finance).refuses(/You cannot approve/, 403)
  calculated.when(approvePeriod, { id: 1, overrideReason: null }, person(8)).refuses("Only finance can run the payroll", 403)
  calculated.when(approvePeriod, { id: 1, overrideReason: null }, person(10, { simulated: true })).refuses(/simulated/, 403)
  const byChief = given(...company)
    .when(createPeriod, october, chief)
    .when(startCalculation, { id: 1, ...facts }, chief)
    .when(finishCalculation, { id: 1, calculation: 1, sums }, chief)
  byChief.when(approvePeriod, { id: 1, overrideReason: null }, chief).refuses(/You cannot approve/, 403)
  byChief
    .when(approvePeriod, { id: 1, overrideReason: "Finance is on leave" }, chief)
    .holds(payrollPeriods, 1, { status: "approved", overrideReason: "Finance is on leave" })
  posted.when(payPeriod, payment, chief).refuses("You approved this payroll. Another person must pay it", 403)
  posted.when(payPeriod, payment, person(8)).refuses("Only finance can pay people", 403)
})

test("each step requires the previous one and happens once", () => {
  drafted.when(approvePeriod, { id: 1, overrideReason: null }, chief).refuses("October 2026 is a draft. Only a calculated payroll can be approved", 409)
  calculated.when(postPeriod, { id: 1 }, finance).refuses("October 2026 is calculated. Only an approved payroll can be posted", 409)
  approved.when(payPeriod, payment, finance).refuses("October 2026 is approved. Only a posted payroll can be paid", 409)
  paid.when(payPeriod, payment, finance).refuses("October 2026 is paid already. Only a posted payroll can be paid", 409)
  expect(approved.when(approvePeriod, { id: 1, overrideReason: null }, chief).gives().events).toEqual([])
  expect(posted.when(postPeriod, { id: 1 }, finance).gives().events).toEqual([])
  approved.when(startCalculation, { id: 1, ...facts }, finance).refuses(/Only a draft can be processed/, 409)
  posted.when(payPeriod, { ...payment, paidDate: "2026-11-22" }, finance).refuses("Payment date cannot be in the future", 422)
})

test("a calculated payroll returns to draft; a posted one is reversed and releases its days; a paid one cannot be", () => {
  const again = calculated.when(reopenPeriod, { id: 1, reason: "A bonus was missing" }, finance)
  again.holds(payrollPeriods, 1, { status: "draft", sums: [], processedBy: null })
  again.when(reopenPeriod, { id: 1, reason: "" }, finance).gives()
  approved.when(reopenPeriod, { id: 1, reason: "" }, finance).refuses(/Only a calculated payroll can return to draft/, 409)
  const taken = posted.when(reversePeriod, { id: 1, reason: "Wrong month" }, finance)
  taken.holds(payrollPeriods, 1, { status: "reversed", reversalReason: "Wrong month", reversedDate: "2026-11-21" })
  expect(booked(taken).map(({ number }) => number)).toEqual(["JE-2026-00003", "JE-2026-00004"])
  taken.when(createPeriod, october, finance).holds(payrollPeriods, 2, { status: "draft" })
  posted.when(reversePeriod, { id: 1, reason: "" }, finance).refuses("Reason is required", 422)
  paid
    .when(reversePeriod, { id: 1, reason: "Oh" }, finance)
    .refuses("October 2026 is paid. Reverse its payment first, or correct it with a correction in the next payroll", 409)
})

test("a payroll payment is reversed by another person: the payroll is posted again, and can be paid or reversed", () => {
  const returned = { id: 1, kind: "bank_return", reason: "The bank sent it back" } as const
  paid.when(reversePayrollPayment, returned, finance).refuses("You paid this payroll, so another person in finance must reverse it", 403)
  const unpaid = paid.when(reversePayrollPayment, returned, chief)
  unpaid.holds(payrollPeriods, 1, { status: "posted", paidBy: null, paidDate: null, paymentReference: null, paymentEntries: [] })
  expect(unpaid.row(payrollPeriods, 1)!.payments).toMatchObject([
    { paidDate: "2026-11-02", reversedDate: chief.today, kind: "bank_return", reason: returned.reason },
  ])
  expect(booked(unpaid).map(({ lines }) => lines.map(([account, site, debit, credit]: ReadonlyArray<unknown>) => [account, site, credit, debit]))).toEqual(
    booked(paid).map(({ lines }) => lines),
  )
  expect(booked(unpaid).every(({ usd }) => usd === 0)).toBe(true)
  unpaid.when(reversePayrollPayment, returned, chief).refuses("October 2026 is posted. Only the payment of a paid payroll can be reversed", 409)
  unpaid.when(payPeriod, { ...payment, paidDate: null }, finance).holds(payrollPeriods, 1, { status: "paid" })
  unpaid.when(reversePeriod, { id: 1, reason: "Wrong month" }, finance).holds(payrollPeriods, 1, { status: "reversed" })
  const cash = posted.when(payPeriod, { ...payment, paymentMethod: "cash" }, finance)
  cash.when(reversePayrollPayment, returned, chief).refuses(/no bank can return it/, 422)
})

test("a day is paid only once, and a period is one month", () => {
  drafted
    .when(createPeriod, { ...october, periodName: "Again", startDate: "2026-10-15", endDate: "2026-11-14" }, finance)
    .refuses("October 2026 pays 2026-10-01 to 2026-10-31 already. Each day can be paid only once", 409)
  drafted.when(createPeriod, { ...october, endDate: "2026-09-30" }, finance).refuses("End date must be on or after the start date", 422)
  drafted
    .when(createPeriod, { ...october, startDate: "2026-12-01", endDate: "2026-12-14", payDate: "2026-12-14" }, finance)
    .refuses(/A payroll period is one month/, 422)
  drafted.when(createPeriod, { ...october, payDate: "2026-09-30" }, finance).refuses("Pay date must be on or after the start date", 422)
  drafted
    .when(createPeriod, { ...october, startDate: "2026-11-01", endDate: "2026-11-30", payDate: "2026-11-30" }, finance)
    .holds(payrollPeriods, 2, { status: "draft" })
  given(...company)
    .when(createPeriod, october, person(8))
    .refuses("Only finance can run the payroll", 403)
})

test("an obstacle refuses the calculation in the same words, and nothing is written", () => {
  drafted.when(startCalculation, { id: 1, ...facts, obstacle: "No one is employed" }, finance).refuses("No one is employed", 422)
})

test("approval is refused if the rate differs from that of the calculation", () => {
  given(...company)
    .when(createPeriod, october, finance)
    .when(startCalculation, { id: 1, ...facts, rate: 129_000 }, finance)
    .when(finishCalculation, { id: 1, calculation: 1, sums }, finance)
    .when(approvePeriod, { id: 1, overrideReason: null }, chief)
    .refuses("It was calculated at 1290.00 SSP per USD; for 2026-10-31 the rate is now 1300.00. Return it to draft and process it again", 409)
})

const slip: SlipFacts = {
  periodId: 1,
  staffId: 1,
  siteId: 1,
  currency: "USD",
  basicSalary: 120_000,
  overtime: 0,
  allowances: 0,
  bonuses: 0,
  corrections: 0,
  grossPay: 120_000,
  taxableIncome: 114_000,
  tax: 22_800,
  socialSecurity: 9_600,
  otherDeductions: 0,
  totalDeductions: 32_400,
  netPay: 87_600,
  carriedForward: 0,
  employerSocialSecurity: 20_400,
  employerSurtax: 0,
  workingDays: 27_000,
  actualDaysWorked: 27_000,
  paidLeaveDays: 0,
  unpaidLeaveDays: 0,
  absentDays: 0,
  gapDays: 0,
  overtimeHours: 0,
  rate: 130_000,
  how: [{ line: "Net pay", formula: "", amount: 87_600 }],
  remarks: [],
}

test("of two calculations the later one is kept; an identical one is not written again", () => {
  const two = drafted.when(startCalculation, { id: 1, ...facts }, finance).when(startCalculation, { id: 1, ...facts }, chief)
  const batch = { periodId: 1, slips: [{ id: null, facts: slip }], withdrawn: [] }
  two
    .when(writePayslips, { ...batch, calculation: 1 }, finance)
    .refuses("Another calculation of this payroll has started. Wait for it, then check the payroll again", 409)
  two
    .when(finishCalculation, { id: 1, calculation: 1, sums }, finance)
    .refuses("Another calculation of this payroll has started. Wait for it, then check the payroll again", 409)
  const written = two.when(writePayslips, { ...batch, calculation: 2 }, chief).gives(["payslip/1", "PayslipMade"])
  const known = [{ id: 1, facts: slip }]
  written.when(writePayslips, { ...batch, slips: known, calculation: 2 }, chief).gives()
  const revised = written.when(writePayslips, { ...batch, slips: [{ id: 1, facts: { ...slip, netPay: 87_601 } }], calculation: 2 }, chief)
  revised.gives(["payslip/1", "PayslipRevised"]).holds(payslips, 1, { netPay: 87_601 })
  written.when(writePayslips, { ...batch, slips: [], withdrawn: [1], calculation: 2 }, chief).holds(payslips, 1, { status: "withdrawn" })
  calculated.when(writePayslips, { ...batch, calculation: 1 }, finance).refuses(/Another calculation/, 409)
})

test("components cannot be your own or 0, nor negative unless corrections; an ended one cannot end later", () => {
  const component = { staffId: 2, kind: "allowance", name: "Housing", amount: 5_000, currency: "USD", from: "2026-10-01", to: null, taxable: true } as const
  const world = given(...company)
  world.when(addComponent, { ...component, staffId: 1 }, finance).refuses("You cannot change your own pay. Ask another person in finance", 403)
  world.when(addComponent, component, person(8)).refuses(/Only finance/, 403)
  world.when(addComponent, { ...component, amount: 0 }, finance).refuses("Amount must not be 0", 422)
  world.when(addComponent, { ...component, amount: -1 }, finance).refuses(/Only a correction can be below 0/, 422)
  world.when(addComponent, { ...component, to: "2026-09-30" }, finance).refuses("The last day must be on or after the first", 422)
  const added = world.when(addComponent, component, finance)
  added
    .when(endComponent, { id: 1, to: "2026-12-31" }, finance)
    .when(endComponent, { id: 1, to: "2027-01-31" }, finance)
    .refuses(/It has ended on 2026-12-31/, 409)
})

test("tax bands must be in order, with one rule of a kind per day", () => {
  const rule = {
    ...noRates,
    kind: "pit",
    from: "2027-01-01",
    method: "graduated",
    bands: [
      { upTo: 20_000, rate: 0 },
      { upTo: null, rate: 2_000 },
    ],
    source: "Act",
  } as const
  const world = given(...company)
  world.when(enterRule, { ...rule, from: "2023-08-01" }, finance).refuses("A rule of this kind already exists from this day", 409)
  world.when(enterRule, { ...rule, bands: [] }, finance).refuses("Income tax needs at least one band", 422)
  world.when(enterRule, { ...rule, bands: [...rule.bands].reverse() }, finance).refuses(/The last band has no upper limit/, 422)
  world.when(enterRule, { ...rule, bands: [rule.bands[0], rule.bands[0], rule.bands[1]] }, finance).refuses("Each band must end above the previous one", 422)
  world.when(enterRule, { ...rule, method: null }, finance).refuses(/needs a method/, 422)
  world.when(enterRule, rule, person(8)).refuses(/Only finance/, 403)
  expect(world.when(enterRule, rule, finance).events).toHaveLength(1)
})

const steps = {
  process: (then: typeof drafted, calculation: number) =>
    then.when(startCalculation, { id: 1, ...facts }, finance).when(finishCalculation, { id: 1, calculation, sums }, finance),
  reopen: (then: typeof drafted) => then.when(reopenPeriod, { id: 1, reason: "x" }, finance),
  approve: (then: typeof drafted) => then.when(approvePeriod, { id: 1, overrideReason: null }, chief),
  post: (then: typeof drafted) => then.when(postPeriod, { id: 1 }, finance),
  pay: (then: typeof drafted) => then.when(payPeriod, payment, finance),
  reverse: (then: typeof drafted) => then.when(reversePeriod, { id: 1, reason: "x" }, finance),
  unpay: (then: typeof drafted) => then.when(reversePayrollPayment, { id: 1, kind: "error", reason: "x" }, chief),
}
/** The status after each step, by the status before it. */
const leads: Record<string, Partial<Record<keyof typeof steps, string>>> = {
  draft: { process: "calculated", reopen: "draft" },
  calculated: { reopen: "draft", approve: "approved" },
  approved: { approve: "approved", post: "posted" },
  posted: { post: "posted", pay: "paid", reverse: "reversed" },
  paid: { unpay: "posted" },
  reversed: {},
}

test("any sequence of commands makes only allowed transitions, writes nothing when refused, and keeps the books balanced", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...(Object.keys(steps) as Array<keyof typeof steps>)), { maxLength: 14 }), (tried) => {
      let world = drafted
      let status = "draft"
      let calculations = 0
      for (const step of tried) {
        const next = steps[step](world, calculations + 1)
        const to = leads[status]![step]
        expect(next.refusal === undefined).toBe(to !== undefined)
        if (to === undefined) continue
        if (step === "process") calculations++
        for (const { usd } of booked(next)) expect(usd).toBe(0)
        world = next
        status = to
        expect(world.row(payrollPeriods, 1)!.status).toBe(status)
      }
    }),
    { numRuns: times(50, 200) },
  )
})

test("finance decides on days that changed after a payroll: the next one corrects them, or they stay as paid, with a reason", () => {
  const late = { id: 1, staffId: 1, decision: "decline" as const, days: ["2026-10-20"], currency: "USD" as const, amount: -4_615, reason: "Agreed" }
  const declined = approved.when(decideLateDays, late, finance)
  const { id: _, ...kept } = { ...late, decidedBy: 7, at: finance.at }
  declined.holds(payrollPeriods, 1, { late: [kept] })
  declined.when(decideLateDays, { ...late, decision: "correct", reason: "" }, chief).holds(payrollPeriods, 1, {
    late: [kept, { ...kept, decision: "correct", reason: "", decidedBy: 10 }],
  })
  approved.when(decideLateDays, { ...late, reason: " " }, finance).refuses("Reason is required")
  approved.when(decideLateDays, { ...late, days: [] }, finance).refuses("Nothing of this person has changed since October 2026 was paid", 409)
  approved.when(decideLateDays, late, person(6)).refuses("Only finance can run the payroll", 403)
})
