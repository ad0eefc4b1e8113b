import * as fc from "fast-check"
import { expect, test } from "vitest"
import { lateDifference, withLateFacts } from "./late-facts.ts"
import type { Component, PersonMonth, Slip } from "./payroll-calculation.ts"

const month = { components: [] as ReadonlyArray<Component> } as unknown as PersonMonth
const correction = (amount: number): Component => ({ kind: "correction", name: "Late facts of March 2026", amount, currency: "SSP", isTaxable: true })
/** A payslip of this amount with its corrections. */
const slipOf =
  (pay: number) =>
  ({ components }: PersonMonth): Slip => {
    const corrections = components.reduce((sum, { amount }) => sum + amount, 0)
    return { currency: "SSP", grossPay: pay + corrections, corrections } as Slip
  }

test("late deductions are taken as far as the pay covers them, and the rest comes from the next payrolls, to the cent", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1, maxLength: 12 }),
      (owed, pays) => {
        let corrected = 0
        for (const pay of pays) {
          const rest = lateDifference({ basicSalary: owed, overtime: 0 }, { basicSalary: 0, overtime: 0 }, corrected)
          const slip = withLateFacts(month, rest === 0 ? [] : [correction(rest)], slipOf(pay))
          expect(slip.grossPay).toBeGreaterThanOrEqual(0)
          corrected += slip.corrections
        }
        const possible = pays.reduce((sum, pay) => sum + pay, 0)
        expect(corrected).toBe(owed >= 0 ? owed : Math.max(owed, 0 - possible))
      },
    ),
  )
})
