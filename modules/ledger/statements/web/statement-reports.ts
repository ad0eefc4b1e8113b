/** The available reports, the parameters that each accepts, and the periods that can be chosen. */
import { lastDayOf, monthBy, monthOf } from "@ops/platform/calendar.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"

export interface Report {
  /** the name in the address and in the path of the call */
  readonly id: string
  readonly label: string
  /** a report as at a day, the end of the chosen period, not for a period */
  readonly moment?: true
  readonly noSite?: true
  readonly compares?: true
  readonly method?: true
  readonly groups?: readonly ("site" | "person")[]
  /** the currencies it can be measured in; by default all of them */
  readonly currencies?: readonly string[]
  /** for reports whose lines are records and not accounts: the screen for the call in `drill` */
  /** the figure with which the server explains each amount; amounts of accounts are lines of a statement */
  readonly figure?: string
  readonly screenOf?: (drill: string) => string | undefined
}

/** The screen of an invoice or a bill, or of those of one party. */
const invoices = (drill: string) => drill.replace(/^\/api\/invoices\/(\d+)$/, "/invoices?view=all&open=$1").replace(/^\/api\/invoices\?/, "/invoices?view=all&")
const bills = (drill: string) =>
  drill
    .replace(/^\/api\/accounts-payable\/(\d+)$/, "/financial?tab=vendors&view=bills&open=$1")
    .replace(/^\/api\/accounts-payable\?/, "/financial?tab=vendors&view=bills&")

export const reports: readonly Report[] = [
  { id: "pnl", label: "Profit & Loss Statement", compares: true, groups: ["site"] },
  { id: "balance-sheet", label: "Balance Sheet", moment: true, compares: true },
  { id: "cash-flow", label: "Cash Flow Statement", noSite: true, compares: true, method: true },
  { id: "expense", label: "Expense Report", compares: true, groups: ["site", "person"] },
  { id: "trial-balance", label: "Trial Balance", moment: true, compares: true },
  { id: "general-ledger", label: "General Ledger", currencies: ["", "USD", "SSP"] },
  { id: "aged-receivables", label: "Aged Receivables", moment: true, currencies: ["USD", "SSP"], screenOf: invoices, figure: "receivables.aged" },
  { id: "aged-payables", label: "Aged Payables", moment: true, currencies: ["USD", "SSP"], screenOf: bills, figure: "payables.aged" },
]

/** Its amounts are income and costs, which are before sales tax. */
export const isProfit = ({ id }: Report) => id === "pnl" || id === "expense"

export const isAged = ({ id }: Report) => id.startsWith("aged-")

export const currencyWords: Readonly<Record<string, string>> = { "": "All in USD", USD: "USD only", SSP: "SSP only", both: "USD and SSP" }

interface Days {
  readonly from: string
  readonly to: string
}

const pad = (n: number) => String(n).padStart(2, "0")

/** The period of a month (2026-10), quarter (2026-Q4) or year (2026). */
export const daysOf = (period: string): Days | undefined => {
  const [, year, quarter, month] = /^(20\d\d)(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(period) ?? []
  if (!year) return undefined
  const [first, last] = quarter ? [Number(quarter) * 3 - 2, Number(quarter) * 3] : month ? [Number(month), Number(month)] : [1, 12]
  return { from: `${year}-${pad(first)}-01`, to: lastDayOf(`${year}-${pad(last)}`) }
}

/** The name of a period: "October 2026" for 2026-10, "Quarter 4 of 2026", "2026". */
export const periodName = (period: string) => {
  const [year, part] = period.split("-")
  if (part === undefined) return period
  return part.startsWith("Q") ? `Quarter ${part.slice(1)} of ${year}` : formatMonth(period)
}

/** The name of the period before a month, quarter or year, or of the same one a year ago. */
export const nameOfEarlier = (period: string, by: "previous" | "year-ago") => {
  const [year = "", part] = period.split("-")
  if (by === "year-ago" || part === undefined) return periodName(period.replace(year, String(Number(year) - 1)))
  if (!part.startsWith("Q")) return periodName(monthBy(period, -1))
  return periodName(part === "Q1" ? `${Number(year) - 1}-Q4` : `${year}-Q${Number(part.slice(1)) - 1}`)
}

/** The periods that can be chosen, latest first: fifteen months, six quarters, three years. */
export const periodsUpTo = (today: string) => {
  const year = Number(today.slice(0, 4))
  const back = (months: number) => monthBy(monthOf(today), -months)
  const quarter = (of: string) => `${of.slice(0, 4)}-Q${Math.ceil(Number(of.slice(5)) / 3)}`
  return [
    { label: "Months", values: Array.from({ length: 15 }, (_, n) => back(n)) },
    { label: "Quarters", values: Array.from({ length: 6 }, (_, n) => quarter(back(n * 3))) },
    { label: "Years", values: Array.from({ length: 3 }, (_, n) => String(year - n)) },
  ]
}

/** Whether its columns are sites or people, for one currency and one period. */
export const isSpreadBy = ({ groups }: Report, groupBy: string | null): boolean => groups?.some((group) => group === groupBy) ?? false

/** The parameters of a report besides the period, as in the address. */
export interface Asked {
  readonly report: string | null
  readonly period: string | null
  readonly from: string | null
  readonly to: string | null
  readonly siteId: string | null
  readonly currency: string | null
  readonly compare: string | null
  readonly method: string | null
  readonly groupBy: string | null
  readonly account: string | null
  readonly after: string | null
}

/** The comparison of a report: by default, profit and loss is compared with the previous period. */
export const comparedWith = ({ id }: Report, compare: string | null) => (compare === "none" ? null : (compare ?? (id === "pnl" ? "previous" : null)))

/** The query for the server: only the parameters that this report accepts. */
export const questionOf = (report: Report, asked: Asked, today: string) => {
  const { siteId, account, compare, method, groupBy } = asked
  const period = asked.from || asked.to ? null : (asked.period ?? today.slice(0, 7))
  const currencies = report.currencies ?? Object.keys(currencyWords)
  const currency = currencies.includes(asked.currency ?? "") ? asked.currency : currencies[0]
  const end = (period === null ? asked.to : daysOf(period)?.to) ?? today
  const isSpread = isSpreadBy(report, groupBy)
  return {
    ...(isAged(report) ? { asAt: end > today ? today : end } : period === null ? { from: report.moment ? null : asked.from, to: asked.to } : { period }),
    siteId: report.noSite ? null : siteId,
    currency: isSpread && currency === "both" ? null : currency || null,
    ...(report.compares && !isSpread ? { compare: comparedWith(report, compare) } : {}),
    ...(report.method ? { method } : {}),
    ...(isSpread ? { groupBy } : {}),
    ...(report.id === "general-ledger" ? { account } : {}),
  }
}

/** The first and last day of the chosen period, for the fields in which other days are typed. */
export const chosenDays = ({ period, from, to }: Asked, today: string): Days => {
  const of = from || to ? undefined : daysOf(period ?? today.slice(0, 7))
  return of ?? { from: from ?? `${(to ?? today).slice(0, 4)}-01-01`, to: to ?? today }
}

export type Question = ReturnType<typeof questionOf>
