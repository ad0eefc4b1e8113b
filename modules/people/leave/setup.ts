/** The leave types and holidays that the company starts with, from the Labour Act. The company can change them. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { addHoliday } from "../working-days/holiday.ts"
import { addLeaveType } from "./leave-type.ts"

const usual = { accrual: "yearly", seniority: [], carryForward: false, carryMonths: null, paid: true, countsEveryDay: false, mayGoNegative: false } as const
/** 21 days a year, 25 after 3 years and 30 after 15, kept for two years; the others as in the Act. */
const types = [
  {
    ...usual,
    name: "Annual Leave",
    description: "Grows with each month of service; what is left is kept for two years",
    maxDaysPerYear: 21,
    accrual: "monthly",
    seniority: [
      { years: 3, days: 25 },
      { years: 15, days: 30 },
    ],
    carryForward: true,
    carryMonths: 24,
  },
  { ...usual, name: "Sick Leave", description: "With a certificate", maxDaysPerYear: 12 },
  { ...usual, name: "Maternity Leave", description: "Every day counts", maxDaysPerYear: 90, countsEveryDay: true },
  { ...usual, name: "Paternity Leave", description: "Two weeks; every day counts", maxDaysPerYear: 14, countsEveryDay: true },
  { ...usual, name: "Compassionate Leave", description: "A death or illness in the family", maxDaysPerYear: 5 },
  { ...usual, name: "Unpaid Leave", description: "Without pay", maxDaysPerYear: 30, paid: false },
] as const

/** Holidays on a fixed date; Eid is added when it is announced. */
const everyYear = [
  ["01-01", "New Year's Day"],
  ["01-09", "Peace Agreement Day"],
  ["05-01", "Labour Day"],
  ["05-16", "SPLA Day"],
  ["07-09", "Independence Day"],
  ["07-30", "Martyrs' Day"],
  ["12-25", "Christmas Day"],
  ["12-26", "Boxing Day"],
] as const
const easter = { 2026: ["2026-04-03", "2026-04-06"], 2027: ["2027-03-26", "2027-03-29"] } as const

export const setupLeave = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const type of types) yield* execute(addLeaveType, { ...type, from: "2000-01-01" }, by, { key: `setup-leave-type-${type.name}` })
  for (const year of [2026, 2027] as const) {
    const days = [
      ...everyYear.map(([day, name]) => [`${year}-${day}`, name] as const),
      [easter[year][0], "Good Friday"] as const,
      [easter[year][1], "Easter Monday"] as const,
    ]
    for (const [date, name] of days) yield* execute(addHoliday, { date, name, siteId: null }, by, { key: `setup-holiday-${date}` })
  }
})
