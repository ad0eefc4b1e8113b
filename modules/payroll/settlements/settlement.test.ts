/** The amounts owed at the end of employment: exact to the cent, at the limits of service; booked once, and reversible while unpaid. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { command, get } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { StaffReinstated, StaffTerminated, companyStaff } from "@ops/people/staff/company-staff.ts"
import { leaveAccounts, LeaveAdjusted, unusedLeave } from "@ops/people/leave/leave-account.ts"
import { LeaveTypeAdded, leaveTypes } from "@ops/people/leave/leave-type.ts"
import { PlaceTaken, staffRosters } from "@ops/people/assignments/staff-assignment.ts"
import { addMonths } from "@ops/people/working-days/working-days.ts"
import { type Ending, finalSettlement } from "./final-settlement.ts"
import { endComponent, payComponents } from "../components-and-rules/pay-component.ts"
import { createPeriod, finishCalculation, payPeriod, postPeriod, approvePeriod, reopenPeriod, startCalculation } from "../payroll-periods/payroll-period.ts"
import { bookSettlement, finalSettlements, payrollFor, reverseSettlement, SettlementBooked, settlementConsequences } from "./settlement.ts"
import { books, hired, law, person, places } from "../testing.ts"
import { currencies, endings } from "../labels.ts"

const ending = (over: Partial<Ending> = {}): Ending => ({
  from: "2024-01-01",
  lastDay: "2026-11-20",
  reason: "redundant",
  noticeWorked: false,
  salary: 120_000,
  currency: "USD",
  weekDays: 6,
  leave: [{ leaveTypeId: 1, name: "Annual Leave", days: 1225 }],
  ...over,
})
const amounts = (over: Partial<Ending>) => finalSettlement(ending(over)).lines.map(({ amount }) => amount)

test("redundancy after two years pays unused leave by the day, a month of notice and four weeks of severance", () => {
  const { months, lines, total } = finalSettlement(ending())
  expect(months).toBe(34)
  expect(lines.map(({ name, formula, amount }) => [name, formula, amount])).toEqual([
    // 1,200.00 × 12 ÷ 52 ÷ 6 × 12.25 = 565.3846
    ["Unused annual leave, 12.25 days", "USD 1200.00 × 12 ÷ 52 ÷ 6 days a week × 12.25", 56_538],
    ["Notice pay, 1 month", "USD 1200.00; 2 years and 10 months of service", 120_000],
    // 1,200.00 × 12 ÷ 52 × 2 × 2 = 1,107.6923
    ["Severance, 2 years", "2 weeks' pay a whole year: USD 1200.00 × 12 ÷ 52 × 2 × 2; 2 years and 10 months of service", 110_769],
  ])
  expect(total).toBe(56_538 + 120_000 + 110_769)
})

// hired on 1 January 2026: the notice owed for each last day
test.each([
  ["2026-01-01", 0, 27_692],
  ["2026-06-29", 5, 27_692],
  ["2026-06-30", 6, 55_385],
  ["2026-12-30", 11, 55_385],
  ["2026-12-31", 12, 120_000],
  ["2030-12-31", 60, 120_000],
])("dismissed on %s after %i months", (lastDay, months, notice) => {
  const made = finalSettlement(ending({ from: "2026-01-01", lastDay, reason: "dismissed", leave: [] }))
  expect([made.months, made.total]).toEqual([months, notice])
})

test("notice is owed if it was not worked, and only by the company; severance begins with the first whole year", () => {
  expect(amounts({ reason: "dismissed" })).toEqual([56_538, 120_000, 0])
  expect(amounts({ reason: "dismissed", noticeWorked: true })).toEqual([56_538, 0, 0])
  expect(amounts({ reason: "resigned" })).toEqual([56_538, 0, 0])
  expect(amounts({ reason: "contract_end" })).toEqual([56_538, 0, 0])
  expect(amounts({ noticeWorked: true, from: "2025-11-22", leave: [] })).toEqual([0, 0])
  expect(amounts({ noticeWorked: true, from: "2025-11-21", leave: [] })).toEqual([0, 55_385])
})

const endingsOf = fc.record({
  from: fc.integer({ min: 0, max: 9_000 }).map((days) => addDays("2000-01-01", days)),
  served: fc.integer({ min: 0, max: 12_000 }),
  reason: fc.constantFrom(...endings),
  noticeWorked: fc.boolean(),
  salary: fc.integer({ min: 1, max: 900_000_000_00 }),
  currency: fc.constantFrom(...currencies),
  weekDays: fc.integer({ min: 1, max: 7 }),
  leave: fc.array(fc.record({ leaveTypeId: fc.integer({ min: 1, max: 9 }), name: fc.constant("Annual Leave"), days: fc.integer({ min: 1, max: 20_000 }) }), {
    maxLength: 3,
  }),
})

test("a settlement is never negative, in whole cents, the sum of its lines, and within half a cent of the exact amount", () => {
  fc.assert(
    fc.property(endingsOf, ({ served, ...given }) => {
      const of = { ...given, lastDay: addDays(given.from, served) }
      const { lines, total, months } = finalSettlement(of)
      expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
      expect(total).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
      for (const [n, { days }] of of.leave.entries()) {
        const by = 5200n * BigInt(of.weekDays)
        const off = BigInt(lines[n]!.amount) * by - BigInt(of.salary) * 12n * BigInt(days)
        expect(off * 2n <= by && off * 2n > -by - 1n).toBe(true)
      }
      expect(addMonths(of.from, months) <= addDays(of.lastDay, 1)).toBe(true)
    }),
    { numRuns: times(75, 300) },
  )
})

test("longer service, more leave or more pay never reduces a settlement", () => {
  fc.assert(
    fc.property(endingsOf, fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 10_000 }), ({ served, ...given }, more, raise) => {
      const of = { ...given, lastDay: addDays(given.from, served) }
      const { total } = finalSettlement(of)
      expect(finalSettlement({ ...of, lastDay: addDays(of.lastDay, more) }).total).toBeGreaterThanOrEqual(total)
      expect(finalSettlement({ ...of, salary: of.salary + raise }).total).toBeGreaterThanOrEqual(total)
      expect(finalSettlement({ ...of, leave: of.leave.map((each) => ({ ...each, days: each.days + more })) }).total).toBeGreaterThanOrEqual(total)
    }),
    { numRuns: times(50, 200) },
  )
})

const annual = {
  name: "Annual Leave",
  description: "",
  accrual: "monthly",
  maxDaysPerYear: 21,
  seniority: [],
  carryForward: true,
  carryMonths: 24,
  paid: true,
  countsEveryDay: false,
  mayGoNegative: false,
  isActive: true,
  from: "2000-01-01",
} as const
const lastDay = "2026-11-20"
const staff: ReadonlyArray<Change> = [
  ...places,
  ...books,
  ...law,
  leaveTypes.at(1, LeaveTypeAdded(annual)),
  leaveTypes.at(2, LeaveTypeAdded({ ...annual, name: "Sick Leave", accrual: "yearly", maxDaysPerYear: 12, carryForward: false, carryMonths: null })),
  hired(1, 120_000, "USD", { personId: 7, hireDate: "2025-11-21" }),
  hired(2, 10_000_000, "SSP"),
]
const left = [...staff, companyStaff.at(1, StaffTerminated({ terminationDate: lastDay, reason: "Camp closed" }))]
const finance = person(77, { level: 7, permissions: person(7).permissions })
const booking = { staffId: 1, reason: "redundant", noticeWorked: false, leaveTypes: [1, 2] } as const
const november = { periodName: "November 2026", startDate: "2026-11-01", endDate: "2026-11-30", payDate: "2026-11-30", notes: "" }
const december = { periodName: "December 2026", startDate: "2026-12-01", endDate: "2026-12-31", payDate: "2026-12-31", notes: "" }
const sum = {
  currency: "USD",
  siteId: 1,
  people: 1,
  grossPay: 120_000,
  tax: 20_000,
  socialSecurity: 9_600,
  otherDeductions: 0,
  totalDeductions: 29_600,
  netPay: 90_400,
  employerSocialSecurity: 20_400,
  employerSurtax: 0,
} as const
/** Reinstates a person, as the people module does. */
const reinstate = command("test.reinstate", function* ({ id, from }: { readonly id: number; readonly from: string }) {
  yield* get(companyStaff, id)
  return [companyStaff.at(id, StaffReinstated({ from }))]
})
const none = { people: 0, rate: 130_000, rules: [], gapsReason: null, obstacle: null }
const drafted = given(...left)
  .with(...settlementConsequences)
  .when(createPeriod, november, finance)
const booked = drafted.when(bookSettlement, booking, finance)
const balance = (then: typeof booked) => unusedLeave(then.row(companyStaff, 1)!, then.row(leaveTypes, 1)!, then.row(leaveAccounts, 1), lastDay)

test("booking adds a component for each line to the month's payroll and uses up all leave", () => {
  expect(balance(drafted)).toBe(1925)
  expect(booked.events.map(([stream, type]) => [stream, type])).toEqual([
    ["final_settlement/1", "SettlementBooked"],
    ["pay_component/1", "SettlementPayAdded"],
    ["pay_component/2", "SettlementPayAdded"],
    ["pay_component/3", "SettlementPayAdded"],
    ["leave_account/1", "LeaveEncashed"],
  ])
  // 1,200.00 × 12 ÷ 52 ÷ 6 × 19.25; a month; two weeks of the one year
  expect([1, 2, 3].map((id) => booked.row(payComponents, id)?.amount)).toEqual([88_846, 120_000, 55_385])
  booked.holds(payComponents, 1, { from: lastDay, to: lastDay, staffId: 1, currency: "USD", ofSettlement: true, isWithdrawn: false, enteredBy: 77 })
  booked.holds(finalSettlements, 1, { status: "booked", total: 264_231, payOn: lastDay, components: [1, 2, 3] })
  expect(balance(booked)).toBe(0)
})

test("a termination is settled once, not by the person themselves, not without permission, and not for active staff", () => {
  booked.when(bookSettlement, booking, finance).gives()
  booked.when(bookSettlement, { ...booking, reason: "resigned" }, finance).refuses("First1 Deng is already settled. Reverse that first", 409)
  drafted.when(bookSettlement, booking, person(7)).refuses("You cannot settle your own employment. Ask another person in finance", 403)
  drafted.when(bookSettlement, booking, person(8)).refuses(/Only finance can book a final settlement/, 403)
  drafted.when(bookSettlement, { ...booking, staffId: 2 }, finance).refuses("First2 Deng works here. End the employment first", 409)
  booked.when(endComponent, { id: 1, to: addDays(lastDay, -1) }, finance).refuses(/part of a final settlement/, 409)
})

test("a reversed settlement is not paid and returns the leave, and it can be booked again", () => {
  const back = booked.when(reverseSettlement, { staffId: 1, reason: "Wrong reason" }, finance)
  back.holds(finalSettlements, 1, { status: "reversed", reversalReason: "Wrong reason", reversedBy: 77 })
  expect([1, 2, 3].map((id) => back.row(payComponents, id)?.isWithdrawn)).toEqual([true, true, true])
  expect(balance(back)).toBe(1925)
  back.when(reverseSettlement, { staffId: 1, reason: "Wrong reason" }, finance).gives()
  const again = back.when(bookSettlement, { ...booking, reason: "resigned" }, finance)
  again.holds(finalSettlements, 1, { status: "booked", total: 88_846, components: [4] })
  expect(balance(again)).toBe(0)
  booked.when(reverseSettlement, { staffId: 1, reason: "x" }, person(7)).refuses(/You cannot settle your own/, 403)
  booked.when(reverseSettlement, { staffId: 1, reason: "" }, finance).refuses("Reason is required", 422)
  drafted.when(reverseSettlement, { staffId: 1, reason: "x" }, finance).refuses("Nothing is settled for First1 Deng", 409)
})

test("a calculated payroll neither accepts nor releases a settlement; once it is approved, the next one pays", () => {
  const calculated = drafted.when(startCalculation, { id: 1, ...none }, finance).when(finishCalculation, { id: 1, calculation: 1, sums: [sum] }, finance)
  const sentence = "November 2026 is calculated. Return it to draft first, so that it includes the settlement"
  calculated.when(bookSettlement, booking, finance).refuses(sentence, 409)
  drafted
    .when(startCalculation, { id: 1, ...none }, finance)
    .when(bookSettlement, booking, finance)
    .refuses(/is being calculated/, 409)
  const approved = calculated.when(approvePeriod, { id: 1, overrideReason: null }, person(10))
  approved.when(bookSettlement, booking, finance).holds(finalSettlements, 1, { payOn: "2026-12-01" })
  approved
    .when(createPeriod, december, finance)
    .when(bookSettlement, booking, finance)
    .holds(payComponents, 1, { from: "2026-12-01", to: "2026-12-01" })
    .when(reverseSettlement, { staffId: 1, reason: "Wrong" }, finance)
    .holds(finalSettlements, 1, { status: "reversed" })

  const withIt = booked.when(startCalculation, { id: 1, ...none }, finance).when(finishCalculation, { id: 1, calculation: 1, sums: [sum] }, finance)
  withIt.when(reverseSettlement, { staffId: 1, reason: "x" }, finance).refuses("November 2026 is calculated. Return it to draft first", 409)
  withIt
    .when(reopenPeriod, { id: 1, reason: "" }, finance)
    .when(reverseSettlement, { staffId: 1, reason: "x" }, finance)
    .holds(finalSettlements, 1, { status: "reversed" })
  const posted = withIt.when(approvePeriod, { id: 1, overrideReason: null }, person(10)).when(postPeriod, { id: 1 }, finance)
  const paid = posted.when(payPeriod, { id: 1, paidDate: null, paymentMethod: "cash", paymentReference: null }, finance)
  const tooLate = (status: string) => `November 2026 pays the settlement of First1 Deng and is ${status}. Correct it with a correction in the next payroll`
  posted.when(reverseSettlement, { staffId: 1, reason: "x" }, finance).refuses(tooLate("posted"), 409)
  paid.when(reverseSettlement, { staffId: 1, reason: "x" }, finance).refuses(tooLate("paid"), 409)

  // a person with an unpaid settlement cannot be reinstated; service that was settled does not count twice
  const chief = person(10)
  booked.when(reinstate, { id: 1, from: "2026-11-21" }, chief).refuses(/The final settlement of First1 Deng is booked and not paid yet/, 409)
  const backAgain = paid.when(reinstate, { id: 1, from: "2026-11-21" }, chief)
  backAgain.holds(companyStaff, 1, { status: "active" })
})

test("service already settled and paid does not count again", () => {
  const paid = booked
    .when(startCalculation, { id: 1, ...none }, finance)
    .when(finishCalculation, { id: 1, calculation: 1, sums: [sum] }, finance)
    .when(approvePeriod, { id: 1, overrideReason: null }, person(10))
  const settlement = paid.row(finalSettlements, 1)!
  const { id: _, version: _v, createdAt: _c, updatedAt: _u, status: _s, reversedBy: _r, reversalReason: _rr, ...facts } = settlement
  const again = given(
    ...left,
    finalSettlements.at(1, SettlementBooked(facts)),
    leaveAccounts.at(1, LeaveAdjusted({ leaveTypeId: 1, days: -1925, date: lastDay, reason: "paid" })),
    companyStaff.at(1, StaffReinstated({ from: "2026-11-21" })),
    companyStaff.at(1, StaffTerminated({ terminationDate: "2027-02-20", reason: "Again" })),
  ).when(bookSettlement, booking, finance)
  // three months of service: a week of notice, no severance, and the leave accrued since
  const [leave, notice, severance] = again.row(finalSettlements, 1)!.lines
  expect([leave?.days, notice?.amount, severance?.amount]).toEqual([525, 27_692, 0])
})

test("a day of a person on rotation is a seventh of the week", () => {
  const place = { assignmentId: 1, siteId: 1, startDate: "2026-01-01", endDate: null, rotation: { daysOn: 28, daysOff: 28 } }
  const inTurns = given(...left, staffRosters.at(1, PlaceTaken(place))).when(bookSettlement, { ...booking, reason: "resigned" }, finance)
  // 1,200.00 × 12 ÷ 52 ÷ 7 × 19.25
  expect(inTurns.row(finalSettlements, 1)!.total).toBe(76_154)
})

test("a settlement is never paid by an approved payroll; if none is open, it is paid after the last one", () => {
  const statuses = ["draft", "calculated", "approved", "posted", "paid"] as const
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...statuses), { maxLength: 6 }), fc.integer({ min: -40, max: 200 }), (of, offset) => {
      const taken = of.map((_, n) => ({
        periodId: n + 1,
        name: `M${n + 1}`,
        from: addMonths("2026-01-01", n),
        to: addDays(addMonths("2026-01-01", n + 1), -1),
      }))
      const day = addDays("2026-01-01", offset)
      const { payOn, periodId, obstacle } = payrollFor(day, { taken }, (id) => ({ status: of[id - 1]!, isCalculating: false }))
      expect(payOn >= day).toBe(true)
      if (periodId === null) {
        expect(taken.every(({ to }) => to < payOn)).toBe(true)
        expect(obstacle).toBeNull()
      } else {
        expect(["draft", "calculated"]).toContain(of[periodId - 1])
        expect(obstacle === null).toBe(of[periodId - 1] === "draft")
      }
    }),
  )
})
