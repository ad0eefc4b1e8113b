/**
 * The names of money: one definition each over lines `l` of accounts `a`, in USD at the rate of each day, used wherever the name is shown.
 * A reversal takes away what it reverses. Before sales tax, but for what clients paid and owe.
 */
import { isCashSql } from "./statements/cash-flow.ts"

const debits = "l.debit_usd - l.credit_usd"
const credits = "l.credit_usd - l.debit_usd"
const isEarned = "a.account_type = 'income'"
/** the kind of document that an entry follows from; a reversal has that of what it reverses */
const follows = (kind: string) => `l.source_kind = '${kind}'`

/** What has happened within days. */
export const moneyWithin = {
  /** income posted to 4000 to 4999 */
  earned: { where: isEarned, amount: credits },
  /** the part of it that is on an invoice or a certificate, or was received without one, less credit notes: all but what a month-end accrues */
  billed: { where: `${isEarned} and ${follows("meal_accrual")} is not true and ${follows("contract_wip")} is not true`, amount: credits },
  /** posted to 5000 to 6999: without exchange differences */
  costs: { where: "a.account_number between '5000' and '6999'", amount: debits },
  /** earned less costs, and exchange differences */
  result: { where: "a.account_type in ('income', 'expense')", amount: credits },
  /** what clients have paid, less what was paid back, with tax */
  collected: { where: `${isCashSql} and ${follows("payment")}`, amount: debits },
} as const

/** What there is at the end of a day. */
export const moneyAt = {
  /** in the till and at the bank */
  cash: { where: isCashSql, amount: debits },
  /** invoices issued less payments and credit notes, with tax */
  outstanding: { where: "a.account_number = '1100'", amount: debits },
} as const
