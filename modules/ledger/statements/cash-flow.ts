/**
 * Which part of a journal entry is cash, and where the cash came from. Pure. Both forms of the cash flow statement use this split, so that their operating,
 * investing and financing totals agree. Amounts are cents.
 */
import type { Cents } from "@ops/platform/money.ts"
import type { accountTypes } from "../accounts/account.ts"

export interface CashAccount {
  readonly accountNumber: string
  readonly accountType: (typeof accountTypes)[number]
}

/** The cash accounts: cash in hand and at the bank. */
export const isCash = (accountNumber: string) => /^10\d\d$/.test(accountNumber)
/** The same as SQL for the account `a`. */
export const isCashSql = "a.account_number ~ '^10[0-9][0-9]$'"

const isExchange = ({ accountNumber }: CashAccount) => accountNumber.startsWith("7")

export type Activity = "operating" | "investing" | "financing"
/** Long-lived assets (14xx to 18xx) are investing; equity and loans (25xx to 29xx) are financing; everything else is operating. */
export const activityOf = ({ accountNumber, accountType }: CashAccount): Activity =>
  accountType === "equity" || (accountType === "liability" && /^2[5-9]/.test(accountNumber))
    ? "financing"
    : accountType === "asset" && /^1[4-8]/.test(accountNumber)
      ? "investing"
      : "operating"
/** SQL for the accounts `a` that are not operating. */
export const isFundingSql =
  "(a.account_type = 'equity' or a.account_type = 'liability' and a.account_number ~ '^2[5-9]' or a.account_type = 'asset' and a.account_number ~ '^1[4-8]')"

/** The net amount of an entry on one account: debits less credits. */
export interface EntrySum extends CashAccount {
  readonly amount: Cents
  /** the part of it that is only revaluation: a USD amount without an amount in the entry's own currency */
  readonly revalued: Cents
}

/** The cash effects of an entry. A positive amount is an inflow, or would be one if it were cash. */
export interface CashParts {
  /** what was received for, or paid on, each non-cash account */
  readonly flows: ReadonlyMap<string, Cents>
  /** the revaluation of each cash account */
  readonly exchange: ReadonlyMap<string, Cents>
  /** the non-cash movements of equity, loans and long-lived assets, by account, with their counter-accounts */
  readonly nonCash: ReadonlyMap<string, Cents>
}

/** Splits an amount by weight, exactly: each part is the difference of two rounded running sums. */
export const shared = (amount: Cents, parts: ReadonlyArray<readonly [key: string, weight: Cents]>): ReadonlyMap<string, Cents> => {
  const whole = parts.reduce((sum, [, weight]) => sum + BigInt(Math.abs(weight)), 0n)
  const result = new Map<string, Cents>()
  let upTo = 0n
  let given = 0n
  for (const [key, weight] of parts) {
    upTo += BigInt(Math.abs(weight))
    const sum = (BigInt(amount) * upTo) / whole
    result.set(key, Number(sum - given))
    given = sum
  }
  return result
}

/** The key for amounts without a counter-account. */
export const unmatched = "other"

/**
 * Splits an entry. Its cash is allocated to the accounts on the other side: for a payment of 100 with 2 of tax withheld, 98 were paid to the supplier and no
 * tax was paid. Exchange gains are not cash if there is another account on the other side. Equity contributed without cash (opening stock) is not a flow, and
 * is deducted from the change of the other account.
 */
export const cashPartsOf = (lines: ReadonlyArray<EntrySum>): CashParts => {
  const others = lines.filter(({ accountNumber }) => !isCash(accountNumber)).map((line) => ({ ...line, value: -line.amount }))
  const own = lines.filter(({ accountNumber }) => isCash(accountNumber))
  const exchange = new Map(own.filter(({ revalued }) => revalued !== 0).map(({ accountNumber, revalued }) => [accountNumber, revalued]))
  const moved = own.reduce((sum, { amount, revalued }) => sum + amount - revalued, 0)

  const facing = (amount: Cents) => others.filter(({ value }) => value !== 0 && value > 0 === amount > 0)
  const against = facing(moved)
  const real = against.filter((line) => !isExchange(line))
  const takers = (real.length > 0 ? real : against).map(({ accountNumber, value }) => [accountNumber, value] as const)
  const flows = moved === 0 ? new Map<string, Cents>() : shared(moved, takers.length > 0 ? takers : [[unmatched, 1]])

  const funding = others.filter((line) => activityOf(line) !== "operating")
  const nonCash = new Map<string, Cents>()
  for (const { accountNumber, value } of funding) {
    const rest = value - (flows.get(accountNumber) ?? 0)
    if (rest !== 0) nonCash.set(accountNumber, rest)
  }
  const funded = [...nonCash.values()].reduce((sum, value) => sum + value, 0)
  if (funded !== 0) {
    const counterparts = facing(-funded).filter((line) => activityOf(line) === "operating")
    const parts = counterparts.map(({ accountNumber, value }) => [accountNumber, value] as const)
    for (const [key, value] of shared(funded, parts.length > 0 ? parts : [[unmatched, 1]])) nonCash.set(key, value)
  }
  return { flows, exchange, nonCash }
}
