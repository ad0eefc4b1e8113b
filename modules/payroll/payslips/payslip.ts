/** The pay of one person for one period, with its derivation. Written by the calculation of the period, in batches. */
import { Schema } from "effect"
import { canonical } from "@ops/platform/canonical.ts"
import { command, conflict, get, invalid, newId, all } from "@ops/platform/records/command.ts"
import { Literals, Money, Optional, Parts, Quantity, Ref, Rate } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { payrollPeriods } from "../payroll-periods/payroll-period.ts"
import { currencies } from "../labels.ts"

const How = Schema.Struct({ line: Schema.String, formula: Schema.String, amount: Schema.Int })

const facts = {
  periodId: Ref("payroll_period"),
  staffId: Ref("company_staff"),
  siteId: Optional(Ref("site")),
  currency: Literals(...currencies),
  basicSalary: Money,
  overtime: Money,
  allowances: Money,
  bonuses: Money,
  corrections: Money,
  grossPay: Money,
  taxableIncome: Money,
  tax: Money,
  socialSecurity: Money,
  otherDeductions: Money,
  totalDeductions: Money,
  netPay: Money,
  carriedForward: Money,
  employerSocialSecurity: Money,
  employerSurtax: Money,
  workingDays: Quantity,
  actualDaysWorked: Quantity,
  paidLeaveDays: Quantity,
  unpaidLeaveDays: Quantity,
  absentDays: Quantity,
  gapDays: Quantity,
  overtimeHours: Quantity,
  /** hundredths of SSP per dollar */
  rate: Rate,
  /** each figure with its derivation; cents */
  how: Parts(How),
  remarks: Parts(Schema.String),
}
export type SlipFacts = Parameters<typeof PayslipMade>[0]

export const Payslip = record(
  "payslip",
  { ...facts, status: Literals("current", "withdrawn") },
  {
    grows: true,
    label: "Payslip",
    title: "'Payslip ' || id",
    unique: [{ fields: ["periodId", "staffId"], sentence: "This person already has a payslip for the period" }],
    indexes: [["staffId"], ["periodId"]],
  },
)
export const PayslipMade = event("PayslipMade", 1, facts, () => "Calculated")
export const PayslipRevised = event("PayslipRevised", 1, facts, () => "Calculated again, with another result")
export const PayslipWithdrawn = event("PayslipWithdrawn", 1, {}, () => "Withdrawn: the person is not paid in this period")
export const payslips = stream(Payslip, PayslipMade, PayslipRevised, PayslipWithdrawn).fold({
  PayslipMade: (_, made) => ({ ...made, status: "current" as const }),
  PayslipRevised: (_, revised) => ({ ...revised, status: "current" as const }),
  PayslipWithdrawn: (slip) => ({ ...slip, status: "withdrawn" as const }),
})

const names = Object.keys(facts) as ReadonlyArray<keyof SlipFacts>
/** Whether a payslip equals the calculated one. */
export const saysTheSame = (slip: Row<typeof Payslip>, facts: SlipFacts): boolean =>
  slip.status === "current" && canonical(Object.fromEntries(names.map((name) => [name, slip[name]]))) === canonical(facts)

export interface Batch {
  readonly periodId: number
  /** the number of the calculation; once a later one has started, nothing more of it is written */
  readonly calculation: number
  /** the id of the person's payslip in the period; null for a first one */
  readonly slips: ReadonlyArray<{ readonly id: number | null; readonly facts: SlipFacts }>
  /** payslips of people who are no longer paid in it */
  readonly withdrawn: ReadonlyArray<number>
}

/** Writes the payslips of a running calculation that are new or have changed. */
export const writePayslips = command("payslip.write", function* ({ periodId, calculation, slips, withdrawn }: Batch, by) {
  if (by.person !== null && slips.length + withdrawn.length === 0) throw invalid("There is nothing to save")
  const period = yield* get(payrollPeriods, periodId)
  if (!period.isCalculating || period.calculation !== calculation)
    throw conflict("Another calculation of this payroll has started. Wait for it, then check the payroll again")
  const rows = yield* all(...slips.map(({ id }) => (id === null ? newId(payslips) : get(payslips, id))), ...withdrawn.map((id) => get(payslips, id)))
  const changes = rows.flatMap((row, n) => {
    const slip = slips[n]
    if (slip === undefined) return typeof row === "number" || row.status === "withdrawn" ? [] : [payslips.at(row.id, PayslipWithdrawn({}))]
    if (typeof row === "number") return [payslips.at(row, PayslipMade(slip.facts))]
    return saysTheSame(row, slip.facts) ? [] : [payslips.at(row.id, PayslipRevised(slip.facts))]
  })
  return { id: periodId, changes }
})
