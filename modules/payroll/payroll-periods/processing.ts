/**
 * Calculates a payroll: all pay is computed in memory, then written in batches of payslips, then summed. After an interruption at any point it can be started
 * again: payslips that are already written and unchanged stay. If two callers run it at once, one does the work.
 */
import { Effect, Semaphore } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { type By, invalid, notFound, Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { count } from "@ops/platform/text.ts"
import { lateFactsBefore, withLateFacts } from "../calculation/late-facts.ts"
import { calculate, type Slip } from "../calculation/payroll-calculation.ts"
import { officialRateOn } from "@ops/ledger/exchange-rates/queries.ts"
import { allRules, payRules, peopleOf, type Person, type WhatIf } from "../calculation/inputs.ts"
import { finishCalculation, PayrollPeriod, type PeriodRow, type SiteSum, startCalculation } from "./payroll-period.ts"
import type { Rule } from "../components-and-rules/payroll-rule.ts"
import { Payslip, saysTheSame, type SlipFacts, writePayslips } from "../payslips/payslip.ts"

export interface Calculated {
  readonly person: Person
  readonly slip: Slip
}
export interface PayrollCalculation {
  readonly period: PeriodRow
  readonly rate: number
  readonly held: ReadonlyArray<Rule>
  readonly items: ReadonlyArray<Calculated>
  /** whether the period has ended */
  readonly isOver: boolean
}

const periodSql = sql(stateColumns(PayrollPeriod), `select ${PayrollPeriod.state("r")} from payroll_period r where r.id = $1`)
const slipsSql = sql(stateColumns(Payslip), `select ${Payslip.state("s")} from payslip s where s.period_id = $1`)
const todaySql = sql({ today: col.text }, "select to_char(es.today(), 'YYYY-MM-DD') as today")

/** The period in the shape for commands. 404 if there is none. */
export const periodRow = (id: number) =>
  Effect.gen(function* () {
    const [row] = yield* statement(periodSql, [id])
    return row ?? (yield* Effect.fail(notFound(`Payroll period ${id} does not exist`)))
  })

/** The pay of everyone, by the rules of the period's last day and the official rate of its pay date. Writes nothing. */
export const calculation = (period: PeriodRow, { gapsAreWorked, whatIf = {} }: { readonly gapsAreWorked: boolean; readonly whatIf?: WhatIf }) =>
  Effect.gen(function* () {
    const { startDate, endDate, payDate } = period
    const [everyone, rules, rate, late, [day]] = yield* Effect.all([
      peopleOf(startDate, endDate),
      allRules,
      officialRateOn(payDate),
      lateFactsBefore(period),
      statement(todaySql, []),
    ])
    if (whatIf.rule !== undefined && !rules.some(({ id }) => id === whatIf.rule))
      return yield* Effect.fail(notFound(`Payroll rule ${whatIf.rule} does not exist`))
    if (rate === undefined) return yield* Effect.fail(invalid(`There is no exchange rate for ${payDate}. Enter the official rate first`))
    const { rules: held, held: used } = payRules(rules, endDate, whatIf)
    if (held.pit === null) return yield* Effect.fail(invalid(`There is no income tax rule for ${endDate}. Enter one first`))
    const items = everyone.map((person) => {
      const corrections = late.filter(({ staffId }) => staffId === person.staffId).map(({ component }) => component)
      return { person, slip: withLateFacts(person.month, corrections, (month) => calculate(month, held, rate, { gapsAreWorked })) }
    })
    const made: PayrollCalculation = { period, rate, held: used, items, isOver: endDate < day!.today }
    return made
  })

const atMost = (lines: ReadonlyArray<string>, most = 10) =>
  [...lines.slice(0, most), ...(lines.length > most ? [`and ${lines.length - most} more`] : [])].join("; ")
const days = (thousandths: number) => (thousandths / 1000).toFixed(1).replace(/\.0$/, "")

/** Why it cannot be processed, as a sentence; null if it can. */
export const obstacleOf = ({ period, items, isOver }: Pick<PayrollCalculation, "period" | "items" | "isOver">, gapsReason: string | null): string | null => {
  if (items.length === 0) return "No one is employed in this period, so there is nothing to pay"
  if (!isOver && gapsReason === null) {
    return `${period.periodName} is not over: it ends on ${period.endDate}. Process it then, or give a reason to pay future days as worked`
  }
  const problems = items.flatMap(({ person, slip }) => slip.problems.map((problem) => `${person.name}: ${problem}`))
  if (problems.length > 0) return `This payroll cannot be processed: ${atMost(problems)}`
  const gaps = items.filter(({ slip }) => slip.gapDays > 0)
  if (gaps.length === 0 || gapsReason !== null) return null
  const named = gaps.map(({ person, slip }) => `${person.name} ${days(slip.gapDays)}`)
  return `${count(gaps.length, "person has", "people have")} working days without attendance or leave (${atMost(named)}). Record them, or give a reason to count them as worked`
}

/** The sums of the payslips, by currency and site. */
export const sumsOf = (slips: ReadonlyArray<Slip>): ReadonlyArray<SiteSum> => {
  const sums = new Map<string, { -readonly [K in keyof SiteSum]: SiteSum[K] }>()
  for (const slip of slips) {
    const key = `${slip.currency} ${String(slip.siteId ?? "").padStart(9)}`
    const { currency, siteId } = slip
    const zero = { grossPay: 0, tax: 0, socialSecurity: 0, otherDeductions: 0, totalDeductions: 0, netPay: 0, employerSocialSecurity: 0, employerSurtax: 0 }
    const sum = sums.get(key) ?? { currency, siteId, people: 0, ...zero }
    sum.people += 1
    for (const name of Object.keys(zero) as ReadonlyArray<keyof typeof zero>) sum[name] += slip[name]
    sums.set(key, sum)
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

const factsOf = ({ staffId, problems: _, ...slip }: Slip, periodId: number, rate: number): SlipFacts => ({ periodId, staffId, ...slip, rate })

const batch = 100
/** One payroll at a time in this process: a second caller finds the work done. */
const inTurn = Semaphore.makeUnsafe(1).withPermits(1)

interface Options {
  /** the idempotency key of the caller's command, for the start of the calculation */
  readonly key?: string
  /** called after each batch, with the number of payslips that are up to date */
  readonly written?: (payslips: number) => void
}

/**
 * Processes a draft: computes every payslip, writes them, and leaves the period calculated. Refused (422) if something prevents it, with nothing written.
 * Does nothing if it is already done.
 */
export const processPeriod = (id: number, gapsReason: string | null, by: By, { key, written = () => {} }: Options = {}) =>
  inTurn(
    Effect.gen(function* () {
      const before = yield* periodRow(id)
      if (before.status === "calculated" && before.processedBy === by.person) return
      const made = yield* Effect.result(calculation(before, { gapsAreWorked: gapsReason !== null }))
      if (made._tag === "Failure" && !(made.failure instanceof Rejection)) return yield* Effect.fail(made.failure)
      const [obstacle, rate, held, items] =
        made._tag === "Failure"
          ? ([(made.failure as Rejection).message, 0, [], []] as const)
          : ([obstacleOf(made.success, gapsReason), made.success.rate, made.success.held, made.success.items] as const)
      const facts = { id, people: items.length, rate, rules: held.map((rule) => rule.id), gapsReason, obstacle }
      yield* execute(startCalculation, facts, by, key === undefined ? {} : { key })

      const { calculation: nth, isCalculating } = yield* periodRow(id)
      if (!isCalculating) return
      const existing = yield* statement(slipsSql, [id])
      const known = new Map(existing.map((slip) => [slip.staffId, slip]))
      const all = items.map(({ slip }) => ({ id: known.get(slip.staffId)?.id ?? null, facts: factsOf(slip, id, rate) }))
      const stale = all.filter(({ facts }) => !known.has(facts.staffId) || !saysTheSame(known.get(facts.staffId)!, facts))
      const paid = new Set(all.map(({ facts }) => facts.staffId))
      const withdrawn = existing.filter((slip) => slip.status === "current" && !paid.has(slip.staffId)).map((slip) => slip.id)
      written(all.length - stale.length)
      for (let n = 0; n < stale.length; n += batch) {
        const slips = stale.slice(n, n + batch)
        yield* execute(writePayslips, { periodId: id, calculation: nth, slips, withdrawn: [] }, by)
        written(all.length - stale.length + n + slips.length)
      }
      if (withdrawn.length > 0) yield* execute(writePayslips, { periodId: id, calculation: nth, slips: [], withdrawn }, by)
      yield* execute(finishCalculation, { id, calculation: nth, sums: sumsOf(items.map(({ slip }) => slip)) }, by)
    }).pipe(
      // another server was faster, and did the same
      Effect.catchIf(
        (error): error is Rejection => error instanceof Rejection && error.status === 409,
        (refusal) =>
          Effect.flatMap(periodRow(id), (period) => (period.status === "calculated" && period.processedBy === by.person ? Effect.void : Effect.fail(refusal))),
      ),
    ),
  )
