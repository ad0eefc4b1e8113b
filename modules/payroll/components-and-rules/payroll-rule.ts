/**
 * Payroll law as dated data: income tax, social insurance, overtime, the employer's surtax. A rule applies from its day until the next of its kind. Rates are
 * hundredths of a percent: 1700 is 17.00 %.
 */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { command, conflict, find, forbidden, invalid, newId } from "@ops/platform/records/command.ts"
import { BusinessDate, Literals, Optional, Parts, Ref, Text, Whole, Rate } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import type { Band } from "../calculation/payroll-calculation.ts"
import { methods, ruleKinds } from "../labels.ts"

const BandPart = Schema.Struct({ upTo: Schema.NullOr(Schema.Int), rate: Schema.Int })
const facts = {
  kind: Literals(...ruleKinds),
  from: BusinessDate,
  /** for income tax: the band's rate on the whole income, or on the part within each band */
  method: Optional(Literals(...methods)),
  /** for income tax: monthly, each up to an amount of whole SSP, the last without an upper limit */
  bands: Parts(BandPart),
  /** the employee's contribution from gross pay; for income tax: the share of gross pay up to which a contribution is not taxed */
  employeeRate: Rate,
  /** the employer's contribution on top of gross pay */
  employerRate: Rate,
  /** for overtime: hundredths of the hourly pay on working days, and on rest days and holidays */
  weekdayRate: Rate,
  restRate: Rate,
  /** for overtime: the weekly hours by which the monthly pay is divided */
  weeklyHours: Whole,
  /** the law or notice that sets it */
  source: Text(500),
}
export const PayrollRule = record(
  "payroll_rule",
  { ...facts, enteredBy: Optional(Ref("person")) },
  {
    label: "Payroll rule",
    title: `upper(kind) || ' from ' || to_char("from", 'YYYY-MM-DD')`,
    unique: [{ fields: ["kind", "from"], sentence: "A rule of this kind already exists from this day" }],
  },
)
export const PayrollRuleEntered = event(
  "PayrollRuleEntered",
  1,
  { ...facts, enteredBy: Optional(Ref("person")) },
  ({ kind, from, source }) => `${kind.toUpperCase()} from ${from}: ${source}`,
)
export const payrollRules = stream(PayrollRule, PayrollRuleEntered).fold({ PayrollRuleEntered: (_, entered) => entered })

export type NewRule = Omit<Parameters<typeof PayrollRuleEntered>[0], "enteredBy">
export const noRates = { method: null, bands: [], employeeRate: 0, employerRate: 0, weekdayRate: 0, restRate: 0, weeklyHours: 0 } as const

/** Refuses (422) bands that leave an income without a rate, or with two. */
const requireOrderedBands = (bands: ReadonlyArray<Band>) => {
  if (bands.length === 0) throw invalid("Income tax needs at least one band")
  for (const [n, { upTo, rate }] of bands.entries()) {
    const isLast = n === bands.length - 1
    if (isLast !== (upTo === null)) throw invalid("The last band has no upper limit, and every other one has one")
    if (upTo !== null && upTo <= (bands[n - 1]?.upTo ?? 0)) throw invalid("Each band must end above the previous one")
    if (rate < 0 || rate > 10_000) throw invalid("A rate must be from 0 to 100 percent")
  }
}

/** Enters a rule that applies from a day on. Earlier calculations keep their rules. */
export const enterRule = command("payroll_rule.enter", function* (rule: NewRule, by) {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can enter payroll rules")
  if (rule.kind === "pit") {
    if (rule.method === null) throw invalid("Income tax needs a method: whole-income or graduated")
    requireOrderedBands(rule.bands)
  }
  if ([rule.employeeRate, rule.employerRate].some((rate) => rate < 0 || rate > 10_000)) throw invalid("A rate must be from 0 to 100 percent")
  if (rule.kind === "overtime" && !(rule.weekdayRate >= 100 && rule.restRate >= 100 && rule.weeklyHours > 0 && rule.weeklyHours <= 100)) {
    throw invalid("Overtime needs rates of at least 1.00 and the hours of a week")
  }
  if (yield* find(payrollRules, { kind: rule.kind, from: rule.from })) throw conflict("A rule of this kind already exists from this day")
  return [payrollRules.at(yield* newId(payrollRules), PayrollRuleEntered({ ...rule, enteredBy: by.person }))]
})

export type Rule = Row<typeof PayrollRule>
/** The rules that apply on a day, at most one per kind. */
export const rulesOn = (rules: ReadonlyArray<Rule>, day: string): ReadonlyArray<Rule> =>
  ruleKinds.flatMap((kind) => {
    const begun = rules.filter((rule) => rule.kind === kind && rule.from <= day)
    return begun.length === 0 ? [] : [begun.reduce((last, rule) => (rule.from > last.from ? rule : last))]
  })
