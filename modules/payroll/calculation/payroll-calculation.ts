/**
 * The pay of one person for a period, line by line with the derivation of each figure. Pure: no clock, no database. Amounts are cents of the person's
 * currency, days and hours thousandths, rates hundredths of a percent, the exchange rate hundredths of SSP per dollar. Half a cent is rounded up.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { type Cents, formatMoney } from "@ops/platform/money.ts"
import { overTheCaps, overtimeOf } from "./overtime.ts"
import type { componentKinds, Currency, methods } from "../labels.ts"

/** `upTo` in whole SSP, inclusive; null means no upper limit. */
export interface Band {
  readonly upTo: number | null
  readonly rate: number
}
export interface IncomeTax {
  readonly method: (typeof methods)[number]
  readonly bands: ReadonlyArray<Band>
  /** a social insurance contribution is not taxed up to this share of gross pay */
  readonly deductibleRate: number
}
export interface PayRules {
  /** null if no such rule applies */
  readonly pit: IncomeTax | null
  readonly nsif: { readonly employeeRate: number; readonly employerRate: number } | null
  readonly overtime: { readonly weekdayRate: number; readonly restRate: number; readonly weeklyHours: number }
  readonly surtaxRate: number
}

export interface PayTerm {
  readonly from: string
  /** the monthly pay */
  readonly salary: Cents
  readonly currency: Currency
}
export interface Attendance {
  readonly date: string
  readonly status: "present" | "absent" | "late" | "half_day" | "on_leave"
  readonly workHours: number
  readonly overtimeHours: number
}
export interface Leave {
  readonly from: string
  readonly to: string
  readonly isPaid: boolean
  /** half a day */
  readonly isHalf: boolean
}
export interface Component {
  readonly kind: (typeof componentKinds)[number]
  readonly name: string
  /** below 0 only for a correction */
  readonly amount: Cents
  readonly currency: Currency
  readonly isTaxable: boolean
  /** the generated explanation, if none was entered */
  readonly note?: string
}

export interface PersonMonth {
  readonly staffId: number
  /** the period */
  readonly from: string
  readonly to: string
  readonly siteId: number | null
  /** in date order; never empty */
  readonly pay: ReadonlyArray<PayTerm>
  readonly employedFrom: string
  readonly employedTo: string | null
  /** suspended without pay from this day on */
  readonly suspendedFrom: string | null
  /** all working days of the person in the period, employed or not; empty for a person who is off in turn all month */
  readonly workingDays: ReadonlyArray<string>
  readonly attendance: ReadonlyArray<Attendance>
  /** the days from Monday up to the start of the period, if its first week began earlier: they count towards that week, and are paid in their own month */
  readonly weekBefore?: ReadonlyArray<Attendance & { readonly isWorking: boolean }>
  /** weekly rest days and public holidays of the site, whether or not they fall within a turn of the person */
  readonly restDays?: ReadonlyArray<string>
  readonly leaves: ReadonlyArray<Leave>
  readonly components: ReadonlyArray<Component>
  /** deductions that the pay of an earlier month did not cover, in the currency of that month */
  readonly carried: { readonly amount: Cents; readonly currency: Currency; readonly from: string } | null
}

export interface Line {
  readonly line: string
  readonly formula: string
  readonly amount: Cents
}
export interface Slip {
  readonly staffId: number
  readonly siteId: number | null
  readonly currency: Currency
  readonly basicSalary: Cents
  readonly overtime: Cents
  readonly allowances: Cents
  readonly bonuses: Cents
  readonly corrections: Cents
  readonly grossPay: Cents
  /** the base of the income tax */
  readonly taxableIncome: Cents
  readonly tax: Cents
  readonly socialSecurity: Cents
  readonly otherDeductions: Cents
  readonly totalDeductions: Cents
  readonly netPay: Cents
  /** deductions that this pay does not cover: carried forward to the next month */
  readonly carriedForward: Cents
  readonly employerSocialSecurity: Cents
  readonly employerSurtax: Cents
  readonly workingDays: number
  readonly actualDaysWorked: number
  readonly paidLeaveDays: number
  readonly unpaidLeaveDays: number
  readonly absentDays: number
  /** working days without a record */
  readonly gapDays: number
  readonly overtimeHours: number
  readonly how: ReadonlyArray<Line>
  /** points to review that do not prevent processing */
  readonly remarks: ReadonlyArray<string>
  /** why this pay cannot be processed */
  readonly problems: ReadonlyArray<string>
}

/** a × b ÷ c, half rounded away from zero. */
export const share = (a: number, b: number, c: number): number => {
  const product = BigInt(a) * BigInt(b)
  const [size, sign] = product < 0n ? [-product, -1] : [product, 1]
  const part = Number((size * 2n + BigInt(c)) / (2n * BigInt(c)))
  return part === 0 ? 0 : sign * part
}

/** Converts cents of one currency to the other. */
export const converted = (amount: Cents, from: Currency, to: Currency, rate: number): Cents =>
  from === to ? amount : from === "USD" ? share(amount, rate, 100) : share(amount, 100, rate)

const bandOf = (bands: ReadonlyArray<Band>, income: number) => bands.findIndex(({ upTo }) => upTo === null || income <= upTo)

/** The monthly tax on an income in whole SSP, in cents of SSP. */
export const incomeTax = ({ method, bands }: Pick<IncomeTax, "method" | "bands">, income: number): Cents => {
  if (method === "whole-income") return share(income * 100, bands[bandOf(bands, income)]!.rate, 10_000)
  let before = 0
  let tax = 0n
  for (const { upTo, rate } of bands) {
    const end = Math.min(income, upTo ?? income)
    if (end > before) tax += BigInt(end - before) * 100n * BigInt(rate)
    before = Math.max(before, end)
  }
  return Number((tax * 2n + 10_000n) / 20_000n)
}

/** How much more net pay a lower income would leave, in cents of SSP: the cliff at the lower edge of the band; 0 if there is none. */
export const cliff = (rule: Pick<IncomeTax, "method" | "bands">, income: number): Cents => {
  const edge = rule.bands[bandOf(rule.bands, income) - 1]?.upTo
  if (rule.method !== "whole-income" || edge === undefined || edge === null) return 0
  return Math.max(0, edge * 100 - incomeTax(rule, edge) - (income * 100 - incomeTax(rule, income)))
}

const percent = (rate: number) => `${(rate / 100).toFixed(2).replace(/\.?0+$/, "")}%`
const grouped = (whole: number) => String(whole).replace(/\B(?=(\d{3})+$)/g, ",")
const days = (halves: number) => (halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}.5`)
const plain = (value: number) => value.toFixed(2).replace(/\.?0+$/, "")
/** days are counted in halves */
const half = 500
const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((total, amount) => total + amount, 0)

const isOn = (leave: Leave, date: string) => leave.from <= date && date <= leave.to

const isEmployed = ({ employedFrom, employedTo, suspendedFrom }: PersonMonth, date: string) =>
  date >= employedFrom && (employedTo === null || date <= employedTo) && (suspendedFrom === null || date < suspendedFrom)

const datesBetween = (from: string, to: string): ReadonlyArray<string> => (from > to ? [] : [from, ...datesBetween(addDays(from, 1), to)])
/** Two halves per day. */
const countBy = (terms: ReadonlyArray<PayTerm>): Map<PayTerm, number> => {
  const of = new Map<PayTerm, number>()
  for (const term of terms) of.set(term, (of.get(term) ?? 0) + 2)
  return of
}

/** Classifies each working day, in halves, by the pay that applies on it. */
const counted = (person: PersonMonth, termOn: (date: string) => PayTerm, gapsAreWorked: boolean) => {
  const { workingDays, attendance, leaves, employedFrom, employedTo } = person
  const ofDay = new Map(attendance.map((record) => [record.date, record]))
  const totals = { worked: 0, paidLeave: 0, unpaidLeave: 0, absent: 0, gaps: 0 }
  const paid = new Map<PayTerm, number>()
  for (const date of workingDays) {
    if (date < employedFrom || (employedTo !== null && date > employedTo)) continue
    if (!isEmployed(person, date)) {
      totals.absent += 2
      continue
    }
    const record = ofDay.get(date)
    const leave = leaves.find((leave) => isOn(leave, date))
    const worked = record?.status === "present" || record?.status === "late" ? 2 : record?.status === "half_day" ? 1 : 0
    // a full day of attendance takes precedence over any requested leave
    const away = leave === undefined ? 0 : Math.min(2 - worked, leave.isHalf ? 1 : 2)
    const left = 2 - worked - away
    const isKnown = record !== undefined && !(record.status === "on_leave" && leave === undefined)
    const gap = isKnown ? 0 : left
    totals.worked += worked + (gapsAreWorked ? gap : 0)
    if (leave?.isPaid) totals.paidLeave += away
    else totals.unpaidLeave += away
    totals.gaps += gap
    totals.absent += left - gap
    const halves = worked + (leave?.isPaid ? away : 0) + (gapsAreWorked ? gap : 0)
    if (halves > 0) paid.set(termOn(date), (paid.get(termOn(date)) ?? 0) + halves)
  }
  return { ...totals, paid }
}

/** The pay of one person. `gapsAreWorked`: days without a record count as worked, because a reason was given. */
export const calculate = (person: PersonMonth, rules: PayRules, rate: number, { gapsAreWorked }: { readonly gapsAreWorked: boolean }): Slip => {
  const { pay, workingDays, components, carried, attendance, employedFrom, employedTo } = person
  const lastDay = employedTo !== null && employedTo < person.to ? employedTo : person.to
  const termOn = (date: string) => pay.findLast(({ from }) => from <= date) ?? pay[0]!
  const { currency } = termOn(lastDay)
  const own = (amount: Cents, from: Currency) => converted(amount, from, currency, rate)
  const how: Array<Line> = []
  const remarks: Array<string> = []
  const problems: Array<string> = []

  const month = counted(person, termOn, gapsAreWorked)
  // a person who is off in turn all month is paid by calendar days
  const isOff = workingDays.length === 0
  const calendar = isOff ? datesBetween(person.from, person.to) : []
  const paid = isOff ? countBy(calendar.filter((date) => isEmployed(person, date)).map(termOn)) : month.paid
  const all = isOff ? calendar.length * 2 : workingDays.length * 2
  const terms = [...paid].map(([term, halves]) => ({ ...term, halves, own: own(term.salary, term.currency) }))
  const weighed = terms.reduce((total, term) => total + BigInt(term.own) * BigInt(term.halves), 0n)
  const basicSalary = Number((weighed * 2n + BigInt(all)) / (2n * BigInt(all)))
  how.push({
    line: "Basic salary",
    formula: `${terms.map((term) => `${term.currency} ${formatMoney(term.salary)} × ${days(term.halves)}`).join(" + ") || "0"} of ${days(all)} ${isOff ? "days, off rotation" : "working days"}`,
    amount: basicSalary,
  })
  if (month.gaps > 0 && gapsAreWorked)
    remarks.push(month.gaps === 2 ? "1 day without a record counts as worked" : `${days(month.gaps)} days without a record count as worked`)

  const { weekdayRate, restRate, weeklyHours } = rules.overtime
  const isWorking = new Set([...workingDays, ...(person.weekBefore ?? []).filter(({ isWorking }) => isWorking).map(({ date }) => date)])
  const isRest = new Set(person.restDays ?? [])
  const isOwn = (date: string) => date >= employedFrom && (employedTo === null || date <= employedTo)
  const dayOfWork = ({ date, workHours, overtimeHours }: Attendance) => ({
    date,
    workHours,
    overtimeHours,
    isWorking: isWorking.has(date),
    isRest: isRest.has(date),
  })
  const extraDays = overtimeOf([...(person.weekBefore ?? []), ...attendance].filter(({ date }) => isOwn(date)).map(dayOfWork), weeklyHours)
  const extra = { weekday: 0, rest: 0 }
  let overtimeWeighed = 0n
  for (const { date, hours, kind } of extraDays) {
    // earlier days were paid in their own month
    if (date < person.from) continue
    extra[kind] += hours
    const { salary, currency: inCurrency } = termOn(date)
    overtimeWeighed += BigInt(own(salary, inCurrency)) * BigInt(hours) * BigInt(kind === "rest" ? restRate : weekdayRate)
  }
  remarks.push(...overTheCaps(extraDays, (date) => isWorking.has(date), person.from))
  // monthly pay × 12 ÷ 52 weeks ÷ hours a week; hours are thousandths, rates hundredths
  const overtimeBy = 52n * BigInt(weeklyHours) * 100_000n
  const overtime = Number((overtimeWeighed * 24n + overtimeBy) / (2n * overtimeBy))
  if (extra.weekday + extra.rest > 0) {
    const parts = [
      ...(extra.weekday > 0 ? [`${plain(extra.weekday / 1000)} h at ${plain(weekdayRate / 100)}`] : []),
      ...(extra.rest > 0 ? [`${plain(extra.rest / 1000)} h on rest days at ${plain(restRate / 100)}`] : []),
    ]
    how.push({
      line: "Overtime",
      formula: `Over 8 h a day or ${weeklyHours} a week: ${parts.join(" + ")} × pay of an hour (month × 12 ÷ 52 ÷ ${weeklyHours})`,
      amount: overtime,
    })
  }

  const given = components.map((component) => ({ ...component, own: own(component.amount, component.currency) }))
  const ofKind = (kind: Component["kind"]) => given.filter((component) => component.kind === kind)
  for (const { kind, name, amount, currency: said, own: mine, isTaxable, note: why } of given) {
    if (kind === "deduction") continue
    const note = [
      ...(why === undefined ? [] : [why]),
      ...(said === currency ? [] : [`${said} ${formatMoney(amount)} at ${formatMoney(rate)}`]),
      ...(isTaxable ? [] : ["not taxed"]),
    ].join(", ")
    how.push({ line: `${kind[0]!.toUpperCase()}${kind.slice(1)}: ${name}`, formula: note, amount: mine })
  }
  const [allowances, bonuses, corrections] = (["allowance", "bonus", "correction"] as const).map((kind) => sum(ofKind(kind).map(({ own }) => own))) as [
    number,
    number,
    number,
  ]
  const grossPay = basicSalary + overtime + allowances + bonuses + corrections
  how.push({ line: "Gross pay", formula: "", amount: grossPay })
  if (grossPay < 0) problems.push(`Corrections deduct ${currency} ${formatMoney(-grossPay)} more than the pay: spread them over the next months`)
  const gross = Math.max(0, grossPay)

  const socialSecurity = rules.nsif ? share(gross, rules.nsif.employeeRate, 10_000) : 0
  const employerSocialSecurity = rules.nsif ? share(gross, rules.nsif.employerRate, 10_000) : 0
  const employerSurtax = share(gross, rules.surtaxRate, 10_000)
  const untaxed = sum(given.filter(({ kind, isTaxable }) => kind !== "deduction" && !isTaxable).map(({ own }) => own))
  const deductible = rules.pit ? Math.min(socialSecurity, share(gross, rules.pit.deductibleRate, 10_000)) : 0
  const taxableIncome = Math.max(0, gross - untaxed - deductible)
  const wholeSsp = share(converted(taxableIncome, currency, "SSP", rate), 1, 100)
  const taxSsp = rules.pit ? incomeTax(rules.pit, wholeSsp) : 0
  const tax = Math.min(gross, converted(taxSsp, "SSP", currency, rate))
  if (rules.pit) {
    const { method, bands } = rules.pit
    const base = [
      `${currency} ${formatMoney(taxableIncome)} taxable`,
      ...(deductible > 0 ? [`${formatMoney(deductible)} of social insurance is not`] : []),
    ].join(", ")
    const inSsp = currency === "SSP" ? "" : ` = SSP ${grouped(wholeSsp)} at ${formatMoney(rate)}`
    const by =
      method === "whole-income"
        ? `${percent(bands[bandOf(bands, wholeSsp)]!.rate)} of the total SSP ${grouped(wholeSsp)}`
        : `the amount in each band, up to ${percent(bands[bandOf(bands, wholeSsp)]!.rate)}`
    how.push({ line: "Income tax (PIT)", formula: `${base}${inSsp}; ${by}${currency === "SSP" ? "" : ` = SSP ${formatMoney(taxSsp)}`}`, amount: -tax })
    const lost = cliff(rules.pit, wholeSsp)
    if (lost > 0) {
      const edge = bands[bandOf(bands, wholeSsp) - 1]!.upTo!
      remarks.push(`A taxable income of SSP ${grouped(edge)} would leave SSP ${formatMoney(lost)} more: the higher rate applies to the whole income`)
    }
  }
  if (rules.nsif) how.push({ line: "Social insurance (NSIF)", formula: `${percent(rules.nsif.employeeRate)} of gross pay`, amount: -socialSecurity })

  const available = gross - tax - socialSecurity
  if (available < 0) problems.push("Tax and social insurance are more than the pay: check the rules")
  const before = carried
    ? [{ name: `Carried from ${carried.from}`, amount: carried.amount, own: own(carried.amount, carried.currency), currency: carried.currency }]
    : []
  const wanted = [...before, ...ofKind("deduction")]
  let open = Math.max(0, available)
  for (const { name, own: asked, amount, currency: said } of wanted) {
    const taken = Math.min(asked, open)
    open -= taken
    const note = [
      ...(said === currency ? [] : [`${said} ${formatMoney(amount)} at ${formatMoney(rate)}`]),
      ...(taken < asked ? [`${formatMoney(asked)}, limited to the available pay`] : []),
    ]
    how.push({ line: `Deduction: ${name}`, formula: note.join(", "), amount: taken === 0 ? 0 : -taken })
  }
  const otherDeductions = Math.max(0, available) - open
  const carriedForward = sum(wanted.map(({ own }) => own)) - otherDeductions
  if (carriedForward > 0) remarks.push(`Deductions of ${currency} ${formatMoney(carriedForward)} are carried to the next month`)
  const totalDeductions = tax + socialSecurity + otherDeductions
  how.push({ line: "Net pay", formula: "", amount: grossPay - totalDeductions })

  return {
    staffId: person.staffId,
    siteId: person.siteId,
    currency,
    basicSalary,
    overtime,
    allowances,
    bonuses,
    corrections,
    grossPay,
    taxableIncome,
    tax,
    socialSecurity,
    otherDeductions,
    totalDeductions,
    netPay: grossPay - totalDeductions,
    carriedForward,
    employerSocialSecurity,
    employerSurtax,
    workingDays: workingDays.length * 2 * half,
    actualDaysWorked: month.worked * half,
    paidLeaveDays: month.paidLeave * half,
    unpaidLeaveDays: month.unpaidLeave * half,
    absentDays: month.absent * half,
    gapDays: month.gaps * half,
    overtimeHours: extra.weekday + extra.rest,
    how,
    remarks,
    problems,
  }
}
