/** The entries of payroll: the liabilities when it is posted, and their payment. One entry per currency, in the same commit. */
import { type By, find, get, invalid, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { accounts } from "@ops/ledger/accounts/account.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { type EntryLine, journalEntries, post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import { type Currency, currencies } from "./labels.ts"

const salaries = "6100"
const employerInsurance = "6110"
const employerTax = "6120"
export const payable = "2100"
const incomeTax = "2110"
const socialInsurance = "2120"
const heldBack = "2130"
const exchange = "7900"

type Summed = "grossPay" | "tax" | "socialSecurity" | "otherDeductions" | "netPay" | "employerSocialSecurity" | "employerSurtax"
/** The data of a payroll for posting. */
interface Payroll {
  readonly id: number
  readonly periodName: string
  readonly rate: number | null
  readonly sums: ReadonlyArray<{ readonly currency: Currency; readonly siteId: number | null } & Readonly<Record<Summed, number>>>
  readonly journalEntries: ReadonlyArray<number>
}
interface Posted {
  readonly ids: ReadonlyArray<number>
  readonly changes: ReadonlyArray<Change>
}
const some = (side: "debit" | "credit", account: string, amount: number, siteId: number | null, description: string): ReadonlyArray<EntryLine> =>
  amount === 0 ? [] : [{ account, [side]: amount, siteId, description }]

/** Salaries and employer contributions, against net pay, tax, insurance and deductions, by site. */
export function* accrued({ id, periodName, rate, sums }: Payroll, date: string, by: By): CommandGenerator<Posted> {
  const ids: Array<number> = []
  const changes: Array<Change> = []
  for (const currency of currencies) {
    const lines = sums
      .filter((sum) => sum.currency === currency)
      .flatMap(({ siteId, grossPay, tax, socialSecurity, otherDeductions, netPay, employerSocialSecurity, employerSurtax }) => [
        ...some("debit", salaries, grossPay, siteId, "Gross pay"),
        ...some("debit", employerInsurance, employerSocialSecurity, siteId, "Social insurance of the employer"),
        ...some("debit", employerTax, employerSurtax, siteId, "Surtax of the employer"),
        ...some("credit", payable, netPay, siteId, "Net pay"),
        ...some("credit", incomeTax, tax + employerSurtax, siteId, "Income tax withheld"),
        ...some("credit", socialInsurance, socialSecurity + employerSocialSecurity, siteId, "Social insurance"),
        ...some("credit", heldBack, otherDeductions, siteId, "Deductions held back"),
      ])
    if (lines.length === 0) continue
    const entry = { date, description: `Payroll ${periodName}, ${currency}`, reference: periodName, source: { kind: "payroll_period", id }, currency, lines }
    const posted = yield* post(currency === "USD" ? entry : { ...entry, rate: rate! }, by, changes)
    ids.push(posted[0]!.id)
    changes.push(...posted)
  }
  if (ids.length === 0) throw invalid("There is nothing to post: no one is paid in this period")
  return { ids, changes }
}

const moneyAt = (method: string, currency: Currency) => (method === "cash" ? "1000" : currency === "USD" ? "1010" : "1020")

/** Pays what was posted. The change of the SSP rate since then is a realised exchange difference. */
export function* paidOut(period: Payroll, date: string, method: string, reference: string | null, by: By): CommandGenerator<Posted> {
  const owed = yield* find(accounts, { accountNumber: payable })
  const ids: Array<number> = []
  const changes: Array<Change> = []
  for (const entryId of period.journalEntries) {
    const { currency, lines } = yield* get(journalEntries, entryId)
    const open = lines.filter(({ accountId, credit }) => accountId === owed?.id && credit > 0)
    const amount = open.reduce((total, { credit }) => total + credit, 0)
    if (amount === 0) continue
    const rate = currency === "USD" ? 100 : yield* officialRate(date)
    const now = toUsd(amount, rate)
    const then = open.reduce((total, { creditUsd }) => total + creditUsd, 0)
    const worth = (usd: number) => (currency === "USD" ? {} : { usd })
    const gain = currency === "USD" ? 0 : then - now
    const posted = yield* post(
      {
        date,
        description: `Payment of payroll ${period.periodName}, ${currency}`,
        reference: reference ?? period.periodName,
        source: { kind: "payroll_period", id: period.id },
        currency,
        rate,
        lines: [
          ...open.map(({ credit, creditUsd, siteId }) => ({ account: payable, debit: credit, ...worth(creditUsd), siteId })),
          { account: moneyAt(method, currency), credit: amount, ...worth(now) },
          ...(gain === 0 ? [] : [{ account: exchange, [gain > 0 ? "credit" : "debit"]: 0, usd: Math.abs(gain) }]),
        ],
      },
      by,
      changes,
    )
    ids.push(posted[0]!.id)
    changes.push(...posted)
  }
  return { ids, changes }
}

/** Reverses entries of a payroll. */
export function* takenBack(entries: ReadonlyArray<number>, date: string, reason: string, by: By): CommandGenerator<Posted> {
  const ids: Array<number> = []
  const changes: Array<Change> = []
  for (const entryId of entries) {
    const taken = yield* reverse(entryId, date, reason, by, changes)
    ids.push(taken[0]!.id)
    changes.push(...taken)
  }
  return { ids, changes }
}
