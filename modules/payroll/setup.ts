/** The initial payroll rules, with their dates and sources. The company's tax adviser must confirm them. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { enterRule, type NewRule, noRates } from "./components-and-rules/payroll-rule.ts"

const bands = (...of: ReadonlyArray<readonly [upTo: number | null, percent: number]>) => of.map(([upTo, percent]) => ({ upTo, rate: percent * 100 }))
const of2019 = bands([2_000, 0], [5_000, 5], [10_000, 10], [15_000, 15], [null, 20])
const of2022 = bands([5_000, 0], [10_000, 10], [15_000, 15], [null, 20])
const of2023 = bands([20_000, 0], [40_000, 5], [57_000, 10], [90_000, 15], [null, 20])

/** Appendix of the company's requirements: secondary sources. Dates are of the commands and circulars. */
export const knownRules: ReadonlyArray<NewRule> = [
  {
    ...noRates,
    kind: "pit",
    from: "2019-07-01",
    method: "graduated",
    bands: of2019,
    employeeRate: 800,
    source: "Financial Act 2019/20; contributions deductible up to 8% of gross pay",
  },
  {
    ...noRates,
    kind: "pit",
    from: "2021-07-01",
    method: "graduated",
    bands: of2019,
    employeeRate: 500,
    source: "Financial Act 2021/22: the same bands; contributions deductible up to 5% of gross pay",
  },
  {
    ...noRates,
    kind: "pit",
    from: "2022-07-18",
    method: "whole-income",
    bands: of2022,
    employeeRate: 500,
    source: "NRA circular of 15 July 2022: the rate of the band on the whole income; exempt up to SSP 5,000 under 2022/23, the other bands as before",
  },
  {
    ...noRates,
    kind: "pit",
    from: "2023-08-01",
    method: "whole-income",
    bands: of2023,
    employeeRate: 500,
    source: "Financial Act 2023/24, unchanged 2024/25; the method of the NRA circular repeated",
  },
  {
    ...noRates,
    kind: "nsif",
    from: "2023-01-01",
    employeeRate: 800,
    employerRate: 1700,
    source: "NSIF Act 2023: 8% of gross pay by the employee, 17% (15 and 2) by the employer, by the 15th of the next month",
  },
  {
    ...noRates,
    kind: "overtime",
    from: "2017-01-01",
    weekdayRate: 150,
    restRate: 200,
    weeklyHours: 40,
    source: "Labour Act 2017: 1.5 on working days, 2 on rest days and public holidays; 8 hours a day, 40 a week",
  },
  {
    ...noRates,
    kind: "surtax",
    from: "2021-07-01",
    source: "30% surtax of employers reported for 2021/22 by one source only: off until the tax adviser confirms it",
  },
]

export const setupPayroll = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const rule of knownRules) yield* execute(enterRule, rule, by, { key: `setup-payroll-rule-${rule.kind}-${rule.from}` })
})
