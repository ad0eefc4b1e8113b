/** The accounts of billing, and helpers for the lines of its entries. */
import { openingAccount } from "@ops/ledger/accounts/account.ts"
import type { EntryLine } from "@ops/ledger/journal-entries/journal-entry.ts"

export const receivables = "1100"
export const accruedIncome = "1150"
/** What an invoice is earned on. The income of an opening one is in the earlier books, and in what these begin with. */
export const revenue = { meal: "4100", service: "4200", construction: "4300", opening: openingAccount } as const
/**
 * What a credit note is posted on: what its invoice was earned on. The income of an opening invoice is in the earlier books, whose result is closed: its credit
 * lessens other income of the current month, or corrects the opening balances as long as they are not confirmed.
 */
export const creditedOn = (kind: keyof typeof revenue, isOpeningUnconfirmed: boolean): string =>
  kind === "opening" && !isOpeningUnconfirmed ? "4900" : revenue[kind]
export const clientCredits = "2300"
/** The clearing account for conversions between the currencies: it holds no value in USD. */
export const conversion = "1910"
const exchange = "7900"
export const moneyAt = (method: string, currency: "USD" | "SSP") => (method === "cash" ? "1000" : currency === "USD" ? "1010" : "1020")

/** The USD amount of a line that differs from its converted amount. */
export const worth = (currency: "USD" | "SSP", usd: number) => (currency === "USD" ? {} : { usd })
/** A line for an amount, or none if it is zero. */
export const some = (amount: number, line: EntryLine): ReadonlyArray<EntryLine> => (amount > 0 ? [line] : [])
/** The exchange difference of an entry, in cents of USD: a loss is a debit, a gain a credit. */
export const exchangeLine = (loss: number, clientId: number): ReadonlyArray<EntryLine> =>
  loss === 0 ? [] : [{ account: exchange, [loss > 0 ? "debit" : "credit"]: 0, usd: Math.abs(loss), clientId }]
