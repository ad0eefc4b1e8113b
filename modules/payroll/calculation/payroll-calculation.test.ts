/** One person's pay: the examples in the law to the cent, and properties of arbitrary pay. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { workingDays } from "@ops/people/working-days/working-days.ts"
import { type Attendance, calculate, cliff, converted, type IncomeTax, incomeTax, type Leave, type PayRules, type PersonMonth } from "./payroll-calculation.ts"
import { rulesOn } from "../components-and-rules/payroll-rule.ts"
import { payRules } from "./inputs.ts"
import { knownRules } from "../setup.ts"

const law = knownRules.map((rule, n) => ({ ...rule, id: n + 1, version: 1, createdAt: "", updatedAt: "", enteredBy: null }))
const rulesOf = (day: string, whatIf = {}): PayRules => payRules(law, day, whatIf).rules
const october = workingDays({ weeks: [], holidays: new Set() }, "2026-10-01", "2026-10-31")
const rate = 130_000

/** six days of this length are less than forty hours */
const present = (date: string, overtimeHours = 0): Attendance => ({ date, status: "present", workHours: 6400 + overtimeHours, overtimeHours })
const month = (over: Partial<PersonMonth> = {}): PersonMonth => ({
  staffId: 1,
  from: "2026-10-01",
  to: "2026-10-31",
  siteId: 1,
  pay: [{ from: "2020-01-01", salary: 10_000_000, currency: "SSP" }],
  employedFrom: "2020-01-01",
  employedTo: null,
  suspendedFrom: null,
  workingDays: october,
  attendance: october.map((date) => present(date)),
  leaves: [],
  components: [],
  carried: null,
  ...over,
})
const paid = (over: Partial<PersonMonth> = {}, rules = rulesOf("2026-10-31"), gapsAreWorked = false) => calculate(month(over), rules, rate, { gapsAreWorked })
const inSsp = (salary: number) => ({ pay: [{ from: "2020-01-01", salary, currency: "SSP" as const }] })
const inUsd = (salary: number) => ({ pay: [{ from: "2020-01-01", salary, currency: "USD" as const }] })

const tax = (from: string, method: IncomeTax["method"]): IncomeTax => ({ ...rulesOf(from, { method }).pit! })

test.each([
  // whole SSP, the tax in cents: by the band's rate on the whole, and by the part in each band; bands from August 2023
  [20_000, 0, 0],
  [20_001, 100_005, 5],
  [40_000, 200_000, 100_000],
  [40_001, 400_010, 100_010],
  [57_000, 570_000, 270_000],
  [57_001, 855_015, 270_015],
  [90_000, 1_350_000, 765_000],
  [90_001, 1_800_020, 765_020],
  [100_000, 2_000_000, 965_000],
  [1_300_000, 26_000_000, 24_965_000],
])("the tax on SSP %i by the bands of 2023, by both methods", (income, whole, graduated) => {
  expect(incomeTax(tax("2026-10-31", "whole-income"), income)).toBe(whole)
  expect(incomeTax(tax("2026-10-31", "graduated"), income)).toBe(graduated)
})

test.each([
  [2_000, 0, 0],
  [2_001, 10_005, 5],
  [5_000, 25_000, 15_000],
  [10_000, 100_000, 65_000],
  [15_000, 225_000, 140_000],
  [15_001, 300_020, 140_020],
  [50_000, 1_000_000, 840_000],
])("the tax on SSP %i by the bands of 2019, by both methods", (income, whole, graduated) => {
  expect(incomeTax(tax("2020-01-31", "whole-income"), income)).toBe(whole)
  expect(incomeTax(tax("2020-01-31", "graduated"), income)).toBe(graduated)
})

test("graduated tax is the sum over the bands, rounded half up to the cent, at any rates", () => {
  const bands = fc.array(fc.record({ width: fc.integer({ min: 1, max: 50_000 }), rate: fc.integer({ min: 0, max: 10_000 }) }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(bands, fc.integer({ min: 0, max: 300_000 }), (widths, income) => {
      let edge = 0
      const rule = widths.map(({ width, rate }, n) => ({ upTo: n === widths.length - 1 ? null : (edge += width), rate }))
      // in ten-thousandths of a cent, from the share of each band
      let exact = 0n
      let from = 0
      for (const { upTo, rate } of rule) {
        const to = Math.min(income, upTo ?? income)
        exact += BigInt(Math.max(0, to - from)) * 100n * BigInt(rate)
        from = Math.max(from, to)
      }
      const [whole, part] = [exact / 10_000n, exact % 10_000n]
      expect(incomeTax({ method: "graduated", bands: rule }, income)).toBe(Number(part >= 5_000n ? whole + 1n : whole))
    }),
  )
})

test("each month is calculated by the rules of its own days", () => {
  const names = (day: string) => rulesOn(law, day).map(({ kind, from }) => `${kind} ${from}`)
  expect(names("2020-06-30")).toEqual(["pit 2019-07-01", "overtime 2017-01-01"])
  expect(names("2022-07-17")).toContain("pit 2021-07-01")
  expect(names("2022-07-18")).toContain("pit 2022-07-18")
  expect(names("2026-10-31")).toEqual(["pit 2023-08-01", "nsif 2023-01-01", "overtime 2017-01-01", "surtax 2021-07-01"])
  expect(rulesOf("2022-07-17").pit!.method).toBe("graduated")
  expect(rulesOf("2022-07-18").pit!.method).toBe("whole-income")
  expect(rulesOf("2022-12-31").nsif).toBeNull()
})

test("a whole month in SSP: 8% insurance, of which 5% of gross is tax-free, and the band's rate on the rest", () => {
  const slip = paid()
  expect(slip).toMatchObject({
    basicSalary: 10_000_000,
    grossPay: 10_000_000,
    socialSecurity: 800_000,
    taxableIncome: 9_500_000,
    tax: 1_900_000,
    netPay: 7_300_000,
  })
  expect(slip).toMatchObject({ employerSocialSecurity: 1_700_000, employerSurtax: 0, problems: [], workingDays: 27_000, actualDaysWorked: 27_000 })
  expect(paid({}, rulesOf("2026-10-31", { method: "graduated" }))).toMatchObject({ tax: 765_000 + 100_000, netPay: 10_000_000 - 800_000 - 865_000 })
})

test("a whole month in USD is taxed in whole SSP at the official rate and converted back", () => {
  const slip = paid(inUsd(120_000))
  // 1200 less 60.00 not taxed = 1140.00 × 1300 = SSP 1,482,000; 20 % = 296,400.00; ÷ 1300 = 228.00
  expect(slip).toMatchObject({ currency: "USD", socialSecurity: 9_600, taxableIncome: 114_000, tax: 22_800, netPay: 87_600 })
  expect(slip.how.find(({ line }) => line.startsWith("Income tax"))!.formula).toBe(
    "USD 1140.00 taxable, 60.00 of social insurance is not = SSP 1,482,000 at 1300.00; 20% of the total SSP 1,482,000 = SSP 296400.00",
  )
  // an odd rate: 333.33 - 16.67 = 316.66 × 1234.56 = 390,935.77, whole 390,936; 20 % = 78,187.20; ÷ 1234.56 = 63.33
  expect(calculate(month(inUsd(33_333)), rulesOf("2026-10-31"), 123_456, { gapsAreWorked: false })).toMatchObject({ taxableIncome: 31_666, tax: 6_333 })
})

test("only days worked and paid leave are paid", () => {
  const some = october.map(
    (date, n): Attendance => (n === 0 ? { ...present(date), status: "absent" } : n === 1 ? { ...present(date), status: "half_day" } : present(date)),
  )
  const without = some.filter((_, n) => n < 20)
  const leave = (n: number, m: number, isPaid: boolean, isHalf = false): Leave => ({ from: october[n]!, to: october[m]!, isPaid, isHalf })
  const slip = paid({ attendance: without, leaves: [leave(20, 23, true), leave(24, 26, false), leave(1, 1, true, true)] })
  // of 27 days: 1 absent, 1 half with half a day of paid leave, 18 worked, 4 paid leave, 3 unpaid
  expect(slip).toMatchObject({ actualDaysWorked: 18_500, paidLeaveDays: 4_500, unpaidLeaveDays: 3_000, absentDays: 1_000, gapDays: 0 })
  expect(slip.basicSalary).toBe(Math.round((10_000_000 * 23) / 27))
})

test("a day without a record is a gap, and is paid only if a reason is given to treat gaps as worked", () => {
  const attendance = october.slice(2).map((date) => present(date))
  expect(paid({ attendance })).toMatchObject({ gapDays: 2_000, basicSalary: Math.round((10_000_000 * 25) / 27), remarks: [] })
  expect(paid({ attendance }, undefined, true)).toMatchObject({ gapDays: 2_000, actualDaysWorked: 27_000, basicSalary: 10_000_000 })
  expect(paid({ attendance: [...attendance, { ...present(october[0]!), status: "on_leave" }] })).toMatchObject({ gapDays: 2_000 })
})

test("people who join, leave or are suspended in the month are paid for their days, and a raise applies from its date", () => {
  expect(paid({ employedFrom: "2026-10-16" })).toMatchObject({ basicSalary: Math.round((10_000_000 * 14) / 27), absentDays: 0, gapDays: 0 })
  expect(paid({ employedTo: "2026-10-15" })).toMatchObject({ basicSalary: Math.round((10_000_000 * 13) / 27), absentDays: 0 })
  expect(paid({ suspendedFrom: "2026-10-16" })).toMatchObject({ basicSalary: Math.round((10_000_000 * 13) / 27), absentDays: 14_000 })
  const raised = paid({
    pay: [
      { from: "2020-01-01", salary: 10_000_000, currency: "SSP" },
      { from: "2026-10-16", salary: 12_000_000, currency: "SSP" },
    ],
  })
  expect(raised.basicSalary).toBe(Math.round((10_000_000 * 13 + 12_000_000 * 14) / 27))
  // from SSP to USD in the middle of the month: the payslip has the last currency
  const moved = paid({
    pay: [
      { from: "2020-01-01", salary: 130_000_000, currency: "SSP" },
      { from: "2026-10-16", salary: 100_000, currency: "USD" },
    ],
  })
  expect(moved).toMatchObject({ currency: "USD", basicSalary: 100_000 })
})

test("overtime is paid at 1.5 of the hourly rate on working days and at 2 on rest days", () => {
  const attendance = [
    ...october.map((date, n) => present(date, n < 2 ? 1500 : 0)),
    { date: "2026-10-04", status: "present", workHours: 5000, overtimeHours: 0 } as const,
  ]
  const slip = paid({ ...inSsp(10_400_000), attendance })
  // an hour: 104,000 × 12 ÷ 52 ÷ 40 = 600; 3 h × 1.5 + 5 h × 2 = 14.5 hours of pay
  expect(slip).toMatchObject({ overtime: 870_000, overtimeHours: 8_000, grossPay: 11_270_000 })
})

test("six camp days of nine hours give fourteen hours of overtime, and the payslip explains it and the exceeded legal cap", () => {
  const attendance = ["05", "06", "07", "08", "09", "10"].map((day) => ({ ...present(`2026-10-${day}`), workHours: 9_000 }))
  const slip = calculate(month({ attendance }), rulesOf("2026-10-31"), 130_000, { gapsAreWorked: true })
  expect(slip.overtimeHours).toBe(14_000)
  expect(slip.how.find(({ line }) => line === "Overtime")!.formula).toMatch(/^Over 8 h a day or 40 a week: 14 h at 1\.5 /)
  expect(slip.remarks).toContain("More than 10 h of overtime in 1 week, at most 14 h in the week of 2026-10-05: above the legal limit")
})

test("a person off by rotation for the whole month is paid by calendar days", () => {
  expect(paid({ workingDays: [], attendance: [] })).toMatchObject({ basicSalary: 10_000_000, gapDays: 0, problems: [] })
  expect(paid({ workingDays: [], attendance: [], employedTo: "2026-10-10" })).toMatchObject({ basicSalary: Math.round((10_000_000 * 10) / 31) })
})

const component = (kind: "allowance" | "bonus" | "deduction" | "correction", amount: number, more = {}) => ({
  kind,
  name: kind,
  amount,
  currency: "SSP" as const,
  isTaxable: true,
  ...more,
})

test("allowances and bonuses are earned, an untaxed component is not taxed, and deductions come last", () => {
  const components = [
    component("allowance", 1_000_000),
    component("bonus", 500_000, { isTaxable: false }),
    component("correction", -200_000),
    component("deduction", 300_000),
  ]
  const slip = paid({ components })
  expect(slip).toMatchObject({ allowances: 1_000_000, bonuses: 500_000, corrections: -200_000, grossPay: 11_300_000, otherDeductions: 300_000 })
  expect(slip.taxableIncome).toBe(11_300_000 - 500_000 - 565_000)
  expect(paid({ components: [component("allowance", 10_000, { currency: "USD" })] }).allowances).toBe(13_000_000)
})

test("a deduction that the pay does not cover is carried forward and taken first in the next month", () => {
  const slip = paid({ components: [component("deduction", 9_000_000)] })
  expect(slip).toMatchObject({ netPay: 0, otherDeductions: 7_300_000, carriedForward: 1_700_000 })
  expect(slip.remarks).toContain("Deductions of SSP 17000.00 are carried to the next month")
  const next = paid({ carried: { amount: 1_700_000, currency: "SSP", from: "September 2026" }, components: [component("deduction", 100_000)] })
  expect(next).toMatchObject({ otherDeductions: 1_800_000, carriedForward: 0, netPay: 5_500_000 })
  expect(next.how.map(({ line }) => line)).toContain("Deduction: Carried from September 2026")
})

test("corrections that exceed the pay are reported as a problem and never silently make the pay negative", () => {
  expect(paid({ components: [component("correction", -10_000_001)] }).problems).toEqual([
    "Corrections deduct SSP 0.01 more than the pay: spread them over the next months",
  ])
})

test("the jump in tax at a band limit under the whole-income method is reported", () => {
  // taxable 90,250: 20 % of all of it; at 90,000 it would be 15 %
  const slip = paid(inSsp(9_500_000))
  expect(slip.taxableIncome).toBe(9_025_000)
  expect(cliff(tax("2026-10-31", "whole-income"), 90_250)).toBe(7_650_000 - 7_220_000)
  expect(slip.remarks).toEqual(["A taxable income of SSP 90,000 would leave SSP 4300.00 more: the higher rate applies to the whole income"])
  expect(paid(inSsp(9_500_000), rulesOf("2026-10-31", { method: "graduated" })).remarks).toEqual([])
  expect(paid(inSsp(20_000_000)).remarks).toEqual([])
})

const statuses = fc.constantFrom("present", "late", "half_day", "absent", "on_leave", "none" as const)
const anyMonth = fc.record({
  salary: fc.integer({ min: 0, max: 5_000_000_000 }),
  currency: fc.constantFrom("USD" as const, "SSP" as const),
  days: fc.array(fc.tuple(statuses, fc.integer({ min: 0, max: 4000 })), { minLength: 31, maxLength: 31 }),
  leave: fc.option(fc.record({ from: fc.integer({ min: 0, max: 30 }), length: fc.integer({ min: 0, max: 10 }), isPaid: fc.boolean(), isHalf: fc.boolean() }), {
    nil: null,
  }),
  components: fc.array(
    fc.record({
      kind: fc.constantFrom("allowance" as const, "bonus" as const, "deduction" as const, "correction" as const),
      name: fc.constant("x"),
      amount: fc.integer({ min: 1, max: 100_000_000 }),
      currency: fc.constantFrom("USD" as const, "SSP" as const),
      isTaxable: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  joined: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
  carried: fc.option(fc.integer({ min: 1, max: 10_000_000 }), { nil: null }),
  rate: fc.integer({ min: 10_000, max: 900_000 }),
  method: fc.constantFrom("whole-income" as const, "graduated" as const),
  gapsAreWorked: fc.boolean(),
})
const built = (any: typeof anyMonth extends fc.Arbitrary<infer A> ? A : never) => {
  const attendance = any.days.flatMap(
    ([status, overtimeHours], n): ReadonlyArray<Attendance> =>
      status === "none"
        ? []
        : [
            {
              date: addDays("2026-10-01", n),
              status,
              workHours: status === "absent" || status === "on_leave" ? 0 : 8000,
              overtimeHours: status === "present" ? overtimeHours : 0,
            },
          ],
  )
  const leaves =
    any.leave === null ? [] : [{ ...any.leave, from: addDays("2026-10-01", any.leave.from), to: addDays("2026-10-01", any.leave.from + any.leave.length) }]
  return month({
    pay: [{ from: "2020-01-01", salary: any.salary, currency: any.currency }],
    attendance,
    leaves,
    components: any.components,
    employedFrom: any.joined === null ? "2020-01-01" : addDays("2026-10-01", any.joined),
    carried: any.carried === null ? null : { amount: any.carried, currency: any.currency, from: "before" },
  })
}

test("net pay is gross less deductions and never negative, matches the lines, loses no day and deducts nothing twice", () => {
  fc.assert(
    fc.property(anyMonth, (any) => {
      const person = built(any)
      const slip = calculate(person, rulesOf("2026-10-31", { method: any.method }), any.rate, { gapsAreWorked: any.gapsAreWorked })
      const { grossPay, tax, socialSecurity, otherDeductions, totalDeductions, netPay } = slip
      expect(slip.basicSalary + slip.overtime + slip.allowances + slip.bonuses + slip.corrections).toBe(grossPay)
      expect(tax + socialSecurity + otherDeductions).toBe(totalDeductions)
      expect(grossPay - totalDeductions).toBe(netPay)
      expect(slip.problems.length > 0 || netPay >= 0).toBe(true)
      expect(slip.how.filter(({ line }) => !/^(Gross|Net) pay$/.test(line)).reduce((sum, { amount }) => sum + amount, 0)).toBe(netPay)
      const asked = any.components
        .filter(({ kind }) => kind === "deduction")
        .reduce((sum, { amount, currency }) => sum + converted(amount, currency, any.currency, any.rate), any.carried ?? 0)
      expect(otherDeductions + slip.carriedForward).toBe(asked)
      expect(slip.carriedForward === 0 || netPay === 0 || slip.problems.length > 0).toBe(true)
      for (const figure of [slip.basicSalary, slip.overtime, tax, socialSecurity, otherDeductions, slip.carriedForward, slip.taxableIncome]) {
        expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true)
      }
      const employed = october.filter((date) => date >= person.employedFrom).length * 1000
      const gaps = any.gapsAreWorked ? 0 : slip.gapDays
      expect(slip.actualDaysWorked + slip.paidLeaveDays + slip.unpaidLeaveDays + slip.absentDays + gaps).toBe(employed)
      expect(slip.basicSalary).toBeLessThanOrEqual(any.salary)
    }),
    { numRuns: times(125, 500) },
  )
})

test("a higher income is never taxed less; with graduated tax, a raise never lowers the net pay", () => {
  const [whole, graduated] = [tax("2026-10-31", "whole-income"), tax("2026-10-31", "graduated")]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000_000 }), fc.integer({ min: 1, max: 100_000 }), (income, raise) => {
      for (const rule of [whole, graduated]) expect(incomeTax(rule, income + raise)).toBeGreaterThanOrEqual(incomeTax(rule, income))
      const left = (at: number) => at * 100 - incomeTax(graduated, at)
      expect(left(income + raise)).toBeGreaterThan(left(income))
      expect(incomeTax(graduated, income)).toBeLessThanOrEqual(incomeTax(whole, income))
      const lost = cliff(whole, income)
      expect(lost).toBeGreaterThanOrEqual(0)
      // there is a cliff exactly if some lower income leaves more
      const edges = whole.bands.flatMap(({ upTo }) => (upTo !== null && upTo < income ? [upTo * 100 - incomeTax(whole, upTo)] : []))
      expect(lost > 0).toBe(Math.max(0, ...edges.slice(-1)) > income * 100 - incomeTax(whole, income))
    }),
    { numRuns: times(125, 500) },
  )
})

test("an amount converted from SSP to USD and back is within a cent, at any rate", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 100, max: 900_000 }), (usd, rate) => {
      expect(converted(converted(usd, "USD", "SSP", rate), "SSP", "USD", rate)).toBe(usd)
    }),
  )
})

test("the result does not depend on the machine's time zone", () => {
  const zone = process.env["TZ"]
  try {
    const slips = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Africa/Juba"].map((name) => {
      process.env["TZ"] = name
      return paid({ ...inUsd(123_456), employedFrom: "2026-10-07" })
    })
    for (const slip of slips) expect(slip).toEqual(slips[0])
  } finally {
    if (zone === undefined) delete process.env["TZ"]
    else process.env["TZ"] = zone
  }
})
