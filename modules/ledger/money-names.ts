/**
 * The named money figures: one definition each over lines `l` of accounts `a`, in USD at the rate of each day, used wherever the name is shown. A reversal
 * cancels what it reverses. Before sales tax, except what clients paid and owe.
 */
import { isCashSql } from "./statements/cash-flow.ts"

const debits = "l.debit_usd - l.credit_usd"
const credits = "l.credit_usd - l.debit_usd"
const isEarned = "a.account_type = 'income'"
/** the kind of document that an entry is derived from; a reversal has the kind of the entry it reverses */
const follows = (kind: string) => `l.source_kind = '${kind}'`

/** Figures of a period. */
export const moneyWithin = {
  /** income posted to accounts 4000 to 4999 */
  earned: { where: isEarned, amount: credits },
  /** the part of it that was invoiced, certified, or received without an invoice, less credit notes: all except month-end accruals */
  billed: { where: `${isEarned} and ${follows("meal_accrual")} is not true and ${follows("contract_wip")} is not true`, amount: credits },
  /** posted to accounts 5000 to 6999: without exchange differences */
  costs: { where: "a.account_number between '5000' and '6999'", amount: debits },
  /** earned less costs, plus or minus exchange differences */
  result: { where: "a.account_type in ('income', 'expense')", amount: credits },
  /** payments by clients less refunds, including tax */
  collected: { where: `${isCashSql} and ${follows("payment")}`, amount: debits },
} as const

/** Balances at the end of a day. */
export const moneyAt = {
  /** in hand and at the bank */
  cash: { where: isCashSql, amount: debits },
  /** invoices issued less payments and credit notes, including tax */
  outstanding: { where: "a.account_number = '1100'", amount: debits },
} as const
